"""A fleet of virtual seats that run the real firmware, each on a port of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

from host_tools.link.port import Port
from host_tools.link.serial_port import open_serial
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.layers import missing
from host_tools.sim.boards.noise import NoisyWire
from host_tools.sim.boards.realtime import RealTimeBoard
from host_tools.sim.boards.unix_board import UnixBoard
from host_tools.sim.chips.parts import BUTTONS

PRESS_S = 0.12
BETWEEN_S = 0.4  # a person does not press faster


class VirtualSeat:
    """One virtual board with its tray and buttons, as a person uses them."""

    def __init__(self, number: int) -> None:
        uid = b"\xe6seat%03d" % number
        if missing("micropython"):
            self.board: UnixBoard | RealTimeBoard = RealTimeBoard(InProcessBoard(uid=uid))
        else:
            self.board = UnixBoard(uid=uid)
        self.uid = uid.hex()
        self._lies: str | None = None
        self._pressed = ""
        self._since = 0.0

    def lay(self, uid: str | None) -> None:
        """Let this card, or nothing, lie on the tray."""
        if uid != self._lies:
            self._lies = uid
            self.board.parts.lift()
            if uid:
                self.board.parts.lay(uid)

    def press(self, button: int) -> None:
        """Push a button; `tick` lets go of it."""
        if not self._pressed and time.monotonic() - self._since > BETWEEN_S:
            self._pressed = BUTTONS[button]
            self._since = time.monotonic()
            self.board.parts.press(self._pressed)

    def tick(self) -> None:
        """Let go of a button that was pressed long enough."""
        if self._pressed and time.monotonic() - self._since > PRESS_S:
            self.board.parts.release(self._pressed)
            self._pressed = ""


class Fleet(Mapping[str, Callable[[], Port]]):
    """Virtual seats by their ports; what is unplugged is not in it."""

    def __init__(self, number: int, noise: float = 0.0) -> None:
        self._boards = ExitStack()
        self._noise = noise  # which share of what boards say is damaged
        self.seats: list[VirtualSeat] = []
        self.grow(number)

    def grow(self, number: int) -> None:
        """Bring more seats, up to so many."""
        for at in range(len(self.seats), number):
            self.add(VirtualSeat(at))

    def add(self, seat: VirtualSeat) -> None:
        """Bring one more seat."""
        self._boards.callback(lambda: seat.board.close())  # whichever board it has by then
        self.seats.append(seat)

    def before_closing(self, do: Callable[[], object]) -> None:
        """Let this be done before the boards are thrown away."""
        self._boards.callback(do)

    def __getitem__(self, port: str) -> Callable[[], Port]:
        if port not in self._ports():
            raise KeyError(port)
        if self._noise:
            return lambda: NoisyWire(open_serial(port), random.Random(port), self._noise)
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
        """Throw all boards away."""
        self._boards.close()
