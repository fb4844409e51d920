"""Whole games with boards that run the real MicroPython, over pseudo-terminals, on bad cables."""

import random
import time
from dataclasses import replace

import pytest

from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import SimulatedPorts
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.sim.boards import micropython
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.table.campaign import FULL, Shape, plays_of, reference, setup_of
from tests.table.chip_hall import PagePlace, table_of
from tests.table.street import Chair, TableChair, seated

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not micropython.available(), reason="no MicroPython here"),
]
DAMAGE = 0.05
TWO_BOARDS = Shape(8, ("base", "cities"), sizes=(4, 4))
DYING = 5  # the seat whose reader dies,
DIES, MENDED = 6, 12  # and in which turns


class BadWire:
    """An open port that spoils a share of the chunks in either direction."""

    def __init__(self, wire, rng, counts):
        self._wire, self._rng, self._counts = wire, rng, counts
        self.fileno, self.close = wire.fileno, wire.close

    def read(self):
        return self._spoil(self._wire.read())

    def write(self, data):
        spoilt = self._spoil(data)
        if spoilt == data:
            return self._wire.write(data)
        self._wire.write(spoilt)
        return len(data)

    def _spoil(self, data):
        if not data:
            return data
        self._counts["chunks"] += 1
        if self._rng.random() >= DAMAGE:
            return data
        self._counts["damaged"] += 1
        place = self._rng.randrange(len(data))
        # Of 0x20 to 0x7E this never makes the byte that interrupts a board.
        flipped = bytes([data[place] ^ 0x10])
        cut = self._rng.choice([b"", data[:place], data[place:], data + data])
        return self._rng.choice([cut, data[:place] + flipped + data[place + 1 :]])


class DyingReader:
    """The reader of a seat dies in the middle; the seat is played on its page until it is mended.

    Nobody goes to the page before the host has heard that the reader is dead.
    """

    def __init__(self, host, people, chairs, seat=DYING):
        self._host, self._people = host, people
        self._seat, self._chair = seat, chairs[seat]
        self._page = PagePlace(host.table, seat, people.cards.tags)
        self._now = self._wait
        self.notices = []

    def look(self):
        """Let what is due happen."""
        self._now(len(self._host.table.evening.past))
        self._page.do()

    def _wait(self, turn):
        if turn >= DIES:
            self._chair.parts.chip.fault = "dead"
            self._now = self._notice

    def _notice(self, turn):
        self.notices = [n for _, n in self._host.notices if n.code == "reader_dead"]
        if self.notices:
            self._people.places[self._seat] = self._page
            self._host.table.serve(self._seat, "", time.time())
            self._now = self._mend

    def _mend(self, turn):
        if turn >= MENDED:
            self._chair.parts.chip.fault = ""
            self._people.places[self._seat] = self._chair
            self._host.table.serve(self._seat, self._chair.uid, time.time())
            self._now = lambda turn: None


def sit_down(shape):
    """Return the chairs, and the boards that they are at."""
    from host_tools.sim.boards.unix_board import UnixBoard

    if not shape.sizes:
        chairs = [Chair(number, lambda uid: UnixBoard(uid=uid)) for number in range(shape.players)]
        return chairs, [chair.board for chair in chairs]
    chairs, boards = [], []
    for number, seats in enumerate(shape.sizes):
        uid = b"\xe6table%02d" % number
        boards.append(UnixBoard(uid=uid, changes=table_of(seats)))
        chairs += [TableChair(boards[-1], uid, place) for place in range(seats)]
    return chairs, boards


def game_of(tmp_path, shape, seed=33, trouble=None):
    """Play in real time; return the plays, the scores, and what the cables did."""
    rng, counts = random.Random(seed), {"chunks": 0, "damaged": 0}
    chairs, boards = sit_down(shape)
    ports = [board.port for board in boards]
    fleet = {port: lambda port=port: BadWire(open_serial(port), rng, counts) for port in ports}
    table_setup = setup_of(seed, shape)
    hub = Hub()
    journal = Journal(tmp_path / "journal.db")
    people = seated(seed, table_setup, chairs, lambda: host.table.evening)
    table = Table.begin(journal, table_setup, people.cards.tags, hub, 0.0)
    host = Host(table, Pump(hub, [SimulatedPorts(fleet)]))
    for seat, chair in enumerate(chairs):
        table.serve(seat, chair.uid, 0.0)
    trouble = trouble and trouble(host, people, chairs)
    end = time.monotonic() + 30 + 30 * min(shape.turns, 20)
    try:
        while not table.evening.game.over and len(table.evening.past) < shape.turns:
            assert time.monotonic() < end, f"never: {table.evening.phase} {table.evening.round}"
            host.run_once()
            people.look()
            if trouble:
                trouble.look()
    finally:
        host.stop()
        journal.close()
        for board in boards:
            board.close()
    if trouble:
        assert [notice.board for notice in trouble.notices] == [chairs[DYING].uid]
    return table.evening, counts


def assert_equal_game(tmp_path, shape, seed=33, trouble=None):
    begun = time.monotonic()
    evening, counts = game_of(tmp_path, shape, seed, trouble)
    expected = reference(seed, shape)
    assert plays_of(evening, shape.turns) == expected.plays
    assert tuple(total(items) for items in sheets_of(evening.game)) == expected.scores
    took = time.monotonic() - begun
    print(f"{shape.players} seats, {len(evening.past)} turns, {counts}, {took:.0f} s")
    assert counts["damaged"]


def test_a_whole_game_with_three_boards(tmp_path):
    assert_equal_game(tmp_path, Shape(3))


def test_keys_before_the_lock_with_three_boards(tmp_path):
    assert_equal_game(tmp_path, Shape(3, strict=True, turns=3))
    (tmp_path / "asked").mkdir()
    assert_equal_game(tmp_path / "asked", Shape(3, grace=None, ask_payment=True, turns=3))


@pytest.mark.timeout(600)
def test_a_whole_game_on_two_boards_of_four_while_a_reader_dies(tmp_path):
    assert_equal_game(tmp_path, TWO_BOARDS, trouble=DyingReader)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(40, 48))
@pytest.mark.parametrize("sizes", [(4, 4), (8,)], ids=str)
def test_more_games_on_table_boards_while_a_reader_dies(tmp_path, sizes, seed):
    assert_equal_game(tmp_path, replace(TWO_BOARDS, sizes=sizes), seed, DyingReader)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("shape", [Shape(7), Shape(7, FULL), Shape(8, FULL)], ids=str)
def test_a_whole_game(tmp_path, shape):
    assert_equal_game(tmp_path, shape)
