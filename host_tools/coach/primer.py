"""The primer: signs and words of the game for newcomers, those of the sets that are played.

>>> [word.key for word in primer(("base", "leaders"))][-2:]
['sell', 'white']
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrimerWord:
    """A word with its signs (colours, resources by their letter, icons) and a rule to read on."""

    key: str
    signs: tuple[str, ...]
    rule: str
    set: str = "base"


WORDS = (
    PrimerWord("turn", ("card",), "G13"),
    PrimerWord("passing", ("clockwise",), "G57"),
    PrimerWord("coins", ("coin",), "G80"),
    PrimerWord("brown", ("brown", "W", "S", "C", "O"), "G21"),
    PrimerWord("grey", ("grey", "G", "L", "P"), "G21"),
    PrimerWord("blue", ("blue",), "G79"),
    PrimerWord("yellow", ("yellow",), "G76"),
    PrimerWord("red", ("red", "shield"), "G61"),
    PrimerWord("green", ("green", "compass", "gear", "tablet"), "G81"),
    PrimerWord("purple", ("purple",), "G85"),
    PrimerWord("tokens", ("laurel", "defeat"), "G63"),
    PrimerWord("trade", ("arrow",), "G27"),
    PrimerWord("chain", ("build",), "G45"),
    PrimerWord("stage", ("wonder",), "G49"),
    PrimerWord("sell", ("sell",), "G56"),
    PrimerWord("white", ("white",), "R3", "leaders"),
    PrimerWord("black", ("black",), "R107", "cities"),
    PrimerWord("debts", ("debt",), "R108", "cities"),
    PrimerWord("diplomacy", ("dove",), "R116", "cities"),
)


def primer(sets: Collection[str]) -> list[PrimerWord]:
    """Return the words that a game with these sets needs."""
    return [word for word in WORDS if word.set in sets]
