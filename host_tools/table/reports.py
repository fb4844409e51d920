"""What a board reports and what it means for the journal, and which seat a board serves."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from card_db.cards import Card
from firmware.link import CLAIM, PLACES, opens
from host_tools.link.events import CARD, Committed, Opened, Pressed, Tagged, Withdrawn
from host_tools.link.wanted import SeatState
from host_tools.rules.agenda import PICK
from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.entries import Entry, OnTray, Void
from host_tools.table.evening import LAYING, OPENING
from host_tools.table.states import ask_of, plain
from host_tools.table.tags import Tags
from host_tools.texts import say

if TYPE_CHECKING:
    from host_tools.table.table import Table


class Secret(NamedTuple):
    """A card that the host knows before the lock; in memory only, never written or shown."""

    round: int
    card: Card
    uid: str


def known(table: Table, seat: int, card: Card, uid: str, by: str) -> list[Entry]:
    """Commit a card that the host knows: the journal gets a promise that tells nothing."""
    decisions.check_card(table.evening, seat, card, secretly=True)
    entries = decisions.commit(table.evening, seat, secrets.token_hex(16), by)
    table.secrets[seat] = Secret(table.evening.round_of(seat), card, uid)
    table.confirmed[seat] = ""
    return entries


def _check_round(table: Table, seat: int, event: Committed | Withdrawn | Opened) -> None:
    if event.game != table.name or event.round != table.evening.round_of(seat):
        raise decisions.refuse("That round is over.", seat)


def _committed(table: Table, seat: int, event: Committed) -> list[Entry]:
    _check_round(table, seat, event)
    evening = table.evening
    if evening.phase == OPENING and evening.round.commits.get(seat) == event.commit:
        return []  # A seat that was restarted asks whether its card is the one on record.
    table.secrets.pop(seat, None)
    entries = decisions.commit(evening, seat, event.commit)
    table.confirmed[seat] = event.board
    return entries


def _withdrawn(table: Table, seat: int, event: Withdrawn) -> list[Entry]:
    _check_round(table, seat, event)
    table.secrets.pop(seat, None)
    return decisions.withdraw(table.evening, seat)


def _opened(table: Table, seat: int, event: Opened) -> list[Entry]:
    _check_round(table, seat, event)
    evening = table.evening
    opening = evening.phase == OPENING and seat not in evening.round.cards
    try:
        card = _committed_card(table, seat, event)
    except MoveError as error:
        if opening:  # Nothing is revealed yet: this seat chooses again, or nobody could go on.
            # A card that is only not the committed one is no wrong card, and stays a secret.
            wrong = error.code != "bad_choice"
            return [Void(seat, error.code, event.uid if wrong else "")]
        raise
    if evening.phase == LAYING:  # assisted: known to the memory and to this seat's page
        decisions.check_card(evening, seat, card, secretly=True)
        table.secrets[seat] = Secret(event.round, card, event.uid)
    return decisions.open_card(evening, seat, card, event.uid) if opening else []


def _committed_card(table: Table, seat: int, event: Opened) -> Card:
    promise = table.evening.round.commits.get(seat, "")
    if not opens(promise, event.nonce, event.game, event.round, seat, event.uid):
        raise decisions.refuse("That is not the card that was committed.", seat, "bad_choice")
    return table.card_of(event.uid, seat)


def _pressed(table: Table, seat: int, event: Pressed) -> list[Entry]:
    ask = ask_of(table.evening, seat)
    if event.game != table.name:
        raise decisions.refuse("That is another game.", seat)
    if event.key == "undo":  # a call for a round that is gone does nothing
        named = event.round == table.evening.round_of(seat)
        return table.call_mistake(seat, event.board) if named else []
    if event.key == CARD:
        # It lies there for an open question, and may be named only if that is still asked.
        now = table.state_of(event.board)
        if (now.phase, now.round, now.step) != ("enrol", event.round, event.step):
            raise decisions.refuse("No card is asked for now.", seat)
        return []
    return decisions.press(table.evening, ask.seat if ask else seat, event.step, event.key)


def _tagged(table: Table, seat: int, event: Tagged) -> list[Entry]:
    ask = ask_of(table.evening, seat)
    card = table.card_of(event.uid, seat)
    if table.evening.phase == LAYING:
        owner = ask.seat if ask is not None and ask.takes_card else seat
        if owner == seat and not table.evening.setup.shared:
            raise decisions.refuse("No card is asked for now.", seat)
        if any(event.uid == secret.uid for at, secret in table.secrets.items() if at != owner):
            # The card of the seat before still lies there, and the reader was restarted.
            raise decisions.refuse("This is the card of another seat.", seat, "card_already_used")
        return known(table, owner, card, event.uid, "reader")
    if ask is not None and ask.kind == PICK:
        _check_not_left(table, ask.seat, card, event.uid)
    entries = decisions.lay_openly(table.evening, ask.seat if ask else seat, card)
    # The card stays on this seat's tray for a while: it must not be taken for the next one.
    return [*entries, OnTray(seat, event.uid)]


def _check_not_left(table: Table, seat: int, card: Card, uid: str) -> None:
    """Refuse a leftover card that was named on a page and lies on the tray still, as nobody's pick.

    One that was laid is known by its tag, and the seat itself does not name it again.
    """
    evening, game = table.evening, table.evening.game
    if game.turn < game.rules.turns:  # what was left over in the Age before is long in the pile
        return
    if card is game.leftovers.get(seat) and uid not in evening.laid_openly:
        text = f"{card.name} is what was left over here: pick it on the seat's page."
        raise decisions.refuse(text, seat, "bad_choice")


REPORTS: dict[type, Callable[..., list[Entry]]] = {
    Committed: _committed,
    Withdrawn: _withdrawn,
    Opened: _opened,
    Pressed: _pressed,
    Tagged: _tagged,
}


# Which seat a board serves


def seat_boards(table: Table) -> None:
    """Tell every board its seat and its tags, before it can commit anything for another."""
    tiles = Tags(table.journal).tiles()
    rules = table.evening.game.rules
    playable = {card.id for deck in (*rules.decks.values(), rules.leader_deck) for card in deck}
    uids = [bytes.fromhex(uid) for uid, card in table.tags.items() if card in playable]
    for seat, board in table.evening.boards.items():
        if board:
            table.hub.assign(board, seat)
            table.hub.deck(board, table.name, uids)
            table.hub.tiles(board, tiles)


def _first_free(table: Table) -> int | None:
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
    seat = _first_free(table)
    if seat is None:
        return
    tags = _tags_of_free_seats(table)
    name = table.evening.game.rules.name(seat)
    key = "display.tag_or_press" if tags else "display.press"
    text = plain(say(key, table.lang, player=name))
    table.hub.tiles(board, tags)
    table.hub.show(board, SeatState("ask", table.name, 0, f"{CLAIM}{seat}", "ask:-o-", text=text))


def invite_all(table: Table) -> None:
    """Ask every board that serves nobody about the first seat that is free now."""
    for board in table.present - set(table.evening.boards.values()):
        invite(table, board)


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


def _claimed(table: Table, event: Pressed) -> int | None:
    """Return the seat that a board claims, or None if it was asked something else."""
    if event.game != table.name or not event.step.startswith(CLAIM):
        return None
    if event.key in PLACES:  # a tag means its player's seat, whichever seat the board asks about
        return PLACES.index(event.key)
    seat = _first_free(table)
    return seat if event.step == f"{CLAIM}{seat}" else None


def claim(table: Table, event: Pressed, now: float) -> bool:
    """Seat a board that claims a seat, and ask the others about the next; False: it is taken."""
    wanted, done = _claimed(table, event), True
    if wanted is not None:
        done = wanted in table.evening.game.rules.players and not table.evening.boards.get(wanted)
        if done:
            table.serve(wanted, event.board, now)
    invite_all(table)
    return done
