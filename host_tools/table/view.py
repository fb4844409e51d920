"""What a screen may show: the public view for everybody, the private one for a seat's own page."""

from typing import cast

from card_db.cards import COLORS, SYMBOLS, Card
from host_tools.rules.conflict import fights
from host_tools.rules.costs import moves
from host_tools.rules.game import Game
from host_tools.rules.payment import Payment
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.ruleset import AGES, DEFEAT, ROMAN
from host_tools.rules.scoring import CATEGORIES, CATEGORY_OF, Item, by_category
from host_tools.rules.turn import SALE
from host_tools.table.asks import KEYS, Ask, Option
from host_tools.table.evening import LAYING, OPENING, OVER
from host_tools.table.instructions import TurnFacts, sentences
from host_tools.table.look_back import conflict, history, makes
from host_tools.table.states import ask_of, ask_text, missing_seats, option_text, waiting_text
from host_tools.table.table import Table
from host_tools.table.views import (
    CardView,
    ColorView,
    ConstantsView,
    FactsView,
    MoveView,
    OptionView,
    PaymentView,
    Phase,
    PlayedView,
    PrivateView,
    PublicView,
    QuestionView,
    RevealedView,
    SeatView,
    SecretView,
    StageView,
)
from host_tools.texts import say
from host_tools.texts.cards import effect_sentence, name_in
from host_tools.texts.scores import explain, seat_name

# Red cards have shields, which score by conflicts.
COLOR_CATEGORY = {**CATEGORY_OF, "red": "military"}
CONSTANTS: ConstantsView = {
    "colors": [ColorView(color=c, category=COLOR_CATEGORY.get(c, "")) for c in COLORS],
    "categories": list(CATEGORIES),
    "roman": list(ROMAN),
    "sale": SALE,
    "defeat": DEFEAT,
}


def public_view(table: Table, now: float, lang: str = "en") -> PublicView:
    """Return all that everybody may know; before the lock nothing tells what a seat committed."""
    evening = table.evening
    game = evening.game
    rules = game.rules
    sheets = sheets_of(game)
    totals = [by_category(items)["total"] for items in sheets]
    return {
        "game": table.name,
        "edition": rules.setup.edition,
        "sets": list(rules.setup.sets),
        "variant": rules.setup.variant,
        "phase": cast(Phase, evening.phase),
        "phase_text": say(f"phase.{evening.phase}", lang),
        "age": game.age,
        "turn": game.turn,
        "turns": rules.turns,
        "passing": "right" if game.age == 2 else "left",
        "paused": evening.paused,
        "trouble": table.trouble,
        "countdown": table.countdown.left(now),
        "missing": [seat_name(rules, seat, lang) for seat in missing_seats(evening)],
        "round": evening.round_number,
        "log": evening.log[-5:],
        "fights": [[a, b] for a, b, _ in fights(rules, _diplomats(table))],
        "seats": [_seat(table, seat, sheets[seat], lang) for seat in rules.seats],
        "ranks": ranks(game, totals) if evening.phase == OVER else None,
        "discarded": len(game.discard),
        "history": history(evening, totals),
        "conflict": conflict(evening),
        "mode": evening.setup.mode,
        "countdown_seconds": evening.setup.countdown,
        "strict": evening.setup.strict,
        "constants": CONSTANTS,
    }


def _diplomats(table: Table) -> set[int]:
    return {seat for seat, city in enumerate(table.evening.game.cities) if city.diplomacy}


def _seat(table: Table, seat: int, items: list[Item], lang: str) -> SeatView:
    evening = table.evening
    game = evening.game
    city, wonder = game.cities[seat], game.rules.wonders[seat]
    board = evening.boards.get(seat, "")
    facts = evening.facts.get(seat)
    return {
        "seat": seat,
        "player": seat_name(game.rules, seat, lang),
        "wonder": name_in(wonder, lang),
        "wonder_id": wonder.id,
        "side": say(f"card.side.{wonder.side}", lang),
        "resource": wonder.resource,
        "left": game.rules.left[seat],
        "right": game.rules.right[seat],
        "makes": makes(city),
        "stages": city.stages,
        "all_stages": [_stage(stage, lang) for stage in wonder.stages],
        "coins": city.coins,
        "debt": city.debt,
        "shields": city.shields,
        "diplomacy": city.diplomacy,
        "victories": list(city.victories),
        "defeats": city.defeats,
        "symbols": dict(zip(SYMBOLS, city.symbols, strict=True)),
        "cards": {
            color: [name_in(card, lang) for card in city.built if card.color == color]
            for color in COLORS
            if any(card.color == color for card in city.built)
        },
        "built": [card_view(card, lang) for card in city.built],
        "leaders": [name_in(card, lang) for card in city.leaders],
        "committed": seat in evening.round.commits,
        "waited_for": seat in missing_seats(evening),
        "connected": board in table.present if board else None,
        "revealed": _revealed(table, seat, lang),
        "todo": sentences(game, seat, facts, lang) if facts else [],
        "facts": _facts(facts) if facts else None,
        "played": _played(table, facts, lang) if facts and facts.card else None,
        "score": by_category(items),
        "explained": [
            {"category": i.category, "points": i.points, "text": explain(i, lang)} for i in items
        ],
    }


def _stage(stage: Card, lang: str) -> StageView:
    return {
        "cost": stage.resources,
        "coins": stage.coins,
        "coins_text": _coins(stage),
        "text": effect_sentence(stage.effects, lang),
    }


def _coins(card: Card) -> str:
    return f"{AGES[0]}–{AGES[-1]}" if card.coins == "age" else str(card.coins)


def _facts(facts: TurnFacts) -> FactsView:
    return {
        "card": facts.card,
        "action": facts.action,
        "stage": facts.stage,
        "pay_left": facts.pay_left,
        "pay_right": facts.pay_right,
        "from_left": facts.from_left,
        "from_right": facts.from_right,
        "bank": facts.bank,
        "debts": facts.debts,
        "victories": facts.victories,
        "defeats": facts.defeats,
        "diplomacy": facts.diplomacy,
        "built": facts.built,
    }


def _played(table: Table, facts: TurnFacts, lang: str) -> PlayedView:
    """Return the card of the last turn, and what was done with it."""
    card = table.evening.game.rules.box.cards[facts.card]
    return {**card_view(card, lang), "action": facts.action, "stage": facts.stage}


def _revealed(table: Table, seat: int, lang: str) -> RevealedView | None:
    """Return the open card of a seat, once all are open."""
    current = table.evening.round
    if table.evening.phase in (LAYING, OPENING) or seat not in current.cards:
        return None
    return {
        **card_view(current.cards[seat], lang),
        "action": current.actions.get(seat, ""),
        "payment": payment_view(current.moves[seat].payment) if seat in current.moves else None,
    }


def card_view(card: Card, lang: str) -> CardView:
    """Return what a screen shows of a card."""
    return {
        "id": card.id,
        "name": name_in(card, lang),
        "color": card.color,
        "age": card.age,
        "cost": card.resources,
        "coins": card.coins,
        "coins_text": _coins(card),
        "text": effect_sentence(card.effects, lang),
    }


def moves_view(game: Game, seat: int, card: Card) -> list[MoveView]:
    """Return every legal way to play a card."""
    return [
        {"action": move.action, **payment_view(move.payment)} for move in moves(game, seat, [card])
    ]


def payment_view(payment: Payment) -> PaymentView:
    """Return what a page shows of a payment."""
    return {"coins": list(payment.coins), "free": payment.free}


def private_view(table: Table, seat: int, lang: str = "en") -> PrivateView:
    """Return what only the bearer of a seat's token may see: its question and its own secret."""
    evening = table.evening
    ask = ask_of(evening, seat)
    return {
        "seat": seat,
        "text": ask_text(ask, lang) if ask else waiting_text(evening, seat, lang),
        "lays": evening.lays(seat) and not evening.paused,
        "committed": seat in evening.round.commits,
        "by_page": not evening.boards.get(seat),
        "ask": _question(table, ask, lang) if ask else None,
        "secret": _secret(table, seat, lang),
    }


def _question(table: Table, ask: Ask, lang: str) -> QuestionView:
    return {
        "kind": ask.kind,
        "step": ask.step,
        "takes_card": ask.takes_card,
        "may_decline": ask.takes_card and "o" in ask.letters,
        "keys": [KEYS[letter] for letter in ask.letters.lower() if letter in KEYS],
        "cursor": ask.cursor,
        "options": [
            _option(table, ask, number, option, lang) for number, option in enumerate(ask.options)
        ],
    }


def _option(table: Table, ask: Ask, number: int, option: Option, lang: str) -> OptionView:
    declares = ask.kind == "declare"
    text = str(option.value) if declares else option_text(ask, number, lang)
    if isinstance(option.value, Payment):
        shown = payment_view(option.value)
        return {"value": shown, "text": text, "payment": shown}
    value = option.value.id if isinstance(option.value, Card) else option.value
    return {"value": value, "text": text, "payment": None}


def _secret(table: Table, seat: int, lang: str) -> SecretView | None:
    """Return a seat's own committed card where the host knows it before the reveal."""
    secret = table.secrets.get(seat)
    if secret is None or table.evening.phase != LAYING:
        return None
    shown = card_view(secret.card, lang)
    return {**shown, "moves": moves_view(table.evening.game, seat, secret.card)}
