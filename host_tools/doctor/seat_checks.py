"""Checks of one seat: each a small function from its facts to findings."""

from collections.abc import Iterable

from firmware.link import VERSION
from host_tools.doctor.facts import BUTTONS, COLOURS, SeatFacts
from host_tools.doctor.findings import Finding, find, listed, times
from host_tools.doctor.host_checks import numbers

GENUINE = {"mfrc522": ("91", "92"), "pn532": ("32",)}
DEAD_BUS = {"ff": "reader_open", "00": "reader_shorted"}
DAMAGED = 3  # lines: one may be the half that was under way when the port was opened
RATE = 0.9
CASCADE = "88"  # begins each part of a UID but the last; no UID of its own begins so
TOLD = ("crashed", "wiring", "no_secret", "low_memory", "unreadable", "two_cards")

MISSED = {"lamps": "lamps_dark", "buzzer": "buzzer_dumb"}


def firmware(seat: SeatFacts) -> Iterable[Finding]:
    """Does it run our firmware?"""
    if numbers(seat.fw) < numbers(VERSION):
        yield find("firmware_old", seat.number, fw=seat.fw or "of no version", ours=VERSION)
    elif numbers(seat.fw) > numbers(VERSION):
        yield find("firmware_new", seat.number, fw=seat.fw, ours=VERSION)


def power(seat: SeatFacts) -> Iterable[Finding]:
    """Does it stay up, and stay there?"""
    if seat.restarts and "crashed" not in seat.faults:
        yield find("restarts", seat.number, times=times(seat.restarts), seconds=seat.seconds)
    elif seat.gone:
        yield find("gone", seat.number)


def cable(seat: SeatFacts) -> Iterable[Finding]:
    """Does what is said arrive?"""
    if seat.damaged - seat.restarts >= DAMAGED:  # each restart may cut a line
        yield find("cable_noise", seat.number, number=seat.damaged)


def faults(seat: SeatFacts) -> Iterable[Finding]:
    """What does it complain of itself?"""
    for code in TOLD:
        if code in seat.faults:
            yield find(code, seat.number, text=seat.faults[code])


def reader(seat: SeatFacts) -> Iterable[Finding]:
    """Does the chip answer, and which one is it?"""
    chip, version = seat.told.get("chip", ""), seat.told.get("ver", "")
    result = seat.told.get("exam", "")
    if not result:
        if not (seat.restarts or seat.gone) and numbers(seat.fw) >= numbers(VERSION):
            yield find("exam_missing", seat.number)
    elif chip == "none":
        yield find("reader_missing", seat.number, text=seat.faults.get("reader_dead", "unknown"))
    elif result == "dead":
        mute = "reader_mute" if chip == "pn532" else "reader_open"
        yield find(DEAD_BUS.get(version, mute), seat.number)
    elif version not in GENUINE.get(chip, ()):
        yield find("reader_clone", seat.number, version=version.upper())


def reader_strength(seat: SeatFacts) -> Iterable[Finding]:
    """Is the chip well?"""
    if seat.told.get("exam") == "failed":
        yield find("self_test", seat.number)
    found, _, wanted = seat.told.get("gain", "").partition("/")
    if found.isdecimal() and wanted.isdecimal() and int(found) < int(wanted):
        yield find("gain_low", seat.number, found=found, wanted=wanted)
    if seat.reader_hung and seat.told.get("exam") != "dead":
        yield find("reader_hangs", seat.number, times=times(seat.reader_hung))


def reading(seat: SeatFacts) -> Iterable[Finding]:
    """Is a card that lies there read surely?"""
    if "card" in seat.missed:
        yield find("card_unread", seat.number)
    elif seat.flickers:
        yield find("card_flickers", seat.number, times=times(seat.flickers))
    elif seat.rate is not None and seat.rate < RATE:
        yield find("rate_low", seat.number, percent=round(100 * seat.rate))


def uids(seat: SeatFacts) -> Iterable[Finding]:
    """Are the UIDs whole?"""
    for uid in seat.uids:
        if len(uid) == 8 and uid.startswith(CASCADE):
            yield find("uid_cut", seat.number, uid=uid)
        elif len(uid) != 14:
            yield find("uid_short", seat.number, uid=uid, size=len(uid) // 2)


def cross_talk(seat: SeatFacts) -> Iterable[Finding]:
    """Does it read the neighbours' cards?"""
    for other in seat.crossed:
        yield find("cross_talk", seat.number, other=other)


def panel(seat: SeatFacts) -> Iterable[Finding]:
    """Do buttons, lights and buzzer work?"""
    for button in seat.held:
        yield find("button_stuck", seat.number, button=button)
    dead = [button for button in BUTTONS if button in seat.missed and button not in seat.held]
    if dead:
        buttons = listed(dead) + (" button was" if len(dead) == 1 else " buttons were")
        yield find("button_dead", seat.number, buttons=buttons)
    dark = [colour for colour in COLOURS if colour in seat.missed]
    if dark:
        yield find("light_dark", seat.number, colours=listed(dark))
    for part, code in MISSED.items():
        if part in seat.missed:
            yield find(code, seat.number)


SEAT_CHECKS = (
    firmware, power, cable, faults, reader, reader_strength, reading, uids, cross_talk, panel,
)  # fmt: skip
