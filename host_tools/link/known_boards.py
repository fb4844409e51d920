"""The boards that the hub knows, the ports they are on, and how each is doing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.link import LINE_MAX, PROTOCOL, SEAT, Splitter, line
from host_tools.link.deck_transfer import PACE_S
from host_tools.link.session import BoardSession
from host_tools.link.wanted import Wanted

WAITING_MAX = 2048  # bytes; what does not fit is dropped, and the protocol repeats it
ROOM = 2 * LINE_MAX  # bytes for each `PACE_S`: the smallest board's buffer holds 260


class FrameQueue:
    """Frames to write to one port; beyond the limit the newest are dropped and counted.

    A frame that can wait is put only when there is room. An answer goes out at once, and takes
    room as well.
    """

    def __init__(self, room: float = ROOM) -> None:
        self.dropped = 0
        self._waiting = bytearray()
        self._most = self._room = room
        self._filled = 0.0

    def refill(self, now: float) -> None:
        """Make room again as time passes."""
        passed = max(0.0, now - self._filled)
        self._room = min(self._most, self._room + self._most * passed / PACE_S)
        self._filled = now

    def has_room(self) -> bool:
        """Return whether the board can take one more frame now, of any length."""
        return self._room >= LINE_MAX and len(self._waiting) < self._most

    def put(self, frames: bytes) -> None:
        """Add whole frames."""
        if len(self._waiting) + len(frames) > WAITING_MAX:
            self.dropped += 1
        else:
            self._waiting += frames
            self._room -= len(frames)

    def take(self) -> bytes:
        """Take everything that waits."""
        data = bytes(self._waiting)
        self._waiting.clear()
        return data


SEATS_MAX = 8  # on one board
# Between deck lines to a board with several seats: a line takes a Pico 13 ms, and it has the other
# trays to watch. What it cannot take in time would hold up the answers that people wait for.
SHARED_PACE_S = 0.1
WHO_S = 0.5
UNKNOWN_S = 5.0  # for the first hello: an ESP32 that restarts with its port boots in 3 s
SLOW_S = 10.0  # more, when it is asked again: it may restart every time, and be slower than that
ANSWER_S = 0.5  # from our question to the hello,
SHARED_ANSWER_S = 1.5  # and to the last of eight, of a board that is busy
MISSING_S = 2.0  # in which other seats of a board are asked for, after one has come or gone
COMPLAIN_S = 10.0  # between two warnings about noise


def board_id(uid: str) -> str:
    """Return the board of a seat: its uid without the number of its reader.

    >>> board_id("e6614103e7452d2f.3"), board_id("e6614103e7452d2f")
    ('e6614103e7452d2f', 'e6614103e7452d2f')
    """
    return uid.partition(".")[0]


def place_of(uid: str) -> int:
    """Return which seat of its board it is, from 0; boards number their readers from 1.

    >>> place_of("e6614103e7452d2f.3"), place_of("e6614103e7452d2f")
    (2, 0)
    """
    return max(0, parse_count(uid.partition(".")[2]) - 1)


class HubPort:
    """A port and the sessions on it, one a seat of its board; the newest has the highest `rank`."""

    def __init__(self, name: str, rank: int, now: float, room: float = ROOM) -> None:
        self.name = name
        self.rank = rank
        self.sessions: dict[str, BoardSession] = {}  # by the uid of the seat
        self.splitter = Splitter(SEAT)
        self.queue = FrameQueue(room)
        self.greeted = False  # a seat of any version has said hello
        self.outdated = ""  # the board whose protocol version differs
        self._deadline = now + UNKNOWN_S
        self._missing = now  # until when seats without a session are asked for
        self._asked = -WHO_S
        self._next_deck = now
        self._next_complaint = now
        self._reported = (0, 0)

    def be_patient(self) -> None:
        """Wait longer for the first hello."""
        self._deadline += SLOW_S

    # Sessions

    @property
    def board(self) -> str:
        """The board that is on this port, as far as it has sessions."""
        return next((board_id(uid) for uid in self.sessions), "")

    def session(self, sid: str) -> BoardSession | None:
        """Return the session with this number."""
        return next((each for each in self.sessions.values() if each.sid == sid), None)

    def strangers(self, uid: str) -> list[str]:
        """Return the seats with a session that cannot be here if this one is.

        They are on another board, or on the same board as it was wired before.
        """
        several = "." in uid
        return [
            other
            for other in self.sessions
            if board_id(other) != board_id(uid) or (other != uid and ("." in other) != several)
        ]

    def stray(self, now: float) -> None:
        """Note a frame of no session that is open here."""
        for session in self.sessions.values():
            # Of several seats it is none that we have just heard in its own session.
            if len(self.sessions) == 1 or session.quiet(now):
                session.strays += 1

    def _shared(self) -> bool:
        return len(self.sessions) > 1

    def full(self, uid: str) -> bool:
        """Return whether there is no place for this seat."""
        return uid not in self.sessions and len(self.sessions) >= SEATS_MAX

    def begin(self, session: BoardSession, now: float) -> None:
        """Start a session, in place of the seat's older one; its welcome goes out at once."""
        self.sessions[session.board] = session
        self.greeted = True
        if "." in session.board:
            self._missing = now + MISSING_S
        self.queue.put(session.due(now))
        self.speak(now)

    def end(self, uid: str, now: float) -> None:
        """End a seat's session."""
        del self.sessions[uid]
        if "." in uid:
            self._missing = now + MISSING_S

    # What is sent

    def speak(self, now: float) -> None:
        """Send what is due as far as there is room: new states, a line of a deck, repeats."""
        self.queue.refill(now)
        waiting = sorted(self.sessions.values(), key=lambda session: session.said)
        for session in [each for each in waiting if each.has_news()]:
            self._say(session, now)
        if now >= self._next_deck:
            self._deal(now)
        for session in waiting:
            self._say(session, now)

    def _say(self, session: BoardSession, now: float) -> None:
        while self.queue.has_room() and (frame := session.due(now)):
            self.queue.put(frame)

    def _deal(self, now: float) -> None:
        """Send one line of a deck; the seats take turns."""
        for session in sorted(self.sessions.values(), key=lambda session: session.dealt):
            if self.queue.has_room() and (frame := session.deck_line(now)):
                self.queue.put(frame)
                self._next_deck = now + (SHARED_PACE_S if self._shared() else PACE_S)
                return

    def ask(self, now: float) -> None:
        """Ask who is there, when it is time again."""
        lacks = not self.sessions or (now < self._missing and not self.full(""))
        if lacks and now >= self._asked + WHO_S:
            self._asked = now
            self.queue.put(line("WH", PROTOCOL))

    def was_asked(self, now: float) -> bool:
        """Return whether a hello may be an answer to our question: each seat gives one."""
        return now < self._asked + (SHARED_ANSWER_S if self._shared() else ANSWER_S)

    # What arrives

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
    """One seat's state for the operator; `telemetry` is what the seat says of itself.

    `port`, `noise`, `damaged` and `dropped` are those of its port, which a board's seats share.
    """

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
    """One board, or one seat of a board that has several, connected or not."""

    uid: str
    wanted: Wanted = field(default_factory=Wanted)
    port: HubPort | None = None
    joined: bool = False
    boot: str = ""
    resets: int = 0
    sessions: int = 0
    hello: Mapping[str, str] = field(default_factory=dict)

    @property
    def session(self) -> BoardSession | None:
        """The session that is open now, or about to be."""
        return self.port.sessions.get(self.uid) if self.port else None

    def welcome(self, session: BoardSession, port: HubPort, now: float) -> None:
        """Begin a session."""
        boot = session.hello.boot
        self.resets += bool(self.boot) and self.boot != boot
        self.sessions += 1
        self.boot, self.hello, self.port = boot, session.hello.info, port
        port.begin(session, now)

    def health(self) -> Health:
        """Return its health."""
        port, session = self.port, self.session
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
