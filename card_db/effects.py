"""Effects: the verbs and modifiers that they are made of, and how the data files spell them.

>>> says("make", "C/O"), says("make", "gold"), fits("points", "per", "brown/grey")
(True, False, True)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeGuard

from card_db.cards import COLORS, RESOURCES, SYMBOLS, Effect
from card_db.lines import DataLine, Row, quoted, remedy
from card_db.sense import faults

NUMBERS = range(1, 100)
PRODUCTION = re.compile(r"[WSCOGLP]+|[WSCOGLP](/[WSCOGLP])+")
"""Resources made together ("CC") or one of several ("C/O")."""
SET_SIGNS = re.compile(r"[/+]")
"""Between colours: "brown/grey" counts either, "blue+red" counts complete sets."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb may say, the modifiers it may have, and those it cannot do without."""

    values: Sequence[int | str]
    modifiers: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


STAGES = _words("stage_1 stage_2 stage_3 stage_4 last_stage")
"""What a stage can copy of a neighbour's board; `with` says which neighbour's."""
VERBS = {
    "make": Verb(_words("produced missing any"), _words("price sold")),
    "trade": Verb(_words("raw goods any start"), _words("with price once"), _words("with price")),
    "discount": Verb(NUMBERS, _words("on with"), _words("on")),
    "free": Verb(_words("card black purple leader stage new_color first last"), _words("once")),
    "coins": Verb(NUMBERS, _words("per of on once with")),
    "lose": Verb(NUMBERS, _words("per on")),
    "debts": Verb(NUMBERS, _words("with"), _words("with")),
    "take": Verb(_words("discard")),
    "copy": Verb((*_words("guild leader science"), *STAGES), _words("with")),
    "order": Verb(_words("any")),
    "play": Verb(_words("last_card leader")),
    "turn": Verb(_words("leader")),
    "draw": Verb((4,)),
    "diplomacy": Verb(NUMBERS),
    "shields": Verb(NUMBERS, _words("per")),
    "victories": Verb((1, 3, 5, -1, "age"), _words("with")),
    "defeats": Verb(_words("winner none")),
    "points": Verb(NUMBERS, _words("per of if")),
    "science": Verb((*SYMBOLS, "any", "replace", "most")),
}

COUNTED = _words(
    "stage leader victory victory_1 victory_3 victory_5 victory_pair defeat"
    " three_coins science_set age under raw goods resource"
) + tuple(RESOURCES)
MODIFIERS: dict[str, Sequence[int | str]] = {
    "per": (*COLORS, *COUNTED),
    "of": _words("own neighbours all"),
    "on": (*COLORS, *_words("stage leader chain victory buy bank")),
    "if": _words(
        "wonder_complete most_blue most_yellow most_red most_green most_coins no_defeat only_leader"
    ),
    "once": _words("turn age neighbour"),
    "with": _words("own left right neighbours others"),
    "price": (*range(-9, 0), *range(1, 10)),
    "sold": (True, False),
}
AGE_COLORS = tuple(color for color in COLORS if color != "white")
NARROWER: dict[tuple[str, str], Sequence[int | str]] = {
    ("discount", "on"): (*AGE_COLORS, "stage", "leader"),
    ("discount", "with"): _words("own neighbours"),
    ("coins", "per"): (*COLORS, *(word for word in COUNTED if word != "science_set")),
    ("coins", "on"): (*AGE_COLORS, *_words("stage leader chain victory buy bank")),
    ("coins", "once"): _words("turn neighbour"),
    ("coins", "with"): _words("own neighbours others"),
    ("lose", "per"): (
        *COLORS,
        *(word for word in COUNTED if word not in ("science_set", "under")),
    ),
    ("lose", "on"): (*AGE_COLORS, *_words("stage leader chain")),
    ("copy", "with"): _words("left right"),
    ("trade", "with"): _words("left right neighbours"),
    ("trade", "once"): _words("turn"),
    ("debts", "with"): _words("neighbours others"),
    ("free", "once"): _words("age"),
    ("shields", "per"): _words("defeat"),
    ("victories", "with"): _words("own neighbours others"),
    ("make", "price"): range(1, 10),
}
"""Modifiers that may say less beside these verbs than beside others: what the rules can do."""
PARTNERS = {
    ("coins", "of"): "per",
    ("points", "of"): "per",
    ("coins", "once"): "on",
}
"""Modifiers that say nothing without another."""


def choices(verb: str, modifier: str) -> Sequence[int | str]:
    """The words that the modifier may be, beside this verb."""
    return NARROWER.get((verb, modifier), MODIFIERS[modifier])


def says(verb: str, value: object) -> bool:
    """Whether the verb may have this value."""
    if verb == "make" and isinstance(value, str) and PRODUCTION.fullmatch(value):
        return True
    return _is_plain(value) and value in VERBS[verb].values


def fits(verb: str, modifier: str, value: object) -> bool:
    """Whether the modifier may have this value beside this verb."""
    if modifier == "sold":
        return isinstance(value, bool)
    if modifier == "per" and isinstance(value, str) and value not in COUNTED:
        if COLORS[0] not in choices(verb, modifier):
            return False
        return set(SET_SIGNS.split(value)) <= set(COLORS) and not {"/", "+"} <= set(value)
    return _is_plain(value) and value in choices(verb, modifier)


def _is_plain(value: object) -> TypeGuard[int | str]:
    return isinstance(value, int | str) and not isinstance(value, bool)


FIELDS = {"if": "when", "with": "to"}
"""Words of the data that Python keeps for itself or that read badly in code."""
DEFAULTS = {field.name: field.default for field in fields(Effect)}


def read_effect(line: DataLine, row: Row) -> Effect:
    """The effect that one object of a line's "effects" spells."""
    verb = _verb(line, row)
    for key in row:
        if key != verb:
            _check_modifier(line, verb, key, row)
    for key in VERBS[verb].needs:
        if key not in row:
            raise line.fault(f'"{verb}" needs "{key}" as well.')
    for fault in faults(verb, row):
        raise line.fault(fault)
    more = {FIELDS.get(key, key): row[key] for key in row if key != verb}
    return Effect(verb, row[verb], **more)


def spell_effect(effect: Effect) -> Row:
    """The effect as the data spell it, defaults left out."""
    row: Row = {effect.verb: effect.value}
    for key in MODIFIERS:
        name = FIELDS.get(key, key)
        if (value := getattr(effect, name)) != DEFAULTS[name]:
            row[key] = value
    return row


def _verb(line: DataLine, row: Row) -> str:
    for key in row:
        if key not in VERBS and key not in MODIFIERS:
            raise line.fault(f'"{key}" is no word of effects.{remedy(key, (*VERBS, *MODIFIERS))}')
    verbs = [key for key in row if key in VERBS]
    if len(verbs) != 1:
        named = " and ".join(f'"{verb}"' for verb in verbs) or "none"
        raise line.fault(f"an effect has exactly one verb, this one has {named}.")
    verb = verbs[0]
    if not says(verb, row[verb]):
        raise line.fault(f'"{verb}" cannot be {quoted(row[verb]):.80}.{_choices(verb, row[verb])}')
    return verb


def _choices(verb: str, value: object) -> str:
    known = VERBS[verb].values
    if known is NUMBERS:
        return f" It is a whole number from 1 to {NUMBERS[-1]}."
    if verb == "make":
        return ' Write resource letters ("W", "CC", "C/O"), or "produced", "missing", "any".'
    if any(isinstance(word, int) for word in known):
        return f" It can be: {', '.join(map(str, known))}."
    return remedy(value, known) or f" It can be: {', '.join(map(str, known))}."


def _check_modifier(line: DataLine, verb: str, key: str, row: Row) -> None:
    value, partner = row[key], PARTNERS.get((verb, key))
    if key not in VERBS[verb].modifiers:
        allowed = ", ".join(VERBS[verb].modifiers) or "none"
        raise line.fault(f'"{verb}" does not go with "{key}". Its modifiers: {allowed}.')
    if not fits(verb, key, value):
        raise line.fault(f'"{key}" cannot be {quoted(value)}.{remedy(value, choices(verb, key))}')
    if partner and partner not in row:
        raise line.fault(f'"{key}" beside "{verb}" needs "{partner}" as well.')
