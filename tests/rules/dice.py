"""Random things from a handful of bytes: one draw of Hypothesis, and it still shrinks to zeros."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")
USUAL = 100  # examples, of which a check with dice wants more or less


class Dice:
    """Bytes that are read one by one; after the last one come zeros."""

    def __init__(self, thrown: bytes) -> None:
        self.thrown = thrown
        self._next = iter(thrown)

    def __repr__(self) -> str:
        return f"Dice(bytes.fromhex({self.thrown.hex()!r}))"

    def upto(self, most: int) -> int:
        return next(self._next, 0) % (most + 1)

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.upto(min(len(things), 256) - 1)]

    def some_of(self, things: Sequence[T], most: int) -> list[T]:
        return [self.one_of(things) for _ in range(self.upto(most))]

    def perhaps(self, possible: bool = True) -> bool:
        return bool(self.upto(1)) and possible


def throws(
    examples: int, size: int, start: int, shrink: bool = True
) -> Callable[[Callable[[Dice], None]], None]:
    """Run a check at once with so many throws of `size` dice, the same ones in every run.

    Fewer where the profile of Hypothesis wants less than usual.
    """

    def run(check: Callable[[Dice], None]) -> None:
        quiet = settings(
            max_examples=max(1, examples * settings.default.max_examples // USUAL),
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        strategy = st.binary(min_size=size, max_size=size).map(Dice)
        seed(start)(quiet(given(strategy)(lambda dice: check(dice))))()

    return run
