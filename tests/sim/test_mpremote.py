"""Real mpremote gets through to a seat while its firmware runs, and the seat is back afterwards."""

import subprocess
import sys

import pytest

from firmware.link import VERSION
from host_tools.sim.boards.micropython import available
from tests.firmware.host import Host

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

CARD = "04a1b2c3d4e5f6"


@pytest.fixture(scope="module")
def board():
    from host_tools.sim.boards.unix_board import UnixBoard

    with UnixBoard() as board:
        yield board


@pytest.fixture
def seat(board):
    """A seat that has said hello, and a line that others may use now."""
    board.reset()
    hello(board)
    return board


def hello(board):
    host = Host(board)
    host.show("play")
    host.start()
    board.hang_up()
    return host


def mpremote(board, *arguments):
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_fs_ls_shows_the_firmware(seat):
    listing = mpremote(seat, "fs", "ls", ":firmware")
    assert "link.py" in listing
    mpremote(seat, "reset")
    hello(seat)


def test_fs_cp_goes_both_ways(seat, tmp_path):
    source = tmp_path / "data.bin"
    source.write_bytes(bytes(range(256)) * 20)
    back = tmp_path / "back.bin"
    mpremote(seat, "fs", "cp", str(source), ":data.bin", "+", "fs", "cp", ":data.bin", str(back))
    assert back.read_bytes() == source.read_bytes()
    mpremote(seat, "reset")
    hello(seat)


def test_exec_asks_the_firmware_for_its_version(seat):
    said = mpremote(seat, "exec", "from firmware.link import VERSION; print(VERSION)")
    assert said.strip() == VERSION
    mpremote(seat, "reset")
    hello(seat)


def test_a_soft_reset_and_ctrl_d_bring_the_seat_back(seat):
    mpremote(seat, "soft-reset")
    seat.send(b"\x04")  # the friendly REPL's own soft reset runs main.py
    hello(seat)


def test_resume_without_soft_reset_interrupts_and_ctrl_d_restarts(seat):
    assert mpremote(seat, "resume", "exec", "print(40 + 2)").strip() == "42"
    seat.send(b"\x04")
    hello(seat)


def test_after_all_that_a_card_is_committed(seat):
    host = Host(seat)
    host.show("play")
    host.start()
    seat.parts.lay(CARD)
    host.until(host.commit, what="a commitment")
    seat.parts.lift()
    seat.hang_up()
