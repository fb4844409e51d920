"""`wondertable seat --virtual`, as a person at the terminal sees it."""

import re
import time

import pytest
from click.testing import CliRunner

from host_tools.commands.seat import SeatConsole, make_board, seat
from host_tools.link.serial_port import open_serial
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.micropython import available


@pytest.fixture
def console():
    return SeatConsole(InProcessBoard())


def test_cards_are_laid_and_lifted_by_name(console):
    assert "lies on the tray" in console.obey("lay card")
    assert console.obey("lay card") == "card lies there already."
    assert "04a1b2c3d4e5f6" in console.obey("lay other 04a1b2c3d4e5f6")
    assert console.obey("lift card") == "Another card still lies there."
    assert console.obey("lift") == "The tray is empty."
    assert console.obey("lift nothing") == "There is no card called nothing."


def test_buttons_are_pressed_by_key_or_place(console):
    assert console.obey("press build") == "Pressed build."
    assert console.obey("hold left") == "left is down."
    assert console.parts.wires.level(10) == 0
    assert console.obey("release left") == "left is up."
    assert "the buttons are" in console.obey("press coffee")


def test_a_reader_is_broken_and_mended(console):
    assert console.obey("break hung") == "The reader is hung."
    assert console.parts.chip.fault == "hung"
    assert console.obey("break well") == "The reader is well."


def test_a_mistake_is_answered_with_a_sentence(console):
    assert "no command" in console.obey("dance")
    assert "did not work" in console.obey("lay card 0102")
    assert console.obey("") == ""
    assert console.obey("look").startswith("Light #")
    assert "lay card" in console.obey("help")


@pytest.mark.parametrize("real", [True, False])
def test_the_command_prints_its_port_and_obeys(real, monkeypatch):
    if real and not available():
        pytest.skip("no MicroPython for this machine")
    if not real:
        monkeypatch.setattr("host_tools.commands.seat.available", lambda: False)
    said = CliRunner().invoke(seat, ["--virtual"], input="lay card\nunplug\nplug\nquit\n")
    assert said.exit_code == 0
    assert said.output.startswith("The seat is at /dev/")
    assert "lies on the tray" in said.output
    assert said.output.count("The seat is at") == 2


def test_several_virtual_seats_can_sit_at_one_table(monkeypatch):
    monkeypatch.setattr("host_tools.commands.seat.available", lambda: False)
    with make_board() as one, make_board() as other:
        assert uid_of(one) != uid_of(other)


def uid_of(board):
    """What a board calls itself."""
    port, heard = open_serial(board.port), b""
    end = time.monotonic() + 20
    while not (hello := re.search(rb"HI 1 (\w+) \w+ ", heard)):
        assert time.monotonic() < end
        heard += port.read()
    port.close()
    return hello[1]


def test_a_real_seat_needs_no_command():
    said = CliRunner().invoke(seat, [])
    assert said.exit_code == 2
    assert "--virtual" in said.output
