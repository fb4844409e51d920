"""The pump: moves bytes between open ports and the desk, and never waits for a single one.

with Pump(desk, [open_url("serial:auto")]) as pump:
    while playing:
        for event in pump.run_once():
            table.take(event)
"""

import logging
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import TracebackType

from host_tools.link.boards import Health
from host_tools.link.capture import Recorder
from host_tools.link.desk import Desk
from host_tools.link.events import Event, Noticed
from host_tools.link.harbour import Harbour
from host_tools.link.watch import Watch
from host_tools.link.wire import POLLED, Source, Wire

TICK_S = 0.02
TICK_AGAIN_S = 0.005  # at least between two ticks: a burst of frames is taken first
POLL_S = 0.005  # between two questions to a port that cannot be waited on
CLOSING_S = 5.0

log = logging.getLogger(__name__)


class Mooring:
    """An open port and what it has not taken yet."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name = name
        self.wire = wire
        self.rest = b""
        self.wants = selectors.EVENT_READ


class Pump:
    """Give it a desk and sources of ports; call `run_once` from one thread, `stop` from any."""

    def __init__(
        self, desk: Desk, sources: Iterable[Source], recorder: Recorder | None = None
    ) -> None:
        self._desk = desk
        self._recorder = recorder
        self._moorings: dict[str, Mooring] = {}
        # Not every selector of macOS knows serial ports; select does.
        linux = sys.platform == "linux"
        self._selector = selectors.DefaultSelector() if linux else selectors.SelectSelector()
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self._selector.register(self._wake_in, selectors.EVENT_READ)
        self._stopping = False
        self._events: list[Event] = []
        self._ticked = 0.0
        self._watch = Watch(Harbour(sources), self.wake)

    # Running.

    def run_once(self, timeout: float = TICK_S) -> list[Event]:
        """Write what is due, wait for bytes, and return what they mean."""
        self.flush()
        ready = self._wait(timeout)
        self._take_news()
        for mooring in list(self._moorings.values()):
            if mooring.name in ready or mooring.wire.fileno() == POLLED:
                self._read(mooring)
        self._tick(time.monotonic())
        for unwanted in self._desk.unwanted():
            self._unmoor(unwanted.port)
            self._watch.leave(unwanted.port, unwanted.seconds)
        self.flush()
        events, self._events = self._events, []
        return events

    def _tick(self, now: float) -> None:
        if now >= self._ticked + TICK_AGAIN_S:
            self._ticked = now
            self._events += self._desk.tick(now)

    def run(self, take: Callable[[Event], None]) -> None:
        """Run until `stop`, handing every event on."""
        while not self._stopping:
            for event in self.run_once():
                take(event)

    def wake(self) -> None:
        """End the waiting of `run_once`; any thread may call it."""
        with suppress(BlockingIOError, OSError):  # full: it is awake anyway
            self._wake_out.send(b"!")

    def stop(self) -> None:
        """Let `run` end; any thread may call it."""
        self._stopping = True
        self.wake()

    def close(self) -> None:
        """Close every port."""
        self.stop()
        for name in list(self._moorings):
            self._unmoor(name)
        if not self._watch.stop(CLOSING_S):
            log.warning("A port does not let itself be closed; it is left to the system.")
        self._selector.close()
        self._wake_in.close()
        self._wake_out.close()

    def __enter__(self) -> "Pump":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # Ports.

    def health(self, board: str) -> Health:
        """How a board fares; call it where `run_once` is called."""
        return self._desk.health(board)

    def ports(self) -> list[str]:
        """The ports that are open now."""
        return list(self._moorings)

    def _take_news(self) -> None:
        for news in self._watch.news():
            self._events += news.notices
            for notice in news.notices:
                log.info(notice.text)
            for name in news.gone:
                self._unmoor(name)
                self._desk.disconnect(name, time.monotonic())
                self._watch.release(name)
            for name, wire in news.arrived:
                self._moor(name, wire)

    def _moor(self, name: str, wire: Wire) -> None:
        mooring = self._moorings[name] = Mooring(name, wire)
        if wire.fileno() != POLLED:
            self._selector.register(wire.fileno(), mooring.wants, mooring)
        self._desk.connect(name, time.monotonic())
        self._note(name, "open")

    def _unmoor(self, name: str) -> None:
        mooring = self._moorings.pop(name, None)
        if mooring is None:
            return
        if mooring.wire.fileno() != POLLED:
            self._selector.unregister(mooring.wire.fileno())
        self._note(name, "closed")

    def _lose(self, mooring: Mooring, error: OSError) -> None:
        log.info("%s broke: %s", mooring.name, error)
        self._unmoor(mooring.name)
        self._desk.disconnect(mooring.name, time.monotonic())
        self._watch.lose(mooring.name)

    # Bytes.

    def _wait(self, timeout: float) -> set[str]:
        if any(mooring.wire.fileno() == POLLED for mooring in self._moorings.values()):
            timeout = min(timeout, POLL_S)
        ready: set[str] = set()
        for key, what in self._selector.select(timeout):
            if isinstance(key.data, Mooring):
                ready |= {key.data.name} if what & selectors.EVENT_READ else set()
            else:
                with suppress(BlockingIOError):
                    self._wake_in.recv(4096)
        return ready

    def _read(self, mooring: Mooring) -> None:
        try:
            data = mooring.wire.read()
        except OSError as error:
            self._lose(mooring, error)
            return
        if data:
            now = time.monotonic()
            self._note(mooring.name, "read", data)
            self._events += self._desk.receive(mooring.name, data, now)

    def flush(self) -> None:
        """Write what is due now; call it where `run_once` is called."""
        for mooring in list(self._moorings.values()):
            # Only when all is written is more taken: what waits at the desk may be overtaken there.
            data = mooring.rest or self._desk.outgoing(mooring.name)
            if data:
                self._write(mooring, data)

    def _write(self, mooring: Mooring, data: bytes) -> None:
        try:
            taken = mooring.wire.write(data)
        except OSError as error:
            self._lose(mooring, error)
            return
        mooring.rest = data[taken:]
        if taken:
            self._note(mooring.name, "wrote", data[:taken])
        wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if mooring.rest else 0)
        if wants != mooring.wants and mooring.wire.fileno() != POLLED:
            mooring.wants = wants
            self._selector.modify(mooring.wire.fileno(), wants, mooring)

    def _note(self, port: str, what: str, data: bytes = b"") -> None:
        if self._recorder is None:
            return
        self._recorder.note(time.monotonic(), port, what, data)
        if self._recorder.failed:
            self._events.append(Noticed("capture", port, self._recorder.failed))
            self._recorder = None
