"""The MFRC522 as a reader: every UID in its field, with few bytes on the bus.

reader = MFRC522(SPI(0, baudrate=4_000_000), Pin(5, Pin.OUT), Pin(6, Pin.OUT), sleep_us)
reader.read_uids()
"""

from firmware.readers.iso14443 import REQA, WUPA, Talk
from firmware.readers.mfrc522_chip import Chip
from firmware.readers.reader import ReaderChip, Unreadable, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import OutPin, Sleep, SpiBus

_TRIES = const(3)
_MOST_BRANCHES = const(48)


class MFRC522(ReaderChip):
    """One reader, given its bus and pins."""

    name = "mfrc522"
    genuine = (0x91, 0x92)
    _gain = 4  # 33 dB, the chip's own default

    def __init__(
        self, spi: "SpiBus", cs: "OutPin", rst: "OutPin | None", sleep_us: "Sleep"
    ) -> None:
        self._chip = Chip(spi, cs, rst, sleep_us)
        self._talk = Talk(self._chip)
        self._rested = False  # a tag lay there at the last poll
        self._try_reset()

    def read_uids(self) -> "list[bytes]":
        """Return the UID of every tag in the field; an empty list means that there is none."""
        return self._recovering(self._inventory, None)

    def present(self, uid: bytes) -> bool:
        """Return whether the tag with this UID is in the field, without asking for others."""
        return self._recovering(self._answers, uid)

    def version(self) -> int:
        """Return the version register: 0x91 and 0x92 are NXP's, 0x00 and 0xFF a dead bus."""
        return self._chip.version()

    def antenna(self, on: bool) -> None:
        """Switch the field on or off; tags forget their state in the dark."""
        self._lit = on
        self._chip.switch(on)

    def self_test(self) -> "bool | None":
        """Run the digital self-test and restart; None for a clone whose result nobody knows."""
        result = self._chip.self_test()
        self._start()
        return result

    def _start(self) -> None:
        self._chip.restart()
        self._tune()
        self._chip.switch(self._lit)

    def _tune(self) -> None:
        self._chip.tune(self._gain)

    def _rx_gain(self) -> int:
        return self._chip.rx_gain()

    def _ask_tag(self, uid: bytes, command: int, argument: int, size: int) -> bytes:
        return self._recovering(self._command, (uid, command, argument, size + 2))

    # Polls.

    def _inventory(self, _: None) -> "list[bytes]":
        for _try in range(_TRIES):
            if not self._call():
                self._rested = False
                return []
            self._rested = True
            uids = self._sweep()
            if uids:
                return uids
        raise Unreadable("a tag answers, but its UID does not come through")

    def _call(self) -> bool:
        """Wake every tag. One that missed its HLTA needs a second call (ISO 14443-3, 6.3)."""
        return self._talk.wake(WUPA) or (self._rested and self._talk.wake(WUPA))

    def _sweep(self) -> "list[bytes]":
        """Follow every branch that a collision opened, then look for tags that were drowned."""
        uids: "list[bytes]" = []
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
            if uid is not None and uid not in uids:
                uids.append(uid)
                self._talk.halt()
                # A strong tag can drown a weak one without a collision; the strong one sleeps now.
                if not branches and self._talk.wake(REQA):
                    awake = True
                    branches.append((b"", 0, 0))
        return uids

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

    def _command(self, what: "tuple[bytes, int, int, int]") -> bytes:
        uid, command, argument, size = what
        for _ in range(_TRIES):
            if self._talk.wake(WUPA) and self._talk.choose(uid) >= 0:
                data = self._talk.command(command, argument, size)
                if data is not None:
                    self._talk.halt()
                    return data
        raise Unreadable("the tag did not give what was asked")
