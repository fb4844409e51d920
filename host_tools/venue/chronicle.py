"""The chronicle of a table: it looks on, in the table's thread, and tells what has happened.

What it tells follows from the journal: after a restart the same things are told with the same
ids, and whoever has heard them counts them once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4

from host_tools.link.hub import Hub
from host_tools.table import decisions
from host_tools.table.entries import TableSetup, Timed, game_uuid
from host_tools.table.evening import LAYING, OPENING, Evening, Past
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.table.view import public_view
from host_tools.table.views import PublicView
from host_tools.venue import messages
from host_tools.venue.identity import Identity
from host_tools.venue.messages import Message


class Mark(NamedTuple):
    """What of an evening makes an event when it changes; cheap to look at."""

    turns: int
    corrections: int
    locked: bool
    revealed: bool
    over: bool
    abandoned: bool
    last: Past | None

    @classmethod
    def of(cls, evening: Evening) -> Mark:
        """Look at an evening."""
        current = evening.round
        locked = bool(current.numbers) and current.locked
        return cls(
            len(evening.past),
            len(evening.log),
            locked,
            locked and evening.phase not in (LAYING, OPENING),
            evening.game.over,
            evening.abandoned,
            evening.past[-1] if evening.past else None,
        )

    def same(self, other: Mark) -> bool:
        """Has nothing happened? Turns are compared as things: a corrected one is another."""
        return self[:-1] == other[:-1] and self.last is other.last


START = Mark(0, 0, False, False, False, False, None)


class Chronicle:
    """Follows the games of one table. `listeners` hear each message in the table's thread."""

    def __init__(self, table: Identity) -> None:
        self.identity = table
        self.events: list[Message] = []  # of the game that is played
        self.result: Message | None = None
        self.game: str | None = None
        self.number = 0
        self.listeners: list[Callable[[Message], None]] = []
        self._begun = 0.0
        self._table: Table | None = None
        self._mark = START
        self._told: set[str] = set()
        self._locked = -1  # the turn whose lock was told
        self._links: dict[int, bool] = {}

    # Following

    def look(self, table: Table | None) -> None:
        """See what has happened since the last look."""
        if table is None:
            return
        if table is not self._table:
            self.read(table.journal, table.number)
            self._table = table
        self._see(table, time.time())
        self._see_links(table)

    def read(self, journal: Journal, number: int) -> None:
        """Tell a game from its journal, from the beginning."""
        entries = journal.read(number)
        if not entries:
            return
        self._begin(number, entries)
        evening = Evening(TableSetup.from_json(entries[0][1]["plan"]))
        shadow = Table(journal, number, evening, {}, Hub())
        for at, entry in entries:
            shadow.evening.apply(entry)
            if not decisions.automatic(shadow.evening):  # what follows by itself comes first
                self._see(shadow, at)

    def _begin(self, number: int, entries: Timed) -> None:
        self.number, self._begun = number, entries[0][0]
        self.game = game_uuid(entries)
        self.events, self._told, self.result = [], set(), None
        self._table, self._mark, self._locked, self._links = None, START, -1, {}

    def state(self, table: Table | None, at: float) -> Message:
        """Tell how the table stands."""
        if table is None or self.game is None:
            return messages.state(self.identity, None, None, at)
        return messages.state(self.identity, self.game, public_view(table, at), at)

    # Telling

    def _see(self, table: Table, at: float) -> None:
        before, now = self._mark, Mark.of(table.evening)
        if self.events and before.same(now):
            return
        self._mark = now
        view = public_view(table, at)
        self._tell("game_begun", "", view, at)
        if now.corrections > before.corrections:
            for number in range(before.corrections, now.corrections):
                self._correction(table.evening.log[number], number + 1, view, at)
        if now.last is not None and now.last is not before.last and table.evening.facts:
            self._turn(now, view, at)
        elif now.locked:
            self._lock(now, now.turns, view, at)
        self._end(before, now, view, at)

    def _lock(self, now: Mark, turn: int, view: PublicView, at: float) -> None:
        self._locked = turn
        self._tell("locked", f"{turn}.{now.corrections}", view, at)
        if now.revealed:
            self._tell("revealed", f"{turn}.{now.corrections}", view, at)

    def _turn(self, now: Mark, view: PublicView, at: float) -> None:
        """A turn is over, and perhaps the Age; the view shows the next turn already."""
        done = view["history"][-1]
        view = {**view, "age": done["age"], "turn": done["turn"]}
        if self._locked != now.turns - 1:  # all that followed came in the same breath
            self._lock(now, now.turns - 1, view, at)
            key = f"{now.turns - 1}.{now.corrections}"
            self._add("revealed", key, (done["age"], done["turn"]), at, _played(view))
        key = f"{now.turns}.{now.corrections}"
        self._tell("turn_resolved", key, view, at)
        if view["conflict"]:
            self._tell("conflict", key, view, at)

    def _end(self, before: Mark, now: Mark, view: PublicView, at: float) -> None:
        key = str(now.corrections)
        if now.over:
            self._tell("game_over", key, view, at)
        if now.abandoned:
            self._tell("game_abandoned", "", view, at)
        if now.over or before.over:
            assert self.game is not None
            self._say(
                messages.result(self.identity, self.game, view, self._begun, at, now.corrections)
            )

    def _correction(self, text: str, number: int, view: PublicView, at: float) -> None:
        self._add("correction", str(number), (view["age"], view["turn"]), at, {"text": text})

    def _tell(self, kind: str, key: str, view: PublicView, at: float) -> None:
        self._add(kind, key, (view["age"], view["turn"]), at, messages.TOLD[kind](view))

    def _add(self, kind: str, key: str, turn: tuple[int, int], at: float, data: Message) -> None:
        assert self.game is not None
        self._say(messages.event(kind, self.identity, self.game, key, at, *turn, data))

    def _say(self, message: Message) -> None:
        if message["id"] in self._told:
            return
        self._told.add(message["id"])
        if "kind" in message:
            self.events = [*self.events, message]  # others may be reading the old list
        else:
            self.result = message
        for tell in self.listeners:
            tell(message)

    def _see_links(self, table: Table) -> None:
        """Boards that come and go are in no journal: they are told when they are seen."""
        boards = table.evening.boards
        now = {seat: board in table.present for seat, board in boards.items() if board}
        if now == self._links:
            return
        changed = [seat for seat in now if now[seat] != self._links.get(seat, False)]
        self._links = now
        game = table.evening.game
        for seat in changed:
            kind = "seat_connected" if now[seat] else "seat_lost"
            turn = (game.age, game.turn)
            self._add(kind, f"{seat}/{uuid4()}", turn, time.time(), {"seat": seat})


def _played(view: PublicView) -> Message:
    """The cards of a turn that is over."""
    cards = [(seat["seat"], seat["facts"]["card"]) for seat in view["seats"] if seat["facts"]]
    return {"seats": [{"seat": seat, "card": card} for seat, card in cards if card]}
