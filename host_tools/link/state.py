"""The state that the table wants a seat to show."""

from dataclasses import dataclass, field

from firmware.commitment import short_hash
from firmware.link import FIELDS, line

LAST_ROUND = 10 ** FIELDS["round"][1] - 1  # the wire has no digits for more


@dataclass(frozen=True, slots=True)
class State:
    """One desired state; `stale` is the tag that this seat played last and that may still lie.

    >>> State("play", game="g1", round=3).frame("0a1b", 7)
    b'\\n#ST 0a1b 7 play g1 3 - - - - -*084B2817\\n'
    """

    phase: str = "idle"
    game: str = ""
    round: int = 0
    step: str = ""
    light: str = ""
    sound: str = ""
    stale: bytes | None = field(default=None, repr=False)
    text: str = ""

    def frame(self, sid: str, v: int) -> bytes:
        """Write it for one session; ValueError when a word is too long for the wire."""
        x = short_hash(sid, self.game, self.stale) if self.stale is not None else ""
        slot = (self.phase, self.game, self.round, self.step)
        return line("ST", sid, v, *slot, self.light, self.sound, x, self.text)
