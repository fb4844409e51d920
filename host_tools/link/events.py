"""Events from the link to the table, each a frozen value.

A report carries `seq`, by which the table answers it. It is unique in a run of the host, so an
answer that comes after a reset of the board never settles another report. A seat repeats a report
until it is answered: the same report comes again with the same `seq`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware.link import CARD as CARD
from firmware.link import MAGIC, Message


@dataclass(frozen=True, slots=True)
class Joined:
    """A session is open and works both ways; without a `Gone` before it the board restarted."""

    board: str
    info: Mapping[str, str]
    boot: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The session has ended; `why` is "silent", "unplugged", "twin" or "other"."""

    board: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Committed:
    """A card was laid; which one stays sealed."""

    board: str
    seq: int
    game: str
    round: int
    commit: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The card was lifted before the lock."""

    board: str
    seq: int
    game: str
    round: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The commitment is opened; its card is left out of logs."""

    board: str
    seq: int
    game: str
    round: int
    uid: str = field(repr=False)
    nonce: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key answers the question `step`; CARD asks whether the card on the tray is wanted."""

    board: str
    seq: int
    game: str
    round: int
    step: str
    key: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tag was laid outside a round."""

    board: str
    seq: int
    uid: str = field(repr=False)
    signature: bytes | None = None  # b"": the tag has none; None: nobody looked
    magic: bool = False  # it gives itself away as a copy


@dataclass(frozen=True, slots=True)
class Faulted:
    """Something is wrong with the board; the link has acknowledged it."""

    board: str
    seq: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The seat shows state `v`; `info` is its telemetry."""

    board: str
    v: int
    info: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Noticed:
    """A sentence for the operator; `code` names its kind, `where` is a port's name."""

    code: str
    where: str
    text: str
    board: str = ""


Report = Committed | Withdrawn | Opened | Pressed | Tagged | Faulted
Event = Joined | Gone | Report | Shown | Noticed

REPORTS: dict[str, Callable[[str, int, Message], Report]] = {
    "CM": lambda board, seq, m: Committed(board, seq, m.game, m.round, m.commit),
    "LF": lambda board, seq, m: Withdrawn(board, seq, m.game, m.round),
    "RV": lambda board, seq, m: Opened(board, seq, m.game, m.round, m.uid, m.nonce),
    "BT": lambda board, seq, m: Pressed(board, seq, m.game, m.round, m.step, m.key),
    "TG": lambda board, seq, m: Tagged(
        board, seq, m.uid, None if m.sig is None else bytes.fromhex(m.sig), m.mark == MAGIC
    ),
    "ER": lambda board, seq, m: Faulted(board, seq, m.code, m.text),
}
