"""A second reader at a seat, for audits and counting: its tags are named, never played."""

from firmware.readers.poller import Poller
from firmware.seat.tray import TrayFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import Reader
    from firmware.seat.seat import SeatLogic

PILE = 8  # cards that may lie on one another
NEVER = 0x3FFFFFFF  # milliseconds: twelve days
CODES = {"reader_dead": "second_dead", "reader_deaf": "second_deaf"}


class SecondReader:
    """Reads while the host asks for tags; to its poller it looks like a seat."""

    def __init__(self, reader: "Reader", seat: "SeatLogic") -> None:
        self.reader = reader
        self.poller = Poller(reader, self)
        reader.most = PILE
        self.poller.due_at = NEVER
        self._seat = seat
        self._tags: tuple[bytes, ...] = ()

    def ask(self, wanted: bool, now: int) -> None:
        """Begin to read, or stop; what was seen before may be gone."""
        self.poller.tray = TrayFilter(PILE)
        self._tags = ()
        self.poller.due_at = now if wanted else NEVER

    def lay(self, tags: "tuple[bytes, ...] | None", now: int) -> None:
        """Name the tags that have come; one that must wait is tried again at the next poll."""
        known, count = self._tags, self._seat.count
        self._tags = tuple([tag for tag in tags or () if tag in known or count(tag)])

    def doubts(self, tags: "tuple[bytes, ...] | None") -> bytes:
        """Return nothing: where a tag comes from is asked at enrolment, on the tray."""
        return b""

    def vouch(self, uid: bytes, signature: bytes, magic: bool) -> None:
        """Do nothing: no tag is ever in doubt."""

    def fault(self, code: str, text: str) -> None:
        """Report that this reader is at fault; what it cannot read is nobody's card."""
        if code in CODES:
            self._seat.fault(CODES[code], text)

    def mend(self, code: str) -> None:
        """Note that it is not wrong any more."""
        if code in CODES:
            self._seat.mend(CODES[code])
