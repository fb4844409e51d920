"""Gains: what a move or an answer would give a seat at once, as the rules count it."""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.rules.game import Game
from host_tools.rules.moves import Move
from host_tools.rules.questions import APPLY, Answer, Question
from host_tools.rules.scoring import score
from host_tools.rules.turn import resolve
from host_tools.table.closed import by_closed_card


class Gain(NamedTuple):
    """Points, and coins besides the price; points that coins are worth are not counted twice."""

    points: int
    coins: int


def gain_of_move(game: Game, seat: int, move: Move) -> Gain:
    """Return what a move gives if nobody else did anything this turn."""
    gain = _gain(game, seat, lambda after: resolve(after, {seat: move}))
    return Gain(gain.points, gain.coins + move.payment.total)


def gain_of_answer(game: Game, question: Question, answer: Answer) -> Gain:
    """Return what an answer gives; what follows after it, such as conflicts, is left out."""
    return _gain(game, question.seat, lambda after: APPLY[question.kind](after, question, answer))


def _gain(game: Game, seat: int, work: Callable[[Game], None]) -> Gain:
    after = game.copy()
    work(after)
    return Gain(
        _points(after, seat) - _points(game, seat),
        after.cities[seat].coins - game.cities[seat].coins,
    )


def _points(game: Game, seat: int) -> int:
    """Count what everybody may know: two players who lay for the Free City keep secrets."""
    items = score(game, seat)
    return sum(i.points for i in items if i.reason != "coins" and not by_closed_card(i))
