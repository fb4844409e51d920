"""Messages as they come in: read, checked against their schema, and typed; or refused.

A broker carries whatever a client sends. This is the only door: what has passed it holds its
schema, can be written as JSON again, and names the table and the game of its topic.

>>> link("7", b'{"online": Infinity}')
Traceback (most recent call last):
host_tools.venue.incoming.MessageError: It holds a number that JSON does not have: Infinity.
"""

import json
import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import category

from host_tools.rules.names import name_key
from host_tools.texts import say
from host_tools.venue.messages import (
    LinkMessage,
    ResultMessage,
    SeatPlayer,
    StateMessage,
    TableIdentity,
    schema,
)

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

SIZE = 32 * 1024  # bytes; a state of eight seats has under 4,000
DEPTH = 16  # levels; ours have 4
WHOLE = 2**53  # every program reads whole numbers below it exactly
DETAIL = 160  # letters of what is wrong
CONTROLS = ("Cc", "Zl", "Zp")  # control characters, and breaks of lines and paragraphs


class MessageError(ValueError):
    """A message that is refused; `why` is the key of a text, `detail` fills its hole."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why, self.detail = why, _writable(detail[:DETAIL])
        super().__init__(reason(self.why, self.detail, "en"))


def reason(why: str, detail: str, lang: str) -> str:
    """Return in a sentence why a message was refused."""
    return say(f"refused.{why}", lang, detail=detail)


def state(name: str, payload: bytes) -> StateMessage:
    """Read what came to the topic `tables/NAME/state`."""
    message: StateMessage = checked("state", payload)
    _require_topic(name, message["table"])
    _require_seats(message["seats"])
    if any(seat >= len(message["seats"]) for seat in message.get("missing", ())):
        raise MessageError("seats")
    return message


def link(name: str, payload: bytes) -> LinkMessage:
    """Read what came to the topic `tables/NAME/link`."""
    message: LinkMessage = checked("link", payload)
    _require_topic(name, message["table"])
    return message


def result(name: str, game: str, payload: bytes) -> ResultMessage:
    """Read what came to the topic `tables/NAME/results/GAME`."""
    message = stored_result(payload)
    _require_topic(name, message["table"])
    if message["game"] != game:
        raise MessageError("other_game", message["game"])
    return message


def stored_result(payload: bytes) -> ResultMessage:
    """Read a result, wherever it comes from."""
    message: ResultMessage = checked("result", payload)
    _require_seats(message["seats"])
    _require_each_once(message["seats"])
    if message["final"]:
        _require_ranks(message)
    return message


def checked(kind: str, payload: bytes) -> Any:
    """Return a message that holds the schema of its kind, or raise MessageError."""
    if len(payload) > SIZE:
        raise MessageError("too_long", str(SIZE))
    try:
        text = payload.decode("utf-8")
        message = DECODER.decode(text)
    except MessageError:
        raise
    except UnicodeDecodeError:
        raise MessageError("no_text") from None
    except RecursionError:
        raise MessageError("too_deep", str(DEPTH)) from None
    except ValueError as error:
        raise MessageError("no_json", str(error)) from None
    _require_plain(message)
    if r"\u" in text and _writable(text := json.dumps(message, ensure_ascii=False)) != text:
        raise MessageError("no_text")  # half a letter, which no page and no file can hold
    _require_schema(kind, message)
    return message


def _require_schema(kind: str, message: object) -> None:
    validator = _validator(kind)
    if validator.is_valid(message):
        return
    error = next(iter(validator.iter_errors(message)))
    where = "/".join(map(str, error.instance_path))
    raise MessageError("schema", f"{where}: {error.message}" if where else error.message)


@cache
def _validator(kind: str) -> "Draft202012Validator":
    from jsonschema_rs import Draft202012Validator  # most commands need no venue

    return Draft202012Validator(schema(kind), mask="this")


def _require_topic(name: str, table: TableIdentity) -> None:
    if table["name"] != name:
        raise MessageError("other_name", table["name"])


def _require_seats(seats: Sequence[SeatPlayer]) -> None:
    """Require seats in their order, and names of one line; older names may have any letters."""
    for number, seat in enumerate(seats):
        if seat["seat"] != number:
            raise MessageError("seats")
        name = seat["player"]
        acts = not name.isprintable() and any(category(sign) in CONTROLS for sign in name)
        if acts or not name.strip():
            raise MessageError("names")


def _require_each_once(seats: Sequence[SeatPlayer]) -> None:
    seen: set[str] = set()
    for seat in seats:
        if (key := name_key(seat["player"])) in seen:
            raise MessageError("player_twice", seat["player"])
        seen.add(key)


def _require_ranks(message: ResultMessage) -> None:
    """Require the ranks of the rules: by points, then coins.

    R184: a team adds both, and its players share a rank. G107: the Free City has none.
    """
    seats, size = message["seats"], 2 if message["variant"] == "team" else 1
    playing = seats[:2] if message["variant"] == "two_player" else seats
    sides = [playing[first : first + size] for first in range(0, len(playing), size)]
    strength = [
        (sum(seat["score"]["total"] for seat in side), sum(seat["coins"] for seat in side))
        for side in sides
    ]
    ranks = [1 + sum(other > mine for other in strength) for mine in strength for _ in range(size)]
    free_city = [None] * (len(seats) - len(playing))
    if [seat["rank"] for seat in seats] != [*ranks, *free_city]:
        raise MessageError("ranks", ", ".join(map(str, ranks)))


def _require_plain(message: object) -> None:
    """Require few levels and whole numbers that every program can hold."""
    level = [message]
    for _ in range(DEPTH):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, int) and not -WHOLE < value < WHOLE:
                raise MessageError("too_large", str(value)[:20])
        if not inner:
            return
        level = inner
    raise MessageError("too_deep", str(DEPTH))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise MessageError("twice", next(name for name in names if names.count(name) > 1))
    return fields


def _number(text: str) -> float:
    """Return a number; 3.0 is a whole one, for a schema as for us."""
    value = float(text)
    if not math.isfinite(value) or abs(value) >= WHOLE:
        raise MessageError("too_large", text[:20])
    return int(value) if value.is_integer() else value


def _no_number(text: str) -> NoReturn:
    raise MessageError("no_number", text)


DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_number, parse_constant=_no_number
)


def _writable(text: str) -> str:
    """Return a text that can be written in UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
