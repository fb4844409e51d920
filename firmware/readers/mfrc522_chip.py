"""The MFRC522 chip itself: registers, frames on the air, reset and self-test.

The sections are those of NXP's data sheet (rev. 3.9) unless another paper is named. The chip
stays in Transceive, so that a frame costs one burst into the FIFO and one StartSend; it is given
the time that the answer takes on the air, and one burst then reads health, errors and answer.
"""

from binascii import crc32

from firmware.readers.iso14443 import crc_a
from firmware.readers.reader import DEAD, ReaderError, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import OutPin, Sleep, SpiBus

# Registers (9.2), as the address byte that SPI wants (8.1.2.3).
_COMMAND = const(0x01 << 1)
_ERROR = const(0x06 << 1)
_FIFO = const(0x09 << 1)
_LEVEL = const(0x0A << 1)
_FRAMING = const(0x0D << 1)
_COLL = const(0x0E << 1)
_TX_CONTROL = const(0x14 << 1)
_TX_ASK = const(0x15 << 1)
_RF_CFG = const(0x26 << 1)
_AUTO_TEST = const(0x36 << 1)
_VERSION = const(0x37 << 1)
_READ = const(0x80)

# Commands (10.3) and bits.
_MEM = const(0x01)
_CALC_CRC = const(0x03)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)
_FLUSH = const(0x80)
_START = const(0x80)
_FIELD_ON = const(0x83)
_FIELD_OFF = const(0x80)
_OVERHEATED = const(0x40)
_COLLISION = const(0x08)
_NOISE = const(0x1B)  # BufferOvfl, CollErr, ParityErr, ProtocolErr
_NO_POSITION = const(0x20)
_LONGEST = const(34)  # a signature and its CRC

# CRC-32 of the 64 bytes that the self-test must leave in the FIFO (16.1.1); 0x88 is an FM17522.
_SELF_TESTS = {0x91: 0x57AB9CA0, 0x92: 0x367110C6, 0x88: 0xF4D32EDB}


class Chip:
    """One chip on an SPI bus, chosen by `cs`; `rst` is optional and wakes what SPI cannot.

    A frame to send is put into `tx` from index 1 on, its answer lies in `rx` from index 4 on.
    """

    def __init__(
        self, spi: "SpiBus", cs: "OutPin", rst: "OutPin | None", sleep_us: "Sleep"
    ) -> None:
        self._spi = spi
        self._cs = cs
        self._rst = rst
        self.sleep_us = sleep_us
        self._pair = bytearray(2)
        self._answer = bytearray(2)
        self.tx = bytearray(10)
        self.tx[0] = _FIFO
        self._cuts = [memoryview(self.tx)[:size] for size in range(11)]
        self._short = bytearray((_FIFO, 0))
        self._calls = (
            bytearray((_LEVEL, _FLUSH)),
            bytearray((_COMMAND, _TRANSCEIVE)),
            self._short,
            bytearray((_FRAMING, _START | 7)),
        )
        self.rx = bytearray(4 + _LONGEST)
        self._asks: "dict[int, tuple[bytearray, memoryview]]" = {}
        for size in (0, 3, 5, 18, _LONGEST):
            self._prepare(size)
        self._error = 0
        self._field = _FIELD_ON
        cs(1)

    # Health.

    def version(self) -> int:
        """Return the version register: 0x91 and 0x92 are NXP's, 0x00 and 0xFF a dead bus."""
        return self._read(_VERSION)

    def restart(self) -> None:
        """Restart the chip, by its reset pin where there is one; its field stays off."""
        if self._rst:
            self._rst(0)
            self.sleep_us(10)  # at least 100 ns (8.8.1)
            self._rst(1)
        else:
            self._write(_COMMAND, _SOFT_RESET)
        self._wait_for_power()
        self._write(_TX_ASK, 0x40)  # 100 % ASK, as ISO 14443-A wants (9.3.2.6)

    def switch(self, on: bool) -> None:
        """Switch the field on or off."""
        self._field = _FIELD_ON if on else _FIELD_OFF
        self._write(_TX_CONTROL, self._field)

    def tune(self, gain: int) -> None:
        """Set the receiver's gain to this RxGain (9.3.3.6)."""
        self._write(_RF_CFG, gain << 4 | 0x08)

    def rx_gain(self) -> int:
        """Return the RxGain that the chip has."""
        return self._read(_RF_CFG) >> 4

    def self_test(self) -> "bool | None":
        """Run the digital self-test (16.1.1); `restart` must follow. None: no known result."""
        self.restart()
        version = self.version()
        self.flush()
        for _ in range(25):
            self._write(_FIFO, 0)
        self._write(_COMMAND, _MEM)
        self._write(_AUTO_TEST, 0x09)
        self._write(_FIFO, 0)
        self._write(_COMMAND, _CALC_CRC)
        result = self._test_result()
        self._write(_AUTO_TEST, 0)
        if version not in _SELF_TESTS:
            return None
        return bool(_SELF_TESTS[version] == crc32(result))

    def _wait_for_power(self) -> None:
        for _ in range(10):
            self.sleep_us(1000)
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        if self.version() in DEAD:
            raise ReaderError("the reader does not answer: check its wires")

    def _test_result(self) -> bytes:
        for _ in range(10):
            self.sleep_us(1000)
            if self._read(_LEVEL) & 0x7F == 64:
                break
        return bytes([self._read(_FIFO) for _ in range(64)])

    # Frames.

    def call(self, command: int, time: int) -> int:
        """Send a frame of 7 bits to all tags; return how many bytes were heard."""
        # This is most of what an idle seat does all day, hence no call within the call. Noise may
        # have reached the FIFO since the last call, and a new command code ends a reception that
        # never came (10.2).
        cs, write = self._cs, self._spi.write
        self._short[1] = command
        for frame in self._calls:
            cs(0)
            write(frame)
            cs(1)
        self.sleep_us(time)
        return self.receive(0)

    def exchange(self, size: int, framing: int, expected: int, time: int) -> int:
        """Send a frame, wait for what the answer takes, and return how many bytes came."""
        self.send(size, framing)
        self.sleep_us(time)
        return self.receive(expected)

    def send(self, size: int, framing: int = 0) -> None:
        """Send the first bytes of `tx`; framing is RxAlign and TxLastBits (9.3.1.14)."""
        cs, write = self._cs, self._spi.write
        self._pair[0] = _FRAMING
        self._pair[1] = _START | framing
        cs(0)
        write(self._cuts[size + 1])
        cs(1)
        cs(0)
        write(self._pair)
        cs(1)

    def receive(self, size: int) -> int:
        """Read health, errors, FIFO level and this many bytes of the FIFO in one burst."""
        ask, answer = self._asks[size]
        self._cs(0)
        self._spi.write_readinto(ask, answer)
        self._cs(1)
        self._error = answer[2]
        if answer[1] != self._field or answer[2] & _OVERHEATED:
            raise ReaderError("the reader lost its field")  # a dead bus, a reset, or heat
        return answer[3] & 0x7F

    def flush(self) -> None:
        """Drop what is in the FIFO."""
        self._write(_LEVEL, _FLUSH)

    def clean(self) -> bool:
        """Return whether the last answer came without any error."""
        return not self._error

    def noisy(self) -> bool:
        """Return whether anything was heard that is no whole frame."""
        return bool(self._error & _NOISE)

    def collided(self) -> bool:
        """Return whether two tags spoke at once."""
        return bool(self._error & _COLLISION)

    def collision(self) -> int:
        """Return which bit of the received frame collided first, counted from 0 (9.3.1.15)."""
        position = self._read(_COLL)
        return 0 if position & _NO_POSITION else (position - 1) & 0x1F

    def sign(self, size: int) -> None:
        """Put the CRC_A behind the first bytes of the frame to send."""
        crc = crc_a(self.tx, 1, 1 + size)
        self.tx[1 + size] = crc & 0xFF
        self.tx[2 + size] = crc >> 8

    def intact(self, size: int) -> bool:
        """Return whether the answer came without error and its CRC_A agrees."""
        rx, end = self.rx, 2 + size
        return not self._error and crc_a(rx, 4, end) == rx[end] | rx[end + 1] << 8

    # The bus.

    def _prepare(self, size: int) -> None:
        """Make the burst that reads these bytes; the last 0 starts no further read (8.1.2.1)."""
        ask = bytearray([_READ | _TX_CONTROL, _READ | _ERROR, _READ | _LEVEL])
        for _ in range(size):
            ask.append(_READ | _FIFO)
        ask.append(0)
        self._asks[size] = (ask, memoryview(self.rx)[: 4 + size])

    def _write(self, register: int, value: int) -> None:
        self._pair[0] = register
        self._pair[1] = value
        self._cs(0)
        self._spi.write(self._pair)
        self._cs(1)

    def _read(self, register: int) -> int:
        self._pair[0] = _READ | register
        self._pair[1] = 0
        self._cs(0)
        self._spi.write_readinto(self._pair, self._answer)
        self._cs(1)
        return self._answer[1]
