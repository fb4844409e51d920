"""Whole games with seats that were written from the wire's document alone."""

import ast
import os
import random
import time
from pathlib import Path

import pytest

from host_tools.bots.dealer import Dealer
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.link.serial_port import open_serial
from host_tools.link.sources import SimulatedPorts
from host_tools.rules.ruleset import Ruleset
from host_tools.sim.boards.board_port import PtyPort
from host_tools.sim.people.tagged_cards import TaggedCards, tags_for
from host_tools.table.host import Host
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.link import plain_seat
from tests.table.campaign import FULL, Shape, compare, outcome_of, reference, setup_of
from tests.table.clumsy import LEAVE, TRY, WRONG, Clumsy
from tests.table.plain_hall import PlainBoard, PlainHall, PlainTray
from tests.table.steady import LOOK_MS

pytestmark = pytest.mark.slow


class OneBoardHall(PlainHall):
    """A hall whose seats are all on one board, behind one port."""

    sizes = (8,)


def hall(tmp_path, seed, shape, damage=0.0, kind=PlainHall):
    return kind(setup_of(seed, shape), tmp_path / "journal.db", seed, damage)


GAMES = {
    "two seats": Shape(2),
    "two seats, everything": Shape(2, FULL),
    "three seats": Shape(3),
    "five seats": Shape(5, FULL),
    "seven seats": Shape(7, FULL),
    "eight seats": Shape(8, FULL),
    "actions before the lock": Shape(4, ("base", "leaders"), strict=True),
    "keys before the lock, and a grace": Shape(4, FULL, grace=2, keen=True),
    "always asked": Shape(3, FULL, grace=None, ask_payment=True),
    "assisted": Shape(3, FULL, mode="assisted"),
}
FAULTS = {
    "no fault": {},
    "damage": {"damage": 0.1},
    "resets": {"resets": 0.01},
    "replugs": {"replugs": 0.005},
    "wrong cards": {"shares": {WRONG: 0.3}},
    "changed minds": {"shares": {TRY: 0.5}},
    "absent seats": {"shares": {LEAVE: 0.5}},
    "all at once": {
        "damage": 0.05,
        "resets": 0.003,
        "replugs": 0.003,
        "shares": {WRONG: 0.2, TRY: 0.3, LEAVE: 0.3},
    },
}


def play(tmp_path, seed, shape, damage=0.0, resets=0.0, replugs=0.0, shares=None, kind=PlainHall):
    """Play a whole game with plain seats: it ends as with the firmware's and without any fault."""
    table = hall(tmp_path, seed, shape, damage, kind)
    table.people.keen = shape.keen
    table.resets, table.replugs, table.people.shares = resets, replugs, shares or {}
    table.play()
    assert +compare(outcome_of(table.table.evening), reference(seed, shape)) == {}
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_written_from_the_document_alone_plays_whole_games(tmp_path, game):
    play(tmp_path, 5, GAMES[game])


@pytest.mark.parametrize("fault", FAULTS)
def test_such_seats_bear_every_fault_and_clumsy_people(tmp_path, fault):
    table = play(tmp_path, 6, Shape(4, FULL), **FAULTS[fault])
    assert bool(table.voids()) == (
        WRONG in FAULTS[fault].get("shares", {})
    )  # never without a cause


BOARD_FAULTS = {  # nobody leaves: the cable of one seat is the cable of all
    "no fault": {},
    "damage": {"damage": 0.1},
    "resets": {"resets": 0.01},
    "all at once": {"damage": 0.05, "resets": 0.003, "replugs": 0.003},
}


@pytest.mark.parametrize("fault", BOARD_FAULTS)
def test_eight_such_seats_play_behind_one_port(tmp_path, fault):
    table = play(tmp_path, 7, Shape(8, FULL), kind=OneBoardHall, **BOARD_FAULTS[fault])
    assert len({board.whole.uid for board in table.boards.values()}) == 1


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(100, 200))
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_games_with_such_seats(tmp_path, game, seed):
    for fault, how in FAULTS.items():
        (tmp_path / fault).mkdir()
        play(tmp_path / fault, seed, GAMES[game], **how)


def test_the_second_seat_shares_no_code_with_the_first():
    tree = ast.parse(Path(plain_seat.__file__).read_text())
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [[name.name for name in node.names] for node in found] == [["hashlib"], ["zlib"]]


class Hurry:
    """The time of people who think four times as fast as others."""

    @property
    def now(self):
        return int(time.monotonic() * 4000) // LOOK_MS * LOOK_MS


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_whole_game_over_serial_ports_with_the_host_in_its_own_thread(tmp_path):
    seed, shape = 8, Shape(3, FULL)
    table_setup, room, rng = setup_of(seed, shape), Hurry(), random.Random(seed)
    ports = [PtyPort() for _ in range(3)]
    boards = [PlainBoard(f"b0a2d{number}", rng) for number in range(3)]
    hub, journal = Hub(), Journal(tmp_path / "journal.db")
    rules = Ruleset(table_setup.game_setup)
    cards = TaggedCards(tags_for(rules), rules, Dealer(seed))
    table = Table.begin(journal, table_setup, cards.tags, hub, 0.0)
    fleet = {port.name: lambda name=port.name: open_serial(name) for port in ports}
    host = Host(table, Pump(hub, [SimulatedPorts(fleet)]))
    trays = {seat: PlainTray(room, board) for seat, board in enumerate(boards)}
    people = Clumsy(lambda: table.evening, cards, trays, seed, lambda: room.now)
    people.shares = {WRONG: 0.1, TRY: 0.2}
    for seat, board in enumerate(boards):
        table.serve(seat, board.uid, 0.0)
        board.start(time.monotonic() * 1000)
    host.start()
    end = time.monotonic() + 120
    try:
        while not table.evening.game.over:
            assert time.monotonic() < end, f"never: {table.evening.phase} {table.evening.round}"
            host.call(people.look)
            for board, port in zip(boards, ports, strict=True):
                port.write(board.step(port.read(), time.monotonic() * 1000))
            time.sleep(0.002)
    finally:
        host.stop()
        journal.close()
        for port in ports:
            port.close()
    assert +compare(outcome_of(table.evening), reference(seed, shape)) == {}
