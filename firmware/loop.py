"""The board's loop: one step reads, polls, answers and shows; nothing in it waits."""

from firmware.poller import Poller
from firmware.seat import Seat
from firmware.tray import Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.panel import Panel
    from firmware.protocols import Clock, Stream
    from firmware.reader import Reader

HEALTH_MS = 1000
LOW_MEMORY = 16000
LONGEST_MS = 10  # buttons are sampled at least this often


class Loop:
    """One seat with its reader, panel and cable; `heap` tells the free bytes where there is one."""

    def __init__(
        self,
        seat: Seat,
        tray: Tray,
        reader: "Reader",
        panel: "Panel",
        stream: "Stream",
        clock: "Clock",
        heap: "Callable[[], int] | None" = None,
    ) -> None:
        self.seat = seat
        self.poller = Poller(reader, tray, seat)
        self._reader = reader
        self._panel = panel
        self._stream = stream
        self._clock = clock
        self._heap = heap
        self._checked = 0

    def step(self) -> int:
        """One turn; return for how many milliseconds nothing will be due."""
        now = self._clock.now()
        data = self._stream.read()
        out = self.seat.receive(data, now) if data else b""
        self.poller.step(now)
        for button, long in self._panel.presses(now):
            self.seat.press(button, long, now)
        if now >= self._checked:
            self._check(now)
        out += self.seat.tick(now)
        if out:
            self._stream.write(out)
        self._show(now)
        return min(LONGEST_MS, self.poller.wait(self._clock.now()))

    def _show(self, now: int) -> None:
        seat = self.seat
        self._panel.show(seat.light(), seat.lamps(), now)
        self._panel.say(seat.text())
        self._panel.play(seat.take_sound(), now)

    def _check(self, now: int) -> None:
        self._checked = now + HEALTH_MS
        free = self._heap() if self._heap else LOW_MEMORY
        if free < LOW_MEMORY:
            self.seat.fault("low_memory", "{} bytes left".format(free))
        self.seat.telemetry = [
            ("heap", free),
            ("polls", self.poller.polls % 1000000),
            ("errs", self.poller.errors % 10000),
            ("rst", getattr(self._reader, "resets", 0) % 10000),
        ]
