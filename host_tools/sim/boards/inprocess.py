"""A board in this very process: the pure firmware under CPython, with time given by the caller."""

import secrets
import sys
from types import ModuleType

from firmware.assemble import assemble
from firmware.board import wiring_of
from firmware.loop import Loop
from host_tools.sim.boards.board import Changes
from host_tools.sim.boards.machine import Clock, Machine, NeoPixel
from host_tools.sim.chips.parts import Parts

BOOT_MS = 40


class InProcessBoard:
    """One board; nothing happens between calls of `run`.

    >>> board = InProcessBoard()
    >>> board.run(100)
    >>> b"$HI 1 " in board.take()
    True
    """

    def __init__(self, changes: Changes = None, uid: bytes = b"\xe6inproc1") -> None:
        _provide_neopixel()
        self.clock = Clock()
        wiring = wiring_of("pico", dict(changes or {}))
        self._wiring = wiring
        self.parts = Parts(wiring, self.clock)
        self._uid = uid
        self._secret = secrets.token_bytes(32)  # kept in flash, so it outlives resets
        self._to_board = bytearray()
        self._to_host = bytearray()
        self.loop: Loop | None = None
        self.plug()

    # The stream that the firmware holds.

    def read(self) -> bytes:
        """Give the firmware what has arrived, as much as a board takes at once."""
        data = bytes(self._to_board[:256])
        del self._to_board[:256]
        return data

    def write(self, data: bytes) -> None:
        """Take what the firmware sends."""
        self._to_host += data

    # The board.

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""
        if self.loop is not None:
            self._to_board += data

    def take(self) -> bytes:
        """Read what the board has written."""
        data = bytes(self._to_host)
        self._to_host.clear()
        return data

    def now(self) -> int:
        """Return simulated milliseconds."""
        return self.clock.now()

    def run(self, milliseconds: int) -> None:
        """Let so much simulated time pass."""
        end = self.clock.now_us + 1000 * milliseconds
        while self.clock.now_us < end:
            pause = 1000 * max(1, self.loop.step()) if self.loop else end - self.clock.now_us
            self.clock.now_us = max(self.clock.now_us, min(self.clock.now_us + pause, end))

    def plug(self) -> None:
        """Plug the cable in: the firmware starts."""
        if self.loop is None:
            self.clock.sleep_us(1000 * BOOT_MS)
            machine = Machine(self.parts.wires, self._uid, self.reset)
            self.loop = assemble(
                machine,
                self._wiring,
                self,
                self.clock,
                self._secret,
                secrets.token_hex(4),
                sleep_us=self.clock.sleep_us,
            )

    def unplug(self) -> None:
        """Pull the cable: what was under way in either direction is gone."""
        self.loop = None
        self._to_board.clear()
        self._to_host.clear()
        self.parts.wires.release()

    def reset(self) -> None:
        """Press the reset button; what the host has not read yet is still in its driver."""
        unread = bytes(self._to_host)
        self.unplug()
        self._to_host += unread
        self.plug()

    def close(self) -> None:
        """Throw the board away."""
        self.unplug()


def _provide_neopixel() -> None:
    """Let `import neopixel` work, as on a board."""
    module = ModuleType("neopixel")
    module.NeoPixel = NeoPixel  # type: ignore[attr-defined]
    sys.modules.setdefault("neopixel", module)
