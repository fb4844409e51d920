"""Whose turn it is to read on a board with several readers: only one antenna is on at a time."""

from firmware.readers.poller import Poller
from firmware.readers.reader import ReaderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import MillisClock, Reader

GRAIN_MS = 1  # how much the clock may be behind
LONGEST_MS = 1000
MORE = 3  # polls at once of a tray on which something comes or goes, as on a board with one reader
SICK_SHARE = 4  # readers that fail get one part of the time, and the others this many


class ReaderTurn:
    """A reader and its poller; it is sick while its polls fail, or no uid comes through."""

    def __init__(self, reader: "Reader", poller: Poller) -> None:
        self.reader = reader
        self.poller = poller
        self.sick = False
        self._errors = 0

    def light(self, on: bool) -> None:
        """Switch the antenna."""
        try:
            self.reader.antenna(on)
        except ReaderError:  # the poll that follows fails too, and reports it
            return

    def poll(self, now: int) -> None:
        """Poll, and note whether that failed."""
        self.poller.step(now)
        self.sick = self.poller.errors != self._errors or self.poller.garbled
        self._errors = self.poller.errors


class Rota:
    """Lights one antenna, lets it settle without waiting, polls, and goes on to the next reader.

    Of the readers that are due the longest overdue is next. Trays that wait for a card and cards
    that rest take turns, so that many resting cards do not make a new one wait; after a new card
    another tray that waits is first, since people often lay together.
    """

    def __init__(
        self, pairs: "list[tuple[Reader, Poller]]", clock: "MillisClock", settle_ms: int
    ) -> None:
        self._turns = [ReaderTurn(reader, poller) for reader, poller in pairs]
        self._clock = clock
        self._settle = settle_ms + GRAIN_MS
        self._lit: ReaderTurn | None = None  # whose antenna is on
        self._settling = False  # it has not been polled yet
        self._ready_at = 0
        self._sick_at = 0  # no reader that fails is tried before
        self._rests = False  # a resting card is next, if one is due

    def step(self, now: int) -> None:
        """Poll the reader whose antenna has settled, and light the next one."""
        if self._settling:
            if now < self._ready_at:
                return
            self._poll(now)
            now = self._clock.now()
        turn = self._choose(now)
        if turn is None:
            return
        if turn is self._lit:
            self._poll(now)
            return
        if self._lit:
            self._lit.light(False)
        turn.light(True)
        self._lit = turn
        self._settling = True
        self._ready_at = self._clock.now() + self._settle

    def wait(self, now: int) -> int:
        """Return the milliseconds until the next poll or change of antennas."""
        if self._settling:
            return max(0, self._ready_at - now)
        first = now + LONGEST_MS
        for turn in self._turns:
            due = turn.poller.due_at
            if turn.sick and due < self._sick_at:
                due = self._sick_at
            if due < first:
                first = due
        return max(0, first - now)

    def _poll(self, now: int) -> None:
        turn = self._lit
        self._settling = False
        if turn is None:
            return
        tray = turn.poller.tray
        waited = not tray.tags
        turn.poll(now)
        for _ in range(MORE):
            if turn.sick or not tray.eager():
                break
            turn.poller.due_at = now
            turn.poll(self._clock.now())
        if waited and tray.tags:  # others may have laid theirs at the same moment
            self._rests = False
        if turn.sick:  # a dead chip takes long: it must not take the others' time
            done = self._clock.now()
            self._sick_at = done + SICK_SHARE * (done - now)

    def _choose(self, now: int) -> "ReaderTurn | None":
        waiting = resting = None
        since = longest = now + 1
        for turn in self._turns:
            due = turn.poller.due_at
            if due > now or (turn.sick and now < self._sick_at):
                continue
            if turn.poller.tray.tags:
                if due < longest:
                    resting, longest = turn, due
            elif due < since:
                waiting, since = turn, due
        if resting and (self._rests or waiting is None):
            self._rests = False
            return resting
        self._rests = waiting is not None
        return waiting
