"""Whole games with boards that run the real MicroPython, over pseudo-terminals, on bad cables."""

import random
import time

import pytest

from host_tools.link.desk import Desk
from host_tools.link.pump import Pump
from host_tools.link.serial_wire import open_serial
from host_tools.link.sources import Simulated
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.plan import Plan
from host_tools.table.table import Table
from host_tools.virtual import micropython
from host_tools.virtual.dealer import Dealer
from tests.table.campaign import ALL_TURNS, Shape, reference
from tests.table.street import Chair, seated

pytestmark = pytest.mark.skipif(not micropython.available(), reason="no MicroPython here")
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
        # Never the byte that interrupts a board: no cable error is as likely as we would make it.
        flipped = bytes([data[place] ^ 0x10])
        cut = self._rng.choice([b"", data[:place], data[place:], data + data])
        return self._rng.choice([cut, data[:place] + flipped + data[place + 1 :]])


def game_of(tmp_path, players, turns, seed=33):
    """Play in real time; return the plays, the scores, and what the cables did."""
    from host_tools.virtual.unix_board import UnixBoard

    rng, counts = random.Random(seed), {"chunks": 0, "damaged": 0}
    chairs = [Chair(number, lambda uid: UnixBoard(uid=uid)) for number in range(players)]
    fleet = {
        p: lambda p=p: BadWire(open_serial(p), rng, counts) for p in [c.board.port for c in chairs]
    }
    plan = Plan(Dealer(seed).setup(players), countdown=0)
    desk = Desk()
    journal = Journal(tmp_path / "journal.db")
    people = seated(seed, players, chairs, lambda: host.table.evening)
    table = Table.begin(journal, plan, people.cards.tags, desk, 0.0)
    host = Host(table, Pump(desk, [Simulated(fleet)]))
    for seat, chair in enumerate(chairs):
        table.serve(seat, chair.uid, 0.0)
    end = time.monotonic() + 30 + 30 * min(turns, 18)
    try:
        while not table.evening.game.over and len(table.evening.past) < turns:
            assert time.monotonic() < end, f"never: {table.evening.phase} {table.evening.lay}"
            host.run_once()
            people.look()
            for chair in chairs:
                chair.tick()
    finally:
        host.stop()
        for chair in chairs:
            chair.board.close()
    return table.evening, counts


def assert_equal_game(tmp_path, players, turns):
    begun = time.monotonic()
    evening, counts = game_of(tmp_path, players, turns)
    expected = reference(33, Shape(players, turns=turns))
    moves = {
        (number, seat, "move"): str(move)
        for number, past in enumerate(evening.past[:turns])
        for seat, move in past.moves.items()
    }
    assert moves == {slot: play for slot, play in expected.plays.items() if slot[2] == "move"}
    assert tuple(total(items) for items in sheets_of(evening.game)) == expected.scores
    print(
        f"{players} boards, {len(evening.past)} turns, {counts}, {time.monotonic() - begun:.0f} s"
    )
    assert counts["damaged"]


def test_two_turns_with_three_boards(tmp_path):
    assert_equal_game(tmp_path, 3, 2)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("players", [3, 7, 8])
def test_a_whole_game(tmp_path, players):
    assert_equal_game(tmp_path, players, ALL_TURNS)
