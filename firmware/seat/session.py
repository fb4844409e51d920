"""A seat's session with a host: its mail, greetings, the one report in flight, faults."""

from firmware.link import HOST, PROTOCOL, SEQ_MAX, VERSION, Message, Splitter, line, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.seat.seat import SeatLogic

HELLO_MS = 1000
SILENCE_MS = 3000
RESEND_MS = 200  # a report is sent again after this long, then after twice as long
RESEND_MAX_MS = 2000
FAULTS_MAX = 16  # there are 14 codes
# Over when reported; the others last until they are mended.
PASSING = ("crashed", "low_memory", "reader_deaf")


class Inbox:
    """What the host sends to a board: split and parsed once, for the seat that it is meant for."""

    def __init__(self, seats: "list[SeatLogic]") -> None:
        self._seats = seats
        self._splitter = Splitter(HOST)
        self._states: dict[bytes, Message] = {}

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes as they arrive."""
        for body in self._splitter.feed(data):
            message = self._states.get(body) or self._parse(body)
            if message is None:
                continue
            for seat in self._seats:
                if seat.hear(message, now) and message.kind != "WH":
                    break

    def _parse(self, body: bytes) -> "Message | None":
        message = parse(body)
        if message is not None and message.kind == "ST":
            # The host repeats each seat's state every second, and parsing takes a Pico 4 ms.
            if len(self._states) >= 2 * len(self._seats):
                self._states.clear()
            self._states[body] = message
        return message

    def noise(self) -> int:
        """Return how many lines were no valid frames."""
        return self._splitter.noise + self._splitter.damaged


class Spacing:
    """Keeps apart what the seats of one board send: one of them, then none for the gap.

    >>> hellos = Spacing(20)
    >>> [hellos.free(now) for now in (0, 19, 20, 30, 45)]
    [True, False, True, False, True]
    """

    def __init__(self, gap_ms: int) -> None:
        self._gap = gap_ms
        self._next = 0
        self._owed = 0

    def free(self, now: int) -> bool:
        """Return whether one may send now; asking counts as sending."""
        if now < self._next:
            if not self._owed:
                return False
            self._owed -= 1
        self._next = now + self._gap
        return True

    def owe(self, number: int) -> None:
        """Let so many more send without a gap: the board was busy and is late."""
        self._owed = number


class SeatSession:
    """HELLO while `sid` is empty, SESSION otherwise."""

    def __init__(self, uid: str, boot: str, cap: str, hellos: "Spacing") -> None:
        self.uid = uid
        self.boot = boot
        self.cap = cap
        self.place = 0  # the number of the seat that the board is built into, if known
        self.sid = ""
        self.seat = 0
        self.outdated = False  # the host speaks another version: update me
        self.waits = False  # with its hello, for that of another seat
        self._hellos = hellos
        self._heard = 0
        self._hello = 0
        self._asked = False

    def mine(self, message: Message, now: int) -> bool:
        """Return whether a message is for this session, or for this very boot."""
        if message.kind == "WH":
            return True
        if message.kind == "WE":
            return message.boot == self.boot
        if not self.sid or message.sid != self.sid:
            return False
        self._heard = now
        return True

    def who(self, message: Message) -> None:
        """Answer the host's `WH` with a hello."""
        self.outdated = message.ver != PROTOCOL
        self._asked = True

    def welcome(self, message: Message, now: int) -> bool:
        """Join the session that the host opens; return whether it is a new one."""
        self.outdated = message.ver != PROTOCOL
        new = message.sid != self.sid and not self.outdated
        self._heard = now
        if self.outdated:
            self.leave(now)
        elif new:
            self.sid = message.sid
            self.seat = message.seat
        return new

    def leave(self, now: int) -> None:
        """Go back to HELLO."""
        self.sid = ""
        self._hello = now

    def dead(self, now: int) -> bool:
        """Return whether the host has been silent for too long."""
        return self.sid != "" and now - self._heard >= SILENCE_MS

    def greet(self, now: int) -> bytes:
        """Return the hello that is due by now, if any."""
        self.waits = False
        if not self._asked and (self.sid or now < self._hello):
            return b""
        self.waits = not self._hellos.free(now)
        if self.waits:
            return b""
        self._asked = False
        self._hello = now + HELLO_MS
        info = [("fw", VERSION), ("cap", self.cap)]
        if self.place:
            info.append(("seat", str(self.place)))
        return line("HI", PROTOCOL, self.uid, self.boot, info)


class Flight:
    """Repeats a report, ever more slowly, until it is answered or replaced."""

    def __init__(self) -> None:
        self.what: tuple[object, ...] | None = None
        self.seq = 0
        self._next = 0
        self._wait = RESEND_MS

    def carry(self, what: "tuple[object, ...] | None", now: int) -> None:
        """Send this report from now on; the same as before keeps its number."""
        if what == self.what:
            return
        self.what = what
        if what is not None:
            self.seq = self.seq % SEQ_MAX + 1
            self._next = now
            self._wait = RESEND_MS

    def drop(self, kind: str) -> None:
        """Forget a report of this kind: the next one like it has a number of its own."""
        if self.what is not None and self.what[0] == kind:
            self.what = None

    def due(self, now: int) -> bool:
        """Return whether the report must be sent now; asking counts as sending."""
        if self.what is None or now < self._next:
            return False
        self._next = now + self._wait
        self._wait = min(2 * self._wait, RESEND_MAX_MS)
        return True

    def land(self, seq: int) -> "tuple[object, ...] | None":
        """Return the report that the answer with this number belongs to, if it is in flight."""
        what = self.what
        if what is None or seq != self.seq:
            return None
        self.what = None
        return what


class Faults:
    """Codes with a sentence each, in the order in which they came up."""

    def __init__(self) -> None:
        self._texts: list[tuple[str, str]] = []
        self._reported: list[str] = []

    def add(self, code: str, text: str) -> bool:
        """Note a fault; return False when it is known already."""
        if self.has(code) or len(self._texts) >= FAULTS_MAX:
            return False
        self._texts.append((code, text))
        return True

    def drop(self, code: str) -> bool:
        """Forget a fault that is mended; return False when there was none."""
        if not self._texts or not self.has(code):  # every poll asks
            return False
        self._texts = [pair for pair in self._texts if pair[0] != code]
        self._reported = [known for known in self._reported if known != code]
        return True

    def has(self, code: str) -> bool:
        """Return whether this is wrong now."""
        return any(pair[0] == code for pair in self._texts)

    def forget(self) -> None:
        """Begin a new session: the host knows of none."""
        self._reported = []

    def confirm(self, code: str) -> None:
        """Note that the host knows of a fault."""
        self._reported.append(code)
        if code in PASSING:
            self.drop(code)

    def report(self) -> "tuple[object, ...] | None":
        """Return the first fault that the host does not know of."""
        for code, text in self._texts:
            if code not in self._reported:
                return ("ER", code, text)
        return None
