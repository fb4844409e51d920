"""Games for the tests of results: played on paper by virtual people, with a clock of their own."""

import random
from contextlib import suppress
from dataclasses import replace

from host_tools.bots.dealer import NAMES, Dealer
from host_tools.results.historian import played_game
from host_tools.results.played import PlayedGame
from host_tools.rules.errors import MoveError
from host_tools.sim.people.people import People
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.table.paper import Silence
from tests.web.paper import PaperPlace

NOON = 1_700_000_000.0


class Room:
    """A journal and the tables in it; every step takes some seconds."""

    def __init__(self, folder, seed=1):
        self.journal = Journal(folder / "games.db")
        self.chance = random.Random(seed)
        self.now = NOON

    def begin(
        self, players=3, names=NAMES, edition="1e", sets=("base",), variant="standard", house=()
    ):
        setup = Dealer(self.chance.random()).setup(
            players, edition, sets, variant, {"house_numbers": True}, house
        )
        seats = tuple(
            type(s)(None if s.free_city else names[at], s.wonder, s.side, s.free_city)
            for at, s in enumerate(setup.seats)
        )
        setup = replace(setup, seats=seats)
        table_setup = TableSetup(setup, countdown=0, grace=None)
        self.now += 3600
        table = Table.begin(self.journal, table_setup, {}, Silence(), self.now)
        self.sit_down(table)
        return table

    def sit_down(self, table):
        rules = table.evening.game.rules
        tags = tags_for(rules)
        cards = TaggedCards(tags, rules, Dealer(self.chance.random()))
        places = {seat: Place(self, table, seat, tags) for seat in rules.players}
        self.people = People(lambda: table.evening, cards, places, self.chance)

    def step(self, table):
        before = table.evening.round_number
        self.people.look()
        for place in self.people.places.values():
            if table.evening.round_number == before:
                with suppress(MoveError):  # The moment has passed; the next look sees what is.
                    place.do()
            place.act = None
        table.tick(self.now)

    def play(self, table, steps=6000):
        for _ in range(steps):
            if table.evening.game.over:
                return table
            self.step(table)
        raise AssertionError(f"It never ended: {table.evening.phase}")

    def clock(self):
        self.now += self.chance.randint(1, 9)
        return self.now

    def told(self, table) -> PlayedGame | None:
        return played_game(table.number, self.journal.read(table.number))


class Place(PaperPlace):
    """A person's word, which takes 1 to 9 seconds."""

    def __init__(self, room, table, seat, tags):
        super().__init__(table, seat, tags)
        self.clock = room.clock
