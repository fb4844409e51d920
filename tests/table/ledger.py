"""A journal that may die at a write, at four points; and its files as a kill leaves them."""

import shutil
from pathlib import Path

from host_tools.table.journal import Journal

# Before a write is when all that was written before it is answered.
BEFORE, MIDDLE, COMMITTED, AFTER = POINTS = ("before", "middle", "committed", "after")


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
        self._die_at(BEFORE)
        self._watcher.before_entries(entries)
        super().append(game, first, entries, now)

    def _commit(self):
        self._die_at(MIDDLE)
        super()._commit()
        self._watcher.on_synced()
        self._die_at(COMMITTED)

    def _confirm(self):
        super()._confirm()
        self._die_at(AFTER)

    def _die_at(self, point):
        if self._point == point:
            self._point = None
            raise Crash(point)


def killed(journal: Journal) -> Path:
    """Return where the files of a journal are now, as a kill leaves them: nothing is closed."""
    old = journal.path
    number = int(old.stem.partition("-")[2] or 0) + 1
    new = old.with_stem(f"{old.stem.partition('-')[0]}-{number}")
    for suffix in ("", "-wal", "-head"):
        if Path(f"{old}{suffix}").exists():
            shutil.copyfile(f"{old}{suffix}", f"{new}{suffix}")
    journal.close()
    for file in old.parent.glob(f"{old.name}*"):
        file.unlink()
    return new
