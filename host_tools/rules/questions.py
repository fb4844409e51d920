"""What a seat must still decide, which answers are legal, and what each answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from card_db.cards import Card
from host_tools.rules import turn
from host_tools.rules.agenda import (
    COPY,
    DECLINED,
    DRAW,
    GIVE_UP,
    LAST_CARD,
    LEADER,
    LEFT_OVER,
    PICK,
    RULE_OF,
    SETTLE,
    TURN_LEADER,
)
from host_tools.rules.costs import moves, recruit_payments
from host_tools.rules.counting import count, whose
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import check
from host_tools.rules.moments import check_left_over
from host_tools.rules.moves import RECRUIT, Move
from host_tools.rules.ruleset import LEADERS_DRAWN

if TYPE_CHECKING:
    from host_tools.rules.game import Game

PLAY: Final = "play"
Answer = Move | Card | int | tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that is open: its kind, the seat it concerns, the card that asks."""

    kind: str
    seat: int
    source: Card | None = None
    amount: int = 0  # for `debts`: the coins to lose


# Every turn asks these, so they are made once.
PLAYS: Final = tuple([Question(PLAY, seat) for seat in range(8)])


def loss(game: Game, seat: int) -> int:
    """P10, P11: return all that a seat loses this turn, counted now."""
    return sum(
        int(effect.value) * count(game, seat, effect)
        for owner, effect in game.losses
        if owner != seat
    )


def lose(game: Game, seat: int, amount: int, debt: int = 0) -> None:
    """Let a seat lose coins, of which some become debts; nobody pays more than there is."""
    city = game.cities[seat]
    paid = min(amount - debt, city.coins)
    city.debt += debt
    city.coins -= paid
    game.bank += paid


# What each kind of question can be answered with.


def _plays(game: Game, question: Question) -> Sequence[Answer]:
    return moves(game, question.seat, game.hand_of(question))


def _last_card(game: Game, question: Question) -> list[Answer]:
    return [*_plays(game, question), None]


def _extra_leaders(game: Game, question: Question) -> list[Answer]:
    recruits: list[Answer] = [
        Move(card, RECRUIT, payment)
        for card in game.hand_of(question)
        for payment in recruit_payments(game, question.seat, card)
    ]
    return [*recruits, None]


def _pile(game: Game, question: Question) -> list[Answer]:
    """O2: a card from the discard pile must not already be in that city."""
    names = game.cities[question.seat].names
    return [*dict.fromkeys(card for card in game.discard if card.name not in names), None]


def _neighbours_leaders(game: Game, question: Question) -> list[Answer]:
    """R61: a leader of a neighbouring city must be chosen where there is one (P2)."""
    leaders: list[Answer] = []
    for neighbour in dict.fromkeys(whose(game, question.seat, "neighbours")):
        leaders.extend(game.cities[neighbour].leaders)
    return leaders


def _own_leaders(game: Game, question: Question) -> list[Answer]:
    return [*game.cities[question.seat].leaders, None]


def _tokens(game: Game, question: Question) -> list[Answer]:
    return [*sorted(set(game.cities[question.seat].victories))]


def _debts(game: Game, question: Question) -> list[Answer]:
    """R108, R109: pay, owe, or split; what cannot be paid is owed."""
    least = max(0, question.amount - game.cities[question.seat].coins)
    return [*range(least, question.amount + 1)]


def _drawn(game: Game, question: Question) -> list[Answer]:
    return [None]


def _leftovers(game: Game, question: Question) -> list[Answer]:
    return [None]


# What each answer does. Everything is checked before anything changes.


def _play_extra(game: Game, question: Question, answer: Answer) -> None:
    if answer is None:
        if question.kind == LAST_CARD:
            game.agenda.add(LEFT_OVER, question.seat, rank=DECLINED)
        return
    if not isinstance(answer, Move):
        text, rule = "Say what is done with the extra card.", RULE_OF[question.kind]
        raise MoveError("bad_choice", text, question.seat, rule)
    check(game, question.seat, answer)
    game.seen(answer.card)
    turn.resolve(game, {question.seat: answer})


def _choose(game: Game, question: Question, answer: Answer, what: str) -> None:
    if answer not in LEGAL[question.kind](game, question):
        named = answer.name if isinstance(answer, Card) else answer
        name = game.rules.name(question.seat)
        rule = "O2" if question.kind == PICK else RULE_OF[question.kind]
        text = f"{name} cannot choose {named}: {what}."
        raise MoveError("bad_choice", text, question.seat, rule)


def _pick(game: Game, question: Question, answer: Answer) -> None:
    _choose(game, question, answer, "it is not in the discard pile, or is in the city already")
    if isinstance(answer, Card):
        game.discard.remove(answer)
        game.cities[question.seat].place(answer)
        game.markets.clear()
        turn.enter(game, question.seat, answer)


def _courtesan(game: Game, question: Question, answer: Answer) -> None:
    _choose(game, question, answer, "no neighbour has such a leader")
    assert isinstance(answer, Card)
    city = game.cities[question.seat]
    city.copied = answer
    city.absorb(answer.id, answer.effects)
    game.markets.clear()
    turn.enter(game, question.seat, answer, copied=True)


def _turn_leader(game: Game, question: Question, answer: Answer) -> None:
    """O19: the leader loses its effect and scores twice its cost."""
    _choose(game, question, answer, "it is not among the recruited leaders")
    if isinstance(answer, Card):
        city = game.cities[question.seat]
        index = city.leaders.index(answer)
        age = city.leader_ages.pop(index)
        city.leaders.pop(index)
        city.face_down.append((answer, age if answer.coins == "age" else answer.coins))
        city.rebuild()
        game.markets.clear()


def _give_up(game: Game, question: Question, answer: Answer) -> None:
    _choose(game, question, answer, "there is no such Victory token")
    game.cities[question.seat].victories.remove(answer)  # type: ignore[arg-type]


def _settle(game: Game, question: Question, answer: Answer) -> None:
    low = max(0, question.amount - game.cities[question.seat].coins)
    _choose(game, question, answer, f"of {question.amount} lost coins, {low} at least are owed")
    assert isinstance(answer, int)
    lose(game, question.seat, question.amount, answer)


def not_in_box(leader: Card, seat: int) -> MoveError:
    """Say that a leader cannot be drawn."""
    text = f"{leader.name} is not in the box any more."
    return MoveError("card_already_used", text, seat, "P14")


def _draw(game: Game, question: Question, answer: Answer) -> None:
    """R72, P14, B13: the drawn leaders come from those that are in the box."""
    hand = game.leader_hands[question.seat]
    assert hand is not None
    if answer is None:  # Nobody says which: from now on this hand is unknown.
        game.used.subtract(hand)
        game.leader_hands[question.seat] = None
        game.draw_unseen(question.seat)
        return
    if not isinstance(answer, tuple):
        raise MoveError("bad_choice", "Name the leaders that are drawn.", question.seat, "R72")
    for card in answer:
        if card not in game.rules.leader_deck:
            text = f"{card.name} is no leader of this game."
            raise MoveError("bad_choice", text, question.seat, "R72")
        if not game.in_box(card) or answer.count(card) > 1:
            raise not_in_box(card, question.seat)
    number = min(LEADERS_DRAWN, sum(map(game.in_box, game.rules.leader_deck)))
    if len(answer) != number:
        raise MoveError("bad_choice", f"{number} leaders are drawn.", question.seat, "R72")
    for card in answer:
        game.returned.pop(card, None)
        game.used[card] = 1
    hand.extend(answer)
    game.leaders_left[question.seat] += len(answer)


def _left_over(game: Game, question: Question, answer: Answer) -> None:
    if answer is None:
        return
    if not isinstance(answer, Card):
        raise MoveError("bad_choice", "Name the card that is left over.", question.seat, "G58")
    check_left_over(game, question.seat, answer, game.age)
    game.leave_over(question.seat, answer)


LEGAL: Final[dict[str, Callable[[Game, Question], Sequence[Answer]]]] = {
    PLAY: _plays,
    LAST_CARD: _last_card,
    LEADER: _extra_leaders,
    PICK: _pile,
    COPY: _neighbours_leaders,
    TURN_LEADER: _own_leaders,
    GIVE_UP: _tokens,
    SETTLE: _debts,
    DRAW: _drawn,
    LEFT_OVER: _leftovers,
}
APPLY: Final[dict[str, Callable[[Game, Question, Answer], None]]] = {
    LAST_CARD: _play_extra,
    LEADER: _play_extra,
    PICK: _pick,
    COPY: _courtesan,
    TURN_LEADER: _turn_leader,
    GIVE_UP: _give_up,
    SETTLE: _settle,
    DRAW: _draw,
    LEFT_OVER: _left_over,
}
