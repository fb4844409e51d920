"""The wires between a board and its parts: pins, SPI, I2C and UART, whoever drives them.

Every virtual board has one `Wires`; the in-process board calls it, real MicroPython reaches it
through a socket, the emulated Pico through its pins.
"""

import threading
from collections.abc import Callable
from typing import Protocol


class SpiPart(Protocol):
    """A chip on the SPI bus that minds its own chip select."""

    def exchange(self, byte: int) -> int:
        """Clock one byte in and one byte out; 0xFF while not selected."""


class SerialPart(Protocol):
    """A chip that takes and gives bytes: on a UART, or at an I2C address."""

    def take(self, data: bytes) -> None:
        """Receive bytes from the board."""

    def give(self, count: int) -> bytes:
        """Send up to so many bytes to the board."""


class Wires:
    """The state of all wires; hold `lock` where a board's own thread uses them too.

    >>> wires = Wires()
    >>> wires.watch(25, lambda level: print("light", level))
    >>> wires.drive(25, 1)
    light 1
    >>> wires.level(3)
    1
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._levels: dict[int, int] = {}
        self._watchers: dict[int, list[Callable[[int], None]]] = {}
        self.duties: dict[int, tuple[int, int]] = {}
        self.pixels: dict[int, bytes] = {}
        self.spi_parts: list[SpiPart] = []
        self.i2c_parts: dict[int, SerialPart] = {}
        self.uart_parts: dict[int, SerialPart] = {}
        self.spi_bytes = 0

    def watch(self, pin: int, watcher: Callable[[int], None]) -> None:
        """Call the watcher with each new level of a pin."""
        self._watchers.setdefault(pin, []).append(watcher)

    def drive(self, pin: int, level: int) -> None:
        """Set a pin, from either end."""
        if self._levels.get(pin) != level:
            self._levels[pin] = level
            for watcher in self._watchers.get(pin, []):
                watcher(level)

    def level(self, pin: int) -> int:
        """Read a pin; one that nobody drives is pulled up."""
        return self._levels.get(pin, 1)

    def pwm(self, pin: int, frequency: int, duty: int) -> None:
        """Note a pulse train on a pin; duty is of 65,535."""
        self.duties[pin] = (frequency, duty)

    def spi(self, data: bytes) -> bytes:
        """Clock bytes over the bus; idle lines read 1."""
        self.spi_bytes += len(data)
        return bytes(self._clock_byte(byte) for byte in data)

    def _clock_byte(self, byte: int) -> int:
        heard = 0xFF
        for part in self.spi_parts:
            heard &= part.exchange(byte)
        return heard

    def release(self) -> None:
        """Let go of everything, as a board does that loses power."""
        for pin in list(self._watchers):
            self._levels.pop(pin, None)
        self.duties.clear()
        self.pixels.clear()
