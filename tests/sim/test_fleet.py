"""Fleets of virtual boards: several seats on one port, and what a sim: URL asks for."""

import random
import threading

import pytest

from host_tools.sim.boards import fleet as fleets
from host_tools.sim.boards.faulty_seats import Gremlin, ResettingPort, faulty_fleet
from host_tools.sim.boards.fleet import Fleet
from host_tools.sim.boards.sim_url import FleetPlan, parse_fleet

BOARD = "e6736561743030"


@pytest.fixture
def new_fleet(monkeypatch):
    """Make fleets without MicroPython, and close them."""
    monkeypatch.setattr(fleets, "available", lambda: False)
    made = []

    def make(*words, **more):
        made.append(faulty_fleet(*words) if isinstance(words[0], str) else Fleet(*words, **more))
        return made[-1]

    yield make
    for fleet in made:
        fleet.close()


def test_each_seat_has_a_board_unless_told_otherwise(new_fleet):
    fleet = new_fleet(2)
    assert [seat.uid for seat in fleet.seats] == [f"{BOARD}30", f"{BOARD}31"]
    assert len(fleet) == len(fleet.boards()) == 2


def test_several_seats_share_a_board_and_its_port(new_fleet):
    fleet = new_fleet(5, boards=(4, 1))
    assert [seat.uid for seat in fleet.seats] == [
        *(f"{BOARD}30.{place}" for place in (1, 2, 3, 4)), f"{BOARD}31",
    ]  # fmt: skip
    assert len(fleet) == 2
    fleet.seats[2].lay("04a1b2c3d4e5f6")
    assert [len(seat.parts.field.tags) for seat in fleet.seats] == [0, 0, 1, 0, 0]
    fleet.seats[3].board.unplug()
    assert list(fleet) == [fleet.seats[4].board.port]


def test_a_board_comes_when_it_is_needed_and_a_tray_may_be_left_over(new_fleet):
    fleet = new_fleet(3, boards=(4, 2))
    assert [len(board.seats) for board in fleet.boards()] == [4]
    fleet.grow(4)
    assert len(fleet.boards()) == 1
    fleet.grow(7)
    assert [len(board.seats) for board in fleet.boards()] == [4, 2, 1]
    assert fleet.seats[-1].uid == f"{BOARD}32"


def test_a_button_of_one_seat_is_no_button_of_another(new_fleet):
    first, second = new_fleet(2, boards=(2,)).seats
    first.parts.press("left")
    pins = [seat.parts._pin("left") for seat in (first, second)]
    assert [first.parts.wires.level(pin) for pin in pins] == [0, 1]


def test_a_cable_that_is_pulled_is_that_of_all_its_seats(new_fleet):
    now, told = [0.0], []
    fleet = new_fleet(2, boards=(2,))
    gremlin = Gremlin(fleet, random.Random(2), told.append, clock=lambda: now[0])
    while len(told) < 2:
        now[0] += 10
        gremlin.tick()
    assert told[0].startswith(("The cable of seats 0 to 1", "The board of seats 0 to 1"))


class HelloPort:
    """A port on which a board says hello twice."""

    def __init__(self):
        self.lines = [b"", b"$HI 1 e6 00 fw=0.1.0*00\n", b"", b"$HI 1 e6 01 fw=0.1.0*00\n"]
        self.fileno = self.write = self.close = None

    def read(self):
        return self.lines.pop(0)


def test_a_port_that_resets_its_board_does_so_once_each_time_it_is_opened():
    resets = threading.Semaphore(0)
    board = type("Board", (), {"reset": staticmethod(resets.release)})
    port = ResettingPort(HelloPort(), board)
    assert b"".join(port.read() for _ in range(4)).count(b"$HI") == 2
    assert resets.acquire(blocking=False)
    assert not resets.acquire(blocking=False)


def test_faults_are_those_of_a_seat_on_its_board(new_fleet):
    fleet = new_fleet("?boards=2,1&2=dead&3=slow,card")
    assert [seat.parts.chip.fault for seat in fleet.seats] == ["", "dead", "slow"]
    assert [type(seat.parts.chip).__name__ for seat in fleet.seats] == [
        "SimulatedMFRC522", "SimulatedMFRC522", "SimulatedPN532",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("", FleetPlan()),
        ("3", FleetPlan(3)),
        ("?boards=4,4", FleetPlan(boards=(4, 4))),
        ("6?boards=4&2=dead,card", FleetPlan(6, (4,), {"2": ("dead", "card")})),
    ],
)
def test_a_url_says_seats_boards_and_faults(words, plan):
    assert parse_fleet(words) == plan


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("9", "does not say how many seats"),
        ("3?boards=", "names no faults"),
        ("?boards=4,x", "'x' is no number of seats on a board"),
        ("?boards=0", "'0' is no number of seats on a board"),
        ("?boards=8,1", "8,1 is 9 seats, and a table has at most 8"),
        ("3?boards=4,4&9=dead", "there is no seat '9'"),
        ("2?3=dead", "there is no seat '3'"),
        ("?boards=2&1=no_display", "a board with several seats has no display to lose"),
    ],
)
def test_a_url_that_cannot_be_is_refused_with_a_sentence(new_fleet, words, sentence):
    with pytest.raises(ValueError, match=sentence):
        new_fleet(words)
