"""Whole games with boards that run the real MicroPython, over pseudo-terminals, on bad cables."""

import random
import time

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
from tests.table.street import Chair, seated

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not micropython.available(), reason="no MicroPython here"),
]
DAMAGE = 0.05


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


def game_of(tmp_path, shape, seed=33):
    """Play in real time; return the plays, the scores, and what the cables did."""
    from host_tools.sim.boards.unix_board import UnixBoard

    rng, counts = random.Random(seed), {"chunks": 0, "damaged": 0}
    chairs = [Chair(number, lambda uid: UnixBoard(uid=uid)) for number in range(shape.players)]
    ports = [chair.board.port for chair in chairs]
    fleet = {port: lambda port=port: BadWire(open_serial(port), rng, counts) for port in ports}
    table_setup = setup_of(seed, shape)
    hub = Hub()
    journal = Journal(tmp_path / "journal.db")
    people = seated(seed, table_setup, chairs, lambda: host.table.evening)
    table = Table.begin(journal, table_setup, people.cards.tags, hub, 0.0)
    host = Host(table, Pump(hub, [SimulatedPorts(fleet)]))
    for seat, chair in enumerate(chairs):
        table.serve(seat, chair.uid, 0.0)
    end = time.monotonic() + 30 + 30 * min(shape.turns, 20)
    try:
        while not table.evening.game.over and len(table.evening.past) < shape.turns:
            assert time.monotonic() < end, f"never: {table.evening.phase} {table.evening.round}"
            host.run_once()
            people.look()
    finally:
        host.stop()
        journal.close()
        for chair in chairs:
            chair.board.close()
    return table.evening, counts


def assert_equal_game(tmp_path, shape):
    begun = time.monotonic()
    evening, counts = game_of(tmp_path, shape)
    expected = reference(33, shape)
    assert plays_of(evening, shape.turns) == expected.plays
    assert tuple(total(items) for items in sheets_of(evening.game)) == expected.scores
    took = time.monotonic() - begun
    print(f"{shape.players} boards, {len(evening.past)} turns, {counts}, {took:.0f} s")
    assert counts["damaged"]


def test_a_whole_game_with_three_boards(tmp_path):
    assert_equal_game(tmp_path, Shape(3))


def test_keys_before_the_lock_with_three_boards(tmp_path):
    assert_equal_game(tmp_path, Shape(3, strict=True, turns=3))
    (tmp_path / "asked").mkdir()
    assert_equal_game(tmp_path / "asked", Shape(3, grace=None, ask_payment=True, turns=3))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("shape", [Shape(7), Shape(7, FULL), Shape(8, FULL)], ids=str)
def test_a_whole_game(tmp_path, shape):
    assert_equal_game(tmp_path, shape)
