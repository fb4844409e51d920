"""A seat's chart: all that was heard of one board during a visit."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from host_tools.doctor.facts import BUTTONS, SeatFacts
from host_tools.link.known_boards import Health, parse_count

TRIES = 10  # to read a card, before a rate says anything
COUNTERS = {"noise", "rst"}


@dataclass(slots=True)
class Chart:
    """What one board told, in the order in which it came."""

    board: str
    number: int = 0
    place: int = 0  # the seat's number that the board itself keeps, if it does
    cap: tuple[str, ...] = ()
    joins: int = 0
    boots: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # the last of each
    faults: dict[str, str] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)  # uids, each time one was laid
    keys: list[tuple[str, str]] = field(default_factory=list)  # step, key
    last_rate: float | None = None
    flickers: int = 0
    crossed: list[int] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    away: bool = False
    _first: dict[str, int] = field(default_factory=dict)  # what counters began with
    _downs: list[str] = field(default_factory=list)

    def join(self, boot: str, info: Mapping[str, str]) -> None:
        """A session has begun."""
        self.away = False
        self.joins += 1
        self.place = parse_count(info.get("seat", ""))
        self.cap = tuple(info.get("cap", "").split(","))
        if boot not in self.boots:
            self.boots.append(boot)
            self._first.clear()  # counters begin anew with the board
            self.told.pop("exam", None)

    def hear(self, told: dict[str, str]) -> None:
        """It told how it is."""
        self.told.update(told)
        for key in told.keys() & COUNTERS:
            self._first.setdefault(key, parse_count(told[key]))
        if "down" in told:
            self._downs.append(told["down"])
        hits, _, tries = told.get("read", "").partition("/")
        if parse_count(tries) >= TRIES:
            self.last_rate = parse_count(hits) / parse_count(tries)

    def empty(self) -> bool:
        """Whether nothing lies on its tray, as far as it told."""
        return self.told.get("read", "-") == "-"

    def facts(self, health: Health, seconds: int, twins: int) -> SeatFacts:
        """Sum it up; a twin of the same number looks like a restart and is none."""
        return SeatFacts(
            number=self.number,
            board=self.board,
            port=health.port,
            fw=health.fw,
            cap=self.cap,
            told=dict(self.told),
            faults=dict(self.faults),
            restarts=max(0, len(self.boots) - 1 - twins, health.resets - twins),
            damaged=health.damaged + self._more("noise"),
            reader_hung=self._more("rst"),
            gone=self.away,
            seconds=seconds,
            held=self._held(),
            uids=tuple(dict.fromkeys(self.reads)),
            flickers=self.flickers,
            rate=self.last_rate,
            crossed=tuple(dict.fromkeys(self.crossed)),
            missed=tuple(self.missed),
        )

    def _more(self, key: str) -> int:
        return max(0, parse_count(self.told.get(key, "")) - self._first.get(key, 0))

    def _held(self) -> tuple[str, ...]:
        down = [
            all(digits[place : place + 1] == "1" for digits in self._downs) for place in range(3)
        ]
        return tuple(
            button for button, held in zip(BUTTONS, down, strict=True) if held and self._downs
        )
