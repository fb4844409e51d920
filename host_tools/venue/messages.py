"""What a table tells the world: its state, what happens, and results; from the public view alone.

`schema/` describes each message; a version's fields stay, new ones may come.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.table.view import View
from host_tools.venue.identity import Identity, event_id

Message = dict[str, Any]
KINDS = (
    "game_begun", "locked", "revealed", "turn_resolved", "conflict", "correction", "game_over",
    "game_abandoned", "seat_connected", "seat_lost",
)  # fmt: skip
SCHEMAS = ("state", "event", "result", "link")


@cache
def schema(name: str) -> Message:
    """Return the JSON schema of a message."""
    text = (Path(__file__).parent / "schema" / f"{name}.json").read_text("utf-8")
    found: Message = json.loads(text)
    return found


def moment(at: float) -> str:
    """Write a time.

    >>> moment(0.25)
    '1970-01-01T00:00:00.250Z'
    """
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _head(kind: str, table: Identity, game: str | None, at: float) -> Message:
    return {
        "schema": f"wondertable/{kind}/1",
        "table": table.as_json(),
        "game": game,
        "at": moment(at),
    }


# State


def state(table: Identity, game: str | None, view: View, at: float) -> Message:
    """Tell how a table stands; without a game the view has no seats."""
    found = _head("state", table, game, at)
    found["phase"] = view["phase"]
    found["seats"] = []
    if game is None:
        return found
    found |= {name: view[name] for name in ("age", "turn", "turns", "paused", *SETUP)}
    found["trouble"] = bool(view["trouble"])  # its sentence names files of this computer
    found["missing"] = [seat["seat"] for seat in view["seats"] if seat["waited_for"]]
    found["seats"] = [{**_seat(view, seat), **_situation(seat)} for seat in view["seats"]]
    return found


SETUP = ("edition", "sets", "variant")


def _seat(view: View, seat: View) -> Message:
    return {
        "seat": seat["seat"],
        "player": seat["player"],
        "wonder": seat["wonder_id"],
        "side": seat["side"],
        "score": seat["score"],
        "coins": seat["coins"],
        "rank": view["ranks"][seat["seat"]] if view["ranks"] else None,
    }


def _situation(seat: View) -> Message:
    return {
        **{name: seat[name] for name in ("connected", "committed", "debt", "shields", "stages")},
        "all_stages": len(seat["all_stages"]),
        "victories": sum(seat["victories"]),
        "defeats": seat["defeats"],
        "cards": len(seat["built"]),
    }


# Results


def result(
    table: Identity, game: str, view: View, begun: float, ended: float, corrections: int
) -> Message:
    """Tell how a game ended; of two results of a game the one of the higher revision counts.

    A game that was reopened by an undo has a result that is not final: it does not count.
    """
    final = view["phase"] == "over"
    revision = 2 * corrections + final
    return {
        **_head("result", table, game, ended),
        "id": event_id(game, f"result/{revision}"),
        "revision": revision,
        "final": final,
        "begun": moment(begun),
        "ended": moment(ended),
        "duration_s": max(0, round(ended - begun)),
        **{name: view[name] for name in SETUP},
        "seats": [_seat(view, seat) for seat in view["seats"]],
    }


# Events


def event(
    kind: str, table: Identity, game: str, key: str, at: float, age: int, turn: int, data: Message
) -> Message:
    """Tell that something happened; the same thing always has the same id."""
    return {
        **_head("event", table, game, at),
        "id": event_id(game, f"{kind}/{key}"),
        "kind": kind,
        "age": age,
        "turn": turn,
        "data": data,
    }


def begun(view: View) -> Message:
    """Who plays what."""
    names = ("seat", "player", "wonder_id", "side")
    seats = [{name.removesuffix("_id"): seat[name] for name in names} for seat in view["seats"]]
    return {**{name: view[name] for name in SETUP}, "seats": seats}


def revealed(view: View) -> Message:
    """The cards that lie open now."""
    open_cards = [(seat["seat"], seat["revealed"]) for seat in view["seats"] if seat["revealed"]]
    return {"seats": [{"seat": seat, "card": card["id"]} for seat, card in open_cards]}


def resolved(view: View) -> Message:
    """What everybody did, what it cost, and the points after it."""
    return {
        "seats": [
            {
                "seat": seat["seat"],
                **{name: seat["facts"][name] for name in FACTS},
                "coins": seat["coins"],
                "total": seat["score"]["total"],
            }
            for seat in view["seats"]
            if seat["facts"]
        ]
    }


FACTS = (
    "card", "action", "stage", "pay_left", "pay_right", "bank", "debts", "built",
)  # fmt: skip


def conflict(view: View) -> Message:
    """Who fought whom at the end of the Age."""
    found = view["conflict"]
    names = ("a", "b", "shields", "winner", "points")
    fights = [{name: fight[name] for name in names} for fight in found["fights"]]
    return {"fights": fights, "diplomats": found["diplomats"]}


def over(view: View) -> Message:
    """The final score."""
    return {"seats": [_seat(view, seat) for seat in view["seats"]]}


def nothing(view: View) -> Message:
    """The kind says it all."""
    return {}


TOLD: dict[str, Callable[[View], Message]] = {
    "game_begun": begun,
    "locked": nothing,
    "revealed": revealed,
    "turn_resolved": resolved,
    "conflict": conflict,
    "game_over": over,
    "game_abandoned": nothing,
}
"""What each kind of event tells of a public view."""
