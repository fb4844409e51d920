"""The historian: reads finished games from the journal and writes them into the history."""

import logging
import queue
import threading
from collections.abc import Callable

from card_db.loader import HOUSE
from host_tools.results.history import History, HistoryError
from host_tools.results.phase_times import PhaseTimes
from host_tools.results.played import JOURNAL, PlayedGame, SeatResult, TurnTotals
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, by_category
from host_tools.table.entries import Commit, Entry, Timed, Undo, game_uuid, setup_agreed
from host_tools.table.evening import LAYING, OVER, Evening
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError
from host_tools.table.look_back import history

CLOSING_S = 30.0
BREAK_S = 1800.0  # a longer gap between entries is a break, not thinking

log = logging.getLogger(__name__)


class Historian:
    """Listens to a host and writes in its own thread, so the table never waits for it.

    Entries are read in the table's thread, the only one that may use the journal.
    """

    def __init__(self, journal: Journal) -> None:
        self.history = History.beside(journal.path)
        self.kept: dict[int, str] = {}  # the uuids of this evening's games in the history
        self.listeners: list[Callable[[], None]] = []  # called when a game was written
        self._journal = journal
        self._host: Host | None = None
        self._seen: tuple[int, int, bool] | None = None  # game, entries, over?
        self._work: queue.SimpleQueue[tuple[int, Timed] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="historian", daemon=True)

    def start(self) -> None:
        """Start writing, first the games that ended while no historian ran."""
        self._catch_up()
        self._thread.start()

    def listen(self, host: Host) -> None:
        """Listen to a table."""
        self._host = host
        host.listeners.append(self.look)
        self.look()

    def close(self) -> None:
        """Write the queued games, and stop."""
        if self._thread.is_alive():
            self._work.put(None)
            self._thread.join(CLOSING_S)

    # In the table's thread.

    def look(self) -> None:
        """Queue a game that has ended, or that continues after its end; return at once."""
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

    # In the historian's own thread.

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                self._write(*work)
            except Exception:  # The table goes on; `wondertable history rebuild` repairs it.
                log.exception("A game could not be written into the history.")

    def _write(self, number: int, entries: Timed) -> None:
        game = played_game(number, entries)
        if game is None:
            self.history.forget(game_uuid(entries))
            self.kept.pop(number, None)
        else:
            self.history.put([game])
            self.kept[number] = game.uuid
        for listener in self.listeners:
            listener()


def rebuild(journal: Journal) -> list[PlayedGame]:
    """Write the history again from the journal; names and hand-entered games stay."""
    games = games_in(journal)
    History.beside(journal.path).replace_journal(games)
    return games


def games_in(journal: Journal) -> list[PlayedGame]:
    """Return the games of a journal that are over, the oldest first."""
    numbers = [row.id for row in reversed(journal.games()) if row.state == "over"]
    return [game for number in numbers if (game := played_game(number, journal.read(number)))]


# A game from its journal


class PlayClock:
    """Counts the seconds played, without pauses and breaks."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._last: float | None = None

    def advance(self, at: float, paused: bool) -> None:
        """Move on to the time of the next entry."""
        gone = 0.0 if self._last is None else at - self._last
        if not paused and 0.0 < gone <= BREAK_S:
            self.seconds += gone
        self._last = at


class Thinking:
    """How long each seat took for every commitment that counted."""

    def __init__(self) -> None:
        self._begun: dict[int, float] = {}  # when each round was opened
        self._took: dict[tuple[int, int, int], float] = {}  # by turn, seat, round

    def before(self, evening: Evening, entry: Entry, now: float) -> None:
        """Look at the table before an entry is applied: who commits now?"""
        if isinstance(entry, Commit):
            number = evening.round.numbers[entry.seat]
            self._took[len(evening.past), entry.seat, number] = now - self._begun.get(number, now)

    def after(self, evening: Evening, entry: Entry, now: float) -> None:
        """Look at it afterwards: which rounds are open, and what was taken back?"""
        if isinstance(entry, Undo):
            turns = len(evening.past)
            self._took = {key: took for key, took in self._took.items() if key[0] < turns}
        if evening.phase == LAYING:
            for number in evening.round.numbers.values():
                self._begun.setdefault(number, now)

    def of(self, seat: int) -> tuple[float, ...]:
        """Return the seconds of a seat, one a turn."""
        turns: dict[int, float] = {}
        for (turn, whose, _), took in self._took.items():
            if whose == seat:
                turns[turn] = turns.get(turn, 0.0) + took
        return tuple(round(turns[turn], 2) for turn in sorted(turns))


def played_game(number: int, entries: Timed) -> PlayedGame | None:
    """Return the game of these entries, or None if it was not finished."""
    if not entries:
        return None
    evening = Evening(setup_agreed(entries))
    clock, thinking, phases = PlayClock(), Thinking(), PhaseTimes()
    ended, seconds = 0.0, 0.0
    for at, entry in entries:
        clock.advance(at, evening.paused)
        thinking.before(evening, entry, clock.seconds)
        phases.before(evening, clock.seconds)
        going = not evening.game.over
        evening.apply(entry)
        thinking.after(evening, entry, clock.seconds)
        phases.after(evening, entry)
        if going and evening.game.over:
            ended, seconds = at, clock.seconds
    if evening.phase != OVER:
        return None
    setup = evening.setup.game_setup
    return PlayedGame(
        uuid=game_uuid(entries),
        source=JOURNAL,
        number=number,
        begun=entries[0][0],
        ended=ended,
        minutes=seconds / 60,
        edition=setup.edition,
        sets=(*setup.sets, HOUSE) if setup.house else setup.sets,
        variant=setup.variant,
        seats=_seats(evening, thinking, phases),
        course=_course(evening),
        times=phases.turns(len(evening.past)),
    )


def _seats(evening: Evening, thinking: Thinking, phases: PhaseTimes) -> tuple[SeatResult, ...]:
    game = evening.game
    scores = [by_category(items) for items in sheets_of(game, evening.final_choices())]
    places = ranks(game, [score["total"] for score in scores])
    return tuple(
        SeatResult(
            player=None if chosen.free_city else game.rules.name(seat),
            wonder=chosen.wonder,
            side=chosen.side,
            scores=tuple(scores[seat][name] for name in CATEGORIES),
            rank=places[seat],
            coins=game.cities[seat].coins,
            thinking=thinking.of(seat),
            waited=None if chosen.free_city else phases.waited(seat),
        )
        for seat, chosen in enumerate(evening.setup.game_setup.seats)
    )


def _course(evening: Evening) -> tuple[TurnTotals, ...]:
    sheets = sheets_of(evening.game, evening.final_choices())
    totals = [by_category(items)["total"] for items in sheets]
    return tuple(
        TurnTotals(turn["age"], turn["turn"], tuple(turn["totals"]))
        for turn in history(evening, totals)
    )
