"""What is agreed for an evening besides the rules: secrecy, countdown, how actions are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from host_tools.rules.errors import MoveError
from host_tools.rules.record import setup_line, setup_of
from host_tools.rules.setup import Setup

MODES = ("sealed", "assisted")
LONGEST_COUNTDOWN = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """The set-up of an evening; raises MoveError when it makes no sense."""

    setup: Setup
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
        """Write the plan for the journal."""
        return {
            "setup": setup_line(self.setup),
            "mode": self.mode,
            "countdown": self.countdown,
            "strict": self.strict,
            "shared": self.shared,
            "deck": self.deck,
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Plan:
        """Read a plan from the journal."""
        return cls(**{**found, "setup": setup_of(found["setup"])})
