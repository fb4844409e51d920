"""Builds a board with several seats or readers: each seat as if it had a board of its own."""

from hashlib import sha256

from firmware.assemble import PIXELS, UNFIT, make_out, make_panel, make_reader
from firmware.loop import BoardSeat, Loop
from firmware.panel.panel import Panel
from firmware.panel.shared import Expander, SharedBuzzer, SharedLamps, Window
from firmware.readers.reader import NoReader, ReaderError
from firmware.readers.rota import Rota
from firmware.readers.second import SecondReader
from firmware.seat.seat import SeatLogic
from firmware.seat.session import Spacing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.protocols import HostPort, MillisClock, Reader, Sleep, Turns

    Wiring = dict[str, Any]

MOST = 8  # readers on a board
SHARING = ("mfrc522", "pn532_spi")  # have a chip select each
SETTLE_MS = 5
HELLO_GAP_MS = 30  # between the hellos of one board: at least 20 on the wire
SHOW_GAP_MS = 10  # between the telemetry of its seats, so that no write takes long
RESET_US = 1000  # the reset line is low, and the chips start; 100 ns and 0.3 ms are enough


def assemble_several(
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
    """Return a board of these parts; see `assemble`."""
    number = seats_of(wiring)
    panels, expander, lamps, cap, wrong = _make_panels(machine, wiring, number)
    readers, seconds = make_readers(machine, wiring, sleep_us)
    board, spacings = (
        machine.unique_id().hex(),
        (Spacing(HELLO_GAP_MS), Spacing(SHOW_GAP_MS)),
    )
    seats = []
    for place in range(number):
        uid, own, second = board, secret, seconds[place]
        if number > 1:  # a nonce that one seat opens tells nothing of another's
            uid = "{}.{}".format(board, place + 1)
            own = sha256(secret + bytes([place])).digest()
        has = ("rfid2" if second else "rfid1") + cap
        logic = SeatLogic(uid, new_boot(), own, has, spacings)
        logic.session.place = first + place if first else 0
        if wrong:
            logic.fault("wiring", wrong)
        other = SecondReader(second, logic) if second else None
        seats.append(BoardSeat(logic, readers[place], panels[place], other))
    settle_ms = wiring["settle_ms"]
    turns = _make_turns(seats, clock, settle_ms if isinstance(settle_ms, int) else SETTLE_MS)
    return Loop(seats, turns, port, clock, heap, expander, lamps, spacings[1])


def seats_of(wiring: "Wiring") -> int:
    """Return how many seats a board with this wiring has.

    >>> [seats_of({"seats": number}) for number in (4, 77, None)]
    [4, 8, 1]
    """
    seats = wiring["seats"]
    return max(1, min(seats, MOST)) if isinstance(seats, int) else 1


def make_readers(
    machine: "Any", wiring: "Wiring", sleep_us: "Sleep"
) -> "tuple[list[Reader], list[Reader | None]]":
    """Return the reader of each seat, and its second one or None; all antennas are off."""
    number, pins, second = seats_of(wiring), wiring["spi"] or {}, wiring["second"]
    resets = pins.get("rst")
    if isinstance(resets, int) and (number > 1 or second is not None):
        _pulse(machine, resets, sleep_us)
        resets = None  # a line to all of them is not pulled because of one
    for place in range(number):  # before anything is said: a chip whose pin floats may listen too
        _deselect(machine, _entry(pins.get("cs"), place))
        _deselect(machine, _entry(second, place))
    readers: "list[Reader]" = []
    seconds: "list[Reader | None]" = []
    for place in range(number):
        own = dict(wiring, gain=_entry(wiring["gain"], place, wiring["gain"]))
        own["spi"] = dict(pins, cs=_entry(pins.get("cs"), place), rst=_entry(resets, place))
        readers.append(_make_dark(machine, own, sleep_us, place))
        own["spi"] = dict(pins, cs=_entry(second, place), rst=None)
        fits = own["spi"]["cs"] is not None and number + place < MOST
        seconds.append(_make_dark(machine, own, sleep_us, number + place) if fits else None)
    return readers, seconds


def _make_dark(machine: "Any", wiring: "Wiring", sleep_us: "Sleep", number: int) -> "Reader":
    if number and wiring["reader"] not in SHARING:
        return NoReader("only one " + wiring["reader"] + " fits on a board")
    reader = make_reader(machine, wiring, sleep_us)
    try:
        reader.antenna(False)
    except ReaderError:  # it is tried again at every poll
        return reader
    return reader


def _entry(value: "Any", place: int, otherwise: "Any" = None) -> "Any":
    """Return what a list says for a seat; a single value is for the first seat, or for all."""
    if isinstance(value, (list, tuple)):
        return value[place] if place < len(value) else None
    return value if place == 0 else otherwise


def _deselect(machine: "Any", number: "int | None") -> None:
    try:
        make_out(machine, number)
    except UNFIT:  # its reader cannot be made either
        return


def _pulse(machine: "Any", number: int, sleep_us: "Sleep") -> None:
    try:
        line = make_out(machine, number)
    except UNFIT:  # the readers can restart without it
        return
    line(0)
    sleep_us(RESET_US)
    line(1)
    sleep_us(RESET_US)


def _make_turns(seats: "list[BoardSeat]", clock: "MillisClock", settle_ms: int) -> "Turns":
    pairs = [(seat.reader, seat.poller) for seat in seats]
    pairs += [(seat.second.reader, seat.second.poller) for seat in seats if seat.second]
    return Rota(pairs, clock, settle_ms)  # its antenna stays on where there is only one


def _make_panels(
    machine: "Any", wiring: "Wiring", number: int
) -> "tuple[list[Panel], Expander | None, SharedLamps | None, str, str]":
    parts, cap, wrong = make_panel(machine, wiring, number)
    buttons, chain, tone, display = parts
    expander = buttons if isinstance(buttons, Expander) else None
    lamps = SharedLamps(chain) if chain else None
    buzzer = SharedBuzzer(tone) if tone else None
    panels = []
    for place in range(number):
        window = Window(lamps, PIXELS * place) if lamps else None
        pins = expander.pins(place) if expander else () if place else buttons or ()
        panels.append(Panel(window, pins, buzzer, display))
    return panels, expander, lamps, cap, wrong
