"""Checks of the host: each a small function from facts to findings."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

from host_tools.doctor.facts import Facts, HostFacts, PortFacts
from host_tools.doctor.findings import Finding, find
from host_tools.link.serial_port import BRIDGES, SEATS, UsbPort

PYTHON = (3, 11)
BOOTLOADERS = {(0x2E8A, 0x0003), (0x2E8A, 0x000F)}  # RP2040, RP2350
EARLIEST = 1_735_689_600.0  # 2025: no table was built before it
SLACK_S = 120.0
FREE_MB = 50

DRIVERS = {  # what to do where a board has no port
    "win32": "In the Device Manager, uninstall its driver with the option that deletes it, and "
    "plug it in again: Windows then takes its own, USB Serial Device.",
    "linux": "Load the driver with `sudo modprobe cdc_acm`, and plug it in again.",
}
PLUG_AGAIN = "Plug it in again, without a hub."
BRIDGE_DRIVERS = "Install the driver of the bridge's maker: Silicon Labs for CP210x, WCH for CH340."

PORTS = {  # the link's word for a port: the finding
    "denied": "port_denied",
    "busy": "port_busy",
    "missing": "port_broken",
    "broken": "port_broken",
    "unknown": "port_silent",
    "repl": "port_repl",
    "twin": "port_twin",
    "update": "port_protocol",
}


def python(facts: Facts) -> Iterable[Finding]:
    """Is Python new enough?"""
    if facts.host.python < PYTHON:
        yield find("python_old", found=".".join(map(str, facts.host.python)))


def parts(facts: Facts) -> Iterable[Finding]:
    """Are the packages there, and new enough?"""
    for part in facts.host.parts:
        if not part.found:
            yield find("part_missing", name=part.name, needed=part.needed)
        elif numbers(part.found) < numbers(part.needed):
            yield find("part_old", name=part.name, found=part.found, needed=part.needed)


def boards(facts: Facts) -> Iterable[Finding]:
    """Is any board there, and has each a port?"""
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
    """Boards and bridges on the USB for which there is no serial port, and the remedy for each."""
    ports = Counter((port.vid, port.pid) for port in host.usb_ports)
    for device in host.devices or ():
        name = (device.vid, device.pid)
        ports[name] -= 1
        if ports[name] >= 0:
            continue
        if name in SEATS:
            yield SEATS[name], DRIVERS.get(host.platform, PLUG_AGAIN)
        elif name in BRIDGES:
            what = BRIDGES[name]
            yield what[0].upper() + what[1:], BRIDGE_DRIVERS


def ports(facts: Facts) -> Iterable[Finding]:
    """What is wrong with the ports at which no seat was met?"""
    for port in facts.host.ports:
        if port.code in PORTS:
            yield find(PORTS[port.code], port=port.name, group=_group(port), text=port.text)
    met = {seat.port for seat in facts.seats} | {port.name for port in facts.host.ports}
    for usb in facts.host.usb_ports:
        if _is_bridge(usb) and usb.name not in met:
            yield find("port_bridge", port=usb.name, what=BRIDGES[(usb.vid or 0, usb.pid or 0)])


def _group(port: PortFacts) -> str:
    return port.group or "dialout"


def _is_bridge(port: UsbPort) -> bool:
    return (port.vid, port.pid) in BRIDGES


def clock(facts: Facts) -> Iterable[Finding]:
    """Does the clock go right, as far as one can tell?"""
    now, last = facts.host.now, facts.host.journal.last
    if now < EARLIEST:
        yield find("clock_unset", date=_date(now))
    elif last > now + SLACK_S:
        yield find("clock_back", date=_date(now), last=_date(last))


def disk(facts: Facts) -> Iterable[Finding]:
    """Can games be written?"""
    journal = facts.host.journal
    if not journal.writable:
        yield find("folder_closed", folder=journal.folder)
    if journal.free < FREE_MB * 1_000_000:
        yield find("disk_full", free=journal.free // 1_000_000, folder=journal.folder)


def journal(facts: Facts) -> Iterable[Finding]:
    """Is the journal whole and free?"""
    if facts.host.journal.trouble:
        what, _, do = facts.host.journal.trouble.partition(". ")
        yield find("journal_trouble", what=what.rstrip(".") + ".", do=do)


def browser(facts: Facts) -> Iterable[Finding]:
    """Can the pages be opened here?"""
    if not facts.host.browser:
        yield find("no_browser")


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that compare.

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


HOST_CHECKS = (python, parts, boards, ports, clock, disk, journal, browser)
