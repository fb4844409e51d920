"""How a reader is asked: how often, how thoroughly, and what happens when it fails."""

from firmware.rate import Rate
from firmware.reader import ReaderError, Unreadable
from firmware.seat import Seat
from firmware.tray import Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.reader import Reader

IDLE_MS = 16  # between polls of an empty tray
REST_MS = 50  # of a card that lies there
EAGER_MS = 1  # while something is on its way in or out
DEAD_MS = 500  # of a reader that does not answer
FAILURES = 3  # in a row before the reader is called dead
THOROUGH = 4  # every so many polls of a resting card look for a second one


class Poller:
    """Asks the reader, feeds the tray, and tells the seat."""

    def __init__(self, reader: "Reader", tray: Tray, seat: Seat) -> None:
        self.polls = 0
        self.errors = 0
        self.rate = Rate()
        self._reader = reader
        self._tray = tray
        self._seat = seat
        self._failures = 0
        self._next = 0

    def step(self, now: int) -> None:
        """Poll, if it is time."""
        if now < self._next:
            return
        self.polls += 1
        try:
            self._tray.poll(self._look(), now)
            self._confirm(now)
            self._recover()
        except Unreadable:
            if self._tray.tags:
                self.rate.note(self._tray.tags[0], False)
            self._tray.garble(now)
            self._recover()
        except ReaderError as error:
            self._fail(error)
        self._tell(now)

    def wait(self, now: int) -> int:
        """Milliseconds until the next poll."""
        return max(0, self._next - now)

    def _look(self) -> "list[bytes] | tuple[bytes, ...]":
        tags = self._tray.tags
        if not tags or len(tags) > 1:
            if self.rate.uid:
                self.rate.lifted()
            return self._reader.read_uids()
        uid = tags[0]
        if self.polls % THOROUGH and not self._tray.eager():
            found = self._reader.present(uid)
            self.rate.note(uid, found)
            if found:
                return tags
        uids = self._reader.read_uids()
        self.rate.note(uid, uid in uids)
        return uids

    def _confirm(self, now: int) -> None:
        # A tag that has just come is asked for by name at once: that takes half the time of
        # another reading, and no tag answers to a garbled name.
        uid = self._tray.newcomer()
        if uid:
            self._tray.poll((uid,) if self._reader.present(uid) else (), now)

    def _recover(self) -> None:
        if self._failures:
            self._failures = 0
            self._seat.mend("reader_dead")

    def _fail(self, error: ReaderError) -> None:
        self.errors += 1
        self._failures += 1
        self._tray.fail()
        if self._failures < FAILURES:
            return
        self._seat.fault("reader_dead", str(error) or self._reader.health())
        try:
            self._reader.reset()
        except ReaderError:
            self.errors += 1

    def _tell(self, now: int) -> None:
        self._next = now + self._pause()
        self._seat.lay(self._tray.tags, now)
        if self._tray.unreadable:
            self._seat.fault("unreadable", "a tag that cannot be read")
        else:
            self._seat.mend("unreadable")

    def _pause(self) -> int:
        if self._failures >= FAILURES:
            return DEAD_MS
        if self._tray.eager() and not self._failures:
            return EAGER_MS
        return REST_MS if self._tray.tags else IDLE_MS
