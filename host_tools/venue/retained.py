"""What a broker keeps for whoever comes later: read it, and put other messages in its place."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from uuid import uuid4

from host_tools.venue.mqtt import OPEN_S, Address, BrokerError, Connection, OnMessage

WAIT_S = 0.2


def retained(address: Address) -> dict[str, bytes]:
    """Return the messages that a broker keeps below a prefix, by topic."""
    kept: dict[str, bytes] = {}
    with _connected(address, kept.__setitem__) as connection:
        connection.subscribe([address.topic("#")])
        # What is kept comes first: when our own message comes back, all of it has come.
        last = address.topic("asked", str(uuid4()))
        connection.publish(last, b"{}", retain=False)
        until = time.monotonic() + OPEN_S
        while last not in kept:
            if time.monotonic() > until:
                raise BrokerError(
                    f"The broker at {address.place} does not send back what we send: may this user "
                    f"read {address.prefix}/#?"
                )
            connection.run(WAIT_S)
    return {t: message for t, message in kept.items() if message and not _passes(t)}


def _passes(topic: str) -> bool:
    """Events are not kept: they came because a table runs meanwhile."""
    return topic.endswith("/events") or "/asked/" in topic


def keep_instead(address: Address, messages: Mapping[str, bytes]) -> None:
    """Let a broker keep these messages, and not those that it had under their topics."""
    with _connected(address) as connection:
        for topic, message in messages.items():
            connection.finish(connection.publish(topic, message, retain=True))


@contextmanager
def _connected(address: Address, on_message: OnMessage | None = None) -> Iterator[Connection]:
    connection = Connection(address, f"wondertable-asks-{uuid4()}", None, on_message)
    try:
        connection.open()
        yield connection
    finally:
        connection.close()
