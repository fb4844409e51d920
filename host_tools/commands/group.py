"""A group of commands whose options may stand before or after the name of the command."""

from collections.abc import Iterable
from copy import copy
from typing import Any

import click
from click.core import ParameterSource


class OptionGroup(click.Group):
    """Commands that share some options of their group; what is typed is used or refused.

    `history --json show 3` and `history show 3 --json` are the same: a command that has the option
    itself takes the value that stands before it. An option that is `shared` works for all commands
    of the group, wherever it stands.
    """

    def __init__(self, *args: Any, shared: Iterable[str] = (), **named: Any) -> None:
        super().__init__(*args, **named)
        self.shared = frozenset(shared)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, hand it what stands before it, and take what stands behind it."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is None or command is None:
            return name, command, rest
        own = {option.name for option in command.params}
        settings = (ctx.default_map or {}).get(name, {})
        ctx.default_map = {name: {**settings, **self._before(ctx, name, own)}}
        lent = [each for each in self.params if each.name in self.shared - own]
        command = copy(command)
        command.params = [*command.params, *map(_unseen, lent)]
        _take(ctx, lent, click.Context(command, ctx, name), rest)
        return name, command, rest

    def _before(self, ctx: click.Context, command: str, own: set[str]) -> dict[str, Any]:
        """Return what was typed before a command that has the same options."""
        given = {}
        for option in self.params:
            name = option.name
            if name is None or ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
                continue
            if name not in own | self.shared:
                raise click.UsageError(f"`{command}` has no option {option.opts[0]}.", ctx)
            given[name] = ctx.params[name]
        return given


def _take(
    ctx: click.Context, lent: list[click.Parameter], under: click.Context, words: list[str]
) -> None:
    """Give the group what stands behind the command, which complains itself of anything wrong."""
    try:
        found, _, _ = under.command.make_parser(under).parse_args([*words])
    except click.UsageError:
        return
    for option in lent:
        if option.name in found:
            option.handle_parse_result(ctx, found, [])


def _unseen(option: click.Parameter) -> click.Parameter:
    """Return an option that a command accepts for its group."""
    lent = copy(option)
    lent.expose_value, lent.required, lent.callback = False, False, None
    return lent
