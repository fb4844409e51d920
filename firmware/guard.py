"""A watchdog that can be called off: it resets a stuck board, and never one that mpremote holds.

The chips' own watchdogs cannot be stopped once they run and would shoot a tool in the middle of a
copy. A timer can, and a soft reset stops it too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATIENCE = 8  # seconds


class Guard:
    """Counts down in a timer's interrupt; `watch` winds it up again."""

    def __init__(self, machine: "Any") -> None:
        self._machine = machine
        self._timer: Any = None
        self._left = PATIENCE

    def watch(self, needed: bool) -> None:
        """Call this at every step: guard on while in a session, off otherwise."""
        self._left = PATIENCE
        if needed and self._timer is None:
            self._timer = self._start()
        elif not needed and self._timer:
            self.stop()

    def stop(self) -> None:
        """Call it off."""
        if self._timer:
            self._timer.deinit()
        self._timer = None

    def _start(self) -> "Any":
        timer = getattr(self._machine, "Timer", None)
        if timer is None:
            return False  # a board without timers goes unguarded
        repeat = timer.PERIODIC
        try:  # in a hard interrupt it runs even when the loop hangs in a driver
            return timer(-1, period=1000, mode=repeat, callback=self._count, hard=True)
        except (TypeError, ValueError):  # an ESP32 knows neither virtual timers nor hard ones
            started = timer(0)
            started.init(period=1000, mode=repeat, callback=self._count)
            return started

    def _count(self, _: object) -> None:
        self._left -= 1
        if self._left <= 0:
            self._machine.reset()
