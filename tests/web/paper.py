"""A table on paper with its pages: no boards, a seeded deal, and people who play without a wait."""

import random
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import replace

from host_tools.bots.dealer import NAMES, Dealer
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.results.historian import Historian
from host_tools.rules.errors import MoveError
from host_tools.sim.people.people import People
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table import decisions
from host_tools.table.asks import KEYS
from host_tools.table.entries import TableSetup
from host_tools.table.evening import LAYING
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.table.states import ask_of
from host_tools.table.table import Table
from host_tools.web.access import Tokens
from host_tools.web.server import Server
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages


class PaperPlace:
    """A tray and buttons that are a person's word."""

    def __init__(self, table: Table, seat: int, tags: dict[str, str]) -> None:
        self.table, self.seat, self.tags = table, seat, tags
        self.act: Callable[[], None] | None = None
        self.clock = time.time

    # People look at one moment: what they do comes after the look, as on a real table.

    def lay(self, uid: str | None) -> None:
        self.act = None if uid is None else lambda: self._lay(uid)

    def press(self, button: int) -> None:
        self.act = lambda: self._press(button)

    def do(self) -> None:
        act, self.act = self.act, None
        if act is not None:
            act()

    def _lay(self, uid: str) -> None:
        evening = self.table.evening
        ask = ask_of(evening, self.seat)
        if ask is not None and ask.takes_card:
            card = evening.game.rules.card(self.tags[uid])
            self.table.lay_page(ask, card.id, self.clock())
        elif evening.phase == LAYING and self.seat not in evening.round.commits:
            self.table.commit_page(self.seat, self.tags[uid], self.clock())

    def _press(self, button: int) -> None:
        evening = self.table.evening
        ask = ask_of(evening, self.seat)
        if ask is not None and ask.letters[button] != "-":
            key = KEYS[ask.letters[button].lower()]
            entries = decisions.press(evening, ask.seat, ask.step, key)
            if entries:
                self.table.record(entries, self.clock())


class PaperEvening:
    """The host, its pages, and a crew that plays every seat that is not `away`."""

    def __init__(self, folder, players=3, seed=1, names=NAMES, sets=("base",), **more) -> None:
        variant = more.pop("variant", "two_player" if players == 2 else "standard")
        setup = Dealer(seed).setup(
            players, more.pop("edition", "1e"), sets, variant, {"house_numbers": True}
        )
        seats = tuple(
            seat if seat.free_city else replace(seat, player=names[at])
            for at, seat in enumerate(setup.seats)
        )
        setup = replace(setup, seats=seats)
        # Everybody is asked, so that nobody waits for a clock.
        self.setup = TableSetup(setup, **{"countdown": 0, "grace": None, **more})
        self.folder = folder
        self.journal = Journal(folder / "games.db")
        self.hub = Hub()
        shelf = Shelf(self.journal, self.hub)
        table = shelf.begin(self.setup)
        self.host = Host(table, Pump(self.hub, []))
        self.historian = Historian(self.journal)
        players = Players(folder / "players.json", self.historian.history.latest_players)
        draft = SetupDraft(players, self.setup)
        self.pages = TablePages(self.host, Tokens(), draft, shelf, historian=self.historian)
        self.server = Server(self.pages, 0)
        self.sit_down(table, seed)

    def sit_down(self, table: Table, seed: int) -> None:
        rules = table.evening.game.rules
        tags = tags_for(rules)
        self.cards = TaggedCards(tags, rules, Dealer(seed))
        places = {seat: PaperPlace(table, seat, tags) for seat in rules.players}
        self.people = People(lambda: table.evening, self.cards, places, random.Random(seed))

    @property
    def table(self) -> Table:
        assert self.host.table is not None
        return self.host.table

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def link(self, page: str) -> str:
        """An address that lets its first visitor in: "operator", "setup" or a seat's number."""
        role = "operator" if page in ("operator", "setup") else f"seat{page}"
        path = f"/{page}" if role == "operator" else f"/seat/{page}"
        return f"{self.url}{path}?t={self.pages.tokens.issue(role)}"

    def choose(self, seat: int, city: int | None = None) -> str:
        """Let a person take the best card out of a hand, to lay it on a page; return its id.

        It may be for another city, the Free City.
        """

        def best() -> str:
            people, evening = self.people, self.table.evening
            people._follow(evening)
            at = seat if city is None else city
            hand = sorted(people._hand(evening, seat))
            wish = {uid: people._wish(evening, at, self.cards.card(uid)) for uid in hand}
            people._laid[at] = max(wish, key=lambda uid: (wish[uid], people.chance.random()))
            return self.cards.tags[people._laid[at]]

        return self.host.call(best)

    def step(self) -> None:
        """Let everybody do the next thing."""
        self.host.call(self._look)

    def _look(self) -> None:
        self.people.look()
        before = self.table.evening.round_number
        for place in self.people.places.values():
            if self.table.evening.round_number == before:
                with suppress(MoveError):  # The moment has passed; the next look sees what is.
                    place.do()
            place.act = None
        self.table.tick(time.time(), time.monotonic())

    def play_until(self, there: Callable[[Table], bool], steps: int = 4000) -> None:
        """Play on until something is so."""
        for _ in range(steps):
            if self.host.call(lambda: there(self.table)):
                return
            self.step()
        raise AssertionError(f"It never came to that: {self.table.evening.phase}")

    def play_to(self, age: int, turn: int, phase: str = LAYING) -> None:
        """Play on to a moment of the game."""

        def there(table: Table) -> bool:
            game = table.evening.game
            return (game.age, game.turn, table.evening.phase) == (age, turn, phase)

        self.play_until(there)

    def start(self) -> None:
        self.historian.start()
        self.historian.listen(self.host)
        self.host.start()
        self.server.start()

    def stop(self) -> None:
        self.server.stop()
        self.host.stop()
        self.historian.close()
        self.journal.close()


@contextmanager
def paper_evening(folder, **more):
    evening = PaperEvening(folder, **more)
    evening.start()
    try:
        yield evening
    finally:
        evening.stop()
