"""An evening on the terminal: a live picture of the table, until the score or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from host_tools.link.desk import Desk
from host_tools.link.pump import Pump
from host_tools.link.sources import open_url
from host_tools.link.wire import Source
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError
from host_tools.table.table import Table
from host_tools.table.view import public_view

if TYPE_CHECKING:
    from rich.console import RenderableType

    from host_tools.virtual.evening import VirtualPlayers

Make = Callable[[Mapping[str, str], Desk], Table]
PICTURES_A_SECOND = 8


def run_evening(journal: Journal, make: Make, seats: Iterable[str]) -> None:
    """Open the seats, run the table, and show it."""
    from rich.console import Console
    from rich.live import Live

    urls = list(seats)
    virtual = any(url.startswith("sim:") for url in urls)
    desk = Desk()
    try:
        table, players = _make(journal, make, desk, virtual)
    except JournalError as error:
        raise click.ClickException(str(error)) from None
    host = Host(table, Pump(desk, _sources(urls, players)))
    console = Console()
    try:
        with Live(console=console, refresh_per_second=PICTURES_A_SECOND) as live:
            while not (table.evening.game.over or table.evening.abandoned):
                host.run_once()
                if players:
                    players.look()
                live.update(picture(public_view(table, time.time(), table.lang)))
    except KeyboardInterrupt:
        console.print(f"Stopped. `wondertable resume {table.number}` goes on from here.")
        return
    finally:
        host.stop()
        if players:
            players.close()
        journal.close()
    from host_tools.score_sheet import sheet

    console.print(sheet(table.evening.game, lang=table.lang))


def _make(
    journal: Journal, make: Make, desk: Desk, virtual: bool
) -> tuple[Table, VirtualPlayers | None]:
    """Make the table; with virtual seats also the players, who bring their own tags."""
    if not virtual:
        return make(journal.tags("main"), desk), None
    from host_tools.virtual.evening import VirtualPlayers

    table = make({}, desk)
    players = VirtualPlayers(table)
    players.sit_down()
    return table, players


def _sources(urls: Iterable[str], players: VirtualPlayers | None) -> list[Source]:
    fleet = players.fleet if players else None
    try:
        return [open_url(url, (lambda _: fleet) if fleet is not None else None) for url in urls]
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def picture(view: dict[str, Any]) -> RenderableType:
    """Draw the public view as a table."""
    from rich.table import Table as Grid

    title = f"Age {view['age']}, turn {view['turn']}: {view['phase_text']}"
    if view["missing"]:
        title += f" ({', '.join(view['missing'])})"
    grid = Grid(title=title, caption=view["trouble"] or " ".join(view["log"][-1:]), expand=True)
    for name in ("Player", "Wonder", "Coins", "Shields", "Points", "Card", "To do"):
        grid.add_column(name)
    for seat in view["seats"]:
        shown = seat["revealed"]
        card = f"{shown['name']} {shown['action']}" if shown else "●" if seat["committed"] else "○"
        grid.add_row(
            seat["player"] + ("" if seat["connected"] in (True, None) else " (away)"),
            f"{seat['wonder']} {seat['side']} {seat['stages']}/{len(seat['all_stages'])}",
            str(seat["coins"]),
            str(seat["shields"]),
            str(seat["score"]["total"]),
            card,
            " ".join(seat["todo"]),
        )
    return grid
