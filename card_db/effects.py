"""An effect and its spelling in the data files."""

from dataclasses import fields

from card_db.cards import Effect
from card_db.lines import Line, Row, quoted, remedy
from card_db.vocabulary import MODIFIERS, NUMBERS, PARTNERS, VERBS, choices, fits, says

FIELDS = {"if": "when", "with": "to"}
"""Words of the data that Python keeps for itself or that read badly in code."""
DEFAULTS = {field.name: field.default for field in fields(Effect)}


def read_effect(line: Line, row: Row) -> Effect:
    """The effect that one object of a line's "effects" spells."""
    verb = _verb(line, row)
    for key in row:
        if key != verb:
            _check_modifier(line, verb, key, row)
    for key in VERBS[verb].needs:
        if key not in row:
            raise line.fault(f'"{verb}" needs "{key}" as well.')
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


def _verb(line: Line, row: Row) -> str:
    for key in row:
        if key not in VERBS and key not in MODIFIERS:
            raise line.fault(f'"{key}" is no word of effects.{remedy(key, (*VERBS, *MODIFIERS))}')
    verbs = [key for key in row if key in VERBS]
    if len(verbs) != 1:
        named = " and ".join(f'"{verb}"' for verb in verbs) or "none"
        raise line.fault(f"an effect has exactly one verb, this one has {named}.")
    verb = verbs[0]
    if not says(verb, row[verb]):
        raise line.fault(f'"{verb}" cannot be {quoted(row[verb])}.{_choices(verb, row[verb])}')
    return verb


def _choices(verb: str, value: object) -> str:
    known = VERBS[verb].values
    if known is NUMBERS:
        return " It is a whole number from 1."
    if verb == "make":
        return ' Write resource letters ("W", "CC", "C/O"), or "produced", "missing", "any".'
    return remedy(value, known)


def _check_modifier(line: Line, verb: str, key: str, row: Row) -> None:
    value, partner = row[key], PARTNERS.get((verb, key))
    if key not in VERBS[verb].modifiers:
        allowed = ", ".join(VERBS[verb].modifiers) or "none"
        raise line.fault(f'"{verb}" does not go with "{key}". Its modifiers: {allowed}.')
    if not fits(verb, key, value):
        raise line.fault(f'"{key}" cannot be {quoted(value)}.{remedy(value, choices(verb, key))}')
    if partner and partner not in row:
        raise line.fault(f'"{key}" beside "{verb}" needs "{partner}" as well.')
