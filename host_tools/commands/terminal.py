"""A running table on the terminal: a live picture, until the score or an interruption."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from host_tools.commands.pictures import score_sheet, table_picture
from host_tools.commands.running_table import Interruption, RunningTable
from host_tools.table.evening import ABANDONED, OVER
from host_tools.table.host import Host
from host_tools.table.view import public_view

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PICTURES_A_SECOND = 8
LOOK_S = 0.02
ENDS = (OVER, ABANDONED)


def watch(running: RunningTable, console: Console, stop: Interruption, stay: bool) -> None:
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
                console.print(score_sheet(table.evening.game, lang=table.lang))
    if ended is not None and not stay:
        if not console.is_terminal:
            console.line()  # a file or pipe is left in the middle of the picture's last line
        console.print(score_sheet(ended.evening.game, lang=ended.lang))


def _now(host: Host) -> RenderableType:
    if host.table is None:
        return "No game yet: the set-up page begins one."
    return table_picture(public_view(host.table, time.time(), host.table.lang))
