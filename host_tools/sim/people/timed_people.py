"""Virtual people who take their time, give a seat to a real person, and come back to a game."""

import random
import time
from collections.abc import Callable

from card_db.cards import Card
from host_tools.rules.agenda import LEADER, PICK
from host_tools.sim.people.people import Guard, People, SeatControls, plainly
from host_tools.sim.people.tagged_cards import TaggedCards, Uid
from host_tools.table.asks import FREE_CITY, Ask
from host_tools.table.evening import ABANDONED, OVER, Evening
from host_tools.table.states import ask_of

CARD_S = (1.5, 7.0)  # how long a person looks at a hand
KEY_S = (0.7, 2.5)  # and at a question
PRESS_S = (0.3, 0.9)  # for what was decided with the card: before the grace is over, at any speed
AGAIN_S = 1.0  # when nothing has happened, a button is pressed once more,
LAY_AGAIN_S = 5.0  # and a card is lifted and laid once more
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
        self._pressed: dict[SeatControls, tuple[object, float]] = {}
        self._lifting: dict[int, float] = {}  # until when a tray stays empty

    # Time

    def _act(self, evening: Evening, seat: int, place: SeatControls) -> None:
        moment = self._moment(evening, seat)
        if moment is None or self._clock() < self._lifting.get(seat, 0.0):
            return
        if self._due.get(seat, (None, 0.0))[0] != moment:
            self._due[seat] = (moment, self._clock() + self._thinks(ask_of(evening, seat)))
        waited = self._clock() - self._due[seat][1]
        unseen = seat in self._trays and evening.lays(seat) and seat not in evening.round.commits
        if unseen and waited >= LAY_AGAIN_S:
            del self._due[seat]
            self._clear(seat, place)
        elif waited >= 0:
            super()._act(evening, seat, place)

    def _thinks(self, ask: Ask | None) -> float:
        """Return for how many seconds a person thinks about a question, or about a hand."""
        if not self.speed:
            return 0.0
        if ask is not None and ask.kind == "declare":
            return self.chance.uniform(*PRESS_S) / max(1.0, self.speed)
        return self.chance.uniform(*(CARD_S if ask is None else KEY_S)) / self.speed

    def _press(self, evening: Evening, ask: Ask, place: SeatControls, button: int) -> None:
        what, now = (evening.round_number, ask.step, ask.cursor, button), self._clock()
        pressed, when = self._pressed.get(place, (None, now))
        if pressed != what or now >= when + AGAIN_S:
            self._pressed[place] = (what, now)
            super()._press(evening, ask, place, button)

    def _clear(self, seat: int, place: SeatControls) -> None:
        super()._clear(seat, place)
        self._lifting[seat] = self._clock() + LIFT_S

    def _moment(self, evening: Evening, seat: int) -> tuple[int, str | None] | None:
        """Return what a seat is asked now, as something to think about once."""
        ask = ask_of(evening, seat)
        if ask is not None:
            return evening.round_number, ask.step
        if evening.lays(seat):
            return evening.round.numbers[seat], None
        return None

    # Trays

    def look(self, guard: Guard = plainly) -> None:
        """Let everybody take the next step; after the game all trays are cleared."""
        if self._evening().phase in (OVER, ABANDONED):
            for place in self.places.values():
                place.lay(None)
        super().look(guard)

    def _begin_turn(self, evening: Evening) -> None:
        before = self._turn
        super()._begin_turn(evening)
        if before is not None and before + 1 != self._turn:
            self.clear_trays()

    def clear_trays(self) -> None:
        """Lift all cards, and keep the trays empty until that was seen."""
        for place in self.places.values():
            place.lay(None)
        self._trays.clear()
        self._lifting = dict.fromkeys(self.places, self._clock() + LIFT_S)

    def _lay_again(self, seat: int) -> None:
        super()._lay_again(seat)
        self._trays.pop(seat, None)
        self._lifting[seat] = self._clock() + LIFT_S

    # A person at a virtual seat

    def hand(self, seat: int) -> list[str]:
        """Return the ids of the cards that a seat can lay now."""
        evening = self._evening()
        self._follow(evening)  # somebody may ask before anybody has looked at the table
        ask = ask_of(evening, seat)
        if ask is not None and ask.takes_card:
            uids = self._for_ask(evening, seat, ask)
        else:
            uids = self._hand(evening, seat)
        return [self.cards.tags[uid] for uid in uids]

    def _for_ask(self, evening: Evening, seat: int, ask: Ask) -> list[Uid]:
        cards, game = self.cards, evening.game
        question = game.question(ask.seat)
        if ask.kind == PICK and question is not None:
            found = (card for card in game.answers(question) if isinstance(card, Card))
            return [uid for card in found for uid in self._discarded(evening, card)[:1]]
        if ask.kind != FREE_CITY and ask.seat == game.rules.free_city:
            return cards.pile[:1]
        hands = cards.leaders if ask.kind == LEADER else cards.hands
        return self._rest(evening, hands, seat)
