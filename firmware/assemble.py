"""Builds a seat from its wiring and the board's `machine`; what is not there is left out."""

from firmware.loop import Loop
from firmware.panel.lights import Pins, Pixels, Tone
from firmware.panel.panel import Panel
from firmware.readers.reader import NoReader
from firmware.seat.seat import SeatLogic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.protocols import HostPort, MillisClock, Reader, Sleep

    Wiring = dict[str, Any]

PIXELS = 4
# A pin or a part that is not there, or not on this chip.
UNFIT = (AttributeError, ImportError, KeyError, OSError, TypeError, ValueError)


def assemble(
    machine: "Any",
    wiring: "Wiring",
    port: "HostPort",
    clock: "MillisClock",
    secret: bytes,
    boot: str,
    sleep_us: "Sleep",
    heap: "Callable[[], int] | None" = None,
) -> Loop:
    """Return a seat of these parts, ready to be stepped."""
    panel, cap, wrong = make_panel(machine, wiring)
    seat = SeatLogic(machine.unique_id().hex(), boot, secret, cap)
    if wrong:
        seat.fault("wiring", wrong)
    try:
        reader = make_reader(machine, wiring, sleep_us)
    except UNFIT as error:
        reader = NoReader(repr(error))
    return Loop(seat, reader, panel, port, clock, heap)


def make_reader(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Reader":
    """Return the reader that the wiring names; only its own driver is loaded."""
    if wiring["reader"] == "mfrc522":
        from firmware.readers.mfrc522 import MFRC522

        return MFRC522(*_make_spi(machine, wiring["spi"], 4000000), sleep_us)
    from firmware.readers.pn532 import PN532

    return PN532(_make_port(machine, wiring, sleep_us), sleep_us)


def _make_port(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Any":
    from firmware.readers.pn532 import I2CPort, SPIPort, UARTPort

    if wiring["reader"] == "pn532_i2c":
        return I2CPort(make_i2c(machine, wiring["i2c"]), sleep_us)
    if wiring["reader"] == "pn532_uart":
        pins = wiring["uart"]
        tx, rx = machine.Pin(pins["tx"]), machine.Pin(pins["rx"])
        uart = machine.UART(pins["id"], baudrate=pins["baudrate"], tx=tx, rx=rx, timeout=0)
        return UARTPort(uart, sleep_us)
    spi, cs, _ = _make_spi(machine, wiring["spi"], 1000000)
    return SPIPort(spi, cs, sleep_us)


def _make_spi(machine: "Any", pins: "dict[str, Any]", speed: int) -> "tuple[Any, Any, Any]":
    pin = machine.Pin
    spi = machine.SPI(
        pins["id"],
        baudrate=pins["baudrate"] or speed,
        sck=pin(pins["sck"]),
        mosi=pin(pins["mosi"]),
        miso=pin(pins["miso"]),
    )
    rst = None if pins["rst"] is None else pin(pins["rst"], pin.OUT, value=1)
    return spi, pin(pins["cs"], pin.OUT, value=1), rst


def make_panel(machine: "Any", wiring: "Wiring") -> "tuple[Panel, str, str]":
    """Return the panel, what it has as HI names it, and what is wrong with its wiring."""
    parts: list[Any] = []
    cap, wrong = ["rfid1"], ""
    for name, make in MAKERS:
        try:
            part = make(machine, wiring)
        except UNFIT as error:
            part, wrong = None, "{}: {!r}".format(name, error)
        if part:
            cap.append(name)
        parts.append(part)
    buttons, lamps, buzzer, display = parts
    return Panel(lamps, buttons or [], buzzer, display), ",".join(cap), wrong


def _make_lamps(machine: "Any", wiring: "Wiring") -> "Pixels | Pins | None":
    if wiring["pixels"] is not None:
        from neopixel import NeoPixel

        return Pixels(NeoPixel(machine.Pin(wiring["pixels"], machine.Pin.OUT), PIXELS))
    if wiring["rgb"] is None:
        return None
    pins = [machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0) for pin in wiring["rgb"]]
    leds = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in wiring["leds"] or ()]
    return Pins(pins, leds)


def _make_buttons(machine: "Any", wiring: "Wiring") -> "list[Any]":
    pin = machine.Pin
    return [pin(number, pin.IN, pin.PULL_UP) for number in wiring["buttons"] or ()]


def _make_buzzer(machine: "Any", wiring: "Wiring") -> "Tone | None":
    if wiring["buzzer"] is None:
        return None
    return Tone(machine.PWM(machine.Pin(wiring["buzzer"]), freq=1000, duty_u16=0))


def _make_display(machine: "Any", wiring: "Wiring") -> "Any":
    # Many seats have none, and their wiring need not say so.
    pins, screen = wiring["i2c"], wiring["display"]
    if screen is None or pins is None:
        return None
    i2c = make_i2c(machine, pins)
    try:
        i2c.writeto(screen["address"], b"\x00")  # before its driver is loaded: that takes time
    except OSError:  # none is plugged in
        return None
    from firmware.panel.display import Display

    return Display(i2c, screen["width"], screen["height"], screen["address"])


def make_i2c(machine: "Any", pins: "dict[str, Any]") -> "Any":
    """Return the I2C bus."""
    pin = machine.Pin
    return machine.I2C(pins["id"], sda=pin(pins["sda"]), scl=pin(pins["scl"]), freq=pins["freq"])


MAKERS = (
    ("btn", _make_buttons),
    ("rgb", _make_lamps),
    ("buzz", _make_buzzer),
    ("oled", _make_display),
)
