"""`wondertable seat --virtual`, as a person at the terminal sees it."""

import pytest
from click.testing import CliRunner

from host_tools.commands.seat import Desk, seat
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.boards.micropython import available


@pytest.fixture
def desk():
    return Desk(InProcessBoard())


def test_cards_are_laid_and_lifted_by_name(desk):
    assert "lies on the tray" in desk.obey("lay card")
    assert desk.obey("lay card") == "card lies there already."
    assert "04a1b2c3d4e5f6" in desk.obey("lay other 04a1b2c3d4e5f6")
    assert desk.obey("lift card") == "Another card still lies there."
    assert desk.obey("lift") == "The tray is empty."
    assert desk.obey("lift nothing") == "There is no card called nothing."


def test_buttons_are_pressed_by_key_or_place(desk):
    assert desk.obey("press build") == "Pressed build."
    assert desk.obey("hold left") == "left is down."
    assert desk.parts.wires.level(10) == 0
    assert desk.obey("release left") == "left is up."
    assert "the buttons are" in desk.obey("press coffee")


def test_a_reader_is_broken_and_mended(desk):
    assert desk.obey("break hung") == "The reader is hung."
    assert desk.parts.chip.fault == "hung"
    assert desk.obey("break well") == "The reader is well."


def test_a_mistake_is_answered_with_a_sentence(desk):
    assert "no command" in desk.obey("dance")
    assert "did not work" in desk.obey("lay card 0102")
    assert desk.obey("") == ""
    assert desk.obey("look").startswith("Light #")
    assert "lay card" in desk.obey("help")


@pytest.mark.parametrize("real", [True, False])
def test_the_command_prints_its_port_and_obeys(real, monkeypatch):
    if real and not available():
        pytest.skip("no MicroPython for this machine")
    if not real:
        monkeypatch.setattr("host_tools.commands.seat.missing", lambda _: "none")
    said = CliRunner().invoke(seat, ["--virtual"], input="lay card\nunplug\nplug\nquit\n")
    assert said.exit_code == 0
    assert said.output.startswith("The seat is at /dev/")
    assert "lies on the tray" in said.output
    assert said.output.count("The seat is at") == 2


def test_a_real_seat_needs_no_command():
    said = CliRunner().invoke(seat, [])
    assert said.exit_code == 2
    assert "--virtual" in said.output
