"""What every screen may show: the public view."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from card_db.cards import COLORS, SYMBOLS, Card
from host_tools.rules.conflict import fights
from host_tools.rules.costs import moves
from host_tools.rules.game import Game
from host_tools.rules.moves import WONDER, Move, is_closed
from host_tools.rules.payment import Payment
from host_tools.rules.production import letters
from host_tools.rules.result import ranks, teams
from host_tools.rules.ruleset import AGES, DEFEAT, ROMAN
from host_tools.rules.scoring import CATEGORIES, CATEGORY_OF, Item, by_category
from host_tools.rules.turn import SALE
from host_tools.table import views
from host_tools.table.closed import open_sheets
from host_tools.table.evening import DECLARE, OVER, PAY, VOIDS_MAX, Evening
from host_tools.table.instructions import sentences
from host_tools.table.look_back import conflict, history, makes
from host_tools.table.states import (
    missing_seats,
)
from host_tools.table.table import Table
from host_tools.table.turning_points import moments
from host_tools.texts import say
from host_tools.texts.cards import effect_sentence, name_in
from host_tools.texts.scores import explain, rule_of, seat_name
from host_tools.texts.signs import signs

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
    places = ranks(game, totals) if evening.phase == OVER else None
    diplomats = {seat for seat, city in enumerate(game.cities) if city.diplomacy}
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
        "audit": sorted(table.audit.done) if table.audit else None,
        "pause_reason": _pause_reason(table, lang),
        "countdown": table.pace.countdown.left(table.steady),
        "timer": table.pace.timer_left(table.steady),
        "undo": _undo(table),
        "missing": [seat_name(rules, s, lang) for s in missing_seats(evening, table.absent())],
        "round": evening.round_number,
        "log": evening.log[-5:],
        "fights": [[a, b] for a, b, _ in fights(rules, diplomats)],
        "seats": [_seat(table, seat, sheets[seat], lang) for seat in rules.seats],
        "teams": cast(
            "list[views.TeamView] | None", teams(game, totals, places or [None] * len(totals))
        ),
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
        "team": seat // 2 if game.rules.team else None,
        "free_city": seat == game.rules.free_city,
        "decider": game.decider(seat),
        "wonder": name_in(wonder, lang),
        "wonder_id": wonder.id,
        "side": say(f"card.side.{wonder.side}", lang),
        "resource": wonder.resource,
        "left": game.rules.left[seat],
        "right": game.rules.right[seat],
        "makes": makes(city),
        "stages": city.stages,
        "raised": [number + 1 for number in sorted(city.raised)],
        "all_stages": [stage_view(stage, lang) for stage in wonder.stages],
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
        "recruited": [card_view(card, lang) for card in city.leaders],
        "committed": seat in evening.round.commits,
        "again": seat in evening.refused,
        "waited_for": seat in missing_seats(evening, table.absent()),
        "connected": board in table.present if board else None,
        "todo": sentences(game, seat, facts, lang) if facts else [],
        "facts": cast(views.FactsView, asdict(facts)) if facts else None,
        "played": _played(table, seat, lang),
        "score": by_category(items),
        "explained": [points_view(item, lang) for item in items],
    }


def points_view(item: Item, lang: str) -> views.PointsView:
    """Return some points, explained."""
    return {
        "category": item.category,
        "points": item.points,
        "text": explain(item, lang),
        "rule": rule_of(item),
    }


def stage_view(stage: Card, lang: str) -> views.StageView:
    """Return what a screen shows of a stage."""
    return {
        "cost": stage.resources,
        "coins": stage.coins,
        "coins_text": _coins(stage),
        "text": effect_sentence(stage.effects, lang),
        "signs": signs(stage.effects),
    }


def _coins(card: Card) -> str:
    return f"{AGES[0]}–{AGES[-1]}" if card.coins == "age" else str(card.coins)


def _played(table: Table, seat: int, lang: str) -> views.PlayedView | None:
    """Return what a seat did in the turn that was revealed last; closed cards stay closed."""
    evening = table.evening
    if not evening.in_turn() and not evening.facts:  # nothing yet, or it was taken back
        return None
    before, moves = evening.last_turn()
    return played_view(before, seat, moves, lang)


def played_view(
    before: Game, seat: int, moves: Mapping[int, Move], lang: str
) -> views.PlayedView | None:
    """Return what a seat did in a turn; a card that was sold or lies under a stage has no name."""
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
        "signs": signs(card.effects),
    }


def moves_view(game: Game, seat: int, card: Card) -> list[views.MoveView]:
    """Return every legal way to play a card."""
    return [move_view(move) for move in moves(game, seat, [card])]


def move_view(move: Move) -> views.MoveView:
    """Return what a screen shows of a move; its card is shown apart."""
    return {"action": move.action, **_payment(move.payment)}


def _payment(payment: Payment) -> views.PaymentView:
    buy = payment.buy
    return {
        "coins": list(payment.coins),
        "free": payment.free,
        "bought": [letters(part) for part in (buy.left, buy.right, buy.bank)] if buy else [],
        "stage": payment.stage,
    }
