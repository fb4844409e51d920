"""The pump: moves bytes between open ports and the hub, and never waits for a single port.

with Pump(hub, [open_url("serial:auto")]) as pump:
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
from dataclasses import dataclass

from host_tools.link.capture import Recorder
from host_tools.link.events import Event, Noticed
from host_tools.link.hub import LEAVE_S, Hub
from host_tools.link.known_boards import Health
from host_tools.link.port import POLLED, Port, PortSource
from host_tools.link.ports import Ports, PortsThread

TICK_S = 0.02
TICK_AGAIN_S = 0.005  # at least, between two ticks: a burst of frames is read first
POLL_S = 0.005  # between two reads of a port that cannot be waited on
CLOSING_S = 5.0

log = logging.getLogger(__name__)


@dataclass(slots=True)
class PumpedPort:
    """An open port and what is not written to it yet."""

    name: str
    port: Port
    unsent: bytes = b""
    events: int = selectors.EVENT_READ


class Pump:
    """Moves bytes for a hub; call `run_once` from one thread, `stop` from any."""

    def __init__(
        self, hub: Hub, sources: Iterable[PortSource], recorder: Recorder | None = None
    ) -> None:
        self._hub = hub
        self._recorder = recorder
        self._ports: dict[str, PumpedPort] = {}
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
        self._thread = PortsThread(Ports(sources), self.wake)

    # Running.

    def run_once(self, timeout: float = TICK_S) -> list[Event]:
        """Write what is due, wait for bytes, and return the events in them."""
        self.flush()
        ready = self._wait(timeout)
        self._take_changes()
        for pumped in list(self._ports.values()):
            if pumped.name in ready or pumped.port.fileno() == POLLED:
                self._read(pumped)
        now = time.monotonic()
        if now >= self._ticked + TICK_AGAIN_S:
            self._ticked = now
            self._events += self._hub.tick(now)
        for name in self._hub.unwanted():
            self._remove(name)
            self._thread.leave(name, LEAVE_S)
        self.flush()
        events, self._events = self._events, []
        return events

    def run(self, take: Callable[[Event], None]) -> None:
        """Run until `stop`, and hand every event to `take`."""
        while not self._stopping:
            for event in self.run_once():
                take(event)

    def wake(self) -> None:
        """End the waiting of `run_once`; any thread may call it."""
        with suppress(BlockingIOError, OSError):  # full: it wakes up anyway
            self._wake_out.send(b"!")

    def stop(self) -> None:
        """Let `run` end; any thread may call it."""
        self._stopping = True
        self.wake()

    def close(self) -> None:
        """Close every port."""
        self.stop()
        for name in list(self._ports):
            self._remove(name)
        if not self._thread.stop(CLOSING_S):
            log.warning("A port could not be closed; it is left to the system.")
        self._selector.close()
        self._wake_in.close()
        self._wake_out.close()

    def __enter__(self) -> "Pump":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Ports.

    def health(self, board: str) -> Health:
        """Return the health of a board; call it from the thread of `run_once`."""
        return self._hub.health(board)

    def ports(self) -> list[str]:
        """Return the ports that are open now."""
        return list(self._ports)

    def _take_changes(self) -> None:
        for changes in self._thread.changes():
            self._events += changes.notices
            for notice in changes.notices:
                log.info(notice.text)
            for name in changes.gone:
                self._remove(name)
                self._hub.disconnect(name, time.monotonic())
                self._thread.release(name)
            for name, port in changes.arrived:
                self._add(name, port)

    def _add(self, name: str, port: Port) -> None:
        pumped = self._ports[name] = PumpedPort(name, port)
        if port.fileno() != POLLED:
            self._selector.register(port.fileno(), pumped.events, pumped)
        self._hub.connect(name, time.monotonic())
        self._note(name, "open")

    def _remove(self, name: str) -> None:
        pumped = self._ports.pop(name, None)
        if pumped is None:
            return
        if pumped.port.fileno() != POLLED:
            self._selector.unregister(pumped.port.fileno())
        self._note(name, "closed")

    def _lose(self, pumped: PumpedPort, error: OSError) -> None:
        log.info("%s broke: %s", pumped.name, error)
        self._remove(pumped.name)
        self._hub.disconnect(pumped.name, time.monotonic())
        self._thread.lose(pumped.name)

    # Bytes.

    def _wait(self, timeout: float) -> set[str]:
        if any(pumped.port.fileno() == POLLED for pumped in self._ports.values()):
            timeout = min(timeout, POLL_S)
        ready: set[str] = set()
        for key, what in self._selector.select(timeout):
            if isinstance(key.data, PumpedPort):
                ready |= {key.data.name} if what & selectors.EVENT_READ else set()
            else:
                with suppress(BlockingIOError):
                    self._wake_in.recv(4096)
        return ready

    def _read(self, pumped: PumpedPort) -> None:
        try:
            data = pumped.port.read()
        except OSError as error:
            self._lose(pumped, error)
            return
        if data:
            now = time.monotonic()
            self._note(pumped.name, "read", data)
            self._events += self._hub.receive(pumped.name, data, now)

    def flush(self) -> None:
        """Write what is due now; call it from the thread of `run_once`."""
        for pumped in list(self._ports.values()):
            # Take more only when all is written: frames that wait in the hub may still be replaced.
            data = pumped.unsent or self._hub.outgoing(pumped.name)
            if data:
                self._write(pumped, data)

    def _write(self, pumped: PumpedPort, data: bytes) -> None:
        try:
            taken = pumped.port.write(data)
        except OSError as error:
            self._lose(pumped, error)
            return
        pumped.unsent = data[taken:]
        if taken:
            self._note(pumped.name, "wrote", data[:taken])
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if pumped.unsent else 0)
        if events != pumped.events and pumped.port.fileno() != POLLED:
            pumped.events = events
            self._selector.modify(pumped.port.fileno(), events, pumped)

    def _note(self, port: str, what: str, data: bytes = b"") -> None:
        if self._recorder is None:
            return
        self._recorder.note(time.monotonic(), port, what, data)
        if self._recorder.failed:
            self._events.append(Noticed("capture", port, self._recorder.failed))
            self._recorder = None
