"""A visit to all seats over the normal link: who is there, the examination, a card at rest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count

from host_tools.doctor.facts import BUTTONS, PortFacts, SeatFacts
from host_tools.doctor.pump_link import PumpLink
from host_tools.link.events import Event, Faulted, Gone, Joined, Noticed, Pressed, Shown, Tagged
from host_tools.link.known_boards import Health, board_id, parse_count
from host_tools.link.wanted import SeatState

TRIES = 10  # reads of a card before a rate means anything
COUNTERS = {"noise", "rst", "errs"}
OPENING_S = 4.0  # after its first hello, in which a restart may come from opening the port


@dataclass(slots=True)
class Chart:
    """What one board reported, in order."""

    board: str
    number: int = 0
    place: int = 0  # the seat number that the board keeps, if any
    cap: tuple[str, ...] = ()
    joins: int = 0
    boots: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # the last of each
    faults: dict[str, str] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)  # uids, each time one was laid
    keys: list[tuple[str, str]] = field(default_factory=list)  # step, key
    last_rate: float | None = None
    rates: list[float] = field(default_factory=list)  # of every report; 0 without a card
    flickers: int = 0
    crossed: list[int] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    away: bool = False
    early: int = 0  # restarts just after its port was opened
    met: float | None = None
    _first: dict[str, int] = field(default_factory=dict)  # the counters' first values
    _downs: list[str] = field(default_factory=list)

    def join(self, boot: str, info: Mapping[str, str], now: float, resets: int) -> None:
        """Note that a session has begun; `resets`: how often the board was reset until now."""
        self.away = False
        if self.met is None:
            self.met, self.early = now, resets
        else:
            self.early += boot not in self.boots and now < self.met + OPENING_S
        self.joins += 1
        self.place = parse_count(info.get("seat", ""))
        self.cap = tuple(info.get("cap", "").split(","))
        if boot not in self.boots:
            self.boots.append(boot)
            self._first.clear()  # counters start again with the board
            self.told.pop("exam", None)

    def hear(self, told: dict[str, str]) -> None:
        """Note its telemetry."""
        self.told.update(told)
        for key in told.keys() & COUNTERS:
            self._first.setdefault(key, parse_count(told[key]))
        if "down" in told:
            self._downs.append(told["down"])
        hits, _, tries = told.get("read", "").partition("/")
        if "read" in told:
            self.rates.append(parse_count(hits) / max(1, parse_count(tries)))
        if parse_count(tries) >= TRIES:
            self.last_rate = parse_count(hits) / parse_count(tries)

    def empty(self) -> bool:
        """Return whether its tray is empty, as far as it reports."""
        return self.told.get("read", "-") == "-"

    def facts(self, health: Health, seconds: int, twins: int) -> SeatFacts:
        """Return the facts; a twin with the same number looks like a restart but is not one."""
        return SeatFacts(
            number=self.number,
            board=self.board,
            port=health.port,
            place=self.place,
            fw=health.fw,
            cap=self.cap,
            told=dict(self.told),
            faults=dict(self.faults),
            restarts=max(0, len(self.boots) - 1 - twins, health.resets - twins),
            early=self.early,
            damaged=health.damaged + self._more("noise"),
            reader_hung=self._more("rst"),
            reader_failed=self._more("errs"),
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
        return tuple(
            button
            for place, button in enumerate(BUTTONS)
            if self._downs and all(down[place : place + 1] == "1" for down in self._downs)
        )


SETTLE_S = 2.0  # at least, for boards that boot
MORE_S = 0.5  # for the next seat of a board, after the last one
ARRIVE_S = 7.0  # at most: the link gives up on a port without a seat after 5
EXAM_S = 6.0
WATCH_S = 4.0
GOODBYE_S = 0.4
ECHO, PROMPT = b"#WH ", b">>> "  # a REPL echoes our own line


class Visit:
    """Keeps a chart for each board, and lets time pass."""

    def __init__(self, link: PumpLink) -> None:
        self.link = link
        self.charts: dict[str, Chart] = {}
        self.notices: dict[str, Noticed] = {}
        self.matrix: dict[int, tuple[int, ...]] = {}
        self._began = link.now()
        self._last_join = self._began

    # Time.

    def until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until `done` is true; return False if it was too late."""
        end = self.link.now() + seconds
        while not done():
            if self.link.now() >= end:
                return False
            for event in self.link.run():
                self._take(event)
        return True

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.until(lambda: False, seconds)

    def show(self, state: SeatState, *charts: Chart) -> None:
        """Show a state on these seats, or on all."""
        for chart in charts or self.charts.values():
            self.link.hub.show(chart.board, state)

    def shows(self, chart: Chart) -> bool:
        """Return whether a seat shows what it was last told to."""
        health = self.link.hub.health(chart.board)
        return health.joined and health.shown == health.wanted

    def seats(self) -> list[Chart]:
        """Return the charts by seat number."""
        return sorted(self.charts.values(), key=lambda chart: chart.number)

    # The visit.

    def greet(self) -> None:
        """Wait for the boards and number them: by their own number, otherwise by board id."""
        self.wait(SETTLE_S)
        self.until(self._complete, ARRIVE_S - SETTLE_S if self.link.ports() else SETTLE_S)
        for chart in sorted(self.charts.values(), key=lambda chart: (-chart.place, chart.board)):
            self._number(chart)

    def examine(self) -> None:
        """Let each seat test its reader."""
        self.show(SeatState("exam"))
        self.until(lambda: all("exam" in chart.told for chart in self.charts.values()), EXAM_S)

    def watch(self, seconds: float = WATCH_S) -> None:
        """Watch how reliably the cards on the trays are read, and whether the boards stay up."""
        self.show(SeatState("enrol"))
        before = {chart.board: (len(chart.reads), chart.joins) for chart in self.seats()}
        self.wait(seconds)
        homes: dict[str, int] = {}
        for chart in self.seats():
            first, joins = before.get(chart.board, (0, 0))
            reads = chart.reads[first:]
            # In every session a seat reports the card on its tray again.
            chart.flickers = max(0, len(reads) - len(set(reads)) - (chart.joins - joins))
            for uid in dict.fromkeys(reads):
                home = homes.setdefault(uid, chart.number)
                if home != chart.number:
                    chart.crossed.append(home)

    def leave(self) -> None:
        """Leave the seats idle."""
        self.show(SeatState())
        self.wait(GOODBYE_S)

    # Facts.

    def seat_facts(self) -> tuple[SeatFacts, ...]:
        """Sum up every chart."""
        seconds = round(self.link.now() - self._began)
        twins = [notice.board for notice in self.notices.values() if notice.code == "twin"]
        return tuple(
            chart.facts(
                self.link.hub.health(chart.board), seconds, twins.count(board_id(chart.board))
            )
            for chart in self.seats()
        )

    def port_facts(self) -> tuple[PortFacts, ...]:
        """Return the ports without a seat, and why."""
        met = {self.link.hub.health(board).port for board in self.charts}
        facts = []
        for port, notice in self.notices.items():
            if port in met or notice.code == "foreign":
                continue
            heard = self.link.heard(port)
            repl = notice.code == "unknown" and (ECHO in heard or PROMPT in heard)
            facts.append(PortFacts(port, "repl" if repl else notice.code, notice.text))
        return tuple(facts)

    # Events.

    def _take(self, event: Event) -> None:
        if isinstance(event, Noticed):
            self.notices[event.where] = event
            return
        chart = self.charts.setdefault(event.board, Chart(event.board))
        if isinstance(event, Joined):
            self._last_join = self.link.now()
            resets = self.link.hub.health(event.board).resets
            chart.join(event.boot, event.info, self._last_join, resets)
            if any(other.number for other in self.charts.values()):
                self._number(chart)  # a late seat
        elif isinstance(event, Gone):
            chart.away = True
        elif isinstance(event, Shown):
            chart.hear(dict(event.info))
        elif isinstance(event, Faulted):
            chart.faults[event.code] = event.text
        else:
            if isinstance(event, Tagged):
                chart.reads.append(event.uid)
            elif isinstance(event, Pressed):
                chart.keys.append((event.step, event.key))
            self.link.hub.ack(event.board, event.seq)

    def _number(self, chart: Chart) -> None:
        taken = {other.number for other in self.charts.values()}
        if not chart.number:
            free = next(number for number in count(1) if number not in taken)
            chart.number = free if chart.place in (0, *taken) else chart.place

    def _complete(self) -> bool:
        hub = self.link.hub
        met = {hub.health(board).port for board, chart in self.charts.items() if not chart.away}
        all_met = bool(met) and all(port in met for port in self.link.ports())
        # The seats of one board come one after another.
        return all_met and self.link.now() >= self._last_join + MORE_S
