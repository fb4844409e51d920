"""The ways to a PN532: SPI, I2C or UART (UM0701-02, 6.2).

Each port has `wake()`, `send(frame)`, and `receive(buffer)`, which returns how many bytes of the
buffer it filled: 0, after a millisecond, while the chip is still at work.
"""

from firmware.readers.reader import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.protocols import I2cBus, OutPin, Sleep, SpiBus, UartBus

LONGEST = 280  # an extended frame has 265 bytes (6.2.1.2)
START_US = 2000  # from power-down to the first command (PN532/C1 data sheet, figure 48)

_WRITE = const(0x80)  # 0x01, 0x02 and 0x03, sent lowest bit first (6.2.5)
_STATUS = const(0x40)
_READ = const(0xC0)
_READY = const(0x80)
_ADDRESS = const(0x24)
_LOOK_US = const(1000)  # between two looks whether the chip is ready
_SELECT_US = const(1000)  # after chip select: the chip loses what is sent at once


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
        self._out = bytearray(1 + LONGEST)
        self._in = bytearray(1 + LONGEST)
        self._pair = bytearray(2)
        self._state = bytearray(2)
        cs(1)

    def wake(self) -> None:
        """Hold chip select until the oscillator runs (6.2.5, 7.2.11)."""
        self._cs(0)
        self._sleep_us(START_US)
        self._cs(1)

    def send(self, frame: memoryview) -> None:
        """Send a frame."""
        size = len(frame)
        self._out[0] = _WRITE
        for index in range(size):
            self._out[1 + index] = self._mirror[frame[index]]
        self._select()
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

    def _select(self) -> None:
        self._cs(0)
        self._sleep_us(_SELECT_US)

    def _exchange(self, out: "bytearray | memoryview", into: "bytearray | memoryview") -> None:
        self._select()
        self._spi.write_readinto(out, into)
        self._cs(1)


class I2CPort:
    """I2C: each read starts with a status byte (6.2.4)."""

    def __init__(self, i2c: "I2cBus", sleep_us: "Sleep") -> None:
        self._i2c = i2c
        self._sleep_us = sleep_us
        self._state = bytearray(1)
        self._in = bytearray(1 + LONGEST)

    def wake(self) -> None:
        """Call the chip's address: asleep, it does not answer the first time."""
        try:
            self._i2c.writeto(_ADDRESS, b"\x00")
        except OSError:
            self._sleep_us(START_US)

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
                self._sleep_us(_LOOK_US)
                return 0
            self._i2c.readfrom_into(_ADDRESS, memoryview(self._in)[: 1 + size])
        except OSError:
            self._sleep_us(_LOOK_US)
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
        self._sleep_us(START_US)
        scrap = bytearray(64)
        while self._uart.readinto(scrap):
            pass

    def send(self, frame: memoryview) -> None:
        """Send a frame."""
        self._uart.write(frame)

    def receive(self, buffer: memoryview) -> int:
        """Take the bytes that have arrived."""
        size = self._uart.readinto(buffer) or 0
        if not size:
            self._sleep_us(_LOOK_US)
        return size
