"""The historian: writes every game that ends into the history; the table never waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from host_tools.results.history import History, HistoryError
from host_tools.results.played import Played
from host_tools.results.telling import told
from host_tools.table.entries import Timed, game_uuid
from host_tools.table.evening import OVER
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError

CLOSING_S = 30.0

log = logging.getLogger(__name__)


class Historian:
    """Listens to a host; a thread of its own folds and writes.

    Only the reading of the entries is done in the table's thread, which alone may use the journal.
    """

    def __init__(self, journal: Journal) -> None:
        self.history = History.beside(journal.path)
        self.kept: dict[int, str] = {}  # the uuids of games of this evening that are in it
        self.listeners: list[Callable[[], None]] = []  # told when a game was written
        self._journal = journal
        self._host: Host | None = None
        self._seen: tuple[int, int, bool] | None = None  # game, entries, over?
        self._work: queue.SimpleQueue[tuple[int, Timed] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="historian", daemon=True)

    def start(self) -> None:
        """Begin to write; first whatever ended when nobody was there to write it."""
        self._catch_up()
        self._thread.start()

    def listen(self, host: Host) -> None:
        """Listen to a table."""
        self._host = host
        host.listeners.append(self.look)
        self.look()

    def close(self) -> None:
        """Write what is left, and stop."""
        if self._thread.is_alive():
            self._work.put(None)
            self._thread.join(CLOSING_S)

    # In the table's thread.

    def look(self) -> None:
        """See whether a game has ended, or goes on after its end; returns at once."""
        table = self._host.table if self._host is not None else None
        if table is None or table.journal.writing:
            return
        evening = table.evening
        now = (table.number, evening.entries, evening.phase == OVER)
        before, self._seen = self._seen, now
        again = table.number in self.kept or (before is not None and before[::2] == (now[0], True))
        if now == before or not (now[2] or again):
            return
        if not now[2]:
            self.kept.pop(table.number, None)
        try:
            self._work.put((table.number, self._journal.read(table.number)))
        except JournalError as error:  # The next start catches up.
            log.warning("The history waits: %s", error)

    def _catch_up(self) -> None:
        try:
            known = self.history.known()
            for row in self._journal.games():
                if uuid := known.get((row.id, row.begun)):
                    self.kept[row.id] = uuid
                elif row.state == "over":
                    self._work.put((row.id, self._journal.read(row.id)))
        except (HistoryError, JournalError) as error:
            log.warning("The history waits: %s", error)

    # In the historian's own.

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                self._write(*work)
            except Exception:  # The table goes on; `wondertable history rebuild` mends it.
                log.exception("A game could not be written into the history.")

    def _write(self, number: int, entries: Timed) -> None:
        game = told(number, entries)
        if game is None:
            self.history.forget(game_uuid(entries))
            self.kept.pop(number, None)
        else:
            self.history.put([game])
            self.kept[number] = game.uuid
        for tell in self.listeners:
            tell()


def rebuild(journal: Journal) -> list[Played]:
    """Make the history anew from the journal; names and hand-entered games stay."""
    numbers = [row.id for row in reversed(journal.games()) if row.state == "over"]
    games = [game for number in numbers if (game := told(number, journal.read(number)))]
    History.beside(journal.path).replace_journal(games)
    return games
