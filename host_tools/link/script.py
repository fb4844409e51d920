"""What one replayed seat has to say, in order, taken out of a capture."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from firmware.link import HOST, SEAT, Message, Splitter, parse
from host_tools.link.capture import Entry
from host_tools.link.events import REPORTS
from host_tools.link.reports import overtaken

Slot = tuple[str, str, int, str]  # phase, game, round, step: what the host had asked for


@dataclass(frozen=True, slots=True)
class Saying:
    """One hello or report; `slot` is what the host must want before it makes sense."""

    at: float
    message: Message
    slot: Slot | None = None
    answered: bool = False
    refused: bool = False  # it changed nothing then


def slot_of(state: Message) -> Slot:
    """What a state asks for, without lights and words, which may change between versions."""
    return (state.phase, state.game, state.round, state.step)


class _Reading:
    """Goes through the entries of one port and notes each saying once."""

    def __init__(self) -> None:
        self.sayings: list[Saying] = []
        self._ends = {"read": Splitter(SEAT), "wrote": Splitter(HOST)}
        self._slot: Slot | None = None
        self._sid = ""
        self._boot = ""
        self._seq = 0

    def take(self, entry: Entry) -> None:
        for body in self._ends[entry.what].feed(entry.data):
            message = parse(body)
            if message and entry.what == "read":
                self._said(message, entry.at)
            elif message:
                self._heard(message)

    def _heard(self, message: Message) -> None:
        if message.kind == "WE":
            if message.sid != self._sid:
                self._seq, self._slot = 0, None
            self._sid = message.sid
        elif message.kind == "ST" and message.sid == self._sid:
            self._slot = slot_of(message)
        elif message.kind in ("AK", "NK") and message.sid == self._sid:
            self._answered(message.seq, message.kind == "NK")

    def _said(self, message: Message, at: float) -> None:
        if message.kind == "HI" and message.boot != self._boot:
            self._boot = message.boot
            self.sayings.append(Saying(at, message))
        elif message.kind in REPORTS and message.sid == self._sid and self._is_new(message.seq):
            self._seq = message.seq
            self.sayings.append(Saying(at, message, self._slot))

    def _is_new(self, seq: int) -> bool:
        """Whether it is neither a repeat nor a late copy of what has been replaced since."""
        return not self._seq or (seq != self._seq and not overtaken(seq, self._seq))

    def _answered(self, seq: int, refused: bool) -> None:
        last = self.sayings[-1] if self.sayings else None
        if last and last.message.seq == seq and last.message.kind != "HI" and not last.answered:
            self.sayings[-1] = Saying(last.at, last.message, last.slot, True, refused)


def script_of(entries: Iterable[Entry]) -> list[Saying]:
    """The sayings of one port, in order."""
    reading = _Reading()
    for entry in entries:
        if entry.what in ("read", "wrote"):
            reading.take(entry)
    return reading.sayings


def scripts_of(entries: Iterable[Entry]) -> dict[str, list[Saying]]:
    """The sayings of every board, on whatever ports it was plugged in, in order."""
    found: dict[str, list[Saying]] = {}
    for those in ports_of(entries).values():
        board = ""
        for saying in script_of(those):
            board = saying.message.uid if saying.message.kind == "HI" else board
            found.setdefault(board, []).append(saying)
    return {board: sorted(those, key=lambda saying: saying.at) for board, those in found.items()}


def ports_of(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """What happened on each port, in order."""
    wire = sorted((e for e in entries if e.what != "game"), key=lambda entry: entry.port)
    return {port: list(those) for port, those in groupby(wire, key=lambda entry: entry.port)}
