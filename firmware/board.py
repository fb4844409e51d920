"""Which pin is what: the one file to edit for other wiring, or leave it and write /wiring.json.

A part that is not there is None. `seats` says how many trays the board serves: for more than one,
`cs`, `rst`, `second` and `gain` may be lists with an entry for each seat, and the first `seats`
of them count. Levels are in percent; docs/firmware.md explains every entry.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PICO: "dict[str, Any]" = {
    "seats": 1,
    "reader": "mfrc522",
    "gain": None,  # dB; None: what the chip has by itself
    "settle_ms": 5,  # from a field switched on to the first call (ISO 14443-3, 5.1)
    "spi": {"id": 0, "sck": 2, "mosi": 3, "miso": 4, "cs": 5, "rst": 6, "baudrate": None},
    "second": None,  # chip select of a second reader, for audits and counting
    "i2c": {"id": 0, "sda": 8, "scl": 9, "freq": 400000, "rst": None},
    "uart": {"id": 1, "tx": 20, "rx": 21, "baudrate": 115200, "rst": None},
    "pixels": 16,  # WS2812, four a seat: light, left, middle, right
    "order": "GRB",
    "brightness": 100,
    "rgb": None,  # or single pins: three of an RGB LED,
    "leds": None,  # and one for the LED in each button
    "buttons": [10, 11, 12],  # each closes to ground
    "expanders": None,  # or I2C addresses of MCP23017, each with the buttons of four seats
    "buzzer": 15,
    "loudness": 25,
    "display": {"address": 0x3C, "width": 128, "height": 64},
}

PICO_TABLE = dict(  # one board for a whole table
    PICO,
    seats=8,
    spi=dict(PICO["spi"], cs=[5, 7, 10, 11, 12, 13, 14, 17]),
    buttons=None,
    expanders=[0x20, 0x21],
    display=None,
)

ESP32 = dict(  # what it does not name is as on a Pico
    PICO,
    spi={"id": 2, "sck": 18, "mosi": 23, "miso": 19, "cs": 5, "rst": 17, "baudrate": None},
    i2c={"id": 0, "sda": 21, "scl": 22, "freq": 400000, "rst": None},
    uart={"id": 1, "tx": 32, "rx": 33, "baudrate": 115200, "rst": None},
    pixels=4,
    buttons=[25, 26, 27],
    buzzer=13,
)

ESP32_S3 = dict(
    PICO,
    spi={"id": 1, "sck": 12, "mosi": 11, "miso": 13, "cs": 10, "rst": 9, "baudrate": None},
    i2c={"id": 0, "sda": 8, "scl": 18, "freq": 400000, "rst": None},
    uart={"id": 1, "tx": 17, "rx": 16, "baudrate": 115200, "rst": None},
    pixels=14,
    buttons=[4, 5, 6],
    buzzer=7,
)

# A Pico W, a Pico 2 and a Pico 2 W have the Pico's pins; the radio uses none of those above.
PROFILES = {
    "pico": PICO,
    "pico_w": PICO,
    "pico_table": PICO_TABLE,
    "esp32": ESP32,
    "esp32_s3": ESP32_S3,
}

# How MicroPython names its board, and which profile fits; the first that is found counts.
BOARDS = (("Pico W", "pico_w"), ("Pico", "pico"), ("ESP32S3", "esp32_s3"), ("ESP32", "esp32"))

READERS = ("mfrc522", "pn532_spi", "pn532_i2c", "pn532_uart")


def profile_of(board: str) -> str:
    """Return the profile for a board by MicroPython's name of it.

    >>> profile_of("Raspberry Pi Pico W with RP2040"), profile_of("Generic ESP32 module with ESP32")
    ('pico_w', 'esp32')
    """
    for words, name in BOARDS:
        if words in board:
            return name
    return "pico"


def wiring_of(profile: str, changes: "dict[str, object]") -> "dict[str, object]":
    """Return a profile with some entries changed; an entry that no seat has is a ValueError.

    >>> wiring_of("pico", {"buzzer": None, "spi": {"cs": 17}})["spi"]["cs"]
    17
    """
    wiring: dict[str, object] = dict(PROFILES[profile])
    for key, value in changes.items():
        if key not in wiring:
            raise ValueError("no part is called " + key)
        old = wiring[key]
        if isinstance(old, dict) and isinstance(value, dict):
            merged = dict(old)
            merged.update(value)
            value = merged
        wiring[key] = value
    if wiring["reader"] not in READERS:
        raise ValueError("no reader is called " + str(wiring["reader"]))
    return wiring


def load(path: str = "/wiring.json") -> "tuple[dict[str, object], str]":
    """Return this board's wiring, and a sentence when its file is of no use."""
    profile = profile_of(getattr(sys.implementation, "_machine", ""))
    try:
        changes = read_json(path)
        return wiring_of(changes.pop("profile", profile), changes), ""
    except OSError:  # no file: the profile as it is
        return dict(PROFILES[profile]), ""
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return dict(PROFILES[profile]), "{}: {}".format(path, error)


def read_json(path: str) -> "Any":
    """Return what a settings file holds; most boards have none, so `json` is imported late."""
    with open(path) as file:
        import json

        return json.load(file)
