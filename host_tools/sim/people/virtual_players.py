"""Virtual players at a table: boards, cards and people for an evening without hardware."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from host_tools.bots.dealer import Dealer
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.boards.fleet import Fleet, VirtualSeat
from host_tools.sim.people.people import Guard, plainly
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.sim.people.timed_people import TimedPeople
from host_tools.table import decisions
from host_tools.table.entries import RESTARTED, Serve, Void
from host_tools.table.table import Table

PAGE = ""  # no board serves the seat: a person plays there, also after the game is resumed


class VirtualPlayers:
    """One virtual seat and one bot for each player of a table; all but `close` in its thread.

    Without a table they wait until they `join` one. `boards` says how many seats each board has,
    as for a `Fleet`.
    """

    table: Table
    people: TimedPeople
    places: dict[int, VirtualSeat]

    def __init__(
        self,
        table: Table | None,
        seed: int = 1,
        speed: float = 0.0,
        noise: float = 0.0,
        boards: Sequence[int] = (),
    ) -> None:
        self.speed = speed  # how fast people think; 0 for at once
        self._chance = random.Random(seed)
        self._seated = False
        self.fleet = Fleet(0, noise, boards)
        if table is not None:
            self._sit(table)
            self.sit_down_again()

    def _sit(self, table: Table) -> None:
        rules = table.evening.game.rules
        self.table = table
        tags = dict(table.tags)
        if not _suffice(tags, rules):
            tags = tags_for(rules)
            table.tags = tags  # before the boards are told their deck
        self.fleet.grow(len(rules.players))
        self.places = dict(zip(rules.players, self.fleet.seats, strict=False))
        cards = TaggedCards(tags, rules, Dealer(self._chance.getrandbits(32)))
        self.people = TimedPeople(
            lambda: table.evening, cards, dict(self.places), self._chance, self.speed
        )
        self._seated = True

    def sit_down(self) -> None:
        """Let every virtual board serve a seat, except where a person plays on the page."""
        for seat, place in self.places.items():
            if seat not in self.people.away:
                self.table.serve(seat, place.uid, time.time())
            elif self.table.evening.boards.get(seat) != PAGE:
                self.table.record([Serve(seat, PAGE)], time.time())

    def sit_down_again(self) -> None:
        """Come back to a game: these boards are new, and know nothing of sealed cards."""
        evening = self.table.evening
        for seat in [seat for seat in evening.round.commits if seat not in evening.round.cards]:
            self.table.record([Void(seat, RESTARTED)], time.time())
        pages = {seat for seat, board in evening.boards.items() if board == PAGE}
        self.people.away |= pages & self.places.keys()
        self.sit_down()

    def look(self, guard: Guard = plainly) -> None:
        """Let everybody take the next step; call it often."""
        if self._seated:
            self.people.look(guard)

    def close(self) -> None:
        """Close the boards."""
        self.fleet.close()

    def takes_over(self, seat: int, on: bool) -> None:
        """Let a person play at a seat on its page, or give it back to its bot."""
        if on == self.taken(seat):
            return
        evening = self.table.evening
        if on and seat in evening.round.commits and seat not in evening.round.cards:
            back = decisions.withdraw if evening.lays(seat) else decisions.void
            self.table.record(back(evening, seat), time.time())
        self.places[seat].lay(None)
        (self.people.away.add if on else self.people.away.discard)(seat)
        self.sit_down()

    def taken(self, seat: int) -> bool:
        """Does a person play here?"""
        return seat in self.people.away

    def hand(self, seat: int) -> list[str]:
        """Return the ids of the cards that a seat can lay now."""
        return self.people.hand(seat)

    def join(self, table: Table) -> None:
        """Sit down at another game; real people keep their seats."""
        away = set()
        if self._seated:
            away = self.people.away
            self.people.clear_trays()
        self._sit(table)
        self.people.clear_trays()
        self.people.away = {seat for seat in away if seat in self.places}
        self.sit_down_again()


def _suffice(tags: Mapping[str, str], rules: Ruleset) -> bool:
    """Return whether a deck has a tag for every copy of a game."""
    return Counter(tags_for(rules).values()) <= Counter(tags.values())
