"""The venue: subscribes to all tables, keeps their results and states."""

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypedDict
from uuid import uuid4

from host_tools.venue import messages
from host_tools.venue.book import Book, BookError, player_results
from host_tools.venue.messages import StateMessage
from host_tools.venue.mqtt import Address, BrokerError, Connection

TOPICS = ("state", "link", "results/+")
IDLE_S = 5.0
REST_S = 2.0  # between two tries

log = logging.getLogger(__name__)


class SeatRow(TypedDict):
    """What the page shows of a seat."""

    player: str
    points: int
    rank: int | None
    lost: bool


class TableRow(TypedDict):
    """What the page shows of a table."""

    name: str
    online: bool
    doubled: bool
    phase: str
    age: int
    turn: int
    turns: int
    paused: bool
    trouble: bool
    missing: list[str]
    seats: list[SeatRow]


@dataclass(slots=True)
class TableStatus:
    """What is known of a table."""

    name: str
    state: StateMessage | None = None
    online: dict[str, bool] = field(default_factory=dict)  # by the table's id

    def row(self) -> TableRow:
        """Return what the page shows; two tables that are online may not share a name."""
        state = self.state or messages.state({"id": "", "name": self.name}, None, None, 0.0)
        online = sum(self.online.values())
        return {**row(self.name, state), "online": online > 0, "doubled": online > 1}


class Venue:
    """Listens from `start` to `stop`; it may start at any time."""

    def __init__(self, address: Address, book: Book) -> None:
        self.address = address
        self.book = book
        self.tables: dict[str, TableStatus] = {}
        self.trouble = ""  # why there is no connection, or ""
        self.received = self.unreadable = 0
        self.lock = threading.Lock()  # of the tables and the book
        self.listeners: list[Callable[[], None]] = []  # called on every change; must return at once
        self._connection: Connection | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="venue", daemon=True)

    def start(self) -> None:
        """Listen in a separate thread."""
        self._thread.start()

    def stop(self) -> None:
        """Disconnect."""
        self._stopping.set()
        if self._connection is not None:
            self._connection.wake()
        if self._thread.is_alive():
            self._thread.join(10.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (BrokerError, BookError) as error:
                # Messages that the book refused are not confirmed: the broker sends them again.
                self._trouble(str(error))
            self._stopping.wait(REST_S)

    def _listen(self) -> None:
        connection = Connection(self.address, f"wondertable-venue-{uuid4()}", None, self.receive)
        try:
            connection.open()
            # States and results are retained: a new connection gets them all again.
            connection.subscribe([self.address.topic("tables", "+", what) for what in TOPICS])
            self._connection = connection
            self._trouble("")
            while not self._stopping.is_set():
                connection.run(IDLE_S)
        finally:
            self._connection = None
            connection.close()

    def _trouble(self, text: str) -> None:
        if text != self.trouble:
            self.trouble = text
            if text:
                log.warning("%s", text)
            self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    # Messages

    def receive(self, topic: str, payload: bytes) -> None:
        """Process a message; unreadable ones are only counted."""
        levels = topic.removeprefix(self.address.topic("tables", "")).split("/")
        self.received += 1
        try:
            message = json.loads(payload) if payload else None
            with self.lock:
                changed = self._take(levels[0], levels[1], message)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            self.unreadable += 1
            log.warning("A message at %s cannot be read: %r", topic, error)
            return
        if changed:
            self._tell()

    def _take(self, name: str, what: str, message: Any) -> bool:
        if message is None:  # somebody has cleared a retained message
            return what == "state" and self.tables.pop(name, None) is not None
        if what == "results":
            player_results(message)
            return self.book.take(message)
        table = self.tables.setdefault(name, TableStatus(name))
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
            return [table.row() for table in tables]


def row(name: str, state: StateMessage) -> TableRow:
    """Return what the page shows of a table's state, without whether it is online."""
    seats = state["seats"]
    return {
        "name": name,
        "online": False,
        "doubled": False,
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
    }


def _order(name: str) -> list[tuple[int, int, str]]:
    """Order names as people do: Table 2 before Table 10."""
    parts = "".join(sign if sign.isdecimal() else f"\0{sign}\0" for sign in name).split("\0")
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p.casefold()) for p in parts if p]
