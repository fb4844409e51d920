"""What the journal holds: the entries of a game, and what was agreed before it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from host_tools.rules.errors import MoveError
from host_tools.rules.record import setup_line, setup_of
from host_tools.rules.setup import Setup

Entry = dict[str, Any]
"""One thing that happened: `{"do": "commit", "seat": 2, …}`."""

MODES = ("sealed", "assisted")
LONGEST_COUNTDOWN = 10


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What is agreed before a game; raises MoveError when it makes no sense."""

    game_setup: Setup
    mode: str = "sealed"  # assisted: the host knows a card before the lock, for its own page only
    countdown: int = 3  # seconds from the last commitment to the lock
    strict: bool = False  # the action is chosen before the lock, hidden like the card
    shared: bool = False  # one reader is passed round
    deck: str = "main"  # whose tags are used

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise MoveError("bad_record", f"The mode is sealed or assisted, not {self.mode!r:.40}.")
        if not 0 <= self.countdown <= LONGEST_COUNTDOWN:
            raise MoveError("bad_record", "The countdown takes 0 to 10 seconds.")

    def as_json(self) -> dict[str, Any]:
        """Write it for the journal."""
        return {
            "setup": setup_line(self.game_setup),
            "mode": self.mode,
            "countdown": self.countdown,
            "strict": self.strict,
            "shared": self.shared,
            "deck": self.deck,
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> TableSetup:
        """Read what the journal has."""
        named = {name: value for name, value in stored.items() if name != "setup"}
        return cls(setup_of(stored["setup"]), **named)


WONDERTABLE = UUID("5f0f6b1e-8c5e-5d0b-9a55-7d0c2f3d1b68")
"""The name space of all our ids."""

Timed = Sequence[tuple[float, Entry]]
"""The entries of a game, with their times."""


def game_uuid(entries: Timed) -> str:
    """Name a game for ever, by when it began and what was agreed: no two begin so alike.

    >>> game_uuid([(1700000000.0, {"do": "setup", "plan": {}})])
    'd497904d-f822-5513-b508-6f0f9b3570c4'
    """
    begun, setup = entries[0]
    return str(uuid5(WONDERTABLE, f"{begun!r} {json.dumps(setup, sort_keys=True)}"))
