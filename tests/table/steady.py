"""Steady people: what they decide depends on the moment of the game, never on cables or clocks."""

import random

from firmware.seat.commitment import OPEN_PHASES
from host_tools.table.evening import LAYING
from host_tools.table.states import ask_of
from tests.table.people import Tray, Wild

LOOK_MS = 30  # between two looks at the table
THINK_MS = 150  # the longest thought
CARELESS = 0.5  # the share of the cards that are laid without a look at the seat's light


class Steady(Wild):
    """The same seed and the same question give the same answer, whatever happened on the way."""

    def __init__(self, evening, cards, places, seed, clock):
        super().__init__(evening, cards, places, random.Random(0))
        self._seed = seed
        self._clock = clock
        self._pace = random.Random(f"pace {seed}")
        self._moment = {}  # seat: what it thinks about, and until when

    def look(self):
        if self._clock() % LOOK_MS == 0:
            super().look()

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
    """A tray from which a card is often not lifted: it lies on into the next turn."""

    def __init__(self, room, board, seed):
        super().__init__(room, board)
        self._pace = random.Random(f"tray {seed}")

    def asks_for_secret(self, number):
        seat = self.board.seat
        shown = seat is not None and seat.state.round == number
        return shown and seat.state.phase in OPEN_PHASES

    def lay(self, uid):
        if uid or self._pace.random() < 0.5:
            super().lay(uid)
