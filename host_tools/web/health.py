"""How the seats fare, for the operator: links, firmware, readers, noise, and the last turn."""

from __future__ import annotations

from typing import Any

from card_db.sentences import name_in
from host_tools.link.boards import count_told
from host_tools.rules.ways import moves
from host_tools.table.host import Host
from host_tools.table.table import Table

Health = dict[str, Any]
KEPT = 20
READER = {"en": "{number} faults", "fr": "{number} défauts"}


def health_view(host: Host, lang: str) -> Health:
    """Return all that the operator's page shows besides the public view."""
    table = host.table
    found: Health = {
        "seats": [],
        "free_boards": sorted(host.present),
        "notices": [
            {"at": at, "board": notice.board, "text": notice.text}
            for at, notice in host.notices[-KEPT:]
        ],
        "audit": None,
        "last_turn": [],
    }
    if table is None:
        return found
    serving = table.evening.boards
    found["seats"] = [_seat(host, table, seat, lang) for seat in table.evening.game.rules.players]
    found["free_boards"] = sorted(host.present.keys() - set(serving.values()))
    found["audit"] = {"done": sorted(table.audit.done)} if table.audit else None
    found["last_turn"] = _last_turn(table, lang)
    return found


def _seat(host: Host, table: Table, seat: int, lang: str) -> Health:
    board = table.evening.boards.get(seat, "")
    found: Health = {
        "seat": seat,
        "player": table.evening.game.rules.name(seat),
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
        return found
    about = host.health(board)
    return found | {
        "connected": about.joined,
        "firmware": about.fw,
        "reader": _reader(about.telemetry.get("errs", ""), lang),
        "noise": about.noise + about.damaged + count_told(about.telemetry.get("noise", "")),
        "resets": about.resets,
        "latency_ms": round(about.lag * 1000) if about.joined else None,
    }


def _reader(faults: str, lang: str) -> str:
    """Say how a reader fares, as its board counts."""
    if not faults:
        return ""
    return READER[lang].format(number=faults) if count_told(faults) else "ok"


def _last_turn(table: Table, lang: str) -> list[Health]:
    """Return who did what in the last turn, and what they could have done with that card."""
    before, done = table.evening.last_turn()
    return [
        {
            "seat": seat,
            "player": before.rules.name(seat),
            "card": move.card.id,
            "name": name_in(move.card, lang),
            "action": move.action,
            "choices": [
                {"action": other.action, "way": list(other.way), "free": other.free}
                for other in moves(before, seat, [move.card])
            ],
        }
        for seat, move in done.items()
    ]
