"""Virtual seats with faults: pulled cables, boards that reset, broken readers and panels."""

import random
import threading
import time
from collections.abc import Callable
from urllib.parse import parse_qsl

from host_tools.flash.firmware import firmware_files
from host_tools.sim.boards.fleet import Fleet, VirtualSeat
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.seat_parts import SeatParts
from host_tools.sim.chips.tag import TagAnswer

EVERY_S = (12.0, 30.0)
AWAY_S = (2.0, 6.0)


class Gremlin:
    """Pulls cables and presses reset buttons; call `tick` often, not from the table's thread."""

    def __init__(
        self,
        fleet: Fleet,
        chance: random.Random,
        tell: Callable[[str], None],
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fleet, self._chance, self._tell = fleet, chance, tell
        self._speed, self._clock = speed, clock
        self._next = self._later(EVERY_S)
        self._away: tuple[int, float] | None = None  # seat, until when

    def _later(self, seconds: tuple[float, float]) -> float:
        return self._clock() + self._chance.uniform(*seconds) / self._speed

    def tick(self) -> None:
        """Cause the next fault, or undo the last one."""
        if self._away is not None:
            seat, until = self._away
            if self._clock() >= until:
                self._fleet.seats[seat].board.plug()
                self._away = None
                self._tell(f"The cable of seat {seat} is plugged in again.")
        elif self._clock() >= self._next:
            self._next = self._later(EVERY_S)
            self._break(self._chance.randrange(len(self._fleet.seats)))

    def _break(self, seat: int) -> None:
        board = self._fleet.seats[seat].board
        if self._chance.random() < 0.3:
            board.reset()
            self._tell(f"Seat {seat} is reset.")
            return
        board.unplug()
        self._away = (seat, self._later(AWAY_S))
        self._tell(f"The cable of seat {seat} is pulled.")


SEATS, MOST_SEATS = 3, 8
RESET_S = 1.5
CARD = "04a1b2c3d4e5{:02x}"
CUT_CARD = "8804a1b2"  # a 7-byte UID as a driver reads it that stops after the first part
SHORT_CARD = "a1b2c3d4"
WEAK = 0.7  # the share of frames that a weak tag has power to answer
CLONE = 0xB2
OLD = (b'VERSION = "0.1.0"', b'VERSION = "0.0.9"')
OTHER = (b"PROTOCOL = 1", b"PROTOCOL = 9")
HANG = {"main.py": b"while True:\n    pass\n"}
BLANK = {"main.py": b""}


def _lay_weak(parts: SeatParts, uid: str) -> None:
    chance = random.Random(uid)
    parts.lay(uid, heard=lambda: chance.random() < WEAK)


def _lay_garbled(parts: SeatParts, uid: str) -> None:
    parts.lay(uid)
    parts.field.noise = lambda bits: TagAnswer(bits, garbled=True)


def _break_chip(parts: SeatParts, fault: str) -> None:
    parts.chip.fault = fault


def _swap_chip(parts: SeatParts, version: int) -> None:
    if isinstance(parts.chip, SimulatedMFRC522):
        parts.chip.version = version
        parts.chip.restart()


PART_FAULTS: dict[str, Callable[[SeatParts, int], None]] = {
    "dead": lambda parts, _: _break_chip(parts, "dead"),
    "shorted": lambda parts, _: _break_chip(parts, "shorted"),
    "failing": lambda parts, _: _break_chip(parts, "failing"),
    "faint": lambda parts, _: _break_chip(parts, "faint"),
    "clone": lambda parts, _: _swap_chip(parts, CLONE),
    "card": lambda parts, number: parts.lay(CARD.format(number)),
    "neighbour": lambda parts, number: parts.lay(CARD.format(number - 1)),
    "weak": lambda parts, number: _lay_weak(parts, CARD.format(number)),
    "cut": lambda parts, _: parts.lay(CUT_CARD),
    "short": lambda parts, _: parts.lay(SHORT_CARD),
    "two": lambda parts, number: parts.lay(CARD.format(number), CARD.format(number + 100)),
    "garbled": lambda parts, number: _lay_garbled(parts, CARD.format(number)),
    "stuck": lambda parts, _: parts.press("left"),
}
"""Faults of the parts of a running seat, by name."""

FILE_FAULTS: dict[str, Callable[[], dict[str, bytes]]] = {
    "old": lambda: _patched(*OLD),
    "other": lambda: _patched(*OTHER),
    "blank": lambda: BLANK,
    "silent": lambda: HANG,
}
"""What can be on a board instead of our firmware, by name."""


def _patched(old: bytes, new: bytes) -> dict[str, bytes]:
    files = firmware_files()
    link = files["firmware/link.py"]
    assert old in link, old
    return {**files, "firmware/link.py": link.replace(old, new)}


class ResettingBoard:
    """Resets a board again and again, as a USB port with too little power does."""

    def __init__(self, seat: VirtualSeat, seconds: float = RESET_S) -> None:
        self._seat, self._seconds = seat, seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="resetting board", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(self._seconds):
            self._seat.board.reset()

    def stop(self) -> None:
        """Stop resetting the board."""
        self._stop.set()
        self._thread.join()


def faulty_fleet(words: str) -> Fleet:
    """Return the seats of `sim:3?2=dead,card&3=weak`, given what follows the colon."""
    number, _, rest = words.partition("?")
    faults = {seat: names.split(",") for seat, names in parse_qsl(rest)}
    if rest.count("=") != len(faults) or (rest and not faults):
        raise ValueError(f"sim:{words:.40} names no faults: sim:3?2=dead,card&3=weak does")
    names = {name for those in faults.values() for name in those}
    known = {*PART_FAULTS, *FILE_FAULTS, "restless"}
    if unknown := sorted(names - known):
        raise ValueError(f"no such fault: {unknown[0]!r}; there are {', '.join(sorted(known))}")
    if (number or str(SEATS)) not in map(str, range(MOST_SEATS + 1)):
        raise ValueError(f"sim:{number:.20} does not say how many seats, up to 8: sim:3 has three")
    if strange := [seat for seat in faults if seat not in map(str, range(1, MOST_SEATS + 1))]:
        raise ValueError(f"there is no seat {strange[0]!r:.20} among the faults of sim:{words:.40}")
    fleet = Fleet(0)
    for index in range(int(number or SEATS)):
        seat = VirtualSeat(index)
        fleet.add(seat)
        # Another program means another board, so faults of its parts come after that.
        those = faults.get(str(index + 1), [])
        for name in sorted(those, key=lambda name: name not in FILE_FAULTS):
            _add_fault(fleet, seat, index + 1, name)
    return fleet


def _add_fault(fleet: Fleet, seat: VirtualSeat, number: int, name: str) -> None:
    if name in PART_FAULTS:
        PART_FAULTS[name](seat.board.parts, number)
    elif name in FILE_FAULTS:
        seat.board.close()
        seat.board = UnixBoard(FILE_FAULTS[name](), uid=bytes.fromhex(seat.uid))
    else:
        fleet.closing.callback(ResettingBoard(seat).stop)
