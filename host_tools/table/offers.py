"""Offers: what a seat can do with a card, what each way costs and gives, and what is in the way."""

from card_db.cards import Card
from host_tools.rules.agenda import LEADER, PICK
from host_tools.rules.costs import cost, stage_payments
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.payment import Buy, buy_at
from host_tools.rules.production import letters
from host_tools.rules.questions import Question
from host_tools.table import decisions, views
from host_tools.table.asks import moves_with
from host_tools.table.evening import Evening
from host_tools.table.gains import Gain, gain_of_answer, gain_of_move
from host_tools.texts.obstacles import obstacle


def offers_view(evening: Evening, seat: int, card: Card) -> list[views.OfferView]:
    """Return every legal way to play a card."""
    legal = moves_with(evening, seat, card)
    return _views(evening.game, seat, [move for same in legal.values() for move in same])


def pick_view(game: Game, question: Question, card: Card) -> views.OfferView:
    """Return what it gives to take a card out of the discard pile, which costs nothing."""
    points, coins = gain_of_answer(game, question, card)
    paid: views.PaymentView = {"coins": [0, 0, 0], "free": "", "bought": [], "stage": 0}
    return {"action": PICK, "builds": 0, "points": points, "gains": coins, **paid}


def closed_offers_view(game: Game, seat: int) -> list[views.OfferView]:
    """Return what can be told of a card that nobody knows yet: a stage, or its sale.

    What lies under a stage is of no consequence here, so the stage itself stands for the card.
    """
    city = game.cities[seat]
    stages = [
        Move(city.wonder.stages[city.stage_number(payment.stage) - 1], WONDER, payment)
        for payment in stage_payments(game, seat)
    ]
    sold = [Move(city.wonder.stages[0], SELL)] if seat in game.rules.players else []
    return _views(game, seat, [*stages, *sold])


def _views(game: Game, seat: int, found: list[Move]) -> list[views.OfferView]:
    """Ways that differ only in who is paid give the same, which is counted once."""
    gains: dict[tuple[str, int], Gain] = {}
    shown: list[views.OfferView] = []
    for move in found:
        same = move.action, move.payment.stage
        if same not in gains:
            gains[same] = gain_of_move(game, seat, move)
        points, coins = gains[same]
        stage = game.cities[seat].stage_number(move.payment.stage) if move.action == WONDER else 0
        paid = payment_view(game, seat, move)
        shown.append(
            {"action": move.action, "builds": stage, "points": points, "gains": coins, **paid}
        )
    return shown


def payment_view(game: Game, seat: int, move: Move) -> views.PaymentView:
    """Return a payment with all that is bought; of equal purchases, one."""
    payment = move.payment
    buy = payment.buy or _bought(game, seat, move)
    return {
        "coins": list(payment.coins),
        "free": payment.free,
        "bought": [letters(part) for part in (buy.left, buy.right, buy.bank)] if buy else [],
        "stage": payment.stage,
    }


def _bought(game: Game, seat: int, move: Move) -> Buy | None:
    payment = move.payment
    if not payment.total or move.action in (SELL, RECRUIT):
        return None
    need, market, _ = cost(game, seat, move.card, move.action, payment.stage)
    return buy_at(need, market, (payment.left, payment.right), game.rules.team)


def obstacles_view(evening: Evening, seat: int, card: Card, lang: str) -> list[views.ObstacleView]:
    """Return why a card cannot be built or put under a stage, where that is so."""
    question = evening.game.question(seat)
    actions = [RECRUIT if card.color == "white" else BUILD]
    if question is not None and question.kind != LEADER:
        actions.append(WONDER)
    found: list[views.ObstacleView] = []
    for action in actions:
        try:
            decisions.check_action(evening, seat, card, action)
        except MoveError as error:
            text = obstacle(error, lang)
            found.append({"action": action, "text": text, "rule": error.rule})
    return found
