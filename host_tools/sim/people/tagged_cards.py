"""Where the tagged cards of a game are: hands, leaders, the Free City's pile."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from card_db.cards import Card
from host_tools.bots.dealer import Dealer, Known, fill
from host_tools.rules.dealing import Draft
from host_tools.rules.game import Game
from host_tools.rules.moves import Move
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset
from host_tools.table.evening import Evening, PastTurn

Uid = str
UidsBySeat = dict[int, list[Uid]]


class HeldCards(NamedTuple):
    """What everybody holds at the beginning of a turn."""

    hands: UidsBySeat
    leaders: UidsBySeat
    pile: list[Uid]


def tags_for(rules: Ruleset) -> dict[Uid, str]:
    """Make up a tag for every physical copy of every card of a game."""
    cards = [card for deck in rules.decks.values() for card in deck.elements()]
    cards += sorted(rules.leader_deck, key=lambda card: card.id)
    return {f"04{number:012x}": card.id for number, card in enumerate(cards)}


def played_in(turn: PastTurn) -> list[tuple[int, Card]]:
    """Return who has played which cards in a turn; somebody plays for the Free City."""
    extra = [(seat, answer) for seat, _, answer in turn.answers if isinstance(answer, Move)]
    return [(turn.before.decider(s), move.card) for s, move in [*turn.moves.items(), *extra]]


def opened_in(evening: Evening) -> tuple[Game, list[tuple[int, Card]]]:
    """Return the game before the turn that is under way, and which cards are open in it."""
    before, opened = evening.game, []
    if evening.in_turn():
        before = evening.last_turn()[0]
        opened = played_in(PastTurn(before, *evening.this_turn()))
    return before, opened + [(before.decider(s), c) for s, c in evening.round.cards.items()]


class TaggedCards:
    """The physical cards. What is played in a turn leaves the hands at its end."""

    def __init__(self, tags: dict[Uid, str], rules: Ruleset, dealer: Dealer) -> None:
        self.tags = tags
        self.rules = rules
        self.dealer = dealer
        self.hands: UidsBySeat = {}
        self.leaders: UidsBySeat = {}
        self.pile: list[Uid] = []
        self._by_card: dict[str, list[Uid]] = {}
        for uid, card in tags.items():
            self._by_card.setdefault(card, []).append(uid)

    def card(self, uid: Uid) -> Card:
        """Return the card that bears a tag."""
        return self.rules.box.cards[self.tags[uid]]

    def copies(self, card: Card) -> list[Uid]:
        """Return the tags of all copies of a card."""
        return self._by_card[card.id]

    def tagged(self, cards: list[Card], last: Collection[Uid] = ()) -> list[Uid]:
        """Return a copy of its own for each card, those in `last` only if there is no other."""
        free = {
            card: iter(sorted(uids, key=lambda uid: uid in last))
            for card, uids in self._by_card.items()
        }
        return [next(free[card.id]) for card in cards]

    def held(self) -> HeldCards:
        """Return what everybody holds now."""
        return HeldCards(_copied(self.hands), _copied(self.leaders), list(self.pile))

    def hold(self, held: HeldCards) -> None:
        """Give everybody what was held before."""
        self.hands, self.leaders = _copied(held.hands), _copied(held.leaders)
        self.pile = list(held.pile)

    def deal(self, game: Game) -> None:
        """Shuffle and deal the Age that begins."""
        hands = self.dealer.hands(self.rules, game.age)
        uids = iter(self.tagged([card for hand in hands for card in hand]))
        self.hands = {seat: [next(uids) for _ in hand] for seat, hand in enumerate(hands)}
        if self.rules.free_city is not None:
            self.pile = self.hands.pop(self.rules.free_city)

    def draft(self) -> None:
        """Deal leaders and let everybody keep the first of each hand that comes round."""
        draft = Draft(self.rules, self.dealer.hands(self.rules, 0))
        while not draft.over:
            for seat in self.rules.players:
                draft.keep(seat, draft.hands[seat][0])
        self.leaders = {seat: self.tagged(draft.kept[seat]) for seat in self.rules.players}
        assert all(len(hand) == LEADERS_DEALT for hand in self.leaders.values())

    def draw_leaders(self, before: Game, game: Game) -> None:
        """R72: draw leaders that nobody has had yet, for the stages built in a turn."""
        for seat in self.leaders:
            raised = game.cities[seat].raised[before.cities[seat].stages :]
            for stage in [game.cities[seat].wonder.stages[index] for index in raised]:
                for number in [e.value for e in stage.effects if e.verb == "draw"]:
                    held = {self.tags[uid] for hand in self.leaders.values() for uid in hand}
                    box = self.rules.leaders_sorted
                    left = [card for card in box if game.in_box(card) and card.id not in held]
                    self.leaders[seat] += self.tagged(self.dealer.draw(left, int(number)))

    def draw_for_free_city(self, game: Game) -> None:
        """Let the holder of the Free City draw the top card of its pile."""
        if self.rules.free_city is not None and self.pile:
            self.hands[game.holder()].append(self.pile.pop(0))

    def find(self, seat: int, card: Card, laid: Uid = "") -> Uid | None:
        """Return the copy of a card in a hand, the laid one if that may be it."""
        hand = (self.leaders if card.color == "white" else self.hands).get(seat, [])
        copies = [uid for uid in hand if self.tags[uid] == card.id] or hand
        return laid if laid in copies else next(iter(copies), None)

    def end_turn(self, turn: PastTurn, game: Game, laid: dict[int, Uid]) -> None:
        """Take the played cards out of the hands, pass these on, and deal what comes next."""
        before = turn.before
        for seat, card in played_in(turn):
            if (uid := self.find(seat, card, laid.get(seat, ""))) is not None:
                (self.leaders if card.color == "white" else self.hands)[seat].remove(uid)
        self.draw_leaders(before, game)
        if 0 < before.turn < self.rules.turns:
            self.pass_on(before.age)
        if game.turn == 1:
            self.deal(game)
        if game.turn:
            self.draw_for_free_city(game)

    def pass_on(self, age: int) -> None:
        """Pass the hands at the end of a turn."""
        if self.rules.free_city is not None:
            self.hands[0], self.hands[1] = self.hands[1], self.hands[0]
            return
        onward = self.rules.right if age == 2 else self.rules.left
        self.hands = {onward[seat]: hand for seat, hand in self.hands.items()}

    # Games that are resumed, and turns that are taken back after that

    def deal_rest(self, evening: Evening) -> None:
        """Deal what can have been in the hands at the beginning of a turn under way."""
        game, opened = opened_in(evening)
        cards: dict[int, list[Card]] = {}
        leaders: dict[int, list[Card]] = {}
        for seat, card in opened:
            (leaders if card.color == "white" else cards).setdefault(seat, []).append(card)
        past = Counter(seat for turn in evening.past for seat, card in _leaders_in(turn))
        played = [past[seat] for seat in self.rules.seats]
        dealt = fill(game, played, self.dealer.draw, Known(cards, leaders))
        gone = evening.spent() | set(evening.uids.values())
        if self.rules.leaders:
            self._hold_leaders(dealt, gone)
        if dealt.hands is not None:
            self._hold_hands(dealt.hands, gone)
        elif game.turn == 1:
            self.deal(game)
            self.draw_for_free_city(game)
        for seat, card in opened:
            self._swap(self.find(seat, card), evening.uids.get(seat))

    def _hold_leaders(self, dealt: Game, gone: Collection[Uid]) -> None:
        if dealt.leader_hands[0] is None:  # nobody has recruited yet
            self.draft()
            return
        hands = {seat: dealt.leader_hands[seat] or [] for seat in self.rules.players}
        uids = iter(self.tagged([card for hand in hands.values() for card in hand], gone))
        self.leaders = {seat: [next(uids) for _ in hand] for seat, hand in hands.items()}

    def _hold_hands(self, hands: list[list[Card]], gone: Collection[Uid]) -> None:
        uids = iter(self.tagged([card for hand in hands for card in hand], gone))
        self.hands = {seat: [next(uids) for _ in hand] for seat, hand in enumerate(hands)}
        if self.rules.free_city is not None:
            self.pile = self.hands.pop(self.rules.free_city)

    def _swap(self, dealt: Uid | None, lies: Uid | None) -> None:
        """Let the copy that lies open be the one that was dealt, wherever that is now."""
        if dealt is None or lies is None or self.tags[dealt] != self.tags.get(lies):
            return
        other = {dealt: lies, lies: dealt}
        for hand in [*self.hands.values(), *self.leaders.values(), self.pile]:
            hand[:] = [other.get(uid, uid) for uid in hand]


def _leaders_in(turn: PastTurn) -> list[tuple[int, Card]]:
    return [(seat, card) for seat, card in played_in(turn) if card.color == "white"]


def _copied(hands: UidsBySeat) -> UidsBySeat:
    return {seat: list(hand) for seat, hand in hands.items()}
