"""Steady people: what they decide depends on the moment of the game, never on cables or clocks."""

import random

from firmware.seat.commitment import OPEN_PHASES
from host_tools.table.evening import LAYING
from host_tools.table.states import ask_of
from tests.table.people import Tray, Wild

LOOK_MS = 30  # between two looks at the table
LIFTED_MS = 100  # for which a card is lifted
THINK_MS = 150  # the longest thought
CARELESS = 0.5  # the share of the cards that are laid without a look at the seat's light


class Steady(Wild):
    """The same seed and the same question give the same answer, whatever happened on the way."""

    def __init__(self, evening, cards, places, seed, clock):
        super().__init__(evening, cards, places, random.Random(0))
        self._seed = seed
        self._clock = clock
        self._pace = random.Random(f"pace {seed}")
        self._newest = 0  # the highest number of a round
        self._moment = {}  # seat: what it thinks about, and until when

    def look(self):
        if self._clock() % LOOK_MS == 0:
            super().look()

    def _follow(self, evening):
        """A turn that was taken back is decided as if for the first time, on empty trays."""
        numbers = evening.round.numbers.values()
        if numbers and min(numbers) > self._newest:
            self._decided.clear()
            if self._turn is not None and len(evening.past) <= self._turn:
                for place in self.places.values():
                    place.clear()
        self._newest = max(self._newest, *numbers, 0)
        super()._follow(evening)

    def _act(self, evening, seat, place):
        ask = ask_of(evening, seat)
        moment = (evening.phase == LAYING, evening.round_of(seat), ask.step if ask else "")
        if self._moment.get(seat, ("",))[0] != moment:
            self._moment[seat] = (moment, self._clock() + self._pace.randrange(THINK_MS))
        place.step = moment
        if self._clock() >= self._moment[seat][1]:
            super()._act(evening, seat, place)

    def _lay_secret(self, evening, seat, place):
        # Who does not look lays a secret card on a seat that may still ask for an open one.
        number = evening.round.numbers[seat]
        if self._careless(seat, number) or place.asks_for_secret(number):
            super()._lay_secret(evening, seat, place)

    def _careless(self, seat, number):
        return random.Random(f"careless {self._seed} {seat} {number}").random() < CARELESS

    def _once(self, *what, make):
        if what not in self._decided:
            game = self._evening().game
            moment = (self._seed, game.age, game.turn, *_kind(what), self._nth(what))
            self.chance = random.Random(str(moment))
        return super()._once(*what, make=make)

    def _nth(self, what):
        """A card that was voided is laid, and declared, as before; other questions are new ones."""
        if _kind(what)[2] in ("", "s"):
            return 0
        return sum(_kind(known) == _kind(what) for known in self._decided)

    def decided(self, ask):
        """The card that answers a question, once its player has chosen one."""
        return self._decided.get(("open", ask.seat, ask.step))

    def secrets(self):
        """The cards that are committed, or about to be, and that nobody may know yet."""
        evening = self._evening()
        seats = [seat for seat in self._laid if seat in self.places and evening.lays(seat)]
        return {seat: self._laid[seat] for seat in seats}


def _kind(what):
    """What is decided, by whom, and in which question, without the number of the round."""
    kind, seat, number = what
    return kind, seat, str(number).lstrip("0123456789")


class Forgetful(Tray):
    """A tray from which a card is often not lifted: it lies on into the next turn.

    A person whose card does not count as long as it lies there lifts it, and lays it again.
    """

    def __init__(self, room, board, seed):
        super().__init__(room, board)
        self._pace = random.Random(f"tray {seed}")
        self._free_at = 0  # when the hand is free

    def asks_for_secret(self, number):
        seat = self.board.seat
        shown = seat is not None and seat.state.round == number
        return shown and seat.state.phase in OPEN_PHASES

    @property
    def idle(self):
        return self.room.now >= self._free_at

    def lies(self, uid):
        return uid is not None and self.board.tray == (bytes.fromhex(uid),)

    def lay(self, uid, milliseconds=0):
        """Lay a card and leave it there for a while; return whether it lies."""
        if not self.idle:
            return False
        if uid and self.board.seat is not None and self.board.seat._sight.left:
            super().lay(None)
            self._free_at = self.room.now + LIFTED_MS
            return False
        if uid or self._pace.random() < 0.5:
            super().lay(uid)
            self._free_at = self.room.now + milliseconds
        return bool(uid)
