"""The countdown: from the moment when everybody has committed to the lock.

>>> countdown = Countdown(3)
>>> [countdown.over(True, now) for now in (10, 12, 13)], countdown.left(13)
([False, False, True], None)
"""


class Countdown:
    """Starts again when somebody is missing."""

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
