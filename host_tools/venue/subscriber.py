"""The venue: hears all tables, keeps their results, and knows how each of them stands."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict
from uuid import uuid4

from host_tools.venue.address import Address
from host_tools.venue.book import Book, BookError, lines_of
from host_tools.venue.line import Line, LineError
from host_tools.venue.messages import Message

TOPICS = ("state", "link", "results/+")
IDLE_S = 5.0
REST_S = 2.0  # between two tries

log = logging.getLogger(__name__)


@dataclass(slots=True)
class TableNow:
    """What is known of a table."""

    name: str
    state: Message | None = None
    online: dict[str, bool] = field(default_factory=dict)  # by the table's id

    @property
    def doubled(self) -> bool:
        """Do two tables have this name?"""
        return sum(self.online.values()) > 1


class Venue:
    """Listens from `start` to `stop`; nothing depends on when it was started."""

    def __init__(self, address: Address, book: Book) -> None:
        self.address = address
        self.book = book
        self.tables: dict[str, TableNow] = {}
        self.trouble = ""  # why there is no line, or nothing
        self.heard = self.unreadable = 0
        self.lock = threading.Lock()  # of the tables and the book
        self.listeners: list[Callable[[], None]] = []  # told of every change; must return at once
        self._line: Line | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="venue", daemon=True)

    def start(self) -> None:
        """Listen in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Hang up."""
        self._stopping.set()
        if self._line is not None:
            self._line.wake()
        if self._thread.is_alive():
            self._thread.join(10.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except LineError as error:
                self._trouble(str(error))
            except BookError as error:  # Not confirmed: the broker says it again on a new line.
                self._trouble(str(error))
            self._stopping.wait(REST_S)

    def _listen(self) -> None:
        line = Line(self.address, f"wondertable-venue-{uuid4()}", heard=self.hear)
        try:
            line.open()
            # States and results are retained: a new line hears everything again.
            line.subscribe([self.address.topic("tables", "+", what) for what in TOPICS])
            self._line = line
            self._trouble("")
            while not self._stopping.is_set():
                line.run(IDLE_S)
        finally:
            self._line = None
            line.close()

    def _trouble(self, text: str) -> None:
        if text != self.trouble:
            self.trouble = text
            if text:
                log.warning("%s", text)
            self._tell()

    def _tell(self) -> None:
        for tell in self.listeners:
            tell()

    # Messages

    def hear(self, topic: str, payload: bytes) -> None:
        """Take a message; what cannot be read is counted, and nothing else happens."""
        levels = topic.removeprefix(self.address.topic("tables", "")).split("/")
        self.heard += 1
        try:
            message = json.loads(payload) if payload else None
            with self.lock:
                changed = self._take(levels[0], levels[1], message)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            self.unreadable += 1
            log.warning("A message at %s cannot be read: %r", topic, error)
            return
        if changed:
            self._tell()

    def _take(self, name: str, what: str, message: Message | None) -> bool:
        if message is None:  # somebody has cleared a retained message
            return what == "state" and self.tables.pop(name, None) is not None
        if what == "results":
            lines_of(message)
            return self.book.take(message)
        table = self.tables.setdefault(name, TableNow(name))
        identity = str(message["table"]["id"])
        if what == "link":
            table.online[identity] = bool(message["online"])
        else:
            row(table.name, message)
            table.state = message
        return True

    def rows(self) -> list[TableRow]:
        """Return all tables as a page shows them, by name, numbers in their order."""
        with self.lock:
            tables = sorted(self.tables.values(), key=lambda table: _order(table.name))
            return [_shown(table) for table in tables]


class SeatRow(TypedDict):
    """A seat in a row of the venue's page."""

    player: str
    points: int
    rank: int | None
    lost: bool


class StateRow(TypedDict):
    """What the venue's page shows of a table's last state."""

    name: str
    phase: str
    age: int
    turn: int
    turns: int
    paused: bool
    trouble: bool
    missing: list[str]
    seats: list[SeatRow]
    at: str | None


class TableRow(StateRow):
    """The same with the table's connection; `doubled` when two tables have its name."""

    online: bool
    doubled: bool


def _shown(table: TableNow) -> TableRow:
    state = table.state or {"phase": "none", "seats": [], "at": None}
    online = any(table.online.values())
    return {**row(table.name, state), "online": online, "doubled": table.doubled}


def row(name: str, state: Message) -> StateRow:
    """Return what the page shows of a table's state."""
    seats = state["seats"]
    return {
        "name": name,
        "phase": str(state["phase"]),
        "age": state.get("age", 0),
        "turn": state.get("turn", 0),
        "turns": state.get("turns", 0),
        "paused": bool(state.get("paused")),
        "trouble": bool(state.get("trouble")),
        "missing": [seats[seat]["player"] for seat in state.get("missing", ())],
        "seats": [
            {
                "player": str(seat["player"]),
                "points": int(seat["score"]["total"]),
                "rank": seat["rank"],
                "lost": seat["connected"] is False,
            }
            for seat in seats
        ],
        "at": state["at"],
    }


def _order(name: str) -> list[tuple[int, int, str]]:
    """Order names as people do: Table 2 before Table 10."""
    parts = "".join(sign if sign.isdecimal() else f"\0{sign}\0" for sign in name).split("\0")
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p.casefold()) for p in parts if p]
