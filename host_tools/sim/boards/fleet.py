"""A fleet of virtual seats that run the real firmware, each on a port of its own."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

from host_tools.link.port import Port
from host_tools.link.serial_port import open_serial
from host_tools.sim.boards.board_port import RealTimeBoard
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.micropython import available
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.seat_parts import BUTTONS

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


PRESS_S = 0.12
BETWEEN_S = 0.4  # a person does not press faster


class VirtualSeat:
    """One virtual board with its tray and buttons, as a person uses them."""

    def __init__(self, number: int) -> None:
        uid = b"\xe6seat%03d" % number
        self.board: UnixBoard | RealTimeBoard = (
            UnixBoard(uid=uid) if available() else RealTimeBoard(InProcessBoard(uid=uid))
        )
        self.uid = uid.hex()
        self._lies: str | None = None
        self._since = 0.0

    def lay(self, uid: str | None) -> None:
        """Put this card on the tray, or nothing."""
        if uid != self._lies:
            self._lies = uid
            self.board.parts.lift()
            if uid:
                self.board.parts.lay(uid)

    def clear(self) -> None:
        """Take everything off the tray."""
        self.lay(None)

    def press(self, button: int) -> None:
        """Press a button for a moment, however busy this computer is meanwhile."""
        if time.monotonic() - self._since > BETWEEN_S:
            self._since = time.monotonic()
            parts, name = self.board.parts, BUTTONS[button]
            if isinstance(self.board, UnixBoard):
                parts.tap(name)
                return
            parts.press(name)
            finger = threading.Timer(PRESS_S, parts.release, [name])
            finger.daemon = True
            finger.start()


class Fleet(Mapping[str, Callable[[], Port]]):
    """Virtual seats by their ports, without those that are unplugged."""

    def __init__(self, number: int, noise: float = 0.0) -> None:
        self.closing = ExitStack()  # what to do when the boards are closed, the last first
        self._noise = noise  # the share of reads that are damaged
        self.seats: list[VirtualSeat] = []
        self.grow(number)

    def grow(self, number: int) -> None:
        """Add seats until there are this many."""
        for index in range(len(self.seats), number):
            self.add(VirtualSeat(index))

    def add(self, seat: VirtualSeat) -> None:
        """Add a seat."""
        self.closing.callback(lambda: seat.board.close())  # the board that it has then
        self.seats.append(seat)

    def __getitem__(self, port: str) -> Callable[[], Port]:
        if port not in self._ports():
            raise KeyError(port)
        if self._noise:
            return lambda: NoisyPort(open_serial(port), random.Random(port), self._noise)
        return lambda: open_serial(port)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ports())

    def __len__(self) -> int:
        return len(self._ports())

    def _ports(self) -> list[str]:
        found = []
        for seat in self.seats:
            try:
                found.append(seat.board.port)
            except RuntimeError:  # not plugged in
                continue
        return found

    def close(self) -> None:
        """Close all boards."""
        self.closing.close()
