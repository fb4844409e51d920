"""The board's loop: one step reads, polls, answers and shows; nothing in it waits."""

from firmware.panel.lights import OFF, light_at
from firmware.panel.panel import BLINK_MS, DOWN, LONG
from firmware.readers.poller import Poller, ReadRate
from firmware.readers.reader import Examination, ReaderError
from firmware.seat.question import step_of
from firmware.seat.seat import LAYING_PHASES, SILENT, SeatLogic
from firmware.seat.session import Inbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.panel.panel import Panel
    from firmware.panel.shared import Expander, SharedLamps
    from firmware.protocols import HostPort, MillisClock, Reader, Turns
    from firmware.readers.second import SecondReader
    from firmware.seat.session import Spacing

RENEW_MS = 1000  # how often the telemetry is renewed
HEAP_MS = 10000  # how often memory is counted, or half as often: it takes a Pico 20 ms
LOW_MEMORY = 16000
LATE_MS = 100  # a step that took this long: the host waits for several seats
OWED = 3  # more that may then show their state at once
LONGEST_MS = 20  # buttons are sampled at least this often
PRESSED_MS = 200  # for how long buttons are watched after one was down
SHOW_MS = 40  # lamps that only blink are written this often, and quiet seats of many looked after
GAIN = "gain"  # how the steps begin that set a reader's gain during an examination


class Loop:
    """The seats of one board and their port; `heap` counts the free bytes where it can.

    `turns` polls the readers: a rota, or the poller itself where there is only one.
    """

    def __init__(
        self,
        seats: "list[BoardSeat]",
        turns: "Turns",
        port: "HostPort",
        clock: "MillisClock",
        heap: "Callable[[], int] | None" = None,
        expander: "Expander | None" = None,
        lamps: "SharedLamps | None" = None,
        shows: "Spacing | None" = None,
    ) -> None:
        self.seats = seats
        self._turns = turns
        self._port = port
        self._clock = clock
        self._heap = heap
        self._expander = expander  # reads the buttons of all seats at once
        self._lamps = lamps  # of all seats
        self._shows = shows  # keeps their `UP` apart
        self._stepped = 0
        self._inbox = Inbox([seat.logic for seat in seats])
        self._free = LOW_MEMORY
        self._count_at = -HEAP_MS  # the first count does not wait
        self._sample_at = 0
        self._pressed_until = 0
        self._beat = -1
        self._first = 0
        self._exam_in = 0  # steps: one part of an examination takes long, and all are to be heard
        for place, seat in enumerate(seats):
            # Buttons on pins are sampled at every step.
            seat.often = len(seats) == 1 or (expander is None and seat.has_buttons())
            # The hello goes first; the seats of a board are not all renewed at once.
            seat.renew_at = clock.now() + LONGEST_MS + RENEW_MS * place // len(seats)

    def step(self) -> int:
        """Do what is due; return for how many milliseconds nothing will be."""
        now = self._clock.now()
        data = self._port.read()
        if data:
            self._inbox.receive(data, now)
        self._turns.step(now)
        if self._expander and now >= self._sample_at:
            self._sample(self._expander, now)
        beat = now - now % SHOW_MS  # blinking tells nothing of when the host's answers arrive
        every = beat != self._beat
        self._beat = beat
        if self._exam_in:
            self._exam_in -= 1
        if self._shows:
            self._shows.owe(OWED if now - self._stepped >= LATE_MS else 0)
            self._stepped = now
        first, number = self._first, len(self.seats)
        for place in range(first, first + number):
            seat = self.seats[place % number]
            if (every or seat.often or seat.logic.stirred) and self._serve(seat, now, beat):
                # Only one may show its state at a time: the one after it is next.
                self._first = (place + 1) % number
        if self._lamps:
            self._lamps.flush(now)
        return min(LONGEST_MS, self._turns.wait(self._clock.now()))

    def in_session(self) -> bool:
        """Return whether a host talks to any of the seats."""
        return any(seat.logic.session.sid != "" for seat in self.seats)

    def fault(self, code: str, text: str) -> None:
        """Report what is wrong with the board, at each of its seats."""
        for seat in self.seats:
            seat.logic.fault(code, text)

    def _sample(self, expander: "Expander", now: int) -> None:
        self._sample_at = now + LONGEST_MS
        if expander.sample(now):
            self._pressed_until = now + PRESSED_MS
        if now < self._pressed_until:
            for seat in self.seats:
                seat.press(now)

    def _serve(self, seat: "BoardSeat", now: int, beat: int) -> bool:
        """Do what is due at a seat; return whether it has sent something."""
        seat.attend(now)
        if seat.wants_exam and not self._exam_in:
            self._exam_in = len(self.seats)
            seat.examine(now)
        if seat.often:
            seat.press(now)
        if now >= seat.renew_at:
            self._renew(seat, now)
        out = seat.logic.tick(now)
        if out:
            self._port.write(out)
        seat.show(now, beat)
        return bool(out)

    def _renew(self, seat: "BoardSeat", now: int) -> None:
        if self._heap and now >= self._count_at + (0 if self._at_rest() else HEAP_MS):
            self._count_at = now + HEAP_MS
            self._free = self._heap()
        if self._free < LOW_MEMORY:
            self.seats[0].logic.fault("low_memory", "{} bytes left".format(self._free))
        seat.renew(now, self._inbox.noise(), self._free)

    def _at_rest(self) -> bool:
        # No card is awaited, so that nobody notices 20 ms.
        return all(seat.at_rest() for seat in self.seats)


class BoardSeat:
    """One seat of a board: its logic, its reader or two, its panel, and how they are."""

    def __init__(
        self,
        logic: SeatLogic,
        reader: "Reader",
        panel: "Panel",
        second: "SecondReader | None" = None,
    ) -> None:
        self.logic = logic
        self.poller = Poller(reader, logic)
        self.reader = reader
        self.second = second
        self.renew_at = 0
        self.often = False
        self.wants_exam = False
        self._panel = panel
        self._beat = -1
        self._plans = -1
        self._light = self._lamps = ""
        self._trades = False  # a lamp blinks
        self._colour = OFF
        self._dark_until = 0
        self._state = SILENT
        self._gain = 0  # before the examination changed it
        self._examination: Examination | None = None
        self._exam: list[tuple[str, object]] = []
        self._lost: tuple[tuple[str, str], ...] = ()

    def attend(self, now: int) -> None:
        """Take what the host asks of the readers."""
        if self.logic.state is not self._state:
            self._adopt(now)

    def has_buttons(self) -> bool:
        """Return whether the seat has any."""
        return self._panel.down() != "-"

    def press(self, now: int) -> None:
        """Take what a player presses."""
        for button, what in self._panel.presses(now):
            if what == DOWN:
                self.logic.touch()
            else:
                self.logic.press(button, what == LONG, now)

    def show(self, now: int, beat: int) -> None:
        """Light, show and play what the seat wants; lamps blink at the beat."""
        logic, panel = self.logic, self._panel
        if logic.take_blink():
            panel.blink(now)
            self._dark_until = now + BLINK_MS + SHOW_MS
        fresh = logic.plans != self._plans
        if fresh:
            self._plans = logic.plans
            self._light, self._lamps = logic.light(), logic.lamps()
            self._trades = self._lamps != self._lamps.lower()
        if fresh or beat != self._beat:
            self._beat = beat
            colour = light_at(self._light, beat)
            if fresh or colour != self._colour or self._trades or now < self._dark_until:
                self._colour = colour
                panel.show(self._light, self._lamps, beat)
        if fresh:
            panel.say(logic.text())
        panel.play(logic.take_sound(), now)

    def at_rest(self) -> bool:
        """Return whether no card is awaited here."""
        return bool(self.poller.tray.tags) or self.logic.state.phase not in LAYING_PHASES

    def renew(self, now: int, noise: int, free: int) -> None:
        """Say again how the seat is; the examination is first: what does not fit is left out."""
        self.renew_at = now + RENEW_MS
        poller = self.poller
        exam = self._exam + [("down", self._panel.down())] if self._exam else []
        self.logic.telemetry = (
            [("noise", noise)]
            + exam
            + [
                ("read", poller.rate.word()),
                ("heap", free),
                ("errs", poller.errors % 10000),
                ("rst", getattr(self.reader, "resets", 0) % 10000),
                ("deaf", poller.deaf % 10000),
                ("polls", poller.polls % 1000000),
            ]
        )
        self._report_lost()

    def _report_lost(self) -> None:
        self._panel.say(self.logic.text())  # else nobody would notice that the display is gone
        lost = self._panel.lost()
        if lost:
            self._plans = -1  # show all again: a part may be back
        if lost == self._lost:
            return
        for code, _ in self._lost:
            self.logic.mend(code)
        for code, why in lost:
            self.logic.fault(code, why)
        self._lost = lost

    # What the host asks of the readers.

    def _adopt(self, now: int) -> None:
        before, self._state = self._state, self.logic.state
        phase = self._state.phase
        if self.second and (phase, step_of(self._state)) != (before.phase, step_of(before)):
            self.second.ask(self.logic.counts(), now)
        self.wants_exam = phase == "exam"
        self._examination = None
        if phase != "exam":
            self._exam = []
            if self._gain:
                self._tune(self._gain)
                self._gain = 0

    def examine(self, now: int) -> None:
        """Do one part of the reader's examination, with the gain that the host asks for."""
        if self._examination is None:
            step = self._state.step
            if step.startswith(GAIN) and step[len(GAIN) :].isdigit():
                self._tune(int(step[len(GAIN) :]))
            self._examination = Examination(self.reader)
        if self._examination.go_on():
            self.wants_exam = False
            self._exam = self._examination.report
            self.renew_at = now

    def _tune(self, gain: int) -> None:
        """Set the reader's gain and count its reads from the start."""
        try:
            self._gain = self._gain or self.reader.gains()[1]
            self.reader.gain(gain)
            self.poller.rate = ReadRate()
        except (ReaderError, ValueError):  # a dead reader, or a gain that no chip has
            return
