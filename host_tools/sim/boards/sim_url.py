"""What a URL such as `sim:8?boards=4,4` asks for: virtual seats, their boards and their faults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

MOST_SEATS = 8
SCHEME = "sim:"


@dataclass(frozen=True, slots=True)
class FleetPlan:
    """How many seats there are, if that is said, how many each board has, and what is broken."""

    number: int | None = None
    boards: tuple[int, ...] = ()
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by seat, from "1"


def parse_boards(text: str) -> tuple[int, ...]:
    """Return how many seats each board has.

    >>> parse_boards("4,1,1")
    (4, 1, 1)
    """
    boards = tuple(_count(word) for word in text.split(","))
    if sum(boards) > MOST_SEATS:
        raise ValueError(f"{text[:40]} is {sum(boards)} seats, and a table has at most 8")
    return boards


def _count(word: str) -> int:
    if word not in map(str, range(1, MOST_SEATS + 1)):
        raise ValueError(
            f"{word!r:.20} is no number of seats on a board, 1 to 8: "
            "4,4 means two boards with four seats each"
        )
    return int(word)


def parse_fleet(words: str) -> FleetPlan:
    """Return the plan of `sim:3?2=dead,card&3=weak`, given what follows the colon.

    >>> parse_fleet("8?boards=4,4&5=dead")
    FleetPlan(number=8, boards=(4, 4), faults={'5': ('dead',)})
    """
    number, _, rest = words.partition("?")
    given = dict(parse_qsl(rest))
    if rest.count("=") != len(given) or (rest and not given):
        raise ValueError(f"sim:{words:.40} names no faults: sim:3?2=dead,card&3=weak does")
    if number and number not in map(str, range(MOST_SEATS + 1)):
        raise ValueError(f"sim:{number:.20} does not say how many seats, up to 8: sim:3 has three")
    boards = parse_boards(given.pop("boards")) if "boards" in given else ()
    faults = {seat: tuple(names.split(",")) for seat, names in given.items()}
    return FleetPlan(int(number) if number else None, boards, faults)
