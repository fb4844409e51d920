"""A table in a simulated room: desk, journal, boards with the real firmware, and people."""

from pathlib import Path

from host_tools.rules.ruleset import Ruleset
from host_tools.table.journal import Journal
from host_tools.table.plan import Plan
from host_tools.table.table import Table
from tests.link.room import Room
from tests.table.people import People, tags_for


class Hall(Room):
    """A room whose desk belongs to a table."""

    def __init__(self, plan: Plan, path: Path, seed=0, damage=0.0) -> None:
        super().__init__(seed, damage)
        self.path = path
        self.journal = Journal(path)
        self.tags = tags_for(Ruleset(plan.setup))
        self.table = Table.begin(self.journal, plan, self.tags, self.desk, 0.0)
        self.table_seats = self.table.evening.game.rules.players
        self.boards = {seat: self.board(seat) for seat in self.table_seats}
        for seat, board in self.boards.items():
            self.table.serve(seat, board.uid, 0.0)
            self.plug(board, f"/dev/ttyACM{seat}")
        self.people = People(self, self.table, self.boards, seed)

    def heard(self, events) -> None:
        for event in events:
            self.table.receive(event, self.now / 1000)

    def step(self) -> None:
        super().step()
        self.table.tick(self.now / 1000)
        self.people.step()

    def play(self, minutes: float = 30) -> None:
        """Play to the end of the game."""
        self.until(lambda: self.table.evening.game.over, int(minutes * 60_000), self.where())

    def where(self) -> str:
        evening = self.table.evening
        return f"{evening.phase} {evening.game.step} {evening.game.questions[:2]}"
