"""Players made of software: one small interface, seeded."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from card_db.cards import SYMBOLS, Card, Effect
from host_tools.rules.agenda import SETTLE
from host_tools.rules.counting import count
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.questions import Answer, Question
from host_tools.rules.science import score


class Bot(Protocol):
    """Whoever can answer a question."""

    def choose(self, game: Game, question: Question) -> Answer:
        """Return one of the legal answers."""

    def keep(self, game: Game, seat: int, leaders: list[Card]) -> Card:
        """Choose the leader to keep in the draft."""


class RandomBot:
    """Plays uniformly among all legal moves and payments."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, game: Game, question: Question) -> Answer:
        """Return any legal answer."""
        return self.chance.choice(game.answers(question))

    def keep(self, game: Game, seat: int, leaders: list[Card]) -> Card:
        """Keep any leader."""
        return self.chance.choice(leaders)


class BuilderBot:
    """Plays what is worth most at the moment: resources early, points late, no waste of coins."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, game: Game, question: Question) -> Answer:
        """Return the answer of the highest value; chance decides between equals."""
        answers = game.answers(question)
        if question.kind == SETTLE:
            return answers[0]
        return max(answers, key=lambda a: (self._value(game, question, a), self.chance.random()))

    def keep(self, game: Game, seat: int, leaders: list[Card]) -> Card:
        """Keep the leader that would be worth most now."""
        return max(leaders, key=lambda card: worth(game, seat, card) - int(card.coins != 0))

    def _value(self, game: Game, question: Question, answer: Answer) -> float:
        if isinstance(answer, Move):
            return move_value(game, question.seat, answer)
        if isinstance(answer, Card):
            return worth(game, question.seat, answer)
        return -answer if isinstance(answer, int) else 0.0


def move_value(game: Game, seat: int, move: Move) -> float:
    """Estimate a move in points: what it brings, less the coins that leave."""
    payment = move.payment
    spent = 0.34 * payment.total + 0.1 * (payment.left + payment.right)
    if move.action == SELL:
        return 0.9
    if move.action == WONDER:
        city = game.cities[seat]
        return worth(game, seat, city.wonder.stages[city.stages]) + 0.8 - spent
    assert move.action in (BUILD, RECRUIT)
    return worth(game, seat, move.card) - spent


def worth(game: Game, seat: int, card: Card) -> float:
    """Estimate what a card brings to a seat, in points."""
    chains = 0.5 * len(card.chains_to)
    return chains + sum(_WORTH.get(e.verb, _other)(game, seat, e) for e in card.effects)


def _points(game: Game, seat: int, effect: Effect) -> float:
    number = 1.0 if effect.per in ("", "science_set") else count(game, seat, effect)
    to_come = 0.5 * (3 - game.age) if effect.per else 0
    return int(effect.value) * (number + to_come)


def _make(game: Game, seat: int, effect: Effect) -> float:
    own = game.cities[seat].own.makers
    kinds = 2 if len(own) < 8 else 0.5
    return (0.0, 2.2, 1.2, -1.0)[game.age] + kinds * (0.5 if effect.sold else 0.9)


def _trade(game: Game, seat: int, effect: Effect) -> float:
    return (0.0, 2.0, 1.0, 0.0)[game.age]


def _coins(game: Game, seat: int, effect: Effect) -> float:
    if effect.on:
        return 3.0 - game.age
    number = 1 if effect.per == "age" else count(game, seat, effect)
    mine = 1 if effect.to == "own" else -0.5
    return mine * int(effect.value) * number / 3


def _shields(game: Game, seat: int, effect: Effect) -> float:
    rules, city = game.rules, game.cities[seat]
    worthwhile = 0.0
    for at in (rules.left[seat], rules.right[seat]):
        gap = city.shields - game.cities[at].shields
        if gap <= 0 <= gap + int(effect.value):
            worthwhile += 1.0 + game.age
        elif -4 < gap <= 2:
            worthwhile += 0.4 * game.age
    return worthwhile


def _science(game: Game, seat: int, effect: Effect) -> float:
    counts = game.cities[seat].symbols
    best = 0
    for kind, symbol in enumerate(SYMBOLS):
        if effect.value in (symbol, "any", "most"):
            more = list(counts)
            more[kind] += 1
            best = max(best, score((more[0], more[1], more[2])) - score(counts))
    return best + 0.8 * (3 - game.age)


def _other(game: Game, seat: int, effect: Effect) -> float:
    return 2.0


_WORTH: dict[str, Callable[[Game, int, Effect], float]] = {
    "points": _points,
    "make": _make,
    "trade": _trade,
    "coins": _coins,
    "shields": _shields,
    "science": _science,
}
BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": RandomBot, "builder": BuilderBot}
