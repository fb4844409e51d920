"""Cards, wonders and their effects: frozen rows of fact."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

RESOURCES: Final = "WSCOGLP"
"""Wood, stone, clay, ore (raw materials), then glass, loom, papyrus (manufactured goods)."""
RAW: Final = "WSCO"
COLORS: Final = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black", "white")
SYMBOLS: Final = ("compass", "gear", "tablet")


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb with its value and modifiers: `{"coins": 1, "per": "brown", "of": "all"}`."""

    verb: str
    value: int | str
    per: str = ""
    of: str = "own"
    on: str = ""
    when: str = ""  # spelled "if" in the data
    once: str = ""
    to: str = "own"  # spelled "with" in the data
    price: int = 0
    sold: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card, a leader or a wonder stage; loaded once, so identity is equality."""

    id: str
    name: str
    names: Mapping[str, str]  # by language, where its own line says them
    edition: str
    set: str
    color: str  # one of COLORS, or "stage"
    age: int  # 0 for leaders and stages
    copies: tuple[int, ...]  # the player numbers printed on its copies
    coins: int | Literal["age"]
    resources: str
    free_from: tuple[str, ...] = ()
    chains_to: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    deck: str = ""
    needs: tuple[str, ...] = ()  # other sets without which it is not in the game
    printed_value: str = ""
    timing: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Wonder:
    """One side of a wonder board; its id ends in the side: `gizah_a`, `olympia_night`."""

    id: str
    name: str
    names: Mapping[str, str]
    edition: str
    set: str
    side: str
    resource: str  # one letter, or "" for Roma
    effects: tuple[Effect, ...]  # what the board does before any stage is built
    stages: tuple[Card, ...]
    any_order: bool = False  # may the stages be built in any order?
    needs: tuple[str, ...] = ()
    confidence: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """All cards and wonders of one printing, house cards included."""

    edition: str
    cards: Mapping[str, Card]
    wonders: Mapping[str, Wonder]
    sets: frozenset[str] = field(default_factory=frozenset)
