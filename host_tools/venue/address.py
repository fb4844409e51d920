"""Where the broker is: `mqtt://user@host:1883/prefix`, with its password and certificates."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

PORTS = {"mqtt": 1883, "mqtts": 8883}
PREFIX = "wondertable"


class AddressError(ValueError):
    """An address that leads nowhere; the text says why."""


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


def address_of(url: str, password: str = "", ca: Path | None = None) -> Address:
    """Read an address.

    >>> address_of("mqtts://ann@broker.example/fair")
    Address(host='broker.example', port=8883, prefix='fair', user='ann', tls=True, ca=None)
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"{url!r:.80} is no address: {error}.") from None
    if parts.scheme not in PORTS or not parts.hostname or set(url) & set("?#"):
        raise AddressError("A broker's address is mqtt://user@host:1883/prefix, or mqtts://…")
    if parts.password is not None:
        raise AddressError(
            "Leave the password out of the address, others can read it there: put it into "
            "WONDERTABLE_MQTT_PASSWORD or a file (--mqtt-password-file)."
        )
    if ca is not None and parts.scheme != "mqtts":
        raise AddressError("A CA file is for TLS: begin the address with mqtts://")
    prefix = unquote(parts.path).strip("/") or PREFIX
    if any(sign in prefix for sign in "+#$\0") or "//" in prefix:
        raise AddressError("The prefix of the topics has no +, no #, no empty level, and no $.")
    return Address(
        parts.hostname,
        port or PORTS[parts.scheme],
        prefix,
        unquote(parts.username or ""),
        password,
        parts.scheme == "mqtts",
        ca,
    )
