"""A running table, assembled in one place: ports, journal, table, history, broker and pages."""

from __future__ import annotations

import logging
import math
import platform
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from host_tools.commands.options import Room, reading, sentences
from host_tools.link.capture import Recorder
from host_tools.link.hub import Hub
from host_tools.link.port import PortSource
from host_tools.link.pump import Pump
from host_tools.link.sources import open_url
from host_tools.results.historian import Historian
from host_tools.sim.boards.sim_url import SCHEME, parse_fleet
from host_tools.table.entries import TableSetup
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal, JournalError
from host_tools.table.rerun import Tape
from host_tools.table.table import Table
from host_tools.texts import say
from host_tools.texts.echo import echo
from host_tools.venue.broker_options import BrokerOptions
from host_tools.venue.seating import Seating

if TYPE_CHECKING:
    from host_tools.sim.boards.faulty_seats import Gremlin
    from host_tools.sim.people.virtual_players import VirtualPlayers
    from host_tools.web.server import Listening, Server
    from host_tools.web.setup_draft import SetupDraft
    from host_tools.web.table_pages import TablePages

log = logging.getLogger(__name__)
LOOK_S = 0.05
SEATS_S = 2.5  # in which every seat that is plugged in is found


class RunningTable:
    """Everything that a table needs; `open` it, then `look` often, or `run` until told to stop.

    `game` is what to begin, the number of a game to resume, or None: then the pages begin one.
    Then the set-up page begins with what is in `wish`. At virtual seats bots play; `speed` is how
    fast they think, 0 for at once. A `store` keeps its tokens apart from those of other tables.
    """

    def __init__(
        self,
        journal: Journal,
        game: TableSetup | int | None,
        room: Room,
        *,
        broker: BrokerOptions | None = None,
        wish: TableSetup | None = None,
        speed: float = 0.0,
        faults: bool = False,
        store: str = "",
        tell: Callable[[str], None] = echo,
    ) -> None:
        self.journal, self._room, self._broker, self._wish = journal, room, broker, wish
        self._store = store
        self._seatings: queue.SimpleQueue[Seating] = queue.SimpleQueue()  # what the venue says
        self._taken: Seating | None = None
        self._draft: SetupDraft | None = None
        self._listening = self._take_port()  # before a game is begun or a message sent
        hub = Hub()
        self._shelf = Shelf(journal, hub, room.lang)
        table = self._table(game)
        self.players = self._players(table, speed, faults)
        recorder = self._recorder = _recorder(room.capture)
        self.host = Host(table, Pump(hub, self._sources(), recorder))
        if recorder is not None:
            tape = Tape(recorder, lambda: self.host.table, time.monotonic)
            tape.follow()
            self.host.listeners.append(tape.follow)
        self.historian = Historian(journal)
        self._gremlin = self._mischief(tell, speed) if faults else None
        self._silent_until = math.inf  # when it is told that no seat was found

    def _take_port(self) -> Listening | None:
        if not self._room.web:
            return None
        from host_tools.web.server import ServerError, listening

        with sentences(ServerError):
            return listening(self._room.port, self._room.lan, self._room.https)

    def _table(self, game: TableSetup | int | None) -> Table | None:
        if game is None:
            return None
        with sentences(JournalError):
            if isinstance(game, int):
                return self._shelf.take_up(game)
            return self._shelf.begin(game)

    def _players(self, table: Table | None, speed: float, faults: bool) -> VirtualPlayers | None:
        """Seat bots at virtual seats; they bring tags if the deck has too few."""
        virtual = [url for url in self._room.seats if url.startswith(SCHEME)]
        if not virtual:
            return None
        from host_tools.sim.boards.fleet import NOISE
        from host_tools.sim.people.virtual_players import VirtualPlayers

        seed = random.SystemRandom().getrandbits(32)
        boards = parse_fleet(virtual[0].removeprefix(SCHEME)).boards
        return VirtualPlayers(table, seed, speed, NOISE if faults else 0.0, boards)

    def _sources(self) -> list[PortSource]:
        boards = None if self.players is None else self.players.fleet
        try:
            return [
                open_url(url, None if boards is None else lambda _: boards)
                for url in self._room.seats
            ]
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    def _mischief(self, tell: Callable[[str], None], speed: float) -> Gremlin:
        from host_tools.sim.boards.faulty_seats import Gremlin

        assert self.players is not None, "only virtual cables can be pulled"
        return Gremlin(self.players.fleet, random.Random(), tell, speed)

    @contextmanager
    def open(self) -> Iterator[Server[TablePages] | None]:
        """Start the table, its broker and its pages; put everything away afterwards."""
        python, seats = platform.python_version(), ", ".join(self._room.seats)
        log.info("The table opens with Python %s on %s; seats: %s.", python, sys.platform, seats)
        self.historian.start()
        self.historian.listen(self.host)
        self.host.start()
        self._silent_until = time.monotonic() + SEATS_S
        try:
            with ExitStack() as stack:
                if self._broker is not None:
                    seated = self._seatings.put
                    page = f"{port.at}/" if (port := self._listening) and port.lan else ""
                    stack.enter_context(
                        self._broker.publishing(self.host, self.journal, seated, page)
                    )
                server = self._pages(stack) if self._room.web else None
                self._draft = None if server is None else server.pages.draft
                yield server
        finally:
            self.host.stop()
            self.historian.close()
            if self._recorder is not None:
                self._recorder.close()
            if self.players is not None:
                self.players.close()

    def _pages(self, stack: ExitStack) -> Server[TablePages]:
        from host_tools.web.server import open_pages

        room = self._room
        chronicle = None if self._broker is None else self._broker.chronicle
        heard = (self.historian, chronicle)
        return stack.enter_context(
            open_pages(
                self.host,
                self._shelf,
                self.players,
                self._listening,
                False,
                *heard,
                room.chances,
                self._wish,
                room.private_history,
                self._store,
            )
        )

    def look(self) -> None:
        """Let virtual people and faults do their next thing."""
        if (players := self.players) is not None:
            bots = partial(players.look, self.host.guard)
            self.host.guard("The bots", lambda: self.host.call(bots))
        if self._gremlin is not None:
            self.host.guard("The demo's faults", self._gremlin.tick)
        while self._draft is not None and not self._seatings.empty():
            take = partial(self._take, self._seatings.get(), self._draft)
            self.host.guard("The seating", partial(self.host.call, take))

    def _take(self, seating: Seating, draft: SetupDraft) -> None:
        """Put what the venue says of the next game on the set-up page; it may come repeatedly."""
        table = self.host.table
        current = 0 if table is None else table.evening.setup.venue_round
        if seating == self._taken or seating.round == current:
            return
        self._taken = seating
        draft.take(seating)
        players = ", ".join(seating.players)
        text = say("play.seated", self._room.lang, round=seating.round, players=players)
        self.host.notice("seating", text)

    def no_seat(self) -> str:
        """Say once that no seat has been found, to the operator as well; else nothing."""
        if self.players is not None or time.monotonic() < self._silent_until:
            return ""
        self._silent_until = math.inf
        if self.host.present:
            return ""
        text = say("play.no_seat_pages" if self._room.web else "play.no_seat", self._room.lang)
        self.host.notice("no_seat", text)
        return text

    def run(self, stop: Interruption | threading.Event) -> None:
        """Let the players play until somebody says stop."""
        while not stop.wait(LOOK_S):
            self.look()


def _recorder(path: Path | None) -> Recorder | None:
    if path is None:
        return None
    with reading(path, "written"):
        return Recorder(path)


class Interruption:
    """Whether Ctrl-C, a closed terminal or a polite kill has come.

    No `threading.Event`: a signal that comes while its lock is held would wait for itself.
    """

    def __init__(self) -> None:
        self._came = False

    def set(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Take note of it; this is a signal handler."""
        self._came = True

    def is_set(self) -> bool:
        """Return whether it has come."""
        return self._came

    def wait(self, seconds: float) -> bool:
        """Let time pass, then return whether it has come."""
        time.sleep(0 if self._came else seconds)
        return self._came


@contextmanager
def interrupted() -> Iterator[Interruption]:
    """Catch the signals that ask for an end, until the end of the block."""
    stop = Interruption()
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, stop.set) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
