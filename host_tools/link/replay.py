"""Ports that play a capture again: the seats of that evening meet the host of today.

Today's sessions have other numbers, and today's host may be slower. So what a seat said is said
again under today's session, not before its time, not before the host wants what it wanted then,
and until it is answered if it was answered then.
"""

import time
from collections.abc import Callable
from pathlib import Path

from firmware.link import HOST, Message, Splitter, line, parse
from host_tools.link.capture import Entry, read_capture
from host_tools.link.script import Saying, Slot, ports_of, script_of, slot_of
from host_tools.link.wire import POLLED, Found, Wire

AGAIN_S = 0.2
HELLO_S = 1.0
STALLED_S = 10.0  # the host does not want what it wanted then: go on and let it judge

Clock = Callable[[], float]


class ReplayedSeat:
    """One seat of a capture; `clock` gives the seconds since the capture began."""

    def __init__(self, script: list[Saying], clock: Clock) -> None:
        self._script = script
        self._clock = clock
        self._place = 0
        self._hello: Message | None = None
        self._sid = ""
        self._slots: set[Slot | None] = {None}  # what the host has asked for so far
        self._splitter = Splitter(HOST)
        self._out = b""
        self._next = 0.0
        self._waiting_since: float | None = None
        self.misfits: list[Saying] = []  # what the host of today did not ask for, or not answer

    def fileno(self) -> int:
        """Nothing to wait on."""
        return POLLED

    def read(self) -> bytes:
        """What the seat says by now."""
        self._speak(self._clock())
        out, self._out = self._out, b""
        return out

    def write(self, data: bytes) -> int:
        """Hear the host."""
        for body in self._splitter.feed(data):
            message = parse(body)
            if message:
                self._hear(message)
        return len(data)

    def close(self) -> None:
        """Leave it where it is."""

    def finished(self) -> bool:
        """Whether everything has been said."""
        return self._place >= len(self._script)

    def next_at(self) -> float:
        """The time of what is said next."""
        saying = self._saying()
        return saying.at if saying else float("inf")

    # What the host says.

    def _hear(self, message: Message) -> None:
        if message.kind == "WH":
            self._greet()
        elif message.kind == "WE":
            if self._hello is not None and message.boot == self._hello.boot:
                self._sid = message.sid
        elif message.sid == self._sid and message.kind == "ST":
            self._slots.add(slot_of(message))
            self._out += line("UP", self._sid, message.v, [])
        elif message.sid == self._sid and message.kind in ("AK", "NK"):
            saying = self._saying()
            if saying and saying.message.seq == message.seq and saying.message.kind != "HI":
                self._go_on()

    # What the seat says.

    def _saying(self) -> Saying | None:
        return None if self.finished() else self._script[self._place]

    def _go_on(self) -> None:
        self._place += 1
        self._next = 0.0
        self._waiting_since = None

    def _greet(self) -> None:
        if self._hello is not None:
            hello = self._hello
            about = list(hello.info.items())
            self._out += line("HI", hello.ver, hello.uid, hello.boot, about)

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
        elif self._makes_sense(saying, now):
            self._report(saying, now)

    def _makes_sense(self, saying: Saying, now: float) -> bool:
        if self._waiting_since is None:
            self._waiting_since = now
        # A report may cross with the next state: what was asked before counts too.
        return saying.slot in self._slots or self._stalled(now)

    def _stalled(self, now: float) -> bool:
        return self._waiting_since is not None and now - self._waiting_since >= STALLED_S

    def _report(self, saying: Saying, now: float) -> None:
        values = saying.message.values()
        self._out += line(saying.message.kind, self._sid, *values[2:])
        self._next = now + AGAIN_S
        stalled = self._stalled(now)
        if stalled:
            self.misfits.append(saying)
        if stalled or not saying.answered:
            self._go_on()


class Replay:
    """The ports of a capture: each is there from its first opening to its last closing."""

    def __init__(self, path: Path, speed: float = 1.0, clock: Clock = time.monotonic) -> None:
        self._ports = ports_of(read_capture(path))
        self._speed = speed
        self._clock = clock
        self._start: float | None = None
        self._seats: dict[str, ReplayedSeat] = {}

    @classmethod
    def of_url(cls, rest: str) -> "Replay":
        """Open `FILE` or `FILE?speed=8`; ValueError with a sentence when that is none."""
        path, _, speed = rest.partition("?speed=")
        try:
            return cls(Path(path), float(speed or 1))
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error}") from error

    def find(self) -> list[Found]:
        """The ports that are plugged in at this point of the capture."""
        now = self._now()
        return [Found(port) for port, those in self._ports.items() if self._there(port, those, now)]

    def open(self, name: str) -> Wire:
        """Open one; opened again it goes on where it was."""
        if name not in self._seats:
            self._seats[name] = ReplayedSeat(script_of(self._ports[name]), self._now)
        return self._seats[name]

    def finished(self) -> bool:
        """Whether every seat has said everything."""
        return all(name in self._seats and self._seats[name].finished() for name in self._ports)

    def _now(self) -> float:
        if self._start is None:
            self._start = self._clock()
        return (self._clock() - self._start) * self._speed

    def _there(self, port: str, those: list[Entry], now: float) -> bool:
        seat = self._seats.get(port)
        return now >= those[0].at and not (seat and seat.finished() and now > those[-1].at)
