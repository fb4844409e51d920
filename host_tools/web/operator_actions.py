"""What the operator does: undo, correct, pause, replace a seat, audit, abandon, begin anew."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from host_tools.rules.moves import Intent
from host_tools.rules.record import dump
from host_tools.table import decisions
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.export import record_of
from host_tools.table.host import LeftGame
from host_tools.table.table import Table
from host_tools.web.fields import Fields
from host_tools.web.house import House
from host_tools.web.qr import qr_svg
from host_tools.web.refusal import RefusedError
from host_tools.web.tokens import OPERATOR, seat_role

Json = dict[str, Any]


class AuditReport(TypedDict):
    """What an audit found, in sentences."""

    report: list[str]


class LeftGames(TypedDict):
    """The other games that were left unfinished."""

    games: list[LeftGame]


class LinkView(TypedDict):
    """A link that lets its first visitor in, and its QR code as SVG."""

    url: str
    qr: str


def running(house: House) -> bool:
    """Is a game going on?"""
    table = house.host.table
    return table is not None and table.evening.phase not in (OVER, ABANDONED)


def _going(house: House) -> Table:
    if not running(house):
        raise RefusedError("no_game")
    return house.table


def _seat(house: House, body: Json) -> int:
    seat: int = body["seat"]
    if seat not in house.table.evening.game.rules.players:
        raise RefusedError("no_seat")
    return seat


def undo(house: House, body: Json) -> Json:
    """Take the last turn back; also when the game is over, as long as it is on the table."""
    table = house.table
    table.record(decisions.undo(table.evening), time.time())
    return {}


def pause(house: House, body: Json) -> Json:
    """Take no cards for a while."""
    table = _going(house)
    table.record(decisions.pause(table.evening, on=True), time.time())
    return {}


def resume(house: House, body: Json) -> Json:
    """Go on."""
    table = _going(house)
    table.record(decisions.pause(table.evening, on=False), time.time())
    return {}


def void(house: House, body: Json) -> Json:
    """Let a seat lay once more."""
    table = _going(house)
    table.record(decisions.void(table.evening, _seat(house, body)), time.time())
    return {}


def correct(house: House, body: Json) -> Json:
    """Replace what a seat did in the last turn."""
    table = house.table
    seat = _seat(house, body)
    _, done = table.evening.last_turn()
    if seat not in done:
        raise decisions.refuse("This seat did not play in the last turn.", seat)
    way = body.get("way", [])
    if way and (len(way) != 3 or not all(type(coins) is int for coins in way)):
        raise RefusedError("bad_field", "way")
    free = body.get("free", "")
    pay = (way[0], way[1]) if way and not free and body["action"] != "sell" else None
    intent = Intent(done[seat].card.id, body["action"], pay=pay, free=free)
    table.correct(seat, intent, time.time())
    return {}


def replace(house: House, body: Json) -> Json:
    """Let another board serve a seat, or its page."""
    table = _going(house)
    board = body["board"]
    if board and board not in house.host.present:
        raise RefusedError("no_board")
    table.serve(_seat(house, body), board, time.time())
    return {}


def begin_audit(house: House, body: Json) -> Json:
    """Compare what lies on the table with what the host believes."""
    _going(house).begin_audit()
    return {}


def end_audit(house: House, body: Json) -> AuditReport:
    """Say what was found, and go on."""
    table = house.table
    if table.audit is None:
        raise RefusedError("no_audit")
    return {"report": table.end_audit()}


def abandon(house: House, body: Json) -> Json:
    """End the game without a result."""
    table = _going(house)
    table.record(decisions.abandon(table.evening), time.time())
    return {}


def new_game(house: House, body: Json) -> Json:
    """Begin the game that the set-up page has drafted, on the same boards."""
    if running(house):
        raise RefusedError("game_running")
    house.begin(house.draft.agreed())
    return {}


def games(house: House, body: Json) -> LeftGames:
    """List the other games that were left unfinished."""
    table = house.host.table
    now = table.number if table is not None else None
    return {"games": [game for game in house.shelf.left() if game["game"] != now]}


def take_up(house: House, body: Json) -> Json:
    """Put this game aside, and go on with one that was left unfinished."""
    if body["game"] not in [game["game"] for game in games(house, {})["games"]]:
        raise RefusedError("no_such_game")
    house.take_up(body["game"])
    return {}


def chances(house: House, body: Json) -> Json:
    """Show the chances to win on the shared screen, or do not."""
    house.spoiler.turn(body["on"])
    return {}


def token(house: House, body: Json) -> LinkView:
    """Make a new link for a seat or for another operator."""
    if body["seat"] == OPERATOR:
        role, path = OPERATOR, "/operator"
    elif isinstance(body["seat"], int):
        role, path = seat_role(_seat(house, body)), f"/seat/{body['seat']}"
    else:
        raise RefusedError("bad_field", "seat")
    if body.get("revoke"):
        house.tokens.revoke(role)
    url = house.link(role, path)
    return {"url": url, "qr": qr_svg(url)}


def export(house: House) -> str:
    """Return the game as a record."""
    return dump(record_of(house.table.evening))


Action = Callable[[House, Json], Mapping[str, object]]
ACTIONS: dict[str, tuple[Action, Fields, Fields]] = {
    "undo": (undo, {}, {}),
    "pause": (pause, {}, {}),
    "resume": (resume, {}, {}),
    "void": (void, {"seat": int}, {}),
    "correct": (correct, {"seat": int, "action": str}, {"way": list, "free": str}),
    "replace": (replace, {"seat": int, "board": str}, {}),
    "audit/begin": (begin_audit, {}, {}),
    "audit/end": (end_audit, {}, {}),
    "abandon": (abandon, {}, {}),
    "new-game": (new_game, {}, {}),
    "games": (games, {}, {}),
    "take-up": (take_up, {"game": int}, {}),
    "chances": (chances, {"on": bool}, {}),
    "token": (token, {"seat": int | str}, {"revoke": bool}),
}
