"""Cards and wonders as rows: made from checked lines."""

from collections.abc import Sequence

from card_db.cards import Card, Effect, Wonder
from card_db.effects import read_effect
from card_db.keys import BOARD, CARD, STAGE, check_keys, is_language
from card_db.lines import Line, Row


def read_card(line: Line, edition: str, set_name: str) -> Card:
    """The card of a line; `set_name` is its set where the line does not say."""
    check_keys(line, CARD, ("id", "name", "color"))
    row = line.row
    age, color = row.get("age", 0), row["color"]
    if (color == "white") != (age == 0):
        wanted = "no age" if color == "white" else "an age of 1, 2 or 3"
        raise line.fault(f'{row["name"]} is {color}, so it has {wanted}. Correct "age" or "color".')
    return _card(line, {"set": set_name, **row}, edition)


def read_wonder(lines: Sequence[Line], edition: str, set_name: str) -> Wonder:
    """One side of a wonder: the line of its board, then a line for each stage."""
    board, *stages = lines
    check_keys(board, BOARD, ("id", "name", "side"))
    row = {"set": set_name, "confidence": "high", **board.row}
    if not row["id"].endswith(f"_{row['side'].lower()}"):
        raise board.fault(f'the id of a side ends in it: "{row["id"]}_{row["side"].lower()}".')
    if not stages:
        raise board.fault(f'{row["name"]} has no stages. Add lines {{"stage": 1, ...}} below it.')
    return Wonder(
        id=row["id"],
        name=row["name"],
        names=_names(row),
        edition=edition,
        set=row["set"],
        side=row["side"],
        resource=row.get("resource", ""),
        effects=_effects(board),
        stages=tuple(_stage(line, number, row, edition) for number, line in enumerate(stages, 1)),
        confidence=row["confidence"],
    )


def _stage(line: Line, number: int, board: Row, edition: str) -> Card:
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
    return _card(line, {"confidence": board["confidence"], **line.row, **named}, edition)


def _card(line: Line, row: Row, edition: str) -> Card:
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
        printed_value=row.get("printed_value", ""),
        timing=row.get("timing", ""),
        confidence=row.get("confidence", "high"),
    )


def _names(row: Row) -> dict[str, str]:
    """The names in other languages, which house cards bring along."""
    return {key: text for key, text in row.items() if is_language(key)}


def _effects(line: Line) -> tuple[Effect, ...]:
    return tuple(read_effect(line, effect) for effect in line.row.get("effects", ()))
