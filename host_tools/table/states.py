"""What a seat is shown and asked now: the state of its board, and the same in a sentence."""

import secrets
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from card_db.cards import Card
from firmware.link import AUDIT
from host_tools.link.wanted import LAST_ROUND, SeatState
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.moves import CHAIN
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.production import letters
from host_tools.table.asks import REQUIRED, Ask, asks, required
from host_tools.table.entries import OPERATOR, RESTARTED
from host_tools.table.evening import ABANDONED, LAYING, OPENING, OVER, Evening
from host_tools.table.instructions import TEXT_MAX, coin_parts, coins_text
from host_tools.table.leftovers import leftover_text
from host_tools.texts import say
from host_tools.texts.cards import count, name_in
from host_tools.texts.scores import seat_name

# Why a seat lays again, as far as there is a text for it.
AGAIN = ("wrong_age", "card_already_used", "unknown_card", "not_in_this_game", RESTARTED, OPERATOR)
AGAIN_RULES = {"wrong_age": "G5", "card_already_used": "G3", "not_in_this_game": "G3"}
"""The rule by which a card did not count, where the reason is one of the game."""
PARTIES = ("left", "right", "bank")  # to whom the coins of a payment go
WIRE_SIGNS = 5  # of 36: 25.8 bits
WIRE_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_wire_name() -> str:
    """Draw a name for a game: one that comes back would let an old capture open new cards."""
    return "".join(secrets.choice(WIRE_DIGITS) for _ in range(WIRE_SIGNS))


def wire_name(game: int) -> str:
    """Return the name on the wire of a game that was begun before names were drawn.

    >>> wire_name(1), wire_name(1000)
    ('g1', 'grs')
    """
    digits = ""
    while game:
        game, digit = divmod(game, 36)
        digits = WIRE_DIGITS[digit] + digits
    return "g" + digits[-4:]


# A game has some thirty rounds; undone and voided ones count too, and none is used twice, or an old
# commitment would count again.


def ask_of(evening: Evening, seat: int) -> Ask | None:
    """Return what the board of a seat is asked: its own question, or the Free City's.

    Before the lock a key is for the card that was laid last, which is the own one.
    """
    open_asks, free = asks(evening), evening.game.rules.free_city
    seats = [seat]
    if free is not None and evening.game.decider(free) == seat:
        seats.append(free)
    found = [open_asks[at] for at in seats if at in open_asks]
    return min(found, key=lambda ask: ask.urgency != REQUIRED, default=None)


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
    return SeatState("enrol", game, min(round_number, LAST_ROUND), AUDIT, "ask:-o-", text=text)


def state_of(
    evening: Evening, seat: int, game: str, lang: str = "en", absent: Sequence[int] = ()
) -> SeatState:
    """Return the desired state of the board that serves a seat."""
    if evening.round_of(seat) > LAST_ROUND:
        text = plain(say("display.too_long", lang))
        return SeatState("locked", game, LAST_ROUND, light="wait", text=text)
    ask = ask_of(evening, seat)
    uid = evening.uids.get(seat)
    stale = bytes.fromhex(uid) if uid else None
    text = display_text(evening, seat, lang, absent)
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
    if phase == LAYING and evening.paused:
        return "locked", "wait", ""
    if evening.lays(seat) and (ask is None or not ask.takes_card):
        if evening.setup.shared:  # The reader goes round: what it reads is for one seat only.
            return "enrol", "ask", "ask"
        again = ("warn", "low") if seat in evening.refused else (_coins_light(evening, seat), "")
        return ("open" if evening.setup.mode == "assisted" else "play"), *again
    if phase == OPENING and seat in evening.round.closed():
        return "reveal", "", ""
    if ask is None:  # all have chosen and some cards are still to be opened; or the others answer
        opened = phase == OPENING and seat in evening.round.cards
        return "locked", "" if opened else "wait", ""
    if ask.default:  # it answers itself
        return "ask", "grace", ""
    return ("enrol" if ask.takes_card else "ask"), "ask", "ask"


def _coins_light(evening: Evening, seat: int) -> str:
    """Return the light that tells that coins of the last turn are to be paid, or taken."""
    facts = evening.facts.get(seat)
    if facts is None or seat in evening.round.commits:
        return ""
    if facts.pay_left or facts.pay_right or facts.bank < 0:
        return "pay"
    return "take" if facts.from_left or facts.from_right or facts.bank > 0 else ""


def nudged_state(state: SeatState, how: str) -> SeatState:
    """Return the state of a board for which the table has been waiting."""
    _, colon, letters = state.light.partition(":")
    light = f"nudge{colon}{letters}"
    return replace(state, light=light, sound="nudge" if how == "sound" else state.sound)


def call_state(state: SeatState, own: bool, lang: str) -> SeatState:
    """Return the state of a board while somebody calls for an undo: its own seat, or another."""
    text = plain(say("display.called" if own else "display.agree", lang))
    return replace(state, text=text, sound="" if own else "ask")


def plain(text: str) -> str:
    """Write a text in the letters that a small display and the wire know."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return letters[:TEXT_MAX]


# Sentences


def display_text(evening: Evening, seat: int, lang: str = "en", absent: Sequence[int] = ()) -> str:
    """Say on a seat's display what it is asked, what it waits for, or what it pays and takes."""
    ask = ask_of(evening, seat)
    if ask is not None and (ask.urgency == REQUIRED or evening.phase != LAYING):
        if ask.kind == LEFT_OVER:
            return leftover_text(evening.game, lang).short
        return ask_text(ask, lang)
    if _coins_light(evening, seat) and seat not in evening.refused and evening.lays(seat):
        return coins_text(evening.facts[seat], lang)
    return waiting_text(evening, seat, lang, absent)


def ask_text(ask: Ask, lang: str = "en") -> str:
    """Say what a seat is asked, with the option at which its cursor stands."""
    if ask.default:
        return say("ask.grace", lang)
    if ask.kind == "declare" and ask.letters[0] == "-":
        return say("ask.cannot_build", lang)
    if not ask.options or ask.kind == "declare":
        return say(f"ask.{ask.kind}", lang)
    return option_text(ask, ask.cursor, lang)


def option_text(ask: Ask, number: int, lang: str = "en") -> str:
    """Say one option of a question."""
    value, amount = ask.options[number].value, ask.options[number].amount
    if isinstance(value, Payment):
        return payment_text(value, lang)
    paid = amount - value if isinstance(value, int) else 0
    return say(f"ask.{ask.kind}", lang, value=_value(value, lang), amount=amount, paid=paid)


def payment_text(payment: Payment, lang: str = "en") -> str:
    """Say a way to pay: for which stage, and from whom what is bought, where that is a choice."""
    if payment.free:
        chain = payment.free == CHAIN
        return say("ask.pay_chain" if chain else "ask.pay_free", lang, free=payment.free)
    bought = _bought_text(payment, lang)
    if payment.stage:
        coins = coin_parts(zip(PARTIES, payment.coins, strict=True), lang)
        texts = [bought, coins or say("ask.nothing", lang)]
        whole = [say("ask.pay_stage", lang, stage=payment.stage, coins=t) for t in texts if t]
    else:
        left, right, bank = payment.coins
        whole = [say("ask.bought", lang, bought=bought)] if bought else []
        pay = "ask.pay" if payment.total else "ask.pay_nothing"
        whole.append(say(pay, lang, left=left, right=right, bank=bank))
    return next((text for text in whole if len(text) <= TEXT_MAX), whole[-1])


def _bought_text(payment: Payment, lang: str) -> str:
    """Say what is bought from whom for how many coins; P7: also for none."""
    if payment.buy is None or payment.buy == Buy():
        return ""
    bought = (payment.buy.left, payment.buy.right, payment.buy.bank)
    parts = []
    for party, part, coins in zip(PARTIES, bought, payment.coins, strict=True):
        if part:
            what = " ".join(count(n, kind, lang) for kind, n in Counter(letters(part)).items())
            parts.append(say(f"ask.from_{party}", lang, what=what, number=coins))
        elif coins:
            parts.append(say(f"coins.{party}", lang, number=coins))
    return ", ".join(parts)


def _value(value: Card | str | int | None, lang: str) -> str:
    if isinstance(value, Card):
        return name_in(value, lang)
    return say("ask.none", lang) if value is None else str(value)


def again_text(why: str, lang: str = "en") -> str:
    """Say why a seat lays again, without its card: a display is seen by neighbours too."""
    return say(f"again.{why if why in AGAIN else 'other'}", lang)


def missing_seats(evening: Evening, absent: Sequence[int] = ()) -> list[int]:
    """Return the seats for which everybody is waiting; `absent` ones have left a card."""
    if evening.phase == LAYING:
        return sorted({*evening.round.missing(), *required(evening), *absent})
    if evening.phase == OPENING:
        return evening.round.closed()
    return sorted(asks(evening))


def waiting_text(
    evening: Evening,
    seat: int,
    lang: str = "en",
    absent: Sequence[int] = (),
    on_page: bool = False,
) -> str:
    """Say what a seat is waiting for, or that it must lay its card: on its display or its page."""
    phase = evening.phase
    missing = missing_seats(evening, absent)
    names = ", ".join(seat_name(evening.game.rules, at, lang) for at in missing)
    if phase in (OVER, ABANDONED):
        return say(f"wait.{phase}", lang)
    if seat in evening.refused:
        return again_text(evening.refused[seat], lang)
    if evening.paused:
        return say("wait.paused", lang)
    if evening.lays(seat):
        if seat not in evening.round.commits:
            by_board = bool(evening.boards.get(seat))
            if on_page and not by_board:
                return say("bar.choose_leader" if evening.game.recruiting else "bar.choose", lang)
            first = by_board and not evening.past and not on_page  # a page knows no tray
            return say("wait.first" if first else "wait.lay", lang)
        return say("wait.laid", lang, missing=names) if names else say("wait.locked", lang)
    if phase == OPENING and seat in evening.round.closed():
        return say("wait.open", lang)
    return say("wait.wait", lang, missing=names)
