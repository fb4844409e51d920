"""The parts of one simulated seat: reader, tray, buttons, lights and buzzer, on their wires."""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.sim.chips.field import Field
from host_tools.sim.chips.mfrc522 import SimulatedMFRC522
from host_tools.sim.chips.pn532 import Pn532OnI2c, Pn532OnSpi, Pn532OnUart, SimulatedPN532
from host_tools.sim.chips.tag import Tag
from host_tools.sim.chips.wires import Wires

BUTTONS = ("left", "middle", "right")
KEYS = {"build": "left", "wonder": "middle", "sell": "right", "ok": "middle"}
PN532_ADDRESS = 0x24


class Parts:
    """What a player touches and sees; `chip` is the simulated reader, to break it.

    >>> from firmware.board import PROFILES
    >>> parts = Parts(PROFILES["pico"], lambda: 0)
    >>> parts.lay("04a1b2c3d4e5f6")
    >>> parts.press("build")
    >>> parts.wires.level(10)
    0
    """

    def __init__(
        self, wiring: Mapping[str, Any], clock: Callable[[], int], version: int | None = None
    ) -> None:
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
        """Push a button, by place or by key, and keep it down."""
        with self.wires.lock:
            self.wires.drive(self._pin(button), 0)

    def release(self, button: str) -> None:
        """Let go of a button."""
        with self.wires.lock:
            self.wires.drive(self._pin(button), 1)

    @property
    def light(self) -> tuple[int, ...]:
        """The colour of the seat's light just now."""
        return self.lamp(0)

    def lamp(self, place: int) -> tuple[int, ...]:
        """The colour of a lamp: 0 for the light, then the buttons from the left."""
        with self.wires.lock:
            pixels = self.wires.pixels.get(self._wiring["pixels"], bytes(12))
        return tuple(pixels[3 * place : 3 * place + 3])

    @property
    def tone(self) -> int:
        """The buzzer's tone in hertz, 0 when it is silent."""
        with self.wires.lock:
            frequency, duty = self.wires.duties.get(self._wiring["buzzer"], (0, 0))
        return frequency if duty else 0
