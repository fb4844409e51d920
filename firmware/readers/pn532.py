"""The PN532 as a reader: the chip tells tags apart by itself, two at a time.

    reader = PN532(SPIPort(SPI(0, baudrate=1_000_000), Pin(17, Pin.OUT), sleep_us), sleep_us)
    reader.read_uids()

The sections are those of NXP's user manual UM0701-02. The chip is on SPI, I2C or UART (6.2); each
port has `wake()`, `send(frame)`, and `receive(buffer)`, which never waits: it returns how many
bytes of the buffer it filled, 0 while the chip is still at work.
"""

from firmware.readers.reader import READ_PAGES, ReaderChip, ReaderError, Unreadable, cascade, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import I2cBus, OutPin, Sleep, SpiBus, UartBus

_TO_CHIP = const(0xD4)
_FROM_CHIP = const(0xD5)
_LONGEST = const(280)  # an extended frame has 265 bytes (6.2.1.2)

# Ports.
_WRITE = const(0x80)  # 0x01, 0x02 and 0x03, sent lowest bit first (6.2.5)
_STATUS = const(0x40)
_READ = const(0xC0)
_READY = const(0x80)
_ADDRESS = const(0x24)

# Commands (7.1) and how many bytes their answers take at most, the frame around them included.
_LIST_TWO = (b"\x4a\x02\x00", 40)  # InListPassiveTarget: two tags at 106 kbit/s
_LIST_ONE = b"\x4a\x01\x00"
_RELEASE = b"\x52\x00"
_EXCHANGE = b"\x40\x01"  # InDataExchange with tag 1: only for commands that the chip knows
_THROUGH = b"\x42"  # InCommunicateThru
_SHORT = const(10)

_ACK_MS = const(15)  # 6.2.1.3
_ANSWER_MS = const(40)
# 7.3.1, item 0x0A: the analog settings for 106 kbit/s after a reset, all but the gain.
_ANALOG = b"\xf4\x3f\x11\x4d\x85\x61\x6f\x26\x62\x87"


class PN532(ReaderChip):
    """One reader, given a port to it."""

    name = "pn532"
    genuine = (0x32,)
    _gain = 5  # 38 dB

    def __init__(self, port: "SPIPort | I2CPort | UARTPort", sleep_us: "Sleep") -> None:
        self._port = port
        self._sleep_us = sleep_us
        self._tx = bytearray(_LONGEST)
        self._rx = bytearray(_LONGEST)
        self._known = b""
        self._call = (b"", 0)
        self._try_reset()

    def read_uids(self) -> "list[bytes]":
        """Return the UIDs of up to two tags; an empty list means that there is none."""
        return _uids(self._recovering(self._ask, _LIST_TWO))

    def present(self, uid: bytes) -> bool:
        """Return whether the tag with this UID is in the field, without asking for others."""
        if uid != self._known:
            self._known = uid
            self._call = (_LIST_ONE + b"".join(cascade(uid)), 24)
        return uid in _uids(self._recovering(self._ask, self._call))

    def version(self) -> int:
        """Return which chip it is: 0x32 for a PN532."""
        return self._command(b"\x02", 14)[0]

    def antenna(self, on: bool) -> None:
        """Switch the field on or off."""
        self._lit = on
        self._command(b"\x32\x01\x01" if on else b"\x32\x01\x00", _SHORT)

    def self_test(self) -> "bool | None":
        """Let the chip echo a long frame and test its ROM and RAM (7.2.1)."""
        probe = bytes([number & 0xFF for number in range(256)])
        if self._command(b"\x00\x00" + probe, _LONGEST) != b"\x00" + probe:
            return False
        return self._command(b"\x00\x01", _SHORT) == b"\0" == self._command(b"\x00\x02", _SHORT)

    def _start(self) -> None:
        self._port.wake()
        self._abort()
        self._command(b"\x14\x01\x00\x00", _SHORT)  # no SAM, no interrupt pin
        self.version()
        # One try for a tag and not the default of for ever (7.3.1, item 0x05).
        self._command(b"\x32\x05\x00\x01\x00", _SHORT)
        self._tune()

    def _tune(self) -> None:
        first = self._gain << 4 | 0x09
        self._command(b"\x32\x0a" + bytes((first,)) + _ANALOG, _SHORT)

    def _rx_gain(self) -> int:
        return self._command(b"\x06\x63\x16", _SHORT)[0] >> 4  # CIU_RFCfg (7.2.4)

    def _ask_tag(self, uid: bytes, command: int, argument: int, size: int) -> bytes:
        if not self.present(uid):
            raise Unreadable("the tag is not there")
        through = _EXCHANGE if command == READ_PAGES else _THROUGH
        answer = self._recovering(self._ask, (through + bytes((command, argument)), 12 + size))
        self._command(_RELEASE, _SHORT)
        if len(answer) != 1 + size or answer[0] & 0x3F:
            raise Unreadable("the tag did not give what was asked")
        return answer[1:]

    # Commands.

    def _ask(self, what: "tuple[bytes, int]") -> bytes:
        return self._command(what[0], what[1])

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
        end = start + 5 + answer[start + 4]
        uids.append(answer[start + 5 : end])
        if answer[start + 3] & 0x20 and end < len(answer):
            end += answer[end]  # ATS of a tag that speaks ISO 14443-4
        start = end
    return uids


def _reversed(byte: int) -> int:
    result = 0
    for bit in range(8):
        result |= (byte >> bit & 1) << 7 - bit
    return result


class SPIPort:
    """SPI: the chip sends the lowest bit first, which the RP2040 cannot, so bytes are mirrored."""

    def __init__(self, spi: "SpiBus", cs: "OutPin", sleep_us: "Sleep") -> None:
        self._spi = spi
        self._cs = cs
        self._sleep_us = sleep_us
        self._mirror = bytes([_reversed(byte) for byte in range(256)])
        self._out = bytearray(1 + _LONGEST)
        self._in = bytearray(1 + _LONGEST)
        self._pair = bytearray(2)
        self._state = bytearray(2)
        cs(1)

    def wake(self) -> None:
        """Hold chip select until the oscillator runs (6.2.5, 7.2.11)."""
        self._cs(0)
        self._sleep_us(2000)
        self._cs(1)

    def send(self, frame: memoryview) -> None:
        """Send a frame."""
        size = len(frame)
        self._out[0] = _WRITE
        for index in range(size):
            self._out[1 + index] = self._mirror[frame[index]]
        self._cs(0)
        self._spi.write(memoryview(self._out)[: 1 + size])
        self._cs(1)

    def receive(self, buffer: memoryview) -> int:
        """Ask for the status, and read if the chip is ready."""
        self._pair[0] = _STATUS
        self._pair[1] = 0
        self._exchange(self._pair, self._state)
        if not self._state[1] & _READY or self._state[1] == 0xFF:
            return 0
        size = len(buffer)
        for index in range(1 + size):
            self._out[index] = 0
        self._out[0] = _READ
        self._exchange(memoryview(self._out)[: 1 + size], memoryview(self._in)[: 1 + size])
        for index in range(size):
            buffer[index] = self._mirror[self._in[1 + index]]
        return size

    def _exchange(self, out: "bytearray | memoryview", into: "bytearray | memoryview") -> None:
        self._cs(0)
        self._spi.write_readinto(out, into)
        self._cs(1)


class I2CPort:
    """I2C: each read starts with a status byte (6.2.4)."""

    def __init__(self, i2c: "I2cBus", sleep_us: "Sleep") -> None:
        self._i2c = i2c
        self._sleep_us = sleep_us
        self._state = bytearray(1)
        self._in = bytearray(1 + _LONGEST)

    def wake(self) -> None:
        """Call the chip's address: asleep, it does not answer the first time."""
        try:
            self._i2c.writeto(_ADDRESS, b"\x00")
        except OSError:
            self._sleep_us(2000)

    def send(self, frame: memoryview) -> None:
        """Send a frame; nobody there is the same as no answer."""
        try:
            self._i2c.writeto(_ADDRESS, frame)
        except OSError:
            self._state[0] = 0

    def receive(self, buffer: memoryview) -> int:
        """Ask for the status, and read if the chip is ready."""
        size = len(buffer)
        try:
            self._i2c.readfrom_into(_ADDRESS, self._state)
            if self._state[0] != 0x01:
                return 0
            self._i2c.readfrom_into(_ADDRESS, memoryview(self._in)[: 1 + size])
        except OSError:
            return 0
        for index in range(size):
            buffer[index] = self._in[1 + index]
        return size


class UARTPort:
    """UART: the chip sends when it is ready, and sleeps until it hears a long preamble (6.2.3)."""

    _PREAMBLE = b"\x55\x55" + bytes(14)

    def __init__(self, uart: "UartBus", sleep_us: "Sleep") -> None:
        self._uart = uart
        self._sleep_us = sleep_us

    def wake(self) -> None:
        """Send the preamble, and drop what was left unread."""
        self._uart.write(self._PREAMBLE)
        self._sleep_us(2000)
        scrap = bytearray(64)
        while self._uart.readinto(scrap):
            pass

    def send(self, frame: memoryview) -> None:
        """Send a frame."""
        self._uart.write(frame)

    def receive(self, buffer: memoryview) -> int:
        """Take the bytes that have arrived."""
        return self._uart.readinto(buffer) or 0
