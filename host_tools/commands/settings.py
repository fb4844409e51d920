"""The settings: one TOML file with the options that people would otherwise type every time.

A key is the long name of an option, and a setting is as good as that option typed; the option on
the command line wins. `SETTINGS` is the schema: docs, example and checks are made from it.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import click
from click.core import ParameterSource

from host_tools.commands.setting_kinds import (
    FILE,
    FILES,
    FLAG,
    GRACE,
    NUMBER,
    PAIR,
    PLAYERS,
    RULINGS,
    SETS,
    TABLE,
    TEXT,
    TEXTS,
    SettingKind,
    Value,
)
from host_tools.texts.echo import echo

VARIABLE = "WONDERTABLE_CONFIG"
NAME = "settings.toml"
SEE = "`wondertable config --example` shows every key."


class SettingsError(click.ClickException):
    """The settings cannot be used; the sentence names the file and the key."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the schema: what it holds, whose option it stands for, a sentence, an example."""

    kind: SettingKind
    commands: tuple[str, ...]
    help: str
    example: str


SHOWS = (
    "play", "resume", "demo", "enrol", "deck check", "deck replace", "cards", "wonders", "replay",
    "coach", "rerun", "score", "history", "stats", "sheet", "venue",
)  # fmt: skip
READS = ("play", "resume", "enrol", "deck check", "deck replace", "doctor")
DECKS = (
    "play", "enrol", "deck check", "deck export", "deck import", "deck labels", "deck replace",
)  # fmt: skip
GAMES = ("play", "demo")
CARDS = (*GAMES, "enrol")
TABLES = ("play", "resume")
PAGES = (*TABLES, "venue")
SETTINGS = {
    "lang": Setting(TEXT, SHOWS, "The language: en or fr.", '"fr"'),
    "players": Setting(PLAYERS, ("play",), "Who plays, in seat order.", '["Ann", "Bo", "Cy"]'),
    "sets": Setting(SETS, CARDS, "The sets on the table.", '["base", "leaders"]'),
    "edition": Setting(TEXT, CARDS, "The printing: 1e or 2e.", '"2e"'),
    "ruling": Setting(
        RULINGS, GAMES, "What your table decides otherwise.", "{ house_numbers = true }"
    ),
    "house": Setting(FILES, CARDS, "Files with cards of your own.", '["ours.jsonl"]'),
    "deck": Setting(TEXT, DECKS, "The deck on the table.", '"main"'),
    "mode": Setting(TEXT, ("play",), "sealed or assisted.", '"sealed"'),
    "countdown": Setting(NUMBER, ("play",), "Seconds from the last card to the lock.", "3"),
    "grace": Setting(GRACE, ("play",), "Seconds until a card is built without a press.", '"ask"'),
    "ask-payment": Setting(
        FLAG, ("play",), "Ask how to pay also where one way is cheapest.", "true"
    ),
    "timer": Setting(NUMBER, ("play",), "Seconds for a turn; 0 for none.", "60"),
    "strict": Setting(FLAG, ("play",), "Choose what to do with a card before the lock.", "true"),
    "shared": Setting(FLAG, ("play",), "Pass one reader around the table.", "true"),
    "seats": Setting(TEXTS, READS, "Where the readers are.", '["serial:auto"]'),
    "port": Setting(NUMBER, TABLES, "The port of the pages.", "8700"),
    "lan": Setting(FLAG, PAGES, "Let phones on your network join.", "true"),
    "https": Setting(PAIR, PAGES, "A certificate and its key.", '["table.pem", "table.key"]'),
    "chances": Setting(FLAG, TABLES, "Show on the screen who will probably win.", "true"),
    "private-history": Setting(
        FLAG, TABLES, "Show history and statistics only to the operator and the players.", "true"
    ),
    "mqtt": Setting(TEXT, PAGES, "The broker of the venue.", '"mqtt://ann@broker.local/fair"'),
    "mqtt-password-file": Setting(FILE, PAGES, "The file with its password.", '"broker.txt"'),
    "mqtt-ca": Setting(FILE, PAGES, "The CA of a broker with TLS.", '"ca.pem"'),
    "table": Setting(TABLE, TABLES, "This table's name at the venue.", "7"),
    "home-assistant": Setting(FLAG, TABLES, "With mqtt: sensors for it.", "true"),
}
COMMANDS = {path.split()[0] for row in SETTINGS.values() for path in row.commands}
"""The commands that read the settings at all."""


class Settings(NamedTuple):
    """What a file says: as it stands there, and as its options take it."""

    path: Path
    written: Mapping[str, Value]
    values: Mapping[str, Value]

    def for_command(self, command: click.Command, path: str) -> dict[str, Value]:
        """Return what stands for the options of a command and those below it."""
        given = {
            option.name: self.values[key]
            for option in command.params
            if option.name and (key := key_of(option)) in self.values
            and path in SETTINGS[key].commands
        }  # fmt: skip
        for name, below in getattr(command, "commands", {}).items():
            given[name] = self.for_command(below, f"{path} {name}")
        return given


def key_of(option: click.Parameter) -> str:
    """Return the key that stands for an option: its long name."""
    return max(option.opts, key=len).lstrip("-")


def settings_path() -> Path:
    """Return where the settings are, or would be."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("wondertable", appauthor=False) / NAME


def read_settings() -> Settings:
    """Read the settings; without a file there are none. SettingsError says what is wrong."""
    from host_tools.commands.options import is_there  # slow to import

    path = settings_path()
    if not (os.environ.get(VARIABLE) or is_there(path)):
        return Settings(path, {}, {})
    return settings_in(path)


def settings_in(path: Path) -> Settings:
    """Read a file of settings."""
    text = _contents(path)
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = error if isinstance(error, ValueError) else "too many brackets"
        raise SettingsError(f"{path} is not TOML: {why}. {SEE}") from None
    return Settings(path, written, {key: _read(path, text, key, written[key]) for key in written})


def _contents(path: Path) -> str:
    from host_tools.commands.options import text_in

    try:
        return text_in(path)
    except click.ClickException as error:
        raise SettingsError(error.message) from None


def _read(path: Path, text: str, key: str, value: Value) -> Value:
    where = f"{path}, line {_line(text, key)}"
    row = SETTINGS.get(key)
    if row is None:
        near = get_close_matches(key, SETTINGS, 1)
        hint = f"Did you mean {near[0]}?" if near else SEE
        raise SettingsError(f"{where}: there is no setting {key!r:.60}. {hint}")
    try:
        return row.kind.read(value, path.absolute().parent)
    except ValueError as error:
        wrong = str(error) or f"It is {row.kind.says}: {key} = {row.example}"
        shown = without_password(repr(value))
        raise SettingsError(f"{where}: {key} cannot be {shown:.60}. {wrong}") from None


def _line(text: str, key: str) -> int:
    """Return the line where a key is set: alone, with a dot, or as the head of a table."""
    head = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((at for at, line in enumerate(text.split("\n"), 1) if head.match(line)), 1)


def without_password(text: str) -> str:
    """Return a text without the password that an address in it must not, but may hold.

    >>> without_password("mqtt://ann:sesame@broker.local/fair")
    'mqtt://ann:***@broker.local/fair'
    """
    return re.sub(r"(?<=://)([^/:@]*):[^/]*@", r"\1:***@", text)


def in_force(ctx: click.Context) -> list[str]:
    """Return the keys of the file that a running command goes by."""
    given = _given(ctx)
    return [
        key_of(option)
        for option in ctx.command.params
        if option.name in given
        and ctx.get_parameter_source(option.name) is ParameterSource.DEFAULT_MAP
    ]


def _given(ctx: click.Context) -> Mapping[str, Value]:
    """Return what the file says for a command: groups add to their own map what is typed."""
    if ctx.parent is None:
        return ctx.default_map or {}
    given: Mapping[str, Value] = _given(ctx.parent).get(ctx.info_name or "", {})
    return given


def from_settings(error: click.UsageError) -> str:
    """Return what to add to a complaint: which of the options came from the file."""
    keys = in_force(error.ctx) if error.ctx else []
    if isinstance(error, click.BadParameter) and error.param is not None:
        keys = [key for key in keys if key == key_of(error.param)]
    return f"\nSettings of {settings_path()} in force: {', '.join(keys)}." if keys else ""


def given_to(command: click.Command, name: str) -> dict[str, Value]:
    """Return what the settings say for a command of the table, if it has any."""
    try:
        return read_settings().for_command(command, name) if name in COMMANDS else {}
    except SettingsError as error:
        if name != "doctor":  # it must work, above all when something is wrong
            raise
        echo(f"{error.message}\nThe defaults are in force.", err=True)
        return {}
