"""Virtual seats that are ill, each in a known way: for the doctor, its tests and its manual."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from urllib.parse import parse_qsl

from host_tools.flash.firmware import firmware_files
from host_tools.sim.boards.fleet import Fleet, VirtualSeat
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.field import Answer
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.parts import Parts

SEATS = 3
RESET_S = 1.5
CARD = "04a1b2c3d4e5{:02x}"
CUT_CARD = "8804a1b2"  # what a driver makes of a 7-byte UID that stops after the first part
SHORT_CARD = "a1b2c3d4"
WEAK = 0.7  # of all frames a weak tag has power to answer
CLONE = 0xB2
OLD = (b'VERSION = "0.1.0"', b'VERSION = "0.0.9"')
OTHER = (b"PROTOCOL = 1", b"PROTOCOL = 9")
HANG = {"main.py": b"while True:\n    pass\n"}
BLANK = {"main.py": b""}


def lay_weak(parts: Parts, uid: str, share: float = WEAK) -> None:
    """Lay a card that answers only now and then."""
    chance = random.Random(uid)
    parts.lay(uid, heard=lambda: chance.random() < share)


def garble(parts: Parts, uid: str) -> None:
    """Lay a card of which no answer comes through."""
    parts.lay(uid)
    parts.field.noise = lambda bits: Answer(bits, garbled=True)


def swap_chip(parts: Parts, version: int) -> None:
    """Let the reader be another make."""
    if isinstance(parts.chip, SimulatedMFRC522):
        parts.chip.version = version
        parts.chip.brown_out()


def break_chip(fault: str) -> Callable[[Parts, int], None]:
    """Let the reader have a fault."""

    def apply(parts: Parts, number: int) -> None:
        parts.chip.fault = fault

    return apply


PARTS: dict[str, Callable[[Parts, int], None]] = {
    "dead": break_chip("dead"),
    "shorted": break_chip("shorted"),
    "failing": break_chip("failing"),
    "faint": break_chip("faint"),
    "clone": lambda parts, _: swap_chip(parts, CLONE),
    "card": lambda parts, number: parts.lay(CARD.format(number)),
    "neighbour": lambda parts, number: parts.lay(CARD.format(number - 1)),
    "weak": lambda parts, number: lay_weak(parts, CARD.format(number)),
    "cut": lambda parts, _: parts.lay(CUT_CARD),
    "short": lambda parts, _: parts.lay(SHORT_CARD),
    "two": lambda parts, number: parts.lay(CARD.format(number), CARD.format(number + 100)),
    "garbled": lambda parts, number: garble(parts, CARD.format(number)),
    "stuck": lambda parts, _: parts.press("left"),
}
"""What can be done to the parts of a seat that runs."""

FILES: dict[str, Callable[[], dict[str, bytes]]] = {
    "old": lambda: patched(*OLD),
    "other": lambda: patched(*OTHER),
    "blank": lambda: BLANK,
    "silent": lambda: HANG,
}
"""What can be on a board in the place of our firmware."""


def patched(old: bytes, new: bytes) -> dict[str, bytes]:
    """Our firmware with one line of `link.py` changed."""
    files = firmware_files()
    link = files["firmware/link.py"]
    assert old in link, old
    return {**files, "firmware/link.py": link.replace(old, new)}


class Restless:
    """Resets a board again and again, as a USB port does that has too little power."""

    def __init__(self, seat: VirtualSeat, seconds: float = RESET_S) -> None:
        self._seat, self._seconds = seat, seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="restless board", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(self._seconds):
            self._seat.board.reset()

    def stop(self) -> None:
        """Leave the board alone."""
        self._stop.set()
        self._thread.join()


def ailing_fleet(words: str) -> Fleet:
    """The seats of `sim:3?2=dead,card&3=weak`, given what follows the colon."""
    number, _, rest = words.partition("?")
    ills = {seat: names.split(",") for seat, names in parse_qsl(rest)}
    names = {name for each in ills.values() for name in each}
    if unknown := sorted(names - {*PARTS, *FILES, "restless"}):
        known = ", ".join(sorted({*PARTS, *FILES, "restless"}))
        raise ValueError(f"no seat can be {unknown[0]!r}: it can be {known}")
    if not (number or str(SEATS)).isdecimal():
        raise ValueError(f"sim:{words} says no number of seats: sim:3 has three")
    fleet = Fleet(0)
    for at in range(int(number or SEATS)):
        seat = VirtualSeat(at)
        fleet.add(seat)
        # Another program means another board: what is done to its parts comes after that.
        for name in sorted(ills.get(str(at + 1), []), key=lambda name: name not in FILES):
            _spoil(fleet, seat, at + 1, name)
    return fleet


def _spoil(fleet: Fleet, seat: VirtualSeat, number: int, name: str) -> None:
    if name in PARTS:
        PARTS[name](seat.board.parts, number)
    elif name in FILES:
        seat.board.close()
        seat.board = UnixBoard(FILES[name](), uid=bytes.fromhex(seat.uid))
    else:
        fleet.before_closing(Restless(seat).stop)
