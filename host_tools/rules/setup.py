"""The set-up of a game: who sits where, with which boxes, by which variant."""

from collections.abc import Iterable, Mapping
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

    def _problems(self) -> list[str]:
        checks = {
            f"There is no printing {self.edition!r:.60}: it is one of {_list(EDITIONS)}.": (
                self.edition in EDITIONS
            ),
            f"The sets {list(self.sets)} must hold base, and none but {_list(SETS)}, each once.": (
                "base" in self.sets
                and set(self.sets) <= set(SETS)
                and len(set(self.sets)) == len(self.sets)
            ),
            f"There is no variant {self.variant!r:.60}: it is one of {_list(VARIANTS)}.": (
                self.variant in VARIANTS
            ),
            f"The leader decks {self.decks} must be some of {_list(DECKS)}.": (
                self.decks is None or (bool(self.decks) and set(self.decks) <= set(DECKS))
            ),
            f"The rulings {dict(self.rulings)} must be some of {_list(RULINGS)}, true or false.": (
                all(
                    name in RULINGS and isinstance(value, bool)
                    for name, value in self.rulings.items()
                )
            ),
        }
        wrong = [text for text, holds in checks.items() if not holds]
        return wrong or self._seat_problems()

    def _seat_problems(self) -> list[str]:
        number, allowed = len(self.seats), PLAYERS[self.variant]
        free = [seat.free_city for seat in self.seats]
        wonders = [seat.wonder for seat in self.seats]
        sides = SIDES[self.edition]
        checks = {
            f"{number} seats do not fit the variant {self.variant}: it takes {_list(allowed)}.": (
                number in allowed
            ),
            "Eight players need the Cities set: without it there are not enough cards.": (
                number < 8 or "cities" in self.sets
            ),
            "The Free City is the third seat of the two-player game, and only there.": (
                free == [False, False, True] if self.variant == "two_player" else not any(free)
            ),
            f"The same wonder lies at two seats: {wonders}.": len(set(wonders)) == number,
            f"The sides of the printing {self.edition} are {_list(sides)}.": all(
                seat.side in sides for seat in self.seats
            ),
        }
        return [text for text, holds in checks.items() if not holds]

    @property
    def free_city(self) -> int | None:
        """The Free City's seat number in the two-player game."""
        return 2 if self.variant == "two_player" else None

    def ruling(self, name: str) -> bool:
        """Return how this table plays a point that the rulebooks leave open."""
        return self.rulings.get(name, RULINGS[name][self.edition])


def _list(words: Iterable[object]) -> str:
    return ", ".join(str(word) for word in words)
