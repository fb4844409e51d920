"""What a board is to show and to take now, made from the evening."""

from __future__ import annotations

import unicodedata

from host_tools.link.wanted import LAST_ROUND, SeatState
from host_tools.table.asks import Ask, asks
from host_tools.table.evening import ABANDONED, OPENING, OVER, Evening
from host_tools.table.wording import ask_text, missing_seats, waiting_text
from host_tools.texts import say

TEXT_MAX = 40

# A game has some thirty rounds; undone and voided ones count too, and none is used twice, or an old
# commitment would count again.


def ask_of(evening: Evening, seat: int) -> Ask | None:
    """Return what the board of a seat is asked: its own question, or the Free City's."""
    open_asks = asks(evening)
    if seat in open_asks:
        return open_asks[seat]
    free = evening.game.rules.free_city
    if free is not None and free in open_asks and evening.game.decider(free) == seat:
        return open_asks[free]
    return None


def served(evening: Evening, board: str) -> int | None:
    """Return the seat that a board serves now; a shared reader goes from one to the next."""
    if not evening.setup.shared or evening.seat_of(board) is None:
        return evening.seat_of(board)
    waiting = missing_seats(evening)
    return evening.game.decider(waiting[0]) if waiting else evening.seat_of(board)


def audit_state(game: str, round_number: int, done: bool, lang: str) -> SeatState:
    """Return the state of a board during an audit."""
    text = plain(say("display.audit_done" if done else "display.audit", lang))
    if done:
        return SeatState("locked", game, min(round_number, LAST_ROUND), text=text, light="wait")
    return SeatState("enrol", game, min(round_number, LAST_ROUND), "audit", "ask:-o-", text=text)


def state_of(evening: Evening, seat: int, game: str, lang: str = "en") -> SeatState:
    """Return the desired state of the board that serves a seat."""
    if evening.round_of(seat) > LAST_ROUND:
        text = plain(say("display.too_long", lang))
        return SeatState("locked", game, LAST_ROUND, light="wait", text=text)
    ask = ask_of(evening, seat)
    uid = evening.uids.get(seat)
    stale = bytes.fromhex(uid) if uid else None
    text = ask_text(evening.game, ask, lang) if ask else waiting_text(evening, seat, lang)
    phase, light, sound = _phase(evening, seat, ask)
    step, letters = (ask.step, ask.letters) if ask else ("", "")
    if phase == "enrol" and ask is None:  # each seat that the reader comes to is another question
        step, letters = f"{evening.round_of(seat)}h{seat}", "---"
    return SeatState(
        phase,
        game,
        evening.round_of(seat),
        step,
        f"{light}:{letters}" if letters else light,
        sound,
        stale,
        plain(text),
    )


def _phase(evening: Evening, seat: int, ask: Ask | None) -> tuple[str, str, str]:
    phase = evening.phase
    if phase in (OVER, ABANDONED):
        return "done", "done", ""
    if evening.lays(seat):
        if evening.paused:
            return "locked", "wait", ""
        if evening.setup.shared:  # The reader goes round: what it reads is for one seat only.
            return "enrol", "ask", "ask"
        return ("open" if evening.setup.mode == "assisted" else "play"), "", ""
    if phase == OPENING and seat in evening.round.closed():
        return "reveal", "", ""
    if ask is None:  # all have chosen and some cards are still to be opened; or the others answer
        opened = phase == OPENING and seat in evening.round.cards
        return "locked", "" if opened else "wait", ""
    return ("enrol" if ask.takes_card else "ask"), "ask", "ask"


def plain(text: str) -> str:
    """Write a text in the letters that a small display and the wire know."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return letters[:TEXT_MAX]
