"""The MFRC522: every UID in its field, with few bytes on the bus.

    reader = MFRC522(SPI(0, baudrate=4_000_000), Pin(5, Pin.OUT), Pin(6, Pin.OUT), sleep_us)
    reader.read_uids()

The sections are those of NXP's data sheet (rev. 3.9) unless another paper is named. The chip
stays in Transceive, so that a frame costs one burst into the FIFO and one StartSend; it is given
the time that the answer takes on the air, and one burst then reads health, errors and answer. An
answer that is not there by then, or not all of it, has another 200 microseconds.
"""

from binascii import crc32

from firmware.readers.iso14443 import Talk, crc_a
from firmware.readers.reader import DEAD, ReaderChip, ReaderError, Unreadable, const, rx_gain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import OutPin, Sleep, SpiBus

# Registers (9.2), as the address byte that SPI wants (8.1.2.3).
_COMMAND = const(0x01 << 1)
_ERROR = const(0x06 << 1)
_FIFO = const(0x09 << 1)
_LEVEL = const(0x0A << 1)
_CONTROL = const(0x0C << 1)
_FRAMING = const(0x0D << 1)
_COLL = const(0x0E << 1)
_TX_CONTROL = const(0x14 << 1)
_TX_ASK = const(0x15 << 1)
_RF_CFG = const(0x26 << 1)
_AUTO_TEST = const(0x36 << 1)
_VERSION = const(0x37 << 1)
_READ = const(0x80)

# Commands (10.3) and bits.
_IDLE = const(0x00)
_MEM = const(0x01)
_CALC_CRC = const(0x03)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)
_FLUSH = const(0x80)
_START = const(0x80)
_FIELD_ON = const(0x83)
_FIELD_OFF = const(0x80)
_DRIVERS = const(0x03)  # Tx1RFEn, Tx2RFEn; the other bits of TxControl read differently on clones
_ASK = const(0x40)  # 100 % ASK (9.3.2.6)
_OVERHEATED = const(0x40)
_COLLISION = const(0x08)
_NOISE = const(0x1B)  # BufferOvfl, CollErr, ParityErr, ProtocolErr
_NO_POSITION = const(0x20)
_LONGEST = const(34)  # a signature and its CRC

# CRC-32 of the 64 bytes that the self-test must leave in the FIFO (16.1.1). 0x90 is as in Philips'
# preliminary specification (rev. 2.0, 16.1), 0x88 is an FM17522.
_SELF_TESTS = {0x90: 0xA2AFB23A, 0x91: 0x57AB9CA0, 0x92: 0x367110C6, 0x88: 0xF4D32EDB}

# Microseconds.
_LATE = const(200)  # for an answer that is late
_DARK = const(5000)  # without a field, so that every tag forgets
_TAG_START = const(5000)  # from field to first call (ISO 14443-3, 5.1)


class MFRC522(ReaderChip):
    """One reader, given its bus and pins."""

    name = "mfrc522"
    genuine = (0x90, 0x91, 0x92)
    _gain = 4  # 33 dB, the chip's own default
    _settles = False  # a board that starts says hello before it waits for tags

    def __init__(
        self,
        spi: "SpiBus",
        cs: "OutPin",
        rst: "OutPin | None",
        sleep_us: "Sleep",
        gain: "int | None" = None,
    ) -> None:
        if gain is not None:
            self._gain = rx_gain(gain)
        self._chip = Chip(spi, cs, rst, sleep_us)
        self._talk = Talk(self._chip)
        self._try_reset()
        self._settles = True

    def read_uids(self) -> "list[bytes]":
        """Return the UIDs of the tags in the field, at most so many; an empty list means none."""
        return self._recovering(self._talk.inventory, self.most)

    def present(self, uid: bytes) -> bool:
        """Return whether the tag with this UID is in the field, without asking for others."""
        return self._recovering(self._talk.answers, uid)

    def version(self) -> int:
        """Return the version register: 0x90 to 0x92 are NXP's, 0x00 and 0xFF a dead bus."""
        return self._chip.version()

    def antenna(self, on: bool) -> None:
        """Switch the field on or off; tags forget their state in the dark."""
        self._lit = on
        self._talk.rested = False
        if on and not self._chip.is_set_up():  # it lost its power in the dark
            self._settles = False  # whoever lights it waits for the tags
            try:
                self._force_reset()
            finally:
                self._settles = True
        self._chip.switch(on)

    def magic(self, uid: bytes) -> bool:
        """Return whether this tag, which must lie alone, is a magic clone ("gen1a").

        True is certain: no tag of NXP's has a backdoor. False proves nothing, there are other
        sorts of clones.
        """
        return self._recovering(self._has_backdoor, uid)

    def test(self, part: int) -> "bool | None":
        """Run the digital self-test (16.1.1) and restart; None: a clone's result nobody knows."""
        self._restart()
        version, result = self.version(), self._chip.run_self_test()
        self._start()
        return crc32(result) == _SELF_TESTS[version] if version in _SELF_TESTS else None

    def _start(self) -> None:
        self._restart()
        self._chip.set_up(self._gain)
        self._light()

    def _light(self) -> None:
        self._chip.switch(self._lit)
        if self._lit and self._settles:
            self._chip.sleep_us(_TAG_START)

    def _restart(self) -> None:
        self._chip.restart()
        if self.version() in DEAD:
            raise ReaderError("the reader does not answer: check its wires")

    def _tune(self) -> None:
        self._chip.tune(self._gain)

    def _rx_gain(self) -> int:
        return self._chip.gain()

    def _ask_tag(self, uid: bytes, command: int, argument: int, size: int) -> bytes:
        return self._recovering(self._talk.fetch, (uid, command, argument, size + 2))

    def _has_backdoor(self, uid: bytes) -> bool:
        if self._talk.inventory(2) != [uid]:  # it sleeps now, which is when a clone listens
            raise Unreadable("the tag must lie alone on the reader")
        opened = self._talk.open_backdoor()
        # A clone in its backdoor hears no call: without power it forgets that.
        self._chip.switch(False)
        self._chip.sleep_us(_DARK)
        self._light()
        return opened


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
            bytearray((_COMMAND, _IDLE)),
            bytearray((_LEVEL, _FLUSH)),
            self._short,
            bytearray((_COMMAND, _TRANSCEIVE)),
            bytearray((_FRAMING, _START | 7)),
        )
        self.rx = bytearray(4 + _LONGEST)
        self._asks: "dict[int, tuple[bytearray, memoryview]]" = {}
        for size in (0, 1, 2, 3, 4, 5, 18, _LONGEST):
            self._prepare(size)
        self._error = 0
        self._late = 0  # microseconds, once an answer was late
        cs(1)

    def restart(self) -> None:
        """Restart by the reset pin where there is one; the field stays off."""
        if self._rst:
            self._rst(0)
            self.sleep_us(10)  # at least 100 ns (8.8.1)
            self._rst(1)
        else:
            self.write(_COMMAND, _SOFT_RESET)
        for _ in range(10):
            self.sleep_us(1000)
            if not self.read(_COMMAND) & _POWER_DOWN:
                break

    def switch(self, on: bool) -> None:
        """Switch the field on or off."""
        self.write(_TX_CONTROL, _FIELD_ON if on else _FIELD_OFF)

    def version(self) -> int:
        """Return the version register."""
        return self.read(_VERSION)

    def set_up(self, gain: int) -> None:
        """Make the chip speak ISO 14443-A, with this RxGain."""
        self.write(_TX_ASK, _ASK)
        self.tune(gain)

    def is_set_up(self) -> bool:
        """Return whether the chip still has the settings that it was given."""
        return bool(self.read(_TX_ASK) == _ASK)

    def tune(self, gain: int) -> None:
        """Set RxGain (9.3.3.6)."""
        self.write(_RF_CFG, gain << 4 | 0x08)

    def gain(self) -> int:
        """Return RxGain."""
        return self.read(_RF_CFG) >> 4 & 0x07

    def run_self_test(self) -> bytes:
        """Return what the digital self-test leaves in the FIFO (16.1.1); restart afterwards."""
        self.flush()
        for _ in range(25):
            self.write(_FIFO, 0)
        self.write(_COMMAND, _MEM)
        self.write(_AUTO_TEST, 0x09)
        self.write(_FIFO, 0)
        self.write(_COMMAND, _CALC_CRC)
        for _ in range(10):
            self.sleep_us(1000)
            if self.read(_LEVEL) & 0x7F == 64:
                break
        result = bytes([self.read(_FIFO) for _ in range(64)])
        self.write(_AUTO_TEST, 0)
        return result

    # Frames.

    def call(self, command: int, time: int) -> int:
        """Send a frame of 7 bits to all tags; return how many bytes were heard."""
        # This is most of what an idle seat does all day, hence no call within the call. Idle ends a
        # reception that never came (10.2): some chips ignore Transceive while they are in it.
        # Noise may have reached the FIFO since the last call.
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
        self.sleep_us(time + self._late)
        came = self.receive(expected)
        return came if came >= expected else self._receive_rest(came, expected)

    def _receive_rest(self, came: int, expected: int) -> int:
        """Look once more for an answer that is late, or was cut by the first look."""
        rx, error = self.rx, self._error
        first = bytes(rx[4 : 4 + came])
        more = self.look_again(expected - came)
        self._error |= error
        if came + more:
            # From now on it has this time at once. A byte that came while the first look was
            # reading is lost, so that this answer may be too short even now.
            self._late = _LATE
        rx[4 + came : 4 + expected] = bytes(rx[4 : 4 + expected - came])
        rx[4 : 4 + came] = first
        return came + more

    def look_again(self, size: int) -> int:
        """Give a late answer some time, and receive again."""
        self.sleep_us(_LATE)
        return self.receive(size)

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
        # A bus that reads 0x00, a reset or heat; one that reads 0xFF looks overheated as well.
        if answer[1] & _DRIVERS != _DRIVERS or answer[2] & _OVERHEATED:
            raise ReaderError("the reader lost its field")
        return answer[3] & 0x7F

    def flush(self) -> None:
        """Drop what is in the FIFO."""
        self.write(_LEVEL, _FLUSH)

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
        position = self.read(_COLL)
        return 0 if position & _NO_POSITION else (position - 1) & 0x1F

    def nibble(self) -> int:
        """Return the answer if it was one of four bits (RxLastBits, 9.3.1.13), or -1."""
        last_bits = self.read(_CONTROL) & 0x07
        return self.read(_FIFO) if last_bits == 4 and not self._error else -1

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

    def write(self, register: int, value: int) -> None:
        """Write a register."""
        self._pair[0] = register
        self._pair[1] = value
        self._cs(0)
        self._spi.write(self._pair)
        self._cs(1)

    def read(self, register: int) -> int:
        """Read a register."""
        self._pair[0] = _READ | register
        self._pair[1] = 0
        self._cs(0)
        self._spi.write_readinto(self._pair, self._answer)
        self._cs(1)
        return self._answer[1]
