"""The boards that the hub knows, the ports they are on, and how each is doing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.link import PROTOCOL, SEAT, Splitter, line
from host_tools.link.session import BoardSession
from host_tools.link.wanted import Wanted

WAITING_MAX = 2048  # bytes; what does not fit is dropped, and the protocol repeats it


class FrameQueue:
    """Frames to write to one port; beyond the limit the newest are dropped and counted."""

    def __init__(self) -> None:
        self.dropped = 0
        self._waiting = bytearray()

    def put(self, frames: bytes) -> None:
        """Add whole frames."""
        if len(self._waiting) + len(frames) > WAITING_MAX:
            self.dropped += 1
        else:
            self._waiting += frames

    def take(self) -> bytes:
        """Take everything that waits."""
        data = bytes(self._waiting)
        self._waiting.clear()
        return data


WHO_S = 0.5
UNKNOWN_S = 5.0  # for the first hello: an ESP32 that restarts with its port boots in 3 s
SLOW_S = 10.0  # more, when it is asked again: it may restart every time, and be slower than that
COMPLAIN_S = 10.0  # between two warnings about noise


def board_id(uid: str) -> str:
    """Return the board of a seat: its uid without the number of its reader.

    >>> board_id("e6614103e7452d2f.3"), board_id("e6614103e7452d2f")
    ('e6614103e7452d2f', 'e6614103e7452d2f')
    """
    return uid.partition(".")[0]


class HubPort:
    """A port and the session on it; the port that was plugged in last has the highest `rank`."""

    def __init__(self, name: str, rank: int, now: float) -> None:
        self.name = name
        self.rank = rank
        self.session: BoardSession | None = None
        self.splitter = Splitter(SEAT)
        self.queue = FrameQueue()
        self.greeted = False  # a seat of any version has said hello
        self.outdated = ""  # the board whose protocol version differs
        self._deadline = now + UNKNOWN_S
        self._next_who = now
        self._next_complaint = now
        self._reported = (0, 0)

    def be_patient(self) -> None:
        """Wait longer for the first hello."""
        self._deadline += SLOW_S

    def begin(self, session: BoardSession) -> None:
        """Start a session; drop what waits for an older one."""
        self.session, self.greeted = session, True
        self.queue.take()

    def ask(self, now: float) -> None:
        """Ask who is there, when it is time again."""
        if self.session is None and now >= self._next_who:
            self._next_who = now + WHO_S
            self.queue.put(line("WH", PROTOCOL))

    def unknown(self, now: float) -> bool:
        """Return whether no seat has said hello in time."""
        return not self.greeted and now >= self._deadline

    def complaint(self, now: float) -> str:
        """Return a sentence about new noise, now and then; not the noise: it may be a card."""
        counts = (self.splitter.noise, self.splitter.damaged)
        noise, damaged = (count - old for count, old in zip(counts, self._reported, strict=True))
        if not noise + damaged or now < self._next_complaint:
            return ""
        self._reported, self._next_complaint = counts, now + COMPLAIN_S
        return f"{self.name}: {damaged} damaged frames, {noise} lines that are no frames."


DIGITS_MAX = 9  # of a count that a board reports
BOARDS_MAX = 64  # then absent boards are forgotten, those without a seat first


@dataclass(frozen=True, slots=True)
class Health:
    """One board's state for the operator; `telemetry` is what the board says of itself."""

    board: str
    seat: int
    port: str = ""
    joined: bool = False
    boot: str = ""
    fw: str = ""
    cap: str = ""
    resets: int = 0
    sessions: int = 0
    noise: int = 0
    damaged: int = 0
    dropped: int = 0
    lag: float = 0.0
    shown: int = 0
    wanted: int = 0
    telemetry: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class KnownBoard:
    """One board, connected or not."""

    uid: str
    wanted: Wanted = field(default_factory=Wanted)
    port: HubPort | None = None
    joined: bool = False
    boot: str = ""
    resets: int = 0
    sessions: int = 0
    hello: Mapping[str, str] = field(default_factory=dict)

    def welcome(self, session: BoardSession, port: HubPort) -> None:
        """Begin a session."""
        boot = session.hello.boot
        self.resets += bool(self.boot) and self.boot != boot
        self.sessions += 1
        self.boot, self.hello, self.port = boot, session.hello.info, port
        port.begin(session)

    def health(self) -> Health:
        """Return its health."""
        port = self.port
        session = port.session if port else None
        return Health(
            board=self.uid,
            seat=self.wanted.seat,
            joined=self.joined,
            boot=self.boot,
            fw=self.hello.get("fw", ""),
            cap=self.hello.get("cap", ""),
            resets=self.resets,
            sessions=self.sessions,
            wanted=self.wanted.v,
            port=port.name if port else "",
            noise=port.splitter.noise if port else 0,
            damaged=port.splitter.damaged if port else 0,
            dropped=port.queue.dropped if port else 0,
            lag=session.lag if session else 0.0,
            shown=session.shown if session else 0,
            telemetry=session.info if session else {},
        )


def parse_count(word: str) -> int:
    """Read a count that a board reports; 0 if it is no number.

    >>> parse_count("12"), parse_count("many"), parse_count("")
    (12, 0, 0)
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX else 0


class KnownBoards(dict[str, KnownBoard]):
    """Boards by uid, up to a limit; whoever asks for an unknown one makes it known."""

    def __init__(self, first_v: int) -> None:
        super().__init__()
        self._first_v = first_v

    def __missing__(self, uid: str) -> KnownBoard:
        absent = [board for board in self.values() if board.port is None]
        if len(self) >= BOARDS_MAX and absent:
            del self[min(absent, key=lambda board: board.wanted.seat > 0).uid]
        self[uid] = KnownBoard(uid, Wanted(self._first_v))
        return self[uid]
