"""Virtual seats on pseudo-terminals, people at them, and a host in another process."""

import json
import os
import select
import signal
import subprocess
import sys
import time

from host_tools.bots.dealer import Dealer
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.boards.board_port import RealTimeBoard
from host_tools.sim.boards.fleet import BETWEEN_S, VirtualSeat
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.chips.seat_parts import BUTTONS
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.entries import TableSetup, decode
from host_tools.table.evening import Evening
from tests.table.run_host import MIDDLE
from tests.table.steady import Steady

PATIENCE_S = 120.0
AGAIN_S = 4.0


class Chair(VirtualSeat):
    """A seat whose board runs in this process, on a port of its own."""

    def __init__(self, number, board=None):
        uid = b"\xe6chair%02d" % number
        self.board = board(uid) if board else RealTimeBoard(InProcessBoard(uid=uid))
        self.uid = uid.hex()
        self._lies, self._since = None, 0.0
        self.step = self._answered = None  # the question that is asked, and the one pressed for

    def asks_for_secret(self, number):
        return True

    def press(self, button):
        """The lamp tells that a press has counted: nobody presses again at once."""
        again = self.step == self._answered
        if again and time.monotonic() - self._since < AGAIN_S:
            return
        before = self._since
        super().press(button)
        if self._since != before:
            self._answered = self.step

    @property
    def blue(self):
        return self.board.parts.light == (0, 0, 255)


class OnTable(VirtualSeat):
    """A seat that has only a part of its board."""

    @property
    def parts(self):
        return self.board.seats[self.place]

    def lay(self, uid):
        if uid != self._lies:
            self._lies = uid
            self.parts.lift()
            if uid:
                self.parts.lay(uid)

    def press(self, button):
        if time.monotonic() - self._since > BETWEEN_S:
            self._since = time.monotonic()
            self.parts.tap(BUTTONS[button])


class TableChair(Chair, OnTable):
    """A chair at a board that has several seats."""

    def __init__(self, board, uid, place):
        super().__init__(place, lambda _: board)
        self.uid, self.place = f"{uid.hex()}.{place + 1}", place


def half_of_look():
    return int(time.monotonic() * 1000) // 30 * 30


def seated(seed, table_setup, chairs, evening):
    """Steady people on chairs: they decide as in the campaigns."""
    rules = Ruleset(table_setup.game_setup)
    cards = TaggedCards(tags_for(rules), rules, Dealer(seed))
    return Steady(evening, cards, dict(enumerate(chairs)), seed, half_of_look)


class Street:
    """Boards and people here, a host elsewhere that may be killed at any time."""

    def __init__(self, folder, seed, players=3):
        self.folder, self.seed, self.players = folder, seed, players
        self.chairs = [Chair(number) for number in range(players)]
        table_setup = TableSetup(Dealer(seed).setup(players), countdown=0, grace=0)
        self.evening = Evening(table_setup)
        self.people = seated(seed, table_setup, self.chairs, lambda: self.evening)
        self.host = None
        self.trouble, self.ready = "", False
        self.deaths = self.writes = 0
        self._rest = b""
        self.tell_ports()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()
        for chair in self.chairs:
            chair.board.close()

    # The host.

    def command(self, *more):
        files = ["--journal", self.folder / "journal.db", "--ports", self.folder / "ports"]
        boards = [chair.uid for chair in self.chairs]
        sizes = ["--seed", self.seed, "--players", self.players]
        words = [sys.executable, "-m", "tests.table.run_host", *files, *sizes, *more, *boards]
        return [str(word) for word in words]

    def start(self, write=0, point=""):
        self.stop()
        self._rest, self.ready = b"", False
        more = ["--die", write, point] if point else []
        self.host = subprocess.Popen(self.command(*more), stdout=subprocess.PIPE)

    def stop(self):
        if self.host is not None:
            self.host.kill()
            self.host.wait()
            self.host.stdout.close()
            self.host = None

    def signal(self, number):
        os.kill(self.host.pid, number)

    def tell_ports(self):
        (self.folder / "ports.new").write_text("\n".join(c.board.port for c in self.chairs))
        (self.folder / "ports.new").rename(self.folder / "ports")

    def _listen(self):
        if select.select([self.host.stdout], [], [], 0.01)[0]:
            data = os.read(self.host.stdout.fileno(), 65536)
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                for what, value in json.loads(line).items():
                    getattr(self, f"_on_{what}")(value)

    def _on_new(self, entries):
        self.writes += 1
        for entry in entries:
            self.evening.apply(decode(entry))

    def _on_all(self, entries):
        """A new host: what it read must begin with all that we know to be on the disk."""
        assert len(entries) >= self.evening.entries
        self.writes += len(entries) > self.evening.entries  # of a host that died untold
        for entry in entries[self.evening.entries :]:
            self.evening.apply(decode(entry))

    def _on_ready(self, value):
        self.ready = value

    def _on_trouble(self, text):
        self.trouble = text

    # Time.

    def step(self):
        self._listen()
        self.people.look()

    def until(self, so, what):
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, (
                f"never: {what}; {self.evening.phase} {self.evening.round}"
            )
            self.step()

    def turns(self, number):
        return lambda: len(self.evening.past) >= number

    def play_dying(self, turns, point):
        """Play while every host dies at this point of a write; each adds one write at most."""
        write = 2 if point == MIDDLE else 1  # or nothing would ever be written
        while not self.turns(turns)():
            self.start(write, point)
            self.until(lambda: self.host.poll() is not None or self.turns(turns)(), "a death")
            self._listen()
            self.deaths += self.host.poll() == -signal.SIGKILL
        self.stop()
