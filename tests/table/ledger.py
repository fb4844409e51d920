"""A journal that may die at a write: before it, in the middle of it, or after it."""

from host_tools.table.journal import Journal

BEFORE, MIDDLE, AFTER = POINTS = ("before", "middle", "after")


class Crash(BaseException):
    """The host is dead. Nothing in the host may catch this."""


class Ledger(Journal):
    """`watcher` hears of each entry and each write; `fate` says at which point the host dies.

    One write holds whatever was appended in one whole.
    """

    def __init__(self, path, watcher, fate):
        self._watcher, self._fate = watcher, fate
        self._point = None
        super().__init__(path)

    def append(self, game, first, entries, now):
        entries = list(entries)
        if not self._db.in_transaction:
            self._point = self._fate()
        if self._point == BEFORE:
            raise Crash(self._point)
        self._watcher.before_entries(entries)
        super().append(game, first, entries, now)

    def _commit(self):
        point, self._point = self._point, None
        if point == MIDDLE:
            raise Crash(point)
        super()._commit()
        self._watcher.on_synced()
        if point == AFTER:
            raise Crash(point)
