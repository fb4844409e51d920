"""ISO 14443-3: how tags are woken, told apart, selected and read through a chip.

NTAG commands are in NXP's NTAG213/215/216 data sheet.
"""

from array import array

from firmware.readers.reader import ReaderError, cascade, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.readers.mfrc522 import Chip

REQA = const(0x26)
WUPA = const(0x52)
_SELECT = const(0x93)
_WHOLE = const(0x70)
_CASCADE = const(0x04)
_HLTA = const(0x50)

# Microseconds on the air: a bit takes 9.44, an answer starts after 91 (ISO 14443-3, 6.2.1.1).
_ATQA_TIME = const(400)
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
    """What is said to tags; `branches` are those that a collision opened, still to be followed."""

    def __init__(self, chip: "Chip") -> None:
        self._chip = chip
        self.branches: "list[tuple[bytes, int, int]]" = []
        self._known = b""
        self._parts: "list[bytes]" = []

    def wake(self, command: int) -> bool:
        """Call with WUPA (all tags) or REQA (those not asleep); return whether any answers."""
        chip = self._chip
        level = chip.call(command, _ATQA_TIME)
        if level:
            chip.flush()
        if level == 1 and chip.clean():
            raise ReaderError("the reader does not send")  # our own byte is still in the FIFO
        return level > 0 or chip.noisy()

    def choose(self, uid: bytes) -> int:
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

    def walk(self, levels: bytes, prefix: int, bits: int) -> "bytes | None":
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
            self.branches.append((levels, prefix, bit + 1))
            prefix |= 1 << bit
            bits = bit + 1
        return None

    def _ask(self, level: int, prefix: int, bits: int) -> int:
        """Ask for the rest of a UID of which some bits are known; return how many bytes came."""
        chip = self._chip
        whole, odd = bits >> 3, bits & 7
        chip.tx[1] = _SELECT + 2 * level
        chip.tx[2] = 0x20 + (whole << 4) + odd
        for index in range(whole + (odd > 0)):
            chip.tx[3 + index] = prefix >> 8 * index & 0xFF
        came = chip.exchange(2 + whole + (odd > 0), odd << 4 | odd, 5, _ANTICOLLISION_TIME)
        if came > 5:
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

    def halt(self) -> None:
        """Send the selected tag to sleep, so that the next WUPA finds it listening."""
        self._send_pair(_HLTA, 0)
        self._chip.sleep_us(_HALT_TIME)

    def command(self, command: int, argument: int, size: int) -> "bytes | None":
        """Send a command to the selected tag, which may take 5 ms to answer."""
        chip = self._chip
        self._send_pair(command, argument)
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

    def _send_pair(self, command: int, argument: int) -> None:
        chip = self._chip
        chip.tx[1] = command
        chip.tx[2] = argument
        chip.sign(2)
        chip.send(4)
