"""A board in this process: the pure firmware under CPython, on a `machine` of simulated wires.

Time is what the caller's clock says, and sleeping moves that clock on.
"""

import secrets
import sys
from collections.abc import Callable
from types import ModuleType

from firmware.assemble import assemble
from firmware.loop import Loop
from host_tools.sim.boards.virtual_board import WiringChanges
from host_tools.sim.chips.display import SimFrameBuffer
from host_tools.sim.chips.seat_parts import BoardParts, Wires
from host_tools.wiring.check import checked_wiring


class SimClock:
    """Time in microseconds that passes only when asked to."""

    def __init__(self) -> None:
        self.now_us = 0

    def __call__(self) -> int:
        """Return microseconds, as the simulated chips count them."""
        return self.now_us

    def sleep_us(self, duration: int) -> None:
        """Let time pass."""
        self.now_us += duration

    def now(self) -> int:
        """Return milliseconds, as the firmware counts them."""
        return self.now_us // 1000


class SimPin:
    """`machine.Pin`."""

    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2

    wires: Wires

    def __init__(
        self, pin: int, mode: int = IN, pull: int | None = None, value: int | None = None
    ) -> None:
        self.number = pin
        if value is not None and mode == SimPin.OUT:
            self.wires.drive(pin, value)

    @classmethod
    def on_wires(cls, wires: Wires) -> "type[SimPin]":
        """Return `machine.Pin` of one board."""
        return type("Pin", (cls,), {"wires": wires})

    def __call__(self, value: int | None = None) -> int | None:
        """Read the pin, or drive it."""
        if value is None:
            return self.wires.level(self.number)
        self.wires.drive(self.number, int(bool(value)))
        return None

    value = __call__


class SimSPI:
    """`machine.SPI`."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes."""
        self._wires.spi(bytes(data))

    def readinto(self, buffer: bytearray | memoryview, write: int = 0) -> None:
        """Fill a buffer while sending one byte again and again."""
        buffer[:] = self._wires.spi(bytes([write]) * len(buffer))

    def write_readinto(
        self, data: bytes | bytearray | memoryview, buffer: bytearray | memoryview
    ) -> None:
        """Send bytes and fill a buffer of the same size."""
        if len(data) != len(buffer):
            raise ValueError("buffers must be the same length")
        buffer[:] = self._wires.spi(bytes(data))


class SimI2C:
    """`machine.I2C`."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """Send bytes to a part; OSError when it is not there."""
        if address not in self._wires.i2c_parts:
            raise OSError(5, "EIO")
        self._wires.i2c_parts[address].take(bytes(data))
        return len(data)

    def readfrom_into(self, address: int, buffer: bytearray | memoryview) -> None:
        """Fill a buffer from a part."""
        if address not in self._wires.i2c_parts:
            raise OSError(5, "EIO")
        data = self._wires.i2c_parts[address].give(len(buffer))
        buffer[:] = data + bytes(len(buffer) - len(data))

    def scan(self) -> list[int]:
        """List the addresses that answer."""
        return sorted(self._wires.i2c_parts)


class SimUART:
    """`machine.UART` that never waits."""

    def __init__(self, wires: Wires, number: int) -> None:
        self._wires = wires
        self._number = number
        self._waiting = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Send bytes."""
        if self._number in self._wires.uart_parts:
            self._wires.uart_parts[self._number].take(bytes(data))
        return len(data)

    def any(self) -> int:
        """Return how many bytes wait."""
        if self._number in self._wires.uart_parts:
            self._waiting += self._wires.uart_parts[self._number].give(1024)
        return len(self._waiting)

    def readinto(self, buffer: bytearray | memoryview) -> int | None:
        """Return what has arrived."""
        count = min(self.any(), len(buffer))
        buffer[:count] = self._waiting[:count]
        del self._waiting[:count]
        return count or None


class SimPWM:
    """`machine.PWM`."""

    def __init__(self, pin: SimPin, freq: int = 1000, duty_u16: int = 0) -> None:
        self._pin = pin
        self._freq = freq
        self._duty = duty_u16
        self.freq()

    def freq(self, value: int | None = None) -> int:
        """Read or set the frequency."""
        self._freq = self._freq if value is None else value
        self._pin.wires.pwm(self._pin.number, self._freq, self._duty)
        return self._freq

    def duty_u16(self, value: int | None = None) -> int:
        """Read or set the duty, of 65,535."""
        self._duty = self._duty if value is None else value
        self._pin.wires.pwm(self._pin.number, self._freq, self._duty)
        return self._duty

    def deinit(self) -> None:
        """Stop."""
        self.duty_u16(0)


class SimNeoPixel:
    """`neopixel.NeoPixel`: a string of lights."""

    def __init__(self, pin: SimPin, n: int) -> None:
        self._pin = pin
        self._colours = [(0, 0, 0)] * n

    def __len__(self) -> int:
        return len(self._colours)

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        self._colours[index] = colour

    def write(self) -> None:
        """Show the colours."""
        self._pin.wires.pixels[self._pin.number] = bytes(sum(self._colours, ()))


class Machine:
    """The module itself, as an object: what `import machine` gives on a board."""

    def __init__(self, wires: Wires, uid: bytes, on_reset: Callable[[], None]) -> None:
        self.reset = on_reset
        self.unique_id = lambda: uid
        self.Pin = SimPin.on_wires(wires)
        self.PWM = SimPWM
        self.SPI = lambda *_, **__: SimSPI(wires)
        self.I2C = lambda *_, **__: SimI2C(wires)
        self.UART = lambda number, *_, **__: SimUART(wires, number)


BOOT_MS = 40
FRAMEBUF = {"FrameBuffer": SimFrameBuffer, "MONO_VLSB": 0}


class InProcessBoard:
    """One board; nothing happens between calls of `run`.

    >>> board = InProcessBoard()
    >>> board.run(100)
    >>> b"$HI 1 " in board.take()
    True
    """

    def __init__(
        self, changes: WiringChanges = None, uid: bytes = b"\xe6inproc1", first: int = 0
    ) -> None:
        _provide_modules()
        self._first = first  # the first seat's place at the table, as in /seat.json
        self.clock = SimClock()
        self._wiring = checked_wiring("pico", changes)
        board = BoardParts(self._wiring, self.clock)
        self.seats, self.parts = board.seats, board.seats[0]
        self.fields, self.expanders = board.fields(), board.expanders
        self._uid = uid
        self._secret = secrets.token_bytes(32)  # kept in flash, so it outlives resets
        self._to_board = bytearray()
        self._to_host = bytearray()
        self.loop: Loop | None = None
        self.plug()

    # The port, as the firmware sees it.

    def read(self) -> bytes:
        """Return what has arrived for the firmware, as much as a board takes at once."""
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
        """Let simulated time pass."""
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
                lambda: secrets.token_hex(4),
                sleep_us=self.clock.sleep_us,
                first=self._first,
            )

    def unplug(self) -> None:
        """Pull the cable: bytes under way in either direction are lost."""
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


def _provide_modules() -> None:
    """Provide what MicroPython has and CPython has not."""
    for name, what in (("neopixel", {"NeoPixel": SimNeoPixel}), ("framebuf", FRAMEBUF)):
        module = ModuleType(name)
        module.__dict__.update(what)
        sys.modules.setdefault(name, module)
