"""The server of the pages: uvicorn in a thread of its own, on this computer or on the LAN."""

import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeVar

import click
import uvicorn

from host_tools.results.historian import Historian
from host_tools.table.entries import TableSetup
from host_tools.table.host import Host, Shelf
from host_tools.texts import say
from host_tools.texts.echo import echo
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.web.access import OPERATOR, Tokens, seat_role
from host_tools.web.app import LOCAL, make_app
from host_tools.web.certificate import Certificate
from host_tools.web.connections import BACKLOG, ClientSocket, Connections, PagesServer
from host_tools.web.live import Live
from host_tools.web.request_guard import RequestGuard
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import Guests, TablePages

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
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


class Listening(NamedTuple):
    """A port that is taken, so that pages can be served there later."""

    sockets: list[socket.socket]
    lan: str | None  # the address there, if others may come
    https: Certificate | None = None

    @property
    def at(self) -> str:
        """The address of the pages."""
        port, names = self.sockets[0].getsockname()[1], self.names
        if self.https is None:
            return f"http://{names[0]}:{port}"
        return f"https://{self.https.name_for(names)}:{port}"

    @property
    def names(self) -> list[str]:
        """The names and addresses of this computer that visitors may use, the best first."""
        if self.lan is None:
            return [HERE, "localhost"]
        return [self.lan, socket.gethostname(), f"{socket.gethostname()}.local"]

    def close(self) -> None:
        """Free the port."""
        for listening in self.sockets:
            listening.close()


def listening(
    port: int | None = None, lan: bool = False, https: Certificate | None = None
) -> Listening:
    """Take a port; ServerError with a sentence if that fails."""
    address = lan_address() if lan else None
    if lan and address is None:
        raise ServerError("This computer has no address on a LAN: leave out --lan.")
    sockets = _listen([HERE, *([address] if address else [])], port)
    return Listening(sockets, address, https)


class LivePages(Protocol):
    """What is served: the pages of a table, or of a venue."""

    at: str
    live: Live

    def leave(self) -> None:
        """Stop listening for changes."""


Shown = TypeVar("Shown", bound=LivePages)


class Server(Generic[Shown]):
    """Serves pages from `start` to `stop`; without `make` they are a table's."""

    def __init__(
        self,
        pages: Shown,
        port: int | Listening | None = None,
        lan: bool = False,
        make: Callable[[Shown, tuple[str, ...]], RequestGuard] = make_app,  # type: ignore[assignment]
        connections: Connections | None = None,
    ) -> None:
        self.pages = pages
        taken = port if isinstance(port, Listening) else listening(port, lan)
        self._sockets, https = taken.sockets, taken.https
        self.port: int = self._sockets[0].getsockname()[1]
        pages.at = taken.at
        # Nobody else can have a certificate for the names in ours.
        self.guard = make(pages, (*LOCAL, *taken.names, *(https.names if https else ())))
        self.connections = Connections() if connections is None else connections
        config = uvicorn.Config(
            self.guard,
            **self.connections.protocols(),
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=4096,  # clients send nothing
            timeout_graceful_shutdown=ENDING_S,
            h11_max_incomplete_event_size=16_384,
            ssl_certfile=https.file if https else None,
            ssl_keyfile=https.key if https else None,
            backlog=BACKLOG,
        )
        self._https = https is not None
        self._server = PagesServer(config)
        run = partial(self._server.run, sockets=self._sockets)
        self._thread = threading.Thread(target=run, name="pages", daemon=True)

    def start(self) -> None:
        """Serve until `stop`; returns when pages can be fetched."""
        # A picture for two hundred pages is milliseconds of work: the table's thread, which has a
        # seat to answer, must not wait for all of it.
        sys.setswitchinterval(SWITCH_S)
        self._thread.start()
        for listening in self._sockets:  # the first answer comes when everything is ready
            with self._connected(listening) as probe:
                probe.sendall(HEALTHZ)
                if b" 200 " not in probe.recv(64):
                    raise ServerError("The pages did not start.")

    def _connected(self, listening: socket.socket) -> socket.socket:
        """Connect to ourselves, so that no certificate needs a look."""
        probe = socket.create_connection(listening.getsockname(), STARTING_S)
        if not self._https:
            return probe
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return trusting.wrap_socket(probe)

    def stop(self) -> None:
        """End all streams and free the port."""
        self.pages.live.close()
        self.pages.leave()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STARTING_S)
        for listening in self._sockets:
            listening.close()


def _listen(addresses: Sequence[str], port: int | None) -> list[socket.socket]:
    """Take the same port on all addresses; the usual one, or a free one when that is taken."""
    wanted = PORT if port is None else port
    with ExitStack() as opened:
        sockets: list[socket.socket] = []
        try:
            for address in addresses:
                number = sockets[0].getsockname()[1] if sockets else wanted
                listening = opened.enter_context(ClientSocket())
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listening.bind((address, number))
                listening.listen(BACKLOG)
                sockets.append(listening)
        except OSError as error:
            opened.close()
            if port is None:
                return _listen(addresses, 0)
            raise ServerError(
                f"Port {wanted} cannot be used ({error.strerror}): `--port 0` finds a free one."
            ) from None
        opened.pop_all()
    return sockets


@contextmanager
def open_pages(
    host: Host,
    shelf: Shelf,
    guests: Guests | None = None,
    port: int | Listening | None = None,
    lan: bool = False,
    historian: Historian | None = None,
    chronicle: Chronicle | None = None,
    chances: bool = False,
    wish: TableSetup | None = None,
    private_history: bool = False,
    store: str = "",
) -> Iterator[Server[TablePages]]:
    """Serve the pages of a running host; ClickException with a sentence if that fails.

    `wish` is what the set-up page begins with where there is no game. With a `store` the tokens are
    not those of other tables with the same journal.
    """
    folder = shelf.journal.path.parent
    plan = host.table.evening.setup if host.table is not None else None
    played = historian.history.latest_players if historian is not None else tuple
    draft = SetupDraft(Players(folder / "players.json", played), plan, wish)
    tokens = Tokens.beside(shelf.journal.path, store)
    chronicle = chronicle or Chronicle(identity_in(folder))
    pages = TablePages(host, tokens, draft, shelf, guests, historian=historian, chronicle=chronicle)
    pages.private_history = private_history
    try:
        server = Server(pages, port, lan)
    except ServerError as error:
        pages.leave()
        raise click.ClickException(str(error)) from None
    try:
        server.start()
        if chances:
            host.call(lambda: pages.spoiler.turn(on=True))
        yield server
    finally:
        server.stop()


def addresses(pages: TablePages, lang: str) -> list[tuple[str, str]]:
    """Return (name, address) of every page; private ones with a link for their first visitor."""
    more = f"&lang={lang}" if lang != "en" else ""
    links = [
        (say("address.screen", lang), f"{pages.at}/" + more.replace("&", "?")),
        (say("address.overlay", lang), f"{pages.at}/overlay?layout=bar{more}"),
        (say("address.operator", lang), pages.link(OPERATOR, "/operator") + more),
        (say("address.setup", lang), pages.link(OPERATOR, "/setup") + more),
    ]
    if pages.host.table is None:
        return links
    rules = pages.host.table.evening.game.rules
    seats = [(rules.name(seat), seat) for seat in rules.players]
    return [*links, *((n, pages.link(seat_role(s), f"/seat/{s}") + more) for n, s in seats)]


def print_addresses(pages: TablePages, lang: str) -> None:
    """Print where the pages are."""
    for name, address in addresses(pages, lang):
        echo(f"  {name:<12} {address}")
    echo(f"  {say('address.once', lang)}")
