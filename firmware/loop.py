"""The board's loop: one step reads, polls, answers and shows; nothing in it waits."""

from firmware.panel.panel import DOWN, LONG
from firmware.readers.poller import Poller
from firmware.readers.reader import examine
from firmware.seat.seat import LAYING_PHASES, SeatLogic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.panel.panel import Panel
    from firmware.protocols import HostPort, MillisClock, Reader

RENEW_MS = 1000  # how often the telemetry is renewed
HEAP_MS = 10000  # how often memory is counted, or half as often: it takes a Pico 20 ms
LOW_MEMORY = 16000
LONGEST_MS = 20  # buttons are sampled at least this often
SHOW_MS = 40  # lamps that only blink are written this often


class Loop:
    """One seat with its reader, panel and port; `heap` counts the free bytes where it can."""

    def __init__(
        self,
        seat: SeatLogic,
        reader: "Reader",
        panel: "Panel",
        port: "HostPort",
        clock: "MillisClock",
        heap: "Callable[[], int] | None" = None,
    ) -> None:
        self.seat = seat
        self.poller = Poller(reader, seat)
        self._reader = reader
        self._panel = panel
        self._port = port
        self._clock = clock
        self._heap = heap
        self._free = LOW_MEMORY
        self._count_at = -HEAP_MS  # the first count does not wait
        self._renew_at = clock.now() + LONGEST_MS  # the hello goes first
        self._beat = -1
        self._plans = -1
        self._examined: object = None  # the state that asked for the last examination
        self._exam: list[tuple[str, object]] = []

    def step(self) -> int:
        """Do what is due; return for how many milliseconds nothing will be."""
        now = self._clock.now()
        data = self._port.read()
        out = self.seat.receive(data, now) if data else b""
        self.poller.step(now)
        for button, what in self._panel.presses(now):
            if what == DOWN:
                self.seat.touch()
            else:
                self.seat.press(button, what == LONG, now)
        if now >= self._renew_at or (data and self._wants_exam()):
            self._renew(now)
        out += self.seat.tick(now)
        if out:
            self._port.write(out)
        self._show(now)
        return min(LONGEST_MS, self.poller.wait(self._clock.now()))

    def _show(self, now: int) -> None:
        seat = self.seat
        if seat.take_blink():
            self._panel.blink(now)
        beat = now - now % SHOW_MS  # blinking tells nothing of when the host's answers arrive
        if beat != self._beat or seat.plans != self._plans:
            self._beat = beat
            self._plans = seat.plans
            self._panel.show(seat.light(), seat.lamps(), beat)
            self._panel.say(seat.text())
        self._panel.play(seat.take_sound(), now)

    def _wants_exam(self) -> bool:
        return self.seat.state.phase == "exam" and self.seat.state is not self._examined

    def _examine(self) -> "list[tuple[str, object]]":
        if self.seat.state.phase != "exam":
            return []
        if self._wants_exam():
            self._examined = self.seat.state
            self._exam = examine(self._reader)
        return self._exam + [("down", self._panel.down())]

    def _at_rest(self) -> bool:
        # No card is awaited, so that nobody notices 20 ms.
        return bool(self.poller.tray.tags) or self.seat.state.phase not in LAYING_PHASES

    def _renew(self, now: int) -> None:
        self._renew_at = now + RENEW_MS
        if self._heap and now >= self._count_at + (0 if self._at_rest() else HEAP_MS):
            self._count_at = now + HEAP_MS
            self._free = self._heap()
        if self._free < LOW_MEMORY:
            self.seat.fault("low_memory", "{} bytes left".format(self._free))
        # The examination is first: what does not fit on the line is left out.
        self.seat.telemetry = self._examine() + [
            ("heap", self._free),
            ("errs", self.poller.errors % 10000),
            ("rst", getattr(self._reader, "resets", 0) % 10000),
            ("read", self.poller.rate.word()),
            ("polls", self.poller.polls % 1000000),
        ]
