"""What a city makes in one turn: what is sure as a vector, and an interned multiset of choices.

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
from typing import Final

from card_db.cards import RESOURCES

UNIT: Final = {letter: 1 << 4 * i for i, letter in enumerate(RESOURCES)}
MASK: Final = {letter: 1 << i for i, letter in enumerate(RESOURCES)}
ANY: Final = 0x7F
EVERYTHING: Final = 0xFFFFFFF  # the bits of all kinds in a vector
GUARD: Final = 0x8888888
_ONES: Final = 0x1111111
_MOST: Final = 7  # of one kind in a vector; no cost has more
_VECTORS: Final[dict[str, int]] = {}


def vector(text: str) -> int:
    """Count letters into one integer; each kind at most seven times.

    >>> hex(vector("WWC"))
    '0x102'
    """
    known = _VECTORS.get(text)
    if known is None:
        known = _VECTORS[text] = sum([UNIT[letter] for letter in text])
    return known


def letters(need: int) -> str:
    """Spell a vector: the reverse of `vector`."""
    return "".join([kind * (need >> 4 * i & 15) for i, kind in enumerate(RESOURCES)])


def units(need: int) -> int:
    """Count the resources in a vector (at most fifteen)."""
    return (need * _ONES) >> 24 & 15


def within(part: int, whole: int) -> bool:
    """Is no kind more often in `part` than in `whole`?"""
    return ((whole | GUARD) - part) & GUARD == GUARD


def without(whole: int, part: int) -> int:
    """Take `part` out of `whole`, of each kind as much as there is.

    >>> letters(without(vector("WWC"), vector("WCCO")))
    'W'
    """
    left = (whole | GUARD) - part
    enough = left & GUARD
    return left & (enough - (enough >> 3))


def lanes(kinds: int) -> int:
    """Return all bits that the kinds of a mask have in a vector.

    >>> hex(lanes(MASK["W"] | MASK["C"]))
    '0xf0f'
    """
    return sum([15 << 4 * i for i in range(len(RESOURCES)) if kinds >> i & 1])


def minimal(needs: Iterable[int]) -> tuple[int, ...]:
    """Leave out every vector that contains another one."""
    kept: list[int] = []
    for need in sorted(set(needs), key=units):
        for less in kept:
            if within(less, need):
                break
        else:
            kept.append(need)
    return tuple(kept)


def _mask_order(mask: int) -> tuple[int, int]:
    return mask.bit_count(), mask


class Choices:
    """Makers that each give one of several kinds; there is only one object for each multiset."""

    __slots__ = ("_lacks", "_narrow", "less", "makers", "number", "reach")

    def __init__(self, makers: tuple[int, ...]) -> None:
        self.makers = makers
        self.less: Choices | None = choices(makers[:-1]) if makers else None
        self.number = len(_CHOICES)  # unlike that of all others
        self.reach: int = self.less.reach | lanes(makers[-1]) if self.less else 0
        self._lacks: dict[int, tuple[int, ...]] = {}
        self._narrow: dict[int, tuple[int, Choices]] = {}

    def narrow(self, need: int) -> tuple[int, Choices]:
        """Return what these makers surely give for `need`, and the choices that stay open.

        A maker of clay or ore is a maker of clay where no ore is needed.
        """
        if not need & self.reach:
            return 0, NO_CHOICE
        kinds = (need | need >> 1 | need >> 2) & _ONES
        known = self._narrow.get(kinds)
        if known is None:
            mask = sum([1 << i for i in range(len(RESOURCES)) if kinds >> 4 * i & 1])
            sure, several = _sorted_out([maker & mask for maker in self.makers])
            known = self._narrow[kinds] = sure, choices(several)
        return known

    def lacks(self, need: int) -> tuple[int, ...]:
        """Return the smallest remainders of `need` that these makers can leave."""
        if not need & self.reach:
            return (need,)
        known = self._lacks.get(need)
        if known is None:
            known = self._lacks[need] = self._solve(need)
        return known

    def _solve(self, need: int) -> tuple[int, ...]:
        assert self.less is not None
        left: list[int] = []
        for rest in self.less.lacks(need):
            served = [rest - unit for unit in _units_of(self.makers[-1]) if rest & 15 * unit]
            left.extend(served or [rest])
        return tuple(left) if len(left) == 1 else minimal(left)

    def forget(self) -> None:
        """Empty the memory, so that the next question is solved anew."""
        self._lacks.clear()
        self._narrow.clear()


_CHOICES: Final[dict[tuple[int, ...], Choices]] = {}


def choices(makers: tuple[int, ...]) -> Choices:
    """Return the one Choices of these sorted makers."""
    known = _CHOICES.get(makers)
    if known is None:
        known = Choices(makers)
        _CHOICES[makers] = known
    return known


NO_CHOICE: Final = choices(())


def forget() -> None:
    """Empty all memories; only measurements want it."""
    for known in _CHOICES.values():
        known.forget()


def _units_of(kinds: int) -> list[int]:
    return [1 << 4 * i for i in range(len(RESOURCES)) if kinds >> i & 1]


def _sorted_out(makers: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """Part makers of one kind, added up in a vector, from those that give a choice."""
    sure = 0
    several: list[int] = []
    for maker in makers:
        shift = 4 * (maker.bit_length() - 1)
        if maker & (maker - 1):
            several.append(maker)
        elif maker and sure >> shift & 15 < _MOST:
            sure += 1 << shift
    return sure, tuple(sorted(several))


class Production:
    """All makers of a city; there is only one object for each multiset."""

    __slots__ = ("_more", "choices", "kinds", "makers", "reach", "sure")

    def __init__(self, makers: tuple[int, ...]) -> None:
        self.makers = makers
        self.kinds = 0  # all of them, as a mask
        for maker in makers:
            self.kinds |= maker
        self.sure, several = _sorted_out(makers)  # what makers of a single kind give, as a vector
        self.choices = choices(several)
        self.reach = lanes(self.kinds)  # all kinds, as bits in a vector
        self._more: dict[int, Production] = {}

    def plus(self, maker: int) -> Production:
        """Return the production with one maker more."""
        known = self._more.get(maker)
        if known is None:
            known = self._more[maker] = _interned(
                tuple(sorted([*self.makers, maker], key=_mask_order))
            )
        return known

    def lacks(self, need: int) -> tuple[int, ...]:
        """Return the smallest remainders of `need` that this production can leave."""
        return self.choices.lacks(without(need, self.sure))

    def covers(self, need: int) -> bool:
        """Can all of `need` be made in one turn?"""
        return self.lacks(need)[0] == 0


_PRODUCTIONS: Final[dict[tuple[int, ...], Production]] = {}


def _interned(makers: tuple[int, ...]) -> Production:
    known = _PRODUCTIONS.get(makers)
    if known is None:
        known = _PRODUCTIONS[makers] = Production(makers)
    return known


NOTHING: Final = _interned(())


def masks(made: str) -> tuple[int, ...]:
    """Return the makers that a card's text stands for: "CC" two of clay, "C/O" one of either."""
    if "/" in made:
        return (sum([MASK[kind] for kind in made.split("/")]),)
    return tuple([MASK[kind] for kind in made])


def production(made: Iterable[str]) -> Production:
    """Return the production of cards that make these."""
    whole = NOTHING
    for text in made:
        for mask in masks(text):
            whole = whole.plus(mask)
    return whole
