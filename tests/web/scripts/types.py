"""The pages' types, written from the Python types of what they receive.

>>> from typing import TypedDict
>>> class Seat(TypedDict):
...     player: str
...     rank: NotRequired[int | None]
>>> print(declaration(Seat))
interface Seat {
  player: string;
  rank?: number | null;
}
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from host_tools.web.access import DevicesView
from host_tools.web.card_facts import CardFacts
from host_tools.web.card_lists import DeckView
from host_tools.web.health import HealthView
from host_tools.web.lessons import HelpView, HintView, LessonView, TurnsView
from host_tools.web.operator_actions import AuditReport, CodesView, LeftGames, LinkView, PileView
from host_tools.web.seat_actions import FoundCards
from host_tools.web.setup_draft import DraftView
from host_tools.web.table_pages import GameView, NoGameView, SeatPageView
from host_tools.web.venue_pages import TournamentView, VenueView

FILE = Path(__file__).parents[3] / "host_tools" / "web" / "types.d.ts"
HEAD = "// Written from the Python types by `python -m tests.web.scripts write`: do not edit.\n"
ROOTS = (
    GameView, NoGameView, SeatPageView, HealthView, AuditReport, LeftGames, LinkView, FoundCards,
    CardFacts, CodesView, PileView, DraftView, DeckView, DevicesView, VenueView, TournamentView,
    LessonView, HintView, HelpView, TurnsView,
)  # fmt: skip
PLAIN = {
    str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null",
    object: "unknown", Any: "unknown",
}  # fmt: skip


def written() -> str:
    """Return the whole file, the types in the order of their names."""
    found: dict[str, type] = {}
    for root in ROOTS:
        _collect(root, found)
    return "\n".join([HEAD, *(declaration(found[name]) + "\n" for name in sorted(found))])


def _collect(kind: type, found: dict[str, type]) -> None:
    if found.setdefault(kind.__name__, kind) is not kind:
        raise TypeError(f"Two types are called {kind.__name__}.")
    for part in (*_bases(kind), *_hints(kind).values()):
        for inner in _structures(part):
            if inner.__name__ not in found:
                _collect(inner, found)


def _structures(kind: Any) -> Iterator[type]:
    """Return the types within a type that need a declaration of their own."""
    if _is_structure(kind):
        yield kind
    for part in get_args(kind):
        yield from _structures(part)


def _is_structure(kind: Any) -> bool:
    return is_typeddict(kind) or (isinstance(kind, type) and is_dataclass(kind))


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else hints
    return {name: hints[name] for name in names}


def _bases(kind: type) -> list[type]:
    bases = getattr(kind, "__orig_bases__", ()) if is_typeddict(kind) else ()
    return [base for base in bases if is_typeddict(base)]


def declaration(kind: type) -> str:
    """Return the interface of a TypedDict or a dataclass."""
    bases = _bases(kind)
    inherited = {name for base in bases for name in _hints(base)}
    extends = f" extends {', '.join(base.__name__ for base in bases)}" if bases else ""
    lines = [
        f"  {name}{'?' if get_origin(hint) is NotRequired else ''}: {typescript(hint)};"
        for name, hint in _hints(kind).items()
        if name not in inherited
    ]
    return "\n".join([f"interface {kind.__name__}{extends} {{", *lines, "}"])


def typescript(kind: Any) -> str:
    """Write a type as TypeScript.

    >>> typescript(dict[str, list[int | None]])
    'Record<string, (number | null)[]>'
    >>> typescript(tuple[int, Literal["left", "right"]])
    '[number, "left" | "right"]'
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (NotRequired, Required):
        return typescript(parts[0])
    if origin in (Union, UnionType):
        return " | ".join(map(typescript, parts))
    if origin is Literal:
        return " | ".join(f'"{part}"' if isinstance(part, str) else str(part) for part in parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"[{', '.join(map(typescript, parts))}]"
    if origin in (list, tuple, frozenset, set):
        inner = typescript(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<{', '.join(map(typescript, parts))}>"
    if _is_structure(kind):
        return str(kind.__name__)
    if kind in PLAIN:
        return PLAIN[kind]
    raise TypeError(f"No page can receive {kind!r}.")
