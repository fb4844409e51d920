"""The server: uvicorn in a thread of its own, on this computer alone or on the LAN."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Generic, Protocol, TypeVar

import uvicorn

from host_tools.web.app import LOCAL, make_app
from host_tools.web.guard import Guard
from host_tools.web.live import Live

PORT = 8700
HERE = "127.0.0.1"
STARTING_S = 10.0
ENDING_S = 1
SWITCH_S = 0.001
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class ServerError(Exception):
    """The pages cannot be served; the text says why and what to do."""


def lan_address() -> str | None:
    """Return this computer's address on the LAN; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address that nobody has
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith(("127.", "0.")) else found


class Served(Protocol):
    """What has pages: a table's house, or a venue's."""

    at: str
    live: Live

    def leave(self) -> None:
        """Nobody looks any more."""


House = TypeVar("House", bound=Served)


class Server(Generic[House]):
    """Serves a house from `start` to `stop`; without `make` it is a table's."""

    def __init__(
        self,
        house: House,
        port: int | None = None,
        lan: bool = False,
        make: Callable[[House, tuple[str, ...]], Guard] = make_app,  # type: ignore[assignment]
    ) -> None:
        self.house = house
        address = lan_address() if lan else None
        if lan and address is None:
            raise ServerError("This computer has no address on a LAN: leave out --lan.")
        self._sockets = _listen([HERE, *([address] if address else [])], port)
        self.port: int = self._sockets[0].getsockname()[1]
        house.at = f"http://{address or HERE}:{self.port}"
        names = (address, socket.gethostname(), f"{socket.gethostname()}.local") if address else ()
        self.guard = make(house, (*LOCAL, *(name for name in names if name)))
        config = uvicorn.Config(
            self.guard,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=4096,  # nobody has anything to tell us
            timeout_graceful_shutdown=ENDING_S,
            h11_max_incomplete_event_size=16_384,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    def _run(self) -> None:
        self._server.run(sockets=self._sockets)

    def start(self) -> None:
        """Serve until `stop`; returns when pages can be fetched."""
        # A picture for two hundred pages is milliseconds of work: the table's thread, which has a
        # seat to answer, must not wait for all of it.
        sys.setswitchinterval(SWITCH_S)
        self._thread.start()
        for listening in self._sockets:  # the first answer comes when everything is ready
            with socket.create_connection(listening.getsockname(), STARTING_S) as probe:
                probe.settimeout(STARTING_S)
                probe.sendall(
                    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                )
                if b" 200 " not in probe.recv(64):
                    raise ServerError("The pages do not start.")

    def stop(self) -> None:
        """End all streams and let go of the port."""
        self.house.live.close()
        self.house.leave()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STARTING_S)
        for listening in self._sockets:
            listening.close()


def _listen(addresses: Sequence[str], port: int | None) -> list[socket.socket]:
    """Take the same port on all addresses; the usual one, or a free one when that is taken."""
    wanted = PORT if port is None else port
    with ExitStack() as opened:
        found: list[socket.socket] = []
        try:
            for address in addresses:
                at = found[0].getsockname()[1] if found else wanted
                listening = opened.enter_context(socket.socket())
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listening.bind((address, at))
                listening.listen(128)
                found.append(listening)
        except OSError as error:
            opened.close()
            if port is None:
                return _listen(addresses, 0)
            raise ServerError(
                f"Port {wanted} cannot be used ({error.strerror}): `--port 0` finds a free one."
            ) from None
        opened.pop_all()
    return found
