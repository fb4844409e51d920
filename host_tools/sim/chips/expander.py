"""A simulated MCP23017 with the buttons of four seats, as its data sheet describes it."""

from host_tools.sim.chips.i2c_part import I2cPart

BUTTONS = ("left", "middle", "right")
IODIR, GPPU, GPIO = 0x00, 0x0C, 0x12  # port A; port B is the next register (table 3-3)
REGISTERS = 0x16


class SimulatedExpander(I2cPart):
    """The chip at its I2C address: bytes to it set registers from the first byte's number on.

    >>> chip = SimulatedExpander()
    >>> chip.take(bytes([GPPU, 0x7F, 0x7F]))
    >>> chip.press(0, "middle")
    >>> chip.take(bytes([GPIO]))
    >>> chip.give(2).hex()
    '7d7f'
    """

    def __init__(self) -> None:
        self.looks = 0  # how often the buttons were read
        self._down = 0
        super().__init__()

    def power_up(self) -> None:
        """Start with all pins as inputs, none pulled up."""
        self._registers = bytearray(REGISTERS)
        self._registers[IODIR : IODIR + 2] = b"\xff\xff"
        self._place = 0

    # The buttons of a seat, 0 to 3.

    def press(self, seat: int, button: str) -> None:
        """Hold a button down."""
        self._down |= _mask(seat, button)

    def release(self, seat: int, button: str) -> None:
        """Release a button."""
        self._down &= ~_mask(seat, button)

    # The I2C side.

    def take(self, data: bytes) -> None:
        """Take a register's number and what follows for it and the next ones."""
        self.need_power()
        if data:
            self._place = data[0] % REGISTERS
        for value in data[1:]:
            self._registers[self._place] = value
            self._place = (self._place + 1) % REGISTERS

    def give(self, count: int) -> bytes:
        """Give the registers from the last number on."""
        self.need_power()
        given = bytearray()
        for _ in range(count):
            given.append(self._read(self._place))
            self._place = (self._place + 1) % REGISTERS
        return bytes(given)

    def _read(self, place: int) -> int:
        if place not in (GPIO, GPIO + 1):
            return self._registers[place]
        port = place - GPIO
        self.looks += 1 - port
        # A pin is high only where its pull-up holds it; one that floats is read as low.
        held = self._registers[GPPU + port] & self._registers[IODIR + port]
        return held & ~(self._down >> 8 * port) & 0xFF


def _mask(seat: int, button: str) -> int:
    return 1 << 4 * seat + BUTTONS.index(button)
