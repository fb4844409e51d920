"""How a table of the venue stands: who plays, whether it is finished, or what is wrong with it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from host_tools.venue import messages
from host_tools.venue.messages import StateMessage

NOT_PLAYED = ("none", "over", "abandoned")
Status = Literal["alarm", "playing", "finished", "idle"]
Alarm = Literal["", "doubled", "away", "unreported", "trouble", "lost"]
ORDER: tuple[Status, ...] = ("alarm", "playing", "finished", "idle")


class SeatRow(TypedDict):
    """What the page shows of a seat."""

    player: str
    points: int
    rank: int | None
    lost: bool


class TableRow(TypedDict):
    """What the page shows of a table; `alarm` says why somebody should look after it."""

    name: str
    status: Status
    alarm: Alarm
    online: bool
    phase: str
    age: int
    turn: int
    turns: int
    paused: bool
    missing: list[str]
    seats: list[SeatRow]


@dataclass(slots=True)
class TableStatus:
    """What is known of a table."""

    name: str
    state: StateMessage = field(init=False)
    online: set[str] = field(default_factory=set)  # ids; two tables may not share a name
    heard: int = 0  # the number of its last message

    def __post_init__(self) -> None:
        self.state = messages.state({"id": "", "name": self.name}, None, None, 0.0)

    @property
    def playing(self) -> bool:
        """Is a game going on, as far as we have heard?"""
        return self.state["phase"] not in NOT_PLAYED

    @property
    def over(self) -> bool:
        """Is its game over?"""
        return self.state["phase"] == "over"

    def alarm(self, settled: bool) -> Alarm:
        """Return what is wrong. A table that is `settled` has its result: it may be off."""
        if len(self.online) > 1:
            return "doubled"
        if not self.online:
            if settled:
                return ""
            return "away" if self.playing else "unreported" if self.over else ""
        if self.state.get("trouble"):
            return "trouble"
        lost = any(seat["connected"] is False for seat in self.state["seats"])
        return "lost" if lost and self.playing else ""

    def row(self, settled: bool) -> TableRow:
        """Return what the page shows."""
        alarm, state = self.alarm(settled), self.state
        return {
            "name": self.name,
            "status": "alarm" if alarm else self._status(),
            "alarm": alarm,
            "online": bool(self.online),
            "phase": state["phase"],
            "age": state.get("age", 0),
            "turn": state.get("turn", 0),
            "turns": state.get("turns", 0),
            "paused": state.get("paused", False),
            "missing": [state["seats"][seat]["player"] for seat in state.get("missing", ())],
            "seats": [
                {
                    "player": seat["player"],
                    "points": seat["score"]["total"],
                    "rank": seat["rank"],
                    "lost": seat["connected"] is False,
                }
                for seat in state["seats"]
            ],
        }

    def _status(self) -> Status:
        if self.playing and self.online:
            return "playing"
        return "finished" if self.playing or self.over else "idle"


def in_order(rows: Iterable[TableRow]) -> list[TableRow]:
    """Return tables as a page shows them: alarms first, then by name as people count."""
    return sorted(rows, key=lambda row: (ORDER.index(row["status"]), _order(row["name"])))


def _order(name: str) -> list[tuple[int, int, str]]:
    """Order names as people do: Table 2 before Table 10."""
    parts = "".join(sign if sign.isdecimal() else f"\0{sign}\0" for sign in name).split("\0")
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p.casefold()) for p in parts if p]
