"""The boards that are plugged in, and what each says of itself.

for board in find_boards():
    print(board.port, board.version, board.trouble)
"""

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from firmware.board import profile_of, wiring_of
from host_tools.flash import FlashError
from host_tools.flash.remote import Remote
from host_tools.flash.slots import SLOTS, SlotLayout, is_damaged, is_ours, layout_of, names_slots
from host_tools.link.serial_port import usb_ports
from host_tools.link.sources import port_name

MANIFEST = "manifest.json"
VERSION_OF = """
sys.path.insert(0, {folder!r})
try:
    from firmware.link import VERSION
    print(VERSION)
except Exception:
    print("")
"""


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """One board; with `trouble` nothing else is known."""

    port: str
    trouble: str = ""
    uid: str = ""
    machine: str = ""
    micropython: tuple[int, ...] = ()
    mpy: int = 0
    free: int = 0
    block: int = 4096
    start: str = ""
    has_start: bool = False
    damaged: bool = False
    """Whether main.py is one of ours that was cut off, or empty."""
    layout: SlotLayout | None = None
    """Where Wondertable is; None on a board that has none."""
    version: str = ""
    digests: Mapping[str, str] = field(default_factory=dict)
    whole: bool = True
    """Whether every file matches the manifest."""
    seat: int | None = None
    """Its number; of a board with several seats, that of the first."""
    wiring: Mapping[str, object] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        """Return the numbers of its seats, as far as it has any."""
        return seat_numbers(self.seat, self.machine, self.wiring)

    @property
    def foreign(self) -> bool:
        """Return whether it runs something other than Wondertable."""
        return self.has_start and self.layout is None and not self.damaged


def seat_numbers(first: int | None, machine: str, wiring: Mapping[str, object]) -> range:
    """Return the numbers of a board's seats: the first is given to it, the others follow.

    >>> seat_numbers(3, "Raspberry Pi Pico with RP2040", {"seats": 4})
    range(3, 7)
    """
    if first is None:
        return range(0)
    changes = dict(wiring)
    profile = str(changes.pop("profile", "")) or profile_of(machine)
    try:
        count = wiring_of(profile, changes)["seats"]
    except (ValueError, KeyError, TypeError, AttributeError):  # the board itself ignores it, too
        count = wiring_of(profile_of(machine), {})["seats"]
    return range(first, first + max(1, _number(count) or 1))


def seat_words(seats: range) -> str:
    """Return how people say which seats these are.

    >>> seat_words(range(3, 4)), seat_words(range(1, 5))
    ('seat 3', 'seats 1 to 4')
    """
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {seats[0]} to {seats[-1]}"


def board_ports() -> list[str]:
    """Return the ports whose USB id is a board's."""
    return [port.name for port in usb_ports() if port.fits()]


def distinct_ports(ports: Sequence[str]) -> list[str]:
    """Return each port once, even if it was named in two ways.

    >>> distinct_ports(["/dev/null", "null", "/dev/../dev/null"])
    ['/dev/null']
    """
    names: dict[str, str] = {}
    for port in ports:
        name = port_name(port)
        names.setdefault(os.path.realpath(name) if os.name == "posix" else name, name)
    return list(names.values())


def find_boards(ports: Sequence[str] | None = None) -> list[BoardInfo]:
    """Ask these ports, or all whose USB id fits; this restarts a seat that runs."""
    names = distinct_ports(board_ports() if ports is None else ports)
    if not names:
        return []
    with ThreadPoolExecutor(len(names)) as threads:
        return list(threads.map(ask, names))


def ask(port: str) -> BoardInfo:
    """Ask one board, and restart its program."""
    try:
        with Remote(port) as remote:
            board = look(remote)
            remote.restart()
            return board
    except FlashError as error:
        return BoardInfo(port, trouble=str(error))


def look(remote: Remote) -> BoardInfo:
    """Return what a board is, and what is on it; one that is reset meanwhile is asked again."""
    try:
        return _look(remote)
    except FlashError:
        remote.close()
        remote.open()
        return _look(remote)


def _look(remote: Remote) -> BoardInfo:
    facts = remote.facts(SLOTS)
    start = bytes.fromhex(facts["start"]).decode(errors="replace")
    damaged = facts["has_start"] and is_damaged(start)
    layout = None
    if is_ours(start) or (damaged and names_slots(start)):
        layout = layout_of(start, facts["marks"])
    elif damaged and facts["filled"]:  # nobody knows which it started: one that is whole
        layout = SlotLayout(facts["filled"][0], facts["filled"][0])
    version, digests, whole = _firmware(remote, layout.proven) if layout else ("", {}, True)
    return BoardInfo(
        port=remote.port,
        uid=facts["uid"],
        machine=facts["machine"],
        micropython=tuple(facts["micropython"]),
        mpy=facts["mpy"],
        free=facts["free"],
        block=facts["block"],
        start=start,
        has_start=facts["has_start"],
        damaged=damaged,
        layout=layout,
        version=version,
        digests=digests,
        whole=whole,
        seat=_number(_object(facts["seat"]).get("seat")),
        wiring=_object(facts["wiring"]),
    )


def _firmware(remote: Remote, slot: str) -> tuple[str, dict[str, str], bool]:
    """Return the version, the files, and whether they are as they were written."""
    inner = remote.digests(f"{slot}/firmware")
    digests = {f"firmware/{name}": digest for name, digest in inner.items()}
    manifest = _object(remote.read(f"{slot}/{MANIFEST}")) if slot else {}
    if manifest:
        return str(manifest.get("version", "")), digests, manifest.get("files") == digests
    version = remote.run(VERSION_OF.format(folder=slot or "/")).strip()
    return version, digests, version != ""


def _object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError:  # not there, or written by hand and wrong
        return {}
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
