"""The venue: subscribes to all tables, keeps their results and states."""

import logging
import threading
import time
from collections.abc import Callable
from uuid import uuid4

from host_tools.venue import incoming, quarantine
from host_tools.venue.book import Book, BookError
from host_tools.venue.incoming import MessageError
from host_tools.venue.messages import LinkMessage, StateMessage
from host_tools.venue.mqtt import Address, BrokerError, Connection
from host_tools.venue.quarantine import Refusal
from host_tools.venue.table_status import TableRow, TableStatus, in_order

TOPICS = ("state", "link", "results/+")
IDLE_S = 5.0
REST_S = 2.0  # between two tries
REFUSED_S = 5.0  # between two writes of what was refused
TABLES = 2_000
SAME_NAME = 8  # computers that are online under one name

log = logging.getLogger(__name__)


class Venue:
    """Listens from `start` to `stop`; it may start at any time."""

    def __init__(self, address: Address, book: Book) -> None:
        self.address = address
        self.book = book
        self.tables: dict[str, TableStatus] = {}
        self.trouble = ""  # why there is no connection, or ""
        self.received = self.unreadable = 0
        self._refusals: dict[tuple[str, str], Refusal] = {}  # not yet in the book
        self._noted = 0.0  # when they were last written
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
        self._note_refusals()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (BrokerError, BookError) as error:
                # Messages that the book refused are not confirmed: the broker sends them again.
                self._trouble(str(error))
            except Exception as error:  # The next connection may do better.
                log.exception("The venue failed; it connects again.")
                self._trouble(f"The venue failed and connects again: {error!r}. See the log.")
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
                if time.monotonic() >= self._noted + REFUSED_S:
                    self._note_refusals()
        finally:
            self._connection = None
            connection.close()

    def _trouble(self, text: str) -> None:
        if text != self.trouble:
            self.trouble = text  # the command prints it, the page shows it
            self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    # Messages

    def receive(self, topic: str, payload: bytes) -> None:
        """Process a message. One that is refused changes nothing, and is noted."""
        self.received += 1
        try:
            with self.lock:
                changed = self._take(topic, payload)
        except BookError:
            raise
        except MessageError as error:
            self._refuse(topic, payload, error)
        except Exception as error:  # A fault of ours: the other messages still count.
            log.exception("A message at %r could not be used.", topic)
            self._refuse(topic, payload, MessageError("failed", repr(error)))
        else:
            if changed:
                self._tell()

    def _take(self, topic: str, payload: bytes) -> bool:
        match topic.removeprefix(self.address.topic("tables", "")).split("/"):
            case [name, "state" | "results" | "link" as what, *_] if not payload:
                # Somebody has cleared a retained message; results stay in the book.
                return what == "state" and self.tables.pop(name, None) is not None
            case [name, "state"]:
                self._take_state(name, incoming.state(name, payload))
            case [name, "link"]:
                self._take_link(name, incoming.link(name, payload))
            case [name, "results", game]:
                return self.book.take(incoming.result(name, game, payload))
            case _:
                raise MessageError("topic")
        return True

    def _take_state(self, name: str, state: StateMessage) -> None:
        known = self.tables.get(name)
        before = (known.state["game"], known.state["table"]) if known else None
        if state["game"] is not None and (state["game"], state["table"]) != before:
            self.book.claim(state["game"], state["table"])
        self._table(name).state = state

    def _take_link(self, name: str, link: LinkMessage) -> None:
        online, identity = self._table(name).online, link["table"]["id"]
        if not link["online"]:
            online.discard(identity)
        elif identity not in online and len(online) >= SAME_NAME:
            raise MessageError("names_full", str(SAME_NAME))
        else:
            online.add(identity)

    def _table(self, name: str) -> TableStatus:
        """Return a table, a new one too; one that is off and plays nothing makes place for it."""
        if name not in self.tables and len(self.tables) >= TABLES:
            silent = [t for t in self.tables.values() if not t.online and not t.playing]
            if not silent:
                raise MessageError("tables_full", str(TABLES))
            del self.tables[min(silent, key=lambda table: table.heard).name]
        table = self.tables.setdefault(name, TableStatus(name))
        table.heard = self.received
        return table

    def rows(self) -> list[TableRow]:
        """Return all tables as a page shows them."""
        with self.lock:
            reported = {result["game"] for result in self.book.results()}
            by_hand = self.book.settled_by_hand()
            rows = [
                table.row(table.name in by_hand or table.state["game"] in reported)
                for table in self.tables.values()
            ]
        return in_order(rows)

    # What was refused

    def _refuse(self, topic: str, payload: bytes, error: MessageError) -> None:
        self.unreadable += 1
        with self.lock:
            quarantine.add(self._refusals, quarantine.refusal(topic, payload, error))
        if len(self._refusals) >= quarantine.KEPT:
            self._note_refusals()
        self._tell()

    def _note_refusals(self) -> None:
        """Write to the book what was refused: not each one, or garbage would hold up results."""
        self._noted = time.monotonic()
        with self.lock:
            refusals = list(self._refusals.values())
            if not refusals:
                return
            self.book.refuse(refusals)
            self._refusals.clear()
        log.warning(
            "%d messages were refused; the last one, at %r: %s",
            sum(refusal.times for refusal in refusals),
            refusals[-1].topic,
            incoming.reason(refusals[-1].why, refusals[-1].detail, "en"),
        )

    def refused(self) -> list[Refusal]:
        """Return the messages that were refused, the newest first."""
        with self.lock:
            refusals = {refusal.key: refusal for refusal in reversed(self.book.refused())}
            for refusal in self._refusals.values():
                quarantine.add(refusals, refusal)
        return list(reversed(refusals.values()))
