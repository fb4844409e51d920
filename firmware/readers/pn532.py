"""The PN532 as a reader: the chip tells tags apart by itself, two at a time.

    reader = PN532(SPIPort(SPI(0, baudrate=1_000_000), Pin(17, Pin.OUT), sleep_us), sleep_us)
    reader.read_uids()

The sections are those of NXP's user manual UM0701-02.
"""

from firmware.readers.reader import ReaderError, Unreadable, cascade, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.protocols import Pn532Port

_TO_CHIP = const(0xD4)
_FROM_CHIP = const(0xD5)
_ERROR = const(0x7F)
_LONGEST = const(280)  # an extended frame of 265 bytes (6.2.1.2)

_DIAGNOSE = const(0x00)
_VERSION = const(0x02)
_READ_REGISTER = const(0x06)
_SAM = const(0x14)
_RF = const(0x32)
_EXCHANGE = const(0x40)
_THROUGH = const(0x42)
_LIST = const(0x4A)
_RELEASE = const(0x52)

_READ_PAGES = const(0x30)
_READ_SIGNATURE = const(0x3C)

_ACK_MS = const(15)  # 6.2.1.3
_ANSWER_MS = const(40)
_GENUINE = const(0x32)
_GAINS = {18: 0, 23: 1, 33: 4, 38: 5, 43: 6, 48: 7}
_DECIBELS = (18, 23, 18, 23, 33, 38, 43, 48)
# 7.3.1, item 0x0A: the analog settings for 106 kbit/s as they are after a reset.
_ANALOG = b"\x59\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"


class PN532:
    """One reader, given a port to it."""

    name = "pn532"

    def __init__(self, port: "Pn532Port", sleep_us: "Callable[[int], object]") -> None:
        self._port = port
        self._sleep_us = sleep_us
        self._tx = bytearray(_LONGEST)
        self._rx = bytearray(_LONGEST)
        self._known = b""
        self._fault = ""
        self._chip = 0
        self._gain = 38
        self._lit = True
        self.resets = 0
        try:
            self.reset()
        except ReaderError:
            self._fault = "dead"  # health() says so, and every poll tries again

    # The contract.

    def read_uids(self) -> "list[bytes]":
        """Return the UIDs of up to two tags; an empty list means that there is none."""
        return _uids(self._recovering(b"\x4a\x02\x00", 40))

    def present(self, uid: bytes) -> bool:
        """Tell whether the tag with this UID is in the field, without asking for others."""
        if uid != self._known:
            self._known = uid
            self._call = b"\x4a\x01\x00" + b"".join(cascade(uid))
        return uid in _uids(self._recovering(self._call, 24))

    def health(self) -> str:
        """Say in a word how the chip is: ok, dead, hung, or which clone it is."""
        try:
            chip = self.version()
        except ReaderError:
            return "dead"
        if self._fault:
            return self._fault
        return "ok" if chip == _GENUINE else "clone 0x%02x" % chip

    def version(self) -> int:
        """Ask which chip it is: 0x32 for a PN532."""
        self._chip = self._command(b"\x02", 14)[0]
        return self._chip

    def reset(self) -> None:
        """Wake the chip and set it up, or raise ReaderError."""
        self.resets += 1
        self._fault = "dead"
        self._port.wake()
        self._abort()
        self._command(b"\x14\x01\x00\x00", 10)  # no SAM, no interrupt pin
        self.version()
        # One try for a tag and not the default of for ever (7.3.1, item 0x05).
        self._command(b"\x32\x05\x00\x01\x00", 10)
        self._tune()
        self._fault = ""

    def antenna(self, on: bool) -> None:
        """Switch the field on or off."""
        self._lit = on
        self._command(b"\x32\x01\x01" if on else b"\x32\x01\x00", 10)

    def gain(self, db: int) -> None:
        """Set the receiver's gain: 18, 23, 33, 38, 43 or 48 dB."""
        if db not in _GAINS:
            raise ValueError("the gain is 18, 23, 33, 38, 43 or 48 dB")
        self._gain = db
        self._tune()

    def gains(self) -> "tuple[int, int]":
        """The gain that the chip has, read from CIU_RFCfg (7.2.4), and the one it should have."""
        register = self._command(bytes((_READ_REGISTER, 0x63, 0x16)), 10)[0]
        return _DECIBELS[register >> 4 & 7], self._gain

    def self_test(self) -> "bool | None":
        """Let the chip echo a long frame and test its ROM and RAM (7.2.1)."""
        probe = bytes([at & 0xFF for at in range(256)])
        if self._command(b"\x00\x00" + probe, _LONGEST) != b"\x00" + probe:
            return False
        return self._command(b"\x00\x01", 10) == b"\0" == self._command(b"\x00\x02", 10)

    def read(self, uid: bytes, page: int) -> bytes:
        """Read four pages (16 bytes) of an NTAG or Ultralight from this page on."""
        return self._ask_tag(uid, bytes((_EXCHANGE, 1, _READ_PAGES, page)), 16)

    def signature(self, uid: bytes) -> bytes:
        """Read the 32 bytes with which NXP signed an NTAG21x's UID."""
        return self._ask_tag(uid, bytes((_THROUGH, _READ_SIGNATURE, 0)), 32)

    # Commands.

    def _ask_tag(self, uid: bytes, command: bytes, size: int) -> bytes:
        if not self.present(uid):
            raise Unreadable("the tag is not there")
        answer = self._recovering(command, 12 + size)
        self._command(b"\x52\x00", 10)
        if len(answer) != 1 + size or answer[0] & 0x3F:
            raise Unreadable("the tag did not give what was asked")
        return answer[1:]

    def _tune(self) -> None:
        first = _GAINS[self._gain] << 4 | 0x09
        self._command(b"\x32\x0a" + bytes((first,)) + _ANALOG[1:], 10)

    def _recovering(self, command: bytes, size: int) -> bytes:
        """Send a command; a chip that does not answer is reset once before it is an error."""
        if not self._lit:
            raise ReaderError("the antenna is off")
        try:
            if self._fault:
                self.reset()
            return self._command(command, size)
        except ReaderError:
            self.reset()
        self._fault = "hung"
        answer = self._command(command, size)
        self._fault = ""
        return answer

    def _command(self, command: bytes, size: int) -> bytes:
        """Send a command, wait for ACK and answer, and return what follows the answer's code."""
        self._port.send(self._frame(command))
        start, end = self._await(6, _ACK_MS)
        if end:
            raise ReaderError("the reader does not acknowledge")
        start, end = self._await(size, _ANSWER_MS)
        if end - start < 2 or self._rx[start] != _FROM_CHIP:
            self._abort()
            raise ReaderError("the reader gives up")
        if self._rx[start + 1] != command[0] + 1:
            self._abort()
            raise ReaderError("the reader answers something else")
        return bytes(self._rx[start + 2 : end])

    def _abort(self) -> None:
        """Stop whatever the chip is doing: an ACK from our side (6.2.1.3)."""
        self._port.send(memoryview(b"\x00\x00\xff\x00\xff\x00"))
        self._sleep_us(1000)

    # Frames.

    def _frame(self, command: bytes) -> memoryview:
        """Build a normal frame, or an extended one beyond 254 bytes (6.2.1.1, 6.2.1.2)."""
        tx, size = self._tx, 1 + len(command)
        if size < 0xFF:
            head = bytes((0, 0, 0xFF, size, -size & 0xFF, _TO_CHIP))
        else:
            check = -(size >> 8) - (size & 0xFF) & 0xFF
            head = bytes((0, 0, 0xFF, 0xFF, 0xFF, size >> 8, size & 0xFF, check, _TO_CHIP))
        end = len(head) + len(command)
        tx[: len(head)] = head
        tx[len(head) : end] = command
        tx[end] = -(_TO_CHIP + sum(command)) & 0xFF
        tx[end + 1] = 0
        return memoryview(tx)[: end + 2]

    def _await(self, size: int, patience: int) -> "tuple[int, int]":
        """Wait for a frame and return where its data lies; (0, 0) is an ACK."""
        have = 0
        for _ in range(patience):
            have += self._port.receive(memoryview(self._rx)[have:size])
            if have:
                span = _parse(self._rx, have)
                if span is not None:
                    return span
                if have >= size:
                    break
            self._sleep_us(1000)
        self._fault = self._fault or "hung"
        raise ReaderError("the reader does not answer in time")


def _parse(data: bytearray, have: int) -> "tuple[int, int] | None":
    """Find a frame: where its data starts and ends; None while it is not whole, or is harmed."""
    at = 0
    while at + 4 <= have and not (data[at] == 0x00 and data[at + 1] == 0xFF):
        at += 1
    if have < at + 4:
        return None
    size, check, start = data[at + 2], data[at + 3], at + 4
    if size == 0 and check == 0xFF:
        return 0, 0
    if size == 0xFF and check == 0xFF:
        if have < at + 7:
            return None
        size, check, start = data[at + 4] << 8 | data[at + 5], data[at + 6], at + 7
    if (size >> 8) + size + check & 0xFF or have < start + size + 1:
        return None
    return None if sum(data[start : start + size + 1]) & 0xFF else (start, start + size)


def _uids(answer: bytes) -> "list[bytes]":
    """Take the UIDs out of the answer to InListPassiveTarget (7.3.5)."""
    found = []
    at = 1
    for _ in range(answer[0]):
        size = answer[at + 4]
        found.append(answer[at + 5 : at + 5 + size])
        at += 5 + size
        if answer[at - size - 2] & 0x20 and at < len(answer):
            at += answer[at]  # ATS of a tag that speaks ISO 14443-4
    return found
