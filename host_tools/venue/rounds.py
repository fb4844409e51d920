"""The rounds of a tournament, one after the other: drawn, begun, closed."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from host_tools.bots.dealer import Dealer
from host_tools.texts import say
from host_tools.texts.cards import wonder_and_side
from host_tools.venue.book import Book, Pairing, RoundRow, TablePlan
from host_tools.venue.seating import LAST_ROUND, Seating, SeatPlan
from host_tools.venue.tournament import (
    LARGEST,
    SMALLEST,
    SeatingError,
    key_of,
    meetings,
    repeats,
    seat_plan,
)

DRAWN, BEGUN, CLOSED = "drawn", "begun", "closed"
WONDERS = ("drawn", "free")  # by the venue, or left to the tables
VARIANTS = ("standard", "team")  # no table has two players


class RoundError(Exception):
    """What a round does not allow now; nothing has changed."""

    def __init__(self, code: str, **values: object) -> None:
        self.code, self._values = code, values
        super().__init__(self.text("en"))

    def text(self, lang: str) -> str:
        """Say it in a person's language."""
        return say(f"round.{self.code}", lang, **self._values)


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """How a round is drawn, and what its tables play."""

    size: int = 4
    first: int = 1
    wonders: str = "drawn"
    edition: str = "1e"
    sets: tuple[str, ...] = ("base",)
    variant: str = "standard"
    rulings: Mapping[str, int] = field(default_factory=dict)


def options_of(book: Book, number: int) -> RoundOptions:
    """Return what was agreed for a round; the usual if there is none, or it is an old one."""
    row = book.round_row(number)
    known = {name.name for name in fields(RoundOptions)}
    stored = {name: value for name, value in (row.options if row else {}).items() if name in known}
    return RoundOptions(**{**stored, "sets": tuple(stored.get("sets", ("base",)))})


def tables_of(book: Book, number: int) -> list[Pairing]:
    """Return the tables of a round."""
    return [pairing for pairing in book.pairings() if pairing.round == number]


def open_tables(book: Book, number: int) -> list[str]:
    """Return the tables of a round that have no result yet."""
    return [pairing.table for pairing in tables_of(book, number) if not pairing.game]


def unfinished(book: Book) -> list[Pairing]:
    """Return the tables without a result of all rounds that are not closed."""
    return [p for p in book.pairings() if not p.game and is_open(book, p.round)]


def is_open(book: Book, number: int) -> bool:
    """Is this round drawn and not closed yet?"""
    row = book.round_row(number)
    return row is not None and row.state != CLOSED


def draw(book: Book, options: RoundOptions, seed: int | None = None, number: int = 0) -> int:
    """Draw the next round and return its number; who names a number wants no other one."""
    last = book.rounds()
    number = number or last + 1
    if number <= last:
        raise RoundError("drawn_already", round=number)
    if number > last + 1 or number > LAST_ROUND:
        raise RoundError("no_round", round=number)
    missing = open_tables(book, last) if is_open(book, last) else []
    if missing:
        raise RoundError("not_over", round=last, tables=", ".join(missing))
    book.plan(number, _drawn(book, number, options, seed), DRAWN, _stored(options))
    book.set_state(last, CLOSED)
    return number


def redraw(book: Book, number: int, options: RoundOptions, seed: int | None = None) -> None:
    """Draw the current round again; not once it has a result."""
    _current(book, number)
    if any(pairing.game for pairing in tables_of(book, number)):
        raise RoundError("has_results", round=number)
    book.plan(number, _drawn(book, number, options, seed), DRAWN, _stored(options), again=True)


def begin(book: Book, number: int) -> None:
    """Note that the tables play; doing it twice changes nothing."""
    if _current(book, number).state == DRAWN:
        book.set_state(number, BEGUN)


def close(book: Book, number: int, without: Collection[str] = ()) -> None:
    """End a round; `without` are the tables that may stay without a result."""
    _current(book, number)
    missing = [table for table in open_tables(book, number) if table not in without]
    if missing:
        raise RoundError("open_tables", round=number, tables=", ".join(missing))
    book.set_state(number, CLOSED)


def _current(book: Book, number: int) -> RoundRow:
    row, last = book.round_row(number), book.rounds()
    if not last:
        raise RoundError("none")
    if row is None or number != last:
        raise RoundError("not_current", round=number)
    if row.state == CLOSED:
        raise RoundError("closed", round=number)
    return row


def _stored(options: RoundOptions) -> dict[str, Any]:
    return {**asdict(options), "rulings": dict(options.rulings)}


def _drawn(book: Book, number: int, options: RoundOptions, seed: int | None) -> Sequence[TablePlan]:
    """Draw who sits where, and with which wonder; raises MoveError for a game that is none."""
    people = book.players()
    if not people:
        raise RoundError("nobody")
    seed = secrets.randbits(32) if seed is None else seed
    try:
        drawn = seat_plan(people, options.size, past_tables(book, number), seed)
    except SeatingError:
        ends = {"smallest": SMALLEST, "largest": LARGEST}
        raise RoundError("no_tables", players=len(people), **ends) from None
    plans = []
    for index, players in enumerate(drawn):
        name = str(options.first + index)
        game = options.edition, options.sets, options.variant, options.rulings
        setup = Dealer(f"{seed}/{name}").setup(len(players), *game)
        wonders = [f"{seat.wonder}:{seat.side}" for seat in setup.seats]
        plans.append(TablePlan(name, players, wonders if options.wonders == "drawn" else ()))
    return plans


def past_tables(book: Book, number: int) -> list[tuple[str, ...]]:
    """Return who sat together in the rounds before one."""
    return [pairing.players for pairing in book.pairings() if pairing.round < number]


def meeting_again(book: Book, number: int) -> int:
    """Count the pairs of a round that have met before it."""
    met = meetings(past_tables(book, number))
    return sum(repeats(pairing.players, met) for pairing in tables_of(book, number))


def seats_of(book: Book, number: int) -> dict[str, list[SeatPlan]]:
    """Return the seats of every table of a round."""
    return {table: [_seat(*seat) for seat in seats] for table, seats in book.seats(number).items()}


def seatings(book: Book, number: int) -> list[Seating]:
    """Return the seating of every table of a round that has no result yet."""
    options, seats = options_of(book, number), seats_of(book, number)
    game = options.edition, options.sets, options.variant, options.rulings
    return [
        Seating(number, table, tuple(seats[table]), *game) for table in open_tables(book, number)
    ]


def current_seatings(book: Book) -> list[Seating]:
    """Return the seatings that tables wait for: none once the round is closed."""
    number = book.rounds()
    return seatings(book, number) if is_open(book, number) else []


def wonder_name(edition: str, seat: SeatPlan, lang: str = "en") -> str:
    """Name the wonder of a seat and its side; "" if it has none.

    >>> wonder_name("1e", SeatPlan("Ann", "gizah", "A")), wonder_name("1e", SeatPlan("Bo"))
    ('Gizah · A', '')
    """
    return " · ".join(filter(None, wonder_and_side(edition, seat.wonder, seat.side, lang)))


def _seat(player: str, wonder: str) -> SeatPlan:
    name, _, side = wonder.partition(":")
    return SeatPlan(player, name, side)


# The people of a tournament


def enter_by_hand(
    book: Book, number: int, table: str, scores: Sequence[tuple[str, int, int]]
) -> None:
    """Let a result count that people have written down; none at all: the table's own."""
    players = next((p.players for p in tables_of(book, number) if p.table == table), None)
    if players is None:
        raise RoundError("no_round", round=number)
    if not scores:
        book.forget_by_hand(number, table)
        return
    if sorted(map(key_of, players)) != sorted(key_of(player) for player, _, _ in scores):
        names = ", ".join(players)
        raise RoundError("wrong_scores", table=table, round=number, players=names)
    book.enter_by_hand(number, table, scores)


def add_player(book: Book, name: str) -> str:
    """Let one more player take part from the next round on, also one who has left.

    Returns the name as it is stored.
    """
    for stored in book.enter([name]):
        return stored
    raise RoundError("known_player", name=book.spelled(name))


def drop_player(book: Book, name: str) -> str:
    """Let a player take part no longer, from the next round on; return the name as stored."""
    stored = book.spelled(name)
    if not stored:
        raise RoundError("no_player", name=name)
    if stored not in book.players():
        raise RoundError("left_already", name=stored)
    book.leave(stored)
    return stored
