"""A sitting: passes tags from the seats to the work, and writes what the work decides.

A station is one seat of it: what it has read, works on and shows.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple, Protocol

from card_db.bearers import Bearer
from host_tools.enrol.collection import Names
from host_tools.enrol.originality import Origin, origin
from host_tools.link.events import Event, Faulted, Gone, Joined, Pressed, Tagged
from host_tools.link.hub import Hub
from host_tools.link.wanted import SeatState
from host_tools.table.journal import JournalError
from host_tools.table.states import plain
from host_tools.table.tags import TagRow, Tags
from host_tools.texts import has, say

BUTTONS = ("undo", "ok", "right")
STALL_S = 0.05  # in a longer pause of the host no seat can be heard


class Change(NamedTuple):
    """A change to write for a seat."""

    board: str
    drop: tuple[TagRow, ...]
    add: tuple[TagRow, ...]
    undoes: bool = False


class Remark(NamedTuple):
    """A sentence about a seat, for the screen."""

    seat: int
    code: str
    text: str
    good: bool


class Prompt(NamedTuple):
    """What a seat shows; the number counts the questions there."""

    number: int
    text: str
    light: str = "enrol"
    sound: str = ""
    keys: str = "---"


@dataclass(slots=True)
class Station:
    """One seat of a sitting; people call it by its number."""

    number: int
    present: bool = False
    begun: bool = False  # somebody works here, on its own pile
    pile: int = 0
    todo: list[Bearer] = field(default_factory=list)
    offer: Bearer | None = None  # shown before anybody works here
    closed_until: float = 0.0  # so that people see the offer first
    reads: Counter[str] = field(default_factory=Counter)  # of the card that is asked for
    read_at: float = 0.0
    unsure: int = 0  # readings when we last said that they differ
    taken: list[Change] = field(default_factory=list)  # undone from the end
    undoing: bool = False
    seen_at: float = 0.0  # when the last taken tag was read
    asked: int = 0  # counts the questions: a refused tag does not answer one
    code: str = ""
    light: str = "enrol"
    sound: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)

    def majority(self) -> str:
        """Return the tag that most readings agree on, if more than half of them do."""
        uid, number = self.reads.most_common(1)[0]
        return uid if 2 * number > self.reads.total() else ""

    def happens(
        self,
        code: str,
        *,
        light: str = "enrol",
        sound: str = "",
        facts: Mapping[str, str] | None = None,
    ) -> None:
        """Show a refusal, or else the next question."""
        self.asked += not code
        self.code, self.light, self.sound, self.facts = code, light, sound, facts or {}


def station_of(stations: dict[str, Station], board: str, built_in: str) -> Station:
    """Return a board's station: its built-in seat number if free, else the next one."""
    if board not in stations:
        taken = {station.number for station in stations.values()}
        free = next(number for number in count(1) if number not in taken)
        own = int(built_in) if built_in.isdecimal() else 0
        stations[board] = Station(own if own and own not in taken else free)
    return stations[board]


class Work(Protocol):
    """The work on the tags: an enrolment, or the check of a deck."""

    names: Names
    stations: dict[str, Station]
    said: list[Remark]

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """Add a seat; `built_in` is the number that it was flashed with, if any."""

    def leave(self, board: str, now: float) -> None:
        """Note that a seat is gone."""

    def ask(self, board: str) -> Prompt:
        """Return what a seat is to show."""

    def read(self, board: str, uid: str, now: float) -> str:
        """Take a tag; return why it is refused, or nothing."""

    def press(self, board: str, key: str, now: float) -> str:
        """Take a button; return why it is refused, or nothing."""

    def fault(self, board: str, code: str, text: str) -> None:
        """Report what is wrong with a seat."""

    def due(self, now: float) -> list[Change]:
        """Return the changes to write now."""

    def settle(self, change: Change, now: float) -> None:
        """Note that a change is written."""


class Sitting:
    """Passes reports to the work, writes its changes, and shows every seat its prompt."""

    def __init__(self, work: Work, tags: Tags, hub: Hub) -> None:
        self.work = work
        self.trouble = ""  # why tags cannot be written
        self.now = 0.0  # advances only while seats can be heard
        self.origins: dict[str, Origin] = {}  # by uid, of the tags whose signature was looked at
        self._last: float | None = None
        self._tags = tags
        self._hub = hub

    def _pass(self, now: float) -> float:
        """Let time pass; silence means nothing while the computer was busy or asleep."""
        if self._last is not None:
            self.now += min(now - self._last, STALL_S)
        self._last = now
        return self.now

    def receive(self, event: Event, now: float) -> None:
        """Process an event of the link."""
        listened = self._pass(now)
        if isinstance(event, Joined):
            self.work.join(event.board, listened, event.info.get("seat", ""))
        elif isinstance(event, Gone):
            self.work.leave(event.board, listened)
        elif isinstance(event, Tagged):
            self._answer(event, self.work.read(event.board, event.uid, listened))
            self._check_origin(event)
        elif isinstance(event, Pressed):
            self._answer(event, self._press(event, listened))
        elif isinstance(event, Faulted):
            self.work.fault(event.board, event.code, event.text)
        self.tick(now)

    def _press(self, event: Pressed, now: float) -> str:
        if event.step != _step(self.work.ask(event.board)):
            return "late"
        if event.key not in BUTTONS:  # a seat may ask whether its question is still open
            return ""
        return self.work.press(event.board, event.key, now)

    def _answer(self, event: Tagged | Pressed, refusal: str) -> None:
        if refusal:
            self._hub.refuse(event.board, event.seq, refusal)
        else:
            self._hub.ack(event.board, event.seq)

    def _check_origin(self, event: Tagged) -> None:
        """Warn of a copy once; it is as welcome as any tag."""
        known = self.origins.get(event.uid, 0)
        now = origin(event.uid, event.signature, event.magic)
        if now is None or now <= known:
            return
        self.origins[event.uid] = now
        if now >= Origin.FORGED:
            number, code = self.work.stations[event.board].number, now.name.lower()
            text = say(f"origin.told_{code}", self.work.names.lang)
            self.work.said.append(Remark(number, code, text, False))

    def tick(self, now: float) -> None:
        """Write the changes; report a full disk and try again."""
        listened = self._pass(now)
        for change in self.work.due(listened):
            try:
                self._tags.change([row.uid for row in change.drop], change.add)
            except JournalError as error:
                self.trouble = str(error)
                break
            self.trouble = ""
            self.work.settle(change, listened)
        for board, station in self.work.stations.items():
            if station.present:
                self._hub.show(board, _state(self.work.ask(board)))

    def take_said(self) -> list[Remark]:
        """Return the new remarks, once."""
        said, self.work.said = self.work.said, []
        return said


def _step(ask: Prompt) -> str:
    return f"e{ask.number}"


def _state(ask: Prompt) -> SeatState:
    light = f"{ask.light}:{ask.keys}"
    return SeatState("enrol", step=_step(ask), light=light, sound=ask.sound, text=plain(ask.text))


def told(code: str, lang: str, **facts: str) -> str:
    """Return the sentence for the screen; a fault without one is in the seat's own words."""
    key = f"enrol.told_{code}"
    return say(key, lang, **facts) if has(key) else facts["text"]


def short(code: str, lang: str, **facts: str) -> str:
    """Return the words for the seat's display; after an accepted tag only the next card."""
    key = f"enrol.short_{code}"
    return say(key if has(key) else "enrol.short_lay", lang, **facts)
