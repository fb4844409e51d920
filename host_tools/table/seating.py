"""Boards and seats: what a board must know of its seat, and how a new one claims an empty seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.link import CLAIM, PLACES
from host_tools.link.events import Pressed
from host_tools.link.wanted import SeatState
from host_tools.table.states import plain
from host_tools.table.tags import Tags
from host_tools.texts import say

if TYPE_CHECKING:
    from host_tools.table.table import Table


def seat_boards(table: Table) -> None:
    """Tell every board its seat and its tags, before it can commit anything for another."""
    tiles = Tags(table.journal).tiles()
    uids = [bytes.fromhex(uid) for uid in _playable(table)]
    for seat, board in table.evening.boards.items():
        if board:
            table.hub.assign(board, seat)
            table.hub.deck(board, table.name, uids)
            table.hub.tiles(board, tiles)


def _playable(table: Table) -> list[str]:
    """Return the tags of the cards that can be in this game."""
    rules = table.evening.game.rules
    known = {card.id for deck in rules.decks.values() for card in deck}
    known |= {card.id for card in rules.leader_deck}
    return [uid for uid, card in table.tags.items() if card in known]


def unserved(table: Table) -> int | None:
    """Return the first seat that no board serves."""
    boards = table.evening.boards
    return next((s for s in table.evening.game.rules.players if not boards.get(s)), None)


def take_place(table: Table, board: str, place: str, now: float) -> bool:
    """Let a board serve the seat it is built into (counted from 1), if nothing else was decided."""
    seat = int(place) - 1 if place.isdecimal() else -1
    evening = table.evening
    if evening.setup.shared or seat not in evening.game.rules.players or seat in evening.boards:
        return False
    table.serve(seat, board, now)
    return True


def invite(table: Table, board: str) -> None:
    """Let a board that serves nobody claim a seat: by its middle button, or a player's tag."""
    seat = unserved(table)
    if seat is None:
        return
    tags = _tags_of_free_seats(table)
    name = table.evening.game.rules.name(seat)
    key = "display.tag_or_press" if tags else "display.press"
    text = plain(say(key, table.lang, player=name))
    table.hub.tiles(board, tags)
    table.hub.show(board, SeatState("ask", table.name, 0, f"{CLAIM}{seat}", "ask:-o-", text=text))


def _tags_of_free_seats(table: Table) -> dict[str, list[bytes]]:
    """Return which tag claims which seat, by the names of those who play."""
    rules, boards = table.evening.game.rules, table.evening.boards
    free = {rules.name(s).casefold(): s for s in rules.players if not boards.get(s)}
    found: dict[str, list[bytes]] = {}
    for uid, name in Tags(table.journal).players().items():
        seat = free.get(name.casefold())
        if seat is not None:
            found.setdefault(PLACES[seat], []).append(bytes.fromhex(uid))
    return found


def claim(table: Table, event: Pressed, now: float) -> bool:
    """Seat a board that claims a seat, and ask the others about the next; False: it is taken."""
    seat = unserved(table)
    done = True
    if seat is not None and event.step == f"{CLAIM}{seat}":
        wanted = PLACES.index(event.key) if event.key in PLACES else seat
        done = wanted in table.evening.game.rules.players and not table.evening.boards.get(wanted)
        if done:
            table.serve(wanted, event.board, now)
    for board in table.present - set(table.evening.boards.values()):
        invite(table, board)
    return done
