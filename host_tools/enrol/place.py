"""A place: what one seat has read, works on and shows while tags are laid on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from card_db.bearers import Bearer

if TYPE_CHECKING:
    from host_tools.enrol.enrolment import Change


def place_of(places: dict[str, Place], board: str, built_in: str) -> Place:
    """Return a board's place: the seat it is built into if nobody has that, else the next free."""
    if board not in places:
        taken = {place.number for place in places.values()}
        free = next(number for number in count(1) if number not in taken)
        own = int(built_in) if built_in.isdecimal() else 0
        places[board] = Place(own if own and own not in taken else free)
    return places[board]


class Said(NamedTuple):
    """A sentence about a seat."""

    seat: int
    code: str
    text: str
    good: bool


class Ask(NamedTuple):
    """What a seat is to show; the number counts the questions there."""

    number: int
    text: str
    light: str = "enrol"
    sound: str = ""
    keys: str = "---"


@dataclass(slots=True)
class Place:
    """One seat; people call it by its number."""

    number: int
    present: bool = False
    begun: bool = False  # somebody works here: the pile is its own
    pile: int = 0
    todo: list[Bearer] = field(default_factory=list)
    offer: Bearer | None = None  # what is shown before anybody works here
    closed_until: float = 0.0  # people must see first what is offered here
    reads: Counter[str] = field(default_factory=Counter)  # of the card that is asked for
    read_at: float = 0.0
    unsure: int = 0  # readings when they were last told to differ
    taken: list[Change] = field(default_factory=list)  # the last one is undone first
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
        """Show something new: a refusal, or without one the next question."""
        self.asked += not code
        self.code, self.light, self.sound, self.facts = code, light, sound, facts or {}
