"""The publisher of the seatings: keeps what the book says retained at the broker.

It has a connection of its own: a broker that lets the venue only read still tells it the results.
"""

import threading
from collections.abc import Callable
from uuid import uuid4

from host_tools.venue.book import Book, BookError
from host_tools.venue.broker_outbox import encoded
from host_tools.venue.mqtt import Address, BrokerError, Connection
from host_tools.venue.rounds import current_seatings
from host_tools.venue.seating import topic_of

LOOK_S = 1.0  # between two looks at the book: other programs write in it too
REST_S = 2.0  # between two tries


class SeatingPublisher:
    """Publishes from `start` to `stop`. `lock` guards the book; `changed` is called when it has."""

    def __init__(
        self,
        address: Address,
        book: Book,
        lock: threading.Lock,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.address = address
        self.trouble = ""  # why the tables do not get their seating, or ""
        self._book, self._lock, self._changed = book, lock, changed
        self._connection: Connection | None = None
        self._stamp: object = None
        self._wanted: dict[str, bytes] = {}  # by topic
        self._sent: dict[str, bytes] = {}  # on this connection
        self._stale: list[str] = []  # topics that hold the seating of another round
        self._cleared: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="seating", daemon=True)

    def start(self) -> None:
        """Publish in a separate thread."""
        self._thread.start()

    def stop(self) -> None:
        """Disconnect; what is published stays."""
        self._stopping.set()
        self.look()
        if self._thread.is_alive():
            self._thread.join(10.0)

    def look(self) -> None:
        """Look at the book at once, from any thread."""
        if (connection := self._connection) is not None:
            connection.wake()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._publish()
            except (BrokerError, BookError) as error:
                self._report(str(error))
            self._stopping.wait(REST_S)

    def _publish(self) -> None:
        name = f"wondertable-seating-{uuid4()}"
        connection = Connection(self.address, name, on_message=self._heard)
        self._sent, self._stale, self._cleared = {}, [], set()
        try:
            connection.open()
            connection.subscribe([topic_of(self.address, "+")])
            self._connection = connection
            while not self._stopping.is_set():
                self._read_book()
                self._send(connection)
                connection.run(LOOK_S)
                if connection.confirmed or not self._sent:
                    connection.confirmed.clear()
                    self._report("")
        finally:
            self._connection = None
            connection.close()

    def _heard(self, topic: str, payload: bytes) -> None:
        """Note what is retained of a round that is over, perhaps of another tournament.

        Each topic is cleared once a connection, so that two venues never quarrel for ever.
        """
        if payload and topic not in self._wanted and topic not in self._cleared:
            self._cleared.add(topic)
            self._stale.append(topic)

    def _read_book(self) -> None:
        with self._lock:
            stamp = self._book.stamp()
            if stamp == self._stamp:
                return
            first, self._stamp = self._stamp is None, stamp
            seatings = current_seatings(self._book)
        self._wanted = {
            topic_of(self.address, seating.table): encoded(seating.message())
            for seating in seatings
        }
        if not first:
            self._changed()

    def _send(self, connection: Connection) -> None:
        for topic in [*self._sent, *self._stale]:
            if topic not in self._wanted:
                connection.publish(topic, b"", retain=True)
                self._sent.pop(topic, None)
        self._stale = []
        for topic, payload in self._wanted.items():
            if self._sent.get(topic) != payload:
                connection.publish(topic, payload, retain=True)
                self._sent[topic] = payload

    def _report(self, text: str) -> None:
        if text != self.trouble:
            self.trouble = text  # the command prints it, the page shows it
            self._changed()
