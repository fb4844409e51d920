"""How a reader is asked: how often, how thoroughly, and what happens when it fails."""

from firmware.readers.reader import ReaderError, Unreadable
from firmware.seat.seat import Seat
from firmware.seat.tray import Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import Reader

IDLE_MS = 16  # between polls of an empty tray
REST_MS = 50  # of a card that lies there
EAGER_MS = 1  # while something is on its way in or out
DEAD_MS = 500  # of a reader that does not answer
FAILURES = 3  # in a row before the reader is called dead
RATE_MAX = 999  # tries that are counted
THOROUGH = 4  # every so many polls of a resting card look for a second one


class Poller:
    """Asks the reader, feeds the tray, and tells the seat."""

    def __init__(self, reader: "Reader", tray: Tray, seat: Seat) -> None:
        self.polls = 0
        self.errors = 0
        self.rate = ReadRate()
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


class ReadRate:
    """Counts for one card. Misses count only once it is read again: else it was being lifted.

    >>> rate = ReadRate()
    >>> for hit in (True, False, True, True, False): rate.note(b"card", hit)
    >>> rate.word()
    '3/4'
    """

    def __init__(self) -> None:
        self.uid = b""  # the card that is counted, if any
        self._hits = 0
        self._tries = 0
        self._misses = 0  # in a row

    def note(self, uid: bytes, hit: bool) -> None:
        """The card was looked for."""
        if uid != self.uid:
            self.uid, self._hits, self._tries, self._misses = uid, 0, 0, 0
        if not hit:
            self._misses += 1
            return
        self._hits += 1
        self._tries += 1 + self._misses
        self._misses = 0
        if self._tries > RATE_MAX:
            self._hits, self._tries = self._hits // 2, self._tries // 2

    def lifted(self) -> None:
        """No single card lies there."""
        self.uid = b""

    def word(self) -> str:
        """Hits and tries, or "-" when no single card lies there."""
        return "{}/{}".format(self._hits, self._tries) if self.uid else "-"
