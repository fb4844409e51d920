"""Boards, plans and results in a terminal and as JSON."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn
from rich.table import Table

from host_tools.flash.board_info import BoardInfo, seat_words
from host_tools.flash.flash_plan import FlashPlan, dotted
from host_tools.flash.flasher import FlashResult

# What is shown during a step, by the first word of its name.
STEPS = {
    "settings": "settings",
    "settle": "going back",
    "wipe": "making room",
    "write": "writing",
    "verify": "checking",
    "swap": "changing over",
    "reset": "restarting",
    "hello": "waiting for hello",
    "confirm": "confirming",
    "roll": "going back",
}
WRITTEN = ("install", "update", "downgrade")
WORDS = {"none": "same", "refuse": "left alone"}


def board_table(boards: Iterable[BoardInfo]) -> Table:
    """Return a table of all boards."""
    table = Table(title="Boards", title_justify="left")
    for name in ("port", "unique id", "board", "MicroPython", "firmware", "seat"):
        table.add_column(name, overflow="fold", no_wrap=name in ("port", "unique id"))
    for board in boards:
        table.add_row(
            board.port,
            board.uid or "?",
            short_machine(board.machine) or "?",
            dotted(board.micropython) or "?",
            "not ours" if board.foreign else _firmware(board),
            seat_words(board.seats).partition(" ")[2] if board.seats else "-",
        )
    return table


def short_machine(machine: str) -> str:
    """Return the board's name without its maker and its chip.

    >>> short_machine("Raspberry Pi Pico W with RP2040"), short_machine("linux [GCC 14] version")
    ('Pico W', 'linux')
    """
    return machine.removeprefix("Raspberry Pi ").split(" with ")[0].split(" [")[0]


def _firmware(board: BoardInfo) -> str:
    if board.trouble:
        return "?"
    if board.damaged:
        return f"{board.version} (main.py is damaged)".lstrip()
    if not board.version:
        return "none"
    if board.layout and board.layout.trial:
        return f"{board.version} (an update was cut off)"
    return board.version if board.whole else f"{board.version} (damaged)"


def name_of(board: BoardInfo) -> str:
    """Return how a line names a board."""
    return f"{board.port} ({seat_words(board.seats)})" if board.seats else board.port


def plan_lines(plans: Sequence[FlashPlan]) -> list[str]:
    """Return what would be done, one line a board."""
    return [f"{name_of(plan.board)}: {plan.why}" for plan in plans]


def result_lines(results: Sequence[FlashResult]) -> list[str]:
    """Return what was done, one line a board."""
    lines = []
    for result in results:
        word = WORDS.get(result.action, "done" if result.done else "FAILED")
        lines.append(f"{word:10} {name_of(result.board)}: {result.text}")
    return lines


def board_row(board: BoardInfo, action: str, done: bool, text: str) -> dict[str, object]:
    """Return a board as an object of `--json`."""
    return {
        "port": board.port,
        "uid": board.uid,
        "board": board.machine,
        "micropython": dotted(board.micropython),
        "firmware": board.version,
        "seat": board.seat,
        "seats": list(board.seats),
        "action": action,
        "done": done,
        "told": text,
    }


class Bars:
    """A progress bar for every board that is written."""

    def __init__(self, plans: Sequence[FlashPlan], console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.fields[name]}", markup=False),
            BarColumn(bar_width=30),
            TaskProgressColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
        )
        self._tasks: dict[str, TaskID] = {}
        for plan in plans:
            if plan.firmware is not None:
                name = name_of(plan.board)
                task = self._progress.add_task("waiting", total=plan.firmware.size, name=name)
                self._tasks[plan.board.port] = task

    def shown(self) -> AbstractContextManager[object]:
        """Return a context that shows them; it does nothing when nothing is written."""
        return self._progress if self._tasks else nullcontext()

    def step(self, port: str, name: str) -> None:
        """Show the current step."""
        word = STEPS.get(name.split(" ")[0])
        if word and port in self._tasks:
            self._progress.update(self._tasks[port], description=word)

    def wrote(self, port: str, size: int) -> None:
        """Count bytes that were written."""
        if port in self._tasks:
            self._progress.advance(self._tasks[port], size)

    def finish(self, results: Sequence[FlashResult]) -> None:
        """Show how it ended."""
        written = [result for result in results if result.action in WRITTEN]
        for task, result in zip(self._tasks.values(), written, strict=True):
            self._progress.update(task, description="done" if result.done else "failed")
