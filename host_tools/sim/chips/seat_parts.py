"""The simulated parts of a board, seat by seat: readers, trays, buttons, lights, and the wires."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from host_tools.sim.chips.expander import SimulatedExpander
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
        """Pull a pin low for so many looks of the board, and until its time is over.

        A finger that is still down does not press again: a slow board would see one long press.
        """
        self._taps.setdefault(pin, (looks, over))

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
PIXELS = 4  # of the chain, for each seat
EXPANDER_SEATS = 4  # whose buttons one expander has
FIRST_WIRE = 1000


class ExpanderOnWires:
    """An expander whose buttons are wires like any other, with numbers that no pin has."""

    def __init__(self, wires: Wires, number: int) -> None:
        self.chip = SimulatedExpander()
        self._wires = wires
        self._number = number
        self.take = self.chip.take

    def give(self, count: int) -> bytes:
        """Look at the buttons, and send."""
        for seat in range(EXPANDER_SEATS):
            for button, name in enumerate(BUTTONS):
                pin = expander_pin(EXPANDER_SEATS * self._number + seat, button)
                (self.chip.release if self._wires.level(pin) else self.chip.press)(seat, name)
        return self.chip.give(count)


def expander_pin(seat: int, button: int) -> int:
    """Return the number of the wire to a button on an expander."""
    return FIRST_WIRE + len(BUTTONS) * seat + button


class BoardParts:
    """The wires of a board, and what is on them at each of its seats.

    >>> from firmware.board import wiring_of
    >>> parts = BoardParts(wiring_of("pico_table", {}), lambda: 0)
    >>> len(parts.seats)
    8
    """

    def __init__(
        self, wiring: Mapping[str, Any], clock: Callable[[], int], version: int | None = None
    ) -> None:
        self.wires = Wires()
        self.wiring = wiring
        self.clock = clock
        self.expanders: list[SimulatedExpander] = []
        for address in wiring["expanders"] or ():
            part = ExpanderOnWires(self.wires, len(self.expanders))
            self.wires.i2c_parts[address] = part
            self.expanders.append(part.chip)
        self.seats = [SeatParts(self, place, version) for place in range(wiring["seats"])]

    def fields(self) -> list[Field]:
        """Return the field of every reader, the second ones last."""
        seconds = [seat.second for seat in self.seats]
        return [seat.field for seat in self.seats] + [field for field in seconds if field]

    def connect(
        self, field: Field, cs: int | None, rst: int | None, version: int | None
    ) -> SimulatedMFRC522 | SimulatedPN532:
        """Connect a reader of the kind that the wiring names."""
        if self.wiring["reader"] == "mfrc522":
            return self._connect_mfrc522(field, cs, rst, version or 0x92)
        return self._connect_pn532(field, cs, rst, version or 0x32)

    def _connect_mfrc522(
        self, field: Field, cs: int | None, rst: int | None, version: int
    ) -> SimulatedMFRC522:
        chip = SimulatedMFRC522(field, self.clock, version)
        self.wires.spi_parts.append(chip)
        if cs is not None:
            self.wires.watch(cs, lambda level: chip.select(not level))
        if rst is not None:
            self.wires.watch(rst, chip.reset)
        return chip

    def _connect_pn532(
        self, field: Field, cs: int | None, rst: int | None, version: int
    ) -> SimulatedPN532:
        chip = SimulatedPN532(field, self.clock, version)
        if rst is not None:
            self.wires.watch(rst, chip.reset)
        if self.wiring["reader"] == "pn532_spi":
            part = Pn532OnSpi(chip)
            self.wires.spi_parts.append(part)
            if cs is not None:
                self.wires.watch(cs, lambda level: part.select(not level))
        elif self.wiring["reader"] == "pn532_i2c":
            self.wires.i2c_parts[PN532_ADDRESS] = Pn532OnI2c(chip)
        else:
            self.wires.uart_parts[self.wiring["uart"]["id"]] = Pn532OnUart(chip)
        return chip


def _entry(value: Any, place: int) -> int | None:
    """Return what a list of the wiring says for a seat; a single value is for the first one."""
    entries = value if isinstance(value, list) else [value]
    entry: int | None = entries[place] if place < len(entries) else None
    return entry


class SeatParts:
    """What a player touches and sees; `chip` is the simulated reader, to break it.

    `second` is the field of a second reader at the seat, where there is one.

    >>> from firmware.board import PICO
    >>> (parts,) = BoardParts(PICO, lambda: 0).seats
    >>> parts.lay("04a1b2c3d4e5f6")
    >>> parts.press("build")
    >>> parts.wires.level(10)
    0
    """

    def __init__(self, board: BoardParts, place: int, version: int | None = None) -> None:
        self._clock = board.clock
        self._wiring = wiring = board.wiring
        self._place = place
        self.wires = board.wires
        self.field = Field()
        chips = board.expanders[place // EXPANDER_SEATS :][:1]
        self.expander = chips[0] if chips else None  # which has its buttons, if any
        pins = wiring["spi"]
        if wiring["reader"] in ("pn532_i2c", "pn532_uart"):
            pins = {"cs": None, **wiring[wiring["reader"].removeprefix("pn532_")]}
        shared = isinstance(pins["rst"], int)
        rst = pins["rst"] if shared else _entry(pins["rst"], place)
        self.chip = board.connect(self.field, _entry(pins["cs"], place), rst, version)
        self.second: Field | None = None
        if (cs := _entry(wiring["second"], place)) is not None:
            self.second = Field()
            self.second_chip = board.connect(self.second, cs, rst if shared else None, version)

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
        number = BUTTONS.index(KEYS.get(button, button))
        if self.expander is not None:
            return expander_pin(self._place, number)
        if self._wiring["expanders"] or not self._wiring["buttons"]:
            raise ValueError("the seat has no buttons")
        pin: int = self._wiring["buttons"][number]
        return pin

    def press(self, button: str) -> None:
        """Hold a button down, by place or by key."""
        with self.wires.lock:
            self.wires.drive(self._pin(button), 0)

    def tap(self, button: str) -> None:
        """Press a button for a moment by the board's own time, and release it."""
        end = self._clock() + 1000 * TAP_MS
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
            pixels = self.wires.pixels.get(self._wiring["pixels"], b"")
        first = 3 * (PIXELS * self._place + place)
        return tuple(pixels[first : first + 3].ljust(3, b"\0"))

    @property
    def tone(self) -> int:
        """Return the buzzer's tone in hertz, 0 when it is silent."""
        with self.wires.lock:
            frequency, duty = self.wires.duties.get(self._wiring["buzzer"], (0, 0))
        return frequency if duty else 0
