"""A long evening at the demo's table: games in a row on real firmware, and all that disturbs them.

Nothing here knows what the bots will do; every disturbance is noted, so that a test can ask for the
cause of every card that had to be laid again.
"""

import random
import time
from collections import Counter

import httpx

from host_tools.commands.options import Room
from host_tools.commands.running_table import RunningTable
from host_tools.results.history import History
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.sim.boards.fleet import VirtualSeat
from host_tools.table import decisions
from host_tools.table.entries import Undo, Void
from host_tools.table.export import record_of
from host_tools.table.journal import Journal
from tests.web.serving import FRESH, seat

SPEED = 40  # of those who think
LOOK_S = 0.02
PAGE_S = 0.1  # between two looks at a page
GAME_S = 300


class PagePlayer:
    """A person who plays a seat on its page: any card, any option."""

    def __init__(self, pages, number, chance):
        self._pages, self._number, self._chance = pages, number, chance
        self._page = httpx.Client(
            base_url=pages.at, headers=seat(pages, number), timeout=60, limits=FRESH
        )
        self._next = 0.0
        self.answers = 0

    def sit_down_again(self):
        """Open the link of the next game."""
        self._page.headers.update(seat(self._pages, self._number))

    def close(self):
        self._page.close()

    def look(self):
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + PAGE_S
        view = self._pages.host.call(lambda: self._pages.private(self._number, "en"))
        ask = view["ask"] if view else None
        if ask and ask["takes_card"]:
            self._lay("lay") or self._do("decline", {})
        elif ask and ask["options"]:
            self._do("take", {"option": self._chance.randrange(len(ask["options"]))})
        elif ask and not ask["chosen"]:
            self._do("press", {"step": ask["step"], "key": self._chance.choice(ask["keys"])})
        elif view and view["lays"] and not view["committed"]:
            self._lay("commit")

    def _lay(self, how):
        cards = self._page.get(f"/api/seat/{self._number}/cards").json().get("cards", [])
        return bool(cards) and self._do(how, {"card": self._chance.choice(cards)["id"]})

    def _do(self, what, body):
        """Ask for it; what is refused came too late, and is looked at again."""
        done = self._page.post(f"/api/seat/{self._number}/{what}", json=body).json() == {}
        self.answers += done
        return done


class LongEvening:
    """Runs a demo. `rates` says how often a minute each of `DISTURBANCES` happens."""

    def __init__(self, folder, plan, seed, rates=None, faults=False):
        self._chance = random.Random(seed)
        self.journal = Journal(folder / "demo.db")
        room = Room(None, ("sim:",), True, 0, False, False, None, "en")
        self.demo = RunningTable(
            self.journal, plan, room, speed=SPEED, faults=faults, tell=lambda text: None
        )
        self.happened = Counter()
        self.voided = Counter()  # in this game, by the operator
        self.agreed = 0  # undos that were called here in this game
        self._rates = rates or {}
        self._opened = self.demo.open()
        self._boards = 0
        self._resume_at = None

    def __enter__(self):
        self.pages = self._opened.__enter__().pages
        self.person = PagePlayer(self.pages, 0, self._chance)
        return self

    def __exit__(self, *error):
        self.person.close()
        self._opened.__exit__(*error)
        self.journal.close()

    @property
    def table(self):
        return self.demo.host.table

    def call(self, work):
        return self.demo.host.call(work)

    # Games

    def play(self, person=True):
        """Play the game at the table to its end."""
        if person:
            self.call(lambda: self.demo.players.takes_over(0, on=True))
        self.voided.clear()
        self.agreed = 0
        last = time.monotonic()
        end = last + GAME_S
        while not self.call(lambda: self.table.evening.game.over):
            assert time.monotonic() < end, self.call(self._where)
            self.demo.look()
            if person:
                self.person.look()
            last, passed = time.monotonic(), time.monotonic() - last
            self.call(lambda passed=passed: self._be_disturbed(passed))
            time.sleep(LOOK_S)

    def begin(self, plan):
        """Begin the next game, as the operator's page does."""
        self.call(lambda: self.pages.begin(plan))
        self.person.sit_down_again()

    def _where(self):
        evening = self.table.evening
        notices = [notice.text for _, notice in self.demo.host.notices[-5:]]
        return f"{evening.phase} {evening.game.step} paused {evening.paused}, {notices}"

    # Disturbances, in the table's thread

    def _be_disturbed(self, seconds):
        for what, rate in self._rates.items():
            if self._chance.random() < rate * seconds / 60:
                self._disturb(what)
        if self._resume_at is not None and time.monotonic() >= self._resume_at:
            self._resume_at = None
            self.table.record(decisions.pause(self.table.evening, on=False), time.time())

    def _disturb(self, what):
        try:
            DISTURBANCES[what](self)
        except MoveError:  # there is nothing yet to take back or to void
            return
        self.happened[what] += 1

    def _seat(self):
        return self._chance.choice(list(self.demo.players.places))

    def undo(self):
        """One calls a mistake and all take up their cards; mostly another agrees."""
        players = list(self.demo.players.places)
        for place in self.demo.players.places.values():
            place.lay(None)
        for caller in self._chance.sample(players, self._chance.choice([1, 2, 2])):
            entries = self.table.call_mistake(caller)
            self.agreed += len(entries)
            self.table.record(entries, time.time())

    def pause(self):
        self.table.record(decisions.pause(self.table.evening, on=True), time.time())
        self._resume_at = time.monotonic() + self._chance.uniform(0.1, 1.0)

    def void(self, number=None):
        number = self._seat() if number is None else number
        self.table.record(decisions.void(self.table.evening, number), time.time())
        self.voided[number] += 1

    def swap(self):
        """A board breaks: another one takes its seat, and knows nothing of a sealed card."""
        gremlin = self.demo._gremlin
        if gremlin is not None and gremlin._away is not None:
            return
        number, self._boards = self._seat(), self._boards + 1
        place, spare = self.demo.players.places[number], VirtualSeat(100 + self._boards)
        place.board.close()
        place.board, place.uid, place._lies = spare.board, spare.uid, None
        if number in self.table.evening.round.closed() and number not in self.table.secrets:
            self.voided[number] += 1  # nobody else can open it
        self.table.serve(number, place.uid, time.time())

    # What is known afterwards

    def entries(self, kind):
        rows = self.call(lambda: self.journal.read(self.table.number))
        return [entry for _, entry in rows if isinstance(entry, kind)]

    def voids(self):
        return Counter(entry.seat for entry in self.entries(Void))

    def undos(self):
        return len(self.entries(Undo))

    def stumbles(self):
        return [notice.text for _, notice in self.demo.host.notices if notice.code == "stumbled"]

    def scores(self):
        """The same result by the table, by its record played again, and by the history."""
        game = self.call(lambda: self.table.evening.game)
        record = dump(self.call(lambda: record_of(self.table.evening))).encode()
        end = time.monotonic() + 30
        while (uuid := self.demo.historian.kept.get(self.table.number)) is None:
            assert time.monotonic() < end, "the game is not in the history"
            time.sleep(LOOK_S)
        (kept,) = [g for g in History.beside(self.journal.path).games() if g.uuid == uuid]
        return (
            [total(items) for items in sheets_of(game)],
            [total(items) for items in sheets_of(replay(record).game)],
            [seat.total for seat in kept.seats],
        )


DISTURBANCES = {
    "undo": LongEvening.undo,
    "pause": LongEvening.pause,
    "void": LongEvening.void,
    "swap": LongEvening.swap,
}
