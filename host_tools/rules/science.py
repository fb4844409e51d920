"""The best use of science symbols that are chosen at scoring.

>>> score((3, 2, 1)), score((3, 2, 2))
(21, 31)
>>> best(Science((2, 1, 0), free=1))
(13, (2, 1, 1))
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

Counts = tuple[int, int, int]
SET: Final = 7


@dataclass(frozen=True, slots=True)
class Science:
    """What a city can make of science: printed symbols and the choices that are open."""

    printed: Counts
    free: int = 0  # symbols of any kind: Babylon, Scientists Guild
    masks: int = 0  # each copies one of the neighbours' green cards (R128)
    copied: Counts = (0, 0, 0)  # the symbols that the masks can reach
    replace: int = 0  # Aganice: a symbol becomes another
    most: int = 0  # Enheduanna: one more of the most frequent (O13)
    extra_set: int = 0  # Aristotle: points more for each set


def score(counts: Counts, extra_set: int = 0) -> int:
    """Squares of the equal symbols and seven points for each set of three."""
    a, b, c = counts
    return a * a + b * b + c * c + (SET + extra_set) * min(counts)


@cache
def best(science: Science) -> tuple[int, Counts]:
    """Return the highest score that the choices allow, and the symbols that give it."""
    return max((score(counts, science.extra_set), counts) for counts in choices(science))


def choices(science: Science) -> Iterator[Counts]:
    """Return the symbols that a city can end with; the same ones may come several times."""
    yield from replaced_first(science)
    if science.replace and science.most:  # B14: either order
        for counts in _chosen(science):
            for more in _with_most(counts, science.most):
                yield from _replaced(more, science.replace)


def replaced_first(science: Science) -> Iterator[Counts]:
    """Return what a city can end with when symbols are replaced before one is added."""
    for counts in _chosen(science):
        for replaced in _replaced(counts, science.replace):
            yield from _with_most(replaced, science.most)


def _chosen(science: Science) -> Iterator[Counts]:
    for masked in _masked(science):
        for chosen in _kinds(science.free):
            yield _plus(_plus(science.printed, masked), chosen)


def _plus(a: Counts, b: Counts) -> Counts:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _kinds(number: int) -> Iterator[Counts]:
    for chosen in combinations_with_replacement(range(3), number):
        yield chosen.count(0), chosen.count(1), chosen.count(2)


def _masked(science: Science) -> Iterator[Counts]:
    """R129: as many different green cards as masks, or all that there are."""
    number = min(science.masks, sum(science.copied))
    for counts in _kinds(number):
        if all(n <= limit for n, limit in zip(counts, science.copied, strict=True)):
            yield counts


def _replaced(counts: Counts, number: int) -> Iterator[Counts]:
    yield counts
    for lost in range(3 if number else 0):
        for won in range(3):
            if counts[lost] and lost != won:
                changed = list(counts)
                changed[lost] -= 1
                changed[won] += 1
                yield from _replaced((changed[0], changed[1], changed[2]), number - 1)


def _with_most(counts: Counts, number: int) -> Iterator[Counts]:
    top = max(counts)
    if not number or not top:
        yield counts
        return
    for kind in range(3):
        if counts[kind] == top:
            more = list(counts)
            more[kind] += number
            yield more[0], more[1], more[2]
