"""What `neopixel` is on a Pico whose MicroPython was built without it: the same bits by hand."""

from machine import bitstream


class NeoPixel:
    """A string of WS2812 on one pin."""

    def __init__(self, pin, n):
        self.pin = pin
        self.buf = bytearray(3 * n)
        pin.init(pin.OUT)

    def __len__(self):
        return len(self.buf) // 3

    def __setitem__(self, at, colour):
        red, green, blue = colour
        self.buf[3 * at : 3 * at + 3] = bytes((green, red, blue))

    def write(self):
        """Show the colours; the four times are those of the WS2812 data sheet, in nanoseconds."""
        bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
