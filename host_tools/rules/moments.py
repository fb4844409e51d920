"""Whether this is the moment for a card: whose turn it is, which Age, and which cards are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD, LEADER
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER
from host_tools.rules.ruleset import ROMAN

if TYPE_CHECKING:
    from host_tools.rules.game import Game
    from host_tools.rules.questions import Question


def check_played(game: Game, seat: int, card: Card, action: str) -> None:
    """Raise MoveError unless this card can be played in this way at this moment."""
    question = check_moment(game, seat, card, action)
    known = game.leader_hands[seat] if card.color == "white" else game.hands
    if known is None:
        game.check_unused(seat, card)
    elif card not in game.hand_of(question):
        name = game.rules.name(seat)
        rule = "R16" if card.color == "white" else "G13"
        raise MoveError("not_in_hand", f"{name} does not hold {card.name}.", seat, rule)


def check_moment(game: Game, seat: int, card: Card, action: str) -> Question:
    """Raise MoveError unless such a card is played now, whether or not a copy of it is left."""
    question = game.question(seat)
    if question is None:
        text = f"{game.rules.name(seat)} has nothing to play now."
        raise MoveError("wrong_phase", text, seat, "G13")
    _check_phase(game, question, card, action)
    if card.color != "white" and card.age != game.age:
        raise MoveError(
            "wrong_age",
            f"{card.name} is a card of Age {ROMAN[card.age]}; this is Age {ROMAN[game.age]}.",
            seat,
            "G5",
        )
    if question.kind not in (LAST_CARD, LEADER) and seat == game.rules.free_city:
        _check_holder(game, seat)
    return question


def check_left_over(game: Game, seat: int, card: Card, age: int) -> None:
    """Raise MoveError unless this card can have been left over in an unknown hand."""
    if card.age != age:
        raise MoveError("wrong_age", f"{card.name} is not a card of Age {ROMAN[age]}.", seat, "G5")
    game.check_unused(seat, card)


def _check_phase(game: Game, question: Question, card: Card, action: str) -> None:
    extra = question.kind == LEADER
    recruiting = extra or (question.kind != LAST_CARD and game.recruiting)
    if (card.color == "white") == recruiting:
        if action == (RECRUIT if recruiting else BUILD):
            return
        if not extra and action in (WONDER, SELL):
            return
    moment = "an extra leader is recruited" if extra else "leaders are recruited"
    seat = question.seat
    name = game.rules.name(seat)
    if recruiting:
        text = f"Now {moment}: {name} cannot {action} {card.name}."
        rule = "R73" if extra else "R17"
    else:
        text = f"{name} cannot {action} {card.name} in a turn of an Age."
        rule = "R15" if card.color == "white" else "G13"
    raise MoveError("wrong_phase", text, seat, rule)


def _check_holder(game: Game, seat: int) -> None:
    holder = game.holder()
    if game.hands is not None and holder not in game.moves:
        raise MoveError(
            "wrong_phase",
            f"{game.rules.name(holder)} chooses for the own city first, then for the Free City.",
            seat,
            "G111",
        )
