"""Bots, and a whole game between them."""

import random
from collections.abc import Callable, Sequence

from card_db.cards import SYMBOLS, Card, Effect
from host_tools.bots.dealer import Dealer
from host_tools.rules.agenda import DRAW, SETTLE
from host_tools.rules.counting import count
from host_tools.rules.dealing import Draft, drawn_leaders, due
from host_tools.rules.game import Game
from host_tools.rules.moves import BUILD, RECRUIT, SELL, WONDER, Move
from host_tools.rules.questions import Answer, Question
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.science import score
from host_tools.rules.setup import Setup

Deal = Callable[[int, Sequence[Sequence[Card]]], None]
Tell = Callable[[int, Answer], None]


class RandomBot:
    """Chooses uniformly among all legal moves and payments."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, game: Game, question: Question) -> Answer:
        """Return one of the legal answers."""
        return self.chance.choice(game.answers(question))

    def keep(self, game: Game, seat: int, leaders: list[Card]) -> Card:
        """Choose the leader to keep in the draft."""
        return self.chance.choice(leaders)


class BuilderBot:
    """Plays what is worth most now: resources early, points late, no waste of coins."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, game: Game, question: Question) -> Answer:
        """Return the answer with the highest value; chance decides between equal ones."""
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


Bot = RandomBot | BuilderBot
BOTS: dict[str, type[Bot]] = {"random": RandomBot, "builder": BuilderBot}


def move_value(game: Game, seat: int, move: Move) -> float:
    """Estimate a move in points: its worth less the coins paid."""
    payment = move.payment
    spent = 0.34 * payment.total + 0.1 * (payment.left + payment.right)
    if move.action == SELL:
        return 0.9
    if move.action == WONDER:
        city = game.cities[seat]
        stage = city.wonder.stages[city.stage_number(payment.stage) - 1]
        return worth(game, seat, stage) + 0.8 - spent
    assert move.action in (BUILD, RECRUIT)
    return worth(game, seat, move.card) - spent


def worth(game: Game, seat: int, card: Card) -> float:
    """Estimate a card's worth for a seat, in points."""
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
    for neighbour in (rules.left[seat], rules.right[seat]):
        gap = city.shields - game.cities[neighbour].shields
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


class BotGame:
    """A game, its dealer and one bot a seat; replace `deal` and `tell` to listen."""

    def __init__(self, setup: Setup | Game, bot: str, dealer: Dealer) -> None:
        """Begin a game with a set-up, or take over a running one."""
        self.game = setup if isinstance(setup, Game) else Game(Ruleset(setup))
        self.dealer = dealer
        self.bots: list[Bot] = [
            BOTS[bot](random.Random(dealer.chance.random())) for _ in self.game.rules.seats
        ]
        self.deal: Deal = self.game.deal
        self.tell: Tell = self.game.answer

    def play(self) -> Game:
        """Play to the end."""
        while not self.game.over:
            self.round()
        return self.game

    def round(self) -> None:
        """Deal what is due and answer the questions that are open now."""
        game = self.game
        age = due(game)
        if age is not None:
            hands = self.dealer.hands(game.rules, age)
            self.deal(age, self._draft(hands) if age == 0 else hands)
        for question in list(game.questions):
            if question.kind == DRAW:
                answer: Answer = drawn_leaders(game, self.dealer.draw)
            else:
                answer = self.bots[game.decider(question.seat)].choose(game, question)
            self.tell(question.seat, answer)

    def _draft(self, hands: list[list[Card]]) -> list[list[Card]]:
        draft = Draft(self.game.rules, hands)
        while not draft.over:
            for seat in self.game.rules.players:
                draft.keep(seat, self.bots[seat].keep(self.game, seat, draft.hands[seat]))
        return draft.kept
