"""Virtual people who take their time, give a seat to a real person, and come back to a game."""

import random
import time
from collections import Counter
from collections.abc import Callable

from card_db.cards import Card
from host_tools.rules.agenda import LEADER, PICK
from host_tools.rules.dealing import deck
from host_tools.rules.game import Game
from host_tools.rules.ruleset import LEADERS_DEALT
from host_tools.sim.people.people import People, SeatControls, TaggedCards, Uid
from host_tools.table.asks import Ask
from host_tools.table.evening import LAYING, Evening
from host_tools.table.states import ask_of


def deal_rest(cards: TaggedCards, evening: Evening) -> dict[int, Uid]:
    """Deal what is left of the Age and of the leaders; return the cards that lie open now."""
    game, current = evening.game, evening.round
    opened = {} if evening.in_turn() else dict(current.cards)
    spent = game.used + Counter(opened.values())
    tagged = {seat: cards.copies(card)[-1] for seat, card in opened.items()}
    taken = 1 if evening.in_turn() else 0
    if cards.rules.leaders:
        _leaders(cards, game, spent, taken)
    if game.turn:
        _hands(cards, game, spent, taken, opened)
    for seat, uid in tagged.items():
        hand = cards.leaders if game.turn == 0 else cards.hands
        hand.setdefault(seat, []).append(uid)
    return tagged


def _hands(
    cards: TaggedCards, game: Game, spent: Counter[Card], taken: int, opened: dict[int, Card]
) -> None:
    rules, draw = cards.rules, cards.dealer.draw
    rest = deck(rules, game.age, draw, spent)
    left = draw(rest, len(rest))
    size = rules.hand_size - (game.turn - 1) - taken
    hands = {}
    for seat in rules.players:
        number = size - (seat in opened)
        hands[seat], left = left[:number], left[number:]
    uids = iter(cards.tagged([card for hand in hands.values() for card in hand] + left))
    cards.hands = {seat: [next(uids) for _ in hand] for seat, hand in hands.items()}
    cards.pile = list(uids) if rules.free_city is not None else []


def _leaders(cards: TaggedCards, game: Game, spent: Counter[Card], taken: int) -> None:
    box = [card for card in cards.rules.leaders_sorted if not spent[card]]
    left = cards.dealer.draw(box, len(box))
    recruited = game.age - 1 + (1 if game.turn else taken)
    number = max(1, LEADERS_DEALT - recruited)
    cards.leaders = {}
    for seat in cards.rules.players:
        hand, left = left[:number], left[number:]
        cards.leaders[seat] = cards.tagged(hand)


CARD_S = (1.5, 7.0)  # how long a person looks at a hand
KEY_S = (0.7, 2.5)  # and at a question
LIFT_S = 1.0  # a tray must be seen empty before the same card counts again


class TimedPeople(People):
    """People who think for a while; with `speed` 2 half as long, with 0 not at all."""

    def __init__(
        self,
        evening: Callable[[], Evening],
        cards: TaggedCards,
        places: dict[int, SeatControls],
        chance: random.Random,
        speed: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(evening, cards, places, chance)
        self.speed = speed
        self._clock = clock
        self._due: dict[int, tuple[object, float]] = {}
        self._kept: dict[tuple[int, int], tuple[dict[int, list[Uid]], dict[int, list[Uid]]]] = {}
        self._corrections = 0
        self._lifting = 0.0  # until when all trays stay empty

    # Time

    def _act(self, evening: Evening, seat: int, place: SeatControls) -> None:
        moment = self._moment(evening, seat)
        if moment is None or self._clock() < self._lifting:
            return
        if self._due.get(seat, (None, 0.0))[0] != moment:
            shortest, longest = CARD_S if moment[1] is None else KEY_S
            thinks = self.chance.uniform(shortest, longest) / self.speed if self.speed else 0.0
            self._due[seat] = (moment, self._clock() + thinks)
        if self._clock() >= self._due[seat][1]:
            super()._act(evening, seat, place)

    def _moment(self, evening: Evening, seat: int) -> tuple[int, str | None] | None:
        """Return what a seat is asked now, as something to think about once."""
        ask = ask_of(evening, seat)
        if ask is not None:
            return evening.round_number, ask.step
        if evening.lays(seat):
            return evening.round.numbers[seat], None
        return None

    # Turns that are taken back, games that are resumed

    def _follow(self, game: Game) -> None:
        now, evening = (game.age, game.turn), self._evening()
        taken_back = len(evening.log) != self._corrections
        self._corrections = len(evening.log)
        left_hands = evening.past or evening.round.cards or evening.in_turn()
        if self._begun is None and left_hands:
            self._come_back(evening)
        elif now in self._kept and (now != self._begun or taken_back):
            self._take_back(now)
        else:
            super()._follow(game)
        if now not in self._kept:
            self._kept[now] = _copied(self.cards.hands), _copied(self.cards.leaders)

    def _take_back(self, turn: tuple[int, int]) -> None:
        hands, leaders = self._kept[turn]
        self.cards.hands, self.cards.leaders = _copied(hands), _copied(leaders)
        self._kept = {known: kept for known, kept in self._kept.items() if known <= turn}
        for seat, place in self.places.items():
            if seat not in self.away or turn != self._begun:
                place.lay(None)
                self._laid.pop(seat, None)
        self._lifting = self._clock() + LIFT_S
        self._begun, self._dealt = turn, _dealt(*turn)
        self._decided.clear()

    def _come_back(self, evening: Evening) -> None:
        """Deal what can still be in the hands of a game that goes on."""
        game = evening.game
        self._begun, self._dealt = (game.age, game.turn), _dealt(game.age, game.turn)
        self._laid = deal_rest(self.cards, evening)

    # A person at a virtual seat

    def hand(self, seat: int) -> list[str]:
        """Return the ids of the cards that a seat can lay now."""
        return [self.cards.tags[uid] for uid in self._held(seat)]

    def _held(self, seat: int) -> list[Uid]:
        evening = self._evening()
        ask = ask_of(evening, seat)
        if ask is not None and ask.takes_card:
            return self._for_ask(evening.game, seat, ask)
        return (self.cards.leaders if evening.game.turn == 0 else self.cards.hands).get(seat, [])

    def _for_ask(self, game: Game, seat: int, ask: Ask) -> list[Uid]:
        cards, laid = self.cards, self._laid.get(seat)
        question = game.question(ask.seat)
        if ask.kind == PICK and question is not None:
            found = (card for card in game.answers(question) if isinstance(card, Card))
            return [uid for card in found for uid in self._discarded(game, card)[:1]]
        if ask.kind != "free_city" and ask.seat == game.rules.free_city:
            return cards.pile[:1]
        hand = cards.leaders if ask.kind == LEADER else cards.hands
        return [uid for uid in hand.get(seat, []) if uid != laid]

    def lay(self, seat: int, card: str | None) -> None:
        """Lay a card of the hand, or nothing, on the tray."""
        evening = self._evening()
        if card is None:
            self._laid.pop(seat, None)
            self.places[seat].lay(None)
            return
        uid = next(uid for uid in self._held(seat) if self.cards.tags[uid] == card)
        if evening.phase == LAYING:
            self._laid[seat] = uid
        elif uid in self._held(seat):
            self.cards.play(seat, uid)
        self.places[seat].lay(uid)


def _dealt(age: int, turn: int) -> int:
    """Return the last Age that has been dealt: leaders are recruited before it."""
    return age if turn else age - 1


def _copied(hands: dict[int, list[Uid]]) -> dict[int, list[Uid]]:
    return {seat: list(hand) for seat, hand in hands.items()}
