"""The MFRC522 as a reader: every UID in its field, with few bytes on the bus.

reader = MFRC522(SPI(0, baudrate=4_000_000), Pin(5, Pin.OUT), Pin(6, Pin.OUT), sleep_us)
reader.read_uids()
"""

from firmware.readers.iso14443 import REQA, WUPA, Talk
from firmware.readers.mfrc522_chip import Chip
from firmware.readers.reader import ReaderError, Unreadable, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from firmware.protocols import OutPin, SpiBus

    Given = TypeVar("Given")
    Result = TypeVar("Result")

_READ_PAGES = const(0x30)
_READ_SIGNATURE = const(0x3C)
_TRIES = const(3)
_MOST_BRANCHES = const(48)
_GENUINE = (0x91, 0x92)
_DEAD = (0x00, 0xFF)


class MFRC522:
    """One reader, given its bus and pins."""

    name = "mfrc522"

    def __init__(
        self, spi: "SpiBus", cs: "OutPin", rst: "OutPin | None", sleep_us: "Callable[[int], object]"
    ) -> None:
        self._chip = Chip(spi, cs, rst, sleep_us)
        self._talk = Talk(self._chip)
        self._rested = False  # a tag lay there at the last poll
        self._fault = ""
        try:
            self.reset()
        except ReaderError:
            self._fault = "dead"  # health() says so, and every poll tries again

    # The contract.

    @property
    def resets(self) -> int:
        """How often the chip was started afresh."""
        return self._chip.resets

    def read_uids(self) -> "list[bytes]":
        """Return the UID of every tag in the field; an empty list means that there is none."""
        return self._recovering(self._inventory, None)

    def present(self, uid: bytes) -> bool:
        """Tell whether the tag with this UID is in the field, without asking for others."""
        return self._recovering(self._answers, uid)

    def health(self) -> str:
        """Say in a word how the chip is: ok, dead, hung, or which clone it is."""
        version = self.version()
        if version in _DEAD:
            return "dead"
        if self._fault:
            return self._fault
        return "ok" if version in _GENUINE else "clone 0x%02x" % version

    def version(self) -> int:
        """Read the version register: 0x91 and 0x92 are NXP's, 0x00 and 0xFF a dead bus."""
        return self._chip.version()

    def reset(self) -> None:
        """Start the chip afresh, or raise ReaderError."""
        self._fault = "dead"
        self._chip.reset()
        self._fault = ""

    def antenna(self, on: bool) -> None:
        """Switch the field on or off; tags forget their state in the dark."""
        self._chip.antenna(on)

    def gain(self, db: int) -> None:
        """Set the receiver's gain: 18, 23, 33, 38, 43 or 48 dB."""
        self._chip.gain(db)

    def gains(self) -> "tuple[int, int]":
        """The gain that the chip has, and the one that it should have."""
        return self._chip.gains()

    def self_test(self) -> "bool | None":
        """Run the digital self-test, start afresh; None for a clone whose result nobody knows."""
        return self._chip.self_test()

    def read(self, uid: bytes, page: int) -> bytes:
        """Read four pages (16 bytes) of an NTAG or Ultralight from this page on."""
        return self._recovering(self._ask_tag, (uid, _READ_PAGES, page, 18))

    def signature(self, uid: bytes) -> bytes:
        """Read the 32 bytes with which NXP signed an NTAG21x's UID (NTAG data sheet, 10.8)."""
        return self._recovering(self._ask_tag, (uid, _READ_SIGNATURE, 0, 34))

    def _recovering(self, job: "Callable[[Given], Result]", given: "Given") -> "Result":
        """Do the job; a chip that hangs is reset once, and only then is it an error."""
        if not self._chip.lit():
            raise ReaderError("the antenna is off")
        try:
            if self._fault:
                self.reset()
            return job(given)
        except Unreadable:
            raise
        except ReaderError:
            self.reset()
        self._fault = "hung"
        result = job(given)
        self._fault = ""
        return result

    # Polls.

    def _inventory(self, _: None) -> "list[bytes]":
        for _try in range(_TRIES):
            if not self._call():
                self._rested = False
                return []
            self._rested = True
            found = self._sweep()
            if found:
                return found
        raise Unreadable("a tag answers, but its UID does not come through")

    def _call(self) -> bool:
        """Wake every tag. One that missed its HLTA needs a second call (ISO 14443-3, 6.3)."""
        return self._talk.wake(WUPA) or (self._rested and self._talk.wake(WUPA))

    def _sweep(self) -> "list[bytes]":
        """Follow each branch that a collision opened, then look for tags that were drowned."""
        found: "list[bytes]" = []
        branches = self._talk.branches
        branches.clear()
        branches.append((b"", 0, 0))
        awake = True
        for _ in range(_MOST_BRANCHES):
            if not branches:
                break
            levels, prefix, bits = branches.pop()
            uid = self._talk.walk(levels, prefix, bits) if awake or self._call() else None
            awake = False
            if uid is not None and uid not in found:
                found.append(uid)
                self._talk.halt()
                # A strong tag can drown a weak one without a collision; the strong one sleeps now.
                if not branches and self._talk.wake(REQA):
                    awake = True
                    branches.append((b"", 0, 0))
        return found

    def _answers(self, uid: bytes) -> bool:
        noise = False
        for _ in range(2):
            if self._talk.wake(WUPA):
                sak = self._talk.choose(uid)
                if sak >= 0:
                    self._talk.halt()
                    return True
                noise = noise or sak == -2
        if noise:
            raise Unreadable("the tag answers, but not clearly")
        return False

    def _ask_tag(self, what: "tuple[bytes, int, int, int]") -> bytes:
        uid, command, argument, size = what
        for _ in range(_TRIES):
            if self._talk.wake(WUPA) and self._talk.choose(uid) >= 0:
                data = self._talk.command(command, argument, size)
                if data is not None:
                    self._talk.halt()
                    return data
        raise Unreadable("the tag did not give what was asked")
