"""The table of commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from host_tools import VERSION

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GROUPS = {
    "Play": {
        "play": ("host_tools.commands.play:play", "Play at the table."),
        "resume": ("host_tools.commands.play:resume", "Resume a game."),
        "games": ("host_tools.commands.games:games", "List the games in the journal."),
        "abandon": ("host_tools.commands.games:abandon", "End a game without a result."),
        "demo": ("host_tools.commands.demo:demo", "Try a whole table without hardware."),
    },
    "Build a table": {
        "wiring": (
            "host_tools.commands.wiring:wiring",
            "Check, list and draw which pin is what.",
        ),
        "flash": ("host_tools.commands.flash:flash", "Put the firmware on every board."),
        "doctor": (
            "host_tools.commands.doctor:doctor",
            "Find what is wrong, and what to do.",
        ),
        "enrol": ("host_tools.commands.enrol:enrol", "Give every card of a deck its tag."),
        "deck": ("host_tools.commands.deck:deck", "Check decks, print labels, replace tags."),
        "seat": ("host_tools.commands.seat:seat", "Try one seat by hand, without hardware."),
    },
    "Cards and records": {
        "cards": (
            "host_tools.commands.cards:cards",
            "Look up cards.",
        ),
        "wonders": ("host_tools.commands.cards:wonders", "Look up wonders and their stages."),
        "rule": ("host_tools.commands.rule:rule", "Look up a rule by its number or by words."),
        "export": ("host_tools.commands.games:export", "Write a game as a record."),
        "replay": ("host_tools.commands.replay:replay", "Play records and print their scores."),
        "coach": (
            "host_tools.commands.coach:coach",
            "Name the most expensive mistakes of a game.",
        ),
        "rerun": ("host_tools.commands.rerun:rerun", "Play a captured evening again."),
        "score": ("host_tools.commands.replay:score", "Score a game and explain every point."),
        "simulate": ("host_tools.commands.simulate:simulate", "Let bots play many games."),
    },
    "Results": {
        "history": (
            "host_tools.commands.history:history",
            "List finished games.",
        ),
        "stats": ("host_tools.commands.history:stats", "Show statistics of players and wonders."),
        "sheet": ("host_tools.commands.history:sheet", "Draw a score sheet as PDF or PNG."),
        "player": (
            "host_tools.commands.player:player",
            "Export what is kept of a player, or forget it.",
        ),
        "venue": ("host_tools.commands.venue:venue", "Show many tables; run a tournament."),
    },
    "This program": {
        "config": (
            "host_tools.commands.config:config",
            "Show the settings and where they are.",
        ),
        "doors": (
            "host_tools.commands.doors:doors",
            "List who may do what on the pages.",
        ),
        "completion": (
            "host_tools.commands.completion:completion",
            "Set up shell completion.",
        ),
    },
}
"""Purpose: name: where the command lives, and what it does. Its module is read when called."""

VERBOSE = "--verbose"
COMMANDS = {name: row for group in GROUPS.values() for name, row in group.items()}


@contextmanager
def _complaints() -> Iterator[None]:
    """Show what a command complains about: a terminal obeys nothing in it."""
    try:
        yield
    except click.ClickException as error:
        told = error.format_message()
        if isinstance(error, click.UsageError):
            told += import_module("host_tools.commands.settings").from_settings(error)
        text = import_module("host_tools.rules.names").visible(told)
        error.format_message = lambda: text  # type: ignore[method-assign]
        raise


def _first(option: str, words: list[str]) -> list[str]:
    """Put an option of the whole program before the command, wherever it stands.

    >>> _first("--verbose", ["play", "--verbose", "--lan"])
    ['--verbose', 'play', '--lan']
    """
    end = words.index("--") if "--" in words else len(words)
    if option not in words[:end]:
        return words
    return [option, *(word for word in words[:end] if word != option), *words[end:]]


class CommandTable(click.Group):
    """The commands of the table above, in its order."""

    def main(self, args: Sequence[str] | None = None, **named: Any) -> Any:  # type: ignore[override]
        """Run a command; whatever goes wrong ends in a sentence, never in a traceback."""
        command = partial(super().main, args, **named)
        if not named.get("standalone_mode", True):
            return command()
        words = list(sys.argv[1:] if args is None else args)
        return import_module("host_tools.commands.door").enter(command, words, args is None)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line, which must be text."""
        for word in args:
            if any("\ud800" <= sign <= "\udfff" for sign in word):
                raise click.UsageError(f"{word!r:.60} is not UTF-8 text.", ctx)
        return super().parse_args(ctx, _first(VERBOSE, args))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _complaints():
            return super().invoke(ctx)

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        """Read the command line."""
        with _complaints():
            return super().make_context(*args, **named)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, its module read only now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; a slip of the finger is told with the nearest name."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            from difflib import get_close_matches  # only a slip waits for it

            for near in get_close_matches(args[0], COMMANDS, 1):
                raise click.UsageError(f"No such command '{args[0]}'. Did you mean {near}?", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None and not ctx.resilient_parsing:
            ctx.default_map = {name: self._settings(name, command)}
        return name, command, rest

    def _settings(self, name: str, command: click.Command) -> dict[str, Any]:
        """The options that stand in the settings."""
        settings: dict[str, Any] = import_module("host_tools.commands.settings").given_to(
            command, name
        )
        return settings

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lists of `--help`, from the table alone."""
        widest = max(map(len, COMMANDS))
        for purpose, commands in GROUPS.items():
            with formatter.section(purpose):
                formatter.write_dl(
                    [(name.ljust(widest), told) for name, (_, told) in commands.items()]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names that begin so, from the table alone: a shell does not wait for modules."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=told)
            for name, (_, told) in COMMANDS.items()
            if name.startswith(incomplete)
        ]


EPILOG = """\b
Examples:
  wondertable demo                          a whole table without hardware
  wondertable play --players Ann,Bo,Cy      a game at real seats
  wondertable cards vineyard                what a card costs and does

`wondertable COMMAND --help` shows more, with examples. The exit code is 0 for success, 1 when
something is wrong, and 2 for a wrong option or argument.
"""


@click.command(
    cls=CommandTable, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(VERBOSE, is_flag=True, help="Print on the terminal all that goes into the log.")
@click.version_option(VERSION, prog_name="wondertable")
def main(verbose: bool) -> None:
    """Run a table for 7 Wonders that knows what is played."""
    if verbose:
        import_module("host_tools.commands.door").speak_up()
