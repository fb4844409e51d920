"""A table in a simulated room: hub, journal, boards with the real firmware, and people."""

import random
from pathlib import Path

from card_db.bearers import TILE, Bearer
from host_tools.link.hub import Hub
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.table.tags import ANY_DECK, TagRow, Tags
from tests.link.room import Room
from tests.table.ledger import killed
from tests.table.people import TILES, SteadyDealer, TileTray, Tray, Wild


class Hall(Room):
    """A room whose hub belongs to a table."""

    tray = Tray
    sizes = ()  # of the boards that have several seats

    def __init__(self, table_setup: TableSetup, path: Path, seed=0, damage=0.0) -> None:
        super().__init__(seed, damage)
        rules = Ruleset(table_setup.game_setup)
        self.seed = seed
        self._heard = []
        self.path = path
        self.tags = tags_for(rules)
        self.journal = self.open_journal()
        self.table = Table.begin(self.journal, table_setup, self.tags, self.hub, 0.0)
        self.boards = {seat: self.board(seat) for seat in rules.players}
        self.share(list(self.boards.values()), self.sizes)
        self.seat_boards()
        for seat, board in self.boards.items():
            self.plug(board, f"/dev/ttyACM{seat}")
        self.people = self.invite(TaggedCards(self.tags, rules, SteadyDealer(seed)))

    def seat_boards(self) -> None:
        for seat, board in self.boards.items():
            self.table.serve(seat, board.uid, 0.0)

    def open_journal(self) -> Journal:
        return Journal(self.path)

    def invite(self, cards):
        trays = {seat: self.tray(self, board) for seat, board in self.boards.items()}
        return Wild(lambda: self.table.evening, cards, trays, random.Random(self.seed))

    def heard(self, events) -> None:
        self._heard += events

    def take(self, events) -> None:
        """Give the table what has come in one step, as the host does."""
        self.table.receive(events, self.wall())

    def wall(self) -> float:
        """Return the time of a clock that can be set; all else goes by `now`."""
        return self.now / 1000

    def step(self) -> None:
        super().step()
        heard, self._heard = self._heard, []
        if heard:
            self.take(heard)
        self.table.tick(self.wall(), self.now / 1000)
        self.people.look()

    def crash(self) -> None:
        """The host dies and is started again: only the journal is left."""
        self.path = killed(self.journal)
        self._heard = []
        self.journal = self.open_journal()
        self.hub = Hub(first_sid=self.rng.randrange(0x10000))
        self.table = Table.resume(self.journal, self.table.number, self.tags, self.hub, self.wall())
        for port in self.cables:
            self.hub.connect(port, self.now / 1000)

    def play(self, minutes: float = 30) -> None:
        """Play to the end of the game."""
        self.until(lambda: self.table.evening.game.over, int(minutes * 60_000), self)

    def __str__(self) -> str:
        evening = self.table.evening
        return f"{evening.phase} {evening.game.step} {evening.game.questions[:2]} {evening.round}"


class TileHall(Hall):
    """A table on which nothing is pressed: every answer is an action tile on the tray."""

    tray = TileTray

    def open_journal(self) -> Journal:
        journal = super().open_journal()
        rows = [TagRow(uid, ANY_DECK, Bearer(TILE, key)) for key, uid in TILES.items()]
        if not Tags(journal).tiles():
            Tags(journal).change(add=rows)
        return journal
