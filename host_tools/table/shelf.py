"""The shelf: the games of a journal, to begin one, to see which are left, to take one up again."""

from __future__ import annotations

import time
from typing import Any, TypedDict

from host_tools.table.journal import Journal
from host_tools.table.plan import Plan
from host_tools.table.table import Desk, Table
from host_tools.table.tags import Tags


class LeftGame(TypedDict):
    """A game that was left unfinished."""

    game: int
    begun: float
    players: list[str]


class Shelf:
    """Gives tables to a host; all of them write into the same journal and use the same boards."""

    def __init__(self, journal: Journal, desk: Desk, lang: str = "en") -> None:
        self.journal = journal
        self._desk = desk
        self._lang = lang

    def begin(self, plan: Plan) -> Table:
        """Begin a new game."""
        tags = Tags(self.journal).cards(plan.deck)
        return Table.begin(self.journal, plan, tags, self._desk, time.time(), self._lang)

    def take_up(self, game: int) -> Table:
        """Go on with a game in the very question that was open."""
        tags = Tags(self.journal).cards(self._plan(game).get("deck", "main"))
        return Table.resume(self.journal, game, tags, self._desk, time.time(), self._lang)

    def left(self) -> list[LeftGame]:
        """Return the games that are neither over nor abandoned, the newest first."""
        return [
            {"game": row.id, "begun": row.begun, "players": self._players(row.id)}
            for row in self.journal.games()
            if row.state == "open" and row.entries
        ]

    def _players(self, game: int) -> list[str]:
        return [seat["player"] for seat in self._plan(game)["setup"]["seats"]]

    def _plan(self, game: int) -> dict[str, Any]:
        entries = self.journal.read(game)
        return dict(entries[0][1]["plan"]) if entries else {}
