"""What is still to be done in a turn after its cards lie: an ordered list of tasks."""

from __future__ import annotations

from bisect import insort
from typing import Final, NamedTuple

from card_db.cards import Card

DRAW: Final = "draw"
COPY: Final = "courtesan"
TURN_LEADER: Final = "turn_leader"
GIVE_UP: Final = "give_up"
LEADER: Final = "leader"
LEFT_OVER: Final = "left"
LAST_CARD: Final = "last_card"
PICK: Final = "pick"
SETTLE: Final = "debts"
END: Final = "end"
# The order of a turn after its gains. B1: whether Babylon's last card comes before the picks from
# the discard pile is a ruling; the leftover cards lie in the pile before either.
BABYLON_FIRST: Final = (
    DRAW, COPY, TURN_LEADER, GIVE_UP, LEADER, LEFT_OVER, LAST_CARD, PICK, SETTLE, END
)  # fmt: skip
PICKS_FIRST: Final = (
    DRAW, COPY, TURN_LEADER, GIVE_UP, LEADER, LEFT_OVER, PICK, LAST_CARD, SETTLE, END
)  # fmt: skip
# O1, W5: stages first, in the order of the wonders (Halikarnassos, Great Wall, then the house's),
# Solomon, Forging Agency; a Courtesans copy of Solomon last.
LEADER_RANK: Final = 8
CARD_RANK: Final = 9
COPY_RANK: Final = 10
RULE_OF: Final = {
    DRAW: "R72",
    COPY: "R61",
    TURN_LEADER: "O19",
    GIVE_UP: "O16",
    LEADER: "R73",
    LEFT_OVER: "G58",
    LAST_CARD: "G92",
    PICK: "G95",
    SETTLE: "R108",
    # What a table asks besides.
    "ready": "R11",
    "declare": "G13",
    "pay": "G36",
    "free_city": "G111",
}
"""The rule by which each question is asked; a card that has a rule of its own goes first."""
DECLINED: Final = 1  # the rank of a leftover card that Babylon did not want to play


class Task(NamedTuple):
    """One thing to do; tasks are done in the order of these fields."""

    phase: int
    rank: int
    seat: int
    number: int
    kind: str
    source: Card | None


# Whatever a turn brings, its losses are settled and it ends, last of all.
_CLOSING: Final = [Task(BABYLON_FIRST.index(kind), 0, 0, 0, kind, None) for kind in (SETTLE, END)]


class Agenda:
    """The tasks of a turn, kept in the order in which they are due."""

    __slots__ = ("_added", "order", "tasks")

    def __init__(self, order: tuple[str, ...]) -> None:
        self.order = order
        self.tasks: list[Task] = []
        self._added = 0

    def open(self) -> None:
        """Begin a turn."""
        self.tasks.extend(_CLOSING)

    def add(self, kind: str, seat: int, source: Card | None = None, rank: int = 0) -> None:
        """Note a task that a card, leader or stage gives; `rank` orders those of one kind."""
        self._added += 1
        # No two tasks have the same number, so that their kinds and cards are never compared.
        insort(self.tasks, Task(self.order.index(kind), rank, seat, self._added, kind, source))

    def next(self) -> Task | None:
        """Take the task that is due."""
        return self.tasks.pop(0) if self.tasks else None

    def copy(self) -> Agenda:
        """Return an agenda of its own with the same tasks."""
        twin = Agenda(self.order)
        twin.tasks = self.tasks.copy()
        twin._added = self._added
        return twin
