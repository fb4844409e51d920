"""The diagnosis: checks from facts about the host or a seat to findings, and the verdict."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations

from firmware.link import VERSION
from host_tools.doctor.comparison import compare, wiring_file
from host_tools.doctor.facts import BUTTONS, COLOURS, DoctorFacts, HostFacts, SeatFacts, WiringFacts
from host_tools.doctor.findings import HOST, WRONG, Finding, find, listed, times
from host_tools.link.known_boards import board_id
from host_tools.link.serial_port import BRIDGES, SEATS, UsbPort

PYTHON = (3, 11)
BOOTLOADERS = {(0x2E8A, 0x0003), (0x2E8A, 0x000F)}  # RP2040, RP2350
EARLIEST = 1_735_689_600.0  # 2025: no table is older
SLACK_S = 120.0
FREE_MB = 50

DRIVERS = {  # what to do about a board without a port
    "win32": "In the Device Manager, uninstall its driver with the option that deletes it, and "
    "plug it in again: Windows then takes its own, USB Serial Device.",
    "linux": "Load the driver with `sudo modprobe cdc_acm`, and plug it in again.",
}
PLUG_AGAIN = "Plug it in again, without a hub."
BRIDGE_DRIVERS = "Install the driver of the bridge's maker: Silicon Labs for CP210x, WCH for CH340."

PORTS = {  # the link's code for a port: the finding
    "denied": "port_denied",
    "busy": "port_busy",
    "missing": "port_broken",
    "broken": "port_broken",
    "unknown": "port_silent",
    "repl": "port_repl",
    "twin": "port_twin",
    "update": "port_protocol",
}


def python(facts: DoctorFacts) -> Iterable[Finding]:
    """Check the version of Python."""
    if facts.host.python < PYTHON:
        yield find("python_old", found=".".join(map(str, facts.host.python)))


def parts(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that the packages are installed and new enough."""
    for part in facts.host.parts:
        if not part.found:
            yield find("part_missing", name=part.name, needed=part.needed)
        elif numbers(part.found) < numbers(part.needed):
            yield find("part_old", name=part.name, found=part.found, needed=part.needed)


def boards(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that there is a board, and a port for each."""
    host = facts.host
    blank = [device for device in host.devices or () if (device.vid, device.pid) in BOOTLOADERS]
    portless = list(_portless(host))
    for _ in blank:
        yield find("board_blank")
    for what, remedy in portless:
        yield find("no_driver", what=what, remedy=remedy)
    known = [port for port in host.usb_ports if port.fits() or _is_bridge(port)]
    if not (facts.seats or host.ports or blank or portless or known):
        yield find("no_board")


def _portless(host: HostFacts) -> Iterable[tuple[str, str]]:
    """Return the boards and bridges on USB without a serial port, with the remedy for each."""
    ports = Counter((port.vid, port.pid) for port in host.usb_ports)
    for device in host.devices or ():
        name = (device.vid, device.pid)
        ports[name] -= 1
        if ports[name] >= 0:
            continue
        if name in SEATS:
            yield SEATS[name], DRIVERS.get(host.platform, PLUG_AGAIN)
        elif name in BRIDGES:
            yield BRIDGES[name][0].upper() + BRIDGES[name][1:], BRIDGE_DRIVERS


def ports(facts: DoctorFacts) -> Iterable[Finding]:
    """Check the ports without a seat."""
    for port in facts.host.ports:
        if port.code in PORTS:
            yield find(
                PORTS[port.code], port=port.name, group=port.group or "dialout", text=port.text
            )
    met = {seat.port for seat in facts.seats} | {port.name for port in facts.host.ports}
    for usb in facts.host.usb_ports:
        if _is_bridge(usb) and usb.name not in met:
            yield find("port_bridge", port=usb.name, what=BRIDGES[(usb.vid or 0, usb.pid or 0)])


def _is_bridge(port: UsbPort) -> bool:
    return (port.vid, port.pid) in BRIDGES


def seat_numbers(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that no two boards keep the same seat number."""
    kept: dict[str, dict[int, str]] = {}
    for seat in facts.seats:
        if seat.place:
            kept.setdefault(board_id(seat.board), {})[seat.place] = seat.port
    for one, other in combinations(kept.values(), 2):
        both = sorted(one.keys() & other.keys())
        if both:
            seats = ("seat " if len(both) == 1 else "seats ") + listed(both)
            ports = one[both[0]], other[both[0]]
            yield find("numbers_clash", first=ports[0], second=ports[1], seats=seats)


def clock(facts: DoctorFacts) -> Iterable[Finding]:
    """Check the clock against the journal and the earliest possible date."""
    now, last = facts.host.now, facts.host.journal.last
    if now < EARLIEST:
        yield find("clock_unset", date=_date(now))
    elif last > now + SLACK_S:
        yield find("clock_back", date=_date(now), last=_date(last))


def disk(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that games can be written."""
    journal = facts.host.journal
    if not journal.writable:
        yield find("folder_closed", folder=journal.folder)
    if journal.free < FREE_MB * 1_000_000:
        yield find("disk_full", free=journal.free // 1_000_000, folder=journal.folder)


def journal(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that the journal is intact and not in use."""
    if facts.host.journal.trouble:
        what, _, do = facts.host.journal.trouble.partition(". ")
        yield find("journal_trouble", what=what.rstrip(".") + ".", do=do)


def browser(facts: DoctorFacts) -> Iterable[Finding]:
    """Check that there is a browser."""
    if not facts.host.browser:
        yield find("no_browser")


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare.

    >>> numbers("8.1") < numbers("8.10.1")
    True
    """
    found = []
    for word in version.split("."):
        digits = word[: len(word) - len(word.lstrip("0123456789"))]
        if not digits:
            break
        found.append(int(digits))
    return tuple(found)


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


HOST_CHECKS = (
    python,
    parts,
    boards,
    ports,
    seat_numbers,
    clock,
    disk,
    journal,
    browser,
    wiring_file,
)


GENUINE = {"mfrc522": ("90", "91", "92"), "pn532": ("32",)}
DEAD_BUS = {"ff": "reader_open", "00": "reader_shorted"}
DAMAGED = 3  # lines: one may have been cut when the port was opened
RATE = 0.9
CASCADE = "88"  # begins each part of a UID but the last; no whole UID begins with it
TOLD = (
    "crashed", "wiring", "no_secret", "low_memory", "unreadable", "two_cards", "reader_deaf",
    "second_dead", "second_deaf", "no_display", "no_buttons", "no_lamps", "no_buzzer",
)  # fmt: skip
NO_PROFILE = "no profile"  # how the firmware says that it does not know its board's pins
FAILED = 5  # polls: one or two may fail for any reason

MISSED = {"lamps": "lamps_dark", "buzzer": "buzzer_dumb"}


def firmware(seat: SeatFacts) -> Iterable[Finding]:
    """Check its firmware."""
    if numbers(seat.fw) < numbers(VERSION):
        yield find("firmware_old", seat.number, fw=seat.fw or "of no version", ours=VERSION)
    elif numbers(seat.fw) > numbers(VERSION):
        yield find("firmware_new", seat.number, fw=seat.fw, ours=VERSION)


def power(seat: SeatFacts) -> Iterable[Finding]:
    """Check for restarts and silence."""
    if seat.restarts == seat.early == 1:
        yield find("reset_on_open", seat.number)
    elif seat.restarts and "crashed" not in seat.faults:
        yield find("restarts", seat.number, times=times(seat.restarts), seconds=seat.seconds)
    elif seat.gone:
        yield find("gone", seat.number)


def cable(seat: SeatFacts) -> Iterable[Finding]:
    """Check for damaged lines."""
    if seat.damaged - seat.restarts >= DAMAGED:  # each restart may cut a line
        yield find("cable_noise", seat.number, number=seat.damaged)


def faults(seat: SeatFacts) -> Iterable[Finding]:
    """Report the faults that the seat reports."""
    for code in TOLD:
        if code in seat.faults:
            text = seat.faults[code]
            unknown = code == "wiring" and text.lower().startswith(NO_PROFILE)
            yield find("no_profile" if unknown else code, seat.number, text=text)


def reader(seat: SeatFacts) -> Iterable[Finding]:
    """Check that the reader chip answers, and its version."""
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
    """Check the chip's self-test and gain."""
    if seat.told.get("exam") == "failed":
        yield find("self_test", seat.number)
    found, _, wanted = seat.told.get("gain", "").partition("/")
    if found.isdecimal() and wanted.isdecimal() and int(found) < int(wanted):
        yield find("gain_low", seat.number, found=found, wanted=wanted)
    if seat.told.get("exam") == "dead":
        return
    if seat.reader_hung and "reader_deaf" not in seat.faults:
        yield find("reader_hangs", seat.number, times=times(seat.reader_hung))
    elif seat.reader_failed >= FAILED and "unreadable" not in seat.faults:
        yield find("reader_slow", seat.number, times=times(seat.reader_failed))


def reading(seat: SeatFacts) -> Iterable[Finding]:
    """Check that the card on the tray is read reliably."""
    if "card" in seat.missed:
        yield find("card_unread", seat.number)
    elif seat.flickers:
        yield find("card_flickers", seat.number, times=times(seat.flickers))
    elif seat.rate is not None and seat.rate < RATE and "reader_deaf" not in seat.faults:
        yield find("rate_low", seat.number, percent=round(100 * seat.rate))


def uids(seat: SeatFacts) -> Iterable[Finding]:
    """Check that UIDs are complete."""
    for uid in seat.uids:
        if len(uid) == 8 and uid.startswith(CASCADE):
            yield find("uid_cut", seat.number, uid=uid)
        elif len(uid) != 14:
            yield find("uid_short", seat.number, uid=uid, size=len(uid) // 2)


def cross_talk(seat: SeatFacts) -> Iterable[Finding]:
    """Check that it does not read other seats' cards."""
    for other in seat.crossed:
        yield find("cross_talk", seat.number, other=other)


def panel(seat: SeatFacts) -> Iterable[Finding]:
    """Check buttons, lights and buzzer."""
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


def diagnose(facts: DoctorFacts) -> list[Finding]:
    """Return every finding: the host first, then seat by seat."""
    found = [finding for check in HOST_CHECKS for finding in check(facts)]
    for board in dict.fromkeys(board_id(seat.board) for seat in facts.seats):
        seats = [seat for seat in facts.seats if board_id(seat.board) == board]
        found += _of_board(seats, facts.wiring)
    return found


def _of_board(seats: Sequence[SeatFacts], wiring: WiringFacts | None) -> list[Finding]:
    """Return the findings of one board; what all its seats have is told once, of all of them."""
    each = [[finding for check in SEAT_CHECKS for finding in check(seat)] for seat in seats]
    for seat, found in zip(seats, each, strict=True):
        found += compare(seat, len(seats), wiring)
    first = each[0]
    if len(seats) == 1:
        return first
    shared = [finding for finding in first if all(_key(finding) in _told(found) for found in each)]
    numbers = tuple(seat.number for seat in seats)
    told = _told(shared)
    rest = [finding for found in each for finding in found if _key(finding) not in told]
    return [replace(finding, seats=numbers) for finding in shared] + rest


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.what


def _told(findings: Sequence[Finding]) -> set[tuple[str, str]]:
    return {_key(finding) for finding in findings}


def healthy(findings: Sequence[Finding]) -> bool:
    """Return whether nothing is wrong; notes do not count."""
    return all(finding.severity != WRONG for finding in findings)


def verdict(facts: DoctorFacts, findings: Sequence[Finding]) -> str:
    """Return the last line of the report.

    >>> verdict(DoctorFacts(), [])
    'Healthy. No seat is plugged in.'
    """
    wrong = [finding for finding in findings if finding.severity == WRONG]
    if not wrong:
        return f"Healthy. {_ready(len(facts.seats))}"
    things = "1 thing is wrong" if len(wrong) == 1 else f"{len(wrong)} things are wrong"
    seats = sorted({seat for finding in wrong for seat in finding.concerns} - {HOST})
    where = ["this computer"] if any(finding.seat == HOST for finding in wrong) else []
    if seats:
        where.append(("seat " if len(seats) == 1 else "seats ") + listed(seats))
    return f"Not healthy: {things}, with {' and with '.join(where)}."


def _ready(seats: int) -> str:
    if not seats:
        return "No seat is plugged in."
    return "1 seat is ready." if seats == 1 else f"{seats} seats are ready."
