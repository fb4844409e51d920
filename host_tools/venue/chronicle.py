"""The chronicle of a table: watches the game in the table's thread and makes its messages.

Messages are derived from the journal: after a restart the same events have the same ids, so
subscribers count them once.
"""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid4

from host_tools.link.hub import Hub
from host_tools.link.private_file import private, private_folder
from host_tools.table import decisions
from host_tools.table.entries import game_uuid, setup_agreed
from host_tools.table.evening import Evening, PastTurn
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.table.view import public_view
from host_tools.table.views import PublicView
from host_tools.venue import messages
from host_tools.venue.messages import EventData, Message, TableIdentity

NAME = re.compile(r"[\w][\w .-]{0,39}")  # a level of a topic: no slash, plus or hash
UNNAMED = "table"  # on a computer without a name of its own


class NamingError(ValueError):
    """An invalid name for a table; the text says which are valid."""


class Progress(NamedTuple):
    """The parts of an evening whose changes are events; cheap to compare."""

    turns: int
    corrections: int
    locked: bool
    revealed: bool
    over: bool
    abandoned: bool
    last: PastTurn | None

    @classmethod
    def of(cls, evening: Evening) -> Progress:
        """Return how far an evening is."""
        current = evening.round
        locked = bool(current.numbers) and current.locked
        return cls(
            len(evening.past),
            len(evening.log),
            locked,
            evening.in_turn(),
            evening.game.over,
            evening.abandoned,
            evening.past[-1] if evening.past else None,
        )

    def same(self, other: Progress) -> bool:
        """Whether nothing has happened. Turns are compared by identity: a corrected one differs."""
        return self[:-1] == other[:-1] and self.last is other.last


START = Progress(0, 0, False, False, False, False, None)


class Chronicle:
    """Follows the games of one table. `listeners` get each message in the table's thread."""

    def __init__(self, table: TableIdentity) -> None:
        self.identity = table
        self.events: list[messages.EventMessage] = []  # of the current game
        self.result: messages.ResultMessage | None = None
        self.game: str | None = None
        self.number = 0
        self.listeners: list[Callable[[Message], None]] = []
        self._begun = 0.0
        self._table: Table | None = None
        self._progress = START
        self._ids: set[str] = set()  # of the messages that listeners have
        self._ended = 0.0  # when the game was over
        self._locked = -1  # the turn whose lock is an event already
        self._revealed = -1  # the same of its reveal
        self._links: dict[int, bool] = {}

    # Following

    def look(self, table: Table | None) -> None:
        """Make messages of everything since the last look."""
        if table is None:
            return
        if table is not self._table:
            self.read(table.journal, table.number)
            self._table = table
        self._see(table, time.time())
        self._see_links(table)

    def read(self, journal: Journal, number: int) -> None:
        """Make the messages of a game from its journal, from the beginning."""
        entries = journal.read(number)
        if not entries:
            return
        self.number, self._begun = number, entries[0][0]
        self.game = game_uuid(entries)
        self.events, self._ids, self.result = [], set(), None
        self._table, self._progress, self._links = None, START, {}
        self._locked = self._revealed = -1
        shadow = Table(journal, number, Evening(setup_agreed(entries)), {}, Hub())
        for at, entry in entries:
            shadow.evening.apply(entry)
            if not decisions.automatic(shadow.evening):  # automatic entries come first
                self._see(shadow, at)

    def state(self, table: Table | None, at: float) -> messages.StateMessage:
        """Return the table's state message."""
        if table is None or self.game is None:
            return messages.state(self.identity, None, None, at)
        return messages.state(self.identity, self.game, public_view(table), at)

    # Making messages

    def _see(self, table: Table, at: float) -> None:
        before, now = self._progress, Progress.of(table.evening)
        if self.events and before.same(now):
            return
        self._progress = now
        view = public_view(table)
        self._event("game_begun", "", view, at)
        for number in range(before.corrections, now.corrections):
            text = table.evening.log[number]
            self._event("correction", str(number + 1), view, at, {"text": text})
        if now.last is not None and now.last is not before.last and table.evening.facts:
            self._turn(now, view, at)
        elif now.locked:
            self._lock(now, now.turns, view, at)
        elif now.revealed:
            self._reveal(now, now.turns, view, at)
        elif now.turns <= self._locked:  # taken back: it is locked and revealed anew
            self._locked = self._revealed = -1
        self._end(before, now, table, view, at)

    def _lock(self, now: Progress, turn: int, view: PublicView, at: float) -> None:
        self._locked = turn
        self._event("locked", f"{turn}.{now.corrections}", view, at)

    def _reveal(self, now: Progress, turn: int, view: PublicView, at: float) -> None:
        if self._locked != turn:  # the lock and the rest came at once
            self._lock(now, turn, view, at)
        if self._revealed != turn:
            self._revealed = turn
            self._event("revealed", f"{turn}.{now.corrections}", view, at)

    def _turn(self, now: Progress, view: PublicView, at: float) -> None:
        """Report a turn that is over, and perhaps its Age; the view shows the next turn already."""
        done, key = view["history"][-1], f"{now.turns}.{now.corrections}"
        view = {**view, "age": done["age"], "turn": done["turn"]}
        self._reveal(now, now.turns - 1, view, at)
        self._event("turn_resolved", key, view, at)
        if view["conflict"]:
            self._event("conflict", key, view, at)

    def _end(
        self, before: Progress, now: Progress, table: Table, view: PublicView, at: float
    ) -> None:
        if now.over:
            self._event("game_over", str(now.corrections), view, at)
        if now.abandoned:
            self._event("game_abandoned", "", view, at)
        if not (now.over and before.over):  # What is chosen afterwards makes no game longer.
            self._ended = at
        if now.over or before.over:
            assert self.game is not None
            times = (self._begun, self._ended)
            more = (now.corrections, table.evening.setup.venue_round)
            self._publish(messages.result(self.identity, self.game, view, *times, *more))

    def _event(
        self, kind: str, key: str, view: PublicView, at: float, data: EventData | None = None
    ) -> None:
        moment = (view["age"], view["turn"])
        self._add(kind, key, at, moment, messages.DATA[kind](view) if data is None else data)

    def _add(
        self, kind: str, key: str, at: float, moment: tuple[int, int], data: EventData
    ) -> None:
        assert self.game is not None
        self._publish(messages.event(kind, self.identity, self.game, key, at, *moment, data))

    def _publish(self, message: Message) -> None:
        if message["id"] in self._ids:
            return
        self._ids.add(message["id"])
        if "kind" in message:
            self.events = [*self.events, message]  # others may be reading the old list
        else:
            self.result = message
        for listener in self.listeners:
            listener(message)

    def _see_links(self, table: Table) -> None:
        """Boards that come and go are in no journal: report them when they are seen."""
        boards = table.evening.boards
        now = {seat: board in table.present for seat, board in boards.items() if board}
        if now == self._links:
            return
        changed = [seat for seat in now if now[seat] != self._links.get(seat, False)]
        self._links = now
        moment = (table.evening.game.age, table.evening.game.turn)
        for seat in changed:
            kind = "seat_connected" if now[seat] else "seat_lost"
            self._add(kind, f"{seat}/{uuid4()}", time.time(), moment, {"seat": seat})


def checked_name(name: str) -> str:
    """Return a table's name, or raise.

    >>> checked_name("Table 7")
    'Table 7'
    """
    if not NAME.fullmatch(name):
        raise NamingError(
            f"A table cannot be called {name!r:.50}: up to 40 letters, digits, spaces, dots and "
            "dashes are fine."
        )
    return name


def identity_in(folder: Path, name: str | None = None) -> TableIdentity:
    """Return the identity of the table with its games in this folder; draw one for a new table."""
    path = folder / "table.json"
    known = _read(path)
    identity: TableIdentity = {
        "id": known["id"] if known else str(uuid4()),
        "name": name or (known["name"] if known else _usual_name()),
    }
    if identity != known:
        private_folder(folder)
        part = path.with_suffix(".part")
        with open(part, "w", encoding="utf-8", opener=private) as file:
            json.dump(identity, file)
        part.replace(path)
    return identity


def kept_name(folder: Path) -> str:
    """Return the name that people have given the table with its games in this folder, or ""."""
    known = _read(folder / "table.json")
    return known["name"] if known and location_of(known) else ""


def location_of(identity: TableIdentity) -> str:
    """Return where a table stands, or "" if nobody has named it.

    >>> location_of({"id": "a1", "name": "7"}), location_of({"id": "a1", "name": UNNAMED})
    ('Wondertable 7', '')
    """
    name = identity["name"]
    return "" if name in (UNNAMED, _usual_name()) else f"Wondertable {name}"


def _usual_name() -> str:
    return re.sub(r"[^\w.-]", "-", socket.gethostname())[:40].lstrip(".-") or UNNAMED


def _read(path: Path) -> TableIdentity | None:
    """Return None for a file that is missing or damaged: its games are in the journal."""
    try:
        known = json.loads(path.read_text("utf-8"))
        UUID(known["id"])
        return {"id": str(known["id"]), "name": checked_name(str(known["name"]))}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
