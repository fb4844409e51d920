"""The pace of a turn: the countdown to the lock, the grace after it, nudges, and the turn timer.

Times are those of a clock that nobody sets; everything here is forgotten at a restart.

>>> countdown = Countdown(3)
>>> [countdown.over(True, now) for now in (10, 12, 13)], countdown.left(13)
([False, False, True], None)
"""

from collections.abc import Collection

NUDGE_S = 20.0  # the table has waited for so long: the seat's light asks
SOUND_S = 40.0  # and later a sound, once


class Countdown:
    """From the moment when everybody has committed to the lock; a missing seat starts it again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None

    def over(self, everybody: bool, now: float) -> bool:
        """Return whether it is time to lock; call it often."""
        if not everybody:
            self._since = None
            return False
        if self._since is None:
            self._since = now
        if now - self._since < self._seconds:
            return False
        self._since = None
        return True

    def left(self, now: float) -> float | None:
        """Return the seconds to the lock, or None when somebody is missing."""
        return None if self._since is None else max(0.0, self._seconds - (now - self._since))


class Stopwatches:
    """For each seat, since when something holds for it.

    >>> watches = Stopwatches()
    >>> watches.follow([1, 2], 10), watches.follow([2], 13), watches.reached(3, 13)
    (None, None, [2])
    """

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def follow(self, seats: Collection[int], now: float) -> None:
        """Measure these seats, and forget all others."""
        self._since = {seat: self._since.get(seat, now) for seat in seats}

    def reached(self, seconds: float, now: float) -> list[int]:
        """Return the seats for which it has lasted this long."""
        return [seat for seat, since in self._since.items() if now - since >= seconds]


class Pace:
    """All that a table does by the clock."""

    def __init__(self, countdown: float, timer: float) -> None:
        self.countdown = Countdown(countdown)
        self.grace = Stopwatches()
        self._late = Stopwatches()
        self._timer = timer
        self._turn: tuple[int, float] | None = None  # the round that is laid, and since when

    def watch(self, missing: Collection[int], seats: int, laying: int | None, now: float) -> None:
        """Note whom the table waits for, and which round is laid now, if any.

        Whoever thinks while most others do is not late.
        """
        self._late.follow(missing if 2 * len(missing) <= seats else (), now)
        if laying is None:
            self._turn = None
        elif self._turn is None or self._turn[0] != laying:
            self._turn = laying, now

    def timer_left(self, now: float) -> float | None:
        """Return the seconds that are left for this turn, where a time was agreed."""
        if not self._timer or self._turn is None:
            return None
        return max(0.0, self._timer - (now - self._turn[1]))

    def nudge(self, seat: int, now: float) -> str:
        """Return how a seat is reminded: by its light, by a sound too, or not."""
        out_of_time = self.timer_left(now) == 0.0
        if seat in self._late.reached(SOUND_S, now):
            return "sound"
        late = seat in self._late.reached(NUDGE_S, now) or (out_of_time and self._waits(seat, now))
        return "light" if late else ""

    def _waits(self, seat: int, now: float) -> bool:
        return seat in self._late.reached(0.0, now)
