"""A fair: tables on paper whose bots play real games, each with its own publisher and outbox."""

import queue
import random
import tempfile
import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path

from host_tools.bots.dealer import NAMES, Dealer
from host_tools.link.hub import Hub
from host_tools.rules.errors import MoveError
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import by_category
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.sim.people.timed_people import TimedPeople
from host_tools.table.entries import TableSetup, game_uuid
from host_tools.table.evening import LAYING, OVER, evening_of
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.venue.broker_outbox import BrokerOutbox
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.venue.publisher import Publisher
from tests.table.people import Wild
from tests.web.paper import PaperPlace

DEADLINE_S = 60.0
# Syncing many files measures the disk; a killed process loses nothing in memory files.
MEMORY = Path("/dev/shm")


@contextmanager
def quick_folder():
    """A folder that needs no disk, where the system has one."""
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where, prefix="wondertable-fair-") as found:
        yield Path(found)


def eventually(there, what="it", seconds=DEADLINE_S, meanwhile=lambda: time.sleep(0.02)):
    """Wait until something is so, and return it."""
    until = time.monotonic() + seconds
    while not (found := there()):
        assert time.monotonic() < until, f"{what} never came"
        meanwhile()
    return found


class Crowd(TimedPeople):
    """Quick people who come back to a game: they lay any card of the hand."""

    _best_card = Wild._best_card


class FairTable:
    """One table: begun, or gone on with where its journal ends."""

    def __init__(self, folder: Path, name: str, address, ask, seed=1, players=None, **more):
        self.folder, self.ask, self.seed = folder, ask, seed
        self.identity = identity_in(folder, name)
        self.journal = Journal(folder / "games.db")
        self.chronicle = Chronicle(self.identity)
        self.outbox = BrokerOutbox(folder / "outbox.db")
        self.notices = []
        self.publisher = Publisher(
            self.chronicle, self.outbox, address, lambda: ask(self.state), self.notices.append,
            **more,
        )  # fmt: skip
        self.players = players or NAMES[:3]
        open_games = [row.id for row in self.journal.games() if row.state == "open"]
        self.table = None
        if open_games:
            self.sit_down(
                Table.resume(self.journal, open_games[0], {}, Hub(), time.time()), open_games[0]
            )
        self.publisher.catch_up(self.journal, self.table)

    def begin(self, **more) -> None:
        """Begin the next game."""
        number = len(self.journal.games()) + 1
        setup = Dealer(self.seed * 1000 + number).setup(len(self.players), **more)
        seats = tuple(
            type(seat)(name, seat.wonder, seat.side)
            for name, seat in zip(self.players, setup.seats, strict=True)
        )
        setup = type(setup)(seats, setup.edition, setup.sets, setup.variant, setup.decks)
        table_setup = TableSetup(setup, countdown=0, grace=0)
        table = Table.begin(self.journal, table_setup, {}, Hub(), time.time())
        self.sit_down(table, number)

    def sit_down(self, table: Table, number: int) -> None:
        self.table = table
        rules, seed = table.evening.game.rules, self.seed * 1000 + number
        tags = tags_for(rules)
        places = {seat: PaperPlace(table, seat, tags) for seat in rules.players}
        cards = TaggedCards(tags, rules, Dealer(seed))
        self.people = Crowd(lambda: table.evening, cards, dict(places), random.Random(seed))
        self.places = places
        table.listeners.append(self._look)
        self._look()

    def _look(self) -> None:
        self.chronicle.look(self.table)
        self.publisher.changed()

    def state(self):
        return self.chronicle.state(self.table, time.time())

    @property
    def over(self) -> bool:
        return self.table is None or self.table.evening.phase == OVER

    def step(self) -> None:
        """Let everybody do the next thing."""
        self.people.look()
        before = self.table.evening.round_number
        for place in self.places.values():
            if self.table.evening.round_number == before:
                with suppress(MoveError):  # The moment has passed; the next look sees what is.
                    place.do()
            place.act = None
        self.table.tick(time.time())

    def laid(self):
        """The cards that lie face down: (uid, card)."""
        return [(uid, self.people.cards.card(uid)) for uid in self.people._laid.values()]

    def truth(self):
        """What the journal says of every game that is over: {(begun, number): totals and ranks}."""
        found = {}
        for row in self.journal.games():
            if row.state == "over":
                entries = self.journal.read(row.id)
                game = evening_of(entries).game
                scores = [by_category(sheet) for sheet in sheets_of(game)]
                places = ranks(game, [score["total"] for score in scores])
                found[game_uuid(entries)] = list(zip(scores, places, strict=True))
        return found

    def close(self) -> None:
        self.publisher.stop()
        self.journal.close()


class Fair:
    """Some tables that are played in one thread, this one; publishers ask it for pictures."""

    def __init__(self) -> None:
        self.tables = []
        self._calls = queue.SimpleQueue()
        self._thread = threading.get_ident()

    def ask(self, work):
        if threading.get_ident() == self._thread:
            return work()
        future = Future()
        self._calls.put((future, work))
        return future.result(DEADLINE_S)

    def add(self, folder: Path, name: str, address, **more) -> FairTable:
        table = FairTable(folder, name, address, self.ask, **more)
        table.publisher.start()
        self.tables.append(table)
        return table

    def answer(self, wait: float = 0.0) -> None:
        """Answer who asks; wait a moment for the first question."""
        with suppress(queue.Empty):
            while True:
                future, work = self._calls.get(timeout=wait) if wait else self._calls.get_nowait()
                future.set_result(work())
                wait = 0.0

    def play(self, there=lambda: False) -> None:
        """Play on at all tables until all games are over, or something is so."""
        while not there() and any(not table.over for table in self.tables):
            for table in self.tables:
                if not table.over:
                    table.step()
                self.answer()

    def drained(self, seconds=DEADLINE_S) -> None:
        """Wait until the broker has confirmed everything."""
        eventually(
            lambda: all(table.publisher.idle() for table in self.tables),
            "the confirmation of everything", seconds, lambda: self.answer(0.02),
        )  # fmt: skip

    def turn(self) -> None:
        """Play all tables to the next secret lay."""
        for table in self.tables:
            turns = len(table.table.evening.past)
            while not table.over and len(table.table.evening.past) == turns:
                table.step()
            while not table.over and table.table.evening.phase != LAYING:
                table.step()
            self.answer()

    def close(self) -> None:
        threads = [threading.Thread(target=table.close) for table in self.tables]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self.answer(0.02)
