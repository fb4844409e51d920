"""An evening on the terminal: a live picture of the table, until the score or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.link.capture import Recorder
from host_tools.link.desk import Desk
from host_tools.link.pump import Pump
from host_tools.link.sources import open_url
from host_tools.link.wire import Source
from host_tools.results.historian import Historian
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError
from host_tools.table.shelf import Shelf
from host_tools.table.table import Table
from host_tools.table.tape import Tape
from host_tools.table.view import public_view
from host_tools.venue.telling import Telling

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from host_tools.sim.people.evening import VirtualPlayers

Make = Callable[[Shelf], Table]
Pages = Callable[
    ["Host", Shelf, "VirtualPlayers | None", Historian], AbstractContextManager[object]
]
"""Opens the pages of a host that runs; given by whoever knows of pages."""
PICTURES_A_SECOND = 8
LOOK_S = 0.02
ENDS = (OVER, ABANDONED)


def run_evening(
    journal: Journal,
    make: Make | None,
    seats: Iterable[str],
    lang: str,
    pages: Pages | None = None,
    capture: Path | None = None,
    telling: Telling | None = None,
) -> None:
    """Open the seats, run the table, and show it. Without `make` the pages begin a game."""
    from rich.console import Console

    urls = list(seats)
    virtual = any(url.startswith("sim:") for url in urls)
    desk = Desk()
    shelf = Shelf(journal, desk, lang)
    try:
        table, players = _make(shelf, make, virtual) if make else (None, None)
    except JournalError as error:
        raise click.ClickException(str(error)) from None
    recorder = _recorder(capture)
    host = Host(table, Pump(desk, _sources(urls, players), recorder))
    if recorder is not None:
        tape = Tape(recorder, lambda: host.table, time.monotonic)
        tape.follow()
        host.listeners.append(tape.follow)
    historian = Historian(journal)
    historian.start()
    historian.listen(host)
    host.start()
    console = Console()
    try:
        with (
            telling.publishing(host, journal) if telling else nullcontext(),
            pages(host, shelf, players, historian) if pages else nullcontext(),
        ):
            # People at a screen go on to the next game; a script wants its result.
            _watch(host, players, console, stay=pages is not None and console.is_terminal)
    except KeyboardInterrupt:
        if (table := host.table) is not None:
            console.print(f"Stopped. `wondertable resume {table.number}` goes on from here.")
    finally:
        host.stop()
        historian.close()
        if players:
            players.close()
        journal.close()


def _watch(host: Host, players: VirtualPlayers | None, console: Console, stay: bool) -> None:
    """Show the table as it changes, and the score sheet of a game that is over."""
    from rich.live import Live

    from host_tools.results.score_table import sheet

    told = None  # the game whose end was told
    with Live(console=console, refresh_per_second=PICTURES_A_SECOND) as live:
        while True:
            if players:
                host.call(players.look)
            live.update(host.call(lambda: _now(host)))
            table = host.table
            if table is not None and table is not told and table.evening.phase in ENDS:
                told = table
                if not stay:
                    break
                console.print(sheet(table.evening.game, lang=table.lang))
            time.sleep(LOOK_S if players else 1 / PICTURES_A_SECOND)
    if not console.is_terminal:
        console.line()  # a file or pipe is left in the middle of the picture's last line
    console.print(sheet(told.evening.game, lang=told.lang))


def _recorder(path: Path | None) -> Recorder | None:
    try:
        return Recorder(path) if path is not None else None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None


def _now(host: Host) -> RenderableType:
    if host.table is None:
        return "No game yet: the set-up page begins one."
    return picture(public_view(host.table, time.time(), host.table.lang))


def _make(shelf: Shelf, make: Make, virtual: bool) -> tuple[Table, VirtualPlayers | None]:
    """Make the table; with virtual seats also the players, who bring tags if it has too few."""
    table = make(shelf)
    if not virtual:
        return table, None
    from host_tools.sim.people.evening import VirtualPlayers

    players = VirtualPlayers(table)
    players.sit_down_again()
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
