"""The MFRC522 as a reader: every UID in its field, with few bytes on the bus.

    reader = MFRC522(SPI(0, baudrate=4_000_000), Pin(5, Pin.OUT), Pin(6, Pin.OUT), sleep_us)
    reader.read_uids()

How tags are told apart is ISO 14443-3; NTAG commands are in NXP's NTAG213/215/216 data sheet.
"""

from firmware.mfrc522_chip import Chip
from firmware.reader import ReaderError, Unreadable, cascade, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from firmware.reader import SPI, Pin

    Given = TypeVar("Given")
    Result = TypeVar("Result")

_REQA = const(0x26)
_WUPA = const(0x52)
_SELECT = const(0x93)
_WHOLE = const(0x70)
_CASCADE = const(0x04)
_HLTA = const(0x50)
_READ_PAGES = const(0x30)
_READ_SIGNATURE = const(0x3C)

# Microseconds on the air: a bit takes 9.44, an answer starts after 91 (ISO 14443-3, 6.2.1.1).
_ATQA_TIME = const(400)
_ANTICOLLISION_TIME = const(800)
_SELECT_TIME = const(1200)
_HALT_TIME = const(450)

_TRIES = const(3)
_MOST_BRANCHES = const(48)
_GENUINE = (0x91, 0x92)
_DEAD = (0x00, 0xFF)


class MFRC522:
    """One reader, given its bus and pins."""

    def __init__(
        self, spi: "SPI", cs: "Pin", rst: "Pin | None", sleep_us: "Callable[[int], object]"
    ) -> None:
        self._chip = Chip(spi, cs, rst, sleep_us)
        self._rested = False  # a tag lay there at the last poll
        self._branches: "list[tuple[bytes, int, int]]" = []
        self._known = b""
        self._parts: "list[bytes]" = []
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

    def self_test(self) -> bool:
        """Run the chip's digital self-test, and start it afresh."""
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
        return self._wake(_WUPA) or (self._rested and self._wake(_WUPA))

    def _sweep(self) -> "list[bytes]":
        """Follow each branch that a collision opened, then look for tags that were drowned."""
        found: "list[bytes]" = []
        branches = self._branches
        branches.clear()
        branches.append((b"", 0, 0))
        awake = True
        for _ in range(_MOST_BRANCHES):
            if not branches:
                break
            levels, prefix, bits = branches.pop()
            uid = self._walk(levels, prefix, bits) if awake or self._call() else None
            awake = False
            if uid is not None and uid not in found:
                found.append(uid)
                self._halt()
                # A strong tag can drown a weak one without a collision; the strong one sleeps now.
                if not branches and self._wake(_REQA):
                    awake = True
                    branches.append((b"", 0, 0))
        return found

    def _walk(self, levels: bytes, prefix: int, bits: int) -> "bytes | None":
        """Select one tag, level by level, and return its UID; None when it was not heard well."""
        uid = b""
        for level in range(3):
            part: "bytes | None" = levels[4 * level : 4 * level + 4]
            if not part:
                part = self._anticollide(level, levels, prefix, bits)
                prefix = bits = 0
                if part is None:
                    return None
                levels += part
            sak = self._select(level, part)
            if sak < 0:
                return None
            if not sak & _CASCADE:
                return uid + part
            uid += part[1:]
        return None

    def _answers(self, uid: bytes) -> bool:
        noise = False
        for _ in range(2):
            if self._wake(_WUPA):
                sak = self._choose(uid)
                if sak >= 0:
                    self._halt()
                    return True
                noise = noise or sak == -2
        if noise:
            raise Unreadable("the tag answers, but not clearly")
        return False

    def _ask_tag(self, what: "tuple[bytes, int, int, int]") -> bytes:
        uid, command, argument, size = what
        for _ in range(_TRIES):
            if self._wake(_WUPA) and self._choose(uid) >= 0:
                data = self._command(command, argument, size)
                if data is not None:
                    self._halt()
                    return data
        raise Unreadable("the tag did not give what was asked")

    # Words with a tag.

    def _wake(self, command: int) -> bool:
        """Call with WUPA (all tags) or REQA (those not asleep); tell whether any answers."""
        chip = self._chip
        level = chip.call(command, _ATQA_TIME)
        if level:
            chip.flush()
        if level == 1 and chip.clean():
            raise ReaderError("the reader does not send")  # our own byte is still in the FIFO
        return level > 0 or chip.noisy()

    def _choose(self, uid: bytes) -> int:
        """Select a tag whose UID is known: no anticollision needed."""
        if uid != self._known:
            self._known = uid
            self._parts = cascade(uid)
        sak = -1
        for level in range(len(self._parts)):
            sak = self._select(level, self._parts[level])
            if sak < 0:
                break
        return sak

    def _anticollide(self, level: int, levels: bytes, prefix: int, bits: int) -> "bytes | None":
        """Learn one level's four bytes; where tags collide, follow 1 and leave 0 for later."""
        chip = self._chip
        while bits < 32:
            value = self._uid_bits(level, prefix, bits)
            if not chip.collided():
                return self._checked(value)
            # The position is only trusted for whole answers, where the start of the frame is the
            # start of the UID. Further on one bit is tried after the other.
            at = bits if bits else chip.collision()
            prefix = value & ((1 << at) - 1)
            self._branches.append((levels, prefix, at + 1))
            prefix |= 1 << at
            bits = at + 1
        return None

    def _uid_bits(self, level: int, prefix: int, bits: int) -> int:
        """Ask for the rest of a UID of which some bits are known; -1 when nothing came."""
        chip = self._chip
        whole, odd = bits >> 3, bits & 7
        chip.tx[1] = _SELECT + 2 * level
        chip.tx[2] = 0x20 + (whole << 4) + odd
        for at in range(4):
            chip.tx[3 + at] = prefix >> 8 * at & 0xFF
        sent = 2 + whole + (odd > 0)
        came = chip.exchange(sent, odd << 4 | odd, 5, _ANTICOLLISION_TIME)
        if came > 5:
            chip.flush()
        if came != 5 - whole and not chip.collided():
            return -1
        value = prefix
        for at in range(min(came, 5 - whole)):
            value |= chip.rx[4 + at] << 8 * (whole + at)
        return value

    def _checked(self, value: int) -> "bytes | None":
        """Return the four bytes if nothing was amiss and their check byte BCC agrees."""
        if value < 0 or not self._chip.clean():
            return None
        part = bytes([value >> 8 * at & 0xFF for at in range(4)])
        return part if part[0] ^ part[1] ^ part[2] ^ part[3] == value >> 32 else None

    def _select(self, level: int, part: bytes) -> int:
        """Select these four bytes: the SAK, -1 for silence, -2 for an answer that is harmed."""
        chip = self._chip
        chip.tx[1] = _SELECT + 2 * level
        chip.tx[2] = _WHOLE
        chip.tx[3:7] = part
        chip.tx[7] = part[0] ^ part[1] ^ part[2] ^ part[3]
        chip.sign(7)
        came = chip.exchange(9, 0, 3, _SELECT_TIME)
        if came == 3 and chip.intact(3):
            return chip.rx[4]
        if came > 3:
            chip.flush()
        return -2 if came or chip.noisy() else -1

    def _halt(self) -> None:
        """Send the selected tag to sleep, so that the next WUPA finds it listening."""
        chip = self._chip
        chip.tx[1] = _HLTA
        chip.tx[2] = 0x00
        chip.sign(2)
        chip.send(4)
        chip.sleep_us(_HALT_TIME)

    def _command(self, command: int, argument: int, size: int) -> "bytes | None":
        """Send a command to the selected tag, which may take 5 ms to answer."""
        chip = self._chip
        chip.tx[1] = command
        chip.tx[2] = argument
        chip.sign(2)
        chip.send(4)
        came = 0
        for _ in range(8):
            chip.sleep_us(1000)
            came = chip.receive(0)
            if came >= size or not chip.clean():
                break
        if came == size and chip.clean():
            chip.receive(size)
            if chip.intact(size):
                return bytes(chip.rx[4 : 2 + size])
        return None
