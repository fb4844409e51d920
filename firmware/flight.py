"""The one report in flight: its number, and when it is said again."""

FIRST_MS = 200
LONGEST_MS = 2000
LAST_NUMBER = 9999


class Flight:
    """Repeats a report, ever more slowly, until it lands or something else is to be said."""

    def __init__(self) -> None:
        self.what: tuple[object, ...] | None = None
        self.seq = 0
        self._next = 0
        self._wait = FIRST_MS

    def carry(self, what: "tuple[object, ...] | None", now: int) -> None:
        """Let this be what is said from now on; the same as before keeps its number."""
        if what == self.what:
            return
        self.what = what
        if what is not None:
            self.seq = self.seq % LAST_NUMBER + 1
            self._next = now
            self._wait = FIRST_MS

    def due(self, now: int) -> bool:
        """Whether it is to be said now; asking counts as saying."""
        if self.what is None or now < self._next:
            return False
        self._next = now + self._wait
        self._wait = min(2 * self._wait, LONGEST_MS)
        return True

    def land(self, seq: int) -> "tuple[object, ...] | None":
        """What the answer with this number is about, if it is still in flight."""
        what = self.what
        if what is None or seq != self.seq:
            return None
        self.what = None
        return what
