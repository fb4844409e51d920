"""The seating of a table in a round: the message that tells it, and how a table reads it.

>>> seats = (SeatPlan("Ann", "gizah", "A"), SeatPlan("Bo"), SeatPlan("Cy"))
>>> seating = Seating(2, "7", seats)
>>> read(json.dumps(seating.message()).encode(), "7") == seating
True
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict
from uuid import uuid4

from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_names
from host_tools.rules.setup import EDITIONS, PLAYERS, RULINGS, SETS, VARIANTS
from host_tools.venue.mqtt import Address, Connection

PATIENCE_S = 3.0  # for a retained message
LONGEST = 16_384  # bytes
LAST_ROUND = 999


class SeatPlan(NamedTuple):
    """Who sits at a seat; a wonder that is empty is left to the table."""

    player: str
    wonder: str = ""
    side: str = ""


class SeatPlanMessage(TypedDict):
    """A seat in a message; the wonder has its side, as in every message."""

    seat: int
    player: str
    wonder: str
    side: str


class SeatingMessage(TypedDict):
    """What the venue tells a table; retained until the table has a result or the round closes."""

    schema: Literal["wondertable/seating/1"]
    round: int
    table: str
    edition: str
    sets: list[str]
    variant: str
    rulings: dict[str, int]
    seats: list[SeatPlanMessage]


class UnreadableError(ValueError):
    """A message at the topic of a seating that is none; the text says why: "it is too long"."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays what at a table of a round."""

    round: int
    table: str
    seats: tuple[SeatPlan, ...]
    edition: str = "1e"
    sets: tuple[str, ...] = ("base",)
    variant: str = "standard"
    rulings: Mapping[str, int] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """The names, by seat."""
        return [seat.player for seat in self.seats]

    @property
    def wonders(self) -> list[str]:
        """The wonders that are given, by seat, as `--wonders` takes them."""
        return [f"{seat.wonder}:{seat.side}" if seat.wonder else "" for seat in self.seats]

    def message(self) -> SeatingMessage:
        """Return the message that tells it."""
        return {
            "schema": "wondertable/seating/1",
            "round": self.round,
            "table": self.table,
            "edition": self.edition,
            "sets": list(self.sets),
            "variant": self.variant,
            "rulings": dict(self.rulings),
            "seats": [
                {
                    "seat": number,
                    "player": player,
                    "wonder": f"{wonder}_{side.lower()}" if wonder else "",
                    "side": side,
                }
                for number, (player, wonder, side) in enumerate(self.seats)
            ],
        }


def topic_of(address: Address, table: str) -> str:
    """Return the topic of a table's seating; tables need not be allowed to write to it."""
    return address.topic("venue", "seating", table)


def fetch(address: Address, table: str, patience: float = PATIENCE_S) -> Seating | None:
    """Ask the broker for the seating of a table; None when there is none.

    Raises BrokerError without a connection, and UnreadableError for a message that is no seating.
    """
    received: list[bytes] = []
    connection = Connection(
        address,
        f"wondertable-seating-{uuid4()}",
        on_message=lambda _, payload: received.append(payload),
    )
    try:
        connection.open()
        connection.subscribe([topic_of(address, table)])
        until = time.monotonic() + patience
        while not received and (left := until - time.monotonic()) > 0:
            connection.run(left)
    finally:
        connection.close()
    return read(received[0], table) if received and received[0] else None


def read(payload: bytes, table: str) -> Seating:
    """Return the seating that a message tells this table; it may come from anybody."""
    _require(len(payload) <= LONGEST, "it is too long")
    try:
        message = json.loads(payload)
    except (ValueError, RecursionError):
        raise UnreadableError("it is not JSON") from None
    try:
        return _read(message, table)
    except MoveError as error:  # the rule for names
        raise UnreadableError(error.message.rstrip(".")) from error


def _read(message: Any, table: str) -> Seating:
    _require(type(message) is dict, "it is no seating")
    for name in SeatingMessage.__annotations__:
        _require(name in message, f"it has no {name}")
    number, rulings, sets = message["round"], message["rulings"], message["sets"]
    _require(message["schema"] == "wondertable/seating/1", "its schema is another one")
    _require(message["table"] == table, "it names another table")
    _require(type(number) is int and 0 < number <= LAST_ROUND, "its round is no possible number")
    _require(message["edition"] in EDITIONS, "its edition is unknown")
    _require(message["variant"] in VARIANTS, "its variant is unknown")
    _require(type(sets) is list and all(name in SETS for name in sets), "it has unknown sets")
    _require(type(rulings) is dict and rulings.keys() <= RULINGS.keys(), "it has unknown rulings")
    known = all(value in RULINGS[name].values for name, value in rulings.items())
    _require(known, "a ruling has an unknown value")
    seats = message["seats"]
    few = "it has too few seats, or too many"
    _require(type(seats) is list and len(seats) in PLAYERS["standard"], few)
    for seat in seats:
        for name in ("player", "wonder", "side"):
            named = type(seat) is dict and type(seat.get(name)) is str
            _require(named, f"a seat has no {name}")
    names = check_names(seat["player"] for seat in seats)
    wonders = [_wonder(seat["wonder"], seat["side"]) for seat in seats]
    plans = (SeatPlan(name, *wonder) for name, wonder in zip(names, wonders, strict=True))
    options = (message["edition"], tuple(sets), message["variant"], dict(rulings))
    return Seating(number, table, tuple(plans), *options)


def _require(fits: bool, otherwise: str) -> None:
    if not fits:
        raise UnreadableError(otherwise)


def _wonder(board: str, side: str) -> tuple[str, str]:
    """Return a wonder without its side, and the side; the set-up says whether there is such one."""
    if not board:
        return "", ""
    wonder = board.removesuffix(f"_{side.lower()}")
    _require(wonder != board and len(board) <= 60, "a wonder does not fit its side")
    return wonder, side
