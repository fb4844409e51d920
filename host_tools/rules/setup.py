"""The set-up of a game: who sits where, with which boxes, by which variant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from card_db.loader import SIDES
from host_tools.rules.errors import MoveError

EDITIONS = ("1e", "2e")
SETS = ("base", "leaders", "cities", "wonder_pack", "promo_guilds")
ONE_EDITION = {"wonder_pack": "1e", "promo_guilds": "2e"}
"""Sets that exist for one printing only."""
VARIANTS = ("standard", "two_player", "team")
DECKS = ("standard", "expert", "cities")
PLAYERS = {"standard": range(3, 9), "two_player": range(3, 4), "team": range(4, 9, 2)}
SECOND_PRINTING = {"standard": range(3, 8), "two_player": range(0), "team": range(4, 7, 2)}
"""B12: the numbers of seats that the second printing is made for."""
NUMBER_RULE = {"standard": "G3", "two_player": "G107", "team": "R172"}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point that tables decide for themselves: the answers it takes, and the usual ones."""

    usual: Mapping[str, int]  # by printing
    values: tuple[int, ...] = (False, True)


def _both(usual: int, *values: int) -> Ruling:
    return Ruling(dict.fromkeys(EDITIONS, usual), values or (False, True))


RULINGS: Mapping[str, Ruling] = {
    # B1: Babylon plays its last card before Halikarnassos digs in 1e, after it in 2e.
    "babylon_first": Ruling({"1e": True, "2e": False}),
    "babylon_new_turn": _both(True),  # B9
    "free_city_coins": _both(3, 3, 6),  # B10
    "house_numbers": _both(False),  # B12
    "rome_draws_sold": _both(False),  # B13
    "stone_of_all_cards": _both(False),  # W22
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: a player, or the Free City of the two-player game."""

    player: str | None
    wonder: str
    side: str
    free_city: bool = False

    @property
    def board(self) -> str:
        """The id of the board with its side: `gizah_a`."""
        return f"{self.wonder}_{self.side.lower()}"


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is agreed before the first card; raises MoveError when it cannot be played."""

    seats: tuple[Seat, ...]
    edition: str = "1e"
    sets: tuple[str, ...] = ("base",)
    variant: str = "standard"
    decks: tuple[str, ...] | None = None
    rulings: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    house: tuple[str, ...] = ()  # the lines of a house file: cards and wonders of one's own

    def __post_init__(self) -> None:
        for problem in self._unknown():
            raise MoveError("bad_record", problem)
        for problem, rule in self._seat_problems():
            raise MoveError("bad_record", problem, rule=rule)

    def _unknown(self) -> Iterator[str]:
        if self.edition not in EDITIONS:
            yield f"There is no printing {self.edition!r:.60}: it is one of {_list(EDITIONS)}."
        yield from set_problems(self.sets, self.edition)
        if self.variant not in VARIANTS:
            yield f"There is no variant {self.variant!r:.60}: it is one of {_list(VARIANTS)}."
        if self.decks is not None and not (self.decks and set(self.decks) <= set(DECKS)):
            yield f"The leader decks {self.decks} must be some of {_list(DECKS)}."
        for name, value in self.rulings.items():
            yield from _ruling_problems(name, value)

    def _seat_problems(self) -> Iterator[tuple[str, str]]:
        """Say what does not fit, each with the number of its rule."""
        number, allowed = len(self.seats), PLAYERS[self.variant]
        if number not in allowed:
            takes = _list(allowed)
            text = f"{number} seats do not fit the variant {self.variant}: it takes {takes}."
            yield text, NUMBER_RULE[self.variant]
        elif self._needs_house_numbers() and not self.ruling("house_numbers"):
            text = (
                "The second printing is for 3 to 7 players, its teams for 4 or 6. To play with "
                f"{self.players} all the same, mark it as a house rule: the ruling house_numbers."
            )
            yield text, "B12"
        if number > 7 and "cities" not in self.sets:
            text = "Eight players need the Cities set: without it there are not enough cards."
            yield text, "R169"
        free = [seat.free_city for seat in self.seats]
        if free != [self.variant == "two_player" and seat == 2 for seat in range(number)]:
            yield "The Free City is the third seat of the two-player game, and only there.", "G107"
        wonders = [seat.wonder for seat in self.seats]
        if len(set(wonders)) < number:
            twice = next(name for name in wonders if wonders.count(name) > 1)
            yield f"The same wonder lies at two seats: {twice.replace('_', ' ').title()}.", "G8"
        sides = SIDES[self.edition]
        if not all(seat.side in sides for seat in self.seats):
            rule = "G122" if self.edition == "2e" else "G8"
            yield f"The sides of the printing {self.edition} are {_list(sides)}.", rule

    def _needs_house_numbers(self) -> bool:
        return self.edition == "2e" and len(self.seats) not in SECOND_PRINTING[self.variant]

    @property
    def players(self) -> int:
        """How many people play; the Free City is none."""
        return len(self.seats) - (self.variant == "two_player")

    @property
    def free_city(self) -> int | None:
        """The Free City's seat number in the two-player game."""
        return 2 if self.variant == "two_player" else None

    def ruling(self, name: str) -> int:
        """Return how this table plays a point that the rulebooks leave open."""
        return self.rulings.get(name, RULINGS[name].usual[self.edition])


def set_problems(sets: Sequence[str], edition: str) -> Iterator[str]:
    """Say why these sets cannot be played together."""
    if not {"base"} <= set(sets) <= set(SETS) or len(set(sets)) < len(sets):
        yield f"The sets {list(sets)!r:.80} must hold base, and none but {_list(SETS)}, each once."
    for name in sets:
        if ONE_EDITION.get(name, edition) != edition:
            yield f"{name} is a set of the printing {ONE_EDITION[name]}; this game uses {edition}."


def _ruling_problems(name: str, value: object) -> Iterator[str]:
    if name not in RULINGS:
        yield f"There is no ruling {name!r:.60}: it is one of {_list(RULINGS)}."
        return
    values = RULINGS[name].values
    if type(value) is not type(values[0]) or value not in values:
        said = "true or false" if values == (False, True) else " or ".join(map(str, values))
        yield f"The ruling {name} is {said}, not {value!r:.40}."


def _list(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words)
