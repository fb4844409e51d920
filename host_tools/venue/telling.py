"""Telling a broker of an evening: the options of a command, and the publisher of a host."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.venue.address import Address, AddressError, address_of
from host_tools.venue.chronicle import Chronicle
from host_tools.venue.home_assistant import PREFIX as HOME_ASSISTANT
from host_tools.venue.identity import NamingError, checked_name, identity_in
from host_tools.venue.outbox import Outbox, OutboxError
from host_tools.venue.publisher import Publisher

PASSWORD = "WONDERTABLE_MQTT_PASSWORD"

Command = Callable[..., Any]


def broker_options(required: bool) -> Callable[[Command], Command]:
    """Give a command the options that name a broker."""

    def wrap(command: Command) -> Command:
        for option in (
            click.option(
                "--mqtt-ca", type=click.Path(path_type=Path), help="The CA of a broker with TLS."
            ),
            click.option(
                "--mqtt-password-file",
                type=click.Path(path_type=Path),
                help=f"The password's file; else {PASSWORD}, else it is asked for.",
            ),
            click.option(
                "--mqtt", required=required, help="The broker: mqtt://user@host:1883/prefix, mqtts:"
            ),
        ):
            command = option(command)
        return command

    return wrap


def table_options(command: Command) -> Command:
    """Give a command the options of a table that tells a broker of its games."""
    for option in (
        click.option("--home-assistant", is_flag=True, help="With --mqtt: sensors for it."),
        click.option("--table", "table_name", help="This table's name at a venue; it is kept."),
    ):
        command = option(command)
    return broker_options(required=False)(command)


def broker(url: str, password_file: Path | None, ca: Path | None) -> Address:
    """Read where the broker is; a sentence when that is not possible."""
    try:
        found = address_of(url, "", ca)
        return address_of(url, _password(password_file, found), ca)
    except AddressError as error:
        raise click.UsageError(str(error)) from None


def _password(file: Path | None, address: Address) -> str:
    if not address.user:
        return ""
    if file is not None:
        try:
            return file.read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise click.UsageError(f"{file} cannot be read: {error}.") from None
    if PASSWORD in os.environ:
        return os.environ[PASSWORD]
    if sys.stdin.isatty():
        text = f"Password of {address.user} at {address.place}"
        return str(click.prompt(text, hide_input=True, err=True))
    raise click.UsageError(f"{address.user} needs a password: {PASSWORD}, --mqtt-password-file.")


@dataclass(frozen=True, slots=True)
class Telling:
    """The chronicle of a table, and the broker that hears it, if there is one."""

    chronicle: Chronicle
    address: Address | None
    discovery: str

    @classmethod
    def of(cls, folder: Path, options: Mapping[str, Any]) -> Telling:
        """Read the options of a table; its games are in this folder."""
        name, mqtt, ca = options["table_name"], options["mqtt"], options["mqtt_ca"]
        password_file, home_assistant = options["mqtt_password_file"], options["home_assistant"]
        if mqtt is None and (password_file or ca or home_assistant):
            raise click.UsageError("Name the broker too: --mqtt mqtt://user@host/prefix")
        try:
            identity = identity_in(folder, checked_name(name) if name else None)
        except NamingError as error:
            raise click.UsageError(str(error)) from None
        except OSError as error:
            raise click.ClickException(f"{folder} cannot be written: {error.strerror}.") from None
        address = broker(mqtt, password_file, ca) if mqtt else None
        return cls(Chronicle(identity), address, HOME_ASSISTANT if home_assistant else "")

    def publishing(self, host: Host, journal: Journal) -> AbstractContextManager[object]:
        """Tell the broker of all that happens at a host that runs."""
        return publishing(self, host, journal)


@contextmanager
def publishing(telling: Telling, host: Host, journal: Journal) -> Iterator[Publisher | None]:
    """Publish from the beginning of the block to its end, if there is a broker."""
    if telling.address is None:
        yield None
        return
    chronicle = telling.chronicle
    try:
        outbox = Outbox(journal.path.with_name(f"{journal.path.stem}.outbox.db"))
    except OutboxError as error:
        raise click.ClickException(str(error)) from None
    publisher = Publisher(
        chronicle,
        outbox,
        telling.address,
        lambda: host.call(lambda: chronicle.state(host.table, time.time())),
        lambda text: host.call(lambda: host.notice("mqtt", text)),
        telling.discovery,
    )

    def look() -> None:
        chronicle.look(host.table)
        publisher.changed()

    host.call(lambda: publisher.catch_up(journal, host.table))
    host.listeners.append(look)
    publisher.start()
    try:
        yield publisher
    finally:
        host.listeners.remove(look)
        publisher.stop()
