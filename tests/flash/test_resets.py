"""Boards that are reset during an update, by their port or by themselves: what is told is true."""

from types import SimpleNamespace

import pytest
import serial

from host_tools.flash.board_info import ask, look
from host_tools.flash.flasher import Flasher
from host_tools.flash.remote import Remote
from host_tools.flash.slots import fill
from host_tools.sim.boards.micropython import available
from tests.flash.tiny import (
    HELLO,
    OLD_MAIN,
    SILENT,
    UID,
    board_with,
    flash,
    hello,
    lone,
    slotted,
    tiny,
)
from tests.sim.reset_lines import ResetLines, SerialWithLines

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

RESET = "import machine; machine.reset()"
RESET_ONCE = "import machine, os; 'left2' in os.listdir('/slot_a') and machine.reset(); "


@pytest.fixture
def board(monkeypatch):
    monkeypatch.setattr(serial, "Serial", SerialWithLines)
    monkeypatch.setattr(SerialWithLines, "lines", {})
    with board_with(lone(tiny("0.0.1"))) as board:
        yield board


@pytest.mark.parametrize(
    "ways",
    [
        {"in_turn": True},
        {"in_turn": False},
        {"on_open": True},
        {"on_close": True},
        {"on_open": True, "on_close": True},
    ],
    ids=["lines in turn", "lines at once", "on open", "on close", "on both"],
)
def test_an_update_arrives_at_a_board_that_its_port_resets(board, ways):
    lines = SerialWithLines.lines[board.port] = ResetLines(board.reset, **ways)
    result = flash(board.port, tiny("0.0.2"))
    assert (result.text, result.done) == ("Firmware 0.0.2 is on it.", True)
    assert lines.opened == 2  # to look at it, and to flash it
    assert hello(board) == "0.0.2"


def test_a_board_that_comes_back_at_another_port_is_confirmed_there(board, monkeypatch):
    def step(_, name):
        if name == "hello":
            board.unplug()
            board.plug()
            SerialWithLines.lines[board.port] = ResetLines(board.reset, on_open=True)

    monkeypatch.setattr(
        "host_tools.flash.install.comports",
        lambda: [SimpleNamespace(device=board.port, serial_number=UID.hex().upper())],
    )
    result = flash(board.port, tiny("0.0.2"), step=step)
    assert (result.text, result.done) == ("Firmware 0.0.2 is on it.", True)
    assert result.board.port == board.port


@pytest.mark.parametrize("seat", ["", ".1", ".4"])
def test_any_seat_of_a_board_says_hello_for_it(board, seat):
    assert flash(board.port, tiny("0.0.2", seat=seat)).done


def test_firmware_that_resets_the_board_once_and_then_says_hello_is_kept(board):
    assert flash(board.port, tiny("0.0.2", act=RESET_ONCE + HELLO)).done
    assert hello(board) == "0.0.2"


@pytest.mark.parametrize(
    ("act", "patience", "told"),
    [
        (SILENT, 2, "The new firmware did not say hello, so firmware 0.0.1 runs again. See"),
        (
            RESET_ONCE + SILENT,
            2,
            "It was reset once while the new firmware was on trial, so firmware 0.0.1 runs",
        ),
        (RESET, 60, "It was reset 3 times while the new firmware was on trial, so firmware 0.0.1"),
    ],
)
def test_silence_and_resets_are_told_apart(board, act, patience, told):
    result = flash(board.port, tiny("0.0.2", act=act), patience=patience)
    assert not result.done
    assert result.text.startswith(told)
    assert hello(board) == "0.0.1"


def test_silence_at_a_port_that_resets_its_board_is_silence(board):
    SerialWithLines.lines[board.port] = ResetLines(board.reset, on_open=True, on_close=True)
    result = flash(board.port, tiny("0.0.2", act=SILENT), patience=2)
    assert result.text.startswith("The new firmware did not say hello, so firmware 0.0.1 runs")


def test_a_board_that_went_back_to_the_same_version_is_not_taken_for_the_new_one(board):
    assert flash(board.port, tiny("0.0.2")).done
    again = tiny("0.0.2", main=tiny("0.0.2", act=RESET).files["firmware/main.py"].decode())
    result = flash(board.port, again)
    assert "was reset 3 times" in result.text
    assert hello(board) == "0.0.2"


def test_a_board_that_is_gone_for_good_is_told_without_a_promise(board):
    def step(_, name):
        if name == "hello":
            board.unplug()

    result = flash(board.port, tiny("0.0.2"), step=step, patience=1)
    assert "did not say hello, and it does not answer any more: unplug it" in result.text
    assert "runs again" not in result.text


@pytest.mark.parametrize("mark", ["trial", "tried"])
def test_an_update_that_an_older_wondertable_left_on_trial_goes_back_and_on(mark):
    files = lone(tiny("0.0.1")) | slotted(tiny("0.0.2"), marks=[mark])
    with board_with(files | {"main.py": fill(OLD_MAIN, "/slot_a", "")}) as board:
        found = ask(board.port)
        assert (found.version, found.layout.trial) == ("0.0.1", True)
        assert flash(board.port, tiny("0.0.3")).done
        assert hello(board) == "0.0.3"


# A main.py that was cut off.


@pytest.mark.parametrize("kept", [0, 200, 700], ids=["nothing", "the head", "the slots"])
def test_a_main_py_that_was_cut_off_is_mended_without_asking(kept):
    start = fill(tiny("0.0.1").start, "/slot_a", "/slot_b")
    files = slotted(tiny("0.0.1"), marks=["manifest.json"]) | {"seat.json": b'{"seat": 3}'}
    with board_with({**files, "main.py": start[:kept] + bytes(40)}) as board:
        result = flash(board.port, tiny("0.0.2", act=SILENT), patience=2)
        assert "so firmware 0.0.1 runs again" in result.text
        assert hello(board) == "0.0.1"  # mended even so
        result = flash(board.port, tiny("0.0.2"))
        assert (result.done, result.board.seat) == (True, 3)
        assert hello(board) == "0.0.2"


def test_a_main_py_that_was_cut_off_on_a_board_without_slots_is_mended():
    files = lone(tiny("0.0.1"))
    with board_with({**files, "main.py": files["main.py"][:100]}) as board:
        found = ask(board.port)
        assert (found.damaged, found.foreign) == (True, False)
        (plan,) = Flasher(source=tiny("0.0.1")).plan([found])
        assert plan.why.startswith("Its main.py is damaged (empty or cut off), so it gets firmware")
        result = flash(board.port, tiny("0.0.1"))
        assert (result.action, result.done) == ("install", True)
        assert hello(board) == "0.0.1"


# A board that is reset while it is looked at.


def test_a_board_that_is_reset_while_it_is_looked_at_is_asked_again(board):
    with Remote(board.port) as remote:
        board.reset()
        assert look(remote).version == "0.0.1"


def test_a_board_that_is_reset_while_it_is_written_is_told_and_runs_on(board):
    def step(_, name):
        if name == "write firmware/two.py":
            board.reset()

    result = flash(board.port, tiny("0.0.2"), step=step)
    assert not result.done
    assert "stopped answering: it was reset, or it hangs. Repeat the command." in result.text
    assert hello(board) == "0.0.1"
    assert flash(board.port, tiny("0.0.2")).done
