"""A line to the broker, from its opening to its end; whatever breaks it is told in a sentence."""

from __future__ import annotations

import selectors
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.reasoncodes import ReasonCode

from host_tools.venue.address import Address

OPEN_S = 10.0  # for the broker's answer
KEEPALIVE_S = 20  # a silent broker is noticed after one and a half of it
PACKETS = 200  # read in one go
AT_LEAST_ONCE = 1
REFUSED = {
    "Bad user name or password": "does not know this user, or the password is wrong",
    "Not authorized": "does not let this user in: unknown, or the password is wrong",
    "Server unavailable": "is not available",
    "Server busy": "is too busy",
    "Banned": "has banned this table",
}
CHECK = "Check user and password of --mqtt."

Heard = Callable[[str, bytes], None]
Will = tuple[str, bytes]


class LineError(Exception):
    """There is no line; the text says why and what to do."""


class _Socket(ssl.SSLSocket):
    """A socket that does not stay open when the other end is not trusted."""

    def do_handshake(self, block: bool = False) -> None:
        """Agree on keys, or close."""
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


class Line:
    """One connection, used by one thread; only `wake` may be called from another."""

    def __init__(
        self, address: Address, name: str, will: Will | None = None, heard: Heard | None = None
    ) -> None:
        self.address = address
        self.confirmed: list[int] = []  # since somebody has looked
        self._refused = ""  # why the broker did not take a message
        self._answer: ReasonCode | None = None
        self._ended: str | None = None
        self._woken = False  # since the last look at the bell
        self._selector = selectors.DefaultSelector()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._client = self._make(name, will, heard)

    def _make(self, name: str, will: Will | None, heard: Heard | None) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = OPEN_S
        if self.address.user:
            client.username_pw_set(self.address.user, self.address.password or None)
        if will is not None:
            client.will_set(will[0], will[1], AT_LEAST_ONCE, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        if heard is not None:
            client.on_message = lambda _client, _data, message: _hear(heard, message)
        return client

    # What the broker says

    def _on_connect(
        self, client: Client, data: Any, flags: ConnectFlags, code: ReasonCode, more: Any
    ) -> None:
        self._answer = code

    def _on_disconnect(
        self, client: Client, data: Any, flags: DisconnectFlags, code: ReasonCode, more: Any
    ) -> None:
        self._ended = str(code)

    def _on_publish(self, client: Client, data: Any, mid: int, code: ReasonCode, more: Any) -> None:
        if code.is_failure:
            self._refused = str(code)
        else:
            self.confirmed.append(mid)

    # Opening

    def open(self) -> None:
        """Connect; returns when the broker has let us in."""
        place = self.address.place
        try:
            if self.address.tls:
                self._client.tls_set_context(self._trust())
            self._client.connect(self.address.host, self.address.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:
            raise LineError(_explained(self.address, error)) from error
        until = time.monotonic() + OPEN_S
        while self._answer is None:
            if time.monotonic() > until:
                raise LineError(f"The broker at {place} does not answer: is it a broker?")
            try:
                self.run(0.2)
            except LineError:
                # A refusal and the end of the line come together.
                if self._answer is None:
                    raise LineError(
                        f"The broker at {place} hung up without an answer. "
                        + (
                            "Is that its TLS port?"
                            if self.address.tls
                            else "Does it want mqtts://?"
                        )
                    ) from None
        if self._answer.is_failure:
            said = str(self._answer)
            why = REFUSED.get(said, f"refuses the line: {said}")
            if not self.address.user and said == "Not authorized":
                why = "wants a user and a password: mqtt://user@…"
            raise LineError(f"The broker at {place} {why}. {CHECK}")

    def _trust(self) -> ssl.SSLContext:
        try:
            found = ssl.create_default_context(cafile=self.address.ca)
        except (OSError, ssl.SSLError) as error:
            raise LineError(f"{self.address.ca} is no CA certificate: {error}.") from error
        found.sslsocket_class = _Socket
        return found

    # Using

    def run(self, timeout: float) -> None:
        """Read and write what there is, waiting so long at most; raises when the line ends."""
        line = self._client.socket()
        if not isinstance(line, socket.socket):
            raise self._end()
        wanted = selectors.EVENT_READ
        if self._client.want_write():
            wanted |= selectors.EVENT_WRITE
        self._watch(line, wanted)
        pending = isinstance(line, ssl.SSLSocket) and line.pending()
        found = {
            key.fileobj: what for key, what in self._selector.select(0 if pending else timeout)
        }
        if self._ear in found:
            with suppress(BlockingIOError):
                self._ear.recv(4096)
            self._woken = False  # after the bell is empty: a ring in between is heard now
        if pending or found.get(line, 0) & selectors.EVENT_READ:
            self._client.loop_read(PACKETS)
        if found.get(line, 0) & selectors.EVENT_WRITE:
            self._client.loop_write()
        self._client.loop_misc()
        if self._refused or self._ended is not None or self._client.socket() is None:
            raise self._end()

    def _watch(self, line: socket.socket, wanted: int) -> None:
        known = self._selector.get_map().get(line)
        if known is None:
            self._selector.register(line, wanted)
        elif known.events != wanted:
            self._selector.modify(line, wanted)

    def _end(self) -> LineError:
        if self._refused:
            return LineError(
                f"The broker at {self.address.place} does not take what we send "
                f"({self._refused}): may this user write to {self.address.prefix}/#?"
            )
        why = f" ({self._ended})" if self._ended else ""
        return LineError(f"The line to the broker at {self.address.place} broke{why}.")

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
                raise LineError(f"The broker at {self.address.place} confirms nothing.")
            self.run(0.2)

    def subscribe(self, topics: Sequence[str]) -> None:
        """Ask for all messages of some topics."""
        self._client.subscribe([(topic, AT_LEAST_ONCE) for topic in topics])

    def close(self, politely: bool = True) -> None:
        """Hang up; impolitely, the broker says our will."""
        if politely and self._client.is_connected():
            with suppress(OSError, ValueError):
                self._client.disconnect()
        line = self._client.socket()
        if line is not None:
            with suppress(OSError):
                line.close()
        self._client.on_disconnect = None
        self._selector.close()
        self._bell.close()
        self._ear.close()


def _hear(heard: Heard, message: MQTTMessage) -> None:
    heard(message.topic, bytes(message.payload))


def _explained(address: Address, error: Exception) -> str:
    """Say why a broker cannot be reached."""
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


WRONG_PORT = {True: "Is that its port for TLS?", False: "Does it want mqtts://?"}
REASONS: dict[type[Exception], str] = {
    ConnectionRefusedError: "Nobody answers at {place}: is the broker running?",
    socket.gaierror: "There is no computer called {host}: check the address of --mqtt.",
    TimeoutError: "The broker at {place} does not answer: check the address and the network.",
}
