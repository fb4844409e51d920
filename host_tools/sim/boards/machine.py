"""A `machine` module for firmware that runs in-process: its pins and buses are simulated wires.

Time is what the caller's clock says, and sleeping moves that clock on.
"""

from collections.abc import Callable

from host_tools.sim.chips.wires import Wires


class Clock:
    """Time in microseconds that passes only when somebody lets it."""

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


class Pin:
    """`machine.Pin`."""

    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2

    def __init__(self, wires: Wires, pin: int, mode: int, value: int | None) -> None:
        self.wires = wires
        self.number = pin
        if value is not None and mode == Pin.OUT:
            wires.drive(pin, value)

    def __call__(self, value: int | None = None) -> int | None:
        """Read the pin, or drive it."""
        if value is None:
            return self.wires.level(self.number)
        self.wires.drive(self.number, int(bool(value)))
        return None

    value = __call__

    def on(self) -> None:
        """Drive the pin high."""
        self(1)

    def off(self) -> None:
        """Drive the pin low."""
        self(0)


class SPI:
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


class I2C:
    """`machine.I2C`."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """Send bytes to a part, or fail as a bus without it does."""
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


class UART:
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
        """Tell how many bytes wait."""
        if self._number in self._wires.uart_parts:
            self._waiting += self._wires.uart_parts[self._number].give(1024)
        return len(self._waiting)

    def readinto(self, buffer: bytearray | memoryview) -> int | None:
        """Take what has come."""
        count = min(self.any(), len(buffer))
        buffer[:count] = self._waiting[:count]
        del self._waiting[:count]
        return count or None


class PWM:
    """`machine.PWM`."""

    def __init__(self, wires: Wires, pin: Pin, freq: int, duty_u16: int) -> None:
        self._wires = wires
        self._pin = pin.number
        self._freq = freq
        self._duty = duty_u16
        wires.pwm(self._pin, freq, duty_u16)

    def freq(self, value: int | None = None) -> int:
        """Read or set the frequency."""
        self._freq = self._freq if value is None else value
        self._wires.pwm(self._pin, self._freq, self._duty)
        return self._freq

    def duty_u16(self, value: int | None = None) -> int:
        """Read or set the duty, of 65,535."""
        self._duty = self._duty if value is None else value
        self._wires.pwm(self._pin, self._freq, self._duty)
        return self._duty

    def deinit(self) -> None:
        """Stop."""
        self.duty_u16(0)


class NeoPixel:
    """`neopixel.NeoPixel`: a string of lights."""

    def __init__(self, pin: Pin, n: int) -> None:
        self._pin = pin
        self._colours = [(0, 0, 0)] * n

    def __len__(self) -> int:
        return len(self._colours)

    def __setitem__(self, at: int, colour: tuple[int, int, int]) -> None:
        self._colours[at] = colour

    def write(self) -> None:
        """Show the colours."""
        self._pin.wires.pixels[self._pin.number] = bytes(sum(self._colours, ()))


class Machine:
    """The module itself, as an object: what `import machine` gives on a board."""

    def __init__(self, wires: Wires, uid: bytes, on_reset: Callable[[], None]) -> None:
        self._wires = wires
        self._uid = uid
        self.reset = on_reset
        self.Pin = _PinMaker(wires)

    def SPI(self, *_: object, **__: object) -> SPI:  # noqa: N802
        """Open the one SPI bus."""
        return SPI(self._wires)

    def I2C(self, *_: object, **__: object) -> I2C:  # noqa: N802
        """Open the one I2C bus."""
        return I2C(self._wires)

    def UART(self, number: int, *_: object, **__: object) -> UART:  # noqa: N802
        """Open a UART."""
        return UART(self._wires, number)

    def PWM(self, pin: Pin, freq: int = 1000, duty_u16: int = 0) -> PWM:  # noqa: N802
        """Start pulses on a pin."""
        return PWM(self._wires, pin, freq, duty_u16)

    def unique_id(self) -> bytes:
        """Return the board's own id."""
        return self._uid


class _PinMaker:
    """`machine.Pin` with its wires already in hand."""

    IN, OUT, PULL_UP, PULL_DOWN = Pin.IN, Pin.OUT, Pin.PULL_UP, Pin.PULL_DOWN

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def __call__(
        self, pin: int, mode: int = Pin.IN, pull: int | None = None, value: int | None = None
    ) -> Pin:
        """Open a pin."""
        return Pin(self._wires, pin, mode, value)
