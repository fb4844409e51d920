"""The command of statistics: `stats`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from host_tools.commands.history import JSON, history_beside, sentences
from host_tools.commands.options import JOURNAL, LANG
from host_tools.results.words import say

BY = ("player", "wonder", "category", "pair", "thinking")


@click.command()
@click.option("--by", type=click.Choice(BY), help="Only these; all by default.")
@click.option("--player", help="Only games of this player.")
@JSON
@JOURNAL
@LANG
def stats(
    by: str | None, player: str | None, as_json: bool, journal: Path | None, lang: str
) -> None:
    """Count what the history holds: players, wonders, categories, pairs, thinking time.

    \b
    Examples:
      wondertable stats
      wondertable stats --by wonder --player Ann
      wondertable stats --json
    """
    from host_tools.results.stats import stats_of

    with sentences():
        games = history_beside(journal).games()
    if player is not None:
        games = [game for game in games if player in {seat.player for seat in game.players}]
    found = stats_of(games)
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
        return
    if not games:
        click.echo(say(lang, "none"))
        return
    from rich.console import Console

    from host_tools.commands.result_tables import TABLES

    console = Console()
    for name in [by] if by else BY:
        console.print(TABLES[name](found, lang))
