"""Virtual people: they hold hands of tagged cards, lay them on trays and press lit buttons.

They know what people know: the cards in their hands and what the table asks of them.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Protocol

from card_db.cards import Card
from host_tools.bots.bots import move_value, worth
from host_tools.rules.agenda import LAST_CARD, LEADER, LEFT_OVER, PICK
from host_tools.rules.moves import SELL, WONDER, Move
from host_tools.rules.payment import Payment
from host_tools.sim.people.tagged_cards import (
    HeldCards,
    TaggedCards,
    Uid,
    UidsBySeat,
    opened_in,
)
from host_tools.table.asks import ANSWERED, CHOOSE, FREE_CITY, OPTIONAL, Ask, moves_with
from host_tools.table.evening import Evening, PastTurn
from host_tools.table.states import ask_of

LETTERS = {WONDER: "w", SELL: "s"}  # of the buttons; everything else is built
Guard = Callable[[str, Callable[[], None]], None]
"""Takes a step of somebody, whose name comes first, and may survive what it raises."""


def plainly(who: str, step: Callable[[], None]) -> None:
    """Take a step, and let what it raises be raised."""
    step()


class SeatControls(Protocol):
    """A seat's tray and buttons."""

    def lay(self, uid: Uid | None) -> None:
        """Put this card on the tray, or nothing."""

    def clear(self) -> None:
        """Take everything off the tray."""

    def press(self, button: int) -> None:
        """Press a button briefly: 0 left, 1 middle, 2 right."""


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
        self._trays: dict[int, tuple[Uid, int]] = {}  # what was laid last, and in which round
        self._decided: dict[tuple[object, ...], object] = {}
        self._turn: int | None = None  # how many turns are over
        self._numbers: dict[int, int] = {}  # of the rounds that they know of
        self._held: dict[int, tuple[PastTurn | None, HeldCards]] = {}  # after each turn

    def look(self, guard: Guard = plainly) -> None:
        """Let everybody look at the table and take the next step; who fails holds up no other."""
        evening = self._evening()
        if evening.game.over or evening.abandoned or evening.paused:
            return
        self._follow(evening)
        for seat, place in self.places.items():
            if seat not in self.away:
                name = evening.game.rules.name(seat)
                guard(f"The bot of {name}", partial(self._act, evening, seat, place))

    def _follow(self, evening: Evening) -> None:
        """Hold the cards of this turn, whatever was taken back, corrected, voided or resumed."""
        if self._turn != len(evening.past) or not self._knows(evening, self._turn):
            self._begin_turn(evening)
        for seat, number in evening.round.numbers.items():
            if self._numbers.get(seat) != number:
                self._lay_again(seat)
        self._numbers |= evening.round.numbers

    def _knows(self, evening: Evening, turn: int) -> bool:
        """Whether what was held after this many turns is known, and these turns are the same."""
        if turn not in self._held:
            return False
        last, known = evening.past[turn - 1] if turn else None, self._held[turn][0]
        if last is None or known is None or last is known:
            return last is known
        return (last.moves, last.answers) == (known.moves, known.answers)

    def _begin_turn(self, evening: Evening) -> None:
        past, turn = evening.past, len(evening.past)
        known = next((n for n in range(turn, -1, -1) if self._knows(evening, n)), None)
        if known is None:
            self.cards.deal_rest(evening)
        else:
            self.cards.hold(self._held[known][1])
            games = [*(over.before for over in past), evening.game]
            for over, game in zip(past[known:], games[known + 1 :], strict=True):
                self.cards.end_turn(over, game, self._laid)
        self._held = {n: held for n, held in self._held.items() if n < turn}
        self._held[turn] = (past[-1] if past else None, self.cards.held())
        self._turn, self._numbers = turn, dict(evening.round.numbers)
        self._decided.clear()
        self._laid = {}
        for seat, card in opened_in(evening)[1]:  # the own card first
            if (uid := self.cards.find(seat, card)) is not None:
                self._laid.setdefault(seat, uid)
        for place in self.places.values():
            place.lay(None)

    def _lay_again(self, seat: int) -> None:
        """Take back what was laid in a round that counts no more."""
        self._laid.pop(seat, None)
        if seat in self.places:
            self.places[seat].lay(None)

    def _act(self, evening: Evening, seat: int, place: SeatControls) -> None:
        ask = ask_of(evening, seat)
        if ask is not None and ask.takes_card:
            self._lay_openly(evening, seat, ask, place)
            return
        button = None if ask is None else self._button(evening, ask)
        # A key before the lock is for the card that was laid last: the Free City's comes first.
        first = ask is not None and ask.seat != seat and button is not None
        if evening.lays(seat) and not first:
            self._lay_secret(evening, seat, place)
        if ask is not None and button is not None:
            self._press(evening, ask, place, button)

    def _once(self, *what: object, make: Callable[[], object]) -> object:
        """A person decides a thing once, whatever happens to the wire."""
        if what not in self._decided:
            self._decided[what] = make()
        return self._decided[what]

    def _press(self, evening: Evening, ask: Ask, place: SeatControls, button: int) -> None:
        place.press(button)

    # Decisions

    def _lay_secret(self, evening: Evening, seat: int, place: SeatControls) -> None:
        number = evening.round.numbers[seat]
        uid = self._once("lay", seat, number, make=lambda: self._best_card(evening, seat))
        assert isinstance(uid, str)
        lies, before = self._trays.get(seat, ("", number))
        if lies == uid and before != number:
            self._clear(seat, place)
            return
        self._trays[seat] = uid, number
        self._laid[seat] = uid
        place.lay(uid)

    def _clear(self, seat: int, place: SeatControls) -> None:
        """Lift a card that lies there from a round before: only then does it count again."""
        del self._trays[seat]
        self._laid.pop(seat, None)
        place.clear()

    def _best_card(self, evening: Evening, seat: int) -> Uid:
        hand = self._hand(evening, seat)
        wishes = {uid: self._wish(evening, seat, self.cards.card(uid)) for uid in sorted(hand)}
        return max(wishes, key=lambda uid: (wishes[uid], self.chance.random()))

    def _hand(self, evening: Evening, seat: int) -> list[Uid]:
        """Return what a seat can commit: not what it has laid for the Free City."""
        return self._rest(
            evening, self.cards.hands if evening.game.turn else self.cards.leaders, seat
        )

    def _wish(self, evening: Evening, seat: int, card: Card) -> float:
        return move_value(evening.game, seat, self._best_move(evening, seat, card))

    def _best_move(self, evening: Evening, seat: int, card: Card) -> Move:
        legal = [move for found in moves_with(evening, seat, card).values() for move in found]
        return max(legal, key=lambda move: move_value(evening.game, seat, move))

    def _button(self, evening: Evening, ask: Ask) -> int | None:
        """Return the button that answers a question; none where nobody needs to press."""
        if ask.letters == CHOOSE:
            return 1 if ask.cursor == self._best_option(evening, ask) else 2
        if ask.kind != "declare":
            return ask.letters.index("o")
        wish = self._letter(evening, ask.seat)
        by_itself = wish == "b" and (ask.default or ask.urgency == OPTIONAL)
        if wish is None or by_itself or ask.urgency == ANSWERED:
            return None
        return ask.letters.lower().index(wish)

    def _best_option(self, evening: Evening, ask: Ask) -> int:
        """Return the best way to pay, which may be for a stage; all else is taken as it comes."""
        if ask.kind != "pay":
            return ask.cursor
        card, action = evening.round.cards[ask.seat], evening.round.actions[ask.seat]
        ways = [option.value for option in ask.options if isinstance(option.value, Payment)]
        moves = [Move(card, action, way) for way in ways]
        values = [move_value(evening.game, ask.seat, move) for move in moves]
        return values.index(max(values))

    def _letter(self, evening: Evening, seat: int) -> str | None:
        """Return the letter of the button for what is best done with a seat's card."""
        card = evening.round.cards.get(seat) or self._laid_card(seat)
        if card is None:
            return None
        return LETTERS.get(self._best_move(evening, seat, card).action, "b")

    def _laid_card(self, seat: int) -> Card | None:
        return self.cards.card(self._laid[seat]) if seat in self._laid else None

    def _lay_openly(self, evening: Evening, seat: int, ask: Ask, place: SeatControls) -> None:
        uid = self._once("open", ask.seat, ask.step, make=lambda: self._pick(evening, seat, ask))
        if isinstance(uid, str):
            place.lay(uid)
        else:
            self._press(evening, ask, place, 1)

    def _pick(self, evening: Evening, seat: int, ask: Ask) -> Uid | None:
        game, cards = evening.game, self.cards
        rest = self._rest(evening, cards.hands, seat)
        if ask.kind == PICK:
            return self._from_pile(evening, seat, ask)
        if ask.kind == FREE_CITY:
            best = max(rest, key=lambda uid: self._wish(evening, ask.seat, cards.card(uid)))
            self._laid[ask.seat] = best
            return best
        if ask.kind in (LAST_CARD, LEFT_OVER):
            left = cards.pile if ask.seat == game.rules.free_city else rest
            return left[0] if left else None
        leaders = self._rest(evening, cards.leaders, seat)
        leaders = [uid for uid in leaders if moves_with(evening, ask.seat, cards.card(uid))]
        return leaders[0] if ask.kind == LEADER and leaders else None

    def _rest(self, evening: Evening, hands: UidsBySeat, seat: int) -> list[Uid]:
        """Return what a seat holds besides what is open in this turn, or laid for the Free City."""
        left, laid = list(hands.get(seat, [])), self._laid.get(seat)
        for holder, card in opened_in(evening)[1]:
            copies = [uid for uid in left if holder == seat and self.cards.tags[uid] == card.id]
            if copies:
                left.remove(laid if laid in copies else copies[0])
        free = evening.game.rules.free_city
        if free is not None and free not in evening.round.cards:
            left = [uid for uid in left if uid != self._laid.get(free)]
        return left

    def _from_pile(self, evening: Evening, seat: int, ask: Ask) -> Uid | None:
        """Take the best card, not the one that lies on the own tray: that is lifted later."""
        game, lies = evening.game, evening.uids.get(seat)
        question = game.question(ask.seat)
        found = [c for c in game.answers(question) if isinstance(c, Card)] if question else []
        if game.turn == game.rules.turns:  # the own leftover card is not taken from a tray
            found = [card for card in found if card is not game.leftovers.get(ask.seat)]
        found.sort(key=lambda card: worth(game, ask.seat, card), reverse=True)
        uids = (uid for card in found for uid in self._discarded(evening, card) if uid != lies)
        return next(uids, None)

    def _discarded(self, evening: Evening, card: Card) -> list[Uid]:
        """Return the copies of a card that can be in the discard pile: nobody has them in hand."""
        held: set[Uid] = set()
        if evening.game.turn < evening.game.rules.turns:  # what is left over goes to the pile
            hands = self.cards.hands
            held = {uid for seat in hands for uid in self._rest(evening, hands, seat)}
        return [uid for uid in self.cards.copies(card) if uid not in held]
