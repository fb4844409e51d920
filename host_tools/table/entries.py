"""Journal entries: everything that can happen to a game, as values, and how they are stored.

>>> decode({"do": "commit", "seat": 2, "commit": "5eed"})
Commit(seat=2, commit='5eed', by='')
>>> encode(Commit(2, "5eed"))
{'do': 'commit', 'seat': 2, 'commit': '5eed'}
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, get_args, get_type_hints
from uuid import UUID, uuid5

from host_tools.rules.errors import MoveError
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.science import Counts
from host_tools.rules.setup import Setup
from host_tools.table.stored_setup import setup_stored, stored_setup

OPERATOR: Final = "operator"  # has voided a card
RESTARTED: Final = "restarted"  # was the host, and has forgotten a card that it knew
MODES: Final = ("sealed", "assisted")
LONGEST_COUNTDOWN: Final = 10
LONGEST_GRACE: Final = 10
LONGEST_TIMER: Final = 600
WONDERTABLE: Final = UUID("5f0f6b1e-8c5e-5d0b-9a55-7d0c2f3d1b68")
"""The name space of all our ids."""


class EntryError(ValueError):
    """Something stored is no entry of a journal; the text says why."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What is agreed before a game; raises MoveError when it makes no sense."""

    game_setup: Setup
    mode: str = "sealed"  # assisted: the host knows a card before the lock, for its own page only
    countdown: int = 3  # seconds from the last commitment to the lock
    strict: bool = False  # the action is chosen before the lock, hidden like the card
    shared: bool = False  # one reader is passed round
    deck: str = "main"  # whose tags are used
    grace: int | None = 2  # seconds after the lock, then a card is built; None: always ask
    ask_payment: bool = False  # also where one way to pay is the cheapest
    timer: int = 0  # seconds for a turn, which the screen shows; none
    ask_leftovers: bool = False  # also where nobody can dig for them any more, as in older games
    venue_round: int = 0  # of the tournament that has seated this game; none
    every_way: bool = True  # is asked for with ask_payment (B5); not so in older games

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise MoveError("bad_record", f"The mode is sealed or assisted, not {self.mode!r:.40}.")
        if not 0 <= self.countdown <= LONGEST_COUNTDOWN:
            raise MoveError("bad_record", "The countdown takes 0 to 10 seconds.")
        if self.grace is not None and not 0 <= self.grace <= LONGEST_GRACE:
            raise MoveError("bad_record", "The grace takes 0 to 10 seconds.")
        if not 0 <= self.timer <= LONGEST_TIMER:
            raise MoveError("bad_record", "The turn timer takes 0 to 600 seconds.")


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins; always the first entry."""

    setup: TableSetup
    name: str = ""  # on the wire; games of before have their number instead
    uuid: str = ""  # of a game in which a name was changed afterwards


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat has drafted its leaders."""

    seat: int


@dataclass(frozen=True, slots=True)
class Commit:
    """A seat has laid a card; nobody knows which."""

    seat: int
    commit: str
    by: str = ""  # page, reader: only the host's memory knows the card


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A seat has lifted its card before the lock."""

    seat: int


@dataclass(frozen=True, slots=True)
class Void:
    """What a seat has laid does not count; it lays again."""

    seat: int
    why: str = ""  # the code of a MoveError, RESTARTED or OPERATOR; older journals have a sentence
    uid: str = ""  # of the tag that was refused


@dataclass(frozen=True, slots=True)
class Lock:
    """All have committed: the cards count."""


@dataclass(frozen=True, slots=True)
class Open:
    """The card of a seat is known."""

    seat: int
    card: str
    uid: str = ""


@dataclass(frozen=True, slots=True)
class OnTray:
    """The tag of a card that was laid openly; it may stay on the tray for a while."""

    seat: int
    uid: str


@dataclass(frozen=True, slots=True)
class Declare:
    """A seat says what it does with its card, and perhaps that it chooses how to pay (B5)."""

    seat: int
    action: str
    choose: bool = False


@dataclass(frozen=True, slots=True)
class Undeclare:
    """An action that was declared before the lock does not count: it is not possible with the card,
    and the seat is asked; or the seat lays another card.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Pay:
    """A seat pays for its card, which is then played."""

    seat: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class Reply:
    """A seat answers a question of the rules: a card by its id, a number, or nothing."""

    seat: int
    value: str | int | None


@dataclass(frozen=True, slots=True)
class Cursor:
    """A seat looks at another option of its question."""

    seat: int
    step: str
    to: int


@dataclass(frozen=True, slots=True)
class Undo:
    """A turn is taken back: the one under way, which has the number after all past ones, or the
    last one. Without a number, as in older journals, cards that are open but not played are no turn
    under way.
    """

    why: str = ""
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The last turn is played again with another move of one seat."""

    seat: int
    card: str
    action: str
    why: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class FinalChoice:
    """At the end a seat copies another guild, or counts other symbols, than the best (B8, R129).

    Without either, the best count again.
    """

    seat: int
    copy_guild: str = ""
    science: Counts | None = None


@dataclass(frozen=True, slots=True)
class Serve:
    """A board serves a seat from now on; no board: the seat's page does."""

    seat: int
    board: str


@dataclass(frozen=True, slots=True)
class Pause:
    """The game is paused; a seat whose cards were refused again and again may be the reason."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """The game goes on after a pause."""


@dataclass(frozen=True, slots=True)
class Look:
    """The operator looks at cards that lie face down; everybody is told."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The game ends without a result."""


Entry = (
    Begin | Ready | Commit | Withdraw | Void | Lock | Open | OnTray | Declare | Undeclare | Pay
    | Reply | Cursor | Undo | Correct | FinalChoice | Serve | Pause | Resume | Look | Abandon
)  # fmt: skip
Timed = Sequence[tuple[float, Entry]]
"""The entries of a game, with their times."""

KINDS: Final[dict[str, type[Entry]]] = {
    "setup": Begin, "ready": Ready, "commit": Commit, "withdraw": Withdraw, "void": Void,
    "lock": Lock, "open": Open, "tray": OnTray, "declare": Declare, "undeclare": Undeclare,
    "pay": Pay, "answer": Reply, "cursor": Cursor, "undo": Undo, "correct": Correct,
    "final": FinalChoice, "board": Serve, "pause": Pause, "resume": Resume, "look": Look,
    "abandon": Abandon,
}  # fmt: skip
NAMES: Final = {kind: name for name, kind in KINDS.items()}
# What is not stored where it says nothing: where it is empty, or as it was before it existed.
LEFT_OUT: Final = (
    "by", "uid", "name", "turn", "seat", "grace", "ask_payment", "timer", "ask_leftovers", "choose",
    "copy_guild", "science", "uuid", "venue_round", "every_way",
)  # fmt: skip


def encode(entry: Entry) -> dict[str, Any]:
    """Return an entry as the journal stores it."""
    return {"do": NAMES[type(entry)], **_stored(entry)}


def _stored(value: Entry | TableSetup) -> dict[str, Any]:
    stored: dict[str, Any] = {}
    for name, _, default in _FIELDS[type(value)]:
        plain = getattr(value, name)
        if type(plain) in _WRITERS:
            stored |= _WRITERS[type(plain)](plain)
        elif name not in LEFT_OUT or plain != _BEFORE.get(name, default):
            stored[name] = plain
    return stored


def decode(stored: Any) -> Entry:
    """Return the entry that is stored like this; raises EntryError for anything else."""
    try:
        kind = KINDS[stored["do"]]
        return kind(*_values(kind, stored))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        text = f"{stored!r:.200} is no entry of this version ({type(error).__name__}: {error})."
        raise EntryError(text) from error


def _values(kind: type, stored: dict[str, Any]) -> list[Any]:
    if not stored.keys() <= _KNOWN[kind]:
        raise ValueError("it has unknown fields")
    values = []
    for name, kinds, default in _FIELDS[kind]:
        value = stored.get(name, _BEFORE.get(name, default))
        if type(value) not in kinds:
            if kinds[0] not in _READERS:
                raise TypeError(f"{name} cannot be {value!r:.60}")
            value = _READERS[kinds[0]](stored)
        values.append(value)
    return values


def _payment_stored(payment: Payment) -> dict[str, Any]:
    stored: dict[str, Any] = {"way": list(payment.coins), "free": payment.free}
    if (buy := payment.buy) is not None:
        stored["bought"] = [buy.left, buy.right, buy.bank]
    if payment.stage:
        stored["stage"] = payment.stage
    return stored


def _payment(stored: dict[str, Any]) -> Payment:
    left, right, bank = _three(stored["way"])
    free, bought, stage = stored.get("free", ""), stored.get("bought"), stored.get("stage", 0)
    if type(free) is not str or type(stage) is not int:
        raise TypeError(f"free and stage cannot be {free!r:.60} and {stage!r:.60}")
    buy = None if bought is None else Buy(*_three(bought))
    return Payment(left, right, bank, free, buy, stage)


def _three(numbers: Any) -> Counts:
    if type(numbers) is not list or [*map(type, numbers)] != [int, int, int]:
        raise TypeError(f"three numbers cannot be {numbers!r:.60}")
    return numbers[0], numbers[1], numbers[2]


# What is stored of each kind: the names of its fields, their types, and what a missing one means.
_FIELDS: Final[dict[type, list[tuple[str, tuple[type, ...], Any]]]] = {
    kind: [(f.name, get_args(hints[f.name]) or (hints[f.name],), f.default) for f in fields(kind)]
    for kind in (*NAMES, TableSetup)
    for hints in [get_type_hints(kind)]
}
# What a set-up that was stored before these options existed means: people were always asked.
_BEFORE: Final = {
    "grace": None, "ask_payment": True, "ask_leftovers": True, "every_way": False,
}  # fmt: skip
# Values that are stored under other names than those of their fields.
_STORED: Final = {
    Payment: ("way", "free", "bought", "stage"),
    TableSetup: ("plan",),
    Setup: ("setup",),
}
_WRITERS: Final[dict[type, Callable[[Any], dict[str, Any]]]] = {
    Payment: _payment_stored,
    tuple: lambda counts: {"science": list(counts)},
    TableSetup: lambda setup: {"plan": _stored(setup)},
    Setup: lambda setup: {"setup": stored_setup(setup)},
}
_READERS: Final[dict[object, Callable[[dict[str, Any]], Any]]] = {
    Payment: _payment,
    TableSetup: lambda stored: TableSetup(*_values(TableSetup, stored["plan"])),
    Setup: lambda stored: setup_stored(stored["setup"]),
    Counts: lambda stored: _three(stored["science"]),
}
_KNOWN: Final = {
    kind: {"do"}.union(*(_STORED.get(kinds[0], (name,)) for name, kinds, _ in known))
    for kind, known in _FIELDS.items()
}


def setup_agreed(entries: Timed) -> TableSetup:
    """Return what was agreed before a game, which is in its first entry."""
    first = entries[0][1]
    if not isinstance(first, Begin):
        raise EntryError("A game does not begin with its set-up.")
    return first.setup


def game_uuid(entries: Timed) -> str:
    """Name a game for ever, by when it began and what was agreed: no two have both in common."""
    begun, setup = entries[0]
    if isinstance(setup, Begin) and setup.uuid:
        return setup.uuid
    return str(uuid5(WONDERTABLE, f"{begun!r} {json.dumps(encode(setup), sort_keys=True)}"))
