"""Cards and wonders read from the lines of a data file, each key checked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from card_db.cards import COLORS, RESOURCES, Card, Effect, Wonder
from card_db.effects import STAGES, read_effect
from card_db.lines import DataLine, Row, quoted, remedy
from card_db.places import check_needs, check_places, check_rights

NAME_MAX = 40


@dataclass(frozen=True, slots=True)
class Key:
    """What a key may hold, as a test and in words."""

    fits: Callable[[object], bool]
    means: str
    words: tuple[str, ...] = ()


def is_id(value: object) -> bool:
    """Whether this can be the id of a card or a wonder."""
    return (
        isinstance(value, str)
        and len(value) <= NAME_MAX
        and re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", value) is not None
    )


def _is_small(letters: str) -> bool:
    return len(letters) <= 15 and all(letters.count(kind) <= 7 for kind in letters)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100


def _list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _one_of(*words: str, empty: bool = False) -> Key:
    known = {*words, ""} if empty else {*words}
    means = f"one of {', '.join(words)}"
    return Key(lambda value: isinstance(value, str) and value in known, means, words)


def _is_line(value: object) -> bool:
    """Whether a terminal, a label and a page can show this as it is."""
    return isinstance(value, str) and (value.isprintable() or not value)


TEXT = Key(lambda value: isinstance(value, str) and bool(value.strip()), "a text")
NAME = Key(
    lambda value: _is_line(value) and str(value).strip() == value and 0 < len(value) <= NAME_MAX,
    f"a name of 1 to {NAME_MAX} letters, without spaces around it",
)
NOTE = Key(_is_line, "a text on one line")
ID = Key(is_id, f'small letters, figures and "_", at most {NAME_MAX}, as in "temple" or "loom_2"')
IDS = Key(_list_of(is_id), 'a list of ids, as in ["temple"]')
COINS = Key(_is_number, "a whole number of coins")
PRICE = Key(lambda value: value == "age" or _is_number(value), 'a number of coins, or "age"')
LETTERS = Key(
    lambda value: isinstance(value, str) and set(value) <= set(RESOURCES) and _is_small(value),
    "letters of W wood, S stone, C clay, O ore, G glass, L loom, P papyrus, at most seven of a "
    "kind and fifteen in all",
)
EFFECTS = Key(
    _list_of(lambda value: isinstance(value, dict)), 'a list of effects, as in [{"points": 3}]'
)
CONFIDENCE = _one_of("high", "medium", "low")
NEEDS = Key(
    _list_of(lambda value: value in ("leaders", "cities")), 'a list of sets, as in ["leaders"]'
)

CARD = {
    "id": ID,
    "name": NAME,
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
    "needs": NEEDS,
    "printed_value": NOTE,
    "timing": NOTE,
    "confidence": CONFIDENCE,
}
BOARD = {
    "id": ID,
    "name": NAME,
    "set": ID,
    "side": _one_of("A", "B", "Day", "Night"),
    "resource": Key(lambda value: LETTERS.fits(value) and len(str(value)) == 1, "one letter"),
    "effects": EFFECTS,
    "needs": NEEDS,
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


def check_keys(line: DataLine, keys: Mapping[str, Key], needed: tuple[str, ...]) -> None:
    """Raise for a key that is unknown, missing, or holds what it cannot."""
    for name, value in line.row.items():
        key = keys.get(name) or (NOTE if is_language(name) and "name" in keys else None)
        if key is None:
            raise line.fault(f'"{name}" is no key of such a line.{remedy(name, tuple(keys))}')
        if not key.fits(value):
            hint = remedy(value, key.words) if isinstance(value, str) else ""
            wanted = hint or f" It is {key.means}."
            raise line.fault(f'"{name}" cannot be {quoted(value):.80}.{wanted}')
    for name in needed:
        if name not in line.row:
            raise line.fault(f'"{name}" is missing. It is {keys[name].means}.')


def read_card(line: DataLine, edition: str, set_name: str) -> Card:
    """The card of a line; `set_name` is its set where the line does not say."""
    check_keys(line, CARD, ("id", "name", "color"))
    row = line.row
    age, color = row.get("age", 0), row["color"]
    if (color == "white") != (age == 0):
        wanted = "no age" if color == "white" else "an age of 1, 2 or 3"
        raise line.fault(f'{row["name"]} is {color}, so it has {wanted}. Correct "age" or "color".')
    card = _card(line, {"set": set_name, **row}, edition)
    for fault in _color_faults(card):
        raise line.fault(f"{card.name} is {color}: {fault}")
    check_places(line, card.effects, "leader" if color == "white" else "card")
    check_rights(line, card.effects)
    if color != "white":  # leaders come with their set
        check_needs(line, card.effects, (card.set, *card.needs))
    return card


def _color_faults(card: Card) -> Iterator[str]:
    """Say what a card of its colour cannot have."""
    if len({*card.copies}) < len(card.copies):
        yield f'each of its "copies" has a number of its own, not {list(card.copies)}.'
    if card.color == "white":
        for key in ("resources", "free_from", "chains_to"):
            if getattr(card, key):
                yield f'a leader has no "{key}".'
        if len(card.copies) > 1:
            yield 'there is one copy of a leader. Take "copies" away.'
    elif card.deck:
        yield 'only leaders have a "deck".'
    if card.color == "purple" and card.age != 3:
        yield "guilds belong to Age III."
    if card.color == "black" and "cities" not in (card.set, *card.needs):
        yield 'black cards come with Cities. Add "needs": ["cities"].'


def read_wonder(lines: Sequence[DataLine], edition: str, set_name: str) -> Wonder:
    """One side of a wonder: the line of its board, then a line for each stage."""
    board, *stages = lines
    check_keys(board, BOARD, ("id", "name", "side"))
    row = {"set": set_name, "confidence": "high", **board.row}
    if not row["id"].endswith(f"_{row['side'].lower()}"):
        name, _, end = row["id"].rpartition("_")
        name = name if end in ("a", "b", "day", "night") else row["id"]
        raise board.fault(f'the id of a side ends in it: "{name}_{row["side"].lower()}".')
    if not stages:
        raise board.fault(f'{row["name"]} has no stages. Add lines {{"stage": 1, ...}} below it.')
    if len(stages) > len(STAGES) - 1:
        raise stages[-1].fault(f"{row['name']} has {len(stages)} stages: the most are four.")
    effects = _effects(board)
    built = tuple(_stage(line, number, row, edition) for number, line in enumerate(stages, 1))
    check_places(board, effects, "board")
    for line, stage in zip(stages, built, strict=True):
        check_places(line, stage.effects, "stage")
    by_line = (effects, *(stage.effects for stage in built))
    check_rights(stages[-1], [effect for its in by_line for effect in its])
    for line, its in zip(lines, by_line, strict=True):
        check_needs(line, its, (row["set"], *row.get("needs", ())))
    return Wonder(
        id=row["id"],
        name=row["name"],
        names=_names(row),
        edition=edition,
        set=row["set"],
        side=row["side"],
        resource=row.get("resource", ""),
        effects=effects,
        any_order=any(effect.verb == "order" for effect in effects),
        stages=built,
        needs=tuple(row.get("needs", ())),
        confidence=row["confidence"],
    )


def _stage(line: DataLine, number: int, board: Row, edition: str) -> Card:
    check_keys(line, STAGE, ("stage",))
    if line.row["stage"] != number:
        raise line.fault(f"this is stage {number} of {board['name']}. Count the stages from 1.")
    named = {
        "id": f"{board['id']}_{number}",
        "name": f"{board['name']} stage {number}",
        **_names(board),
        "set": board["set"],
        "color": "stage",
    }
    stage = _card(line, {"confidence": board["confidence"], **line.row, **named}, edition)
    copied = [effect for effect in stage.effects if effect.value in STAGES]
    if len(copied) > 1:
        raise line.fault("a stage copies one stage, not several.")
    if copied and (stage.coins or stage.resources):
        raise line.fault(
            'a stage that copies one costs what that one costs. Take "coins" and "resources" away.'
        )
    return stage


def _card(line: DataLine, row: Row, edition: str) -> Card:
    return Card(
        id=row["id"],
        name=row["name"],
        names=_names(row),
        edition=edition,
        set=row["set"],
        color=row["color"],
        age=row.get("age", 0),
        copies=tuple(row.get("copies", (1,))),
        coins=row.get("coins", 0),
        resources=row.get("resources", ""),
        free_from=tuple(row.get("free_from", ())),
        chains_to=tuple(row.get("chains_to", ())),
        effects=_effects(line),
        deck=row.get("deck", ""),
        needs=tuple(row.get("needs", ())),
        printed_value=row.get("printed_value", ""),
        timing=row.get("timing", ""),
        confidence=row.get("confidence", "high"),
    )


def _names(row: Row) -> dict[str, str]:
    """The names in other languages, which house cards bring along."""
    return {key: text for key, text in row.items() if is_language(key)}


def _effects(line: DataLine) -> tuple[Effect, ...]:
    return tuple(read_effect(line, effect) for effect in line.row.get("effects", ()))
