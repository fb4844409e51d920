"""The jobs of a wiring: which entry wants which pin, and for what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Wiring = Mapping[str, Any]
OUT, IN, BUTTON, OPEN_DRAIN = "output", "input", "button", "open drain"
ON_SPI = ("mfrc522", "pn532_spi")
BUS_OF = {"mfrc522": "spi", "pn532_spi": "spi", "pn532_i2c": "i2c", "pn532_uart": "uart"}


@dataclass(frozen=True, slots=True)
class PinJob:
    """One pin that an entry names, and how the firmware uses it; None is a pin that is missing."""

    entry: str
    pin: int | None
    use: str


BUS_JOBS = {
    "spi": (("sck", OUT), ("mosi", OUT), ("miso", IN)),
    "i2c": (("sda", OPEN_DRAIN), ("scl", OPEN_DRAIN)),
    "uart": (("tx", OUT), ("rx", IN)),
}


PIN_ENTRIES = {
    *(f"{bus}.{name}" for bus, jobs in BUS_JOBS.items() for name in ("rst", *dict(jobs))),
    "spi.cs", "second", "pixels", "buzzer", "rgb", "leds", "buttons",
}  # fmt: skip
SEAT_LISTS = ("gain", "second", "spi.cs", "spi.rst", "i2c.rst", "uart.rst")  # one for each seat


def flat(entries: Wiring) -> dict[str, Any]:
    """Return the entries by their whole names.

    >>> flat({"spi": {"cs": 5}, "buzzer": 15})
    {'spi.cs': 5, 'buzzer': 15}
    """
    found: dict[str, Any] = {}
    for name, value in entries.items():
        inner = value if isinstance(value, dict) else {}
        found |= {f"{name}.{part}": each for part, each in inner.items()} or {name: value}
    return found


def as_list(value: object) -> list[Any]:
    """Return what an entry says, one or several, as a list."""
    return value if isinstance(value, list) else [value]


def buses_of(wiring: Wiring) -> list[str]:
    """Return the buses that some part needs; the pins of the others are free.

    >>> from firmware.board import PICO
    >>> buses_of(PICO), buses_of({**PICO, "display": None})
    (['spi', 'i2c'], ['spi'])
    """
    needed = {BUS_OF[wiring["reader"]]}
    if wiring["display"] is not None or wiring["expanders"] is not None:
        needed.add("i2c")
    return [bus for bus in BUS_JOBS if bus in needed]


def entries_of(value: object, count: int) -> list[Any]:
    """Return what an entry says for each seat, as far as it goes.

    >>> entries_of([5, 7, 10], 2), entries_of(5, 2), entries_of(None, 2)
    ([5, 7], [5], [])
    """
    if value is None:
        return []
    return value[:count] if isinstance(value, list) else [value]


def jobs_of(wiring: Wiring) -> Iterator[PinJob]:
    """Return every job, in the order of the entries."""
    seats, home = wiring["seats"], BUS_OF[wiring["reader"]]
    for bus in buses_of(wiring):
        pins = wiring[bus]
        if pins is None:
            continue
        for name, use in BUS_JOBS[bus]:
            yield PinJob(f"{bus}.{name}", pins[name], use)
        if bus == "spi":
            yield from _several("spi.cs", entries_of(pins["cs"], seats) or [None], OUT)
            yield from _several("second", _there(entries_of(wiring["second"], seats)), OUT)
        if bus == home:
            yield from _several(f"{bus}.rst", _there(entries_of(pins["rst"], seats)), OUT)
    for name in ("pixels", "buzzer"):
        yield from _several(name, entries_of(wiring[name], 1), OUT)
    if wiring["pixels"] is None and wiring["rgb"] is not None:
        yield from _several("rgb", wiring["rgb"], OUT)
        yield from _several("leds", wiring["leds"] or (), OUT)
    yield from _several("buttons", wiring["buttons"] or (), BUTTON)


def _there(pins: Sequence[int | None]) -> list[int]:
    return [pin for pin in pins if pin is not None]


def _several(entry: str, pins: Sequence[int | None], use: str) -> Iterator[PinJob]:
    for pin in pins:
        yield PinJob(entry, pin, use)
