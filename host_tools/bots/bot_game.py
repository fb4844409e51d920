"""A whole game of bots: the dealer deals, every open question is answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from card_db.cards import Card
from host_tools.bots.bots import BOTS, Bot
from host_tools.bots.dealer import Dealer
from host_tools.rules.agenda import DRAW
from host_tools.rules.draft import Draft
from host_tools.rules.game import Game
from host_tools.rules.questions import LEADERS_DRAWN, Answer
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.setup import Setup

Deal = Callable[[int, Sequence[Sequence[Card]]], None]
Tell = Callable[[int, Answer], None]


class BotGame:
    """A game, its dealer and a bot a seat; `deal` and `tell` can be listened to."""

    def __init__(self, setup: Setup | Game, bot: str, dealer: Dealer) -> None:
        """Begin a game with a set-up, or take over one that is going on."""
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
        age = self.dealer.due(game)
        if age is not None:
            hands = self.dealer.hands(game.rules, age)
            self.deal(age, self._draft(hands) if age == 0 else hands)
        for question in list(game.questions):
            if question.kind == DRAW:
                answer: Answer = self.dealer.drawn(game, LEADERS_DRAWN)
            else:
                answer = self.bots[game.decider(question.seat)].choose(game, question)
            self.tell(question.seat, answer)

    def _draft(self, hands: list[list[Card]]) -> list[list[Card]]:
        draft = Draft(self.game.rules, hands)
        while not draft.over:
            for seat in self.game.rules.players:
                draft.keep(seat, self.bots[seat].keep(self.game, seat, draft.hands[seat]))
        return draft.kept
