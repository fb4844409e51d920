"""Seats out of a capture, on ports that play it again: they meet the host of today.

Today's sessions have other numbers, and today's host may be slower. So what a seat said is said
again under today's session, not before its time, not before the host asks what it asked then, and
until it is answered if it was answered then.
"""

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from firmware.link import HOST, SEAT, Message, Splitter, line, parse
from host_tools.link.capture import CaptureEntry, read_capture
from host_tools.link.events import REPORTS
from host_tools.link.known_boards import board_id
from host_tools.link.port import POLLED, ListedPort, Port
from host_tools.link.session import overtaken

Asked = tuple[str, str, int, str]  # phase, game, round, step: what the host asks for


@dataclass(frozen=True, slots=True)
class Saying:
    """One hello or report; `asked` is what the host must ask for before it makes sense."""

    at: float
    message: Message
    asked: Asked | None = None
    answered: bool = False
    refused: bool = False  # it changed nothing


def asked_by(state: Message) -> Asked:
    """Return what a state asks for, without lights and texts, which differ between versions."""
    return (state.phase, state.game, state.round, state.step)


class _SeatReading:
    """The sayings of one seat, whatever else is said on its port."""

    def __init__(self) -> None:
        self.sayings: list[Saying] = []
        self.boot = ""
        self.sid = ""
        self._asked: Asked | None = None
        self._seq = 0

    def greet(self, message: Message, at: float) -> None:
        if message.boot != self.boot:
            self.boot = message.boot
            self.sayings.append(Saying(at, message))

    def hear(self, message: Message) -> None:
        if message.kind == "WE":
            if message.sid != self.sid:
                self._seq, self._asked = 0, None
            self.sid = message.sid
        elif message.kind == "ST":
            self._asked = asked_by(message)
        elif message.kind in ("AK", "NK"):
            self._answered(message.seq, message.kind == "NK")

    def say(self, message: Message, at: float) -> None:
        if message.kind in REPORTS and self._is_new(message.seq):
            self._seq = message.seq
            self.sayings.append(Saying(at, message, self._asked))

    def _is_new(self, seq: int) -> bool:
        """Return whether it is neither a repeat nor a late copy of an older report."""
        return not self._seq or (seq != self._seq and not overtaken(seq, self._seq))

    def _answered(self, seq: int, refused: bool) -> None:
        last = self.sayings[-1] if self.sayings else None
        if last and last.message.seq == seq and last.message.kind != "HI" and not last.answered:
            self.sayings[-1] = Saying(last.at, last.message, last.asked, True, refused)


class _PortReading:
    """The seats that speak on one port, each by its uid."""

    def __init__(self) -> None:
        self.seats: dict[str, _SeatReading] = {}
        self._ends = {"read": Splitter(SEAT), "wrote": Splitter(HOST)}

    def take(self, entry: CaptureEntry) -> None:
        for body in self._ends[entry.what].feed(entry.data):
            message = parse(body)
            if message is None:
                continue
            if message.kind == "HI":
                seat = self.seats.setdefault(message.board, _SeatReading())
                seat.greet(message, entry.at)
            elif found := self._seat(message):
                if entry.what == "read":
                    found.say(message, entry.at)
                else:
                    found.hear(message)

    def _seat(self, message: Message) -> _SeatReading | None:
        """Return the seat that a message is from or for."""
        for seat in self.seats.values():
            ours = seat.boot == message.boot if message.kind == "WE" else seat.sid == message.sid
            if ours and message.kind != "WH":
                return seat
        return None


def scripts_on_port(entries: Iterable[CaptureEntry]) -> dict[str, list[Saying]]:
    """Return the sayings of each seat on one port, in order."""
    reading = _PortReading()
    for entry in entries:
        if entry.what in ("read", "wrote"):
            reading.take(entry)
    return {uid: seat.sayings for uid, seat in reading.seats.items()}


def scripts_of(entries: Iterable[CaptureEntry]) -> dict[str, list[Saying]]:
    """Return the sayings of every seat, whatever ports its board was on, in order."""
    found: dict[str, list[Saying]] = {}
    for those in ports_of(entries).values():
        for uid, sayings in scripts_on_port(those).items():
            found.setdefault(uid, []).extend(sayings)
    return {uid: sorted(those, key=lambda saying: saying.at) for uid, those in found.items()}


def ports_of(entries: Iterable[CaptureEntry]) -> dict[str, list[CaptureEntry]]:
    """Return the entries of each port, in order."""
    wire = sorted((e for e in entries if e.what != "game"), key=lambda entry: entry.port)
    return {port: list(those) for port, those in groupby(wire, key=lambda entry: entry.port)}


AGAIN_S = 0.2
HELLO_S = 1.0
STALLED_S = 10.0  # the host does not ask what it asked then: go on and let it decide

Clock = Callable[[], float]


class CapturedSeat:
    """One seat of a capture; `clock` gives the seconds since the capture began."""

    def __init__(self, uid: str, script: list[Saying], clock: Clock) -> None:
        self.board = board_id(uid)
        self._script = script
        self._clock = clock
        self._place = 0
        self._hello: Message | None = None
        self._sid = ""
        self._all_asked: set[Asked | None] = {None}  # what the host has asked for so far
        self._splitter = Splitter(HOST)
        self._out = b""
        self._next = 0.0
        self._waiting_since: float | None = None
        self.misfits: list[Saying] = []  # what today's host did not ask for, or not answer

    def read(self) -> bytes:
        """Return what the seat says now."""
        self._speak(self._clock())
        out, self._out = self._out, b""
        return out

    def write(self, data: bytes) -> int:
        """Take what the host sends."""
        for body in self._splitter.feed(data):
            message = parse(body)
            if message:
                self._hear(message)
        return len(data)

    def finished(self) -> bool:
        """Return whether everything has been said."""
        return self._place >= len(self._script)

    def next_at(self) -> float:
        """Return the time of the next saying."""
        saying = self._saying()
        return saying.at if saying else float("inf")

    # What the host says

    def _hear(self, message: Message) -> None:
        if message.kind == "WH":
            self._greet()
        elif message.kind == "WE":
            if self._hello is not None and message.boot == self._hello.boot:
                self._sid = message.sid
        elif message.sid == self._sid and message.kind == "ST":
            self._all_asked.add(asked_by(message))
            self._out += line("UP", self._sid, message.v, [])
        elif message.sid == self._sid and message.kind in ("AK", "NK"):
            saying = self._saying()
            if saying and saying.message.seq == message.seq and saying.message.kind != "HI":
                self._go_on()

    # What the seat says

    def _saying(self) -> Saying | None:
        return None if self.finished() else self._script[self._place]

    def _go_on(self) -> None:
        self._place += 1
        self._next = 0.0
        self._waiting_since = None

    def _greet(self) -> None:
        if (hello := self._hello) is not None:
            self._out += line("HI", hello.ver, hello.board, hello.boot, list(hello.info.items()))

    def _speak(self, now: float) -> None:
        saying = self._saying()
        if saying is None or now < max(saying.at, self._next):
            return
        if saying.message.kind == "HI":
            self._hello, self._sid = saying.message, ""
            self._greet()
            self._go_on()
        elif not self._sid:
            self._next = now + HELLO_S
            self._greet()
        else:
            self._report(saying, now)

    def _report(self, saying: Saying, now: float) -> None:
        if self._waiting_since is None:
            self._waiting_since = now
        stalled = now - self._waiting_since >= STALLED_S
        # A report may cross with the next state, so earlier ones count too.
        if saying.asked not in self._all_asked and not stalled:
            return
        self._out += line(saying.message.kind, self._sid, *saying.message.values()[2:])
        self._next = now + AGAIN_S
        if stalled:
            self.misfits.append(saying)
        if stalled or not saying.answered:
            self._go_on()


class CapturedPort:
    """The seats of a capture on one port: those of one board, and later perhaps of another."""

    def __init__(self, seats: list[CapturedSeat], clock: Clock) -> None:
        self.seats = seats
        self._clock = clock
        self._here: list[CapturedSeat] = []  # the seats of the board that is plugged in now

    def fileno(self) -> int:
        """Nothing to wait on."""
        return POLLED

    def read(self) -> bytes:
        """Return what the seats say now."""
        coming = min(self.seats, key=CapturedSeat.next_at, default=None)
        if coming and coming not in self._here and coming.next_at() <= self._clock():
            self._here = [seat for seat in self.seats if seat.board == coming.board]
        return b"".join(seat.read() for seat in self._here)

    def write(self, data: bytes) -> int:
        """Take what the host sends."""
        for seat in self._here:
            seat.write(data)
        return len(data)

    def close(self) -> None:
        """Keep its place: it may be opened again."""

    def finished(self) -> bool:
        """Return whether everything has been said."""
        return all(seat.finished() for seat in self.seats)

    def next_at(self) -> float:
        """Return the time of the next saying."""
        return min((seat.next_at() for seat in self.seats), default=float("inf"))


class CapturedPorts:
    """The ports of a capture: each is plugged in from its first opening to its last closing."""

    def __init__(self, path: Path, speed: float = 1.0, clock: Clock = time.monotonic) -> None:
        self._ports = ports_of(read_capture(path))
        self._speed = speed
        self._clock = clock
        self._start: float | None = None
        self._opened: dict[str, CapturedPort] = {}

    @classmethod
    def of_url(cls, rest: str) -> "CapturedPorts":
        """Open `FILE` or `FILE?speed=8`; ValueError with a sentence when it cannot be read."""
        path, _, speed = rest.partition("?speed=")
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", speed or "1") or float(speed or 1) == 0:
            raise ValueError(f"the speed {speed!r:.20} is no number such as 8 or 0.5")
        try:
            ports = cls(Path(path), float(speed or 1))
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror}") from error
        if not ports._ports:
            raise ValueError(f"no seat speaks in {path}: `play --capture` writes such files")
        return ports

    def find(self) -> list[ListedPort]:
        """Return the ports that are plugged in at this point of the capture."""
        now = self._now()
        return [
            ListedPort(port) for port, those in self._ports.items() if self._there(port, those, now)
        ]

    def open(self, name: str) -> Port:
        """Open one; opened again, it continues where it was."""
        if name not in self._opened:
            scripts = scripts_on_port(self._ports[name])
            seats = [CapturedSeat(uid, script, self._now) for uid, script in scripts.items()]
            self._opened[name] = CapturedPort(seats, self._now)
        return self._opened[name]

    def finished(self) -> bool:
        """Return whether every seat has said everything."""
        return all(name in self._opened and self._opened[name].finished() for name in self._ports)

    def _now(self) -> float:
        if self._start is None:
            self._start = self._clock()
        return (self._clock() - self._start) * self._speed

    def _there(self, port: str, those: list[CaptureEntry], now: float) -> bool:
        opened = self._opened.get(port)
        return now >= those[0].at and not (opened and opened.finished() and now > those[-1].at)
