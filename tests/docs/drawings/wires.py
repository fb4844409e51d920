"""Which wire goes where on a seat: from `firmware/board.py` to parts with pins and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.docs.drawings.pinouts import GND, V3, V5

Wiring = dict[str, Any]
COLOURS = {
    "black": "#1f2328", "red": "#d1242f", "orange": "#e8830c", "yellow": "#d4a900",
    "green": "#2da44e", "blue": "#2563eb", "purple": "#8250df", "grey": "#7d8590",
    "white": "#ffffff", "brown": "#8b5a2b",
}  # fmt: skip
"""The ten colours of a ribbon of jumper wires."""
POWER = {GND: "black", V3: "orange", V5: "red"}


@dataclass(frozen=True)
class Pin:
    """A pin of a part: its place in the row, its name, and the wire that belongs there."""

    number: int
    name: str
    to: str | int | None = None  # GND, 3V3, 5V, the number of a board's pin, or no wire
    colour: str = ""
    through: str = ""  # a small part in this wire


@dataclass(frozen=True)
class Part:
    """A part of a seat with its row of pins."""

    title: str
    short: str
    pins: tuple[Pin, ...]
    note: str = ""


Row = tuple[str, str | int | None, str]  # a pin's name, where it goes, its colour


def _part(title: str, short: str, rows: list[Row], note: str = "", through: str = "") -> Part:
    """A part; `through` names pins with a small part in their wire: "DIN: 330 Ω"."""
    inserted = dict(each.split(": ") for each in through.split(", ")) if through else {}
    pins = [
        Pin(number, name, to, colour, inserted.get(name, ""))
        for number, (name, to, colour) in enumerate(rows, 1)
    ]
    return Part(title, short, tuple(pins), note)


def _power(name: str, net: str) -> Row:
    return name, net, POWER[net]


def _mfrc522(wiring: Wiring) -> Part:
    spi = wiring["spi"]
    rows: list[Row] = [
        ("SDA", spi["cs"], "purple"),
        ("SCK", spi["sck"], "yellow"),
        ("MOSI", spi["mosi"], "blue"),
        ("MISO", spi["miso"], "green"),
        ("IRQ", None, ""),
        _power("GND", GND),
        ("RST", spi["rst"], "grey"),
        _power("3.3V", V3),
    ]
    return _part("Reader: MFRC522 (RC522)", "reader", rows, "3.3 V only: 5 V destroys it.")


def _pn532_spi(wiring: Wiring) -> Part:
    spi = wiring["spi"]
    rows: list[Row] = [
        ("SCK", spi["sck"], "yellow"),
        ("MISO", spi["miso"], "green"),
        ("MOSI", spi["mosi"], "blue"),
        ("SS", spi["cs"], "purple"),
        _power("VCC", V3),
        _power("GND", GND),
        ("IRQ", None, ""),
        ("RSTO", None, ""),
    ]
    return _part("Reader: PN532, SPI", "reader", rows, "Its switches: 1 off, 2 on.")


def _four(title: str, short: str, *rows: Row, note: str = "") -> Part:
    """A part with a row of four pins: ground, power, and the two of its bus."""
    return _part(title, short, [_power("GND", GND), _power("VCC", V3), *rows], note)


def _pn532_i2c(wiring: Wiring) -> Part:
    sda, scl = ("SDA", wiring["i2c"]["sda"], "blue"), ("SCL", wiring["i2c"]["scl"], "yellow")
    return _four("Reader: PN532, I2C", "reader", sda, scl, note="Its switches: 1 on, 2 off.")


def _pn532_uart(wiring: Wiring) -> Part:
    txd, rxd = ("TXD", wiring["uart"]["rx"], "green"), ("RXD", wiring["uart"]["tx"], "purple")
    return _four("Reader: PN532, UART", "reader", txd, rxd, note="Its switches: both off.")


def _display(wiring: Wiring) -> Part:
    scl, sda = ("SCL", wiring["i2c"]["scl"], "yellow"), ("SDA", wiring["i2c"]["sda"], "blue")
    return _four("Display: SSD1306 (optional)", "display", scl, sda)


READERS = {
    "mfrc522": _mfrc522,
    "pn532_spi": _pn532_spi,
    "pn532_i2c": _pn532_i2c,
    "pn532_uart": _pn532_uart,
}


def seat_parts(wiring: Wiring) -> list[Part]:
    """The parts of a seat that is wired so."""
    parts = [READERS[wiring["reader"]](wiring)]
    if wiring["display"] is not None:
        parts.append(_display(wiring))
    left, middle, right = wiring["buttons"]
    rows: list[Row] = [
        ("left", left, "green"),
        ("middle", middle, "blue"),
        ("right", right, "purple"),
    ]
    parts.append(_part("Three buttons", "button", [*rows, _power("common", GND)]))
    if wiring["buzzer"] is not None:
        rows = [("+", wiring["buzzer"], "brown"), _power("−", GND)]
        parts.append(_part("Passive piezo buzzer", "buzzer", rows, through="+: 100 Ω"))
    if wiring["pixels"] is not None:
        rows = [("DIN", wiring["pixels"], "white"), _power("5V", V5), _power("GND", GND)]
        parts.append(
            _part(
                "Four WS2812 in a chain",
                "light",
                rows,
                "Light, left, middle, right button.",
                "DIN: 330 Ω, 5V: 1N4001",
            )
        )
    return parts
