"""The set-up of a game: who sits where, with which boxes, by which variant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from host_tools.rules.errors import MoveError

EDITIONS = ("1e", "2e")
SETS = ("base", "leaders", "cities")
VARIANTS = ("standard", "two_player", "team")
DECKS = ("standard", "expert", "cities")
SIDES = {"1e": ("A", "B"), "2e": ("Day", "Night")}
PLAYERS = {"standard": range(3, 9), "two_player": range(3, 4), "team": range(4, 9, 2)}
# B1: Babylon plays its last card before Halikarnassos digs in 1e, after it in 2e.
RULINGS: Mapping[str, Mapping[str, bool]] = {"babylon_first": {"1e": True, "2e": False}}


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
    rulings: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise MoveError("bad_record", problem)

    def _problems(self) -> Iterator[str]:
        if self.edition not in EDITIONS:
            yield f"There is no printing {self.edition!r:.60}: it is one of {_list(EDITIONS)}."
        yield from set_problems(self.sets)
        if self.variant not in VARIANTS:
            yield f"There is no variant {self.variant!r:.60}: it is one of {_list(VARIANTS)}."
        if self.decks is not None and not (self.decks and set(self.decks) <= set(DECKS)):
            yield f"The leader decks {self.decks} must be some of {_list(DECKS)}."
        for name, value in self.rulings.items():
            if name not in RULINGS or not isinstance(value, bool):
                known = _list(RULINGS)
                yield f"The rulings {dict(self.rulings)} must be some of {known}, true or false."
        yield from self._seat_problems()

    def _seat_problems(self) -> Iterator[str]:
        number, allowed = len(self.seats), PLAYERS[self.variant]
        if number not in allowed:
            takes = _list(allowed)
            yield f"{number} seats do not fit the variant {self.variant}: it takes {takes}."
        if number > 7 and "cities" not in self.sets:
            yield "Eight players need the Cities set: without it there are not enough cards."
        free = [seat.free_city for seat in self.seats]
        if free != [self.variant == "two_player" and seat == 2 for seat in range(number)]:
            yield "The Free City is the third seat of the two-player game, and only there."
        wonders = [seat.wonder for seat in self.seats]
        if len(set(wonders)) < number:
            yield f"The same wonder lies at two seats: {wonders}."
        sides = SIDES[self.edition]
        if not all(seat.side in sides for seat in self.seats):
            yield f"The sides of the printing {self.edition} are {_list(sides)}."

    @property
    def free_city(self) -> int | None:
        """The Free City's seat number in the two-player game."""
        return 2 if self.variant == "two_player" else None

    def ruling(self, name: str) -> bool:
        """Return how this table plays a point that the rulebooks leave open."""
        return self.rulings.get(name, RULINGS[name][self.edition])


def set_problems(sets: Sequence[str]) -> Iterator[str]:
    """Say why these sets cannot be played together."""
    if not {"base"} <= set(sets) <= set(SETS) or len(set(sets)) < len(sets):
        yield f"The sets {list(sets)!r:.80} must hold base, and none but {_list(SETS)}, each once."


def _list(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words)
