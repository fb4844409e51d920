"""The keys of a line and what each may hold."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from card_db.cards import COLORS, RESOURCES
from card_db.lines import CardError, Line, quoted, remedy


@dataclass(frozen=True, slots=True)
class Key:
    """What a key may hold, as a test and in words."""

    fits: Callable[[object], bool]
    means: str
    words: tuple[str, ...] = ()


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", value) is not None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100


def _list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _one_of(*words: str, empty: bool = False) -> Key:
    known = {*words, ""} if empty else {*words}
    means = f"one of {', '.join(words)}"
    return Key(lambda value: isinstance(value, str) and value in known, means, words)


TEXT = Key(_is_text, "a text")
NOTE = Key(lambda value: isinstance(value, str), "a text")
ID = Key(_is_id, 'small letters, figures and "_", as in "temple" or "loom_2"')
IDS = Key(_list_of(_is_id), 'a list of ids, as in ["temple"]')
COINS = Key(_is_number, "a whole number of coins")
PRICE = Key(lambda value: value == "age" or _is_number(value), 'a number of coins, or "age"')
LETTERS = Key(
    lambda value: isinstance(value, str) and set(value) <= set(RESOURCES),
    "letters of W wood, S stone, C clay, O ore, G glass, L loom, P papyrus",
)
EFFECTS = Key(
    _list_of(lambda value: isinstance(value, dict)), 'a list of effects, as in [{"points": 3}]'
)
CONFIDENCE = _one_of("high", "medium", "low")

CARD = {
    "id": ID,
    "name": TEXT,
    "set": ID,
    "color": _one_of(*COLORS),
    "age": Key(lambda value: _is_number(value) and value in (0, 1, 2, 3), "0, 1, 2 or 3"),
    "copies": Key(
        lambda value: _list_of(lambda n: _is_number(n) and n in range(1, 8))(value) and bool(value),
        "a list of player numbers, as in [3, 5]",
    ),
    "coins": PRICE,
    "resources": LETTERS,
    "free_from": IDS,
    "chains_to": IDS,
    "effects": EFFECTS,
    "deck": _one_of("standard", "expert", "cities", empty=True),
    "printed_value": NOTE,
    "timing": NOTE,
    "confidence": CONFIDENCE,
}
BOARD = {
    "id": ID,
    "name": TEXT,
    "set": ID,
    "side": _one_of("A", "B", "Day", "Night"),
    "resource": Key(lambda value: LETTERS.fits(value) and len(str(value)) == 1, "one letter"),
    "effects": EFFECTS,
    "confidence": CONFIDENCE,
}
STAGE = {
    "stage": Key(_is_number, "the number of the stage"),
    "coins": COINS,
    "resources": LETTERS,
    "effects": EFFECTS,
    "confidence": CONFIDENCE,
}


def is_language(name: str) -> bool:
    """Is this the code of a language, as in "fr"? Its text is the name in that language."""
    return len(name) == 2 and name.isalpha() and name != "id"


def check_keys(line: Line, keys: Mapping[str, Key], needed: tuple[str, ...]) -> None:
    """Raise for a key that is unknown, missing, or holds what it cannot."""
    for name, value in line.row.items():
        key = keys.get(name) or (NOTE if is_language(name) and "name" in keys else None)
        if key is None:
            raise line.fault(f'"{name}" is no key of such a line.{remedy(name, tuple(keys))}')
        if not key.fits(value):
            raise _value_fault(line, name, value, key)
    for name in needed:
        if name not in line.row:
            raise line.fault(f'"{name}" is missing. It is {keys[name].means}.')


def _value_fault(line: Line, name: str, value: object, key: Key) -> CardError:
    hint = remedy(value, key.words) if isinstance(value, str) else ""
    return line.fault(f'"{name}" cannot be {quoted(value)}.{hint or f" It is {key.means}."}')
