"""Where a board's pins are: names and numbers down its left and its right side, USB drawn on top.

>>> PINOUTS["pico"].find("GP16")
Spot(side='right', row=19, name='GP16', number='21')
"""

from dataclasses import dataclass

from host_tools.wiring.pins import board_name

SIDES = ("left", "right")
GND, V3, V5 = "GND", "3V3", "5V"  # what parts need, whatever the board calls it


@dataclass(frozen=True, slots=True)
class Spot:
    """One pin of a board."""

    side: str
    row: int
    name: str
    number: str


@dataclass(frozen=True, slots=True)
class Pinout:
    """A board as it lies on the table."""

    title: str
    gpio: str  # what stands before the number of a pin
    left: tuple[Spot, ...]
    right: tuple[Spot, ...]
    names: dict[str, tuple[str, ...]]  # of GND, 3V3, 5V, and of pins without their number

    def find(self, name: str, side: str = "") -> Spot:
        """The pin of a name, on the given side if there is one; KeyError when it has none."""
        names = self.names.get(name, (name,))
        spots = [spot for spot in (*self.left, *self.right) if spot.name in names]
        if not spots:
            raise KeyError(name)
        return next((spot for spot in spots if spot.side == side), spots[0])

    @property
    def rows(self) -> int:
        """How many pins are on the longer side."""
        return max(len(self.left), len(self.right))


def _column(side: str, names: str, numbers: list[str]) -> tuple[Spot, ...]:
    rows = enumerate(zip(names.split(), numbers, strict=True))
    return tuple(Spot(side, row, name, number) for row, (name, number) in rows)


def _numbers(first: int, last: int, before: str = "") -> list[str]:
    step = 1 if last >= first else -1
    return [f"{before}{number}" for number in range(first, last + step, step)]


PINOUTS = {
    "pico": Pinout(
        "Raspberry Pi Pico, Pico W, Pico 2",
        "GP",
        _column(
            "left",
            "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
            _numbers(1, 20),
        ),
        _column(
            "right",
            "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 "
            "GND GP17 GP16",
            _numbers(40, 21),
        ),
        {GND: ("GND",), V3: ("3V3",), V5: ("VBUS",)},
    ),
    # Espressif's user guides, "Header Block": J2/J3 (DevKitC V4) and J1/J3 (the others), turned so
    # that the USB socket is on top as on a Pico.
    "esp32": Pinout(
        "ESP32-DevKitC V4 (38 pins)",
        "IO",
        _column(
            "left",
            "CLK D0 D1 IO15 IO2 IO0 IO4 IO16 IO17 IO5 IO18 IO19 GND IO21 RX TX IO22 IO23 GND",
            _numbers(19, 1, "J3-"),
        ),
        _column(
            "right",
            "5V CMD D3 D2 IO13 GND IO12 IO14 IO27 IO26 IO25 IO33 IO32 IO35 IO34 VN VP EN 3V3",
            _numbers(19, 1, "J2-"),
        ),
        {GND: ("GND",), V3: ("3V3",), V5: ("5V",), "IO36": ("VP",), "IO39": ("VN",)},
    ),
    "esp32_s3": Pinout(
        "ESP32-S3-DevKitC-1 (44 pins)",
        "IO",
        _column(
            "left",
            "GND GND IO19 IO20 IO21 IO47 IO48 IO45 IO0 IO35 IO36 IO37 IO38 IO39 IO40 IO41 IO42 "
            "IO2 IO1 RX TX GND",
            _numbers(22, 1, "J3-"),
        ),
        _column(
            "right",
            "GND 5V IO14 IO13 IO12 IO11 IO10 IO9 IO46 IO3 IO8 IO18 IO17 IO16 IO15 IO7 IO6 IO5 IO4 "
            "RST 3V3 3V3",
            _numbers(22, 1, "J1-"),
        ),
        {GND: ("GND",), V3: ("3V3",), V5: ("5V",)},
    ),
    "esp32_c3": Pinout(
        "ESP32-C3-DevKitM-1 (30 pins)",
        "IO",
        _column(
            "left",
            "GND IO19 IO18 GND IO4 IO5 IO6 IO7 GND IO8 IO9 GND RX TX GND",
            _numbers(15, 1, "J3-"),
        ),
        _column(
            "right",
            "GND 5V 5V GND IO10 IO1 IO0 GND RST GND IO3 IO2 3V3 3V3 GND",
            _numbers(15, 1, "J1-"),
        ),
        {GND: ("GND",), V3: ("3V3",), V5: ("5V",)},
    ),
    "esp32_c6": Pinout(
        "ESP32-C6-DevKitC-1 (32 pins)",
        "IO",
        _column(
            "left",
            "NC GND IO12 IO13 GND IO9 IO18 IO19 IO20 IO21 IO22 IO23 IO15 RX TX GND",
            _numbers(16, 1, "J3-"),
        ),
        _column(
            "right",
            "NC GND 5V IO3 IO2 IO11 IO10 IO8 IO1 IO0 IO7 IO6 IO5 IO4 RST 3V3",
            _numbers(16, 1, "J1-"),
        ),
        {GND: ("GND",), V3: ("3V3",), V5: ("5V",)},
    ),
}


def pinout_of(profile: str) -> Pinout | None:
    """Return where the pins of a profile's board are; None for a board that we do not know."""
    name = board_name(profile)
    return PINOUTS.get("pico" if name.startswith("pico") else name)
