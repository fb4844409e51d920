"""What several seats of one board share: a chain of lamps, a buzzer, chips that read buttons."""

from firmware.panel.lights import Buzzer, Outage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.panel.lights import Pixels
    from firmware.protocols import I2cBus

TOGETHER_MS = 300  # a sound that seats begin within this time is the same one

SEATS = 4  # whose buttons one expander has
# MCP23017 data sheet, table 3-3 (IOCON.BANK is 0 after power-on). Pins 7 of both ports are
# outputs: by its revision D the chip cannot read them.
INPUTS = b"\x00\x7f\x7f"  # IODIRA, IODIRB
PULL_UPS = b"\x0c\x7f\x7f"  # GPPUA, GPPUB
PULLED_UP = 0x7F7F
GPPU = b"\x0c"
GPIO = b"\x12"  # GPIOA, followed by GPIOB
ALL_UP = 0xFFFF
BUTTONS = 0x7777


class SharedLamps:
    """The lamps of all seats; what their windows show is sent by `flush`, all at once."""

    def __init__(self, lamps: "Pixels") -> None:
        self.outage = Outage("no_lamps")
        self._lamps = lamps
        self._changed = False

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one lamp."""
        self._lamps.write(place, colour)

    def show(self) -> None:
        """Ask for a flush."""
        self._changed = True

    def flush(self, now: int) -> None:
        """Send all lamps, if any has changed; call this once a round."""
        outage = self.outage
        if not (self._changed or outage.why) or outage.rests(now):
            return
        try:
            self._lamps.show()
            self._changed = False
            outage.end()
        except Exception as error:
            outage.begin(error, now)


class Window:
    """One seat's lamps among those of the board, from the lamp `first` on."""

    def __init__(self, lamps: SharedLamps, first: int) -> None:
        self.outage = lamps.outage
        self.show = lamps.show
        self._lamps = lamps
        self._first = first

    def write(self, place: int, colour: "tuple[int, int, int]") -> None:
        """Set one lamp of the seat; it is lit by the board's flush."""
        self._lamps.write(self._first + place, colour)


class SharedBuzzer(Buzzer):
    """The buzzer of all seats: a sound that all begin is heard once, and the newest wins."""

    def __init__(self, tone: "Any") -> None:
        Buzzer.__init__(self, tone)
        self._sound = ""
        self._began = 0

    def play(self, sound: str, now: int) -> None:
        """Start this sound, if any, and continue the one that is playing."""
        if sound:
            if sound == self._sound and now - self._began < TOGETHER_MS:
                sound = ""
            else:
                self._sound, self._began = sound, now
        Buzzer.play(self, sound, now)


class Expander:
    """MCP23017 chips on the I2C bus, each with the buttons of four seats."""

    def __init__(self, i2c: "I2cBus", addresses: "list[int]") -> None:
        self._chips = [ExpanderChip(i2c, address) for address in addresses]

    def sample(self, now: int) -> bool:
        """Read all buttons, once a round; return whether any is down."""
        down = False
        for chip in self._chips:
            chip.sample(now)
            down = down or chip.levels & BUTTONS != BUTTONS
        return down

    def pins(self, seat: int) -> "list[ExpanderPin]":
        """Return the left, middle and right button of a seat; none if no chip has them."""
        if seat >= SEATS * len(self._chips):
            return []
        chip, first = self._chips[seat // SEATS], seat % SEATS * 4
        return [ExpanderPin(chip, 1 << first + button) for button in range(3)]


class ExpanderChip:
    """One MCP23017; all its buttons are up while it does not answer."""

    def __init__(self, i2c: "I2cBus", address: int) -> None:
        self.outage = Outage("no_buttons")
        self.levels = ALL_UP
        self._i2c = i2c
        self._address = address
        self._in = bytearray(2)

    def sample(self, now: int) -> None:
        """Read all 16 pins, unless the chip is left alone after a failure."""
        if self.outage.rests(now):
            return
        try:
            self.levels = self._read(GPIO)
            # Pins float, and may look pressed, when the chip has just started or lost its power
            # for a moment.
            if self.levels & BUTTONS != BUTTONS and self._read(GPPU) != PULLED_UP:
                self.levels = ALL_UP
                self._i2c.writeto(self._address, INPUTS)
                self._i2c.writeto(self._address, PULL_UPS)
            if self.outage.why:
                self.outage.end()
        except Exception as error:
            self.levels = ALL_UP
            self.outage.begin(error, now)

    def _read(self, register: bytes) -> int:
        """Return a register and the next one, as one number."""
        self._i2c.writeto(self._address, register)
        self._i2c.readfrom_into(self._address, self._in)
        return self._in[0] | self._in[1] << 8


class ExpanderPin:
    """One button on an expander; called like a Pin, it returns 0 while the button is down."""

    def __init__(self, chip: ExpanderChip, mask: int) -> None:
        self.outage = chip.outage
        self._chip = chip
        self._mask = mask

    def __call__(self) -> int:
        """Return the level of the last sample."""
        return 1 if self._chip.levels & self._mask else 0
