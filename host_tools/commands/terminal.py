"""A running table on the terminal: a live picture, until the score or an interruption."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from host_tools.commands.running_table import RunningTable
from host_tools.results.score_table import sheet
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.host import Host
from host_tools.table.view import public_view
from host_tools.table.views import PublicView

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PICTURES_A_SECOND = 8
LOOK_S = 0.02
ENDS = (OVER, ABANDONED)


def watch(running: RunningTable, console: Console, stop: threading.Event, stay: bool) -> None:
    """Show the table as it changes, and the score sheet of every game that ends.

    With `stay` people go on to the next game; without it the end of the first game is the end.
    """
    from rich.live import Live

    host, ended = running.host, None
    pause = LOOK_S if running.players else 1 / PICTURES_A_SECOND
    with Live(console=console, refresh_per_second=PICTURES_A_SECOND) as live:
        while not stop.wait(pause):
            running.look()
            live.update(host.call(lambda: _now(host)))
            table = host.table
            if table is not None and table is not ended and table.evening.phase in ENDS:
                ended = table
                if not stay:
                    break
                console.print(sheet(table.evening.game, lang=table.lang))
    if ended is not None and not stay:
        if not console.is_terminal:
            console.line()  # a file or pipe is left in the middle of the picture's last line
        console.print(sheet(ended.evening.game, lang=ended.lang))


def _now(host: Host) -> RenderableType:
    if host.table is None:
        return "No game yet: the set-up page begins one."
    return picture(public_view(host.table, time.time(), host.table.lang))


def picture(view: PublicView) -> RenderableType:
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
