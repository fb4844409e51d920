"""What the journal tells of a game that is over: result, course, and how long everybody thought."""

from __future__ import annotations

from host_tools.results.played import JOURNAL, Played, SeatResult, Standing
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, by_category
from host_tools.table.entries import Commit, Entry, Timed, Undo, game_uuid, setup_agreed
from host_tools.table.evening import LAYING, OVER, Evening
from host_tools.table.look_back import history

BREAK_S = 1800.0  # nothing at all for so long: the table stood still, nobody was thinking


class PlayClock:
    """Seconds that were played: it stands still in a pause, and when the table was put away."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._last: float | None = None

    def advance(self, at: float, paused: bool) -> None:
        """Let the time of the next entry come."""
        gone = 0.0 if self._last is None else at - self._last
        if not paused and 0.0 < gone <= BREAK_S:
            self.seconds += gone
        self._last = at


class Thinking:
    """How long each seat took to every commitment that counted."""

    def __init__(self) -> None:
        self._begun: dict[int, float] = {}  # since when a number is open
        self._took: dict[tuple[int, int, int], float] = {}  # by turn, seat, number

    def before(self, evening: Evening, entry: Entry, now: float) -> None:
        """Look at the table before an entry is applied: who commits now?"""
        if isinstance(entry, Commit):
            number = evening.round.numbers[entry.seat]
            self._took[len(evening.past), entry.seat, number] = now - self._begun.get(number, now)

    def after(self, evening: Evening, entry: Entry, now: float) -> None:
        """Look at it afterwards: which slots are open, and what was taken back?"""
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


def told(number: int, entries: Timed) -> Played | None:
    """Return the game that these entries tell, or None when it did not come to its end."""
    if not entries:
        return None
    evening = Evening(setup_agreed(entries))
    clock, thinking = PlayClock(), Thinking()
    ended, seconds = 0.0, 0.0
    for at, entry in entries:
        clock.advance(at, evening.paused)
        thinking.before(evening, entry, clock.seconds)
        going = not evening.game.over
        evening.apply(entry)
        thinking.after(evening, entry, clock.seconds)
        if going and evening.game.over:
            ended, seconds = at, clock.seconds
    if evening.phase != OVER:
        return None
    setup = evening.setup.game_setup
    return Played(
        uuid=game_uuid(entries),
        source=JOURNAL,
        number=number,
        begun=entries[0][0],
        ended=ended,
        minutes=seconds / 60,
        edition=setup.edition,
        sets=setup.sets,
        variant=setup.variant,
        seats=_seats(evening, thinking),
        course=_course(evening),
    )


def _seats(evening: Evening, thinking: Thinking) -> tuple[SeatResult, ...]:
    game = evening.game
    scores = [by_category(items) for items in sheets_of(game)]
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
        )
        for seat, chosen in enumerate(evening.setup.game_setup.seats)
    )


def _course(evening: Evening) -> tuple[Standing, ...]:
    totals = [by_category(items)["total"] for items in sheets_of(evening.game)]
    return tuple(
        Standing(turn["age"], turn["turn"], tuple(turn["totals"]))
        for turn in history(evening, totals)
    )
