"""A watchdog that can be called off: it resets a stuck board, and never one that mpremote holds.

The chips' own watchdogs cannot be stopped once they run and would shoot a tool in the middle of a
copy. A timer can, and a soft reset stops it too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATIENCE_MS = 8000
WIND_MS = 1000  # it is wound up again at most this often


class Guard:
    """A timer that would reset the board, put off at every step."""

    def __init__(self, machine: "Any") -> None:
        self._machine = machine
        self._timer: Any = None
        self._wound = 0

    def watch(self, needed: bool, now: int) -> None:
        """Call this at every step: guard on while in a session, off otherwise."""
        if not needed:
            self.stop()
        elif self._timer is None or now - self._wound >= WIND_MS:
            self._wind(now)

    def stop(self) -> None:
        """Call it off."""
        if self._timer is not None:
            self._timer.deinit()
        self._timer = None

    def _wind(self, now: int) -> None:
        self._wound = now
        if self._timer is None:
            self._timer = self._make()
        once, bite = self._machine.Timer.ONE_SHOT, self._bite
        try:  # in a hard interrupt it bites even when the loop hangs in a driver
            self._timer.init(mode=once, period=PATIENCE_MS, callback=bite, hard=True)
        except TypeError:  # an ESP32 has only soft ones
            self._timer.init(mode=once, period=PATIENCE_MS, callback=bite)

    def _make(self) -> "Any":
        try:
            return self._machine.Timer(-1)
        except ValueError:  # an ESP32 has only numbered ones
            return self._machine.Timer(0)

    def _bite(self, _: object) -> None:
        self._machine.reset()
