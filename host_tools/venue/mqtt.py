"""The connection to the broker: its address, opening it, and its messages."""

import selectors
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

PORTS = {"mqtt": 1883, "mqtts": 8883}
PREFIX = "wondertable"
OPEN_S = 10.0  # for the broker's answer
KEEPALIVE_S = 20  # a silent broker is noticed after 1.5 times this
PACKETS = 200  # read in one go
LARGEST = 1024 * 1024  # bytes of a packet; the broker keeps larger ones to itself
AT_LEAST_ONCE = 1
REFUSED = {
    "Bad user name or password": "does not know this user, or the password is wrong",
    "Not authorized": "does not let this user in: unknown, or the password is wrong",
    "Server unavailable": "is not available",
    "Server busy": "is too busy",
    "Banned": "has banned this table",
}
SAYS_NOTHING = ("Unspecified error",)  # how paho explains a socket that was closed
WRONG_PORT = {True: "Is that its port for TLS?", False: "Does it want mqtts://?"}
REASONS: dict[type[Exception], str] = {
    ConnectionRefusedError: "Nobody answers at {place}: is the broker running?",
    socket.gaierror: "There is no computer called {host}: check the address of --mqtt.",
    TimeoutError: "The broker at {place} does not answer: check the address and the network.",
}

OnMessage = Callable[[str, bytes], None]
Will = tuple[str, bytes]


class AddressError(ValueError):
    """An address that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """A broker, and the topics of one event on it."""

    host: str
    port: int
    prefix: str = PREFIX
    user: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca: Path | None = None

    @property
    def place(self) -> str:
        """The broker's name for people."""
        return f"{self.host}:{self.port}"

    def topic(self, *levels: str) -> str:
        """Return the topic of a message.

        >>> Address("localhost", 1883, "fair/friday").topic("tables", "7", "state")
        'fair/friday/v1/tables/7/state'
        """
        return "/".join((self.prefix, "v1", *levels))


def address_of(url: str, ca: Path | None = None) -> Address:
    """Read an address.

    >>> address_of("mqtts://ann@broker.example/fair")
    Address(host='broker.example', port=8883, prefix='fair', user='ann', tls=True, ca=None)
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressError(
            f"{url!r:.80} is not an address: is its port a number to 65535?"
        ) from None
    if parts.scheme not in PORTS or not parts.hostname or set(url) & set("?#"):
        raise AddressError("A broker's address is mqtt://user@host:1883/prefix, or mqtts://…")
    if parts.password is not None:
        raise AddressError(
            "Leave the password out of the address, others can read it there: put it into "
            "WONDERTABLE_MQTT_PASSWORD or a file (--mqtt-password-file)."
        )
    if ca is not None and parts.scheme != "mqtts":
        raise AddressError("A CA file is for TLS: begin the address with mqtts://")
    if ca is not None:
        trusted(ca)
    prefix = unquote(parts.path).strip("/") or PREFIX
    if any(sign in prefix for sign in "+#$\0") or "//" in prefix:
        raise AddressError("The prefix of the topics has no +, no #, no empty level, and no $.")
    return Address(
        parts.hostname,
        port or PORTS[parts.scheme],
        prefix,
        unquote(parts.username or ""),
        tls=parts.scheme == "mqtts",
        ca=ca,
    )


def trusted(ca: Path | None) -> ssl.SSLContext:
    """Return whom to trust; AddressError for a file that holds no certificate."""
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:  # ssl.SSLError is one
        why = "" if isinstance(error, ssl.SSLError) else f": {error.strerror}"
        raise AddressError(f"{ca} is not a CA certificate{why}.") from error


class BrokerError(Exception):
    """There is no connection; the text says why and what to do."""


class _Socket(ssl.SSLSocket):
    """A socket that does not stay open when the other end is not trusted."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


class Connection:
    """One connection, used by one thread; only `wake` may be called from another."""

    def __init__(
        self,
        address: Address,
        name: str,
        will: Will | None = None,
        on_message: OnMessage | None = None,
    ) -> None:
        self.address = address
        self.confirmed: list[int] = []  # since the caller last cleared them
        self._refused = ""  # why the broker refused a message
        self._answer: ReasonCode | None = None
        self._ended: str | None = None
        self._woken = False  # and `run` has not noticed yet
        self._selector = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5
        )
        client.connect_timeout = OPEN_S
        if self.address.user:
            client.username_pw_set(self.address.user, self.address.password or None)
        if will is not None:
            client.will_set(will[0], will[1], AT_LEAST_ONCE, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        if on_message is not None:
            client.on_message = lambda _client, _data, message: on_message(
                message.topic, bytes(message.payload)
            )

    # What the broker says

    def _on_connect(
        self, client: Client, data: Any, flags: ConnectFlags, code: ReasonCode, more: Any
    ) -> None:
        self._answer = code

    def _on_disconnect(
        self, client: Client, data: Any, flags: DisconnectFlags, code: ReasonCode, more: Any
    ) -> None:
        self._ended = "" if str(code) in SAYS_NOTHING else str(code)

    def _on_publish(self, client: Client, data: Any, mid: int, code: ReasonCode, more: Any) -> None:
        if code.is_failure:
            self._refused = str(code)
        else:
            self.confirmed.append(mid)

    # Opening

    def open(self) -> None:
        """Connect; return when the broker has accepted us."""
        place = self.address.place
        try:
            if self.address.tls:
                self._client.tls_set_context(self._trust())
            wishes = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            wishes.MaximumPacketSize = LARGEST
            self._client.connect(
                self.address.host, self.address.port, KEEPALIVE_S, properties=wishes
            )
        except (OSError, ValueError) as error:
            raise BrokerError(_explained(self.address, error)) from error
        until = time.monotonic() + OPEN_S
        while self._answer is None:
            if time.monotonic() > until:
                raise BrokerError(f"The broker at {place} does not answer: is it a broker?")
            try:
                self.run(0.2)
            except BrokerError:
                # A refusal and the end of the connection come together.
                if self._answer is None:
                    raise BrokerError(
                        f"The broker at {place} hung up without an answer. "
                        + WRONG_PORT[self.address.tls]
                    ) from None
        if self._answer.is_failure:
            said = str(self._answer)
            why = REFUSED.get(said, f"refuses the connection: {said}")
            if not self.address.user and said == "Not authorized":
                why = "wants a user and a password: mqtt://user@…"
            raise BrokerError(f"The broker at {place} {why}. Check user and password of --mqtt.")

    def _trust(self) -> ssl.SSLContext:
        try:
            context = trusted(self.address.ca)
        except AddressError as error:
            raise BrokerError(str(error)) from error
        context.sslsocket_class = _Socket
        return context

    # Using

    def run(self, timeout: float) -> None:
        """Read and write, waiting at most `timeout` seconds; raise when the connection ends."""
        sock = self._client.socket()
        if not isinstance(sock, socket.socket):
            raise self._end()
        self._watch(sock)
        pending = isinstance(sock, ssl.SSLSocket) and sock.pending()
        ready = {
            key.fileobj: what for key, what in self._selector.select(0 if pending else timeout)
        }
        if self._ear in ready:
            with suppress(BlockingIOError):
                self._ear.recv(4096)
            self._woken = False  # after the socket is empty, so that no wake-up is lost
        if pending or ready.get(sock, 0) & selectors.EVENT_READ:
            self._client.loop_read(PACKETS)
        if ready.get(sock, 0) & selectors.EVENT_WRITE:
            self._client.loop_write()
        self._client.loop_misc()
        if self._refused or self._ended is not None or self._client.socket() is None:
            raise self._end()

    def _watch(self, sock: socket.socket) -> None:
        wanted = selectors.EVENT_READ
        if self._client.want_write():
            wanted |= selectors.EVENT_WRITE
        known = self._selector.get_map().get(sock)
        if known is None:
            self._selector.register(sock, wanted)
        elif known.events != wanted:
            self._selector.modify(sock, wanted)

    def _end(self) -> BrokerError:
        if self._refused:
            return BrokerError(
                f"The broker at {self.address.place} does not take what we send "
                f"({self._refused}): may this user write to {self.address.prefix}/#?"
            )
        why = f" ({self._ended})" if self._ended else ""
        return BrokerError(f"Lost the connection to the broker at {self.address.place}{why}.")

    def wake(self) -> None:
        """Let a `run` in another thread return at once."""
        if self._woken:
            return
        self._woken = True
        with suppress(BlockingIOError, OSError):
            self._bell.send(b"!")

    def publish(self, topic: str, payload: bytes, retain: bool) -> int:
        """Send a message at least once; return the number with which it is confirmed."""
        return self._client.publish(topic, payload, AT_LEAST_ONCE, retain).mid

    def finish(self, number: int) -> None:
        """Wait until one message is confirmed."""
        until = time.monotonic() + OPEN_S
        while number not in self.confirmed:
            if time.monotonic() > until:
                raise BrokerError(
                    f"The broker at {self.address.place} does not confirm our messages."
                )
            self.run(0.2)

    def subscribe(self, topics: Sequence[str]) -> None:
        """Ask for all messages of some topics."""
        self._client.subscribe([(topic, AT_LEAST_ONCE) for topic in topics])

    def close(self, politely: bool = True) -> None:
        """Disconnect; without goodbye, the broker publishes our will."""
        if politely and self._client.is_connected():
            with suppress(OSError, ValueError):
                self._client.disconnect()
        sock = self._client.socket()
        if sock is not None:
            with suppress(OSError):
                sock.close()
        self._client.on_disconnect = None
        self._selector.close()
        self._bell.close()
        self._ear.close()


def _explained(address: Address, error: Exception) -> str:
    place = address.place
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"The broker at {place} shows a certificate that is not trusted "
            f"({error.verify_message}). Name its CA with --mqtt-ca, and the host as it is there."
        )
    if isinstance(error, ssl.SSLError):
        return f"The broker at {place} speaks no TLS on this port ({error.reason}): try mqtt://"
    if isinstance(error, ConnectionResetError):
        return f"The broker at {place} hung up. {WRONG_PORT[address.tls]}"
    for kind, sentence in REASONS.items():
        if isinstance(error, kind):
            return sentence.format(place=place, host=address.host)
    return f"The broker at {place} cannot be reached: {error}."
