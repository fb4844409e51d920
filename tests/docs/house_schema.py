"""Write docs/house.schema.json from the tables of card_db: `make schema`.

It describes one line of a house file, for editors; the loader checks more than a schema can say.
"""

import json
from pathlib import Path
from typing import Any

from card_db import rows
from card_db.cards import COLORS, RESOURCES
from card_db.effects import COUNTED, NUMBERS, PRODUCTION, VERBS, choices
from card_db.rows import BOARD, CARD, STAGE, Key

PATH = Path(__file__).parents[2] / "docs" / "house.schema.json"
Schema = dict[str, Any]
ID: Schema = {"type": "string", "maxLength": 40, "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$"}
COLOR = "|".join(COLORS)
SHAPES: dict[int, Schema] = {
    id(rows.NAME): {"type": "string", "pattern": r"^\S(.*\S)?$", "maxLength": rows.NAME_MAX},
    id(rows.NOTE): {"type": "string"},
    id(rows.ID): ID,
    id(rows.IDS): {"type": "array", "items": ID},
    id(rows.COINS): {"type": "integer", "minimum": 0, "maximum": 99},
    id(rows.PRICE): {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"const": "age"}]},
    id(rows.LETTERS): {"type": "string", "pattern": f"^[{RESOURCES}]{{0,15}}$"},
    id(rows.EFFECTS): {"type": "array", "items": {"$ref": "#/$defs/effect"}},
    id(rows.NEEDS): {"type": "array", "items": {"enum": ["leaders", "cities"]}},
    id(CARD["age"]): {"enum": [0, 1, 2, 3]},
    id(CARD["copies"]): {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 7},
        "minItems": 1,
        "uniqueItems": True,
    },
    id(CARD["deck"]): {"enum": [*CARD["deck"].words, ""]},
    id(BOARD["resource"]): {"enum": [*RESOURCES]},
    id(STAGE["stage"]): {"type": "integer", "minimum": 1, "maximum": 4},
}
"""What a key of a line holds; one with words is any of them."""


def schema() -> Schema:
    """Return the schema of a line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a Wondertable house file",
        "anyOf": [
            _line("A card, a leader or a guild", CARD, "id", "name", "color"),
            _line("One side of a wonder", BOARD, "id", "name", "side"),
            _line("A stage, below its wonder", STAGE, "stage"),
        ],
        "$defs": {"effect": {"anyOf": [_effect(verb) for verb in VERBS]}},
    }


def _line(title: str, keys: dict[str, Key], *needed: str) -> Schema:
    names = {"^(?!id)[a-z]{2}$": {"type": "string", "description": "the name in this language"}}
    return {
        "title": title,
        "type": "object",
        "properties": {name: _key(key) for name, key in keys.items()},
        **({"patternProperties": names} if "name" in keys else {}),
        "required": [*needed],
        "additionalProperties": False,
    }


def _key(key: Key) -> Schema:
    shape = SHAPES.get(id(key)) or {"enum": [*key.words]}
    return {"description": key.means, **shape}


def _effect(verb: str) -> Schema:
    known = VERBS[verb]
    value: Schema = {"enum": [*known.values]}
    if known.values is NUMBERS:
        value = {"type": "integer", "minimum": NUMBERS[0], "maximum": NUMBERS[-1]}
    if verb == "make":
        value = {"anyOf": [value, {"type": "string", "pattern": f"^({PRODUCTION.pattern})$"}]}
    modifiers = {name: _modifier(verb, name) for name in known.modifiers}
    return {
        "title": verb,
        "type": "object",
        "properties": {verb: value, **modifiers},
        "required": [verb, *known.needs],
        "additionalProperties": False,
    }


def _modifier(verb: str, name: str) -> Schema:
    words = [*choices(verb, name)]
    if name != "per" or COLORS[0] not in words:
        return {"enum": words}
    colors = rf"^({COLOR})((/({COLOR}))*|(\+({COLOR}))*)$"
    counted = [word for word in words if word in COUNTED]
    return {"anyOf": [{"enum": counted}, {"type": "string", "pattern": colors}]}


def text() -> str:
    """Return the file."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
    print(PATH.relative_to(PATH.parents[1]))
