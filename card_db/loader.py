"""The box of one printing, read from the data files beside this module."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from card_db.cards import Box, Card, Effect, Wonder

HERE = Path(__file__).parent
SETS = ("base", "leaders", "cities")
FIELDS = {"if": "when", "with": "to"}
MODIFIERS = ("per", "of", "on", "if", "once", "with", "price", "sold")

Row = dict[str, Any]


def load_box(edition: str, house: Sequence[Path] = ()) -> Box:
    """All cards and wonders of a printing ("1e" or "2e"), with the house cards of these files."""
    return _read_box(edition, tuple(house)) if house else _printed_box(edition)


@cache
def _printed_box(edition: str) -> Box:
    return _read_box(edition, ())


def _read_box(edition: str, house: tuple[Path, ...]) -> Box:
    files = [(name, HERE / f"{name}_{edition}.jsonl") for name in SETS]
    files += [("house", path) for path in house]
    cards = [_card(row, edition, name) for name, path in files for row in _rows(path)]
    wonders = _wonders(_rows(HERE / f"wonders_{edition}.jsonl"), edition)
    return Box(
        edition,
        {card.id: card for card in cards},
        {wonder.id: wonder for wonder in wonders},
        frozenset(card.set for card in cards),
    )


def _rows(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield json.loads(line)


def _card(row: Row, edition: str, name: str) -> Card:
    return Card(
        id=row["id"],
        name=row["name"],
        name_fr=row.get("fr", ""),
        edition=edition,
        set=row.get("set", name),
        color=row["color"],
        age=row.get("age", 0),
        copies=tuple(row.get("copies", (1,))),
        coins=row.get("coins", 0),
        resources=row.get("resources", ""),
        free_from=tuple(row.get("free_from", ())),
        chains_to=tuple(row.get("chains_to", ())),
        effects=_effects(row),
        deck=row.get("deck", ""),
        printed_value=row.get("printed_value", ""),
        timing=row.get("timing", ""),
        confidence=row.get("confidence", "high"),
    )


def _effects(row: Row) -> tuple[Effect, ...]:
    return tuple(_effect(effect) for effect in row.get("effects", ()))


def _effect(row: Row) -> Effect:
    ((verb, value),) = ((key, row[key]) for key in row if key not in MODIFIERS)
    more = {FIELDS.get(key, key): row[key] for key in row if key in MODIFIERS}
    return Effect(verb, value, **more)


def _wonders(rows: Iterator[Row], edition: str) -> list[Wonder]:
    boards: list[tuple[Row, list[Row]]] = []
    for row in rows:
        if "stage" in row:
            boards[-1][1].append(row)
        else:
            boards.append((row, []))
    return [_wonder(board, stages, edition) for board, stages in boards]


def _wonder(board: Row, stages: list[Row], edition: str) -> Wonder:
    confidence = board.get("confidence", "high")
    return Wonder(
        id=board["id"],
        name=board["name"],
        name_fr=board.get("fr", ""),
        edition=edition,
        set=board["set"],
        side=board["side"],
        resource=board.get("resource", ""),
        effects=_effects(board),
        stages=tuple(_card(_stage(board, row, confidence), edition, "") for row in stages),
        confidence=confidence,
    )


def _stage(board: Row, row: Row, confidence: str) -> Row:
    number = row["stage"]
    return {
        "confidence": confidence,
        **row,
        "id": f"{board['id']}_{number}",
        "name": f"{board['name']} stage {number}",
        "fr": f"{board.get('fr', board['name'])}, étape {number}",
        "set": board["set"],
        "color": "stage",
    }
