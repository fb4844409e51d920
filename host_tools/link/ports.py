"""The ports that are kept open: found, opened, tried again, all in a thread of their own."""

import random
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TypeVar

from host_tools.link.events import Noticed
from host_tools.link.port import ListedPort, Port, PortError, PortSource

FIRST_S = 0.25  # until a port that broke is opened again; each failure doubles it
LONGEST_S = 2.0
PROVEN_S = 5.0  # a port open this long has proved itself: the next failure counts as the first
JITTER = 0.25
LOOK_S = 0.25

Item = TypeVar("Item")


@dataclass(slots=True)
class TrackedPort:
    """One port that is there, open or not."""

    source: PortSource
    opened_port: Port | None = None
    opened_at: float = 0.0
    wait: float = FIRST_S
    next_try: float = 0.0
    notice: str = ""  # the last sentence about it: each is reported once


@dataclass(frozen=True, slots=True)
class PortChanges:
    """What one look found; whoever reads a port that is gone must release it."""

    arrived: list[tuple[str, Port]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    notices: list[Noticed] = field(default_factory=list)


class Ports:
    """Looks for ports, opens those that fit, and never a foreign one.

    An open port is closed only when its reader says so (`leave`, `lose`, `release`): otherwise its
    number might already belong to another port while it is still being read.
    """

    def __init__(self, sources: Iterable[PortSource], rng: random.Random | None = None) -> None:
        self._sources = list(sources)
        self._tracked: dict[str, TrackedPort] = {}
        self._gone: dict[str, list[TrackedPort]] = {}  # vanished, and perhaps still being read
        self._rng = rng or random.Random()

    def look(self, now: float) -> PortChanges:
        """Open what can be opened; return what has changed."""
        changes = PortChanges()
        there: set[str] = set()
        for source in self._sources:
            for listed in self._list(source, changes):
                if listed.name not in there:
                    there.add(listed.name)
                    self._consider(source, listed, now, changes)
        for name in [name for name in self._tracked if name not in there]:
            self._gone.setdefault(name, []).append(self._tracked.pop(name))
            changes.gone.append(name)
        return changes

    def release(self, name: str) -> None:
        """Close a port that is gone and that nobody reads any more."""
        for port in self._gone.pop(name, []):
            self._close(port)

    def leave(self, name: str, seconds: float, now: float) -> None:
        """Close a port and leave it alone for a while."""
        if port := self._tracked.get(name):
            self._close(port)
            port.next_try = now + seconds

    def lose(self, name: str, now: float) -> None:
        """Close a port that broke; it is opened again after a wait that doubles each time."""
        if port := self._tracked.get(name):
            if port.opened_port is not None and now - port.opened_at >= PROVEN_S:
                port.wait = FIRST_S
            self._close(port)
            self._put_off(port, now)

    def close(self) -> None:
        """Close every port."""
        for name in list(self._gone):
            self.release(name)
        for port in self._tracked.values():
            self._close(port)
        self._tracked.clear()

    def _list(self, source: PortSource, changes: PortChanges) -> list[ListedPort]:
        try:
            return source.find()
        except OSError as error:
            text = f"The ports cannot be listed: {error}."
            changes.notices.append(Noticed("broken", "", text))
            return []

    def _consider(
        self, source: PortSource, listed: ListedPort, now: float, changes: PortChanges
    ) -> None:
        port = self._tracked.setdefault(listed.name, TrackedPort(source))
        if listed.why:
            self._notice(port, "foreign", listed.name, listed.why, changes)
        elif port.opened_port is None and now >= port.next_try:
            self._open(port, listed.name, now, changes)

    def _open(self, port: TrackedPort, name: str, now: float, changes: PortChanges) -> None:
        try:
            port.opened_port = port.source.open(name)
        except PortError as error:
            self._put_off(port, now)
            self._notice(port, error.code, name, str(error), changes)
            return
        port.opened_at = now
        port.notice = ""
        changes.arrived.append((name, port.opened_port))

    def _put_off(self, port: TrackedPort, now: float) -> None:
        port.next_try = now + port.wait * self._rng.uniform(1 - JITTER, 1 + JITTER)
        port.wait = min(2 * port.wait, LONGEST_S)

    def _notice(
        self, port: TrackedPort, code: str, name: str, text: str, changes: PortChanges
    ) -> None:
        if text != port.notice:
            port.notice = text
            changes.notices.append(Noticed(code, name, text))

    def _close(self, port: TrackedPort) -> None:
        if port.opened_port is not None:
            port.opened_port.close()
            port.opened_port = None


class PortsThread:
    """The thread that looks for ports, since listing, opening and closing one may take a while."""

    def __init__(self, ports: Ports, wake: Callable[[], None]) -> None:
        self._ports = ports
        self._wake = wake
        self._changes: SimpleQueue[PortChanges] = SimpleQueue()
        self._requests: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stop = threading.Event()
        self._called = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ports", daemon=True)
        self._thread.start()

    def changes(self) -> list[PortChanges]:
        """Take what has changed since the last call."""
        return _take_all(self._changes)

    def leave(self, name: str, seconds: float) -> None:
        """Close a port and leave it alone for a while."""
        self._request(lambda: self._ports.leave(name, seconds, time.monotonic()))

    def lose(self, name: str) -> None:
        """Report that a port broke."""
        self._request(lambda: self._ports.lose(name, time.monotonic()))

    def release(self, name: str) -> None:
        """Report that nobody reads a port that is gone any more."""
        self._request(lambda: self._ports.release(name))

    def stop(self, seconds: float) -> bool:
        """Close everything; return False when that takes longer than this."""
        self._stop.set()
        self._called.set()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _request(self, request: Callable[[], None]) -> None:
        self._requests.put(request)
        self._called.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            for request in _take_all(self._requests):
                request()
            changes = self._ports.look(time.monotonic())
            if changes.arrived or changes.gone or changes.notices:
                self._changes.put(changes)
                self._wake()
            self._called.wait(LOOK_S)
            self._called.clear()
        self._ports.close()


def _take_all(queue: "SimpleQueue[Item]") -> "list[Item]":
    taken = []
    while True:
        try:
            taken.append(queue.get_nowait())
        except Empty:
            return taken
