"""What the pins of each board can do: which exist, which are taken, and which job each can have.

>>> board_pins("pico_table").name, board_pins("esp32_c3").cautions[9].split(":")[0]
('Raspberry Pi Pico', 'it must be high while the board starts')
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

FLASH = "it connects the chip to its flash"
USB = "it carries USB"
SERIAL = "it carries the port to the computer (UART 0)"
RADIO = "it connects the chip to the radio"
START = "it must be {} while the board starts: nothing may pull it {} then"
HIGH, LOW = START.format("high", "low"), START.format("low", "high")
LOOKED_AT = "the board looks at it while it starts: nothing may pull it up or down then"
INWARD = "it is not on the edge of this board, only of some others"
LED = "it also drives the light on the board, which will flicker"


@dataclass(frozen=True, slots=True)
class BoardPins:
    """One board: the pins of its chip, and what they can do."""

    name: str
    gpio: str  # what stands before a pin's number
    pins: frozenset[int]
    reserved: Mapping[int, str]  # pins with a job of their own, and which
    buses: Mapping[str, tuple[int, ...]]  # the numbers of each bus as MicroPython has them
    matrix: bool  # any pin may serve any bus
    cautions: Mapping[int, str] = field(default_factory=dict)  # pins with a condition
    input_only: frozenset[int] = frozenset()  # these have no pull-up either
    never_pulled_up: frozenset[int] = frozenset()  # with a pull-up at the start, it does not start

    def pin_name(self, pin: int) -> str:
        """Return what is printed on the board.

        >>> BOARDS["pico"].pin_name(16)
        'GP16'
        """
        return f"{self.gpio}{pin}"

    @property
    def free(self) -> list[int]:
        """Return the pins that suit every job, without conditions."""
        return sorted(self.pins - {*self.reserved, *self.cautions, *self.input_only})


def _only(*pins: int | range) -> frozenset[int]:
    return frozenset(
        number for pin in pins for number in (pin if isinstance(pin, range) else (pin,))
    )


def _because(why: str, *pins: int | range) -> dict[int, str]:
    return dict.fromkeys(sorted(_only(*pins)), why)


def _pico(name: str, reserved: Mapping[int, str]) -> BoardPins:
    buses = {"spi": (0, 1), "i2c": (0, 1), "uart": (0, 1)}
    return BoardPins(name, "GP", _only(range(30)), reserved, buses, matrix=False)


# Raspberry Pi Pico Datasheet, 2.1 "Raspberry Pi Pico pinout": four pins of the chip are used on
# the board. Pico W Datasheet, 2.1: the radio has them instead.
INSIDE = {
    23: "it controls the board's power supply",
    24: "it senses the USB voltage",
    25: "it is the board's own LED and not on its edge",
    29: "it measures the supply voltage",
}
WITH_RADIO = _because(RADIO, 23, 24, 25, 29)

# ESP32 Series Datasheet, "Pin Overview" and "Strapping Pins"; GPIO 20, 24 and 28 to 31 do not
# exist, 34 to 39 are inputs without pull-ups (ESP32 TRM, "IO_MUX and GPIO Matrix").
ESP32 = BoardPins(
    "ESP32-DevKitC V4", "IO", _only(range(20), 21, 22, 23, 25, 26, 27, range(32, 40)),
    {**_because(FLASH, range(6, 12)), **_because(SERIAL, 1, 3)},
    {"spi": (1, 2), "i2c": (0, 1), "uart": (1, 2)},
    matrix=True,
    cautions={
        **_because(HIGH, 0),
        **_because(LOW, 2, 12),
        **_because(LOOKED_AT, 5, 15),
        **_because("a WROVER module uses it for its memory", 16, 17),
        **_because(INWARD, 37, 38),
    },
    input_only=_only(range(34, 40)),
    never_pulled_up=_only(12),  # high selects 1.8 V for a flash that needs 3.3 V
)  # fmt: skip

# ESP32-S3 Series Datasheet, "IO Pins", "Boot Configurations"; GPIO 22 to 25 do not exist.
ESP32_S3 = BoardPins(
    "ESP32-S3-DevKitC-1", "IO", _only(range(22), range(26, 49)),
    {**_because(FLASH, range(26, 33)), **_because(USB, 19, 20), **_because(SERIAL, 43, 44)},
    {"spi": (1, 2), "i2c": (0, 1), "uart": (1, 2)},
    matrix=True,
    cautions={
        **_because(HIGH, 0),
        **_because(LOW, 45),
        **_because(LOOKED_AT, 3, 46),
        **_because("a module with octal memory uses it", range(35, 38)),
        **_because(INWARD, 33, 34),
        **_because(LED, 38, 48),
    },
    never_pulled_up=_only(45),  # the same as GPIO 12 of an ESP32
)  # fmt: skip

# ESP32-C3 Series Datasheet, "IO Pins", "Boot Configurations": GPIO 8 only counts when 9 is low.
ESP32_C3 = BoardPins(
    "ESP32-C3-DevKitM-1", "IO", _only(range(22)),
    {**_because(FLASH, range(11, 18)), **_because(USB, 18, 19), **_because(SERIAL, 20, 21)},
    {"spi": (1,), "i2c": (0,), "uart": (1,)},
    matrix=True,
    cautions={**_because(HIGH, 2, 9), 8: LED},
)  # fmt: skip

# ESP32-C6 Series Datasheet, "IO Pins", "Boot Configurations"; a chip with its flash inside has no
# GPIO 10 and 11, one without has no GPIO 14.
ESP32_C6 = BoardPins(
    "ESP32-C6-DevKitC-1", "IO", _only(range(14), range(15, 31)),
    {**_because(FLASH, range(24, 31)), **_because(USB, 12, 13), **_because(SERIAL, 16, 17)},
    {"spi": (1,), "i2c": (0,), "uart": (1,)},
    matrix=True,
    cautions={
        **_because(HIGH, 9),
        **_because(LOOKED_AT, 4, 5, 15),
        **_because("small modules (C6-MINI, XIAO) do not have it", 10, 11),
        8: LED,
    },
)  # fmt: skip

BOARDS: Mapping[str, BoardPins] = {
    "pico": _pico("Raspberry Pi Pico", INSIDE),
    "pico_w": _pico("Raspberry Pi Pico W", WITH_RADIO),
    "pico_2": _pico("Raspberry Pi Pico 2", INSIDE),
    "pico_2_w": _pico("Raspberry Pi Pico 2 W", WITH_RADIO),
    "esp32": ESP32,
    "esp32_s3": ESP32_S3,
    "esp32_c3": ESP32_C3,
    "esp32_c6": ESP32_C6,
}


def board_name(profile: str) -> str:
    """Return the profile of the board itself: that of one seat."""
    return profile.removesuffix("_table")


def board_pins(profile: str) -> BoardPins | None:
    """Return the pins of a profile's board; None for a board that we do not know."""
    return BOARDS.get(board_name(profile))


def same_chip(profile: str, board: str) -> bool:
    """Return whether a profile is for the chip of a board; what is not known may be.

    >>> same_chip("pico_table", "pico_2"), same_chip("esp32_s3", "esp32")
    (True, False)
    """
    ours, theirs = board_name(profile), board_name(board)
    if "other" in (ours, theirs):
        return True
    return ours == theirs or (ours.startswith("pico") and theirs.startswith("pico"))


def rp2_bus(job: str, pin: int) -> int | None:
    """Return the bus that a pin of an RP2040 or RP2350 can serve in a job, if any.

    RP2040 Datasheet, 1.4.3 "GPIO Functions"; RP2350 Datasheet, 1.2.3: the same for these jobs.

    >>> rp2_bus("spi.sck", 2), rp2_bus("spi.sck", 3), rp2_bus("uart.tx", 20)
    (0, None, 1)
    """
    step, place, shift, lead = RP2_JOBS[job]
    if pin % step != place:
        return None
    return (pin + lead >> shift) & 1


# Which pins in every few have the job, and which bit of the pin's number (plus so much) is the bus.
RP2_JOBS = {
    "spi.miso": (4, 0, 3, 0),
    "spi.sck": (4, 2, 3, 0),
    "spi.mosi": (4, 3, 3, 0),
    "i2c.sda": (2, 0, 1, 0),
    "i2c.scl": (2, 1, 1, 0),
    "uart.tx": (4, 0, 3, 4),
    "uart.rx": (4, 1, 3, 4),
}
