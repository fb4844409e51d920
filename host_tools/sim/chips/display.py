"""A simulated SSD1306 display on I2C, and a stand-in for the letters that MicroPython draws."""

from host_tools.sim.chips.i2c_part import I2cPart

COMMANDS, DATA = 0x00, 0x40  # control bytes (data sheet, 8.1.5.2)
# How many bytes follow each command (table 9-1); those that are not named have none.
LENGTHS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}  # fmt: skip
CHARGE_PUMP, ON, OFF, COLUMNS, PAGES = 0x8D, 0xAF, 0xAE, 0x21, 0x22
LETTER = 8  # pixels, each way


class SimulatedDisplay(I2cPart):
    """The chip at its I2C address; it shows a picture only when it is on and has its charge pump.

    >>> display = SimulatedDisplay()
    >>> display.take(bytes([COMMANDS, 0x8D, 0x14, 0xAF, 0x21, 0, 127, 0x22, 0, 7]))
    >>> display.take(bytes([DATA, 0x01, 0x03]) + bytes(1022))
    >>> display.rows()[0][:4], display.rows()[1][:4]
    ('##..', '.#..')
    """

    def __init__(self, width: int = 128, height: int = 64) -> None:
        self.width = width
        self.height = height
        self.pictures = 0  # how many have arrived whole
        super().__init__()

    def power_up(self) -> None:
        """Start with an empty picture, dark."""
        self._memory = bytearray(self.width * self.height // 8)
        self._settings: dict[int, bytes] = {}
        self._on = False
        self._place = 0

    @property
    def lit(self) -> bool:
        """Return whether anything can be seen."""
        return self.powered and self._on and self._settings.get(CHARGE_PUMP) == b"\x14"

    def rows(self) -> list[str]:
        """Return what is seen, a line for each row of pixels; all dark when it is off."""
        memory = self._memory if self.lit else bytes(len(self._memory))
        return [
            "".join(
                ".#"[memory[row // 8 * self.width + column] >> row % 8 & 1]
                for column in range(self.width)
            )
            for row in range(self.height)
        ]

    # The I2C side.

    def take(self, data: bytes) -> None:
        """Take commands or pixels."""
        self.need_power()
        if data[:1] == bytes([DATA]):
            self._draw(data[1:])
        else:
            self._obey(list(data[1:]))

    def give(self, count: int) -> bytes:
        """Give nothing of use: the chip cannot be read over I2C."""
        self.need_power()
        return bytes(count)

    def _obey(self, commands: list[int]) -> None:
        while commands:
            command = commands.pop(0)
            count = LENGTHS.get(command, 0)
            self._settings[command] = bytes(commands[:count])
            del commands[:count]
            if command in (ON, OFF):
                self._on = command == ON
            elif command in (COLUMNS, PAGES):
                self._place = 0  # the firmware always draws the whole picture

    def _draw(self, data: bytes) -> None:
        for value in data:
            self._memory[self._place] = value
            self._place = (self._place + 1) % len(self._memory)
        self.pictures += len(data) == len(self._memory)


class SimFrameBuffer:
    """MicroPython's `framebuf.FrameBuffer` for CPython: a letter is eight columns of its code."""

    def __init__(self, buffer: memoryview, width: int, height: int, layout: int) -> None:
        self._buffer = buffer
        self._width = width

    def fill(self, colour: int) -> None:
        """Fill the picture with one colour."""
        self._buffer[:] = bytes([0xFF if colour else 0]) * len(self._buffer)

    def text(self, words: str, x: int, y: int, colour: int = 1) -> None:
        """Draw letters; rows between two pages are drawn into both."""
        for column, letter in enumerate(words):
            for step in range(LETTER):
                self._column(x + LETTER * column + step, y, ord(letter))

    def _column(self, x: int, y: int, pixels: int) -> None:
        for page, part in ((y // 8, pixels << y % 8 & 0xFF), (y // 8 + 1, pixels >> 8 - y % 8)):
            place = page * self._width + x
            if x < self._width and place < len(self._buffer):
                self._buffer[place] |= part
