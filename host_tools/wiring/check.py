"""Whether a wiring can work on its board: one sentence for each thing that cannot.

>>> check({"buzzer": 16}).complaints
['GP16 is for pixels and for buzzer: give one of them another pin, such as GP0, GP1 or GP7.']
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from firmware.board import wiring_of
from host_tools.texts import counted
from host_tools.wiring.entries import PROFILE_NAMES, SEATS_MAX, shown, sound_entries
from host_tools.wiring.jobs import (
    BUS_OF,
    BUTTON,
    ON_SPI,
    OPEN_DRAIN,
    OUT,
    PIN_ENTRIES,
    PinJob,
    Wiring,
    as_list,
    buses_of,
    entries_of,
    flat,
    jobs_of,
)
from host_tools.wiring.notes import notes_on, pin_notes, unused
from host_tools.wiring.pins import RP2_JOBS, BoardPins, board_pins, rp2_bus

FASTEST = {"mfrc522": 10_000_000, "pn532_spi": 5_000_000}  # MFRC522, 8.1.2; PN532/C1, 6.2.5
FAST_I2C = 400_000
PN532_BAUD = 115_200  # what the chip starts with, and we do not change it
PN532_ADDRESS = 0x24
PWM_OUTPUTS = 16  # of an RP2040 and RP2350


@dataclass(frozen=True, slots=True)
class WiringReport:
    """What was found: with complaints the wiring cannot work, notes are to be known."""

    profile: str
    wiring: Mapping[str, object]
    complaints: list[str]
    notes: list[str]


def check(changes: object, profile: str = "pico") -> WiringReport:
    """Check a wiring as it is in wiring.json; `profile` counts where the file names none."""
    if not isinstance(changes, dict):
        text = f"A wiring is an object with entries, not {shown(changes)}."
        return WiringReport(profile, {}, [text], [])
    name = changes.get("profile", profile)
    if name not in PROFILE_NAMES:
        text = f"profile: there is no board {shown(name)}. There are {', '.join(PROFILE_NAMES)}."
        return WiringReport(profile, {}, [text], [])
    sound, complaints = sound_entries(changes)
    wiring = wiring_of(name, sound)
    board = board_pins(name)
    complaints += [text for rule in RULES for text in rule(wiring)]
    complaints += _pins(wiring, board)
    complaints += _idle_pins(sound, wiring, board)
    ours = wiring_of(name, {"reader": wiring["reader"]})
    notes = [*notes_on(wiring), *unused(sound, wiring), *pin_notes(wiring, ours, board)]
    return WiringReport(name, wiring, complaints, notes)


def complaints_about(changes: Mapping[str, object]) -> list[str]:
    """Return what cannot work on its board; where the file names none, on any board.

    >>> complaints_about({"buzzer": 77}), len(complaints_about({"buzzer": 77, "profile": "pico"}))
    ([], 1)
    """
    return check(changes).complaints if "profile" in changes else sound_entries(changes)[1]


def checked_wiring(profile: str, changes: Mapping[str, object] | None) -> dict[str, object]:
    """Return a wiring that can work; otherwise a ValueError says in sentences why it cannot."""
    report = check(dict(changes or {}), profile)
    if report.complaints:
        raise ValueError("\n".join(report.complaints))
    return dict(report.wiring)


def _lists(wiring: Wiring) -> Iterator[str]:
    """Check that every seat has its entry."""
    seats, bus = wiring["seats"], BUS_OF[wiring["reader"]]
    spi = wiring["spi"]
    if bus == "spi" and spi is not None and spi["cs"] is not None:
        selects = len(entries_of(spi["cs"], seats))
        if selects < seats:
            yield (
                f"spi.cs: {counted(seats, 'seat')} need {counted(seats, 'chip select')}, and it "
                f"has {selects}. Give it a list of {counted(seats, 'pin')}, or lower seats."
            )
    listed = {"gain": wiring["gain"], "second": wiring["second"]}
    if wiring[bus] is not None:
        listed[f"{bus}.rst"] = wiring[bus]["rst"]
    for entry, value in listed.items():
        if isinstance(value, list) and len(value) < seats:
            yield f"{entry}: a list needs {seats} entries, one for each seat; it has {len(value)}."
    if seats > 1 and isinstance(wiring["second"], int):
        yield "second: with several seats it is a list, with a pin or null for each seat."


def _readers(wiring: Wiring) -> Iterator[str]:
    """Check how many readers there are, and that their bus can take them."""
    seats, reader = wiring["seats"], wiring["reader"]
    seconds = [pin for pin in entries_of(wiring["second"], seats) if pin is not None]
    if seats + len(seconds) > SEATS_MAX:
        yield (
            f"second: {seats} seats and {counted(len(seconds), 'second reader')} are more than "
            f"{SEATS_MAX} readers. Put some of them on another board."
        )
    if reader not in ON_SPI:
        if seats > 1:
            yield (
                f"reader: several {reader} cannot share one bus. For {seats} seats take "
                "mfrc522 or pn532_spi, which have a chip select each."
            )
        if seconds:
            yield f"second: a second reader needs SPI, and {reader} has none."


def _panel(wiring: Wiring) -> Iterator[str]:
    """Check the parts that only one seat can have."""
    if wiring["buttons"] is not None and wiring["expanders"] is not None:
        yield "expanders: the buttons have pins of their own. Set buttons or expanders to null."
    if wiring["seats"] == 1:
        return
    if wiring["display"] is not None:
        yield "display: a board with several seats has no display. Set it to null."
    if wiring["buttons"] is not None and wiring["expanders"] is None:
        yield (
            "buttons: three pins are the buttons of one seat. For several seats use expanders, or "
            "set buttons to null: action tiles do the same."
        )
    if wiring["pixels"] is None and wiring["rgb"] is not None:
        yield "rgb: it is the light of one seat. For several seats use pixels."


def _speeds(wiring: Wiring) -> Iterator[str]:
    reader, buses = wiring["reader"], buses_of(wiring)
    for bus in buses:
        if wiring[bus] is None:
            parts = [part for part in ("display", "expanders") if wiring[part] is not None]
            if bus == BUS_OF[reader]:
                yield f"{bus}: the reader cannot work without it. Give it its pins."
            else:
                who = " and ".join(f"the {part}" for part in parts)
                null = f"set {' and '.join(parts)} to null"
                yield f"{bus}: {who} cannot work without it. Give it its pins, or {null}."
    spi, i2c, uart = (wiring[bus] if bus in buses else None for bus in ("spi", "i2c", "uart"))
    if spi and (spi["baudrate"] or 0) > FASTEST[reader]:
        yield f"spi.baudrate: {_chip(reader)} takes at most {FASTEST[reader]} Hz."
    if i2c and i2c["freq"] > FAST_I2C:
        yield f"i2c.freq: the parts on the bus take at most {FAST_I2C} Hz."
    if uart and uart["baudrate"] != PN532_BAUD:
        yield f"uart.baudrate: a PN532 starts with {PN532_BAUD}, so it must be {PN532_BAUD}."


def _addresses(wiring: Wiring) -> Iterator[str]:
    """Check that no two parts on the I2C bus have one address."""
    parts: dict[int, list[str]] = defaultdict(list)
    if wiring["reader"] == "pn532_i2c":
        parts[PN532_ADDRESS].append("the PN532")
    if wiring["display"] is not None:
        parts[wiring["display"]["address"]].append("the display")
    for address in wiring["expanders"] or ():
        parts[address].append("an expander")
    for address, names in parts.items():
        if len(names) > 1:
            yield (
                f"i2c: {' and '.join(names)} have the same address, 0x{address:02x}. Set the "
                "address pins of an expander differently."
            )


RULES: tuple[Callable[[Wiring], Iterator[str]], ...] = (
    _lists, _readers, _panel, _speeds, _addresses,
)  # fmt: skip


def _pins(wiring: Wiring, board: BoardPins | None) -> Iterator[str]:
    jobs: dict[int, list[PinJob]] = defaultdict(list)
    for job in jobs_of(wiring):
        if job.pin is None:
            yield f"{job.entry}: no pin is named, and the reader needs one."
        else:
            jobs[job.pin].append(job)
            if board is not None:
                yield from _unfit(job, job.pin, board)
    for pin, same in jobs.items():
        if len(same) > 1:
            first, second = same[0].entry, same[1].entry
            what = f"for {first} and for {second}" if first != second else f"twice in {first}"
            name = board.pin_name(pin) if board else f"Pin {pin}"
            yield f"{name} is {what}: give one of them another pin{_such_as(board, jobs)}."
    if board is not None:
        yield from _routes(wiring, board)
        if not board.matrix:
            yield from _twins(wiring, board)


def _unfit(job: PinJob, pin: int, board: BoardPins) -> Iterator[str]:
    name = board.pin_name(pin)
    if pin not in board.pins:
        yield f"{job.entry}: {board.name} has no pin {pin}."
    elif pin in board.reserved:
        yield f"{job.entry}: {name} is not free on {board.name}: {board.reserved[pin]}."
    elif pin in board.input_only and job.use == BUTTON:
        yield f"{job.entry}: {name} has no pull-up, so a button does not work there."
    elif pin in board.input_only and job.use in (OUT, OPEN_DRAIN):
        yield f"{job.entry}: {name} is only an input. Choose another pin."
    elif pin in board.never_pulled_up and job.use == OPEN_DRAIN:
        yield f"{job.entry}: the bus pulls {name} up, and {board.name} would not start."


def _idle_pins(sound: Wiring, wiring: Wiring, board: BoardPins | None) -> Iterator[str]:
    """Check the pins that the owner named although nothing uses them."""
    used = {(job.entry, job.pin) for job in jobs_of(wiring)}
    for entry, value in flat(sound).items():
        for pin in as_list(value) if entry in PIN_ENTRIES and board else ():
            if board and pin is not None and (entry, pin) not in used and pin not in board.pins:
                yield f"{entry}: {board.name} has no pin {pin}."


def _routes(wiring: Wiring, board: BoardPins) -> Iterator[str]:
    """Check that each bus exists, and reaches the pins that are named for it."""
    for bus in buses_of(wiring):
        if wiring[bus] is None:
            continue
        number = wiring[bus]["id"]
        if number not in board.buses[bus]:
            there = " and ".join(map(str, board.buses[bus]))
            yield f"{bus}.id: {board.name} has no free {bus.upper()} {number}, only {there}."
        elif not board.matrix:
            for job, pin in ((f"{bus}.{name}", pin) for name, pin in wiring[bus].items()):
                if job in RP2_JOBS and pin in board.pins and rp2_bus(job, pin) != number:
                    yield _elsewhere(job, pin, number, board)


def _elsewhere(job: str, pin: int, number: int, board: BoardPins) -> str:
    bus, _, name = job.partition(".")
    fits = [board.pin_name(each) for each in board.free if rp2_bus(job, each) == number]
    return (
        f"{job}: {board.pin_name(pin)} cannot be {name.upper()} of {bus.upper()} {number}. "
        f"These can: {', '.join(fits)}."
    )


def _twins(wiring: Wiring, board: BoardPins) -> Iterator[str]:
    """Check that no two tones or colours come from one output (RP2040 Datasheet, 4.5.2)."""
    outputs: dict[int, PinJob] = {}
    for job in jobs_of(wiring):
        if job.pin is None or job.entry not in ("buzzer", "rgb"):
            continue
        first = outputs.setdefault(job.pin % PWM_OUTPUTS, job)
        if first.pin is not None and first.pin != job.pin:
            names = f"{board.pin_name(first.pin)} and {board.pin_name(job.pin)}"
            yield f"{job.entry}: {names} have one PWM output, and one of them needs another pin."


def _such_as(board: BoardPins | None, taken: Mapping[int, object]) -> str:
    free = [board.pin_name(pin) for pin in board.free if pin not in taken] if board else []
    return f", such as {', '.join(free[:2])} or {free[2]}" if len(free) > 2 else ""


def _chip(reader: str) -> str:
    return "an MFRC522" if reader == "mfrc522" else "a PN532"
