"""The parts of one simulated seat: reader, tray, buttons, lights, buzzer, and their wires."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.pn532 import Pn532OnI2c, Pn532OnSpi, Pn532OnUart, SimulatedPN532
from host_tools.sim.chips.tag import Field, Tag


class SpiPart(Protocol):
    """A chip on the SPI bus that minds its own chip select."""

    def exchange(self, byte: int) -> int:
        """Clock one byte in and one byte out; 0xFF while not selected."""


class SerialPart(Protocol):
    """A chip that takes and gives bytes: on a UART, or at an I2C address."""

    def take(self, data: bytes) -> None:
        """Receive bytes from the board."""

    def give(self, count: int) -> bytes:
        """Send up to `count` bytes to the board."""


def _always() -> bool:
    return True


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
        self._taps: dict[int, tuple[int, Callable[[], bool]]] = {}  # pins that are low for a while
        self._watchers: dict[int, list[Callable[[int], None]]] = {}
        self.duties: dict[int, tuple[int, int]] = {}
        self.pixels: dict[int, bytes] = {}
        self.spi_parts: list[SpiPart] = []
        self.i2c_parts: dict[int, SerialPart] = {}
        self.uart_parts: dict[int, SerialPart] = {}
        self.spi_bytes = 0

    def watch(self, pin: int, watcher: Callable[[int], None]) -> None:
        """Call the watcher with every new level of a pin."""
        self._watchers.setdefault(pin, []).append(watcher)

    def drive(self, pin: int, level: int) -> None:
        """Set a pin, from either end."""
        if self._levels.get(pin) != level:
            self._levels[pin] = level
            for watcher in self._watchers.get(pin, []):
                watcher(level)

    def level(self, pin: int) -> int:
        """Read a pin; one that nobody drives is pulled up."""
        looks, over = self._taps.pop(pin, (0, _always))
        if looks > 0 or not over():
            self._taps[pin] = looks - 1, over
            return 0
        return self._levels.get(pin, 1)

    def tap(self, pin: int, looks: int, over: Callable[[], bool]) -> None:
        """Pull a pin low for so many looks of the board, and until its time is over."""
        self._taps[pin] = looks, over

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
        """Release all pins, as a board without power does."""
        for pin in list(self._watchers):
            self._levels.pop(pin, None)
        self.duties.clear()
        self.pixels.clear()


TAP_LOOKS = 5  # of the board at a button that is pressed for a moment, at least,
TAP_MS = 120  # and for how long
BUTTONS = ("left", "middle", "right")
KEYS = {"build": "left", "wonder": "middle", "sell": "right", "ok": "middle"}
PN532_ADDRESS = 0x24


class SeatParts:
    """What a player touches and sees; `chip` is the simulated reader, to break it.

    >>> from firmware.board import PICO
    >>> parts = SeatParts(PICO, lambda: 0)
    >>> parts.lay("04a1b2c3d4e5f6")
    >>> parts.press("build")
    >>> parts.wires.level(10)
    0
    """

    def __init__(
        self, wiring: Mapping[str, Any], clock: Callable[[], int], version: int | None = None
    ) -> None:
        self._clock = clock
        self.wires = Wires()
        self.field = Field()
        self._wiring = wiring
        self.chip: SimulatedMFRC522 | SimulatedPN532
        if wiring["reader"] == "mfrc522":
            self.chip = self._wire_mfrc522(clock, version or 0x92)
        else:
            self.chip = self._wire_pn532(clock, version or 0x32)

    def _wire_mfrc522(self, clock: Callable[[], int], version: int) -> SimulatedMFRC522:
        chip = SimulatedMFRC522(self.field, clock, version)
        pins = self._wiring["spi"]
        self.wires.spi_parts.append(chip)
        self.wires.watch(pins["cs"], lambda level: chip.select(not level))
        if pins["rst"] is not None:
            self.wires.watch(pins["rst"], chip.reset)
        return chip

    def _wire_pn532(self, clock: Callable[[], int], version: int) -> SimulatedPN532:
        chip = SimulatedPN532(self.field, clock, version)
        if self._wiring["reader"] == "pn532_spi":
            part = Pn532OnSpi(chip)
            self.wires.spi_parts.append(part)
            self.wires.watch(self._wiring["spi"]["cs"], lambda level: part.select(not level))
        elif self._wiring["reader"] == "pn532_i2c":
            self.wires.i2c_parts[PN532_ADDRESS] = Pn532OnI2c(chip)
        else:
            self.wires.uart_parts[self._wiring["uart"]["id"]] = Pn532OnUart(chip)
        return chip

    # The tray.

    def lay(
        self,
        *cards: Tag | str | bytes,
        strength: int = 1,
        heard: Callable[[], bool] | None = None,
    ) -> None:
        """Lay cards on the tray, by tag or by UID."""
        tags = [card if isinstance(card, Tag) else Tag(card) for card in cards]
        with self.wires.lock:
            self.field.lay(*tags, strength=strength, heard=heard)

    def lift(self, card: Tag | None = None) -> None:
        """Lift one card, or all."""
        with self.wires.lock:
            self.field.lift(card)

    # The panel.

    def _pin(self, button: str) -> int:
        pin: int = self._wiring["buttons"][BUTTONS.index(KEYS.get(button, button))]
        return pin

    def press(self, button: str) -> None:
        """Hold a button down, by place or by key."""
        with self.wires.lock:
            self.wires.drive(self._pin(button), 0)

    def tap(self, button: str) -> None:
        """Press a button for a moment by the board's own time, and release it."""
        end = self._clock() + TAP_MS
        with self.wires.lock:
            self.wires.tap(self._pin(button), TAP_LOOKS, lambda: self._clock() >= end)

    def release(self, button: str) -> None:
        """Release a button."""
        with self.wires.lock:
            self.wires.drive(self._pin(button), 1)

    @property
    def light(self) -> tuple[int, ...]:
        """Return the colour of the seat's light."""
        return self.lamp(0)

    def lamp(self, place: int) -> tuple[int, ...]:
        """Return the colour of a lamp: 0 for the light, then the buttons from the left."""
        with self.wires.lock:
            pixels = self.wires.pixels.get(self._wiring["pixels"], bytes(12))
        return tuple(pixels[3 * place : 3 * place + 3])

    @property
    def tone(self) -> int:
        """Return the buzzer's tone in hertz, 0 when it is silent."""
        with self.wires.lock:
            frequency, duty = self.wires.duties.get(self._wiring["buzzer"], (0, 0))
        return frequency if duty else 0
