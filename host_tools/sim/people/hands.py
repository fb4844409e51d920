"""Hands at a virtual seat: they lay one tag after another, the next when the last was accepted."""

import hashlib
import time
from collections.abc import Callable

LIFT_S = 0.45  # a tray must be seen empty before the next tag counts
PATIENCE_S = 4.0  # then a tag is lifted and laid once more


class Hands:
    """Calls `lay` with what `wanted` returns, a tag or None; another one means: accepted."""

    def __init__(
        self,
        lay: Callable[[str | None], None],
        wanted: Callable[[], str | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lay, self._wanted, self._clock = lay, wanted, clock
        self._lies: str | None = None
        self._since = clock()

    def look(self) -> None:
        """Take the next step; call it often."""
        now, wanted = self._clock(), self._wanted()
        if self._lies is not None:
            if wanted != self._lies or now - self._since > PATIENCE_S:
                self._move(None, now)
        elif wanted is not None and now - self._since >= LIFT_S:
            self._move(wanted, now)

    def _move(self, uid: str | None, now: float) -> None:
        self._lay(uid)
        self._lies, self._since = uid, now


def sticker(thing: object, roll: str) -> str:
    """Return the uid of the sticker of this roll that is on a thing.

    >>> sticker("clay_pit:3", "roll 1")
    '0429810cb4f998'
    """
    return "04" + hashlib.sha256(f"{roll} {thing}".encode()).hexdigest()[:12]
