"""People with cards and boards: they see lights, lines and the shared screen, and nothing else."""

import json
import random
import re
import threading
import time
from contextlib import suppress

import httpx

from host_tools.sim.chips.tag import Tag

LIFT_S = 0.45  # a tray must be seen empty before the next card counts
LOOK_S = 0.45  # a lamp that blinks is seen within this
READ_S = 1.2  # somebody reads what the screen says
AGAIN_S = 4.0  # a card that nobody minds is laid once more


class Tray:
    """One board under somebody's hands."""

    def __init__(self, board):
        self.board = board
        self.lies = None
        self.since = time.monotonic()
        self._lit, self._first = set(), None

    def lay(self, uid):
        """Lay a card, after lifting the one that lies there; call it until it lies there."""
        now = time.monotonic()
        if self.lies == uid and now - self.since < AGAIN_S:
            return
        if self.lies is not None:
            self.lift()
        elif now - self.since >= LIFT_S:
            self.board.parts.lay(Tag(uid))
            self.lies, self.since = uid, now

    def lift(self):
        if self.lies is not None:
            self.board.parts.lift()
            self.lies, self.since = None, time.monotonic()

    def lit(self):
        """The buttons that are lit, once they have been looked at long enough to see all."""
        now = time.monotonic()
        self._lit |= {place for place in (1, 2, 3) if any(self.board.parts.lamp(place))}
        if not self._lit:
            self._first = None
        elif self._first is None:
            self._first = now
        elif now - self._first >= LOOK_S:
            return self._lit
        return set()

    def press(self, place):
        button = ("left", "middle", "right")[place - 1]
        self.board.parts.press(button)
        time.sleep(0.1)  # how long a finger stays
        self.board.parts.release(button)
        time.sleep(0.1)  # and how long the eye takes to see what the lamps say then
        self._lit, self._first = set(), None


class Clerks:
    """One at each tray, who put a fresh sticker on whatever card is asked for."""

    def __init__(self, trays):
        self.trays = trays
        self.seats = {}  # what the screen calls a tray, once it has answered there
        self.stuck = {}  # which sticker is on which card
        self._fresh = [f"04{number:012x}" for number in range(1, 999)]
        self._held = {}

    def hear(self, line):
        """Read a line of the screen."""
        found = re.match(r"Seat (\d+): (.*)", line)
        if not found:
            return
        seat, told = found.groups()
        waiting = [tray for tray in self.trays if tray.lies and tray not in self.seats.values()]
        if seat not in self.seats and len(waiting) == 1 and "here, or at any" not in told:
            self.seats[seat] = waiting[0]
        tray = self.seats.get(seat)
        if tray is None:
            return
        if given := re.match(r"(.+) has its tag", told):
            self.stuck[self._held.pop(tray)] = given[1]
        tray.lift()
        if "Look again" in told:
            tray.since += READ_S

    def work(self):
        """Lay the next sticker at every tray; at first one tray alone, to see what it is called."""
        known = [tray for tray in self.trays if tray in self.seats.values()]
        new = [tray for tray in self.trays if tray not in known][:1]
        for tray in known + new:
            if tray not in self._held:
                self._held[tray] = self._fresh.pop(0)
            tray.lay(self._held[tray])


class Screen:
    """The shared screen, as a page sees it."""

    def __init__(self, address):
        self.view = None
        self._address = address
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self):
        with (
            suppress(httpx.HTTPError),  # the table has closed
            httpx.stream("GET", f"{self._address}/events", timeout=60) as page,
        ):
            for line in page.iter_lines():
                data = line.removeprefix("data: ")
                if data.startswith("{") and '"phase"' in data:
                    self.view = json.loads(data)


class Players:
    """They hold the cards, pass them on, lay one, and press what is lit."""

    def __init__(self, trays, decks, guilds, seed=1):
        self.trays, self.chance = trays, random.Random(seed)
        self.decks, self.guilds = decks, guilds
        self.hands, self.laid, self.now = [], {}, None

    def sit_down(self, view):
        """Everybody presses the lit middle button, in their order; true when all sit."""
        for tray, seat in zip(self.trays, view["seats"], strict=True):
            if not seat["connected"]:
                if 2 in tray.lit():
                    tray.press(2)
                return False
        return True

    def look(self, view):
        """Do what there is to do."""
        if view["phase"] == "over":
            return
        if (view["age"], view["turn"]) != self.now:
            self._next_turn(view)
        for seat, tray in enumerate(self.trays):
            if view["phase"] == "lay":
                self._choose(view["seats"][seat], seat, tray)
            elif lit := tray.lit():
                # What a card is used for and how it is paid for look alike on the screen.
                declares = view["phase"] == "declare"
                order = self.chance.sample((1, 2, 3), 3) if declares else (2, 1, 3)
                tray.press(next(place for place in order if place in lit))

    def _next_turn(self, view):
        for tray in self.trays:
            tray.lift()
        for seat, uid in self.laid.items():
            self.hands[seat].remove(uid)
        self.laid = {}
        if self.now is None or self.now[0] != view["age"]:
            self._deal(view["age"])
        else:
            giver = {seat[view["passing"]]: seat["seat"] for seat in view["seats"]}
            self.hands = [self.hands[giver[seat]] for seat in sorted(giver)]
        self.now = (view["age"], view["turn"])

    def _deal(self, age):
        deck = list(self.decks[age])
        if age == 3:
            deck += self.chance.sample(self.guilds, len(self.trays) + 2)
        self.chance.shuffle(deck)
        assert len(deck) == 7 * len(self.trays)
        self.hands = [deck[at::3] for at in range(3)]

    def _choose(self, seen, seat, tray):
        if not seen["committed"]:
            self.laid.setdefault(seat, self.chance.choice(self.hands[seat]))
            tray.lay(self.laid[seat])
