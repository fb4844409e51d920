"""The demo: a table of virtual seats with real firmware, bots that take their time, and pages."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from host_tools.link.desk import Desk
from host_tools.link.pump import Pump
from host_tools.link.sources import Simulated
from host_tools.results.historian import Historian
from host_tools.sim.boards.faults import Gremlin
from host_tools.sim.boards.noise import NOISE
from host_tools.sim.people.evening import VirtualPlayers
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.plan import Plan
from host_tools.table.shelf import Shelf
from host_tools.web.house import House
from host_tools.web.opening import open_pages
from host_tools.web.server import Server

LOOK_S = 0.05


class Demo:
    """Everything that a table needs, without hardware; `run` until it is interrupted."""

    def __init__(
        self,
        journal: Journal,
        plan: Plan | int,
        *,
        speed: float = 1.0,
        faults: bool = False,
        lang: str = "en",
        tell: Callable[[str], None] = print,
    ) -> None:
        """`plan` is what to begin, or the number of a game to go on with."""
        self.journal = journal
        self.lang = lang
        desk = Desk()
        self._shelf = Shelf(journal, desk, lang)
        goes_on = isinstance(plan, int)
        table = self._shelf.take_up(plan) if isinstance(plan, int) else self._shelf.begin(plan)
        seed = random.SystemRandom().getrandbits(32)
        self.players = VirtualPlayers(table, seed, speed, NOISE if faults else 0.0)
        if goes_on:
            self.players.sit_down_again()
        else:
            self.players.sit_down()
        self.host = Host(table, Pump(desk, [Simulated(self.players.fleet)]))
        self.historian = Historian(journal)
        chance = random.Random(seed)
        self._gremlin = Gremlin(self.players.fleet, chance, tell, speed) if faults else None

    @contextmanager
    def open(
        self, port: int | None = None, lan: bool = False, chances: bool = False
    ) -> Iterator[Server[House]]:
        """Start the table and its pages; put everything away afterwards."""
        self.historian.start()
        self.historian.listen(self.host)
        self.host.start()
        try:
            with open_pages(
                self.host, self._shelf, self.players, port, lan, self.historian, chances=chances
            ) as server:
                yield server
        finally:
            self.host.stop()
            self.historian.close()
            self.players.close()

    def run(self, stop: threading.Event) -> None:
        """Let the players play until somebody says stop."""
        while not stop.wait(LOOK_S):
            self.host.call(self.players.look)
            if self._gremlin is not None:
                self._gremlin.tick()


@contextmanager
def interrupted() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C and a polite kill set."""
    stop = threading.Event()

    def take(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, take) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, known in before.items():
            signal.signal(number, known)
