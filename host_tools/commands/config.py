"""The command `config`: where the settings are, what is in force, and why."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from host_tools.commands.options import is_there
from host_tools.commands.settings import (
    NAME,
    SETTINGS,
    VARIABLE,
    Settings,
    SettingsError,
    key_of,
    read_settings,
    settings_path,
    without_password,
)
from host_tools.texts.echo import echo, echo_file, echo_json
from host_tools.venue.broker_options import PASSWORD

SECRETS = {PASSWORD}
VARIABLES = (VARIABLE, PASSWORD, "WONDERTABLE_UF2")
HIDDEN = "(not shown)"
EXAMPLE = f"""\
# Settings of Wondertable: options that you would otherwise type every time. A key is the long name
# of an option, which wins where it is typed. Take the # away before what you want, and save this as
# {NAME} where `wondertable config` says. Files are looked for beside this one.
"""


@click.command()
@click.option("--example", is_flag=True, help="Print a file with every key, to fill in.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.pass_context
def config(ctx: click.Context, example: bool, as_json: bool) -> None:
    """Show where the settings are, what is in force, and why.

    The settings are options that you would otherwise type every time (docs/settings.md). An option
    on the command line wins. The exit code is 1 when the file cannot be used.

    \b
    Examples:
      wondertable config
      wondertable config --json
      wondertable config --example > settings.toml
    """
    if example:
        echo_file(example_file())
        return
    facts = config_facts(ctx.find_root().command)
    if as_json:
        echo_json(facts, indent=2)
    else:
        _print(facts)
    sys.exit(1 if facts["problems"] else 0)


def example_file() -> str:
    """Return a file with every key as a comment."""
    rows = (f"# {row.help}\n# {key} = {row.example}\n" for key, row in SETTINGS.items())
    return "\n".join([EXAMPLE, *rows])


def config_facts(main: click.Command) -> dict[str, Any]:
    """Return what is in force, as `config --json` prints it; secrets are left out."""
    problems: list[str] = []
    try:
        settings = read_settings()
    except SettingsError as error:
        settings = Settings(settings_path(), {}, {})
        problems.append(error.message)
    problems += _refusals(main, settings)
    return {
        "file": str(settings.path),
        "exists": is_there(settings.path),
        "problems": problems,
        "settings": [_row(main, key, settings) for key in SETTINGS],
        "environment": {
            name: HIDDEN if name in SECRETS else os.environ[name]
            for name in VARIABLES
            if name in os.environ
        },
    }


def _row(main: click.Command, key: str, settings: Settings) -> dict[str, Any]:
    """Return a setting with its value, or the default of the first option that it stands for."""
    commands = SETTINGS[key].commands
    written = key in settings.written
    value = settings.written[key] if written else _default(main, commands[0], key)
    return {
        "key": key,
        "value": without_password(value) if isinstance(value, str) else value,
        "source": "file" if written else "default",
        "commands": list(commands),
    }


def _default(main: click.Command, path: str, key: str) -> Any:
    ctx, option = _option(main, path, key)
    value = option.get_default(ctx)
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, str | int | bool) else None


def _option(main: click.Command, path: str, key: str) -> tuple[click.Context, click.Parameter]:
    """Return the option of a command that a key stands for."""
    ctx = click.Context(main, info_name="wondertable")
    for name in path.split():
        assert isinstance(ctx.command, click.Group)
        command = ctx.command.get_command(ctx, name)
        assert command is not None, path
        ctx = click.Context(command, ctx, name)
    return ctx, next(option for option in ctx.command.params if key_of(option) == key)


def _refusals(main: click.Command, settings: Settings) -> Iterator[str]:
    """Say which values the options themselves refuse."""
    for key, value in settings.values.items():
        ctx, option = _option(main, SETTINGS[key].commands[0], key)
        try:
            option.process_value(ctx, value)
        except click.ClickException as error:
            yield f"{settings.path}: {key}: {error.message}"


def _print(facts: dict[str, Any]) -> None:
    from rich.table import Table as Grid

    from host_tools.texts.terminal import PlainConsole

    missing = "" if facts["exists"] else " (not there; `wondertable config --example` shows one)"
    echo(f"Settings: {facts['file']}{missing}")
    for problem in facts["problems"]:
        echo(f"Problem: {problem}")
    grid = Grid("Setting", "Value", "From", "For")
    for row in facts["settings"]:
        grid.add_row(row["key"], _cell(row["value"]), row["source"], ", ".join(row["commands"]))
    PlainConsole().print(grid)
    for name, value in facts["environment"].items():
        echo(f"{name}={value} (environment)")
    echo("An option on the command line wins.")


def _cell(value: Any) -> str:
    """Return a value as a person reads it.

    >>> _cell(["base", "leaders"]), _cell({"house_numbers": True}), _cell(False), _cell(None)
    ('base, leaders', 'house_numbers = true', 'false', '')
    """
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} = {_cell(chosen)}" for name, chosen in value.items())
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
