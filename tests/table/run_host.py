"""A host in a process of its own, for tests that kill it: journal, table and pump, no people.

Every line on its standard output is JSON: entries that are on the disk, and troubles.
"""

import argparse
import json
import os
import resource
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from host_tools.bots.dealer import Dealer
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import SimulatedPorts
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.people.tagged_cards import tags_for
from host_tools.table.entries import TableSetup, encode
from host_tools.table.host import Host
from host_tools.table.journal import Journal, JournalError
from host_tools.table.table import Table

MIDDLE, COMMITTED, AFTER, ANSWERED = POINTS = ("middle", "committed", "after", "answered")


def tell(**what) -> None:
    print(json.dumps(what), flush=True)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Mortal(Journal):
    """Dies at a write, if it is told to: one write holds all entries that came together."""

    def __init__(self, path: Path, at: int, point: str) -> None:
        self.at, self.point = at, point
        self.writes = 0
        self.answer = lambda: None
        self._entries = []
        super().__init__(path)

    def append(self, game, first, entries, now):
        entries = list(entries)
        if not self._entries:
            self.die_answered()
            self.writes += 1
        self._entries += entries
        super().append(game, first, entries, now)

    def _commit(self):
        if self.due(MIDDLE):
            die()
        super()._commit()
        if self._entries and self.due(COMMITTED):
            die()

    def _confirm(self):
        super()._confirm()
        if self._entries and self.due(AFTER):
            die()
        entries, self._entries = self._entries, []
        if entries:
            tell(new=[encode(entry) for entry in entries])

    def die_answered(self):
        if self.due(ANSWERED):
            self.answer()
            die()

    def due(self, point: str) -> bool:
        return self.writes == self.at and self.point == point


class Ports(Mapping):
    """The ports that a file names now."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _names(self) -> list[str]:
        return self._path.read_text().split()

    def __getitem__(self, name):
        return lambda: open_serial(name)

    def __iter__(self):
        return iter(self._names())

    def __len__(self):
        return len(self._names())


def table_of(journal: Journal, hub: Hub, asked: argparse.Namespace) -> Table:
    table_setup = TableSetup(Dealer(asked.seed).setup(asked.players), countdown=0, grace=0)
    tags = tags_for(Ruleset(table_setup.game_setup))
    games = [row.id for row in journal.games()]  # one at most; it may be over
    if not games:
        table = Table.begin(journal, table_setup, tags, hub, 0.0)
    else:
        tell(all=[encode(entry) for _, entry in journal.read(games[0])])
        table = Table.resume(journal, games[0], tags, hub, 0.0)
    for seat, board in enumerate(asked.boards):
        if table.evening.boards.get(seat) != board:
            table.serve(seat, board, 0.0)
    return table


def limit(size: int) -> None:
    """Let no file grow beyond this: the disk is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--ports", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--die", nargs=2, default=("0", ""), metavar=("WRITE", "POINT"))
    parser.add_argument("boards", nargs="*")
    asked = parser.parse_args()
    try:
        journal = Mortal(asked.journal, int(asked.die[0]), asked.die[1])
    except JournalError as error:
        sys.exit(str(error))
    signal.signal(signal.SIGUSR1, lambda *_: limit(4096))
    signal.signal(signal.SIGUSR2, lambda *_: limit(resource.RLIM_INFINITY))
    hub = Hub()
    host = Host(table_of(journal, hub, asked), Pump(hub, [SimulatedPorts(Ports(asked.ports))]))
    journal.answer = host.pump.flush
    tell(ready=True)
    trouble = ""
    while True:
        host.run_once()
        if host.table.trouble != trouble:
            trouble = host.table.trouble
            tell(trouble=trouble)
        journal.die_answered()


if __name__ == "__main__":
    main()
