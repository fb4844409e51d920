"""Builds a seat from its wiring and the board's `machine`; what is not there is left out."""

from firmware.loop import Loop
from firmware.panel.lights import Pins, Pixels, Tone
from firmware.panel.panel import Panel
from firmware.readers.reader import NoReader
from firmware.seat.seat import Seat
from firmware.seat.tray import Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.protocols import MillisClock, Reader, SerialPort

    Wiring = dict[str, Any]
    Sleep = Callable[[int], object]

PIXELS = 4
# A pin or a part that is not there, or not on this chip.
UNFIT = (AttributeError, ImportError, KeyError, OSError, TypeError, ValueError)


def assemble(
    machine: "Any",
    wiring: "Wiring",
    port: "SerialPort",
    clock: "MillisClock",
    secret: bytes,
    boot: str,
    sleep_us: "Sleep",
    heap: "Callable[[], int] | None" = None,
) -> Loop:
    """A seat of these parts, ready to be stepped."""
    panel, cap, wrong = make_panel(machine, wiring)
    seat = Seat(machine.unique_id().hex(), boot, secret, cap)
    if wrong:
        seat.fault("wiring", wrong)
    try:
        reader = make_reader(machine, wiring, sleep_us)
    except UNFIT as error:
        reader = NoReader(repr(error))
    return Loop(seat, Tray(), reader, panel, port, clock, heap)


def make_reader(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Reader":
    """The reader that the wiring names; only its own driver is loaded."""
    if wiring["reader"] == "mfrc522":
        from firmware.readers.mfrc522 import MFRC522

        return MFRC522(*make_spi(machine, wiring["spi"]), sleep_us)
    from firmware.readers.pn532 import PN532

    return PN532(make_port(machine, wiring, sleep_us), sleep_us)


def make_port(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Any":
    """The way to a PN532: SPI, I2C or UART."""
    from firmware.readers.pn532_ports import I2CPort, SPIPort, UARTPort

    if wiring["reader"] == "pn532_i2c":
        return I2CPort(make_i2c(machine, wiring["i2c"]), sleep_us)
    if wiring["reader"] == "pn532_uart":
        pins = wiring["uart"]
        tx, rx = machine.Pin(pins["tx"]), machine.Pin(pins["rx"])
        uart = machine.UART(pins["id"], baudrate=pins["baudrate"], tx=tx, rx=rx, timeout=0)
        return UARTPort(uart, sleep_us)
    spi, cs, _ = make_spi(machine, wiring["spi"])
    return SPIPort(spi, cs, sleep_us)


def make_spi(machine: "Any", pins: "dict[str, Any]") -> "tuple[Any, Any, Any]":
    """The bus, the chip select and the reset pin."""
    pin = machine.Pin
    spi = machine.SPI(
        pins["id"],
        baudrate=pins["baudrate"],
        sck=pin(pins["sck"]),
        mosi=pin(pins["mosi"]),
        miso=pin(pins["miso"]),
    )
    rst = None if pins["rst"] is None else pin(pins["rst"], pin.OUT, value=1)
    return spi, pin(pins["cs"], pin.OUT, value=1), rst


def make_panel(machine: "Any", wiring: "Wiring") -> "tuple[Panel, str, str]":
    """The panel, what it has as the hello tells it, and what of its wiring is of no use."""
    parts: list[Any] = []
    found, wrong = ["rfid1"], ""
    for name, make in MAKERS:
        try:
            part = make(machine, wiring)
        except UNFIT as error:
            part, wrong = None, "{}: {!r}".format(name, error)
        if part:
            found.append(name)
        parts.append(part)
    buttons, lamps, buzzer, display = parts
    return Panel(lamps, buttons or [], buzzer, display), ",".join(found), wrong


def make_lamps(machine: "Any", wiring: "Wiring") -> "Pixels | Pins | None":
    """Pixels, or pins, or none."""
    if wiring["pixels"] is not None:
        from neopixel import NeoPixel

        return Pixels(NeoPixel(machine.Pin(wiring["pixels"], machine.Pin.OUT), PIXELS))
    if wiring["rgb"] is None:
        return None
    pins = [machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0) for pin in wiring["rgb"]]
    leds = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in wiring["leds"] or ()]
    return Pins(pins, leds)


def make_buttons(machine: "Any", wiring: "Wiring") -> "list[Any]":
    """Three pins that read 0 while pressed."""
    pin = machine.Pin
    return [pin(number, pin.IN, pin.PULL_UP) for number in wiring["buttons"] or ()]


def make_buzzer(machine: "Any", wiring: "Wiring") -> "Tone | None":
    """A buzzer, or none."""
    if wiring["buzzer"] is None:
        return None
    return Tone(machine.PWM(machine.Pin(wiring["buzzer"]), freq=1000, duty_u16=0))


def make_display(machine: "Any", wiring: "Wiring") -> "Any":
    """A display if one answers: many seats have none, and the wiring need not say so."""
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
    """The I2C bus."""
    pin = machine.Pin
    return machine.I2C(pins["id"], sda=pin(pins["sda"]), scl=pin(pins["scl"]), freq=pins["freq"])


MAKERS = (
    ("btn", make_buttons),
    ("rgb", make_lamps),
    ("buzz", make_buzzer),
    ("oled", make_display),
)
