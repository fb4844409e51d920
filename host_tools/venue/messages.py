"""The messages of a table: its state, events, results and link, made from the public view only.

`schema/` describes each message; a version's fields stay, new ones may come.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar, cast, final
from uuid import UUID, uuid5

from host_tools.table.views import PublicView

KINDS = (
    "game_begun", "locked", "revealed", "turn_resolved", "conflict", "correction", "game_over",
    "game_abandoned", "seat_connected", "seat_lost",
)  # fmt: skip
SCHEMAS = ("state", "event", "result", "link")
Row = TypeVar("Row")


class TableIdentity(TypedDict):
    """A table's name in messages: its id is drawn once, its name may change."""

    id: str
    name: str


class _Setup(TypedDict):
    edition: str
    sets: list[str]
    variant: str


class SeatPlayer(TypedDict):
    """Who plays which wonder."""

    seat: int
    player: str
    wonder: str
    side: str


class SeatScore(SeatPlayer):
    """A seat with its points; the rank is known when the game is over."""

    score: dict[str, int]
    coins: int
    rank: int | None


class SeatStatus(SeatScore):
    """A seat during a game."""

    connected: bool | None
    committed: bool
    debt: int
    shields: int
    stages: int
    raised: list[int]
    all_stages: int
    victories: int
    defeats: int
    cards: int


class _GameState(TypedDict, total=False):
    age: int
    turn: int
    turns: int
    paused: bool
    edition: str
    sets: list[str]
    variant: str
    trouble: bool
    missing: list[int]


class StateMessage(_GameState):
    """The state of a table; without a game only the required fields."""

    schema: Literal["wondertable/state/1"]
    table: TableIdentity
    game: str | None
    at: str
    phase: str
    seats: list[SeatStatus]


class _Card(TypedDict):  # what a seat did; no card where it stays closed
    seat: int
    card: str
    action: str


class _Turn(_Card):  # and what it cost, and the points after it
    stage: int
    pay_left: int
    pay_right: int
    bank: int
    debts: int
    built: list[str]
    coins: int
    total: int


class _Fight(TypedDict):
    a: int
    b: int
    shields: list[int]
    winner: int | None
    points: int


class _Seats(TypedDict, Generic[Row]):
    seats: list[Row]


class _Begun(_Setup):
    seats: list[SeatPlayer]


class _Conflict(TypedDict):
    fights: list[_Fight]
    diplomats: list[int]


class _Correction(TypedDict):
    text: str


class _Seat(TypedDict):
    seat: int


class _Nothing(TypedDict):  # no data: the kind is enough
    pass


EventData = (
    _Begun | _Seats[_Card] | _Seats[_Turn] | _Seats[SeatScore] | _Conflict | _Correction | _Seat
    | _Nothing
)  # fmt: skip


@final
class EventMessage(TypedDict):
    """An event; the same event always has the same id."""

    schema: Literal["wondertable/event/1"]
    table: TableIdentity
    game: str
    at: str
    id: str
    kind: str
    age: int
    turn: int
    data: EventData


@final
class ResultMessage(_Setup):
    """The result of a game; of two, the higher revision counts."""

    schema: Literal["wondertable/result/1"]
    table: TableIdentity
    game: str
    at: str
    id: str
    revision: int
    final: bool
    begun: str
    ended: str
    duration_s: int
    seats: list[SeatScore]
    round: NotRequired[int]


class LinkMessage(TypedDict):
    """Is the table connected to the broker?"""

    schema: Literal["wondertable/link/1"]
    table: TableIdentity
    online: bool


Message = EventMessage | ResultMessage


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of a message."""
    text = (Path(__file__).parent / "schema" / f"{name}.json").read_text("utf-8")
    return cast(dict[str, Any], json.loads(text))


def moment(at: float) -> str:
    """Return a time in ISO 8601, in UTC.

    >>> moment(0.25)
    '1970-01-01T00:00:00.250Z'
    """
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _id(game: str, what: str) -> str:
    """Return the same id for the same event of a game, whenever it is sent."""
    return str(uuid5(UUID(game), what))


def state(
    table: TableIdentity, game: str | None, view: PublicView | None, at: float
) -> StateMessage:
    """Return the state of a table; without a game there is no view."""
    state: StateMessage = {
        "schema": "wondertable/state/1",
        "table": table,
        "game": game,
        "at": moment(at),
        "phase": "none" if view is None else view["phase"],
        "seats": [],
    }
    if view is not None:
        missing = [seat["seat"] for seat in view["seats"] if seat["waited_for"]]
        trouble = bool(view["trouble"])  # its sentence names files of this computer
        game_state = _picked(_GameState, {**view, "trouble": trouble, "missing": missing})
        state.update(cast(StateMessage, game_state))
        state["seats"] = _seats(SeatStatus, view)
    return state


def _picked(kind: type[Row], row: Mapping[str, Any]) -> Row:
    """Return the fields of a row that the type declares, so no message holds more."""
    return cast(Row, {name: row[name] for name in kind.__annotations__})


def _seats(kind: type[Row], view: PublicView) -> list[Row]:
    ranks = view["ranks"] or [None] * len(view["seats"])
    return [
        _picked(
            kind,
            {
                **seat,
                "wonder": seat["wonder_id"],
                "rank": ranks[seat["seat"]],
                "all_stages": len(seat["all_stages"]),
                "victories": sum(seat["victories"]),
                "cards": len(seat["built"]),
            },
        )
        for seat in view["seats"]
    ]


def result(
    table: TableIdentity,
    game: str,
    view: PublicView,
    begun: float,
    ended: float,
    corrections: int,
    round_number: int = 0,
) -> ResultMessage:
    """Return the result of a game.

    The result of a game reopened by an undo is not final: it does not count. A game that the venue
    has seated names its round.
    """
    final = view["phase"] == "over"
    revision = 2 * corrections + final
    message: ResultMessage = {
        "schema": "wondertable/result/1",
        "table": table,
        "game": game,
        "at": moment(ended),
        "id": _id(game, f"result/{revision}"),
        "revision": revision,
        "final": final,
        "begun": moment(begun),
        "ended": moment(ended),
        "duration_s": max(0, round(ended - begun)),
        "edition": view["edition"],
        "sets": view["sets"],
        "variant": view["variant"],
        "seats": _seats(SeatScore, view),
    }
    if round_number:
        message["round"] = round_number
    return message


def event(
    kind: str,
    table: TableIdentity,
    game: str,
    key: str,
    at: float,
    age: int,
    turn: int,
    data: EventData,
) -> EventMessage:
    """Return an event; `key` distinguishes two events of one kind."""
    return {
        "schema": "wondertable/event/1",
        "table": table,
        "game": game,
        "at": moment(at),
        "id": _id(game, f"{kind}/{key}"),
        "kind": kind,
        "age": age,
        "turn": turn,
        "data": data,
    }


def link(table: TableIdentity, online: bool) -> LinkMessage:
    """Return whether the table is connected."""
    return {"schema": "wondertable/link/1", "table": table, "online": online}


def _begun(view: PublicView) -> _Begun:
    return {**_picked(_Setup, view), "seats": _seats(SeatPlayer, view)}


def _revealed(view: PublicView) -> _Seats[_Card]:
    return {
        "seats": [
            {
                "seat": seat["seat"],
                "card": played["card"]["id"] if played["card"] else "",
                "action": played["action"],
            }
            for seat in view["seats"]
            if (played := seat["played"])
        ]
    }


def _resolved(view: PublicView) -> _Seats[_Turn]:
    rows = [
        {**seat, "total": seat["score"]["total"], **seat["facts"]}
        for seat in view["seats"]
        if seat["facts"]
    ]
    return {"seats": [_picked(_Turn, row) for row in rows]}


def _conflict(view: PublicView) -> _Conflict:
    conflict = view["conflict"]
    assert conflict is not None
    fights = [_picked(_Fight, fight) for fight in conflict["fights"]]
    return {"fights": fights, "diplomats": conflict["diplomats"]}


DATA: dict[str, Callable[[PublicView], EventData]] = {
    "game_begun": _begun,
    "locked": lambda view: {},
    "revealed": _revealed,
    "turn_resolved": _resolved,
    "conflict": _conflict,
    "game_over": lambda view: {"seats": _seats(SeatScore, view)},
    "game_abandoned": lambda view: {},
}
"""What each kind of event says of a public view."""
