"""Facts about the host and every seat: plain values for the checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.link.serial_port import UsbPort

BUTTONS = ("left", "middle", "right")
COLOURS = ("red", "green", "blue")


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """A package that Wondertable needs; `found` is empty if it is not installed."""

    name: str
    needed: str
    found: str


@dataclass(frozen=True, slots=True)
class UsbDevice:
    """A USB device, with or without a port."""

    vid: int
    pid: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class PortFacts:
    """A port without a seat: why, by the link's code or "repl", and the system group it is in."""

    name: str
    code: str
    text: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """The journal and its folder; `trouble` is the journal's own sentence."""

    path: str = ""
    games: int = 0
    trouble: str = ""
    last: float = 0.0  # when it was written last
    folder: str = ""
    free: int = 1 << 40  # bytes
    writable: bool = True


@dataclass(frozen=True, slots=True)
class HostFacts:
    """This computer. `devices` is None where the system does not list them."""

    platform: str = "linux"
    python: tuple[int, ...] = (3, 11)
    parts: tuple[PackageFacts, ...] = ()
    usb_ports: tuple[UsbPort, ...] = ()
    devices: tuple[UsbDevice, ...] | None = None
    ports: tuple[PortFacts, ...] = ()
    now: float = 1_800_000_000.0
    journal: JournalFacts = field(default_factory=JournalFacts)
    browser: bool = True


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat. `told` is its telemetry; `missed` are parts that failed before a person."""

    number: int
    board: str
    port: str = ""
    fw: str = ""
    cap: tuple[str, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    restarts: int = 0
    early: int = 0  # restarts just after its port was opened
    damaged: int = 0
    reader_hung: int = 0
    reader_failed: int = 0  # polls
    gone: bool = False
    seconds: int = 0  # how long it was watched
    held: tuple[str, ...] = ()  # buttons that were down in every report
    uids: tuple[str, ...] = ()  # the cards it read
    flickers: int = 0  # how often the card on it was lost and read again
    rate: float | None = None  # how reliably it reads the card on it, 0 to 1
    crossed: tuple[int, ...] = ()  # seats whose card it reads too
    missed: tuple[str, ...] = ()
    place: int = 0  # the number that its board keeps for it, if any


@dataclass(frozen=True, slots=True)
class WiringFacts:
    """A wiring file: what it says itself, the whole wiring with its profile, what cannot work."""

    file: str
    entries: Mapping[str, Any]
    wiring: Mapping[str, Any]
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DoctorFacts:
    """All facts. `matrix`: for every seat on which a card was laid, the seats that read it."""

    host: HostFacts = field(default_factory=HostFacts)
    seats: tuple[SeatFacts, ...] = ()
    matrix: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    wiring: WiringFacts | None = None
