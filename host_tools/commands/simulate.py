"""The command that lets bots play many games and counts what comes out."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

import click

from host_tools.bots.bots import BOTS, BotGame
from host_tools.bots.dealer import Dealer
from host_tools.commands.options import (
    EDITION,
    HOUSE,
    RULING,
    SETS,
    VARIANT,
    house_of,
    reading,
)
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import dump
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, by_category
from host_tools.rules.writing import Scribe
from host_tools.texts import counted
from host_tools.texts.echo import echo_json


@dataclass
class Statistics:
    """What many games have in common."""

    games: int = 0
    totals: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)  # the winning totals
    categories: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    wonders: dict[str, list[tuple[int, bool]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, game: Game) -> None:
        """Count a finished game."""
        scores = [by_category(items) for items in sheets_of(game)]
        places = ranks(game, [score["total"] for score in scores])
        self.games += 1
        self.winners.append(
            max(scores[seat]["total"] for seat in game.rules.players if places[seat] == 1)
        )
        for seat in game.rules.players:
            self.totals.append(scores[seat]["total"])
            for name in CATEGORIES:
                self.categories[name].append(scores[seat][name])
            won = places[seat] == 1
            self.wonders[game.rules.wonders[seat].id].append((scores[seat]["total"], won))

    def summary(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "games": self.games,
            "mean_total": round(mean(self.totals), 2),
            "mean_winner": round(mean(self.winners), 2),
            "lowest": min(self.totals),
            "highest": max(self.totals),
            "categories": {n: round(mean(v), 2) for n, v in self.categories.items()},
            "wonders": {
                wonder: {
                    "games": len(results),
                    "mean_total": round(mean(total for total, _ in results), 2),
                    "win_rate": round(mean(won for _, won in results), 3),
                }
                for wonder, results in sorted(self.wonders.items())
            },
        }


@click.command()
@click.option(
    "--players",
    type=click.IntRange(2, 8),
    help="How many; 5 by default, 2 for two_player, 4 for team.",
)
@SETS
@EDITION
@VARIANT
@RULING
@HOUSE
@click.option(
    "--bot",
    type=click.Choice(sorted(BOTS)),
    default="builder",
    show_default=True,
    help="builder plays sensibly, random by chance.",
)
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, help="How many games."
)
@click.option("--seed", type=int, default=1, show_default=True, help=
    "The same seed gives the same games.")  # fmt: skip
@click.option("--records", type=click.Path(path_type=Path), help="Write the games to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    players: int | None,
    sets: str,
    edition: str,
    variant: str | None,
    rulings: dict[str, int],
    house: Sequence[Path],
    bot: str,
    games: int,
    seed: int,
    records: Path | None,
    as_json: bool,
) -> None:
    """Let bots play many games and print statistics.

    \b
    Examples:
      wondertable simulate
      wondertable simulate --players 7 --sets base,leaders --bot random
      wondertable simulate --games 10 --records games/
      wondertable simulate --house ours.jsonl
    """
    variant = variant or ("two_player" if players == 2 else "standard")
    wanted = players or {"standard": 5, "two_player": 2, "team": 4}[variant]
    chosen = tuple(name.strip() for name in sets.split(","))
    lines = house_of(edition, house)
    found = Statistics()
    try:
        for number in _counted(games, as_json):
            dealer = Dealer(f"{seed}.{number}")
            setup = dealer.setup(wanted, edition, chosen, variant, rulings, lines)
            table = BotGame(setup, bot, dealer)
            found.add(_play(table, records, number))
    except MoveError as error:
        raise click.UsageError(error.numbered) from None
    asked = {
        "players": wanted, "sets": list(chosen), "edition": edition, "variant": variant,
        "bot": bot, "seed": seed,
    }  # fmt: skip
    if as_json:
        echo_json({**asked, **found.summary()})
    else:
        _print(asked, found.summary())


def _play(table: BotGame, records: Path | None, number: int) -> Game:
    if records is None:
        return table.play()
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    game = table.play()
    with reading(records, "written"):
        records.mkdir(parents=True, exist_ok=True)
        (records / f"game_{number:05}.jsonl").write_text(dump(scribe.lines), "utf-8")
    return game


def _counted(games: int, quiet: bool) -> Iterator[int]:
    """Count the games, with a progress bar where somebody looks on."""
    if quiet or not sys.stderr.isatty():
        yield from range(1, games + 1)
        return
    from rich.progress import track

    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole(stderr=True)
    yield from track(range(1, games + 1), "Playing", console=console, transient=True)


def _print(asked: dict[str, Any], found: dict[str, Any]) -> None:
    from rich.table import Table

    from host_tools.results.played import category
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole()
    console.print(
        f"{counted(found['games'], 'game')} of {asked['players']} players, "
        f"{'+'.join(asked['sets'])} {asked['edition']}, {asked['variant']}, "
        f"{asked['bot']} bots, seed {asked['seed']}",
        highlight=False,
    )
    console.print(
        f"Points a player: {found['mean_total']} on average, {found['lowest']} to "
        f"{found['highest']}; the winner has {found['mean_winner']}.\n",
        highlight=False,
    )
    lines = Table("Category", "Points a player")
    for name, value in found["categories"].items():
        lines.add_row(category(name, "en"), f"{value:.2f}")
    wonders = Table("Wonder", "Games", "Points", "Wins")
    for wonder, row in found["wonders"].items():
        share = f"{row['win_rate']:.0%}"
        wonders.add_row(wonder, str(row["games"]), f"{row['mean_total']:.1f}", share)
    console.print(lines, wonders)
