"""What the operator does: undo, correct, pause, replace a seat, audit, abandon, begin again."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypedDict

from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent, is_closed
from host_tools.rules.payment import Buy
from host_tools.rules.production import UNIT, vector
from host_tools.rules.record import dump
from host_tools.table import decisions
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.export import record_of
from host_tools.table.host import LeftGame
from host_tools.table.table import Table
from host_tools.table.view import card_view
from host_tools.table.views import CardView
from host_tools.texts import LANGUAGES
from host_tools.web.access import LINK_S, OPERATOR, seat_role
from host_tools.web.qr import qr_svg
from host_tools.web.refusal import Fields, RefusedError, turn_in
from host_tools.web.table_pages import TablePages

Json = dict[str, Any]


class AuditReport(TypedDict):
    """What an audit found, in sentences."""

    report: list[str]


class LeftGames(TypedDict):
    """The other games that were left unfinished."""

    games: list[LeftGame]


class PileView(TypedDict):
    """The discard pile, the first card first."""

    cards: list[CardView]


class LinkView(TypedDict):
    """A link that lets its first visitor in until some time, and its QR code as SVG."""

    url: str
    qr: str
    until: float


class CodeView(LinkView):
    """The link of a seat, for the sheet of all codes."""

    seat: int
    player: str


class CodesView(TypedDict):
    """The links of all seats."""

    codes: list[CodeView]


def running(pages: TablePages) -> bool:
    """Is a game being played?"""
    table = pages.host.table
    return table is not None and table.evening.phase not in (OVER, ABANDONED)


def _running_table(pages: TablePages) -> Table:
    if not running(pages):
        raise RefusedError("no_game")
    return pages.table


def _seat(pages: TablePages, body: Json) -> int:
    seat: int = body["seat"]
    if seat not in pages.table.evening.game.rules.players:
        raise RefusedError("no_seat")
    return seat


def _lang(body: Json) -> str:
    lang: str = body["lang"]
    if lang not in LANGUAGES:
        raise RefusedError("bad_field", "lang")
    return lang


def undo(pages: TablePages, body: Json) -> None:
    """Take back the turn that is shown; also when the game is over, as long as it is on the table.

    It is named, and so taken back once, however often it is asked for.
    """
    table = pages.table
    if turn_in(body) == table.evening.turn_shown():
        table.record(decisions.undo(table.evening), time.time())


def pause(pages: TablePages, body: Json, on: bool = True) -> None:
    """Stop taking cards for a while, or take them again."""
    table = _running_table(pages)
    table.record(decisions.pause(table.evening, on=on), time.time())


def void(pages: TablePages, body: Json) -> None:
    """Let a seat lay once more."""
    table = _running_table(pages)
    table.record(decisions.void(table.evening, _seat(pages, body)), time.time())


def correct(pages: TablePages, body: Json) -> None:
    """Replace what a seat did in the last turn."""
    table = pages.table
    seat = _seat(pages, body)
    _, done = table.evening.last_turn()
    if seat not in done:
        raise decisions.refuse("This seat did not play in the last turn.", seat)
    coins = body.get("coins", [])
    if coins and (len(coins) != 3 or not all(type(number) is int for number in coins)):
        raise RefusedError("bad_field", "coins")
    free, buy = body.get("free", ""), _bought(body.get("bought", []))
    pays = coins and not free and buy is None and body["action"] != "sell"
    pay = (coins[0], coins[1]) if pays else None
    card, stage = done[seat].card.id, body.get("stage", 0)
    intent = Intent(card, body["action"], buy, pay, free, stage)
    if is_closed(done[seat].action) and not is_closed(body["action"]) and running(pages):
        table.record(decisions.look(table.evening), time.time())  # even a refusal tells something
    try:
        table.correct(seat, intent, time.time())
    except MoveError:
        if not is_closed(done[seat].action):
            raise
        # Why not, would tell which card it is.
        raise decisions.refuse("That is not possible with this card.", seat) from None


def _bought(bought: list[str]) -> Buy | None:
    """Return what is bought from the left, the right and the bank, as letters; or nothing."""
    if not bought:
        return None
    known = all(type(part) is str and len(part) <= 7 and {*part} <= {*UNIT} for part in bought)
    if len(bought) != 3 or not known:
        raise RefusedError("bad_field", "bought")
    return Buy(*map(vector, bought))


def replace(pages: TablePages, body: Json) -> None:
    """Let another board serve a seat, or its page."""
    table = _running_table(pages)
    board = body["board"]
    if board and board not in pages.host.present:
        raise RefusedError("no_board")
    table.serve(_seat(pages, body), board, time.time())


def begin_audit(pages: TablePages, body: Json) -> None:
    """Begin to compare the cards on the table with what the host knows."""
    _running_table(pages).begin_audit()


def end_audit(pages: TablePages, body: Json) -> AuditReport:
    """Return what the audit found, and resume the game."""
    table = pages.table
    if table.audit is None:
        raise RefusedError("no_audit")
    return {"report": table.end_audit(_lang(body) if "lang" in body else "")}


def abandon(pages: TablePages, body: Json) -> None:
    """End the game without a result."""
    table = _running_table(pages)
    table.record(decisions.abandon(table.evening), time.time())


def new_game(pages: TablePages, body: Json) -> None:
    """Begin the game that the set-up page has drafted, on the same boards.

    A game that is running is only put `aside` when the operator says so.
    """
    if running(pages) and not body.get("aside", False):
        raise RefusedError("game_running")
    pages.begin(pages.draft.agreed())
    pages.draft.begun()


def games(pages: TablePages, body: Json) -> LeftGames:
    """List the other games that were left unfinished."""
    table = pages.host.table
    now = table.number if table is not None else None
    return {"games": [game for game in pages.shelf.left() if game["game"] != now]}


def take_up(pages: TablePages, body: Json) -> None:
    """Put this game aside, and go on with one that was left unfinished."""
    if body["game"] not in [game["game"] for game in games(pages, {})["games"]]:
        raise RefusedError("no_such_game")
    pages.take_up(body["game"])


def chances(pages: TablePages, body: Json) -> None:
    """Show or hide the chances to win on the shared screen."""
    pages.spoiler.turn(body["on"])


def token(pages: TablePages, body: Json) -> LinkView:
    """Make a new link for a seat or for another operator."""
    if body["seat"] == OPERATOR:
        role, path = OPERATOR, "/operator"
    elif isinstance(body["seat"], int):
        role, path = seat_role(_seat(pages, body)), f"/seat/{body['seat']}"
    else:
        raise RefusedError("bad_field", "seat")
    return _link(pages, role, path)


def _link(pages: TablePages, role: str, path: str) -> LinkView:
    url = pages.link(role, path)
    return {"url": url, "qr": qr_svg(url), "until": time.time() + LINK_S}


def codes(pages: TablePages, body: Json) -> CodesView:
    """Make a new link for every seat."""
    rules = pages.table.evening.game.rules
    return {
        "codes": [
            {
                **_link(pages, seat_role(seat), f"/seat/{seat}"),
                "seat": seat,
                "player": rules.name(seat),
            }
            for seat in rules.players
        ]
    }


LOG_OUT: Fields = {"who": int | str}


def log_out(pages: TablePages, body: Json, mine: str | None) -> None:
    """Log out a seat, "operator" or "all"; the cookie of the operator who asks stays good."""
    who = body["who"]
    if isinstance(who, int):
        pages.tokens.revoke(seat_role(_seat(pages, {"seat": who})))
    elif who in (OPERATOR, "all"):
        pages.tokens.revoke(OPERATOR if who == OPERATOR else None, but=mine)
    else:
        raise RefusedError("bad_field", "who")


def pile(pages: TablePages, body: Json) -> PileView:
    """Look at the discard pile, which lies face down: everybody is told."""
    lang, table = _lang(body), _running_table(pages)
    table.record(decisions.look(table.evening), time.time())
    return {"cards": [card_view(card, lang) for card in table.evening.game.discard]}


def export(pages: TablePages) -> str:
    """Return the game as a record; as long as it runs, that is a look at closed cards too."""
    table = pages.table
    if running(pages):
        table.record(decisions.look(table.evening), time.time())
    return dump(record_of(table.evening))


Action = Callable[[TablePages, Json], Mapping[str, object] | None]
ACTIONS: dict[str, tuple[Action, Fields, Fields]] = {
    "undo": (undo, {"turn": int}, {}),
    "pause": (pause, {}, {}),
    "resume": (partial(pause, on=False), {}, {}),
    "void": (void, {"seat": int}, {}),
    "correct": (
        correct,
        {"seat": int, "action": str},
        {"coins": list, "free": str, "bought": list, "stage": int},
    ),
    "replace": (replace, {"seat": int, "board": str}, {}),
    "audit/begin": (begin_audit, {}, {}),
    "audit/end": (end_audit, {}, {"lang": str}),
    "abandon": (abandon, {}, {}),
    "new-game": (new_game, {}, {"aside": bool}),
    "games": (games, {}, {}),
    "take-up": (take_up, {"game": int}, {}),
    "chances": (chances, {"on": bool}, {}),
    "pile": (pile, {"lang": str}, {}),
    "token": (token, {"seat": int | str}, {}),
    "codes": (codes, {}, {}),
}
