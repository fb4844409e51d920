"""ISO 14443-3: how tags are woken, told apart, selected and read through a chip.

NTAG commands are in NXP's NTAG213/215/216 data sheet.
"""

from array import array

from firmware.readers.reader import ReaderError, Unreadable, cascade, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.readers.mfrc522 import Chip

_REQA = const(0x26)
_WUPA = const(0x52)
_SELECT = const(0x93)
_WHOLE = const(0x70)
_CASCADE = const(0x04)
_HLTA = const(0x50)
_BACKDOOR = const(0x40)  # a call of 7 bits that wakes magic clones only; their ACK has 4 bits
_ACK = const(0x0A)

_TRIES = const(3)
_BRANCHES = const(6)  # that are followed for each tag: something that jams must not take long

# Microseconds on the air: a bit takes 9.44, an answer starts after 91 (ISO 14443-3, 6.2.1.1).
# An ATQA is there after 380. It has its 200 for lateness at once: a second look would make the
# poll of an empty tray dearer by four bytes.
_ATQA_TIME = const(600)
_ANTICOLLISION_TIME = const(750)
_SELECT_TIME = const(1170)
_HALT_TIME = const(400)


def _crc_of(byte: int) -> int:
    byte = (byte ^ byte << 4) & 0xFF
    return byte << 8 ^ byte << 3 ^ byte >> 4


_CRC = array("H", [_crc_of(byte) for byte in range(256)])  # a table takes half the time on a board


def crc_a(data: "bytes | bytearray", start: int, end: int) -> int:
    """Return the CRC_A of a part of a buffer (ISO 14443-3, annex B)."""
    crc = 0x6363
    for index in range(start, end):
        crc = crc >> 8 ^ _CRC[(data[index] ^ crc) & 0xFF]
    return crc


class Talk:
    """What is said to tags; `rested` is whether one lay there at the last poll."""

    def __init__(self, chip: "Chip") -> None:
        self._chip = chip
        self.rested = False
        self._branches: "list[tuple[bytes, int, int]]" = []  # opened by collisions, to be followed
        self._left = 0  # how many of them may still be followed
        self._known = b""
        self._parts: "list[bytes]" = []

    def inventory(self, most: int) -> "list[bytes]":
        """Return the UID of every tag, or of so many: a hand of cards would take long.

        Raise Unreadable if something answers without one.
        """
        self._left = _BRANCHES * most
        for _try in range(_TRIES):
            if not self._call():
                self.rested = False
                return []
            self.rested = True
            uids = self._sweep(most)
            if uids:
                return uids
        raise Unreadable("a tag answers, but its UID does not come through")

    def _call(self) -> bool:
        """Wake every tag. One that missed its HLTA needs a second call (ISO 14443-3, 6.3)."""
        return self._wake(_WUPA) or (self.rested and self._wake(_WUPA))

    def _sweep(self, most: int) -> "list[bytes]":
        """Follow every branch that a collision opened, then look for tags that were drowned."""
        uids: "list[bytes]" = []
        branches = self._branches
        branches.clear()
        branches.append((b"", 0, 0))
        awake = True
        while branches and self._left > 0:
            self._left -= 1
            levels, prefix, bits = branches.pop()
            uid = self._walk(levels, prefix, bits) if awake or self._call() else None
            awake = False
            if uid is not None and uid not in uids:
                uids.append(uid)
                self._halt()
                if len(uids) >= most:
                    break
                # A strong tag can drown a weak one without a collision; the strong one sleeps now.
                if not branches and self._wake(_REQA):
                    awake = True
                    branches.append((b"", 0, 0))
        return uids

    def answers(self, uid: bytes) -> bool:
        """Return whether the tag with this UID is there, and send it to sleep."""
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

    def fetch(self, what: "tuple[bytes, int, int, int]") -> bytes:
        """Send a tag a command with its argument; return the answer, which has so many bytes."""
        uid, command, argument, size = what
        for _ in range(_TRIES):
            if self._wake(_WUPA) and self._choose(uid) >= 0:
                data = self._command(command, argument, size)
                if data:
                    self._halt()
                    return data
                if data is not None:
                    raise Unreadable("the tag refuses what was asked")
        raise Unreadable("the tag did not give what was asked")

    # Frames.

    def _wake(self, command: int) -> bool:
        """Call with WUPA (all tags) or REQA (those not asleep); return whether any answers."""
        chip = self._chip
        level = chip.call(command, _ATQA_TIME)
        if level == 1:
            level = chip.look_again(1)  # maybe the ATQA is not all there
        if level:
            chip.flush()
        if level == 1 and chip.clean() and chip.rx[4] == command:
            raise ReaderError("the reader does not send")  # our own byte is still in the FIFO
        return level > 0 or chip.noisy()

    def _choose(self, uid: bytes) -> int:
        """Select a tag whose UID is known and return its SAK; no anticollision is needed."""
        if uid != self._known:
            self._known = uid
            self._parts = cascade(uid)
        sak = -1
        for level in range(len(self._parts)):
            sak = self._select(level, self._parts[level])
            if sak < 0:
                break
        return sak

    def _walk(self, levels: bytes, prefix: int, bits: int) -> "bytes | None":
        """Select one tag, level by level, and return its UID; None when it was not clear."""
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

    def _anticollide(self, level: int, levels: bytes, prefix: int, bits: int) -> "bytes | None":
        """Learn one level's four bytes; where tags collide, follow 1 and leave 0 for later."""
        chip = self._chip
        while bits < 32:
            came = self._ask(level, prefix, bits)
            if not chip.collided():
                return self._checked(prefix, bits, came)
            # The position is only trusted for whole answers, where the start of the frame is the
            # start of the UID. Further on one bit is tried after the other.
            bit = bits if bits else chip.collision()
            prefix = self._merged(prefix, bits, came) & ((1 << bit) - 1)
            self._branches.append((levels, prefix, bit + 1))
            prefix |= 1 << bit
            bits = bit + 1
        # The last bit has collided, so both tags are known; SELECT sends the check byte.
        return bytes([prefix >> 8 * index & 0xFF for index in range(4)])

    def _ask(self, level: int, prefix: int, bits: int) -> int:
        """Ask for the rest of a UID of which some bits are known; return how many bytes came."""
        chip = self._chip
        whole, odd = bits >> 3, bits & 7
        chip.tx[1] = _SELECT + 2 * level
        chip.tx[2] = 0x20 + (whole << 4) + odd
        for index in range(whole + (odd > 0)):
            chip.tx[3 + index] = prefix >> 8 * index & 0xFF
        size = 2 + whole + (odd > 0)
        came = chip.exchange(size, odd << 4 | odd, 5 - whole, _ANTICOLLISION_TIME)
        if came > 5 - whole:
            chip.flush()
        return came

    def _merged(self, prefix: int, bits: int, came: int) -> int:
        """Put the known bits and the answer together; the lowest bit is the first on the air."""
        whole = bits >> 3
        for index in range(min(came, 5 - whole)):
            prefix |= self._chip.rx[4 + index] << 8 * (whole + index)
        return prefix

    def _checked(self, prefix: int, bits: int, came: int) -> "bytes | None":
        """Return the four bytes if they came without error and their check byte BCC agrees."""
        if came != 5 - (bits >> 3) or not self._chip.clean():
            return None
        if bits:
            value = self._merged(prefix, bits, came)
            part = bytes([value >> 8 * index & 0xFF for index in range(5)])
        else:
            part = bytes(self._chip.rx[4:9])  # one tag alone: nothing to work out
        return part[:4] if part[0] ^ part[1] ^ part[2] ^ part[3] == part[4] else None

    def _select(self, level: int, part: bytes) -> int:
        """Select these four bytes; return the SAK, -1 for silence, -2 for a damaged answer."""
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
        self._send_pair(_HLTA, 0)
        self._chip.sleep_us(_HALT_TIME)

    def _command(self, command: int, argument: int, size: int) -> "bytes | None":
        """Send a command to the selected tag, which may take 5 ms; b"" if it refuses (NAK)."""
        chip = self._chip
        self._send_pair(command, argument)
        came = before = 0
        for _ in range(8):
            chip.sleep_us(1000)
            before, came = came, chip.receive(0)
            if came >= size or came == before > 0 or not chip.clean():
                break
        if came == size and chip.clean():
            chip.receive(size)
            if chip.intact(size):
                return bytes(chip.rx[4 : 2 + size])
        return b"" if came == before == 1 and chip.nibble() >= 0 else None

    def open_backdoor(self) -> bool:
        """Call a magic clone that sleeps alone in the field; return whether it answers."""
        return self._chip.call(_BACKDOOR, _ATQA_TIME) == 1 and self._chip.nibble() == _ACK

    def _send_pair(self, command: int, argument: int) -> None:
        chip = self._chip
        chip.tx[1] = command
        chip.tx[2] = argument
        chip.sign(2)
        chip.send(4)
