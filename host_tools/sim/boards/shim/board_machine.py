"""A board's `machine` and `neopixel` for MicroPython's unix port, wired to simulated parts."""

import struct
import time

from parts_socket import ask, tell, watchers

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5


class Pin:
    """A pin of the board."""

    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2
    IRQ_RISING, IRQ_FALLING = 8, 4

    def __init__(self, number, mode=-1, pull=-1, *, value=None):
        self.number = int(number)
        if value is not None:
            self(value)

    def __call__(self, level=None):
        """Read the pin, or drive it."""
        if level is None:
            return ask(bytes((0x70, self.number)), 1)[0]  # p
        tell(b"P", "BB", self.number, 1 if level else 0)

    value = __call__


class SPI:
    """The SPI bus."""

    MSB, LSB = 0, 1

    def __init__(self, *args, **kwargs):
        pass

    init = __init__

    def write(self, data):
        """Send bytes."""
        ask(b"S" + struct.pack("<H", len(data)) + bytes(data), len(data))

    def write_readinto(self, data, buffer):
        """Send bytes and take as many."""
        if len(data) != len(buffer):
            raise ValueError("buffers must be the same length")
        buffer[:] = ask(b"S" + struct.pack("<H", len(data)) + bytes(data), len(data))

    def readinto(self, buffer, write=0):
        """Fill a buffer."""
        self.write_readinto(bytes([write] * len(buffer)), buffer)


class I2C:
    """The I2C bus."""

    def __init__(self, *args, **kwargs):
        pass

    def scan(self):
        """List the addresses that answer."""
        return [at for at in range(8, 120) if ask(bytes((0x69, at)), 1)[0]]  # i

    def writeto(self, address, data, stop=True):
        """Send bytes to a part."""
        message = b"I" + struct.pack("<BH", address, len(data)) + bytes(data)
        if not ask(message, 1)[0]:
            raise OSError(5)
        return len(data)

    def readfrom_into(self, address, buffer, stop=True):
        """Fill a buffer from a part."""
        answer = ask(b"J" + struct.pack("<BH", address, len(buffer)), 1 + len(buffer))
        if not answer[0]:
            raise OSError(5)
        buffer[:] = answer[1:]


class UART:
    """A UART that never waits."""

    def __init__(self, number, *args, **kwargs):
        self._number = number
        self._waiting = b""

    init = __init__

    def write(self, data):
        """Send bytes."""
        tell(b"U" + struct.pack("<BH", self._number, len(data)) + bytes(data), "")
        return len(data)

    def any(self):
        """Tell how many bytes wait."""
        answer = ask(bytes((0x75, self._number)), 65)  # u
        self._waiting += answer[1 : 1 + answer[0]]
        return len(self._waiting)

    def readinto(self, buffer, count=-1):
        """Take what has come."""
        count = min(self.any(), len(buffer))
        buffer[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count or None


class PWM:
    """Pulses on a pin."""

    def __init__(self, pin, *, freq=1000, duty_u16=0, **kwargs):
        self._pin = pin.number
        self._freq = freq
        self._duty = duty_u16
        self._tell()

    def _tell(self):
        tell(b"W", "<BIH", self._pin, int(self._freq), self._duty)

    def freq(self, value=None):
        """Read or set the frequency."""
        if value is None:
            return self._freq
        self._freq = value
        self._tell()

    def duty_u16(self, value=None):
        """Read or set the duty, of 65,535."""
        if value is None:
            return self._duty
        self._duty = value
        self._tell()

    def deinit(self):
        """Stop."""
        self.duty_u16(0)


class NeoPixel:
    """Lights on one pin."""

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, at, colour):
        self.buf[at * self.bpp : (at + 1) * self.bpp] = bytes(colour)

    def __getitem__(self, at):
        return tuple(self.buf[at * self.bpp : (at + 1) * self.bpp])

    def fill(self, colour):
        """Set all lights."""
        for at in range(self.n):
            self[at] = colour

    def write(self):
        """Show the colours."""
        tell(b"L" + struct.pack("<BH", self.pin.number, len(self.buf)) + bytes(self.buf), "")


class Timer:
    """A timer that calls back when the pins are next touched: the unix port has no interrupts."""

    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, **kwargs):
        self._due = None
        if kwargs:
            self.init(**kwargs)

    def init(self, *, mode=1, period=-1, callback=None, hard=False, **kwargs):
        """Start, or start again."""
        self._period = period
        self._repeats = mode == Timer.PERIODIC
        self._callback = callback
        self._due = time.ticks_add(time.ticks_ms(), period)
        if self._check not in watchers:
            watchers.append(self._check)

    def deinit(self):
        """Stop."""
        self._due = None

    def _check(self):
        if self._due is None or time.ticks_diff(time.ticks_ms(), self._due) < 0:
            return
        self._due = time.ticks_add(self._due, self._period) if self._repeats else None
        self._callback(self)


class RTC:
    """A clock that mpremote may read and set."""

    def __init__(self, *args):
        pass

    def datetime(self, value=None):
        """Read the time; setting it changes nothing here."""
        if value is None:
            now = time.localtime()
            return now[:3] + (now[6],) + now[3:6] + (0,)


def unique_id():
    """Return the board's own id."""
    return ask(b"N", 8)


def reset():
    """Reset as the button does."""
    tell(b"X", "B", 2)
    while True:
        time.sleep(1)


def soft_reset():
    """Start MicroPython afresh."""
    tell(b"X", "B", 5)
    while True:
        time.sleep(1)


def bootloader(timeout=None):
    """Wait for new firmware, which a virtual board never gets."""
    reset()


def reset_cause():
    """Say why the board started."""
    return ask(b"C", 1)[0]
