"""Which cards can be where: deals, and cards that are played, against deck and hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from card_db.cards import Card
from host_tools.rules.agenda import LAST_CARD, LEADER
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER
from host_tools.rules.ruleset import LEADERS_DEALT, ROMAN

if TYPE_CHECKING:
    from host_tools.rules.game import Game
    from host_tools.rules.questions import Question


def due(game: Game) -> int | None:
    """Return the Age whose hands are to be dealt now; 0 for leaders, None for nothing."""
    step = game.step
    if step is None or game.moves:
        return None
    if game.recruiting and step.age == 1 and game.leader_hands[0] is None:
        return 0
    return step.age if step.turn == 1 and game.hands is None else None


def check_deal(game: Game, age: int, hands: Sequence[Sequence[Card]]) -> None:
    """Raise MoveError unless these hands can be dealt now."""
    rules = game.rules
    _check_moment(game, age)
    size = rules.hand_size if age else LEADERS_DEALT
    for seat in rules.seats:
        wanted = 0 if not age and seat == rules.free_city else size
        if len(hands) != rules.number or len(hands[seat]) != wanted:
            raise MoveError(
                "bad_record",
                f"A deal gives {rules.number} hands of {size} cards"
                + (" (none for the Free City)." if rules.free_city is not None else "."),
                seat if seat < len(hands) else None,
            )
    _check_copies(game, age, hands)


def _check_moment(game: Game, age: int) -> None:
    step, first = game.step, game.index == 0 and not game.moves
    if age == 0:
        fits = game.rules.leaders and first and game.leader_hands[0] is None
    else:
        fits = step is not None and step.age == age and step.turn <= 1 and game.hands is None
    if not fits or game.moves:
        what = (
            "leaders are dealt at the beginning" if age == 0 else "an Age is dealt once, before it"
        )
        raise MoveError("wrong_phase", f"This is not the moment for that deal: {what}.")


def _check_copies(game: Game, age: int, hands: Sequence[Sequence[Card]]) -> None:
    dealt: dict[Card, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand:
            if card.age != age or (card.color == "white") != (age == 0):
                raise MoveError("wrong_age", f"{card.name} does not belong in this deal.", seat)
            number = dealt[card] = dealt.get(card, 0) + 1
            copies = game.rules.decks[age][card] if age else 1
            if number > copies:
                raise MoveError(
                    "card_already_used",
                    f"{card.name} is dealt {number} times; this game has {copies}.",
                    seat,
                )


def check_played(game: Game, seat: int, card: Card, action: str) -> None:
    """Raise MoveError unless this card can be played in this way at this moment."""
    question = game.question(seat)
    if question is None:
        raise MoveError("wrong_phase", f"{game.rules.name(seat)} has nothing to play now.", seat)
    _check_phase(game, question, card, action)
    if card.color != "white" and card.age != game.age:
        raise MoveError(
            "wrong_age",
            f"{card.name} is a card of Age {ROMAN[card.age]}; this is Age {ROMAN[game.age]}.",
            seat,
        )
    if question.kind not in (LAST_CARD, LEADER) and seat == game.rules.free_city:
        _check_holder(game, seat)
    known = game.leader_hands[seat] if card.color == "white" else game.hands
    if known is None:
        game.check_unused(seat, card)
    elif card not in game.hand_of(question):
        name = game.rules.name(seat)
        raise MoveError("not_in_hand", f"{name} does not hold {card.name}.", seat)


def check_left_over(game: Game, seat: int, card: Card, age: int) -> None:
    """Raise MoveError unless this card can have been left over in an unknown hand."""
    if card.age != age:
        raise MoveError("wrong_age", f"{card.name} is not a card of Age {ROMAN[age]}.", seat)
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
    else:
        text = f"{name} cannot {action} {card.name} in a turn of an Age."
    raise MoveError("wrong_phase", text, seat)


def _check_holder(game: Game, seat: int) -> None:
    holder = game.holder()
    if game.hands is not None and holder not in game.moves:
        raise MoveError(
            "wrong_phase",
            f"{game.rules.name(holder)} chooses for the own city first, then for the Free City.",
            seat,
        )
