"""The publisher: tells the broker what happens at a table, from a thread of its own.

The table's thread leaves messages and goes on; this one writes them to the outbox, sends them as
long as there is a line, and keeps trying when there is none.
"""

from __future__ import annotations

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
from host_tools.venue.address import Address
from host_tools.venue.chronicle import Chronicle
from host_tools.venue.line import Line, LineError
from host_tools.venue.messages import Message
from host_tools.venue.outbox import Outbox, OutboxError, encoded

STATE_S = 1.0  # between two pictures of the table
WINDOW = 20  # letters under way
IDLE_S = 5.0
FIRST_S, LONGEST_S = 0.5, 30.0  # between two tries

log = logging.getLogger(__name__)

Draw = Callable[[], Message]


class Publisher:
    """Sends what a chronicle tells. `draw` gives the table's state, asked from this thread."""

    def __init__(
        self,
        chronicle: Chronicle,
        outbox: Outbox,
        address: Address,
        draw: Draw,
        tell: Callable[[str], None] = lambda text: None,
        discovery: str = "",
    ) -> None:
        self.chronicle = chronicle
        self.outbox = outbox
        self.address = address
        self.trouble = ""  # why there is no line, or nothing
        self.sent = self.sent_bytes = 0
        self._draw, self._tell, self._discovery = draw, tell, discovery
        self._heard: queue.SimpleQueue[tuple[Message, int]] = queue.SimpleQueue()
        self._unwritten: list[tuple[Message, int, str]] = []
        self._line: Line | None = None
        self._bell = threading.Event()
        self._stopping = False
        self._changed = True  # the state, since it was drawn
        self._due = 0.0
        self._under_way: dict[int, int] = {}  # number at the broker: letter, 0 for a state
        self._quiet = False  # nothing waits and nothing is under way
        self._last = 0  # the newest letter that was sent on this line
        self._seats = 0  # that Home Assistant was told of
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        chronicle.listeners.append(self._hear)

    # In the table's thread

    def catch_up(self, journal: Journal, table: Table | None) -> None:
        """Tell the ends of games that a crash has kept from being told, then the one on now."""
        for number in self.outbox.unfinished():
            if table is None or number != table.number:
                past = Chronicle(self.chronicle.identity)
                past.listeners.append(partial(self._keep, number=number))
                past.read(journal, number)
        self.chronicle.look(table)
        for message in (*self.chronicle.events, self.chronicle.result):
            if message is not None:  # told before we listened; what is known is left out
                self._hear(message)

    def _hear(self, message: Message) -> None:
        self._keep(message, self.chronicle.number)

    def _keep(self, message: Message, number: int) -> None:
        self._heard.put((message, number))
        self.changed()

    def changed(self) -> None:
        """The table looks different; returns at once."""
        self._changed = True
        self._wake()

    def _wake(self) -> None:
        self._bell.set()
        line = self._line
        if line is not None:
            line.wake()

    # From any thread

    def start(self) -> None:
        """Send until `stop`."""
        self._thread.start()

    def stop(self, patience: float = 3.0) -> None:
        """Send what waits if that is quickly done, say that the table is gone, and hang up."""
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
        return self._quiet and self._heard.empty() and not self._changed

    # In this thread

    def _run(self) -> None:
        rest = FIRST_S
        while not self._stopping:
            begun = time.monotonic()
            try:
                self._connected()
            except (LineError, OutboxError) as error:
                self._say(str(error))
            except Exception as error:  # Whatever it is, the next line may do better.
                log.exception("The publisher stumbled; it goes on.")
                self._say(f"The publisher stumbled and goes on: {error!r}. Look at the log.")
            if time.monotonic() - begun > LONGEST_S:
                rest = FIRST_S
            self._wait(rest * random.uniform(0.7, 1.3))
            rest = min(2 * rest, LONGEST_S)

    def _wait(self, seconds: float) -> None:
        """Keep what happens meanwhile."""
        until = time.monotonic() + seconds
        while not self._stopping and (left := until - time.monotonic()) > 0:
            try:
                self._store()
            except OutboxError as error:
                self._say(str(error))
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
        """Open a line and use it until it breaks."""
        offline = encoded(self._link(online=False))
        name = f"wondertable-{self.chronicle.identity.id}"
        line = Line(self.address, name, (self._topic("link"), offline))
        try:
            line.open()
            self._begin(line)
            while not self._stopping:
                self._turn(line)
            self._store_last()
            self._send(line, self._topic("link"), offline, retain=True)
        finally:
            self._line, self._quiet = None, False
            self._under_way.clear()
            line.close()

    def _begin(self, line: Line) -> None:
        """Say that the table is there; nothing else before the broker has taken that."""
        self._last, self._seats, self._changed, self._due = 0, 0, True, 0.0
        online = encoded(self._link(online=True))
        line.finish(self._send(line, self._topic("link"), online, retain=True))
        if self.trouble:
            self.trouble = ""
            self._tell(f"The line to the broker at {self.address.place} is up.")
        self.outbox.say_results_again()
        self._line = line

    def _turn(self, line: Line) -> None:
        self._quiet = False
        self._store()
        sent = self._fill(line)
        if self._changed and (line_due := time.monotonic()) >= self._due:
            self._changed = False
            self._due = line_due + STATE_S
            self._send_state(line)
        self._quiet = not sent and not self._under_way
        wait = self._due - time.monotonic() if self._changed else IDLE_S
        line.run(max(0.0, wait) if self._heard.empty() else 0.0)
        self._confirm(line)

    def _store(self) -> None:
        while not self._heard.empty():
            message, number = self._heard.get()
            levels = ("events",) if "kind" in message else ("results", message["game"])
            self._unwritten.append((message, number, self._topic(*levels)))
        if self._unwritten:
            self.outbox.put(self._unwritten)
            self._unwritten = []

    def _fill(self, line: Line) -> int:
        """Keep the window full of letters, the oldest first; return how many were sent."""
        room = WINDOW - len(self._under_way)
        letters = self.outbox.waiting(self._last, room) if room > 0 else []
        for letter in letters:
            mid = self._send(line, letter.topic, letter.payload, letter.retain)
            self._under_way[mid] = letter.number
            self._last = letter.number
        return len(letters)

    def _send_state(self, line: Line) -> None:
        state = self._draw()
        if self._discovery and len(state["seats"]) != self._seats:
            self._discover(line, len(state["seats"]))
        mid = self._send(line, self._topic("state"), encoded(state), retain=True)
        self._under_way[mid] = 0

    def _discover(self, line: Line, seats: int) -> None:
        identity, topics = self.chronicle.identity, (self._topic("state"), self._topic("link"))
        for topic, told in home_assistant.discovery(self._discovery, identity, topics, seats):
            self._send(line, topic, encoded(told) if told else b"", retain=True)
        self._seats = seats

    def _send(self, line: Line, topic: str, payload: bytes, retain: bool) -> int:
        self.sent += 1
        self.sent_bytes += len(payload)
        return line.publish(topic, payload, retain)

    def _confirm(self, line: Line) -> None:
        confirmed, line.confirmed = line.confirmed, []
        letters = [self._under_way.pop(mid, 0) for mid in confirmed]
        if any(letters):
            self.outbox.confirmed(number for number in letters if number)

    def _topic(self, *levels: str) -> str:
        return self.address.topic("tables", self.chronicle.identity.name, *levels)

    def _link(self, online: bool) -> Message:
        table = self.chronicle.identity.as_json()
        return {"schema": "wondertable/link/1", "table": table, "online": online}

    def _say(self, text: str) -> None:
        """Tell a new trouble once, however often it is met."""
        if text != self.trouble:
            self.trouble = text
            log.warning("%s", text)
            self._tell(text)
