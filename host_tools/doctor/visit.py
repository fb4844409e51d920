"""A visit to all seats over the ordinary link: who is there, the examination, a card at rest."""

from collections.abc import Callable
from itertools import count
from typing import Protocol

from host_tools.doctor.chart import Chart
from host_tools.doctor.facts import PortFacts, SeatFacts
from host_tools.link.events import Event, Faulted, Gone, Joined, Noticed, Pressed, Shown, Tagged
from host_tools.link.hub import Hub
from host_tools.link.wanted import SeatState

SETTLE_S = 2.0  # at least, for boards that boot
ARRIVE_S = 7.0  # at most: a port that is no seat is given up after 5
EXAM_S = 6.0
WATCH_S = 4.0
GOODBYE_S = 0.4
ECHO, PROMPT = b"#WH ", b">>> "  # a REPL gives our own line back


class Link(Protocol):
    """What a visit needs of the link: a hub, the time, and bytes that move."""

    hub: Hub

    def now(self) -> float:
        """Seconds."""

    def run(self) -> list[Event]:
        """Let a moment pass, and return what happened in it."""

    def ports(self) -> list[str]:
        """The ports that are open."""

    def heard(self, port: str) -> bytes:
        """The last bytes that came from a port, as they were."""


class Visit:
    """Keeps a chart for each board, and lets time pass."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.charts: dict[str, Chart] = {}
        self.notices: dict[str, Noticed] = {}
        self.matrix: dict[int, tuple[int, ...]] = {}
        self._began = link.now()

    # Time.

    def until(self, so: Callable[[], bool], seconds: float) -> bool:
        """Let time pass until something is so; False when it was not so in time."""
        end = self.link.now() + seconds
        while not so():
            if self.link.now() >= end:
                return False
            for event in self.link.run():
                self._take(event)
        return True

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.until(lambda: False, seconds)

    def show(self, state: SeatState, *charts: Chart) -> None:
        """Let these seats, or all, show a state."""
        for chart in charts or self.charts.values():
            self.link.hub.show(chart.board, state)

    def seats(self) -> list[Chart]:
        """The charts by seat number."""
        return sorted(self.charts.values(), key=lambda chart: chart.number)

    # The visit.

    def greet(self) -> None:
        """Wait for the boards, and number them: as they say, else by board, the same each time."""
        self.wait(SETTLE_S)
        self.until(self._complete, ARRIVE_S - SETTLE_S if self.link.ports() else SETTLE_S)
        for chart in sorted(self.charts.values(), key=lambda each: (-each.place, each.board)):
            self._number(chart)

    def examine(self) -> None:
        """Let each seat test its reader."""
        self.show(SeatState("exam"))
        self.until(lambda: all("exam" in chart.told for chart in self.charts.values()), EXAM_S)

    def watch(self, seconds: float = WATCH_S) -> None:
        """See what lies on the trays, how surely it is read, and whether the boards stay up."""
        self.show(SeatState("enrol"))
        before = {chart.board: (len(chart.reads), chart.joins) for chart in self.seats()}
        self.wait(seconds)
        homes: dict[str, int] = {}
        for chart in self.seats():
            first, joins = before.get(chart.board, (0, 0))
            reads = chart.reads[first:]
            # With each session a seat names the card that lies there anew.
            chart.flickers = max(0, len(reads) - len(set(reads)) - (chart.joins - joins))
            for uid in dict.fromkeys(reads):
                home = homes.setdefault(uid, chart.number)
                if home != chart.number:
                    chart.crossed.append(home)

    def leave(self) -> None:
        """Leave the seats idle."""
        self.show(SeatState())
        self.wait(GOODBYE_S)

    # What was found.

    def seat_facts(self) -> tuple[SeatFacts, ...]:
        """Sum up every chart."""
        seconds = round(self.link.now() - self._began)
        twins = [notice.board for notice in self.notices.values() if notice.code == "twin"]
        return tuple(
            chart.facts(self.link.hub.health(chart.board), seconds, twins.count(chart.board))
            for chart in self.seats()
        )

    def port_facts(self) -> tuple[PortFacts, ...]:
        """The ports at which no seat was met, and why."""
        met = {self.link.hub.health(board).port for board in self.charts}
        found = []
        for port, notice in self.notices.items():
            if port in met or notice.code == "foreign":
                continue
            code = "repl" if notice.code == "unknown" and self._repl(port) else notice.code
            found.append(PortFacts(port, code, notice.text))
        return tuple(found)

    def _repl(self, port: str) -> bool:
        heard = self.link.heard(port)
        return ECHO in heard or PROMPT in heard

    # Events.

    def _take(self, event: Event) -> None:
        if isinstance(event, Noticed):
            self.notices[event.where] = event
            return
        chart = self.charts.setdefault(event.board, Chart(event.board))
        if isinstance(event, Joined):
            chart.join(event.boot, event.info)
            if any(other.number for other in self.charts.values()):
                self._number(chart)  # a seat that comes late
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
        return bool(met) and all(port in met for port in self.link.ports())
