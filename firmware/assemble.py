"""Builds a board from its wiring and its `machine`; what is not there is left out."""

from firmware.loop import BoardSeat, Loop
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

PIXELS = 4  # for each seat
# A pin or a part that is not there, or not on this chip.
UNFIT = (AttributeError, ImportError, LookupError, OSError, TypeError, ValueError)


def assemble(
    machine: "Any",
    wiring: "Wiring",
    port: "HostPort",
    clock: "MillisClock",
    secret: bytes,
    new_boot: "Callable[[], str]",
    sleep_us: "Sleep",
    heap: "Callable[[], int] | None" = None,
    first: int = 0,
) -> Loop:
    """Return a board of these parts, ready to be stepped.

    `new_boot` numbers the start of each seat; `first` is the first seat's place at the table.
    """
    plain = wiring["seats"] == 1 and wiring["second"] is None and not wiring["expanders"]
    if not plain or isinstance((wiring["spi"] or {}).get("cs"), list):
        from firmware.several import assemble_several  # most boards have one seat

        return assemble_several(
            machine, wiring, port, clock, secret, new_boot, sleep_us, heap, first
        )
    parts, cap, wrong = make_panel(machine, wiring, 1)
    seat = SeatLogic(machine.unique_id().hex(), new_boot(), secret, "rfid1" + cap)
    seat.session.place = first
    if wrong:
        seat.fault("wiring", wrong)
    port.write(seat.tick(clock.now()))  # the driver takes a while to load
    buttons, lamps, buzzer, display = parts
    reader = make_reader(machine, wiring, sleep_us)
    board_seat = BoardSeat(seat, reader, Panel(lamps, buttons or (), buzzer, display))
    return Loop([board_seat], board_seat.poller, port, clock, heap)


def make_reader(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Reader":
    """Return the reader that the wiring names; one that cannot be made fails at every poll."""
    try:
        return _make_reader(machine, wiring, sleep_us)
    except UNFIT as error:
        return NoReader(repr(error))


def _make_reader(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "Reader":
    gain = wiring["gain"]
    if wiring["reader"] == "mfrc522":  # only its own driver is loaded
        from firmware.readers.mfrc522 import MFRC522

        return MFRC522(*_make_spi(machine, wiring["spi"], 4000000), sleep_us, gain)
    from firmware.readers.pn532 import PN532

    port, rst = _make_port(machine, wiring, sleep_us)
    return PN532(port, sleep_us, rst, gain)


def _make_port(machine: "Any", wiring: "Wiring", sleep_us: "Sleep") -> "tuple[Any, Any]":
    from firmware.readers.pn532_ports import I2CPort, SPIPort, UARTPort

    if wiring["reader"] == "pn532_i2c":
        pins = wiring["i2c"]
        return I2CPort(make_i2c(machine, pins), sleep_us), make_out(machine, pins["rst"])
    if wiring["reader"] == "pn532_uart":
        pins = wiring["uart"]
        tx, rx = machine.Pin(pins["tx"]), machine.Pin(pins["rx"])
        uart = machine.UART(pins["id"], baudrate=pins["baudrate"], tx=tx, rx=rx, timeout=0)
        return UARTPort(uart, sleep_us), make_out(machine, pins["rst"])
    spi, cs, rst = _make_spi(machine, wiring["spi"], 1000000)
    return SPIPort(spi, cs, sleep_us), rst


def _make_spi(machine: "Any", pins: "dict[str, Any]", speed: int) -> "tuple[Any, Any, Any]":
    pin = machine.Pin
    spi = machine.SPI(
        pins["id"],
        baudrate=pins["baudrate"] or speed,
        sck=pin(pins["sck"]),
        mosi=pin(pins["mosi"]),
        miso=pin(pins["miso"]),
    )
    return spi, pin(pins["cs"], pin.OUT, value=1), make_out(machine, pins["rst"])


def make_out(machine: "Any", number: "int | None") -> "Any":
    """Return an output pin that is high, or None."""
    return None if number is None else machine.Pin(number, machine.Pin.OUT, value=1)


def make_panel(machine: "Any", wiring: "Wiring", seats: int = 1) -> "tuple[list[Any], str, str]":
    """Return buttons, lamps, buzzer and display, how HI names them, and what is wrong with them."""
    parts: list[Any] = []
    cap = wrong = ""
    for name, make in MAKERS:
        try:
            part = make(machine, wiring, seats)
        except UNFIT as error:
            part, wrong = None, "{}: {!r}".format(name, error)
        if part:
            cap += "," + name
        parts.append(part)
    return parts, cap, wrong


def _make_lamps(machine: "Any", wiring: "Wiring", seats: int) -> "Pixels | Pins | None":
    brightness = wiring["brightness"]
    if wiring["pixels"] is not None:
        from neopixel import NeoPixel

        chain = NeoPixel(machine.Pin(wiring["pixels"], machine.Pin.OUT), PIXELS * seats)
        return Pixels(chain, wiring["order"], brightness)
    if wiring["rgb"] is None:
        return None
    pins = [machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0) for pin in wiring["rgb"]]
    leds = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in wiring["leds"] or ()]
    return Pins(pins, leds, brightness)


def _make_buttons(machine: "Any", wiring: "Wiring", seats: int) -> "Any":
    if wiring["expanders"]:
        from firmware.panel.shared import Expander

        return Expander(make_i2c(machine, wiring["i2c"]), wiring["expanders"][: (seats + 3) // 4])
    pin = machine.Pin
    return [pin(number, pin.IN, pin.PULL_UP) for number in wiring["buttons"] or ()]


def _make_buzzer(machine: "Any", wiring: "Wiring", seats: int) -> "Tone | None":
    if wiring["buzzer"] is None:
        return None
    pwm = machine.PWM(machine.Pin(wiring["buzzer"]), freq=1000, duty_u16=0)
    return Tone(pwm, wiring["loudness"])


def _make_display(machine: "Any", wiring: "Wiring", seats: int) -> "Any":
    # Many seats have none, and their wiring need not say so.
    pins, screen = wiring["i2c"], wiring["display"]
    if screen is None or pins is None or seats > 1:
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
