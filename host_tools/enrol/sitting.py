"""A sitting: seats on one side, work that takes their tags on the other, the disk in between."""

from __future__ import annotations

from typing import Protocol

from host_tools.enrol.enrolment import Change
from host_tools.enrol.place import Ask, Place, Said
from host_tools.link.events import Event, Faulted, Gone, Joined, Pressed, Tagged
from host_tools.link.wanted import SeatState
from host_tools.table.journal import JournalError
from host_tools.table.states import plain
from host_tools.table.tags import Tags

BUTTONS = ("undo", "ok", "right")
STALL_S = 0.05  # a longer pause is the host's own: a seat could not be heard in it


class SittingHub(Protocol):
    """The seats' boards, as a sitting sees them."""

    def show(self, board: str, state: SeatState) -> None:
        """Let a board show this, whatever happens to the wire."""

    def ack(self, board: str, seq: int) -> None:
        """Confirm a report."""

    def refuse(self, board: str, seq: int, reason: str) -> None:
        """Refuse a report: the seat gives its low tone."""


class Work(Protocol):
    """What is done with the tags: an enrolment, or the check of a deck."""

    places: dict[str, Place]
    said: list[Said]

    @property
    def done(self) -> bool:
        """Is nothing left to do?"""

    def join(self, board: str, now: float, built_in: str = "") -> None:
        """A seat is there; `built_in` is the number that it was flashed with, if any."""

    def leave(self, board: str, now: float) -> None:
        """A seat is gone."""

    def ask(self, board: str) -> Ask:
        """Return what a seat is to show."""

    def read(self, board: str, uid: str, now: float) -> str:
        """Take a tag; return why it is refused, or nothing."""

    def press(self, board: str, key: str, now: float) -> str:
        """Take a button; return why it is refused, or nothing."""

    def fault(self, board: str, code: str, text: str) -> None:
        """Tell what is wrong with a seat."""

    def due(self, now: float) -> list[Change]:
        """Return what is to be written now."""

    def settle(self, change: Change, now: float) -> None:
        """It is written."""


class Sitting:
    """Hands reports to the work, writes what is due, and lets every seat show what it asks."""

    def __init__(self, work: Work, tags: Tags, hub: SittingHub) -> None:
        self.work = work
        self.trouble = ""  # what keeps tags from being written
        self.now = 0.0  # the time in which seats were listened to
        self._last: float | None = None
        self._tags = tags
        self._hub = hub

    def _pass(self, now: float) -> float:
        """Let time pass; when the computer was busy or asleep, silence proves nothing."""
        if self._last is not None:
            self.now += min(now - self._last, STALL_S)
        self._last = now
        return self.now

    def receive(self, event: Event, now: float) -> None:
        """Take an event of the link."""
        self._take(event, self._pass(now))
        self.tick(now)

    def _take(self, event: Event, now: float) -> None:
        if isinstance(event, Joined):
            self.work.join(event.board, now, event.info.get("seat", ""))
        elif isinstance(event, Gone):
            self.work.leave(event.board, now)
        elif isinstance(event, Tagged):
            self._answer(event, self.work.read(event.board, event.uid, now))
        elif isinstance(event, Pressed):
            self._answer(event, self._press(event, now))
        elif isinstance(event, Faulted):
            self.work.fault(event.board, event.code, event.text)

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

    def tick(self, now: float) -> None:
        """Write what is due; a full disk is told and tried again."""
        listened = self._pass(now)
        for change in self.work.due(listened):
            try:
                self._tags.change([row.uid for row in change.drop], change.add)
            except JournalError as error:
                self.trouble = str(error)
                break
            self.trouble = ""
            self.work.settle(change, listened)
        for board, place in self.work.places.items():
            if place.present:
                self._hub.show(board, _state(self.work.ask(board)))

    def take_said(self) -> list[Said]:
        """Take what is to be told to people."""
        said, self.work.said = self.work.said, []
        return said


def _step(ask: Ask) -> str:
    return f"e{ask.number}"


def _state(ask: Ask) -> SeatState:
    light = f"{ask.light}:{ask.keys}"
    return SeatState("enrol", step=_step(ask), light=light, sound=ask.sound, text=plain(ask.text))
