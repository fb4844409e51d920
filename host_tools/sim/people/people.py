"""Virtual people: they hold hands of tagged cards, lay them on trays and press lit buttons.

They know what people know: the cards in their hands and what the table asks of them.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Protocol

from card_db.cards import Card
from host_tools.bots.bots import move_value, worth
from host_tools.bots.dealer import Dealer
from host_tools.rules.agenda import LAST_CARD, LEADER, LEFT_OVER, PICK
from host_tools.rules.costs import moves
from host_tools.rules.dealing import Draft
from host_tools.rules.game import Game
from host_tools.rules.moves import SELL, WONDER, Move
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset
from host_tools.table.asks import CHOOSE, Ask
from host_tools.table.evening import Evening
from host_tools.table.states import ask_of

Uid = str
Guard = Callable[[str, Callable[[], None]], None]
"""Takes a step of somebody, whose name comes first, and may survive what it raises."""


def plainly(who: str, step: Callable[[], None]) -> None:
    """Take a step, and let what it raises be raised."""
    step()


class SeatControls(Protocol):
    """A seat's tray and buttons."""

    def lay(self, uid: Uid | None) -> None:
        """Put this card on the tray, or nothing."""

    def press(self, button: int) -> None:
        """Press a button briefly: 0 left, 1 middle, 2 right."""


def tags_for(rules: Ruleset) -> dict[Uid, str]:
    """Make up a tag for every physical copy of every card of a game."""
    cards = [card for deck in rules.decks.values() for card in deck.elements()]
    cards += sorted(rules.leader_deck, key=lambda card: card.id)
    return {f"04{number:012x}": card.id for number, card in enumerate(cards)}


class TaggedCards:
    """Where the physical cards are: hands, leaders, the Free City's pile."""

    def __init__(self, tags: dict[Uid, str], rules: Ruleset, dealer: Dealer) -> None:
        self.tags = tags
        self.rules = rules
        self.dealer = dealer
        self.hands: dict[int, list[Uid]] = {}
        self.leaders: dict[int, list[Uid]] = {}
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

    def tagged(self, cards: list[Card]) -> list[Uid]:
        """Return a copy of its own for each card."""
        free = {card: iter(uids) for card, uids in self._by_card.items()}
        return [next(free[card.id]) for card in cards]

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

    def draw_leaders(self, game: Game, seat: int, number: int) -> None:
        """R72: draw leaders that nobody has had yet."""
        held = {uid for hand in self.leaders.values() for uid in hand}
        left = [
            card
            for card in self.rules.leaders_sorted
            if not game.used[card] and not held & set(self.copies(card))
        ]
        self.leaders[seat] += self.tagged(self.dealer.draw(left, number))

    def draw_for_free_city(self, game: Game) -> None:
        """Let the holder of the Free City draw the top card of its pile."""
        if self.rules.free_city is not None and self.pile:
            self.hands[game.holder()].append(self.pile.pop(0))

    def play(self, seat: int, uid: Uid) -> None:
        """Take a played card out of its hand."""
        for hand in (self.hands.get(seat, []), self.leaders.get(seat, [])):
            if uid in hand:
                hand.remove(uid)

    def pass_on(self, age: int) -> None:
        """Pass the hands at the end of a turn."""
        if self.rules.free_city is not None:
            self.hands[0], self.hands[1] = self.hands[1], self.hands[0]
            return
        onward = self.rules.right if age == 2 else self.rules.left
        self.hands = {onward[seat]: hand for seat, hand in self.hands.items()}


class People:
    """All players of an evening, except at the seats in `away`."""

    def __init__(
        self,
        evening: Callable[[], Evening],
        cards: TaggedCards,
        places: dict[int, SeatControls],
        chance: random.Random,
    ) -> None:
        self._evening = evening
        self.cards = cards
        self.places = places
        self.chance = chance
        self.away: set[int] = set()  # seats that somebody else plays
        self._laid: dict[int, Uid] = {}
        self._decided: dict[tuple[object, ...], object] = {}
        self._begun: tuple[int, int] | None = None
        self._dealt = 0
        self._drawn: set[tuple[int, int]] = set()  # seat and stage that let it draw leaders

    def look(self, guard: Guard = plainly) -> None:
        """Let everybody look at the table and take the next step; who fails holds up no other."""
        evening = self._evening()
        if evening.game.over or evening.abandoned or evening.paused:
            return
        self._follow(evening.game)
        for seat, place in self.places.items():
            if seat not in self.away:
                name = evening.game.rules.name(seat)
                guard(f"The bot of {name}", partial(self._act, evening, seat, place))

    def _follow(self, game: Game) -> None:
        now = (game.age, game.turn)
        if self._begun == now:
            return
        if self.cards.rules.leaders and not self.cards.leaders:
            self.cards.draft()
        if self._begun is not None:
            self._end_turn(*self._begun)
            self._draw_leaders(game)
        self._begun = now
        if game.turn and self._dealt < game.age:
            self._dealt = game.age
            self.cards.deal(game)
        if game.turn:
            self.cards.draw_for_free_city(game)

    def _end_turn(self, age: int, turn: int) -> None:
        for seat, uid in self._laid.items():
            self.cards.play(seat, uid)
        for place in self.places.values():
            place.lay(None)
        self._laid.clear()
        self._decided.clear()
        if 0 < turn < self.cards.rules.turns:
            self.cards.pass_on(age)

    def _draw_leaders(self, game: Game) -> None:
        for seat in self.cards.leaders:
            city = game.cities[seat]
            for at, stage in enumerate(city.wonder.stages[: city.stages]):
                drawn = [e.value for e in stage.effects if e.verb == "draw"]
                if drawn and (seat, at) not in self._drawn:
                    self._drawn.add((seat, at))
                    self.cards.draw_leaders(game, seat, int(drawn[0]))

    def _act(self, evening: Evening, seat: int, place: SeatControls) -> None:
        if evening.lays(seat):
            self._lay_secret(evening, seat, place)
        ask = ask_of(evening, seat)
        if ask is None:
            return
        if ask.takes_card:
            self._lay_openly(evening, seat, ask, place)
        else:
            place.press(self._button(evening, ask))

    def _once(self, *what: object, make: Callable[[], object]) -> object:
        """A person decides a thing once, whatever happens to the wire."""
        if what not in self._decided:
            self._decided[what] = make()
        return self._decided[what]

    # Decisions

    def _lay_secret(self, evening: Evening, seat: int, place: SeatControls) -> None:
        number = evening.round.numbers[seat]
        uid = self._once("lay", seat, number, make=lambda: self._best_card(evening, seat))
        assert isinstance(uid, str)
        self._laid[seat] = uid
        place.lay(uid)

    def _best_card(self, evening: Evening, seat: int) -> Uid:
        game = evening.game
        hand = self.cards.leaders[seat] if game.turn == 0 else self.cards.hands[seat]
        wishes = {uid: self._wish(game, seat, self.cards.card(uid)) for uid in sorted(hand)}
        return max(wishes, key=lambda uid: (wishes[uid], self.chance.random()))

    def _wish(self, game: Game, seat: int, card: Card) -> float:
        return max(move_value(game, seat, move) for move in moves(game, seat, [card]))

    def _button(self, evening: Evening, ask: Ask) -> int:
        if ask.letters == CHOOSE:
            return 1
        if ask.kind == "declare" and ask.seat in evening.round.cards:
            return self._declare(evening, ask)
        lit = [at for at, letter in enumerate(ask.letters) if letter != "-"]
        chosen = self._once("press", ask.seat, ask.step, make=lambda: self.chance.choice(lit))
        assert isinstance(chosen, int)
        return chosen

    def _declare(self, evening: Evening, ask: Ask) -> int:
        game, letters = evening.game, ask.letters.lower()
        every = moves(game, ask.seat, [evening.round.cards[ask.seat]])
        legal = [move for move in every if _letter(move) in letters]
        best = max(legal, key=lambda move: move_value(game, ask.seat, move))
        return letters.index(_letter(best))

    def _lay_openly(self, evening: Evening, seat: int, ask: Ask, place: SeatControls) -> None:
        uid = self._once("open", ask.seat, ask.step, make=lambda: self._pick(evening, seat, ask))
        if isinstance(uid, str):
            place.lay(uid)
        else:
            place.press(1)

    def _pick(self, evening: Evening, seat: int, ask: Ask) -> Uid | None:
        game, cards = evening.game, self.cards
        rest = [uid for uid in cards.hands.get(seat, []) if uid != self._laid.get(seat)]
        if ask.kind == PICK:
            return self._from_pile(evening, seat, ask)
        if ask.kind == "free_city":
            uid = max(rest, key=lambda uid: self._wish(game, ask.seat, cards.card(uid)))
            cards.hands[seat].remove(uid)
            return uid
        if ask.kind in (LAST_CARD, LEFT_OVER):
            left = cards.pile if ask.seat == game.rules.free_city else rest
            return left[0] if left else None
        leaders = [uid for uid in cards.leaders.get(seat, []) if uid != self._laid.get(seat)]
        if ask.kind != LEADER or not leaders:
            return None
        cards.leaders[seat].remove(leaders[0])
        return leaders[0]

    def _from_pile(self, evening: Evening, seat: int, ask: Ask) -> Uid | None:
        """Take the best card, not the one that lies on the own tray: that is lifted later."""
        game, lies = evening.game, evening.uids.get(seat)
        question = game.question(ask.seat)
        found = [c for c in game.answers(question) if isinstance(c, Card)] if question else []
        found.sort(key=lambda card: worth(game, ask.seat, card), reverse=True)
        uids = (uid for card in found for uid in self._discarded(game, card) if uid != lies)
        return next(uids, None)

    def _discarded(self, game: Game, card: Card) -> list[Uid]:
        """Return the copies of a card that can be in the discard pile: nobody has them in hand."""
        held = {uid for hand in self.cards.hands.values() for uid in hand}
        loose = set(self._laid.values())
        if game.turn == game.rules.turns:  # what is left in the hands goes to the pile now
            loose |= held
        return [uid for uid in self.cards.copies(card) if uid not in held - loose]


def _letter(move: Move) -> str:
    """Return the letter of the button that declares a move."""
    return {WONDER: "w", SELL: "s"}.get(move.action, "b")
