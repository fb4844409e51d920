"""What a city makes in one turn: an interned multiset of choices.

Resources are counted in one integer, four bits a kind, so that sums are `+` and comparison is
one subtraction. A maker is a mask of the kinds that it can give, one unit a turn.

>>> two_kinds = production(("C", "C/O"))
>>> two_kinds.covers(vector("CO")), two_kinds.covers(vector("OO"))
(True, False)
>>> [letters(lack) for lack in two_kinds.lacks(vector("COW"))]
['W']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from card_db.cards import RESOURCES

UNIT = {letter: 1 << 4 * i for i, letter in enumerate(RESOURCES)}
MASK = {letter: 1 << i for i, letter in enumerate(RESOURCES)}
ANY = (1 << len(RESOURCES)) - 1
GUARD = 0x8888888
_VECTORS: dict[str, int] = {}
# For each mask of kinds: (the bits of that kind in a vector, one unit of it).
_KINDS = [
    tuple((15 << 4 * i, 1 << 4 * i) for i in range(len(RESOURCES)) if mask >> i & 1)
    for mask in range(ANY + 1)
]


def vector(text: str) -> int:
    """Count letters into one integer; each kind at most seven times.

    >>> hex(vector("WWC"))
    '0x102'
    """
    known = _VECTORS.get(text)
    if known is None:
        known = _VECTORS[text] = sum(UNIT[letter] for letter in text)
    return known


def letters(need: int) -> str:
    """Spell a vector: the reverse of `vector`."""
    return "".join(kind * (need >> 4 * i & 15) for i, kind in enumerate(RESOURCES))


def units(need: int) -> int:
    """Count the resources in a vector (at most fifteen)."""
    return (need * 0x1111111) >> 24 & 15


def within(part: int, whole: int) -> bool:
    """Is no kind more often in `part` than in `whole`?"""
    return ((whole | GUARD) - part) & GUARD == GUARD


def minimal(needs: Iterable[int]) -> tuple[int, ...]:
    """Leave out every vector that contains another one."""
    kept: list[int] = []
    for need in sorted(set(needs), key=units):
        for less in kept:
            if ((need | GUARD) - less) & GUARD == GUARD:
                break
        else:
            kept.append(need)
    return tuple(kept)


def _mask_order(mask: int) -> tuple[int, int]:
    return mask.bit_count(), mask


class Production:
    """A multiset of makers; there is only one object for each, so it remembers what it solved."""

    __slots__ = ("_lacks", "_more", "kinds", "less", "makers")
    _interned: ClassVar[dict[tuple[int, ...], Production]] = {}

    def __init__(self, makers: tuple[int, ...]) -> None:
        self.makers = makers
        self.less = Production.of(makers[:-1]) if makers else None
        self.kinds: int = self.less.kinds | makers[-1] if self.less else 0  # all, as a mask
        self._lacks: dict[int, tuple[int, ...]] = {}
        self._more: dict[int, Production] = {}

    @classmethod
    def of(cls, makers: tuple[int, ...]) -> Production:
        """Return the production of these sorted makers."""
        known = cls._interned.get(makers)
        if known is None:
            known = cls._interned[makers] = cls(makers)
        return known

    def plus(self, mask: int) -> Production:
        """Return the production with one maker more."""
        known = self._more.get(mask)
        if known is None:
            makers = tuple(sorted((*self.makers, mask), key=_mask_order))
            known = self._more[mask] = Production.of(makers)
        return known

    def lacks(self, need: int) -> tuple[int, ...]:
        """Return the smallest remainders of `need` that this production can leave."""
        known = self._lacks.get(need)
        if known is None:
            known = self._lacks[need] = self._solve(need)
        return known

    def _solve(self, need: int) -> tuple[int, ...]:
        if self.less is None or not need:
            return (need,)
        before = self.less.lacks(need)
        left: list[int] = []
        for rest in before:
            served = [rest - unit for bits, unit in _KINDS[self.makers[-1]] if rest & bits]
            left.extend(served or (rest,))
        return tuple(left) if len(left) == 1 else minimal(left)

    def forget(self) -> None:
        """Empty the memory, so that the next question is solved anew."""
        self._lacks.clear()
        if self.less is not None:
            self.less.forget()

    def covers(self, need: int) -> bool:
        """Can all of `need` be made in one turn?"""
        return self.lacks(need)[0] == 0


NOTHING = Production.of(())


def masks(made: str) -> tuple[int, ...]:
    """Return the makers that a card's text stands for: "CC" two of clay, "C/O" one of either."""
    if "/" in made:
        return (sum(MASK[kind] for kind in made.split("/")),)
    return tuple(MASK[kind] for kind in made)


def production(made: Iterable[str]) -> Production:
    """Return the production of cards that make these."""
    whole = NOTHING
    for text in made:
        for mask in masks(text):
            whole = whole.plus(mask)
    return whole
