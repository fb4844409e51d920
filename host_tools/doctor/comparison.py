"""Compares what the seats report with a wiring file: number of seats, reader, parts, gain."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from host_tools.doctor.facts import DoctorFacts, SeatFacts, WiringFacts
from host_tools.doctor.findings import Finding, find, listed
from host_tools.link.known_boards import board_id, place_of
from host_tools.wiring.check import check, complaints_about

CHIPS = {"mfrc522": "an MFRC522", "pn532": "a PN532"}
OWN_GAIN = {"mfrc522": 33, "pn532": 38}  # dB, where the file leaves it to the chip
PANEL = {  # by a hello's word for it: the entries that name it, and its name
    "btn": (("buttons", "expanders"), "buttons"),
    "rgb": (("pixels", "rgb"), "lights"),
    "buzz": (("buzzer",), "a buzzer"),
    "oled": (("display",), "a display"),
}


def wiring_facts(file: str, entries: Mapping[str, Any]) -> WiringFacts:
    """Return what a wiring file says, and what of it cannot work."""
    complaints = tuple(complaints_about(entries))
    return WiringFacts(file, entries, {} if complaints else check(entries).wiring, complaints)


def wiring_file(facts: DoctorFacts) -> Iterable[Finding]:
    """Check the wiring file, and which boards have as many seats as it names."""
    if facts.wiring is None:
        return
    for text in facts.wiring.complaints:
        yield find("wiring_file", file=facts.wiring.file, text=text)
    if facts.wiring.complaints:
        return
    boards: dict[str, list[int]] = defaultdict(list)
    for seat in facts.seats:
        boards[board_id(seat.board)].append(seat.number)
    wanted = facts.wiring.wiring["seats"]
    others = [numbers for numbers in boards.values() if len(numbers) != wanted]
    if others:
        counts = listed(sorted({len(numbers) for numbers in others}))
        found = f"here {counts} said hello" if len(others) == 1 else f"these boards have {counts}"
        seats = tuple(sorted(number for numbers in others for number in numbers))
        words = "1 seat" if wanted == 1 else f"{wanted} seats"
        yield replace(find("wiring_seats", seats[0], wanted=words, found=found), seats=seats)


def compare(seat: SeatFacts, seats: int, wiring: WiringFacts | None) -> Iterable[Finding]:
    """Compare a seat with the file; `seats` are on its board, which is another if they differ."""
    if wiring is None or wiring.complaints or wiring.wiring["seats"] != seats:
        return
    if any(word.startswith("rfid") for word in seat.cap):  # it says which parts it has
        yield from _parts(seat, wiring)
    chip = seat.told.get("chip", "")
    wanted = wiring.wiring["reader"].partition("_")[0]
    if chip in CHIPS and chip != wanted:
        yield find("wiring_reader", seat.number, wanted=CHIPS[wanted], found=CHIPS[chip])
    elif chip in CHIPS:
        yield from _gain(seat, _entry(wiring.wiring["gain"], seat) or OWN_GAIN[chip])


def _gain(seat: SeatFacts, wanted: int) -> Iterable[Finding]:
    _, _, found = seat.told.get("gain", "").partition("/")
    if found.isdecimal() and int(found) != wanted:
        yield find("wiring_gain", seat.number, found=found, wanted=wanted)


def _parts(seat: SeatFacts, wiring: WiringFacts) -> Iterable[Finding]:
    second = wiring.wiring["second"]
    parts = [("rfid2", "a second reader", _entry(second, seat) is not None)]
    for word, (entries, name) in PANEL.items():
        if _is_said(wiring, entries):
            there = any(wiring.wiring[entry] is not None for entry in entries)
            parts.append((word, name, there))
    for word, name, wanted in parts:
        if (word in seat.cap) == wanted:
            continue
        if not wanted:
            yield find("wiring_extra", seat.number, part=name)
        elif word == "oled":  # the only one that a board looks for when it starts
            address = f"0x{wiring.wiring['display']['address']:02X}"
            yield find("wiring_display", seat.number, address=address)
        else:
            yield find("wiring_part", seat.number, part=name)


def _is_said(wiring: WiringFacts, entries: tuple[str, ...]) -> bool:
    """Return whether the file says if a seat has a part.

    Without a profile it may be for any board. A display is optional in every profile, and boards
    with several seats have none.
    """
    if entries == ("display",):
        return "display" in wiring.entries and wiring.wiring["seats"] == 1
    return "profile" in wiring.entries or any(entry in wiring.entries for entry in entries)


def _entry(value: Any, seat: SeatFacts) -> Any:
    """Return what an entry says for this seat: a list has one value for each."""
    if not isinstance(value, list):
        return value
    place = place_of(seat.board)
    return value[place] if place < len(value) else None
