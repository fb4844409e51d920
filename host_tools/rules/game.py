"""A game of 7 Wonders: which questions are open, and what an answer does.

>>> from host_tools.rules.setup import Seat, Setup
>>> wonders = ("gizah", "rhodos", "ephesos")
>>> game = Game(Ruleset(Setup(tuple(Seat(w.title(), w, "A") for w in wonders))))
>>> [question.kind for question in game.questions]
['play', 'play', 'play']
>>> game.say(0, "build lumber_yard")
>>> game.say(1, "build ore_vein")
>>> game.say(2, "sell altar")
>>> game.turn, [city.coins for city in game.cities]
(2, [3, 3, 6])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from types import NoneType

from card_db.cards import Card, Effect
from host_tools.rules import turn
from host_tools.rules.agenda import BABYLON_FIRST, LAST_CARD, LEADER, PICKS_FIRST, Agenda
from host_tools.rules.city import City
from host_tools.rules.costs import build_payments, rights, stage_payments
from host_tools.rules.dealing import LEADERS_DRAWN, check_deal
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import check, complete
from host_tools.rules.moves import Move, parse
from host_tools.rules.payment import Market
from host_tools.rules.phases import advance, last_card_is_played
from host_tools.rules.questions import APPLY, LEGAL, PLAY, Answer, Question
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset, Step


class Game:
    """The state of a game. Hands are known (dealt) or unknown (at a physical table)."""

    __slots__ = (
        "_index", "age", "agenda", "bank", "cities", "discard", "hands", "hands_were_known",
        "leader_hands", "leaders_played", "leftovers", "losses", "markets", "moves", "on_step",
        "over", "questions", "recruiting", "returned", "rules", "step", "turn", "used",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, like: Game | None = None) -> None:
        if like is not None:
            self._be_like(like)
            return
        self.rules = rules
        self.cities = [
            City(wonder, coins)
            for wonder, coins in zip(rules.wonders, rules.start_coins, strict=True)
        ]
        self.bank = 0  # what the bank has taken in, less what it has paid out
        self.discard: list[Card] = []
        self.used: Counter[Card] = Counter()  # copies that have been seen, dealt or played
        # B13: leaders that are in the box again, and who may have drawn each where nobody saw it.
        self.returned: dict[Card, frozenset[int]] = {}
        self.hands: list[list[Card]] | None = None
        self.leader_hands: list[list[Card] | None] = [None] * rules.number
        self.leaders_played = [0] * rules.number  # from each hand
        self.leftovers: dict[int, Card] = {}  # by seat, at the end of the current Age
        self.hands_were_known = False  # at the end of the Age before
        self.on_step: Callable[[Game], None] | None = None  # called when a step is over
        self.index = 0
        self.moves: dict[int, Move] = {}
        self.questions: list[Question] = []
        self.agenda = Agenda(BABYLON_FIRST if rules.babylon_first else PICKS_FIRST)
        self.losses: list[tuple[int, Effect]] = []
        self.markets: dict[int, Market] = {}  # of this turn; see `costs.market_of`
        advance(self)

    @property
    def index(self) -> int:
        """Where the game stands in the schedule."""
        return self._index

    @index.setter
    def index(self, index: int) -> None:
        schedule = self.rules.schedule
        self._index = index
        self.over = index == len(schedule)
        self.step: Step | None = None if self.over else schedule[index]
        # The Age stays the last one when the game is over; Recruitment and conflicts are turn 0.
        self.age = schedule[-1].age if self.step is None else self.step.age
        self.turn = 0 if self.step is None else self.step.turn
        self.recruiting = self.step is not None and self.step.kind == "recruit"

    def question(self, seat: int) -> Question | None:
        """Return what a seat must decide now."""
        for question in self.questions:
            if question.seat == seat:
                return question
        return None

    def answers(self, question: Question) -> Sequence[Answer]:
        """Return the legal answers; for plays only those from a known hand."""
        return LEGAL[question.kind](self, question)

    def answer(self, seat: int, answer: object) -> None:
        """Decide for a seat; an illegal answer raises MoveError and changes nothing."""
        if not isinstance(answer, (Move, Card, int, tuple, NoneType)):
            raise MoveError("bad_choice", f"{answer!r:.60} answers no question.", seat)
        question = self.question(seat)
        if question is None:
            text = f"{self.rules.name(seat)} has nothing to decide."
            raise MoveError("wrong_phase", text, seat, "G13")
        if question.kind == PLAY:
            self._commit(question, answer)
        else:
            APPLY[question.kind](self, question, answer)
        self.questions.remove(question)
        if question.kind == PLAY and not self.questions:
            moves, self.moves = self.moves, {}
            turn.resolve(self, moves)
        if not self.questions:
            advance(self)

    def say(self, seat: int, text: str) -> None:
        """Answer in the one-line notation of a move: `build baths left=2`."""
        self.answer(seat, complete(self, seat, parse(text)))

    def _commit(self, question: Question, answer: Answer) -> None:
        if not isinstance(answer, Move):
            raise MoveError("bad_choice", "A turn is answered with a move.", question.seat, "G13")
        check(self, question.seat, answer)
        self.seen(answer.card)
        self.moves[question.seat] = answer

    # Hands

    def deal(self, age: int, hands: Sequence[Sequence[Card]]) -> None:
        """Make the hands of an Age known; Age 0 is the leaders after the draft."""
        check_deal(self, age, hands)
        if age:
            self.hands = [list(hand) for hand in hands]
            self.draw_for_free_city()
        else:
            for seat, hand in enumerate(hands):
                self.leader_hands[seat] = list(hand)
                self.used.update(hand)

    def holder(self) -> int:
        """B6: who plays for the Free City this turn: by turns, beginning with its neighbour."""
        free = self.rules.free_city
        assert free is not None
        sides = (self.rules.left[free], self.rules.right[free])
        start = 1 if self.age == 2 else 0
        return sides[(start + max(self.turn, 1) - 1) % 2]

    def decider(self, seat: int) -> int:
        """Return who decides for a seat: its player, or the holder of the Free City."""
        return self.holder() if seat == self.rules.free_city else seat

    def draw_for_free_city(self) -> None:
        """Let the holder draw the top card of the Free City's pile."""
        free = self.rules.free_city
        if self.hands is not None and free is not None and self.turn:
            self.hands[self.holder()].append(self.hands[free].pop(0))

    def hand_of(self, question: Question) -> list[Card]:
        """Return the known cards that can answer a question; nothing where they are unknown."""
        seat = question.seat
        if question.kind == LEADER or self.recruiting:
            return self.leader_hands[seat] or []
        if self.hands is None:
            return []
        if question.kind == LAST_CARD:
            return self.hands[seat]
        hand = self.hands[self.decider(seat)]
        if seat == self.rules.free_city and (own := self.moves.get(self.holder())):
            hand = hand.copy()
            hand.remove(own.card)  # The holder's own card is set aside first.
        return hand

    def leave_hand(self, seat: int, card: Card) -> None:
        """Take a card out of the hand it was played from."""
        hand = None
        if card.color == "white":
            hand = self.leader_hands[seat]
            self.leaders_played[seat] += 1
        elif self.hands is not None:
            last = last_card_is_played(self)
            hand = self.hands[seat if last else self.decider(seat)]
        if hand is not None:
            hand.remove(card)

    def may_sell(self, seat: int, sold: Card | None = None) -> bool:
        """May a seat sell? Always, but the Free City only when nothing can be built.

        Where its hand is unknown, the card that is sold is all that can be looked at. Who names
        none asks only what is sure: games are read in which nobody looked.
        """
        question = self.question(seat) if seat == self.rules.free_city else None
        if question is None or question.kind != PLAY:
            return True
        if self.hands is not None:
            hand = self.hand_of(question)
        elif sold is not None:
            hand = [sold]
        else:
            return True
        # B11: a right to build for nothing counts too.
        return not stage_payments(self, seat) and not any(
            build_payments(self, seat, card) or rights(self, seat, card) for card in hand
        )

    def check_unused(self, seat: int, card: Card) -> None:
        """Raise MoveError if every copy of a card has been seen already."""
        copies = 1 if card.color == "white" else self.rules.decks[card.age][card]
        if self.out(seat, card) >= copies:
            number = "the only copy is" if copies == 1 else f"all {copies} copies are"
            raise MoveError(
                "card_already_used",
                f"{card.name} cannot be played: {number} out already in this game.",
                seat,
                "R10" if card.color == "white" else "G3",
            )

    def out(self, seat: int, card: Card) -> int:
        """Count the copies that a seat cannot hold because they are out."""
        return 0 if seat in self.returned.get(card, ()) else self.used[card]

    def seen(self, card: Card) -> None:
        """Count a copy that is out now."""
        self.used[card] = self.used.get(card, 0) + 1
        if self.returned:
            self.returned.pop(card, None)

    def put_back(self, leader: Card) -> None:
        """Return a leader to the box; B13: whether it can be drawn from there is a ruling."""
        if self.rules.rome_draws_sold:
            self.returned[leader] = frozenset()

    def in_box(self, leader: Card) -> bool:
        """P14, B13: can a leader be drawn?"""
        return not self.used[leader] or leader in self.returned

    def leaders_left(self, seat: int) -> int:
        """Count the leaders in a hand; in an unknown one as many as there can be."""
        hand = self.leader_hands[seat]
        if hand is not None:
            return len(hand)
        effects = [effect for stage in self.cities[seat].built_stages for effect in stage.effects]
        draws = sum([effect.verb == "draw" for effect in effects])
        return LEADERS_DEALT + LEADERS_DRAWN * draws - self.leaders_played[seat]

    def draw_unseen(self, seat: int) -> None:
        """Note that an unknown hand may now hold any leader that is in the box again."""
        for leader, seats in self.returned.items():
            self.returned[leader] = seats | {seat}

    def leave_over(self, seat: int, card: Card) -> None:
        """Put the card that was left over in a hand on the discard pile."""
        self.seen(card)
        self.discard.append(card)
        self.leftovers[seat] = card

    def copy(self) -> Game:
        """Return a game of its own in the same state."""
        return Game(self.rules, like=self)

    def _be_like(self, other: Game) -> None:
        self.rules = other.rules
        self.cities = [city.copy() for city in other.cities]
        self.bank = other.bank
        self.discard = other.discard.copy()
        self.used = other.used.copy()
        self.returned = other.returned.copy()
        self.hands = None if other.hands is None else [hand.copy() for hand in other.hands]
        self.leader_hands = [None if hand is None else hand.copy() for hand in other.leader_hands]
        self.leaders_played = other.leaders_played.copy()
        self.leftovers = other.leftovers.copy()
        self.hands_were_known = other.hands_were_known
        self.on_step = other.on_step
        self.index = other.index
        self.moves = other.moves.copy()
        self.questions = other.questions.copy()
        self.agenda = other.agenda.copy()
        self.losses = other.losses.copy()
        self.markets = {}
