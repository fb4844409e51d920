"""A small SSD1306 display on I2C that shows a few words in big enough letters."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LETTER = 8  # pixels, each way
LINE = 12
COMMANDS = 0x00  # control byte (SSD1306 data sheet, 8.1.5.2)
DATA = 0x40

_ACCENTED = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ"
_PLAIN = "AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyy"


def _settings(height: int) -> bytes:
    rows = height - 1
    wires = 0x12 if height == 64 else 0x02  # COM pins: alternative, or sequential (table 10-3)
    return bytes(
        (COMMANDS, 0x20, 0x00, 0x40, 0xA1, 0xC8, 0xA8, rows, 0xD3, 0x00, 0xDA, wires)  # layout
        + (0xD5, 0x80, 0xD9, 0xF1, 0xDB, 0x30, 0x81, 0x8F, 0xA4, 0xA6)  # clock, levels, normal
        + (0x8D, 0x14, 0xAF)  # charge pump, on
    )


class Display:
    """Raises OSError at once when no display answers."""

    def __init__(self, i2c: "Any", width: int = 128, height: int = 64, address: int = 0x3C) -> None:
        from framebuf import MONO_VLSB, FrameBuffer

        self._i2c = i2c
        self._address = address
        self._width = width
        self._height = height
        self._out = bytearray(1 + width * height // 8)
        self._out[0] = DATA
        self._frame = FrameBuffer(memoryview(self._out)[1:], width, height, MONO_VLSB)
        self._settings = _settings(height)
        self._window = bytes((COMMANDS, 0x21, 0, width - 1, 0x22, 0, height // 8 - 1))
        self.check()

    def check(self) -> None:
        """Send the settings again, or raise OSError when the display is gone."""
        self._i2c.writeto(self._address, self._settings)

    def show(self, text: str) -> None:
        """Show this text, broken into lines, even if the display has lost its power meanwhile."""
        self.check()
        self._frame.fill(0)
        lines = wrap(fold(text), self._width // LETTER)[: self._height // LINE]
        for place, words in enumerate(lines):
            self._frame.text(words, 0, place * LINE, 1)
        self._i2c.writeto(self._address, self._window)
        self._i2c.writeto(self._address, self._out)


def fold(text: str) -> str:
    """Write accented letters without their accents, and what cannot be drawn as "?".

    >>> fold("Posée à l’est")
    'Posee a l?est'
    """
    out = []
    for letter in text:
        place = _ACCENTED.find(letter)
        if place >= 0:
            letter = _PLAIN[place]
        out.append(letter if 0x20 <= ord(letter) < 0x7F else "?")
    return "".join(out)


def wrap(text: str, columns: int) -> "list[str]":
    """Break a text into lines between words, and inside a word that is too long.

    >>> wrap("Lay your card face down", 10)
    ['Lay your', 'card face', 'down']
    """
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
            continue
        if lines[-1]:
            lines.append("")
        while len(word) > columns:
            lines[-1] = word[:columns]
            lines.append("")
            word = word[columns:]
        lines[-1] = word
    return lines
