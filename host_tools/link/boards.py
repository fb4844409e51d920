"""The boards that the desk knows: what is wanted of each, where it is, and how it fares."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from host_tools.link.cable import Cable
from host_tools.link.session import Session
from host_tools.link.wanted import Wanted

DIGITS_MAX = 9  # of a count that a board tells
BOARDS_MAX = 64  # beyond it the absent are forgotten, those without a seat first


@dataclass(frozen=True, slots=True)
class Health:
    """One board for the operator's page; `telemetry` is the board's own words."""

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
    last_seen: float = 0.0
    lag: float = 0.0
    shown: int = 0
    wanted: int = 0
    telemetry: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Board:
    """One board, there or not."""

    uid: str
    wanted: Wanted = field(default_factory=Wanted)
    cable: Cable | None = None
    joined: bool = False
    boot: str = ""
    resets: int = 0
    sessions: int = 0
    hello: Mapping[str, str] = field(default_factory=dict)

    @property
    def session(self) -> Session | None:
        """Its session, if it has one."""
        return self.cable.session if self.cable else None

    def welcome(self, session: Session, cable: Cable) -> None:
        """Begin a session here."""
        boot = session.hello.boot
        self.resets += bool(self.boot) and self.boot != boot
        self.sessions += 1
        self.boot, self.hello, self.cable = boot, session.hello.info, cable
        cable.begin(session)

    def health(self) -> Health:
        """Say how it fares."""
        about = Health(
            board=self.uid,
            seat=self.wanted.seat,
            joined=self.joined,
            boot=self.boot,
            fw=self.hello.get("fw", ""),
            cap=self.hello.get("cap", ""),
            resets=self.resets,
            sessions=self.sessions,
            wanted=self.wanted.v,
        )
        return self._where(about, self.cable) if self.cable else about

    def _where(self, about: Health, cable: Cable) -> Health:
        session = cable.session
        about = replace(
            about,
            port=cable.port,
            noise=cable.splitter.noise,
            damaged=cable.splitter.damaged,
            dropped=cable.outbox.dropped,
        )
        if session is None:
            return about
        return replace(
            about,
            last_seen=session.heard,
            lag=session.lag,
            shown=session.shown,
            telemetry=session.info,
        )


def count_told(word: str) -> int:
    """Read a board's count; it may say anything.

    >>> count_told("12"), count_told("many"), count_told("")
    (12, 0, 0)
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX else 0


class Boards:
    """Boards by uid, not more than a room can hold."""

    def __init__(self, first_v: int = 1) -> None:
        self._first_v = first_v
        self._boards: dict[str, Board] = {}

    def __getitem__(self, uid: str) -> Board:
        if uid not in self._boards:
            self._make_room()
            self._boards[uid] = Board(uid, Wanted(self._first_v))
        return self._boards[uid]

    def find(self, uid: str) -> Board | None:
        """The board if it is known."""
        return self._boards.get(uid)

    def known(self) -> list[str]:
        """Every board, there or not, in the order in which they were met."""
        return list(self._boards)

    def _make_room(self) -> None:
        absent = [board for board in self._boards.values() if board.cable is None]
        if len(self._boards) >= BOARDS_MAX and absent:
            del self._boards[min(absent, key=lambda board: board.wanted.seat > 0).uid]
