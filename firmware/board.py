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

TABLE: "dict[str, Any]" = {"buttons": None, "expanders": [0x20, 0x21], "display": None}

# What differs from a Pico; with `_table`, what differs from the board before it. Each pin exists on
# its chip and suits its job: host_tools/wiring/pins.py cites the data sheets.
PROFILES: "dict[str, dict[str, Any]]" = {
    "pico": {},
    "pico_w": {},  # the radio uses none of the pins above
    "pico_2": {},
    "pico_2_w": {},
    "pico_table": dict(TABLE, seats=8, spi={"cs": [5, 7, 10, 11, 12, 13, 14, 17]}),
    "esp32": {
        "spi": {"id": 2, "sck": 18, "mosi": 23, "miso": 19, "rst": 17},
        "i2c": {"sda": 21, "scl": 22},
        "uart": {"tx": 32, "rx": 33},
        "pixels": 4,
        "buttons": [25, 26, 27],
        "buzzer": 13,
    },
    "esp32_table": dict(TABLE, seats=8, spi={"cs": [5, 14, 16, 25, 26, 27, 32, 33]}),
    "esp32_s3": {
        "spi": {"id": 1, "sck": 12, "mosi": 11, "miso": 13, "cs": 10, "rst": 9},
        "i2c": {"sda": 8, "scl": 18},
        "uart": {"tx": 17, "rx": 16},
        "pixels": 14,
        "buttons": [4, 5, 6],
        "buzzer": 7,
    },
    "esp32_s3_table": dict(TABLE, seats=8, spi={"cs": [10, 4, 5, 6, 15, 16, 17, 21]}),
    "esp32_c3": {  # it has no free pins for a reset line and a buzzer
        "spi": {"id": 1, "sck": 6, "mosi": 7, "miso": 5, "cs": 10, "rst": None},
        "uart": {"tx": 7, "rx": 6},  # its reader needs no SPI
        "pixels": 4,
        "buttons": [0, 1, 3],
        "buzzer": None,
    },
    "esp32_c3_table": dict(TABLE, seats=4, spi={"cs": [10, 0, 1, 3]}, expanders=[0x20]),
    "esp32_c6": {
        "spi": {"id": 1, "sck": 6, "mosi": 7, "miso": 2, "cs": 3, "rst": 1},
        "i2c": {"sda": 22, "scl": 23},
        "uart": {"tx": 7, "rx": 6},
        "pixels": 0,
        "buttons": [19, 20, 21],
        "buzzer": 18,
    },
    "esp32_c6_table": dict(TABLE, seats=7, spi={"cs": [3, 1, 10, 11, 19, 20, 21], "rst": None}),
    "other": {  # a board that we do not know: no pin is touched until /wiring.json names it
        "spi": {"id": 1, "sck": None, "mosi": None, "miso": None, "cs": None, "rst": None},
        "i2c": None,
        "uart": None,
        "pixels": None,
        "buttons": None,
        "buzzer": None,
        "display": None,
    },
}

READERS = ("mfrc522", "pn532_spi", "pn532_i2c", "pn532_uart")
NO_PROFILE = "no profile for this board: write wiring.json"


def profile_of(board: str) -> str:
    """Return the profile for a board by MicroPython's name of it.

    >>> profile_of("Raspberry Pi Pico W with RP2040"), profile_of("ESP32C3 module with ESP32C3")
    ('pico_w', 'esp32_c3')
    >>> profile_of("Generic ESP32S2 module with ESP32S2")  # its pins are others
    'other'
    """
    name, known, chip = board.partition(" with ")
    chip = chip.replace("-", "").upper()
    if chip.startswith("ESP32"):
        profile, kind = "esp32", chip[5:]
        if kind[:1] in ("S", "C", "H", "P", "E") and kind[1:2].isdigit():
            profile += "_" + kind[: 3 if kind[2:3].isdigit() else 2].lower()
    elif chip.startswith("RP2") or not known:  # a simulation names no chip
        profile = "pico_2" if chip.startswith("RP235") else "pico"
        if name[-2:] == " W":
            profile += "_w"
    else:
        profile = "other"
    return profile if profile in PROFILES else "other"


def wiring_of(profile: str, changes: "dict[str, Any]") -> "dict[str, Any]":
    """Return a profile with some entries changed; an entry that no seat has is a ValueError.

    >>> wiring_of("pico", {"buzzer": None, "spi": {"cs": 17}})["spi"]["cs"]
    17
    """
    board = profile[:-6] if profile.endswith("_table") else profile
    wiring = dict(PICO)
    for step in (PROFILES[board], PROFILES[profile], changes):
        for key, value in step.items():
            if key not in PICO:
                raise ValueError("no part is called " + key)
            if isinstance(value, dict) and isinstance(PICO[key], dict):
                merged = dict(wiring[key] or PICO[key])
                for name in value:
                    if name not in merged:
                        raise ValueError("no part is called " + key + "." + name)
                merged.update(value)
                value = merged
            wiring[key] = value
    if wiring["reader"] not in READERS:
        raise ValueError("no reader is called " + str(wiring["reader"]))
    return wiring


def load(path: str = "/wiring.json") -> "tuple[dict[str, Any], str]":
    """Return this board's wiring, and a sentence when its file is of no use."""
    profile = profile_of(getattr(sys.implementation, "_machine", ""))
    try:
        changes = read_json(path)
        return wiring_of(changes.pop("profile", profile), changes), ""
    except OSError:  # no file: the profile as it is
        wrong = NO_PROFILE if profile == "other" else ""
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        wrong = "{}: {}".format(path, error)
    return wiring_of(profile, {}), wrong


def read_json(path: str) -> "Any":
    """Return what a settings file holds; most boards have none, so `json` is imported late."""
    with open(path) as file:
        import json

        return json.load(file)
