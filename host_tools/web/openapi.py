"""The API described for programs: OpenAPI 3.1, with the schemas of the messages."""

from __future__ import annotations

from functools import cache
from typing import Any

from host_tools.venue.messages import SCHEMAS, schema

Json = dict[str, Any]
AT = "/api/v1"
VERSION = "1.0.0"

LANG: Json = {
    "name": "lang",
    "in": "query",
    "description": "The language of the sentences; else what Accept-Language likes.",
    "schema": {"enum": ["en", "fr"]},
}
SEAT: Json = {
    "name": "seat",
    "in": "path",
    "required": True,
    "description": "Counted from 0, in the order in which people sit.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 7},
}
AFTER: Json = {
    "name": "after",
    "in": "query",
    "description": "The id of the last event that is known; all when it is not of this game.",
    "schema": {"type": "string"},
}
STATE = {"$ref": "#/components/schemas/state"}
SEATS = {"$ref": "#/components/schemas/state/properties/seats"}
ONE_SEAT = {"$ref": "#/components/schemas/state/properties/seats/items"}
RESULT = {"$ref": "#/components/schemas/result"}
SCORE = {"$ref": "#/components/schemas/state/properties/seats/items/properties/score"}
EVENTS = {"type": "array", "items": {"$ref": "#/components/schemas/event"}}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


EXPLAINED = _object(
    seat={"type": "integer"},
    player={"type": "string"},
    score=SCORE,
    explained={
        "type": "array",
        "items": _object(
            category={"type": "string"}, points={"type": "integer"}, text={"type": "string"}
        ),
    },
)
GAMES = _object(
    games={
        "type": "array",
        "items": _object(
            number={"type": "integer"},
            begun={"type": "string", "format": "date-time"},
            state={"enum": ["open", "over", "abandoned"]},
        ),
    }
)
ERROR = _object(
    error={"type": "string", "description": "A code that stays."},
    message={"type": "string", "description": "A sentence for people, in their language."},
)
STREAM = (
    "What has happened in this game. As a WebSocket at the same address: first the state, then "
    "each event when it happens; with `after` also those since an event that is known."
)
# Path: (summary, parameters, what is answered, which refusals there are)
PATHS: dict[str, tuple[str, list[Json], Json, tuple[str, ...]]] = {
    "/table": ("How the table stands.", [], STATE, ()),
    "/seats": ("All seats as they stand.", [], _object(seats=SEATS), ()),
    "/seats/{seat}": ("One seat as it stands.", [SEAT], ONE_SEAT, ("404",)),
    "/seats/{seat}/score": ("The points of a seat, explained.", [SEAT, LANG], EXPLAINED, ("404",)),
    "/events": (STREAM, [AFTER], _object(events=EVENTS), ()),
    "/result": ("The result of the game, once it is over.", [], RESULT, ("409",)),
    "/games": ("The games in this table's journal, the newest first.", [], GAMES, ("409",)),
    "/openapi.json": ("This description.", [], {"type": "object"}, ()),
}  # fmt: skip
REFUSALS = {
    "404": "There is no such seat.",
    "409": "Not at this moment: no game, or it is not over.",
}


@cache
def document() -> Json:
    """Return the description of the API."""
    schemas = {name: _bare(schema(name)) for name in SCHEMAS if name != "link"}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wondertable",
            "version": VERSION,
            "description": "One table of 7 Wonders, read-only: what everybody at it may see.",
        },
        "paths": {f"{AT}{path}": {"get": _get(path, *told)} for path, told in PATHS.items()},
        "components": {"schemas": {**schemas, "error": ERROR}},
    }


def _bare(found: Json) -> Json:
    return {name: value for name, value in found.items() if not name.startswith("$")}


def _get(
    path: str, summary: str, parameters: list[Json], answered: Json, refusals: tuple[str, ...]
) -> Json:
    responses = {"200": _content("It is so.", answered)}
    responses |= {code: _refusal(REFUSALS[code]) for code in refusals}
    responses["default"] = _refusal("Refused; nothing was done.")
    name = path.strip("/").replace("/{seat}", "_of_seat").replace("/", "_").removesuffix(".json")
    return {
        "operationId": name,
        "summary": summary.partition(". ")[0].removesuffix(".") + ".",
        "description": summary,
        "parameters": parameters,
        "responses": responses,
    }


def _refusal(text: str) -> Json:
    return _content(text, {"$ref": "#/components/schemas/error"})


def _content(text: str, answered: Json) -> Json:
    return {"description": text, "content": {"application/json": {"schema": answered}}}
