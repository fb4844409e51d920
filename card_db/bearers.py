"""What bears a tag: one copy of a card, an action tile, or the token of a person.

>>> Bearer.of("clay_pit:5")
Bearer(kind='card', name='clay_pit', copy=5)
>>> str(Bearer("tile", "build", 2)), str(Bearer("player", "Ann"))
('tile:build:2', 'player:Ann')
"""

from __future__ import annotations

from dataclasses import dataclass

CARD, TILE, PLAYER = KINDS = ("card", "tile", "player")


@dataclass(frozen=True, slots=True, order=True)
class Bearer:
    """One physical thing; the copy of a card is the player number printed on it."""

    kind: str
    name: str  # the id of a card, the key of a tile, the name of a person
    copy: int = 1

    def __str__(self) -> str:
        kind = "" if self.kind == CARD else f"{self.kind}:"
        return f"{kind}{self.name}" + (f":{self.copy}" if self.copy > 1 else "")

    @classmethod
    def of(cls, text: str) -> Bearer:
        """Read what `str` writes; ValueError with a sentence for anything else."""
        kind, _, rest = text.partition(":")
        if kind not in (TILE, PLAYER):
            kind, rest = CARD, text
        name, _, copy = rest.partition(":")
        if not name or not (copy or "1").isdecimal() or ":" in copy:
            raise ValueError(
                f"{text!r:.60} names nothing: write clay_pit:3, tile:build, player:Ann."
            )
        return cls(kind, name, int(copy or 1))


def plain_uid(text: str) -> str:
    """Write a uid in small hex digits alone; ValueError with a sentence if it is none.

    >>> plain_uid("04:A1:B2:C3:D4:E5:F6")
    '04a1b2c3d4e5f6'
    """
    digits = "".join(sign for sign in text.strip().lower() if sign not in ": -")
    if len(digits) not in (8, 14, 20) or set(digits) - set("0123456789abcdef"):
        raise ValueError(
            f"{text!r:.40} is no number of a tag: that has 14 (or 8, or 20) of the signs 0-9, a-f. "
            "A spreadsheet may have made a number of it: format the column as text."
        )
    return digits


def spaced_uid(uid: str) -> str:
    """Write a uid so that no spreadsheet takes it for a number.

    >>> spaced_uid("04a1b2c3d4e5f6")
    '04:a1:b2:c3:d4:e5:f6'
    """
    return ":".join(uid[start : start + 2] for start in range(0, len(uid), 2))
