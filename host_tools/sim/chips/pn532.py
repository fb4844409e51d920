"""A simulated PN532 behind SPI, I2C or UART, as NXP's user manual UM0701-02 describes it."""

from collections.abc import Callable

from host_tools.sim.chips.tag import REQA, Field, Tag, TagState, signed, to_bits, to_bytes

ACK = bytes.fromhex("0000ff00ff00")
ERROR = bytes.fromhex("0000ff01ff7f8100")
ACK_TIME, WORK_TIME = 500, 5_000  # microseconds
SLOW_TIMES = {0x4A: 180_000, 0x00: 900_000}  # of a slow chip: a list, a diagnosis
SELECT_TIME = 500  # after chip select, before the chip listens
MOST_TARGETS = 2
CIU_RFCFG = b"\x63\x16"
HLTA = signed(b"\x50\x00")


def frame(data: bytes) -> bytes:
    """Wrap the chip's answer: a normal frame, or an extended one beyond 254 bytes (6.2.1)."""
    body = b"\xd5" + data
    size = len(body)
    check = bytes([-sum(body) & 0xFF])
    if size < 0xFF:
        return bytes([0, 0, 0xFF, size, -size & 0xFF]) + body + check + b"\0"
    head = bytes([size >> 8, size & 0xFF, -(size >> 8) - (size & 0xFF) & 0xFF])
    return b"\0\0\xff\xff\xff" + head + body + check + b"\0"


def unframe(data: bytes) -> bytes | None:
    """Take a host's command out of its frame; None if anything is wrong with it."""
    at = data.find(b"\0\xff") + 2
    if at < 2 or len(data) < at + 2:
        return None
    size, check, start = data[at], data[at + 1], at + 2
    if data[at : at + 2] == b"\xff\xff":
        size, check, start = data[at + 2] << 8 | data[at + 3], data[at + 4], at + 5
    body = data[start : start + size + 1]
    if (size >> 8) + size + check & 0xFF or len(body) != size + 1 or sum(body) & 0xFF:
        return None
    return body[1:-1] if body[:1] == b"\xd4" else None


class SimulatedPN532:
    """The chip behind its bus.

    `fault` is "" for a good chip; "dead" answers nothing at all; "stuck" acknowledges but never
    answers InListPassiveTarget until it is woken again; "timeout" does so for ever, as some clones;
    "failing" finds its own memory broken; "faint" keeps its gain at 18 dB; "slow" takes 180 ms for
    a list and 900 ms for a diagnosis; "alternating" finds tags only in every other list; "hanging"
    answers nothing until its reset pin is pulled.

    Two tags that answer the call and then give no UID end a list with an error; if `endless` is
    set, the list never ends.
    """

    def __init__(self, field: Field, clock: Callable[[], int], version: int = 0x32) -> None:
        self.field = field
        self.clock = clock
        self.version = version
        self.fault = ""
        self.endless = False
        self.lists = 0
        self._outbox: list[tuple[int, bytes]] = []
        self._selected: list[Tag] = []
        self._power_up()
        self._commands: dict[int, Callable[[bytes], bytes | None]] = {
            0x00: self._diagnose,
            0x02: lambda _: bytes([self.version, 1, 6, 7]),
            0x06: self._read_register,
            0x14: lambda _: b"",
            0x32: self._configure,
            0x40: lambda data: self._through(data[1:]),
            0x42: self._through,
            0x4A: self._list,
            0x52: self._release,
        }

    def _power_up(self) -> None:
        self.awake = False
        self._rf_cfg = 0x59
        self._selected.clear()
        self._outbox.clear()

    def reset(self, level: int) -> None:
        """Drive the reset pin: low switches everything off."""
        if not level:
            self._power_up()
            self.field.power(False)
            if self.fault == "hanging":
                self.fault = ""

    def wake(self) -> None:
        """Leave power-down."""
        self.awake = True
        if self.fault == "stuck":
            self.fault = ""

    def hear(self, data: bytes) -> None:
        """Take a frame from the host: an ACK aborts, a command is acknowledged and worked on."""
        if self.fault in ("dead", "hanging") or not self.awake:
            return
        if ACK in data:
            self._outbox.clear()
            return
        command = unframe(data)
        if not command or command[0] not in self._commands:
            self._outbox = [(self.clock(), ERROR)]
            return
        now = self.clock()
        self._outbox = [(now + ACK_TIME, ACK)]
        answer = self._commands[command[0]](command[1:])
        if answer is not None:
            work = SLOW_TIMES.get(command[0], WORK_TIME) if self.fault == "slow" else WORK_TIME
            reply = answer if answer is ERROR else frame(bytes([command[0] + 1]) + answer)
            self._outbox.append((now + ACK_TIME + work, reply))

    def ready(self) -> bytes:
        """Show the frame that can be read now, if there is one."""
        if self._outbox and self.clock() >= self._outbox[0][0]:
            return self._outbox[0][1]
        return b""

    def taken(self) -> None:
        """The host has read the frame."""
        self._outbox.pop(0)

    # Commands.

    def _diagnose(self, data: bytes) -> bytes:
        if data[:1] == b"\0":
            return data
        return b"\xff" if self.fault == "failing" else b"\0"

    def _read_register(self, data: bytes) -> bytes:
        known = self._rf_cfg & (0x8F if self.fault == "faint" else 0xFF)
        return bytes([known if data == CIU_RFCFG else 0])

    def _configure(self, data: bytes) -> bytes:
        if data[:1] == b"\x01":
            self.field.power(bool(data[1] & 1))
        elif data[:1] == b"\x0a":
            self._rf_cfg = data[1]
        return b""

    def _list(self, data: bytes) -> bytes | None:
        if self.fault in ("stuck", "timeout"):
            return None
        self.lists += 1
        self.field.power(True)
        self._selected = []
        if self.fault == "alternating" and self.lists % 2 == 0:
            return b"\0"
        wanted = data[2:]  # a UID with its cascade tags
        mute = 0
        for tag in self.field.tags:
            if len(self._selected) == min(data[0], MOST_TARGETS) or not self._call(tag):
                continue
            if self._select(tag, wanted):
                self._selected.append(tag)
            elif not wanted:
                mute += 1
        if mute >= MOST_TARGETS:
            return None if self.endless else ERROR
        targets = b"".join(
            bytes([number, 0x00, 0x44, 0x00, len(tag.uid)]) + tag.uid
            for number, tag in enumerate(self._selected, start=1)
        )
        return bytes([len(self._selected)]) + targets

    def _call(self, tag: Tag) -> bool:
        """Call one tag with REQA, to which one that sleeps or was left selected does not answer."""
        return self.field.answering(tag) and tag.hear(to_bits(bytes([REQA]), 7)) is not None

    def _select(self, tag: Tag, wanted: bytes) -> bool:
        """Bring one tag to ACTIVE, as the chip's own anticollision does, if it is wanted."""
        parts = [wanted[at : at + 4] for at in range(0, len(wanted), 4)] or tag.parts
        for level, part in enumerate(parts):
            if tag.hear(to_bits(bytes([0x93 + 2 * level, 0x20]))) is None:
                return False
            check = part[0] ^ part[1] ^ part[2] ^ part[3]
            tag.hear(to_bits(signed(bytes([0x93 + 2 * level, 0x70, *part, check]))))
        return tag.state is TagState.ACTIVE

    def _through(self, data: bytes) -> bytes:
        tag = self._selected[0] if self._selected else None
        answer = tag.hear(to_bits(signed(data))) if tag in self.field.tags and tag else None
        if answer is None:
            return b"\x01"  # time-out (7.1)
        whole = to_bytes(answer)
        return b"\0" + whole[:-2] if len(whole) > 2 else b"\x14"

    def _release(self, _: bytes) -> bytes:
        for tag in self._selected:
            tag.hear(to_bits(HLTA))
        self._selected = []
        return b"\0"


class Pn532OnSpi:
    """The SPI side: bytes are sent lowest bit first (6.2.5); those sent too early are lost."""

    def __init__(self, chip: SimulatedPN532) -> None:
        self.chip = chip
        self._selected = False
        self._listens_at = 0
        self._heard = bytearray()
        self._reading = b""

    def select(self, low: bool) -> None:
        """Drive the chip select; its falling edge wakes the chip, its rising edge ends a frame."""
        if low:
            self.chip.wake()
        elif self._heard[:1] == b"\x01":
            self.chip.hear(bytes(self._heard[1:]))
        elif self._heard[:1] == b"\x03" and self._reading:
            self.chip.taken()
        self._selected = low
        self._listens_at = self.chip.clock() + SELECT_TIME
        self._heard.clear()
        self._reading = b""

    def exchange(self, byte: int) -> int:
        """Clock one byte in and one byte out."""
        if not self._selected or self.chip.fault in ("dead", "hanging"):
            return 0xFF
        if self.chip.clock() < self._listens_at:
            return 0x00
        self._heard.append(turned(byte))
        if len(self._heard) == 1:
            self._reading = self.chip.ready()
            return 0x00
        if self._heard[0] == 0x02:
            return turned(1 if self._reading else 0)
        at = len(self._heard) - 2
        return turned(self._reading[at]) if self._heard[0] == 3 and at < len(self._reading) else 0


class Pn532OnI2c:
    """The I2C side: a read starts with a status byte (6.2.4)."""

    def __init__(self, chip: SimulatedPN532) -> None:
        self.chip = chip

    def take(self, data: bytes) -> None:
        """Receive a frame; being addressed wakes the chip."""
        self.chip.wake()
        self.chip.hear(data)

    def give(self, count: int) -> bytes:
        """Send status and frame; only a read beyond the status takes the frame away."""
        waiting = self.chip.ready()
        if waiting and count > 1:
            self.chip.taken()
        return (bytes([1 if waiting else 0]) + waiting)[:count]


class Pn532OnUart:
    """The UART side: frames come by themselves (6.2.3)."""

    def __init__(self, chip: SimulatedPN532) -> None:
        self.chip = chip
        self._leaving = bytearray()

    def take(self, data: bytes) -> None:
        """Receive a frame, or the preamble that wakes the chip."""
        if data.startswith(b"\x55\x55"):
            self.chip.wake()
        else:
            self._leaving.clear()
            self.chip.hear(data)

    def give(self, count: int) -> bytes:
        """Send what is ready."""
        while waiting := self.chip.ready():
            self._leaving += waiting
            self.chip.taken()
        data = bytes(self._leaving[:count])
        del self._leaving[:count]
        return data


def turned(byte: int) -> int:
    """Turn a byte round, lowest bit first."""
    return int(f"{byte:08b}"[::-1], 2)
