"""The broker of an evening: the options that name it, and the publisher that sends to it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import Any

import click

from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.texts.echo import ask_secret
from host_tools.venue.broker_outbox import BrokerOutbox, OutboxError, outbox_beside
from host_tools.venue.chronicle import Chronicle, NamingError, checked_name, identity_in
from host_tools.venue.home_assistant import PREFIX as HOME_ASSISTANT
from host_tools.venue.mqtt import Address, AddressError, address_of
from host_tools.venue.publisher import Publisher
from host_tools.venue.seating import Seating

PASSWORD = "WONDERTABLE_MQTT_PASSWORD"

Command = Callable[..., Any]


def broker_options(required: bool) -> Callable[[Command], Command]:
    """Give a command the options that name a broker."""
    path = click.Path(path_type=Path)
    return _with_options(
        click.option("--mqtt-ca", type=path, help="The CA of a broker with TLS."),
        click.option(
            "--mqtt-password-file",
            type=path,
            help=f"The password's file; else {PASSWORD}, else it is asked for.",
        ),
        click.option(
            "--mqtt",
            required=required,
            help="The broker: mqtt://user@host:1883/prefix, or mqtts://…",
        ),
    )


def table_options(command: Command) -> Command:
    """Give a command the options of a table that sends its games to a broker."""
    with_table = _with_options(
        click.option("--home-assistant/--no-home-assistant", help="With --mqtt: sensors for it."),
        click.option("--table", "table_name", help="This table's name at a venue; it is kept."),
    )
    return broker_options(required=False)(with_table(command))


def _with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    return lambda command: reduce(lambda wrapped, option: option(wrapped), options, command)


def broker(url: str, password_file: Path | None, ca: Path | None) -> Address:
    """Return the address of the broker; UsageError with a sentence when it is wrong."""
    try:
        address = address_of(url, ca)
        return replace(address, password=_password(password_file, address))
    except AddressError as error:
        raise click.UsageError(str(error)) from None


def _password(file: Path | None, address: Address) -> str:
    if not address.user:
        return ""
    if file is not None:
        try:
            return file.read_text("utf-8").rstrip("\r\n")
        except OSError as error:
            raise click.UsageError(f"{file} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise click.UsageError(f"{file} is not UTF-8 text: is it the right file?") from None
    if PASSWORD in os.environ:
        return os.environ[PASSWORD]
    if sys.stdin.isatty():
        text = f"Password of {address.user} at {address.place}"
        return ask_secret(text)
    raise click.UsageError(f"{address.user} needs a password: {PASSWORD}, --mqtt-password-file.")


def table_at(options: Mapping[str, Any]) -> tuple[str | None, Address | None]:
    """Return the name and the broker that the options of a table give; it may have neither."""
    name, mqtt, ca = options["table_name"], options["mqtt"], options["mqtt_ca"]
    password_file, home_assistant = options["mqtt_password_file"], options["home_assistant"]
    if mqtt is None and (password_file or ca or home_assistant):
        raise click.UsageError("Name the broker too: --mqtt mqtt://user@host/prefix")
    try:
        chosen = None if name is None else checked_name(name)
    except NamingError as error:
        raise click.UsageError(str(error)) from None
    return chosen, None if mqtt is None else broker(mqtt, password_file, ca)


@dataclass(frozen=True, slots=True)
class BrokerOptions:
    """The chronicle of a table, and the broker that receives it, if there is one."""

    chronicle: Chronicle
    address: Address | None
    discovery: str = ""

    @classmethod
    def of(
        cls, folder: Path, options: Mapping[str, Any], address: Address | None = None
    ) -> BrokerOptions:
        """Read the options of a table; its games are in this folder. `address` if it is known."""
        if address is None:
            name, address = table_at(options)
        else:  # whoever has read it already has been asked for the password
            name = options["table_name"]
        try:
            identity = identity_in(folder, name)
        except OSError as error:
            raise click.ClickException(f"{folder} cannot be written: {error.strerror}.") from None
        return cls(
            Chronicle(identity), address, HOME_ASSISTANT if options["home_assistant"] else ""
        )

    @contextmanager
    def publishing(
        self,
        host: Host,
        journal: Journal,
        seated: Callable[[Seating], None] = lambda seating: None,
        page: str = "",
    ) -> Iterator[Publisher | None]:
        """Publish what happens at a running host while the block lasts, if there is a broker.

        What the venue says of this table goes to `seated`, in the publisher's thread. `page` is the
        address of the table's page on the LAN.
        """
        if self.address is None:
            yield None
            return
        chronicle = self.chronicle
        try:
            outbox = BrokerOutbox(outbox_beside(journal.path))
        except OutboxError as error:
            raise click.ClickException(str(error)) from None
        publisher = Publisher(
            chronicle,
            outbox,
            self.address,
            lambda: host.call(lambda: chronicle.state(host.table, time.time())),
            lambda text: host.notice("mqtt", text),
            self.discovery,
            seated,
            page,
        )

        def look() -> None:
            chronicle.look(host.table)
            publisher.changed()

        catch_up = partial(publisher.catch_up, journal, host.table)
        host.call(lambda: host.guard("The publisher", catch_up))
        host.listeners.append(look)
        publisher.start()
        try:
            yield publisher
        finally:
            host.listeners.remove(look)
            publisher.stop()
