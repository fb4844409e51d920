"""A simulated MFRC522, register by register, as its data sheet (rev. 3.9) describes it."""

from collections.abc import Callable

from host_tools.sim.chips.tag import Field, TagAnswer, to_bits, to_bytes

COMMAND, COM_IRQ, ERROR, STATUS2 = 0x01, 0x04, 0x06, 0x08
FIFO, LEVEL, FRAMING, COLL = 0x09, 0x0A, 0x0D, 0x0E
TX_CONTROL, RF_CFG, AUTO_TEST, VERSION = 0x14, 0x26, 0x36, 0x37

MEM, CALC_CRC, TRANSCEIVE, SOFT_RESET = 0x01, 0x03, 0x0C, 0x0F
TX_IRQ, RX_IRQ = 0x40, 0x20
COLLISION, PARITY = 0x08, 0x02

# 9.2: what registers hold after a reset, where it is not 0.
AFTER_RESET = {
    COMMAND: 0x20, 0x02: 0x80, COM_IRQ: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, COLL: 0x80,
    0x11: 0x3F, TX_CONTROL: 0x80, 0x17: 0x10, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
    0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
    0x33: 0x80, 0x36: 0x40,
}  # fmt: skip

# 16.1.1: the bytes that the self-test leaves in the FIFO, by version; 0x88 is Fudan's FM17522.
SELF_TESTS = {
    0x91: bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
    0x88: bytes.fromhex(
        "00d6788ce2aa0c182ab87a7fd36acf0bb137634b69ae91c7c397ae77f437d79b"
        "7cf53c118f15c3d7c15b002ad075de9e5164ab3ee915b5ab569a988226ea2a62"
    ),
}

BIT_TIME = 9.44  # microseconds: 128 periods of 13.56 MHz
ANSWER_AFTER = 91.2  # 1,236 periods (ISO 14443-3, 6.2.1.1)
POWER_UP = 500


class SimulatedMFRC522:
    """A chip on a bus: `select` is its chip select, `exchange` one byte each way, `reset` a pin.

    `fault` is "" for a good chip; "hung" keeps its registers but sends nothing until the reset pin
    is pulled (or, with `soft_cure`, a soft reset comes); "dead" drives nothing and reads 0xFF;
    "shorted" reads 0x00; "failing" spoils its self-test; "faint" keeps its gain at 18 dB.
    """

    def __init__(self, field: Field, clock: Callable[[], int], version: int = 0x92) -> None:
        self.field = field
        self._clock = clock
        self.version = version
        self.fault = ""
        self.soft_cure = True
        self.bytes_on_bus = 0
        self._selected = False
        self._address: int | None = None
        self._incoming: TagAnswer | None = None
        self._incoming_at = 0.0
        self.restart()

    def restart(self) -> None:
        """Start as after a loss of power: registers at their defaults, carrier off."""
        self._registers = bytearray(64)
        for register, value in AFTER_RESET.items():
            self._registers[register] = value
        self._registers[VERSION] = self.version
        self._fifo = bytearray()
        self._incoming = None
        self._ready_at = self._clock() + POWER_UP
        self.field.power(False)

    def reset(self, level: int) -> None:
        """Drive the NRSTPD pin: low stops the chip, high starts it afresh."""
        if level:
            if self.fault == "hung":
                self.fault = ""
            self.restart()

    # The SPI slave (8.1.2).

    def select(self, low: bool) -> None:
        """Drive the chip select: a falling edge starts an access."""
        self._selected = low
        self._address = None

    def exchange(self, byte: int) -> int:
        """Clock one byte in and one byte out."""
        if not self._selected:
            return 0xFF
        self.bytes_on_bus += 1
        if self.fault in ("dead", "shorted"):
            return 0xFF if self.fault == "dead" else 0x00
        if self._address is None:
            self._address = byte
            return 0x00
        if self._address & 0x80:
            value = self._get(self._address >> 1 & 0x3F)
            self._address = byte if byte & 0x80 else 0x80  # the next address, 0 for none
            return value
        self._set(self._address >> 1 & 0x3F, byte)
        return 0x00

    # Registers.

    def _get(self, register: int) -> int:
        self._listen()
        if register == FIFO:
            return self._fifo.pop(0) if self._fifo else 0
        if register == LEVEL:
            return len(self._fifo)
        if register == RF_CFG and self.fault == "faint":
            return self._registers[RF_CFG] & 0x8F
        if register == COMMAND and self._clock() < self._ready_at:
            return self._registers[COMMAND] | 0x10  # PowerDown until the oscillator runs (8.8.2)
        return self._registers[register]

    def _set(self, register: int, value: int) -> None:
        self._listen()
        if register == FIFO:
            self._push(bytes([value]))
        elif register == LEVEL:
            if value & 0x80:
                self._fifo.clear()
        elif register == COM_IRQ:
            kept = self._registers[COM_IRQ]
            self._registers[COM_IRQ] = kept | value & 0x7F if value & 0x80 else kept & ~value
        elif register == COMMAND:
            self._command(value & 0x0F)
        elif register not in (ERROR, VERSION):
            self._registers[register] = value
            if register == TX_CONTROL:
                self.field.power(value & 0x03 == 0x03)
            if register == FRAMING and value & 0x80:
                self._start_send(value)

    def _push(self, data: bytes) -> None:
        room = 64 - len(self._fifo)
        if len(data) > room:
            self._registers[ERROR] |= 0x10
        self._fifo += data[:room]

    def _command(self, command: int) -> None:
        self._incoming = None
        self._registers[COMMAND] = self._registers[COMMAND] & 0x30 | command
        if command == SOFT_RESET:
            if self.fault == "hung" and self.soft_cure:
                self.fault = ""
            self.restart()
        elif command == MEM:
            self._fifo.clear()
        elif command == CALC_CRC and self._registers[AUTO_TEST] & 0x0F == 0x09:
            result = b"" if self.fault == "failing" else SELF_TESTS.get(self.version, b"")
            self._fifo = bytearray(result or bytes(64))

    # The air.

    def _start_send(self, framing: int) -> None:
        if self.fault == "hung" or self._registers[COMMAND] & 0x0F != TRANSCEIVE:
            return
        if self._registers[TX_CONTROL] & 0x03 != 0x03:
            return
        last = framing & 0x07
        count = 8 * len(self._fifo) - ((8 - last) if last else 0)
        frame = to_bits(bytes(self._fifo), count)
        self._fifo.clear()
        self._registers[ERROR] = 0
        self._registers[COM_IRQ] |= TX_IRQ
        self._incoming = self.field.speak(frame)
        length = len(frame) + (len(self._incoming.bits) if self._incoming else 0)
        self._incoming_at = self._clock() + ANSWER_AFTER + BIT_TIME * (length * 9 / 8 + 4)

    def _listen(self) -> None:
        """Take an answer into the FIFO once its time on the air is over."""
        if self._incoming is None or self._clock() < self._incoming_at:
            return
        answer, self._incoming = self._incoming, None
        bits = list(answer.bits)
        align = self._registers[FRAMING] >> 4 & 0x07
        self._registers[COLL] = self._registers[COLL] & 0x80 | 0x20
        if answer.collision is not None:
            self._registers[ERROR] |= COLLISION
            self._collide(bits, answer.collision, align)
        if answer.garbled:
            self._registers[ERROR] |= PARITY
        self._registers[COM_IRQ] |= RX_IRQ
        self._push(to_bytes([0] * align + bits))

    def _collide(self, bits: list[int], at: int, align: int) -> None:
        """Note where tags collided; ValuesAfterColl decides what stands behind it (9.3.1.15)."""
        position = at + align + 1
        if position <= 32:
            self._registers[COLL] = self._registers[COLL] & 0x80 | position & 0x1F
        if not self._registers[COLL] & 0x80:
            bits[at:] = [0] * (len(bits) - at)
