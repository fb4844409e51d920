"""The game record, version 1: one JSON object a line, checked field by field.

>>> line = parse_line('{"type": "undo"}')
>>> line["type"]
'undo'
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from card_db.cards import SYMBOLS
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_names
from host_tools.rules.setup import Seat, Setup

VERSION = 1
MOST_BYTES = 8_000_000
"""A record of an evening has some fifty thousand bytes; what is much larger is none."""

RecordLine = dict[str, Any]

# The fields of each object: name -> (type, must it be there?).
Fields = dict[str, tuple[type | tuple[type, ...], bool]]
_PLAY: Fields = {
    "card": (str, True),
    "action": (str, True),
    "buy": (dict, False),
    "pay": (dict, False),
    "free": (str, False),
    "from_discard": ((str, list, type(None)), False),
    "courtesan": (dict, False),
    "drawn": (list, False),
    "abu_simbel": (str, False),
    "replace": (dict, False),
    "left": (str, False),
    "stage": (int, False),
}
FIELDS: dict[str, Fields] = {
    "setup": {
        "record": (int, True),
        "edition": (str, True),
        "sets": (list, True),
        "variant": (str, True),
        "seats": (list, True),
        "decks": (list, False),
        "rulings": (dict, False),
        "house": (list, False),
    },
    "deal": {"age": (int, True), "hands": (list, True)},
    "turn": {"age": (int, True), "turn": (int, True), "plays": (list, True)},
    "settle": {"debts": (dict, True)},
    "age_end": {"age": (int, True), "discarded": (list, True)},
    "final": {"copy_guild": (dict, False), "science": (dict, False)},
    "undo": {},
    "tap": {
        "at": ((int, float), True),
        "do": (str, True),
        "seat": (int, False),
        "card": (str, False),
        "uid": (str, False),
        "action": (str, False),
    },
}
PARTS: dict[str, Fields] = {
    "seat": {
        "player": ((str, type(None)), False),
        "wonder": (str, True),
        "side": (str, True),
        "free_city": (bool, False),
    },
    "play": {"seat": (int, True), "extra": (dict, False), **_PLAY},
    "extra": {"extra": (dict, False), **_PLAY},
    "buy": {"left": (str, False), "right": (str, False), "bank": (str, False)},
    "pay": {"left": (int, False), "right": (int, False)},
    "courtesan": {"neighbour": (str, True), "leader": (str, True)},
    "replace": {"give_up": (int, False), "others": (dict, False)},
    "discarded": {"seat": (int, True), "card": (str, True)},
    "science": dict.fromkeys(SYMBOLS, (int, False)),
}


def bad(text: str, seat: int | None = None) -> MoveError:
    """Make the error for a record that is not written as it should be."""
    return MoveError("bad_record", text, seat)


def parse_line(text: str) -> RecordLine:
    """Read one line; a mistake in it raises MoveError and names the field."""
    line = load_json(text)
    if not isinstance(line, dict):
        raise bad("A line of a record is a JSON object: {…}.")
    kind = line.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise bad(f"There is no line of type {kind!r:.60}: it is one of {', '.join(FIELDS)}.")
    check_fields(line, kind, FIELDS[kind] | {"type": (str, True)})
    _check_parts(line)
    return line


def load_json(text: str | bytes) -> Any:
    """Read JSON in which every field of an object stands once; MoveError says what is wrong."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except MoveError:
        raise
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "it is nested too deeply or a number is too long")
        raise bad(f"This is not a JSON object on one line: {reason}.") from None


def _once(pairs: list[tuple[str, Any]]) -> RecordLine:
    fields: RecordLine = {}
    for name, value in pairs:
        if name in fields:
            raise bad(f"The field {name!r:.60} stands twice in one object.")
        fields[name] = value
    return fields


def _no_constant(name: str) -> None:
    raise bad(f"{name} is not a number that a record can hold.")


def check_fields(row: Any, what: str, fields: Fields) -> None:
    """Raise MoveError for an unknown, missing or wrongly typed field."""
    if not isinstance(row, dict):
        raise bad(f"{what} must be an object with the fields {', '.join(fields)}.")
    for name, value in row.items():
        if name not in fields:
            raise bad(f"Unknown field {name!r:.60} in {what}: it takes {', '.join(fields)}.")
        kinds = fields[name][0]
        truth = isinstance(value, bool) and kinds is not bool
        if truth or not isinstance(value, kinds):
            raise bad(f"The field {name!r} of {what} has the wrong type: {value!r:.60}.")
    for name, (_, needed) in fields.items():
        if needed and name not in row:
            raise bad(f"The field {name!r} is missing in {what}.")


def _check_parts(line: RecordLine) -> None:
    for seat in line.get("seats", ()):
        check_fields(seat, "seat", PARTS["seat"])
    check_players(line.get("seats", ()))
    for entry in line.get("discarded", ()):
        check_fields(entry, "discarded", PARTS["discarded"])
    for symbols in line.get("science", {}).values():
        check_fields(symbols, "science", PARTS["science"])
    for hand in line.get("hands", ()):
        check_words(hand, "a hand")
    for name in ("sets", "decks"):
        check_words(line.get(name, []), name)
    for play in line.get("plays", ()):
        _check_play(play, "play")
        while "extra" in play:
            play = play["extra"]
            _check_play(play, "extra")


def _check_play(play: Any, what: str) -> None:
    check_fields(play, what, PARTS[what])
    for name in ("buy", "pay", "courtesan", "replace"):
        if name in play:
            check_fields(play[name], name, PARTS[name])
    if "buy" in play and "pay" in play:
        raise bad("A play has `buy` or `pay`, not both.", play.get("seat"))
    if isinstance(play.get("from_discard"), list):
        check_words(play["from_discard"], "from_discard")
    check_words(play.get("drawn", []), "drawn")


def check_players(seats: Iterable[RecordLine]) -> None:
    """Raise MoveError for a name that is none, or that two have; a seat need not have one."""
    check_names(seat["player"] for seat in seats if seat.get("player") is not None)


def check_words(words: Any, what: str) -> None:
    """Raise MoveError for what is no list of texts."""
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise bad(f"{what} must be a list of names.")


def setup_of(line: RecordLine) -> Setup:
    """Return the set-up that the first line of a record describes."""
    if line["type"] != "setup":
        raise bad("A record begins with a line of type setup.")
    if line["record"] != VERSION:
        raise bad(f"This is a record of version {line['record']}; only version 1 is known.")
    seats = tuple(
        Seat(seat.get("player"), seat["wonder"], seat["side"], seat.get("free_city", False))
        for seat in line["seats"]
    )
    sets, rulings = tuple(line["sets"]), line.get("rulings", {})
    decks = tuple(line["decks"]) if "decks" in line else None
    house = tuple(json.dumps(row, ensure_ascii=False) for row in line.get("house", ()))
    return Setup(seats, line["edition"], sets, line["variant"], decks, rulings, house)


def setup_line(setup: Setup) -> RecordLine:
    """Write a set-up as the first line of a record."""
    line: RecordLine = {
        "type": "setup",
        "record": VERSION,
        "edition": setup.edition,
        "sets": list(setup.sets),
        "variant": setup.variant,
        "seats": [_seat(seat) for seat in setup.seats],
    }
    if setup.decks is not None:
        line["decks"] = list(setup.decks)
    if setup.rulings:
        line["rulings"] = dict(setup.rulings)
    if setup.house:
        line["house"] = [json.loads(row) for row in setup.house]
    return line


def _seat(seat: Seat) -> RecordLine:
    row: RecordLine = {"player": seat.player, "wonder": seat.wonder, "side": seat.side}
    return row | {"free_city": True} if seat.free_city else row


def numbered_lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Split a file into its numbered lines that say something."""
    if len(data) > MOST_BYTES:
        raise bad(f"The file is larger than {MOST_BYTES:,} bytes: that is no game record.")
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            text = raw.decode("utf-8").strip().removeprefix("\ufeff")
        except UnicodeDecodeError:
            error = bad("This line is not UTF-8 text: that is no game record.")
            error.line = number
            raise error from None
        if text and not text.startswith("#"):
            yield number, text


def dump(lines: Iterable[RecordLine]) -> str:
    """Write lines as the text of a record."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
