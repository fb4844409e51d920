"""How a reader is polled: how often, how thoroughly, and what happens when it fails."""

from firmware.readers.reader import ReaderError, Unreadable
from firmware.seat.tray import TAGS_MAX, TrayFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from firmware.protocols import Reader, TrayWatcher

    Answer = TypeVar("Answer")

IDLE_MS = 18  # between polls of an empty tray
REST_MS = 50  # of a card that lies there
EAGER_MS = 1  # while something is on its way in or out
DEAD_MS = 500  # of a reader that does not answer
FAILURES = 3  # in a row before the reader counts as dead
RATE_MAX = 999  # tries that are counted
THOROUGH = 4  # one in this many polls of a resting card looks for a second one
# A receiver can go deaf, after hours or weeks: it sends as ever and hears nothing, which looks like
# an empty tray. So the reader is restarted, which takes an MFRC522 about 7 ms: this often on an
# empty tray, and whenever a card is about to count as lifted.
DEAF_MS = 60000


class Poller:
    """Polls the reader, and passes what lies on the tray to the seat."""

    def __init__(self, reader: "Reader", seat: "TrayWatcher") -> None:
        self.tray = TrayFilter()
        self.polls = 0
        self.errors = 0
        self.garbled = False  # at the last poll something answered, and no uid came through
        self.deaf = 0  # restarts after which something was heard that was not before
        self.rate = ReadRate()
        self._reader = reader
        reader.most = TAGS_MAX
        self._seat = seat
        self._failures = 0
        self._restart_at = DEAF_MS
        self.due_at = 0  # milliseconds

    def step(self, now: int) -> None:
        """Poll, if it is time."""
        if now < self.due_at:
            return
        self.polls += 1
        self.garbled = False
        try:
            self.tray.poll(self._look() or self._listen(now), now)
            self._confirm(now)
            self._recover()
        except Unreadable:
            self.garbled = True
            if self.tray.tags:
                self.rate.note(self.tray.tags[0], False)
            self.tray.garble(now)
            self._recover()
        except ReaderError as error:
            self._fail(error)
        self._pass_on(now)

    def wait(self, now: int) -> int:
        """Return the milliseconds until the next poll."""
        return max(0, self.due_at - now)

    def _look(self) -> "list[bytes] | tuple[bytes, ...]":
        tags = self.tray.tags
        if not tags or len(tags) > 1:
            if self.rate.uid:
                self.rate.lifted()
            return self._reader.read_uids()
        uid = tags[0]
        if self.polls % THOROUGH and not self.tray.eager():
            present = self._reader.present(uid)
            self.rate.note(uid, present)
            if present:
                return tags
        uids = self._reader.read_uids()
        self.rate.note(uid, uid in uids)
        return uids

    def _listen(self, now: int) -> "list[bytes] | tuple[bytes, ...]":
        """Make sure that nothing is there and not only nothing heard, if it is time for that."""
        tray = self.tray
        idle = now >= self._restart_at and tray.tags == () and not tray.eager()
        if not idle and not tray.leaving(now):
            return ()
        self._restart_at = now + DEAF_MS
        self._reader.reset()
        uids = self._reader.read_uids()
        if uids and (not tray.tags or tray.tags[0] in uids):
            self.deaf += 1
            self._seat.fault("reader_deaf", "the reader heard nothing until it was restarted")
        return uids

    def _confirm(self, now: int) -> None:
        # A tag that has just come is asked for by name at once: that takes half the time of
        # another reading, and no tag answers to a garbled name.
        uid = self.tray.newcomer()
        if uid:
            self.tray.poll((uid,) if self._reader.present(uid) else (), now)

    def _recover(self) -> None:
        if self._failures:
            self._failures = 0
            self._seat.mend("reader_dead")

    def _fail(self, error: ReaderError) -> None:
        self.errors += 1
        self._failures += 1
        self.tray.fail()
        if self._failures < FAILURES:
            return
        self._seat.fault("reader_dead", str(error) or self._reader.health())
        try:
            self._reader.reset()
        except ReaderError:
            self.errors += 1

    def _pass_on(self, now: int) -> None:
        self.due_at = now + self._pause()
        stranger = self._seat.doubts(self.tray.tags)
        if stranger and not self._failures:
            signature = self._learn(self._reader.signature, stranger) or b""
            self._seat.vouch(stranger, signature, bool(self._learn(self._reader.magic, stranger)))
        self._seat.lay(self.tray.tags, now)
        if self.tray.unreadable:
            self._seat.fault("unreadable", "a tag that cannot be read")
        else:
            self._seat.mend("unreadable")

    def _learn(self, ask: "Callable[[bytes], Answer]", uid: bytes) -> "Answer | None":
        # Once: most tags without a signature do not answer, and the tag itself is more important.
        try:
            return ask(uid)
        except ReaderError:
            return None

    def _pause(self) -> int:
        if self._failures >= FAILURES:
            return DEAD_MS
        if self.tray.eager() and not self._failures:
            return EAGER_MS
        return REST_MS if self.tray.tags else IDLE_MS


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
        """Count a try to read the card."""
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
        """Stop counting: no single card lies there."""
        self.uid = b""

    def word(self) -> str:
        """Return hits and tries, or "-" when no single card lies there."""
        return "{}/{}".format(self._hits, self._tries) if self.uid else "-"
