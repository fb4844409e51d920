"""The health of the seats, for the operator: links, firmware, readers, noise; and the last turn."""

from typing import TypedDict

from host_tools.link.events import Noticed
from host_tools.link.known_boards import parse_count
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, Move, is_closed
from host_tools.table.audit import Audit
from host_tools.table.host import FAULTS, Host
from host_tools.table.table import Table
from host_tools.table.view import moves_view
from host_tools.table.views import MoveView
from host_tools.texts import say
from host_tools.texts.cards import name_in
from host_tools.texts.scores import seat_name

KEPT = 20


class SeatHealth(TypedDict):
    """A seat's board and link; all empty where only its page serves it."""

    seat: int
    player: str
    board: str
    connected: bool | None
    firmware: str
    reader: str
    noise: int
    resets: int
    latency_ms: int | None
    trouble: str


class NoticeView(TypedDict):
    """Something that a board reported, and when; `player` is whom the board serves."""

    at: float
    board: str
    player: str
    text: str


class AuditView(TypedDict):
    """A seat in an audit: how many cards of its city it has laid so far, and whether it is done."""

    seat: int
    player: str
    laid: int
    cards: int
    done: bool


class LastMoveView(TypedDict):
    """What a seat did in the last turn, and what it could have done; no name of a closed card."""

    seat: int
    player: str
    name: str
    action: str
    choices: list[MoveView]


class HealthView(TypedDict):
    """All that the operator's page shows besides the public view."""

    seats: list[SeatHealth]
    free_boards: list[str]
    notices: list[NoticeView]
    audit: list[AuditView] | None
    last_turn: list[LastMoveView]


def health_view(host: Host, lang: str) -> HealthView:
    """Return how the seats are, what was reported, and the last turn."""
    table = host.table
    view: HealthView = {
        "seats": [],
        "free_boards": sorted(host.present),
        "notices": [_notice(at, notice, table, lang) for at, notice in host.notices[-KEPT:]],
        "audit": None,
        "last_turn": [],
    }
    if table is None:
        return view
    serving = table.evening.boards
    view["seats"] = [_seat(host, table, seat, lang) for seat in table.evening.game.rules.players]
    view["free_boards"] = sorted(host.present.keys() - set(serving.values()))
    if table.audit is not None:
        view["audit"] = [_audited(table, table.audit, seat["seat"], lang) for seat in view["seats"]]
    view["last_turn"] = _last_turn(table, lang)
    return view


def _notice(at: float, notice: Noticed, table: Table | None, lang: str) -> NoticeView:
    seat = table.evening.seat_of(notice.board) if table and notice.board else None
    known = notice.code in FAULTS
    return {
        "at": at,
        "board": notice.board,
        "player": "" if table is None or seat is None else _name(table, seat, lang),
        "text": say(f"fault.{notice.code}", lang, text=notice.text) if known else notice.text,
    }


def _name(table: Table, seat: int, lang: str) -> str:
    return seat_name(table.evening.game.rules, seat, lang)


def _seat(host: Host, table: Table, seat: int, lang: str) -> SeatHealth:
    board = table.evening.boards.get(seat, "")
    view: SeatHealth = {
        "seat": seat,
        "player": _name(table, seat, lang),
        "board": board,
        "connected": None,
        "firmware": "",
        "reader": "",
        "noise": 0,
        "resets": 0,
        "latency_ms": None,
        "trouble": table.trouble,
    }
    if not board:
        return view
    about = host.pump.health(board)
    return {
        **view,
        "connected": about.joined,
        "firmware": about.fw,
        "reader": _reader(about.telemetry.get("errs", ""), lang),
        "noise": about.noise + about.damaged + parse_count(about.telemetry.get("noise", "")),
        "resets": about.resets,
        "latency_ms": round(about.lag * 1000) if about.joined else None,
    }


def _audited(table: Table, audit: Audit, seat: int, lang: str) -> AuditView:
    city = audit.game.cities[seat]
    return {
        "seat": seat,
        "player": _name(table, seat, lang),
        "laid": audit.laid_by(seat),
        "cards": len(city.built) + len(city.leaders),
        "done": seat in audit.done,
    }


def _reader(faults: str, lang: str) -> str:
    if not faults:
        return ""
    return say("health.faults", lang, number=parse_count(faults)) if parse_count(faults) else "ok"


def _last_turn(table: Table, lang: str) -> list[LastMoveView]:
    before, done = table.evening.last_turn()
    return [
        {
            "seat": seat,
            "player": seat_name(before.rules, seat, lang),
            "name": "" if is_closed(move.action) else name_in(move.card, lang),
            "action": move.action,
            "choices": _choices(before, seat, move),
        }
        for seat, move in done.items()
    ]


def _choices(before: Game, seat: int, move: Move) -> list[MoveView]:
    """Return what a seat could have done; prices of a closed card would tell which one it is."""
    found = moves_view(before, seat, move.card)
    if not is_closed(move.action):
        return found
    build = RECRUIT if before.recruiting else BUILD
    rest = [choice for choice in found if is_closed(choice["action"])]
    return [{"action": build, "coins": [], "free": "", "bought": [], "stage": 0}, *rest]
