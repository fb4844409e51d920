"""A journal that may die at a write: before it, in the middle of it, or after it."""

from host_tools.table import journal
from host_tools.table.journal import Journal

BEFORE, MIDDLE, AFTER = POINTS = ("before", "middle", "after")


class Crash(BaseException):
    """The host is dead. Nothing in the host may catch this."""


class _Torn(journal._Transaction):
    """All was written, nothing was committed."""

    def __exit__(self, kind, error, trace):
        raise Crash(MIDDLE)


class Ledger(Journal):
    """`watcher` hears of each write, before and after; `fate` says at which point the host dies."""

    def __init__(self, path, watcher, fate):
        self._watcher, self._fate = watcher, fate
        self._torn = False
        super().__init__(path)

    def append(self, game, first, entries, now):
        entries = list(entries)
        self._watcher.before_write(entries)
        point = self._fate()
        if point == BEFORE:
            raise Crash(point)
        self._torn = point == MIDDLE
        super().append(game, first, entries, now)
        self._watcher.after_write(entries)
        if point == AFTER:
            raise Crash(point)

    def _whole(self):
        return _Torn(self._db, self.path) if self._torn else super()._whole()
