"""Virtual players at a real table: boards, cards and people for an evening without hardware."""

from __future__ import annotations

import random
import time

from host_tools.table.table import Table
from host_tools.virtual.dealer import Dealer
from host_tools.virtual.fleet import Fleet
from host_tools.virtual.people import Cards, People, tags_for


class VirtualPlayers:
    """One virtual seat and one bot for each player of a table."""

    def __init__(self, table: Table, seed: int = 1, pace: float = 0.0) -> None:
        rules = table.evening.game.rules
        self.table = table
        self.pace = pace  # seconds that a person thinks
        tags = tags_for(rules)
        table.tags = tags  # before the boards are told their deck
        self.fleet = Fleet(len(rules.players))
        places = dict(zip(rules.players, self.fleet.seats, strict=True))
        cards = Cards(tags, rules, Dealer(seed))
        self.people = People(lambda: table.evening, cards, dict(places), random.Random(seed))
        self._looked = 0.0

    def sit_down(self) -> None:
        """Let every virtual board serve a seat."""
        for seat, place in zip(self.people.places, self.fleet.seats, strict=True):
            self.table.serve(seat, place.uid, time.time())

    def look(self) -> None:
        """Let everybody do the next thing; call it often."""
        for place in self.fleet.seats:
            place.tick()
        if time.monotonic() - self._looked >= self.pace:
            self._looked = time.monotonic()
            self.people.look()

    def close(self) -> None:
        """Put the boards away."""
        self.fleet.close()
