"""Cities entered by hand at the end of a game, to be scored without a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from card_db.cards import Box
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import Line, bad, check_fields, setup_of
from host_tools.rules.ruleset import VICTORY, Ruleset

_SETUP = {"edition": "1e", "sets": ["base"], "variant": "standard"}
_SEAT: dict[str, tuple[type | tuple[type, ...], bool]] = {
    "player": ((str, type(None)), False),
    "wonder": (str, True),
    "side": (str, True),
    "free_city": (bool, False),
    "stages": (int, False),
    "built": (list, False),
    "leaders": (list, False),
    "coins": (int, False),
    "debt": (int, False),
    "victory_tokens": (list, False),
    "defeat_tokens": (int, False),
}
_FILE: dict[str, tuple[type | tuple[type, ...], bool]] = {
    "edition": (str, False),
    "sets": (list, False),
    "variant": (str, False),
    "seats": (list, True),
}


def is_tableau(data: bytes) -> bool:
    """Is this one JSON object with seats, rather than the lines of a record?"""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "seats" in found and "type" not in found


def tableau(data: bytes, boxes: Mapping[str, Box] | None = None) -> Game:
    """Return a finished game with these cities; MoveError names what cannot be."""
    found: Line = json.loads(data)
    check_fields(found, "the file", _FILE)
    for seat in found["seats"]:
        check_fields(seat, "a seat", _SEAT)
    seats = [
        {name: seat[name] for name in ("player", "wonder", "side", "free_city") if name in seat}
        for seat in found["seats"]
    ]
    setup = setup_of({**_SETUP, **found, "type": "setup", "record": 1, "seats": seats})
    game = Game(Ruleset(setup, boxes[setup.edition] if boxes else None))
    game.index = len(game.rules.schedule)
    game.questions.clear()
    for at, seat in enumerate(found["seats"]):
        _fill(game, at, seat)
    return game


def _fill(game: Game, at: int, seat: Line) -> None:
    city, rules = game.cities[at], game.rules
    for name in seat.get("built", ()):
        card = rules.card(name, at)
        if card.name in city.names or card.color == "white":
            code = "wrong_phase" if card.color == "white" else "already_built"
            raise MoveError(code, f"{card.name} cannot be among the cards of this city.", at)
        city.place(card)
    for name in seat.get("leaders", ()):
        city.recruit(rules.card(name, at), game.age)
    if not 0 <= seat.get("stages", 0) <= len(city.wonder.stages):
        raise MoveError("no_stage_left", f"{city.wonder.name} has no so many stages.", at)
    for _ in range(seat.get("stages", 0)):
        city.raise_stage(city.wonder.stages[0])
    city.under.clear()  # Nobody knows which cards lie there.
    city.coins = _count(seat, "coins", at)
    city.debt = _count(seat, "debt", at)
    city.defeats = _count(seat, "defeat_tokens", at)
    city.victories = [_token(value, at) for value in seat.get("victory_tokens", ())]


def _count(seat: Line, name: str, at: int) -> int:
    number: int = seat.get(name, 0)
    if number < 0:
        raise bad(f"{name} cannot be less than nothing.", at)
    return number


def _token(value: Any, at: int) -> int:
    if value not in VICTORY[1:] or isinstance(value, bool):
        raise bad(f"There is no Victory token {value!r}: they are worth 1, 3 and 5.", at)
    return int(value)
