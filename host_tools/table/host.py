"""The host: one thread that owns pump, hub and table; everybody else asks it."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, TypedDict, TypeVar

from host_tools.link.events import Event, Faulted, Gone, Joined, Noticed
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.table.entries import TableSetup, setup_agreed
from host_tools.table.journal import GameRow, Journal
from host_tools.table.table import Table
from host_tools.table.tags import Tags

Result = TypeVar("Result")
KEPT_NOTICES = 50
STUMBLE_S = 0.2  # before the next try of what has failed
AGAIN_S = 60.0  # before the same fault is logged and shown once more
# What a board reports about itself and the operator can do something about.
FAULTS = (
    "reader_dead", "reader_deaf", "second_dead", "second_deaf", "no_display", "no_buttons",
    "no_lamps", "no_buzzer", "low_memory", "crashed", "wiring", "no_secret",
)  # fmt: skip

log = logging.getLogger(__name__)


class Host:
    """Runs an evening. `call` lets another thread do something with the table and waits for it."""

    def __init__(self, table: Table | None, pump: Pump) -> None:
        self.table: Table | None = None
        self.pump = pump
        self.present: dict[str, Joined] = {}  # boards with a session, whatever is played
        self.notices: list[tuple[float, Noticed]] = []  # with the time of each
        self.listeners: list[Callable[[], None]] = []  # told of every change; must return at once
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._shown: dict[str, float] = {}  # faults, and when each was last shown
        self._logged: tuple[object, ...] = ()  # the moment of the game that was logged last
        if table is not None:
            self.play(table)

    def play(self, table: Table) -> None:
        """Let this game be the one that is played; boards that are there stay."""
        before, self.table = self.table, table
        table.listeners.append(self._tell)
        table.receive([self.present[board] for board in sorted(self.present)], time.time())
        if before is not None and before.number != table.number:
            table.note_left_cards(before.evening, time.time())
        self._tell()

    def _tell(self) -> None:
        for tell in (self._log_moment, *self.listeners):
            self.guard("A listener", tell)

    def _log_moment(self) -> None:
        """Log where the game is: what everybody at the table knows, and no name."""
        if self.table is None:
            return
        evening = self.table.evening
        moment = (self.table.number, evening.game.age, evening.game.turn, evening.phase)
        if moment != self._logged:
            self._logged = moment
            log.info("Game %d: Age %d, turn %d, %s.", *moment)

    def guard(self, who: str, work: Callable[[], object]) -> None:
        """Do something that must never stop the table; a fault of it is logged and shown."""
        try:
            work()
        except Exception as error:
            self._survive(who, error)

    def _survive(self, who: str, error: Exception) -> None:
        if self._is_news(f"{who} {type(error).__name__}"):
            # Without its words, which could tell a card.
            text = f"{who} stumbled ({type(error).__name__}); the table goes on."
            log.error("%s", text, exc_info=error)
            self.notice("stumbled", text)

    def _is_news(self, kind: str) -> bool:
        now = time.monotonic()
        self._shown = {old: at for old, at in self._shown.items() if now - at < AGAIN_S}
        return self._shown.setdefault(kind, now) == now

    def start(self) -> None:
        """Run in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="table", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Run until `stop`; whatever goes wrong is told and survived."""
        while not self._stopping:
            try:
                self.run_once()
            except Exception as error:
                self._survive("The table", error)
                time.sleep(STUMBLE_S)

    def run_once(self, timeout: float = 0.02) -> None:
        """Move bytes, take what they mean, let time pass, and do what others have asked for."""
        try:
            events = self.pump.run_once(timeout)
            for event in events:
                self._note(event)
            if self.table is not None:
                if events:
                    self.table.receive(events, time.time())
                    self.pump.flush()
                self.table.tick(time.time(), time.monotonic())
        finally:
            self._do_calls()

    def _do_calls(self) -> None:
        while not self._calls.empty():
            future, work = self._calls.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except Exception as error:  # It belongs to whoever asked, not to this thread.
                    future.set_exception(error)

    def notice(self, code: str, text: str) -> None:
        """Tell the operator something, from any thread; returns at once."""
        self._calls.put((Future(), lambda: self._note(Noticed(code, "", text))))

    def _note(self, event: Event) -> None:
        match event:
            case Faulted(board, _, code, text) if code in FAULTS:
                if self._is_news(f"{board} {code}"):
                    self._note(Noticed(code, "", text, board))
        if isinstance(event, Noticed):
            log.info("Notice: %s.", event.code)  # its text can name people
            self.notices = [*self.notices[1 - KEPT_NOTICES :], (time.time(), event)]
            self._tell()
        if isinstance(event, Joined):
            log.info("Board %s is here.", event.board)
            self.present[event.board] = event
        if isinstance(event, Gone):
            log.info("Board %s is gone: %s.", event.board, event.why)
            self.present.pop(event.board, None)

    def call(self, work: Callable[[], Result], timeout: float = 10.0) -> Result:
        """Do something in the table's thread; what it raises is raised here."""
        if self._thread is None or threading.current_thread() is self._thread:
            return work()
        future: Future[Result] = Future()
        self._calls.put((future, work))
        self.pump.wake()
        return future.result(timeout)

    def stop(self) -> None:
        """Stop the thread and close the ports."""
        self._stopping = True
        self.pump.stop()
        if self._thread is not None:
            self._thread.join(timeout=10.0)
        self.pump.close()


class LeftGame(TypedDict):
    """A game that was left unfinished."""

    game: int
    begun: float
    last: float  # when something was last done
    players: list[str]


class Shelf:
    """Makes every table of `play`, `demo`, the pages and `rerun`, with one journal and one hub."""

    def __init__(
        self,
        journal: Journal,
        hub: Hub,
        lang: str = "en",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.journal = journal
        self._hub = hub
        self._lang = lang
        self._clock = clock

    def begin(self, setup: TableSetup) -> Table:
        """Begin a new game."""
        tags = Tags(self.journal).cards(setup.deck)
        return Table.begin(self.journal, setup, tags, self._hub, self._clock(), self._lang)

    def take_up(self, game: int, tags: Mapping[str, str] | None = None) -> Table:
        """Resume a game exactly where it stopped; without `tags` with those of its deck."""
        rows = self.journal.read(game)
        if tags is None:
            tags = Tags(self.journal).cards(setup_agreed(rows).deck) if rows else {}
        return Table.resume(self.journal, game, tags, self._hub, self._clock(), self._lang)

    def left(self) -> list[LeftGame]:
        """Return the games that are neither over nor abandoned, the newest first."""
        rows = [row for row in self.journal.games() if row.state == "open" and row.entries]
        return [self._left(row) for row in rows]

    def _left(self, row: GameRow) -> LeftGame:
        entries = self.journal.read(row.id)
        seats = setup_agreed(entries).game_setup.seats
        return {
            "game": row.id,
            "begun": row.begun,
            "last": entries[-1][0],
            "players": [seat.player or "" for seat in seats],
        }
