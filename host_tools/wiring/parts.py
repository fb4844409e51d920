"""The parts of a wiring, with their pins and the colours of their wires."""

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.wiring.jobs import Wiring, entries_of
from host_tools.wiring.pinouts import GND, V3, V5

COLOURS = {
    "black": "#1f2328", "red": "#d1242f", "orange": "#e8830c", "yellow": "#d4a900",
    "green": "#2da44e", "blue": "#2563eb", "purple": "#8250df", "grey": "#7d8590",
    "white": "#ffffff", "brown": "#8b5a2b",
}  # fmt: skip
"""The ten colours of a ribbon of jumper wires."""
POWER = {GND: "black", V3: "orange", V5: "red"}
SEATS_EACH = 4  # on one expander


@dataclass(frozen=True, slots=True)
class PartPin:
    """A pin of a part: its number, its name, and the wire that belongs there."""

    number: int
    name: str
    to: str | int | None = None  # GND, 3V3, 5V, the number of a board's pin, or no wire
    colour: str = ""
    through: str = ""  # a small part in this wire


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a seat with its row of pins."""

    title: str
    short: str
    pins: tuple[PartPin, ...]
    notes: tuple[str, ...] = ()


Row = tuple[str, str | int | None, str]  # a pin's name, where it goes, its colour


def _part(
    title: str, short: str, rows: list[Row], *notes: str, through: str = "", first: int = 1
) -> Part:
    """Return a part; `through` names pins with a small part in their wire: "DIN: 330 Ω"."""
    inserted = dict(each.split(": ") for each in through.split(", ")) if through else {}
    pins = [
        PartPin(number, name, to, colour, inserted.get(name, ""))
        for number, (name, to, colour) in enumerate(rows, first)
    ]
    return Part(title, short, tuple(pins), notes)


def _power(name: str, net: str) -> Row:
    return name, net, POWER[net]


def _mfrc522(wiring: Wiring, select: int, rst: int | None) -> tuple[str, list[Row], str]:
    spi = wiring["spi"]
    rows: list[Row] = [
        ("SDA", select, "purple"),
        ("SCK", spi["sck"], "yellow"),
        ("MOSI", spi["mosi"], "blue"),
        ("MISO", spi["miso"], "green"),
        ("IRQ", None, ""),
        _power("GND", GND),
        _power("RST", V3) if rst is None else ("RST", rst, "grey"),  # low would switch it off
        _power("3.3V", V3),
    ]
    return "MFRC522 (RC522)", rows, "3.3 V only: 5 V destroys it."


def _pn532_spi(wiring: Wiring, select: int, _: int | None) -> tuple[str, list[Row], str]:
    spi = wiring["spi"]
    rows: list[Row] = [
        ("SCK", spi["sck"], "yellow"),
        ("MISO", spi["miso"], "green"),
        ("MOSI", spi["mosi"], "blue"),
        ("SS", select, "purple"),
        _power("VCC", V3),
        _power("GND", GND),
        ("IRQ", None, ""),
        ("RSTO", None, ""),
    ]
    return "PN532, SPI", rows, "Its switches: 1 off, 2 on."


def _pn532_i2c(wiring: Wiring, _: int, __: int | None) -> tuple[str, list[Row], str]:
    sda, scl = ("SDA", wiring["i2c"]["sda"], "blue"), ("SCL", wiring["i2c"]["scl"], "yellow")
    rows = [_power("GND", GND), _power("VCC", V3), sda, scl]
    return "PN532, I2C", rows, "Its switches: 1 on, 2 off."


def _pn532_uart(wiring: Wiring, _: int, __: int | None) -> tuple[str, list[Row], str]:
    txd, rxd = ("TXD", wiring["uart"]["rx"], "green"), ("RXD", wiring["uart"]["tx"], "purple")
    rows = [_power("GND", GND), _power("VCC", V3), txd, rxd]
    return "PN532, UART", rows, "Its switches: both off."


READERS = {
    "mfrc522": _mfrc522,
    "pn532_spi": _pn532_spi,
    "pn532_i2c": _pn532_i2c,
    "pn532_uart": _pn532_uart,
}


def parts_of(wiring: Wiring) -> list[Part]:
    """Return the parts of a board that is wired like this."""
    return [*_readers(wiring), *_panel(wiring)]


def _readers(wiring: Wiring) -> Iterator[Part]:
    seats, make, spi = wiring["seats"], READERS[wiring["reader"]], wiring["spi"] or {}
    selects = entries_of(spi.get("cs"), seats) or [0]
    resets = spi.get("rst")
    for seat in range(seats):
        rst = resets[seat] if isinstance(resets, list) else resets
        name, rows, note = make(wiring, selects[seat], rst)
        if seats == 1:
            yield _part(f"Reader: {name}", "reader", rows, note)
        else:
            yield _part(f"Seat {seat + 1}: {name}", f"reader {seat + 1}", rows)
    for seat, select in enumerate(entries_of(wiring["second"], seats), 1):
        if select is not None:
            name, rows, _ = make(wiring, select, None)
            whose = "Second reader" if seats == 1 else f"Seat {seat}, second"
            short = "second reader" if seats == 1 else f"second reader {seat}"
            yield _part(f"{whose}: {name.partition(' (')[0]}", short, rows)


def _panel(wiring: Wiring) -> Iterator[Part]:
    if wiring["display"] is not None:
        yield _display(wiring)
    needed = -(-wiring["seats"] // SEATS_EACH)
    for number, address in enumerate((wiring["expanders"] or ())[:needed]):
        yield _expander(wiring, number, address)
    if wiring["buttons"] is not None:
        yield _part("Three buttons", "button", [*_keys(wiring["buttons"]), _power("common", GND)])
    if wiring["buzzer"] is not None:
        rows: list[Row] = [("+", wiring["buzzer"], "brown"), _power("−", GND)]
        yield _part("Passive piezo buzzer", "buzzer", rows, through="+: 100 Ω")
    if wiring["pixels"] is not None:
        yield _pixels(wiring)
    elif wiring["rgb"] is not None:
        yield from _leds(wiring)


def _display(wiring: Wiring) -> Part:
    scl, sda = ("SCL", wiring["i2c"]["scl"], "yellow"), ("SDA", wiring["i2c"]["sda"], "blue")
    rows = [_power("GND", GND), _power("VCC", V3), scl, sda]
    return _part("Display: SSD1306 (optional)", "display", rows)


def _keys(pins: list[int]) -> list[Row]:
    left, middle, right = pins
    return [("left", left, "green"), ("middle", middle, "blue"), ("right", right, "purple")]


def _expander(wiring: Wiring, number: int, address: int) -> Part:
    """Return a chip with the buttons of four seats; A0 to A2 are its address (MCP23017, 1.1)."""
    i2c, first = wiring["i2c"], SEATS_EACH * number + 1
    rows: list[Row] = [
        _power("VDD", V3),
        _power("VSS", GND),
        ("NC", None, ""),
        ("SCL", i2c["scl"], "yellow"),
        ("SDA", i2c["sda"], "blue"),
        ("NC", None, ""),
        *(_power(f"A{bit}", V3 if address >> bit & 1 else GND) for bit in range(3)),
        _power("RESET", V3),
    ]
    ports = ("GPA0, 1, 2", "GPA4, 5, 6", "GPB0, 1, 2", "GPB4, 5, 6")
    last = min(wiring["seats"], first + SEATS_EACH - 1)
    notes = [
        f"{port}: seat {seat}" for seat, port in zip(range(first, last + 1), ports, strict=False)
    ]
    title, short = f"Buttons: MCP23017, 0x{address:02x}", f"expander {number + 1}"
    found = _part(title, short, rows, *notes, first=9)
    return Part(title, short, tuple(pin for pin in found.pins if pin.name != "NC"), found.notes)


def _pixels(wiring: Wiring) -> Part:
    seats = wiring["seats"]
    rows: list[Row] = [("DIN", wiring["pixels"], "white"), _power("5V", V5), _power("GND", GND)]
    title = "Four WS2812 in a chain" if seats == 1 else f"{4 * seats} WS2812 in a chain"
    note = "Light, left, middle, right button." if seats == 1 else "Four a seat, seat 1 first."
    return _part(title, "light", rows, note, through="DIN: 330 Ω, 5V: 1N4001")


def _leds(wiring: Wiring) -> Iterator[Part]:
    red, green, blue = wiring["rgb"]
    rows: list[Row] = [("R", red, "brown"), ("G", green, "green"), ("B", blue, "blue")]
    through = ", ".join(f"{name}: 330 Ω" for name, _, _ in rows)
    yield _part("RGB LED, common cathode", "light", [*rows, _power("common", GND)], through=through)
    if wiring["leds"] is not None:
        rows = _keys(wiring["leds"])
        through = ", ".join(f"{name}: 330 Ω" for name, _, _ in rows)
        title = "LEDs of the buttons"
        yield _part(title, "button LED", [*rows, _power("common", GND)], through=through)
