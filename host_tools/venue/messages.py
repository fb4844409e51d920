"""What a table tells the world: its state, what happens, and results; from the public view alone.

`schema/` describes each message; a version's fields stay, new ones may come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.table.views import PublicView, SeatView
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


def state(table: Identity, game: str | None, view: PublicView | None, at: float) -> Message:
    """Tell how a table stands; without a game there is no view."""
    found = _head("state", table, game, at)
    if view is None:
        return found | {"phase": "none", "seats": []}
    found |= _some(view, ("phase", "age", "turn", "turns", "paused", *SETUP))
    found["trouble"] = bool(view["trouble"])  # its sentence names files of this computer
    found["missing"] = [seat["seat"] for seat in view["seats"] if seat["waited_for"]]
    found["seats"] = [{**_seat(view, seat), **_situation(seat)} for seat in view["seats"]]
    return found


SETUP = ("edition", "sets", "variant")


def _some(view: Mapping[str, object], names: Iterable[str]) -> Message:
    return {name: view[name] for name in names}


def _seat(view: PublicView, seat: SeatView) -> Message:
    return {
        "seat": seat["seat"],
        "player": seat["player"],
        "wonder": seat["wonder_id"],
        "side": seat["side"],
        "score": seat["score"],
        "coins": seat["coins"],
        "rank": view["ranks"][seat["seat"]] if view["ranks"] else None,
    }


def _situation(seat: SeatView) -> Message:
    return {
        **_some(seat, ("connected", "committed", "debt", "shields", "stages")),
        "all_stages": len(seat["all_stages"]),
        "victories": sum(seat["victories"]),
        "defeats": seat["defeats"],
        "cards": len(seat["built"]),
    }


# Results


def result(
    table: Identity, game: str, view: PublicView, begun: float, ended: float, corrections: int
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
        **_some(view, SETUP),
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


def begun(view: PublicView) -> Message:
    """Who plays what."""
    names = ("seat", "player", "side")
    seats = [{**_some(seat, names), "wonder": seat["wonder_id"]} for seat in view["seats"]]
    return {**_some(view, SETUP), "seats": seats}


def revealed(view: PublicView) -> Message:
    """The cards that lie open now."""
    open_cards = [(seat["seat"], seat["revealed"]) for seat in view["seats"] if seat["revealed"]]
    return {"seats": [{"seat": seat, "card": card["id"]} for seat, card in open_cards]}


def resolved(view: PublicView) -> Message:
    """What everybody did, what it cost, and the points after it."""
    return {
        "seats": [
            {
                "seat": seat["seat"],
                **_some(seat["facts"], FACTS),
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


def conflict(view: PublicView) -> Message:
    """Who fought whom at the end of the Age."""
    found = view["conflict"]
    assert found is not None
    names = ("a", "b", "shields", "winner", "points")
    fights = [_some(fight, names) for fight in found["fights"]]
    return {"fights": fights, "diplomats": found["diplomats"]}


def over(view: PublicView) -> Message:
    """The final score."""
    return {"seats": [_seat(view, seat) for seat in view["seats"]]}


def nothing(view: PublicView) -> Message:
    """The kind says it all."""
    return {}


TOLD: dict[str, Callable[[PublicView], Message]] = {
    "game_begun": begun,
    "locked": nothing,
    "revealed": revealed,
    "turn_resolved": resolved,
    "conflict": conflict,
    "game_over": over,
    "game_abandoned": nothing,
}
"""What each kind of event tells of a public view."""
