"""The pace of a turn: the countdown to the lock, the grace after it, nudges, and the turn timer.

Times are those of a clock that nobody sets; everything here is forgotten at a restart.

>>> countdown = Countdown(3)
>>> [countdown.over(["a card"], now) for now in (10, 12, 13)], countdown.left(13)
([False, False, True], None)
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
NUDGE_S = 20.0  # the table has waited for so long: the seat's light asks
SOUND_S = 40.0  # and later a sound, once


class Countdown:
    """From the last commitment to the lock; a missing seat or another card starts it again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._cards: object = None

    def over(self, cards: object, now: float) -> bool:
        """Return whether it is time to lock what all have committed, if they have."""
        if self._since is None or cards != self._cards:
            self._since = now if cards else None
        self._cards = cards
        if self._since is None:
            return False
        if now - self._since < self._seconds:
            return False
        self._since = None
        return True

    def left(self, now: float) -> float | None:
        """Return the seconds to the lock, or None when somebody is missing."""
        return None if self._since is None else max(0.0, self._seconds - (now - self._since))


class Stopwatches(Generic[Key]):
    """Since when each of some things lasts.

    >>> watches = Stopwatches[str]()
    >>> watches.follow(["a", "b"], 10), watches.follow(["b"], 13), watches.reached(3, 13)
    (None, None, ['b'])
    """

    def __init__(self) -> None:
        self._since: dict[Key, float] = {}

    def follow(self, things: Iterable[Key], now: float) -> None:
        """Measure these, and forget all others."""
        self._since = {thing: self._since.get(thing, now) for thing in things}

    def reached(self, seconds: float, now: float) -> list[Key]:
        """Return those that have lasted this long."""
        return [thing for thing, since in self._since.items() if now - since >= seconds]


class Pace:
    """All that a table does by the clock."""

    def __init__(self, countdown: float, timer: float) -> None:
        self.countdown = Countdown(countdown)
        self.grace = Stopwatches[tuple[int, str]]()  # seats, and the steps of their questions
        self._late = Stopwatches[tuple[int, int]]()  # seats, and the numbers of the rounds
        self._timer = timer
        self._turn: tuple[int, float] | None = None  # the round that is laid, and since when

    def watch(
        self, missing: list[int], seats: int, round_number: int, laying: bool, now: float
    ) -> None:
        """Note whom the table waits for in a round, and whether cards are laid now.

        Whoever thinks while most others do is not late.
        """
        late = missing if 2 * len(missing) <= seats else []
        self._late.follow([(seat, round_number) for seat in late], now)
        if not laying:
            self._turn = None
        elif self._turn is None or self._turn[0] != round_number:
            self._turn = round_number, now

    def timer_left(self, now: float) -> float | None:
        """Return the seconds that are left for this turn, where a time was agreed."""
        if not self._timer or self._turn is None:
            return None
        return max(0.0, self._timer - (now - self._turn[1]))

    def nudge(self, seat: int, now: float) -> str:
        """Return how a seat is reminded: by its light, by a sound too, or not."""
        if self._late_by(seat, SOUND_S, now):
            return "sound"
        patience = 0.0 if self.timer_left(now) == 0.0 else NUDGE_S
        return "light" if self._late_by(seat, patience, now) else ""

    def _late_by(self, seat: int, seconds: float, now: float) -> bool:
        return any(late == seat for late, _ in self._late.reached(seconds, now))
