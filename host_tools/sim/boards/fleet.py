"""A fleet of virtual seats that run the real firmware, one or several on each board and port."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from host_tools.link.port import Port
from host_tools.link.serial_port import open_serial
from host_tools.sim.boards.board_port import RealTimeBoard
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.micropython import available
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.boards.virtual_board import WiringChanges
from host_tools.sim.chips.seat_parts import BUTTONS, SeatParts

NOISE = 0.01  # of all reads are damaged


class NoisyPort:
    """A port on a bad cable: now and then a byte is damaged."""

    def __init__(self, port: Port, chance: random.Random, share: float) -> None:
        self._port, self._chance, self._share = port, chance, share
        self.fileno, self.write, self.close = port.fileno, port.write, port.close

    def read(self) -> bytes:
        """Return what has arrived, perhaps damaged."""
        data = bytearray(self._port.read())
        if data and self._chance.random() < self._share:
            data[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        return bytes(data)


RunningBoard = UnixBoard | RealTimeBoard
PRESS_S = 0.12
BETWEEN_S = 0.4  # a person does not press faster


def start_board(
    uid: bytes, changes: WiringChanges = None, files: Mapping[str, bytes] | None = None
) -> RunningBoard:
    """Start a board with the real MicroPython, or the next best where there is none.

    A PN532 is given so little time for its answers that a busy computer would make it look hung:
    its board has simulated time.
    """
    simulated = str((changes or {}).get("reader", "")).startswith("pn532")
    if files is not None or (available() and not simulated):
        return UnixBoard(files, uid, changes)
    return RealTimeBoard(InProcessBoard(changes, uid))


def wiring_for(seats: int) -> dict[str, object]:
    """Return what differs from a Pico's wiring on a board with this many seats."""
    return {"profile": "pico_table", "seats": seats} if seats > 1 else {}


class VirtualSeat:
    """A place on a virtual board, with its tray and buttons, as a person uses them."""

    place = 0

    def __init__(self, number: int, board: RunningBoard | None = None, place: int = 0) -> None:
        uid = b"\xe6seat%03d" % number  # of the board
        self.board = board or start_board(uid)
        self.place = place
        self.uid = f"{uid.hex()}.{place + 1}" if len(self.board.seats) > 1 else uid.hex()
        self._lies: str | None = None
        self._since = 0.0

    @property
    def parts(self) -> SeatParts:
        """Return its own parts among those of the board."""
        return self.board.seats[self.place]

    def lay(self, uid: str | None) -> None:
        """Put this card on the tray, or nothing."""
        if uid != self._lies:
            self._lies = uid
            self.parts.lift()
            if uid:
                self.parts.lay(uid)

    def clear(self) -> None:
        """Take everything off the tray."""
        self.lay(None)

    def press(self, button: int) -> None:
        """Press a button for a moment, however busy this computer is meanwhile."""
        if time.monotonic() - self._since > BETWEEN_S:
            self._since = time.monotonic()
            parts, name = self.parts, BUTTONS[button]
            if isinstance(self.board, UnixBoard):
                parts.tap(name)
                return
            parts.press(name)
            finger = threading.Timer(PRESS_S, parts.release, [name])
            finger.daemon = True
            finger.start()


class Fleet(Mapping[str, Callable[[], Port]]):
    """Virtual boards by their ports, without those that are unplugged.

    `boards` says how many seats each board has; the seats after those have a board each.
    """

    def __init__(self, number: int, noise: float = 0.0, boards: Sequence[int] = ()) -> None:
        self.closing = ExitStack()  # what to do before the boards are closed, the last first
        self.opened: dict[RunningBoard, Callable[[Port], Port]] = {}  # what an open port becomes
        self.seats: list[VirtualSeat] = []
        self._noise = noise  # the share of reads that are damaged
        self._later = list(boards)
        self._added = 0
        self.grow(number)

    def grow(self, number: int) -> None:
        """Add boards until there are this many seats; a tray of the last one may be left over."""
        while len(self.seats) < number:
            self.add(self._later.pop(0) if self._later else 1)

    def add(
        self,
        seats: int = 1,
        changes: WiringChanges = None,
        files: Mapping[str, bytes] | None = None,
    ) -> list[VirtualSeat]:
        """Add a board with this many seats, and return them."""
        number, self._added = self._added, self._added + 1
        wiring = {**wiring_for(seats), **(changes or {})}
        board = start_board(b"\xe6seat%03d" % number, wiring, files)
        added = [VirtualSeat(number, board, place) for place in range(seats)]
        self.seats += added
        return added

    def boards(self) -> list[RunningBoard]:
        """Return every board once."""
        return list(dict.fromkeys(seat.board for seat in self.seats))

    def __getitem__(self, port: str) -> Callable[[], Port]:
        board = self._ports()[port]
        return lambda: self._open(port, board)

    def _open(self, name: str, board: RunningBoard) -> Port:
        port = open_serial(name)
        if self._noise:
            port = NoisyPort(port, random.Random(name), self._noise)
        return self.opened[board](port) if board in self.opened else port

    def __iter__(self) -> Iterator[str]:
        return iter(self._ports())

    def __len__(self) -> int:
        return len(self._ports())

    def _ports(self) -> dict[str, RunningBoard]:
        found = {}
        for board in self.boards():
            try:
                found[board.port] = board
            except RuntimeError:  # not plugged in
                continue
        return found

    def close(self) -> None:
        """Close all boards."""
        self.closing.close()
        for board in self.boards():
            board.close()
