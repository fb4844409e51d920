"""A string of lights whose colours go to the simulated parts."""

import struct

from wire import tell


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
