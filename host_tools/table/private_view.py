"""The private view: what only a seat's own page may show, its question and its secret."""

from card_db.cards import Card
from card_db.rule_texts import rule_of_card
from host_tools.rules.agenda import GIVE_UP, LAST_CARD, LEFT_OVER, RULE_OF, SETTLE
from host_tools.rules.game import Game
from host_tools.rules.moves import WONDER, Move
from host_tools.rules.payment import Payment
from host_tools.table import views
from host_tools.table.asks import KEYS, REQUIRED, Ask, Option
from host_tools.table.evening import LAYING, Evening
from host_tools.table.final_view import final_view
from host_tools.table.gains import Gain, gain_of_answer
from host_tools.table.leftovers import leftover_text
from host_tools.table.offers import (
    closed_offers_view,
    obstacles_view,
    offers_view,
    payment_view,
)
from host_tools.table.states import AGAIN_RULES, ask_of, payment_text, waiting_text
from host_tools.table.table import Table
from host_tools.table.view import card_view
from host_tools.texts import say
from host_tools.texts.cards import count, name_in

NOTHING = Gain(0, 0)


def private_view(table: Table, seat: int, lang: str = "en") -> views.PrivateView:
    """Return what only the bearer of a seat's token may see: its question and its own secret."""
    evening = table.evening
    ask = ask_of(evening, seat)
    return {
        "seat": seat,
        "text": _text(table, seat, ask, lang),
        "rule": AGAIN_RULES.get(evening.refused.get(seat, ""), ""),
        "lays": evening.lays(seat) and not evening.paused,
        "committed": seat in evening.round.commits,
        "by_page": not evening.boards.get(seat),
        "ask": _question(table, ask, lang) if ask else None,
        "secret": _secret(table, seat, lang),
        "final": final_view(evening, seat, lang),
    }


def _question(table: Table, ask: Ask, lang: str) -> views.QuestionView:
    evening, card = table.evening, _card_of(table, ask.seat)
    game = evening.game
    declares = ask.kind == "declare"
    closed = closed_offers_view(game, ask.seat) if declares else []
    return {
        "kind": ask.kind,
        "rule": _rule_asked(game, ask),
        "step": ask.step,
        "seat": ask.seat,
        "card": None if card is None else card_view(card, lang),
        "default": ask.default,
        "optional": ask.urgency != REQUIRED,
        "chosen": evening.round.actions.get(ask.seat, ""),
        "choosing": ask.seat in evening.round.choosing,
        "takes_card": ask.takes_card,
        "may_decline": ask.takes_card and "o" in ask.letters,
        "keys": [KEYS[letter] for letter in ask.letters.lower() if letter in KEYS],
        "cursor": ask.cursor,
        "options": [_option(evening, ask, option, lang) for option in ask.options],
        "offers": offers_view(evening, ask.seat, card) if declares and card else closed,
        "obstacles": obstacles_view(evening, ask.seat, card, lang) if declares and card else [],
    }


def _stage_paid(evening: Evening, ask: Ask) -> int:
    """Return the stage that a payment is for, where there is only one."""
    paid_for = evening.round.actions.get(ask.seat) if ask.kind == "pay" else ""
    return evening.game.cities[ask.seat].stage_number(0) if paid_for == WONDER else 0


# What is asked


def _text(table: Table, seat: int, ask: Ask | None, lang: str) -> str:
    if ask is None or ask.urgency != REQUIRED:
        return waiting_text(table.evening, seat, lang, table.absent(), on_page=True)
    return _asked_text(table.evening, ask, _card_of(table, ask.seat), lang)


def _asked_text(evening: Evening, ask: Ask, card: Card | None, lang: str) -> str:
    """Ask a question as a page does, which names the card and has buttons with their own texts."""
    if ask.kind == LEFT_OVER:
        return leftover_text(evening.game, lang).full
    question = evening.game.question(ask.seat)
    source = None if question is None else question.source
    return say(
        f"bar.{_text_key(evening, ask, card)}",
        lang,
        card="" if card is None else name_in(card, lang),
        source="" if source is None else name_in(source, lang),
        coins=count(_amount(ask), "coins", lang),
        stage=_stage_paid(evening, ask),
    )


def _text_key(evening: Evening, ask: Ask, card: Card | None) -> str:
    if ask.kind == "declare":
        return "declare" if card else "declare_closed"
    if ask.kind == "pay" and evening.round.actions.get(ask.seat) == WONDER:
        several = len({_stage_of(option) for option in ask.options}) > 1
        return "which_stage" if several else "pay_stage"
    return ask.kind


def _stage_of(option: Option) -> int:
    return option.value.stage if isinstance(option.value, Payment) else 0


def _amount(ask: Ask) -> int:
    return ask.options[0].amount if ask.options else 0


def _rule_asked(game: Game, ask: Ask) -> str:
    """Return the rule by which something is asked: that of the card that asks, if it has one."""
    question = game.question(ask.seat)
    if question is not None and question.kind == ask.kind and question.source is not None:
        return rule_of_card(question.source) or RULE_OF[ask.kind]
    if ask.kind == LAST_CARD and game.rules.setup.edition == "2e":
        return "G126"
    return "R17" if ask.kind == "declare" and game.recruiting else RULE_OF[ask.kind]


# Its answers


def _option(evening: Evening, ask: Ask, option: Option, lang: str) -> views.OptionView:
    value = option.value
    payment = None
    if isinstance(value, Payment):
        card, action = evening.round.cards[ask.seat], evening.round.actions[ask.seat]
        payment = payment_view(evening.game, ask.seat, Move(card, action, value))
    gain = _gain(evening.game, ask, option)
    leader = value if isinstance(value, Card) else None
    return {
        "value": payment or (leader.id if leader else value),
        "text": _option_text(ask, option, lang),
        "payment": payment,
        "card": None if leader is None else card_view(leader, lang),
        "points": gain.points,
        "gains": gain.coins,
    }


def _gain(game: Game, ask: Ask, option: Option) -> Gain:
    question = game.question(ask.seat)
    value = option.value
    if question is None or question.kind != ask.kind or isinstance(value, str | Payment):
        return NOTHING
    return gain_of_answer(game, question, value)


def _option_text(ask: Ask, option: Option, lang: str) -> str:
    value = option.value
    match value:
        case str():
            return value
        case Payment():
            return payment_text(value, lang)
        case Card():
            return name_in(value, lang)
        case None:
            return say(f"bar.no_{ask.kind}", lang)
    if ask.kind == GIVE_UP:
        return say("bar.token", lang, number=value)
    assert ask.kind == SETTLE
    return _debts_text(option.amount - value, value, lang)


def _debts_text(paid: int, owed: int, lang: str) -> str:
    key = "pay_and_owe" if paid and owed else "pay_all" if paid else "owe_all"
    return say(
        f"bar.{key}", lang, coins=count(paid, "coins", lang), debts=count(owed, "debts", lang)
    )


# Its secret


def _card_of(table: Table, seat: int) -> Card | None:
    """Return the card of a seat that is not revealed yet, where the host knows it."""
    if table.evening.phase == LAYING and seat in table.secrets:
        return table.secrets[seat].card
    return table.evening.round.cards.get(seat)


def _secret(table: Table, seat: int, lang: str) -> views.SecretView | None:
    """Return a seat's own committed card where the host knows it before the reveal."""
    card = _card_of(table, seat)
    if card is None:
        return None
    return {
        **card_view(card, lang),
        "moves": offers_view(table.evening, seat, card),
        "obstacles": obstacles_view(table.evening, seat, card, lang),
    }
