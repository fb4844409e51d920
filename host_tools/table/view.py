"""What a screen may show: the public view for everybody, the private one for a seat's own page."""

from dataclasses import asdict
from typing import cast

from card_db.cards import COLORS, SYMBOLS, Card
from card_db.rule_texts import rule_of_card
from host_tools.rules.agenda import LAST_CARD, LEFT_OVER, RULE_OF
from host_tools.rules.conflict import fights
from host_tools.rules.costs import moves
from host_tools.rules.game import Game
from host_tools.rules.moves import WONDER, is_closed
from host_tools.rules.payment import Payment
from host_tools.rules.production import letters
from host_tools.rules.result import ranks
from host_tools.rules.ruleset import AGES, DEFEAT, ROMAN
from host_tools.rules.scoring import CATEGORIES, CATEGORY_OF, Item, by_category
from host_tools.rules.turn import SALE
from host_tools.table import views
from host_tools.table.asks import KEYS, REQUIRED, Ask
from host_tools.table.closed import open_sheets
from host_tools.table.evening import DECLARE, LAYING, OVER, PAY, VOIDS_MAX, Evening
from host_tools.table.final_view import final_view
from host_tools.table.instructions import sentences
from host_tools.table.leftovers import leftover_text
from host_tools.table.look_back import conflict, history, makes
from host_tools.table.states import (
    AGAIN_RULES,
    ask_of,
    ask_text,
    missing_seats,
    option_text,
    waiting_text,
)
from host_tools.table.table import Table
from host_tools.table.turning_points import moments
from host_tools.texts import say
from host_tools.texts.cards import effect_sentence, name_in
from host_tools.texts.scores import explain, rule_of, seat_name

# Red cards have shields, which score by conflicts.
COLOR_CATEGORY = {**CATEGORY_OF, "red": "military"}
CONSTANTS: views.ConstantsView = {
    "colors": [views.ColorView(color=c, category=COLOR_CATEGORY.get(c, "")) for c in COLORS],
    "categories": list(CATEGORIES),
    "roman": list(ROMAN),
    "sale": SALE,
    "defeat": DEFEAT,
}


def public_view(table: Table, lang: str = "en") -> views.PublicView:
    """Return all that everybody may know; before the lock nothing tells what a seat committed."""
    evening = table.evening
    game = evening.game
    rules = game.rules
    # Whoever is asked how to pay does not sell: that is told by the reveal.
    phase = DECLARE if evening.phase == PAY else evening.phase
    sheets = open_sheets(game, evening.final_choices())
    totals = [by_category(items)["total"] for items in sheets]
    diplomats = {seat for seat, city in enumerate(game.cities) if city.diplomacy}
    places = ranks(game, totals) if evening.phase == OVER else None
    played = history(evening, totals)
    return {
        "game": table.name,
        "edition": rules.setup.edition,
        "sets": list(rules.setup.sets),
        "variant": rules.setup.variant,
        "phase": cast(views.Phase, phase),
        "phase_text": say(f"phase.{phase}", lang),
        "age": game.age,
        "turn": game.turn,
        "turns": rules.turns,
        "passing": "right" if game.age == 2 else "left",
        "paused": evening.paused,
        "trouble": table.trouble,
        "looked": _looked(evening),
        "pause_reason": _pause_reason(table, lang),
        "countdown": table.pace.countdown.left(table.steady),
        "timer": table.pace.timer_left(table.steady),
        "undo": _undo(table),
        "missing": [seat_name(rules, s, lang) for s in missing_seats(evening, table.absent())],
        "round": evening.round_number,
        "log": evening.log[-5:],
        "fights": [[a, b] for a, b, _ in fights(rules, diplomats)],
        "seats": [_seat(table, seat, sheets[seat], lang) for seat in rules.seats],
        "ranks": places,
        "discarded": len(game.discard),
        "history": played,
        "moments": moments(evening, sheets, played, places, lang) if places else [],
        "conflict": conflict(evening),
        "mode": evening.setup.mode,
        "countdown_seconds": evening.setup.countdown,
        "grace_seconds": evening.setup.grace,
        "timer_seconds": evening.setup.timer,
        "strict": evening.setup.strict,
        "constants": CONSTANTS,
    }


def _looked(evening: Evening) -> bool:
    """Return whether closed cards were looked at in this turn or the one before."""
    return evening.looked is not None and len(evening.past) - evening.looked <= 1


def _pause_reason(table: Table, lang: str) -> str:
    seat, rules = table.evening.paused_for, table.evening.game.rules
    if seat is None:
        return ""
    return say("pause.refused", lang, player=seat_name(rules, seat, lang), times=VOIDS_MAX)


def _undo(table: Table) -> views.UndoView | None:
    evening, call = table.evening, table.call
    turn = evening.turn_shown()
    if turn < 0:
        return None
    before = evening.past[turn].before if turn < len(evening.past) else evening.game
    return {
        "turn": turn,
        "age": before.age,
        "number": before.turn,
        "caller": call.seat if call else None,
        "left": call.until - table.steady if call else None,
    }


def _seat(table: Table, seat: int, items: list[Item], lang: str) -> views.SeatView:
    evening = table.evening
    game = evening.game
    city, wonder = game.cities[seat], game.rules.wonders[seat]
    board = evening.boards.get(seat, "")
    # In the middle of a turn what it will cost is not known, and the turn before is over.
    facts = None if evening.in_turn() else evening.facts.get(seat)
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
        "raised": [number + 1 for number in sorted(city.raised)],
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
        "again": seat in evening.refused,
        "waited_for": seat in missing_seats(evening, table.absent()),
        "connected": board in table.present if board else None,
        "todo": sentences(game, seat, facts, lang) if facts else [],
        "facts": cast(views.FactsView, asdict(facts)) if facts else None,
        "played": _played(table, seat, lang),
        "score": by_category(items),
        "explained": [
            {
                "category": i.category,
                "points": i.points,
                "text": explain(i, lang),
                "rule": rule_of(i),
            }
            for i in items
        ],
    }


def _stage(stage: Card, lang: str) -> views.StageView:
    return {
        "cost": stage.resources,
        "coins": stage.coins,
        "coins_text": _coins(stage),
        "text": effect_sentence(stage.effects, lang),
    }


def _coins(card: Card) -> str:
    return f"{AGES[0]}–{AGES[-1]}" if card.coins == "age" else str(card.coins)


def _played(table: Table, seat: int, lang: str) -> views.PlayedView | None:
    """Return what a seat did in the turn that was revealed last; closed cards stay closed."""
    evening = table.evening
    if not evening.in_turn() and not evening.facts:  # nothing yet, or it was taken back
        return None
    before, moves = evening.last_turn()
    if seat not in moves:
        return None
    move = moves[seat]
    stage = before.cities[seat].stage_number(move.payment.stage)
    return {
        "action": move.action,
        "stage": stage if move.action == WONDER else 0,
        "card": None if is_closed(move.action) else card_view(move.card, lang),
    }


def card_view(card: Card, lang: str) -> views.CardView:
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


def moves_view(game: Game, seat: int, card: Card) -> list[views.MoveView]:
    """Return every legal way to play a card."""
    return [{"action": move.action, **_payment(move.payment)} for move in moves(game, seat, [card])]


def _payment(payment: Payment) -> views.PaymentView:
    buy = payment.buy
    return {
        "coins": list(payment.coins),
        "free": payment.free,
        "bought": [letters(part) for part in (buy.left, buy.right, buy.bank)] if buy else [],
        "stage": payment.stage,
    }


def private_view(table: Table, seat: int, lang: str = "en") -> views.PrivateView:
    """Return what only the bearer of a seat's token may see: its question and its own secret."""
    evening = table.evening
    ask = ask_of(evening, seat)
    return {
        "seat": seat,
        "text": _text(table, seat, lang),
        "rule": AGAIN_RULES.get(evening.refused.get(seat, ""), ""),
        "lays": evening.lays(seat) and not evening.paused,
        "committed": seat in evening.round.commits,
        "by_page": not evening.boards.get(seat),
        "ask": _question(table, ask, lang) if ask else None,
        "secret": _secret(table, seat, lang),
        "final": final_view(evening, seat, lang),
    }


def _text(table: Table, seat: int, lang: str) -> str:
    ask = ask_of(table.evening, seat)
    if ask is None or ask.urgency != REQUIRED:
        return waiting_text(table.evening, seat, lang, table.absent())
    if ask.kind == LEFT_OVER:
        return leftover_text(table.evening.game, lang).full
    return ask_text(ask, lang)


def _question(table: Table, ask: Ask, lang: str) -> views.QuestionView:
    card = _card_of(table, ask.seat)
    return {
        "kind": ask.kind,
        "rule": _rule_asked(table.evening.game, ask),
        "step": ask.step,
        "seat": ask.seat,
        "card": None if card is None else card_view(card, lang),
        "default": ask.default,
        "optional": ask.urgency != REQUIRED,
        "chosen": table.evening.round.actions.get(ask.seat, ""),
        "choosing": ask.seat in table.evening.round.choosing,
        "takes_card": ask.takes_card,
        "may_decline": ask.takes_card and "o" in ask.letters,
        "keys": [KEYS[letter] for letter in ask.letters.lower() if letter in KEYS],
        "cursor": ask.cursor,
        "options": [_option(ask, number, lang) for number in range(len(ask.options))],
    }


def _rule_asked(game: Game, ask: Ask) -> str:
    """Return the rule by which something is asked: that of the card that asks, if it has one."""
    question = game.question(ask.seat)
    if question is not None and question.kind == ask.kind and question.source is not None:
        return rule_of_card(question.source) or RULE_OF[ask.kind]
    if ask.kind == LAST_CARD and game.rules.setup.edition == "2e":
        return "G126"
    return "R17" if ask.kind == "declare" and game.recruiting else RULE_OF[ask.kind]


def _option(ask: Ask, number: int, lang: str) -> views.OptionView:
    value = ask.options[number].value
    text = str(value) if ask.kind == "declare" else option_text(ask, number, lang)
    if isinstance(value, Payment):
        shown = _payment(value)
        return {"value": shown, "text": text, "payment": shown}
    return {"value": value.id if isinstance(value, Card) else value, "text": text, "payment": None}


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
    return {**card_view(card, lang), "moves": moves_view(table.evening.game, seat, card)}
