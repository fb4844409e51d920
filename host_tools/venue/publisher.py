"""The publisher: sends the messages of a table to the broker, in its own thread.

The table's thread leaves messages and goes on; this one writes them to the outbox, sends them
while there is a connection, and keeps trying when there is none.
"""

import logging
import queue
import random
import threading
import time
from collections.abc import Callable
from functools import partial

from host_tools.table.journal import Journal
from host_tools.table.table import Table
from host_tools.venue import home_assistant
from host_tools.venue.broker_outbox import BrokerOutbox, OutboxError, encoded
from host_tools.venue.chronicle import Chronicle
from host_tools.venue.messages import Message, StateMessage, link
from host_tools.venue.mqtt import Address, BrokerError, Connection
from host_tools.venue.seating import Seating, UnreadableError, read, topic_of

STATE_S = 1.0  # between two state messages
WINDOW = 20  # unconfirmed letters at most
IDLE_S = 5.0
FIRST_S, LONGEST_S = 0.5, 30.0  # between two tries
NOT_TAKEN = (
    "The broker did not take what this table has reported under another name. It is kept here, and "
    "the table goes on without it."
)

log = logging.getLogger(__name__)


class Publisher:
    """Sends what a chronicle makes. `draw` returns the table's state, called in this thread."""

    def __init__(
        self,
        chronicle: Chronicle,
        outbox: BrokerOutbox,
        address: Address,
        draw: Callable[[], StateMessage],
        notify: Callable[[str], None] = lambda text: None,
        discovery: str = "",
        seated: Callable[[Seating], None] = lambda seating: None,
        page: str = "",
    ) -> None:
        self.chronicle = chronicle
        self.outbox = outbox
        self.address = address
        self.trouble = ""  # why there is no connection, or ""
        self.sent = self.sent_bytes = 0
        self._draw, self._notify, self._seated = draw, notify, seated
        self._discovery, self._page = discovery, page
        self._queue: queue.SimpleQueue[tuple[Message, int]] = queue.SimpleQueue()
        self._unwritten: list[tuple[Message, int, str]] = []
        self._connection: Connection | None = None
        self._bell = threading.Event()
        self._stopping = False
        self._changed = True  # whether the state has, since it was last drawn
        self._due = 0.0
        self._under_way: dict[int, int] = {}  # number at the broker: letter, 0 for a state
        self._old_names: set[int] = set()  # those under way that are below another name than ours
        self._own_only = False  # the broker has not taken such ones
        self._quiet = False  # nothing waits and nothing is under way
        self._last = 0  # the newest letter sent on this connection
        self._seats = 0  # that Home Assistant knows of
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        chronicle.listeners.append(self._queue_message)

    # In the table's thread

    def catch_up(self, journal: Journal, table: Table | None) -> None:
        """Report ends of games that a crash held back, then the current game."""
        for number in self.outbox.unfinished():
            if table is None or number != table.number:
                past = Chronicle(self.chronicle.identity)
                past.listeners.append(partial(self._keep, number=number))
                past.read(journal, number)
        self.chronicle.look(table)
        for message in (*self.chronicle.events, self.chronicle.result):
            if message is not None:  # made before we listened; the outbox skips known ones
                self._queue_message(message)

    def _queue_message(self, message: Message) -> None:
        self._keep(message, self.chronicle.number)

    def _keep(self, message: Message, number: int) -> None:
        self._queue.put((message, number))
        self.changed()

    def changed(self) -> None:
        """Note that the table has changed; returns at once."""
        self._changed = True
        self._wake()

    def _wake(self) -> None:
        self._bell.set()
        connection = self._connection
        if connection is not None:
            connection.wake()

    # From any thread

    def start(self) -> None:
        """Send until `stop`."""
        self._thread.start()

    def stop(self, patience: float = 3.0) -> None:
        """Send waiting messages if that is quick, report the table offline, and disconnect."""
        until = time.monotonic() + patience
        while self._thread.is_alive() and not self.idle() and not self.trouble:
            if time.monotonic() > until:
                break
            time.sleep(0.02)
        self._stopping = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join(patience)
        self.outbox.close()

    def idle(self) -> bool:
        """Has the broker confirmed everything?"""
        return self._quiet and self._queue.empty() and not self._changed

    # In this thread

    def _run(self) -> None:
        pause = FIRST_S
        while not self._stopping:
            begun = time.monotonic()
            try:
                self._connected()
            except BrokerError as error:
                # Some brokers hang up on who writes below another name than the user's.
                self._own_only = self._own_only or bool(self._old_names)
                self._report(NOT_TAKEN if self._old_names else str(error))
                self._old_names.clear()
            except OutboxError as error:
                self._report(str(error))
            except Exception as error:  # The next connection may do better.
                log.exception("The publisher failed; it tries again.")
                self._report(f"The publisher failed and tries again: {error!r}. See the log.")
            if time.monotonic() - begun > LONGEST_S:
                pause = FIRST_S
            self._wait(pause * random.uniform(0.7, 1.3))
            pause = min(2 * pause, LONGEST_S)

    def _wait(self, seconds: float) -> None:
        """Wait, and store what arrives meanwhile."""
        until = time.monotonic() + seconds
        while not self._stopping and (left := until - time.monotonic()) > 0:
            try:
                self._store()
            except OutboxError as error:
                self._report(str(error))
            self._bell.wait(left)
            self._bell.clear()
        if self._stopping:
            self._store_last()

    def _store_last(self) -> None:
        try:
            self._store()
        except OutboxError as error:
            log.error("%s", error)

    def _connected(self) -> None:
        """Open a connection and use it until it ends."""
        offline = encoded(link(self.chronicle.identity, online=False))
        name = f"wondertable-{self.chronicle.identity['id']}"
        will = (self._topic("link"), offline)
        connection = Connection(self.address, name, will, self._hear_seating)
        try:
            connection.open()
            self._begin(connection)
            while not self._stopping:
                self._turn(connection)
            self._store_last()
            self._send(connection, self._topic("link"), offline, retain=True)
        finally:
            self._connection, self._quiet = None, False
            self._under_way.clear()
            connection.close()

    def _begin(self, connection: Connection) -> None:
        """Report the table online; nothing else is sent before the broker has confirmed that."""
        self._last, self._seats, self._changed, self._due = 0, 0, True, 0.0
        online = encoded(link(self.chronicle.identity, online=True))
        connection.finish(self._send(connection, self._topic("link"), online, retain=True))
        if self.trouble:
            self.trouble = ""
            self._notify(f"Connected to the broker at {self.address.place}.")
        self.outbox.send_results_again()
        connection.subscribe([topic_of(self.address, self.chronicle.identity["name"])])
        self._connection = connection

    def _hear_seating(self, topic: str, payload: bytes) -> None:
        """Pass on what the venue says of this table; nothing once it has a result."""
        try:
            if payload:
                self._seated(read(payload, self.chronicle.identity["name"]))
        except UnreadableError as error:
            log.warning("What the venue says of this table cannot be read: %s.", error)

    def _turn(self, connection: Connection) -> None:
        self._quiet = False
        self._store()
        sent = self._fill(connection)
        if self._changed and (now := time.monotonic()) >= self._due:
            self._changed = False
            self._due = now + STATE_S
            self._send_state(connection)
        self._quiet = not sent and not self._under_way
        wait = self._due - time.monotonic() if self._changed else IDLE_S
        connection.run(max(0.0, wait) if self._queue.empty() else 0.0)
        self._confirm(connection)

    def _store(self) -> None:
        while not self._queue.empty():
            message, number = self._queue.get()
            levels = ("events",) if "kind" in message else ("results", message["game"])
            self._unwritten.append((message, number, self._topic(*levels)))
        if self._unwritten:
            self.outbox.put(self._unwritten)
            self._unwritten = []

    def _fill(self, connection: Connection) -> int:
        """Keep the window full of letters, the oldest first; return how many were sent."""
        room = WINDOW - len(self._under_way)
        below = self._topic("") if self._own_only else ""
        letters = self.outbox.waiting(self._last, room, below) if room > 0 else []
        for letter in letters:
            mid = self._send(connection, letter.topic, letter.payload, letter.retain)
            if not letter.topic.startswith(self._topic("")):
                self._old_names.add(mid)
            self._under_way[mid] = letter.number
            self._last = letter.number
        return len(letters)

    def _send_state(self, connection: Connection) -> None:
        state = self._draw()
        if self._discovery and len(state["seats"]) != self._seats:
            self._discover(connection, len(state["seats"]))
        mid = self._send(connection, self._topic("state"), encoded(state), retain=True)
        self._under_way[mid] = 0

    def _discover(self, connection: Connection, seats: int) -> None:
        topics = self._topic("state"), self._topic("link")
        table = self.chronicle.identity, topics, seats, self._page
        for topic, sensor in home_assistant.discovery(self._discovery, *table):
            self._send(connection, topic, encoded(sensor) if sensor else b"", retain=True)
        self._seats = seats

    def _send(self, connection: Connection, topic: str, payload: bytes, retain: bool) -> int:
        self.sent += 1
        self.sent_bytes += len(payload)
        return connection.publish(topic, payload, retain)

    def _confirm(self, connection: Connection) -> None:
        confirmed, connection.confirmed = connection.confirmed, []
        letters = [self._under_way.pop(mid, 0) for mid in confirmed]
        self._old_names.difference_update(confirmed)
        if any(letters):
            self.outbox.confirmed(number for number in letters if number)

    def _topic(self, *levels: str) -> str:
        return self.address.topic("tables", self.chronicle.identity["name"], *levels)

    def _report(self, text: str) -> None:
        """Report a new trouble once, however often it occurs."""
        if text != self.trouble:
            self.trouble = text
            log.warning("%s", text)
            self._notify(text)
