"""Virtual seats with faults: pulled cables, boards that reset, broken readers and panels."""

import random
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

from host_tools.flash.firmware import firmware_files
from host_tools.link.port import Port
from host_tools.sim.boards.fleet import Fleet, RunningBoard, VirtualSeat
from host_tools.sim.boards.sim_url import parse_fleet
from host_tools.sim.chips.display import SimulatedDisplay
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
                self._tell(f"The cable of {self._seats(seat)} is plugged in again.")
        elif self._clock() >= self._next:
            self._next = self._later(EVERY_S)
            self._break(self._chance.randrange(len(self._fleet.seats)))

    def _break(self, seat: int) -> None:
        board = self._fleet.seats[seat].board
        if self._chance.random() < 0.3:
            board.reset()
            self._tell(f"The board of {self._seats(seat)} is reset.")
            return
        board.unplug()
        self._away = (seat, self._later(AWAY_S))
        self._tell(f"The cable of {self._seats(seat)} is pulled.")

    def _seats(self, seat: int) -> str:
        """Return the seats on the board of this one, in words."""
        board = self._fleet.seats[seat].board
        seats = [number for number, each in enumerate(self._fleet.seats) if each.board is board]
        return f"seat {seat}" if len(seats) == 1 else f"seats {seats[0]} to {seats[-1]}"


SEATS = 3
AGAIN_S = 1.5
CARD = "04a1b2c3d4e5{:02x}"
CUT_CARD = "8804a1b2"  # a 7-byte UID as a driver reads it that stops after the first part
SHORT_CARD = "a1b2c3d4"
WEAK = 0.7  # the share of frames that a weak tag has power to answer
LATE, LATE_US = 0.3, 50_000  # the share of answers that come later than any driver waits
CLONE = 0xB2
OLD = (b'VERSION = "0.1.0"', b'VERSION = "0.0.9"')
OTHER = (b"PROTOCOL = 1", b"PROTOCOL = 9")
DISPLAY = 0x3C  # its I2C address
HANG = {"main.py": b"while True:\n    pass\n"}
BLANK = {"main.py": b""}


def _lay_weak(parts: SeatParts, uid: str) -> None:
    chance = random.Random(uid)
    parts.lay(uid, heard=lambda: chance.random() < WEAK)


def _lay_garbled(parts: SeatParts, uid: str) -> None:
    parts.lay(uid)
    parts.field.noise = lambda bits: TagAnswer(bits, garbled=True)


def _lay_late(parts: SeatParts, uid: str) -> None:
    chance, chip = random.Random(uid), parts.chip

    def answers() -> bool:
        if isinstance(chip, SimulatedMFRC522):
            chip.answer_late_us = LATE_US if chance.random() < LATE else 0
        return True

    parts.lay(uid, heard=answers)


def _break_chip(parts: SeatParts, fault: str) -> None:
    parts.chip.fault = fault


def _swap_chip(parts: SeatParts, version: int) -> None:
    if isinstance(parts.chip, SimulatedMFRC522):
        parts.chip.version = version
        parts.chip.restart()


def _make_stubborn(parts: SeatParts) -> None:
    if isinstance(parts.chip, SimulatedMFRC522):
        parts.chip.stubborn = True


def _pull_expander(parts: SeatParts) -> None:
    if parts.expander is not None:
        parts.expander.unplug()


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
    "late": lambda parts, number: _lay_late(parts, CARD.format(number)),
    "stubborn": lambda parts, _: _make_stubborn(parts),
    "slow": lambda parts, _: _break_chip(parts, "slow"),
    "alternating": lambda parts, _: _break_chip(parts, "alternating"),
    "stuck": lambda parts, _: parts.press("left"),
    "no_buttons": lambda parts, _: _pull_expander(parts),
}
"""Faults of the parts of a running seat, by name."""

RELAPSES: dict[str, Callable[[SeatParts], None]] = {
    "hung": lambda parts: _break_chip(parts, "hung"),
    "deaf": lambda parts: _break_chip(parts, "deaf"),
    "hanging": lambda parts: _break_chip(parts, "hanging"),
}
"""Faults of a reader that a restart cures, and that come back, by name."""

PN532 = {"reader": "pn532_spi"}
WIRINGS: dict[str, Mapping[str, object]] = {
    "slow": PN532,
    "alternating": PN532,
    "hanging": PN532,
    "no_buttons": {"buttons": None, "expanders": [0x20]},
}
"""What a board must have for a fault, where a Pico with one seat has something else."""

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


class Repetition:
    """Does something again and again, until it is stopped."""

    def __init__(self, do: Callable[[], None], seconds: float = AGAIN_S) -> None:
        self._do, self._seconds = do, seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fault", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(self._seconds):
            self._do()

    def stop(self) -> None:
        """Stop it."""
        self._stop.set()
        self._thread.join()


class ResettingPort:
    """A port whose lines reset the board when it is opened, a moment after its first hello."""

    def __init__(self, port: Port, board: RunningBoard) -> None:
        self._port, self._board = port, board
        self._reset = False
        self.fileno, self.write, self.close = port.fileno, port.write, port.close

    def read(self) -> bytes:
        """Return what has arrived."""
        data = self._port.read()
        if b"$HI " in data and not self._reset:
            self._reset = True
            self._board.reset()
        return data


class FailingDisplay(SimulatedDisplay):
    """A display that is there when the board looks for it, and goes when it is to show a text."""

    def take(self, data: bytes) -> None:
        """Take commands or pixels, until it is on."""
        if self.lit:
            self.unplug()
        super().take(data)


def _lose_display(_: Fleet, seat: VirtualSeat) -> None:
    seat.board.unplug()
    seat.parts.wires.i2c_parts[DISPLAY] = FailingDisplay()
    seat.board.plug()  # it looks for a display when it starts


def _reset_again(fleet: Fleet, seat: VirtualSeat) -> None:
    fleet.closing.callback(Repetition(seat.board.reset).stop)


def _reset_on_open(fleet: Fleet, seat: VirtualSeat) -> None:
    fleet.opened[seat.board] = partial(ResettingPort, board=seat.board)


BOARD_FAULTS: dict[str, Callable[[Fleet, VirtualSeat], None]] = {
    "restless": _reset_again,
    "jumpy": _reset_on_open,
    "no_display": _lose_display,
}
"""Faults of a board and its port, by name."""


def faulty_fleet(words: str) -> Fleet:
    """Return the seats of `sim:3?2=dead,card&3=weak`, given what follows the colon."""
    plan = parse_fleet(words)
    known = {*PART_FAULTS, *RELAPSES, *FILE_FAULTS, *BOARD_FAULTS}
    names = {name for those in plan.faults.values() for name in those}
    if unknown := sorted(names - known):
        raise ValueError(f"no such fault: {unknown[0]!r}; there are {', '.join(sorted(known))}")
    boards = list(plan.boards)
    number = plan.number if plan.number is not None else sum(boards) or SEATS
    boards += [1] * (number - sum(boards))
    places = {str(place) for place in range(1, sum(boards) + 1)}
    if strange := [seat for seat in plan.faults if seat not in places]:
        raise ValueError(f"there is no seat {strange[0]!r:.20} among the faults of sim:{words:.40}")
    fleet = Fleet(0)
    try:
        for seats in boards:
            _add_board(fleet, seats, plan.faults)
    except ValueError:
        fleet.close()
        raise
    return fleet


def _add_board(fleet: Fleet, seats: int, faults: Mapping[str, tuple[str, ...]]) -> None:
    first = len(fleet.seats) + 1
    theirs = [faults.get(str(first + place), ()) for place in range(seats)]
    names = [name for those in theirs for name in those]
    if seats > 1 and "no_display" in names:
        raise ValueError("a board with several seats has no display to lose")
    changes: dict[str, object] = {}
    for name in names:
        if seats == 1 or "reader" in WIRINGS.get(name, {}):
            changes.update(WIRINGS.get(name, {}))
    files = [FILE_FAULTS[name]() for name in names if name in FILE_FAULTS]
    added = fleet.add(seats, changes, files[0] if files else None)
    for number, seat, those in zip(range(first, first + seats), added, theirs, strict=True):
        for name in sorted(those, key=lambda name: name not in BOARD_FAULTS):
            if name in BOARD_FAULTS:
                BOARD_FAULTS[name](fleet, seat)
            elif name in PART_FAULTS:
                PART_FAULTS[name](seat.parts, number)
            elif name in RELAPSES:
                seat.parts.lay(CARD.format(number))
                fleet.closing.callback(Repetition(partial(RELAPSES[name], seat.parts)).stop)
