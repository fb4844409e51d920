"""What the table says to a seat, in short sentences."""

from __future__ import annotations

from typing import Any

from host_tools.rules.game import Game
from host_tools.rules.moves import CHAIN
from host_tools.rules.payment import Payment
from host_tools.table.asks import Ask
from host_tools.table.evening import ABANDONED, LAYING, OPENING, OVER, Evening
from host_tools.texts import say
from host_tools.texts.cards import name_in


def ask_text(game: Game, ask: Ask, lang: str = "en") -> str:
    """Say what a seat is asked, with the option at which its cursor stands."""
    if not ask.options or ask.kind == "declare":
        return say(f"ask.{ask.kind}", lang)
    return option_text(game, ask, ask.cursor, lang)


def option_text(game: Game, ask: Ask, number: int, lang: str = "en") -> str:
    """Say one option of a question."""
    option = ask.options[number]
    if ask.kind == "pay":
        payment: Payment = option.value
        left, right, bank = payment.coins
        if payment.free not in ("", CHAIN):
            return say("ask.pay_free", lang, free=payment.free)
        return say("ask.pay", lang, left=left, right=right, bank=bank)
    value = _value(game, option.value, lang)
    return say(f"ask.{ask.kind}", lang, value=value, **_sums(option, ask))


def _value(game: Game, value: Any, lang: str) -> str:
    if isinstance(value, str):
        return name_in(game.rules.box.cards[value], lang)
    return say("ask.none", lang) if value is None else str(value)


def _sums(option: Any, ask: Ask) -> dict[str, Any]:
    amount = option.label.get("amount", 0)
    return {"amount": amount, "paid": amount - option.value if ask.kind == "debts" else 0}


def missing_seats(evening: Evening) -> list[int]:
    """Return the seats for which everybody is waiting."""
    from host_tools.table.asks import asks

    if evening.phase == LAYING:
        waiting = set(evening.round.missing()) | set(asks(evening))
        return sorted(waiting)
    if evening.phase == OPENING:
        return evening.round.closed()
    return sorted(asks(evening))


def waiting_text(evening: Evening, seat: int, lang: str = "en") -> str:
    """Say what a seat is waiting for, or that it must lay its card."""
    phase = evening.phase
    names = ", ".join(evening.game.rules.name(at) for at in missing_seats(evening))
    if phase in (OVER, ABANDONED):
        return say(f"wait.{phase}", lang)
    if evening.paused:
        return say("wait.paused", lang)
    if evening.lays(seat):
        if seat not in evening.round.commits:
            return say("wait.lay", lang)
        return say("wait.laid", lang, missing=names) if names else say("wait.locked", lang)
    if phase == OPENING and seat in evening.round.closed():
        return say("wait.open", lang)
    return say("wait.wait", lang, missing=names)
