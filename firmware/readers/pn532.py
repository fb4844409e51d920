"""The PN532 as a reader: the chip tells tags apart by itself, two at a time.

    reader = PN532(SPIPort(SPI(0, baudrate=1_000_000), Pin(17, Pin.OUT), sleep_us), sleep_us)
    reader.read_uids()

The sections are those of NXP's user manual UM0701-02.
"""

from firmware.readers.pn532_ports import LONGEST, START_US
from firmware.readers.pn532_ports import I2CPort as I2CPort
from firmware.readers.pn532_ports import SPIPort as SPIPort
from firmware.readers.pn532_ports import UARTPort as UARTPort
from firmware.readers.reader import (
    READ_PAGES,
    ReaderChip,
    ReaderError,
    Unreadable,
    cascade,
    const,
    rx_gain,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import OutPin, Sleep

_TO_CHIP = const(0xD4)
_FROM_CHIP = const(0xD5)
# Commands (7.1) and how many bytes their answers take at most, the frame around them included.
_LIST_TWO = (b"\x4a\x02\x00", 40)  # InListPassiveTarget: two tags at 106 kbit/s
_LIST_ONE = b"\x4a\x01\x00"
_RELEASE = b"\x52\x00"
_FIELD_ON = b"\x32\x01\x01"  # RFConfiguration (7.3.1), item 0x01
_FIELD_OFF = b"\x32\x01\x00"
_EXCHANGE = b"\x40\x01"  # InDataExchange with tag 1: only for commands that the chip knows
_THROUGH = b"\x42"  # InCommunicateThru
_SHORT = const(10)

_ACK_MS = const(15)  # 6.2.1.3
_ANSWER_MS = const(40)
_LIST_MS = const(200)
_TEST_MS = const(1000)
_RESET_US = const(1000)  # the pin is low for 20 ns at least (PN532/C1 data sheet, figure 48)
_PAUSE = const(8)  # polls left out after an unfinished list, so that buttons have their turn
_RESTART = const(32)  # one in so many unfinished lists restarts the chip
# 7.3.1, item 0x0A: the analog settings for 106 kbit/s after a reset, all but the gain.
_ANALOG = b"\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"


class Unfinished(ReaderError):  # noqa: N818
    """The chip has taken a command and gives no answer, or an error frame (6.2.1.5)."""


class PN532(ReaderChip):
    """One reader, given a port to it; `rst` is its reset pin, for when nothing else helps."""

    name = "pn532"
    tests = 3
    genuine = (0x32,)
    _gain = 5  # 38 dB

    def __init__(
        self,
        port: "SPIPort | I2CPort | UARTPort",
        sleep_us: "Sleep",
        rst: "OutPin | None" = None,
        gain: "int | None" = None,
    ) -> None:
        if gain is not None:
            self._gain = rx_gain(gain)
        self._port = port
        self._sleep_us = sleep_us
        self._rst = rst
        self._tx = bytearray(LONGEST)
        self._rx = bytearray(LONGEST)
        self._known = b""
        self._call = (b"", 0)
        self._unfinished = 0  # lists in a row
        self._pause = 0  # polls that are still left out
        self._try_reset()

    def read_uids(self) -> "list[bytes]":
        """Return the UIDs of up to two tags; an empty list means that there is none."""
        return self._recovering(self._look, _LIST_TWO)

    def present(self, uid: bytes) -> bool:
        """Return whether the tag with this UID is in the field, without asking for others."""
        return uid in self._recovering(self._look, self._call_for(uid))

    def magic(self, uid: bytes) -> bool:
        """Return False: it cannot tell, as it cannot send the 7 bits that a magic tag answers."""
        return False

    def health(self) -> str:
        """Return how the chip is, in a word: ok, dead, hung, or which clone it is."""
        word = ReaderChip.health(self)
        return "hung" if self._unfinished and word != "dead" else word

    def version(self) -> int:
        """Return which chip it is: 0x32 for a PN532."""
        return self._byte(b"\x02", 14)

    def antenna(self, on: bool) -> None:
        """Switch the field on or off."""
        self._lit = on
        self._command(_FIELD_ON if on else _FIELD_OFF, _SHORT)

    def test(self, part: int) -> bool:
        """Let the chip echo a long frame, then test its ROM, then its RAM (7.2.1)."""
        if part:
            return self._command(bytes((0, part)), _SHORT, _TEST_MS) == b"\0"
        probe = bytes([number & 0xFF for number in range(256)])
        return self._command(b"\x00\x00" + probe, LONGEST, _TEST_MS) == b"\x00" + probe

    def _start(self) -> None:
        if self._rst is None:
            self._begin()
            return
        if self._unfinished <= 1:  # else a gentle start has not helped
            try:
                self._begin()
                return
            except ReaderError:
                self._fault = "dead"
        self._rst(0)
        self._sleep_us(_RESET_US)
        self._rst(1)
        self._sleep_us(START_US)
        self._begin()

    def _begin(self) -> None:
        self._port.wake()
        self._abort()
        self._command(b"\x14\x01\x00\x00", _SHORT)  # no SAM, no interrupt pin
        self.version()
        # One try for a tag and not the default of for ever (7.3.1, item 0x05).
        self._command(b"\x32\x05\x00\x01\x00", _SHORT)
        self._tune()
        if self._lit:
            self._cut_power()  # whatever the tags were told before

    def _tune(self) -> None:
        first = self._gain << 4 | 0x09
        self._command(b"\x32\x0a" + bytes((first,)) + _ANALOG, _SHORT)

    def _rx_gain(self) -> int:
        return self._byte(b"\x06\x63\x16", _SHORT) >> 4  # CIU_RFCfg (7.2.4)

    # Tags.

    def _call_for(self, uid: bytes) -> "tuple[bytes, int]":
        if uid != self._known:
            self._known = uid
            self._call = (_LIST_ONE + b"".join(cascade(uid)), 24)
        return self._call

    def _look(self, call: "tuple[bytes, int]") -> "list[bytes]":
        answer = self._list(call)
        if answer[0]:
            self._let_go()
        return _uids(answer)

    def _list(self, call: "tuple[bytes, int]") -> bytes:
        """Ask which tags are there, and leave them selected.

        Tags that answer the call and give no UID keep the chip from finishing. Then nothing is
        wrong with it; but nobody can tell that from a chip that hangs, so it is restarted at first
        and now and then.
        """
        if not self._pause:
            try:
                answer = self._command(call[0], call[1], _LIST_MS)
                self._unfinished = 0
                if answer:
                    return answer
            except Unfinished:
                self._unfinished += 1
                if self._unfinished % _RESTART == 1:
                    raise
                self._cut_power()
            self._pause = 1 + _PAUSE
        self._pause -= 1
        self._fault = ""
        raise Unreadable("no tag gives its UID")

    def _let_go(self) -> None:
        """Release the tags, so that they answer the next call.

        The chip calls with REQA. A tag that is still selected misses one call, and one that
        InRelease sent to sleep misses all until it has lost its power (ISO 14443-3, 6.3).
        """
        self._command(_RELEASE, _SHORT)
        self._cut_power()

    def _cut_power(self) -> None:
        self._command(_FIELD_OFF, _SHORT)
        self._command(_FIELD_ON, _SHORT)

    def _ask_tag(self, uid: bytes, command: int, argument: int, size: int) -> bytes:
        if uid not in _uids(self._recovering(self._list, self._call_for(uid))):
            raise Unreadable("the tag is not there")
        through = _EXCHANGE if command == READ_PAGES else _THROUGH
        answer = self._command(through + bytes((command, argument)), 12 + size)
        self._let_go()
        if len(answer) != 1 + size or answer[0] & 0x3F:
            raise Unreadable("the tag did not give what was asked")
        return answer[1:]

    # Commands.

    def _byte(self, command: bytes, size: int) -> int:
        """Return the first byte of the answer to a command."""
        answer = self._command(command, size)
        if not answer:
            raise ReaderError("the reader answers with nothing")
        return answer[0]

    def _command(self, command: bytes, size: int, patience: int = _ANSWER_MS) -> bytes:
        """Send a command, wait for ACK and answer, and return what follows the answer's code."""
        fault, self._fault = self._fault, self._fault or "hung"  # unless all goes well
        self._port.send(self._frame(command))
        span = self._await(6, _ACK_MS)
        if span is None or span[1]:
            raise ReaderError("the reader does not acknowledge")
        span = self._await(size, patience)
        if span is None:
            self._abort()
            raise Unfinished("the reader does not answer in time")
        start, end = span
        if end - start < 2 or self._rx[start] != _FROM_CHIP:
            self._abort()
            raise Unfinished("the reader gives up")
        if self._rx[start + 1] != command[0] + 1:
            self._abort()
            raise ReaderError("the reader answers something else")
        self._fault = fault
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

    def _await(self, size: int, patience: int) -> "tuple[int, int] | None":
        """Wait for a frame and return where its data lies; (0, 0) is an ACK, None no frame."""
        have = 0
        for _ in range(patience):  # a look takes a millisecond
            received = self._port.receive(memoryview(self._rx)[have:size])
            have += received
            if received:
                span = _parse(self._rx, have)
                if span is not None or have >= size:
                    return span
        return None


def _parse(data: bytearray, have: int) -> "tuple[int, int] | None":
    """Find a frame: where its data starts and ends; None while it is not whole, or is damaged."""
    head = 0
    while head + 4 <= have and not (data[head] == 0x00 and data[head + 1] == 0xFF):
        head += 1
    if have < head + 4:
        return None
    size, check, start = data[head + 2], data[head + 3], head + 4
    if size == 0 and check == 0xFF:
        return 0, 0
    if size == 0xFF and check == 0xFF:
        if have < head + 7:
            return None
        size, check, start = data[head + 4] << 8 | data[head + 5], data[head + 6], head + 7
    if (size >> 8) + size + check & 0xFF or have < start + size + 1:
        return None
    return None if sum(data[start : start + size + 1]) & 0xFF else (start, start + size)


def _uids(answer: bytes) -> "list[bytes]":
    """Take the UIDs out of the answer to InListPassiveTarget (7.3.5)."""
    uids = []
    start = 1
    for _ in range(answer[0]):
        if start + 4 >= len(answer):
            raise Unreadable("the list is cut short")
        end = start + 5 + answer[start + 4]
        uids.append(answer[start + 5 : end])
        if answer[start + 3] & 0x20 and end < len(answer):
            end += answer[end]  # ATS of a tag that speaks ISO 14443-4
        start = end
    return uids
