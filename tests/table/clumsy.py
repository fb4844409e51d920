"""Clumsy people: they lay wrong cards, change their minds, and leave with their seat.

What they do depends on the moment of the game only, and the cards that count in the end are those
of steady people. So that no other card is locked, one of them thinks until the rest are ready.
"""

import random
from typing import NamedTuple

from host_tools.table.asks import KEYS
from host_tools.table.evening import LAYING
from tests.table.steady import Steady

WRONG, TRY, LEAVE = "wrong", "try", "leave"
WRONG_MS = 1500  # for which a wrong card lies at most
TRY_MS = 300


class Mishap(NamedTuple):
    """A card that is laid before the right one, and what happens to it."""

    kind: str
    uid: str
    milliseconds: int  # for which it lies at least
    key: str = ""  # that is pressed for it


class Clumsy(Steady):
    """`shares` says how often which kind of mishap happens to a seat in a turn."""

    def __init__(self, *more, shares=None):
        super().__init__(*more)
        self.shares = shares or {}
        self._plans = {}
        self.strangers = ()  # tags that are no cards
        self.undos = False  # whether turns may be taken back

    def _lay_secret(self, evening, seat, place):
        turn = (self._turn_key(evening), seat)
        if turn not in self._plans:  # once a turn, also if that is taken back
            self._plans[turn] = self._mishaps(evening, seat)
        mishaps = self._plans[turn]
        if mishaps and place.idle:
            if self._suffer(evening, seat, place, mishaps[0]):
                mishaps.pop(0)
        elif not mishaps and (seat != self._thinker(evening) or self._rest_ready(evening, seat)):
            super()._lay_secret(evening, seat, place)
            self._decided["right", seat, ""] = place.lies(self._laid.get(seat))

    def _suffer(self, evening, seat, place, mishap):
        """Return whether it is over."""
        self._laid[seat] = mishap.uid
        if mishap.key and place.lies(mishap.uid):
            return self._press_for(evening, seat, place, mishap.key)
        lies = place.lay(mishap.uid, mishap.milliseconds)
        if mishap.kind != LEAVE:
            return lies and not mishap.key
        if seat not in evening.round.commits or not place.lies(mishap.uid):
            return False
        right = self._best_card_once(evening, seat)
        self._laid[seat] = right
        place.leave(right)
        self._decided["right", seat, ""] = True
        return True

    def _press_for(self, evening, seat, place, key):
        """Press a key for a card that is not the right one; return whether it is on record."""
        if seat in evening.round.commits:
            place.press("bws".index(key))
        return evening.round.actions.get(seat) == KEYS[key]

    def _key(self, evening, ask):
        right = ask.seat not in self.places or self._decided.get(("right", ask.seat, ""))
        return super()._key(evening, ask) if right or evening.phase != LAYING else None

    def _best_card_once(self, evening, seat):
        number = evening.round.numbers[seat]
        return self._once("lay", seat, number, make=lambda: self._best_card(evening, seat))

    # Plans.

    def _turn_key(self, evening):
        return self._seed, evening.game.age, evening.game.turn

    def _mishaps(self, evening, seat):
        chance = random.Random(f"mishaps {self._turn_key(evening)} {seat}")
        thinker = self._thinker(evening)
        if thinker == seat:
            return []
        if thinker is None:
            happens = chance.random() < self.shares.get(WRONG, 0)
            wrong = self._wrong(evening, chance)
            return [Mishap(WRONG, wrong, chance.randrange(30, WRONG_MS))] if happens else []
        kind = chance.choice([TRY, LEAVE])
        hand = self._others_in_hand(evening, seat)
        if not hand or chance.random() >= self.shares.get(kind, 0):
            return []
        if kind == LEAVE:
            return [Mishap(LEAVE, chance.choice(hand), 0)]
        tried = [uid for uid in hand if chance.random() < 0.5]
        keys = ["", *"bws"] if self.keen else [""]
        return [Mishap(TRY, uid, chance.randrange(TRY_MS), chance.choice(keys)) for uid in tried]

    def _others_in_hand(self, evening, seat):
        hands = self.cards.hands if evening.game.turn else self.cards.leaders
        right = self._best_card_once(evening, seat)
        return sorted(uid for uid in hands.get(seat, []) if uid != right)

    def _wrong(self, evening, chance):
        """A card of another Age, a copy that was played before, or a tag that is no card.

        While it lies there the turn before may be taken back: it must be wrong then too.
        """
        ages = {1, 2, 3} - {evening.game.age, evening.game.age - 1}
        other = sorted(uid for uid in self.cards.tags if self.cards.card(uid).age in ages)
        played = [] if self.undos else sorted(evening.spent())[:8]
        return chance.choice([*self.strangers, *played, *chance.sample(other, 8)])

    def _thinker(self, evening):
        """Who waits for the rest in this turn; nobody where cards are laid that must be refused."""
        patient = self.keen or any(self.shares.get(kind) for kind in (TRY, LEAVE))
        nobody = [None] * len(self.places) if self.shares.get(WRONG) or not patient else []
        seats = list(self.places) if patient else []
        return random.Random(f"thinker {self._turn_key(evening)}").choice(nobody + seats)

    def _rest_ready(self, evening, seat):
        return all(
            self._decided.get(("right", other, "")) and place.settled and self._said(evening, other)
            for other, place in self.places.items()
            if other != seat and evening.lays(other)
        )

    def _said(self, evening, seat):
        """Whether all that a seat says before the lock is on record."""
        plan = self._plan(evening, seat)
        return not self.keen or self._next_key(evening, seat, plan.before) is None

    def _lays_last(self, evening, seat):
        return seat == self._thinker(evening) or seat not in self.places
