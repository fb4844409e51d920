"""Connections to the pages: how many each client may hold, and for how long without a request.

A client is an address. Whoever opens more than its share, sends its request too slowly, or does
not read what it asked for is disconnected, so that somebody else can still get in.
"""

import asyncio
import logging
import math
import socket
import time
from asyncio import constants
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import Any
from weakref import WeakSet

import h11
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# Serial ports are read with select(), which knows files below 1024 only: connections leave room.
CONNECTIONS_MAX = 800
CLIENT_MAX = 100  # a browser opens six for each page at most; a whole family may share an address
HEADERS_S = 10.0  # from the beginning of a connection, or from the last answer
STALL_S = 30.0  # until somebody who reads nothing is given up
FILES = 4096  # open files that are asked for
BACKLOG = 100  # connections that are accepted before other work is done
PERIOD_S = 60.0

log = logging.getLogger(__name__)


class OnceAMinute(logging.Filter):
    """Lets each message through once a minute, with how many like it were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}  # when, and how many since

    def filter(self, record: logging.LogRecord) -> bool:
        """Decide about a record."""
        now = self._clock()
        when, more = self._said.get(record.msg, (-math.inf, 0))
        if now - when < PERIOD_S:
            self._said[record.msg] = (when, more + 1)
            return False
        self._said[record.msg] = (now, 0)
        if more:
            record.msg += f" ({more} more like this since the last report)"
        return True


log.addFilter(OnceAMinute())


def client_of(scope: Scope) -> str:
    """Return the client of a request: its address."""
    return client_at((scope.get("client") or ("?",))[0])


def client_at(address: str) -> str:
    """Return the client at an address; a home has a whole /64 of IPv6.

    >>> client_at("192.0.2.7"), client_at("2001:db8::7:1"), client_at("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return f"{type(known)(int(known) >> 64 << 64)}/64"


def files_allowed() -> int:
    """Return how many files this process may open, after asking for enough."""
    try:
        import resource
    except ImportError:  # Windows
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return FILES if soft == resource.RLIM_INFINITY else soft
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


class ClientSocket(socket.socket):
    """A listening socket that takes only so many connections of a client, before TLS as well.

    `Connections` counts those that have begun to talk: a silent one with TLS has not.
    """

    each = 3 * CLIENT_MAX

    def __init__(self) -> None:
        # asyncio sends at once (TCP_NODELAY) only where the protocol is named.
        super().__init__(proto=socket.IPPROTO_TCP)
        self._taken: dict[str, WeakSet[socket.socket]] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """Take a connection; ConnectionAbortedError for one too many of a client."""
        connection, address = super().accept()
        client = client_at(address[0])
        self._taken = {c: taken for c, taken in self._taken.items() if taken or c == client}
        taken = self._taken.setdefault(client, WeakSet())
        if sum(known.fileno() >= 0 for known in taken) >= self.each:
            connection.close()
            log.warning("%s has opened more than %d connections to the pages.", client, self.each)
            raise ConnectionAbortedError
        taken.add(connection)
        return connection, address


class Connections:
    """All connections of a server, by client, the oldest first."""

    def __init__(
        self,
        most: int | None = None,
        each: int = CLIENT_MAX,
        headers_s: float = HEADERS_S,
        stall_s: float = STALL_S,
    ) -> None:
        # The journal, the history, serial ports and the pages' own files need some as well.
        self.most = most or min(CONNECTIONS_MAX, files_allowed() * 3 // 4)
        self.each = each
        self.headers_s = headers_s
        self.stall_s = stall_s
        self._held: dict[str, dict[asyncio.Transport, HttpConnection]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._held.values()))

    def enter(self, connection: "HttpConnection") -> bool:
        """Take a new connection in; False when there is no place for it."""
        client = client_at((connection.client or ("?",))[0])
        if len(self._held.get(client, ())) >= self.each:
            log.warning("%s has opened more than %d connections to the pages.", client, self.each)
            entered = self._close_idle(client)
        elif len(self) >= self.most:
            log.warning("All %d connections to the pages are in use.", self.most)
            entered = any(map(self._close_idle, sorted(self._held, key=self._number, reverse=True)))
        else:
            entered = True
        if entered:
            self._held.setdefault(client, {})[connection.transport] = connection
        return entered

    def _number(self, client: str) -> int:
        return len(self._held[client])

    def _close_idle(self, client: str) -> bool:
        """Close the oldest idle connection of a client; False when it has none."""
        held = self._held[client].items()
        idle = next((transport for transport, connection in held if connection.idle), None)
        if idle is None:
            return False
        idle.abort()
        self.leave(idle)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        for client, held in self._held.items():
            if held.pop(transport, None) is not None:
                if not held:
                    del self._held[client]
                return

    def protocols(self) -> dict[str, Any]:
        """Return the protocols of a uvicorn server that keep these limits."""
        return {"http": partial(HttpConnection, self), "ws": partial(SocketConnection, self)}


class _Writing(asyncio.Protocol):
    """What both sorts of connection share: the other end must read what it asked for."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _all: Connections
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait for the reader, but not for ever."""
        _cancel(self._stalled)
        self._stalled = self.loop.call_later(self._all.stall_s, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on: somebody reads."""
        _cancel(self._stalled)
        super().resume_writing()


class HttpConnection(_Writing, H11Protocol):
    """A connection that must send its request in time, and read the answer."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.logger = log
        self._all = connections
        self._late: asyncio.TimerHandle | None = None
        self._upgraded = False

    @property
    def idle(self) -> bool:
        """Is there no whole request that waits for its answer?"""
        return not self._upgraded and (self._silent or self.cycle.more_body)

    @property
    def _silent(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or end at once."""
        super().connection_made(transport)
        if self._all.enter(self):
            self._wait_for_headers()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._all.leave(self.transport)
        self._stop_timers()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait_for_headers()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, with its place."""
        self._upgraded = True
        self._stop_timers()
        super().handle_websocket_upgrade(event)

    def _wait_for_headers(self) -> None:
        _cancel(self._late)
        self._late = self.loop.call_later(self._all.headers_s, self._give_up)

    def _give_up(self) -> None:
        if self._silent:
            self.transport.abort()

    def _stop_timers(self) -> None:
        _cancel(self._late)
        _cancel(self._stalled)


class SocketConnection(_Writing, WebSocketsSansIOProtocol):
    """A WebSocket, in the place of the connection that it began as."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.logger = log
        self._all = connections

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._all.leave(self.transport)
        _cancel(self._stalled)
        super().connection_lost(exc)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class PagesServer(uvicorn.Server):
    """Uvicorn that reports faults of the network in a sentence instead of a traceback each."""

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Begin to accept connections."""
        asyncio.get_running_loop().set_exception_handler(_report)
        # Uvicorn has no setting for it: without this, somebody silent has a minute for TLS.
        constants.SSL_HANDSHAKE_TIMEOUT = HEADERS_S
        await super().startup(sockets)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, OSError):
        log.warning(
            "The pages could not use a connection (%s). The table goes on; close programs or "
            "pages that are not needed.",
            error.strerror or error,
        )
    else:
        loop.default_exception_handler(context)
