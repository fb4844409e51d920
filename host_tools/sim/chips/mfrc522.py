"""A simulated MFRC522, register by register, as its data sheet (rev. 3.9) describes it."""

from collections.abc import Callable

from host_tools.sim.chips.tag import Field, TagAnswer, to_bits, to_bytes

COMMAND, COM_IRQ, ERROR, STATUS2 = 0x01, 0x04, 0x06, 0x08
FIFO, LEVEL, CONTROL, FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
TX_CONTROL, TX_ASK, RF_CFG, AUTO_TEST, VERSION = 0x14, 0x15, 0x26, 0x36, 0x37

MEM, CALC_CRC, TRANSCEIVE, SOFT_RESET = 0x01, 0x03, 0x0C, 0x0F
TX_IRQ, RX_IRQ = 0x40, 0x20
COLLISION, PARITY = 0x08, 0x02
NO_POSITION = 0x20  # CollPosNotValid

# 9.2: what registers hold after a reset, where it is not 0.
AFTER_RESET = {
    COMMAND: 0x20, 0x02: 0x80, COM_IRQ: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, COLL: 0x80,
    0x11: 0x3F, TX_CONTROL: 0x80, 0x17: 0x10, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
    0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
    0x33: 0x80, 0x36: 0x40,
}  # fmt: skip

# 16.1.1: the bytes that the self-test leaves in the FIFO, by version. 0x90 is as in Philips'
# preliminary specification (rev. 2.0, 2005, 16.1); 0x88 is Fudan's FM17522.
SELF_TESTS = {
    0x90: bytes.fromhex(
        "0087980f49ff0719bf2230495963adca7fe34e035c4e4950479a3761e7e2c62e"
        "755aed043d024b7832ff583b7ce90094b44a595bfdc929df3596989e4f30328d"
    ),
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
RESTART_CURES = ("hung", "deaf", "muffled")


class SimulatedMFRC522:
    """A chip on a bus: `select` is its chip select, `exchange` one byte each way, `reset` a pin.

    `fault` is "" for a good chip; "hung" keeps its registers but sends nothing until the reset pin
    is pulled (or, with `soft_cure`, a soft reset comes); "dead" drives nothing and reads 0xFF;
    "shorted" reads 0x00; "failing" spoils its self-test; "faint" keeps its gain at 18 dB; "deaf"
    sends but hears nothing until it is restarted as a hung chip is, "muffled" until its gain is
    written again.

    Chips that work but are not as tuned for:

    - `answer_late_us`: every answer reaches the FIFO this much later.
    - `stubborn`: Transceive written while in Transceive changes nothing; only Idle ends it.
    - `odd_bits`: what the bits of TxControl other than the two antenna drivers read as, as on
      clones; None: as written.
    - `overheated`: the chip has switched its antenna drivers off (TempErr).
    - `tag_start_us`: how long tags need after the carrier came on (at most 5 ms by
      ISO 14443-3, 5.1).
    """

    def __init__(self, field: Field, clock: Callable[[], int], version: int = 0x92) -> None:
        self.field = field
        self._clock = clock
        self.version = version
        self.fault = ""
        self.soft_cure = True
        self.answer_late_us = 0
        self.stubborn = False
        self.odd_bits: int | None = None
        self.overheated = False
        self.tag_start_us = 1000
        self.bytes_on_bus = 0
        self.selected = True  # until somebody drives the pin: many modules have no pull-up
        self._address: int | None = None
        self._incoming: Incoming | None = None
        self._receiving = False
        self._carrier_at = 0
        self.restart()

    def restart(self) -> None:
        """Start as after a loss of power: registers at their defaults, carrier off."""
        self._registers = bytearray(64)
        for register, value in AFTER_RESET.items():
            self._registers[register] = value
        self._registers[VERSION] = self.version
        self._fifo = bytearray()
        self._incoming = None
        self._receiving = False
        self._ready_at = self._clock() + POWER_UP
        self.field.power(False)

    def reset(self, level: int) -> None:
        """Drive the NRSTPD pin: low stops the chip, high starts it afresh."""
        if level:
            self._cure(RESTART_CURES)
            self.restart()

    def _cure(self, faults: tuple[str, ...]) -> None:
        if self.fault in faults:
            self.fault = ""

    # The SPI slave (8.1.2).

    def select(self, low: bool) -> None:
        """Drive the chip select: a falling edge starts an access."""
        self.selected = low
        self._address = None

    def exchange(self, byte: int) -> int:
        """Clock one byte in and one byte out."""
        if not self.selected:
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
        if register == ERROR and self.overheated:
            return self._registers[ERROR] | 0x40
        if register == TX_CONTROL and self.odd_bits is not None:
            return self._registers[TX_CONTROL] & 0x03 | self.odd_bits & 0xFC
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
                self._drive(value & 0x03 == 0x03)
            if register == RF_CFG:
                self._cure(("muffled",))
            if register == FRAMING and value & 0x80:
                self._start_send(value)

    def _push(self, data: bytes) -> None:
        room = 64 - len(self._fifo)
        if len(data) > room:
            self._registers[ERROR] |= 0x10
        self._fifo += data[:room]

    def _drive(self, on: bool) -> None:
        if on and not self.field.powered:
            self._carrier_at = self._clock()
        self.field.power(on)

    def _command(self, command: int) -> None:
        if self.stubborn and command == TRANSCEIVE == self._registers[COMMAND] & 0x0F:
            return
        self._incoming = None
        self._receiving = False
        self._registers[COMMAND] = self._registers[COMMAND] & 0x30 | command
        if command == SOFT_RESET:
            if self.soft_cure:
                self._cure(RESTART_CURES)
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
        # 10.3.1.8: Transceive sends, then receives; until something came it does not send again.
        if self._registers[TX_CONTROL] & 0x03 != 0x03 or self._receiving:
            return
        last = framing & 0x07
        count = 8 * len(self._fifo) - ((8 - last) if last else 0)
        frame = to_bits(bytes(self._fifo), count)
        self._fifo.clear()
        self._registers[ERROR] = 0
        self._registers[COM_IRQ] |= TX_IRQ
        self._registers[COLL] = self._registers[COLL] & 0x80 | NO_POSITION
        self._receiving = True
        if self._clock() < self._carrier_at + self.tag_start_us:
            return
        # Tags of type A hear 100 % ASK only (9.3.2.6).
        heard = self._registers[TX_ASK] & 0x40 and not self.overheated
        answer = self.field.speak(frame) if heard else None
        if answer and self.fault not in ("deaf", "muffled"):
            sent = self._clock() + ANSWER_AFTER + BIT_TIME * (len(frame) * 9 / 8 + 4)
            kept = bool(self._registers[COLL] & 0x80)  # ValuesAfterColl
            start, align = sent + self.answer_late_us, framing >> 4 & 0x07
            self._incoming = Incoming(answer, start, align, kept)

    def _listen(self) -> None:
        """Take the bytes into the FIFO that are complete by now; errors come with their bit."""
        incoming = self._incoming
        if incoming is None:
            return
        self._push(incoming.take(self._clock()))
        if incoming.collided(self._clock()):
            self._registers[ERROR] |= COLLISION
            self._registers[COLL] = self._registers[COLL] & 0x80 | incoming.position
        if not incoming.ended:
            return
        self._incoming = None
        self._receiving = False
        self._registers[CONTROL] = self._registers[CONTROL] & 0xF8 | incoming.last_bits
        if incoming.garbled:
            self._registers[ERROR] |= PARITY
        self._registers[COM_IRQ] |= RX_IRQ


class Incoming:
    """An answer on the air, which reaches the FIFO byte by byte."""

    def __init__(self, answer: TagAnswer, start: float, align: int, kept: bool) -> None:
        self._start = start
        self._first = 8 - align  # bits of the first byte (RxAlign, 9.3.1.14)
        self._bits = len(answer.bits)
        self._collision = answer.collision
        bits = list(answer.bits)
        if answer.collision is not None and not kept:
            bits[answer.collision :] = [0] * (len(bits) - answer.collision)
        self._bytes = to_bytes([0] * align + bits)
        self._taken = 0
        self.garbled = answer.garbled
        self.last_bits = (align + len(bits)) % 8
        # 9.3.1.15: 1 is the first bit, 0 the 32nd; no position for what comes later.
        position = (answer.collision or 0) + align + 1
        self.position = position & 0x1F if position <= 32 else NO_POSITION

    @property
    def ended(self) -> bool:
        """Return whether all of it has been taken."""
        return self._taken == len(self._bytes)

    def take(self, now: float) -> bytes:
        """Return the bytes that have become complete since the last time."""
        before = self._taken
        while not self.ended and now >= self._time(self._first + 8 * self._taken):
            self._taken += 1
        return self._bytes[before : self._taken]

    def collided(self, now: float) -> bool:
        """Return whether the bit that collides has come."""
        return self._collision is not None and now >= self._time(self._collision + 1)

    def _time(self, bits: int) -> float:
        return self._start + BIT_TIME * min(bits, self._bits) * 9 / 8
