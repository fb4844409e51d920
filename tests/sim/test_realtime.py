"""Boards of simulated time on a port: in-process, and the emulated Pico under mpremote."""

import asyncio
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from host_tools.sim.boards.board_port import PtyHost, RealTimeBoard
from host_tools.sim.boards.inprocess import InProcessBoard
from tests.sim.layers import LAYERS, missing

pytestmark = pytest.mark.slow


@pytest.fixture
def board():
    with RealTimeBoard(InProcessBoard()) as board:
        yield board


def hello(board):
    line = PtyHost(board.port)
    seen, end = b"", time.monotonic() + 60
    while b"$HI 1 " not in seen:
        assert time.monotonic() < end, seen
        time.sleep(0.01)
        seen += line.read()
    line.close()


def test_it_says_hello_on_its_port(board):
    hello(board)


def test_replugged_it_says_hello_under_another_name(board):
    name = board.port
    board.unplug()
    with pytest.raises(RuntimeError, match="not plugged in"):
        _ = board.port
    board.plug()
    assert board.port != name
    hello(board)


def test_the_next_board_does_not_get_the_name_of_one_that_is_gone(board):
    name = board.port
    board.unplug()
    with RealTimeBoard(InProcessBoard()) as other:
        assert other.port != name


def test_a_reset_keeps_the_port(board):
    name = board.port
    board.reset()
    assert board.port == name
    hello(board)


@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_mpremote_interrupts_the_emulated_pico_and_a_reset_brings_its_seat_back():
    with RealTimeBoard(LAYERS["pico"]()) as board:
        hello(board)
        command = [sys.executable, "-m", "mpremote", "connect", board.port]
        listing = subprocess.run(
            [*command, "fs", "ls"], capture_output=True, text=True, timeout=120
        )
        assert "main.py" in listing.stdout, listing.stderr
        board.reset()
        hello(board)


@pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))
def test_time_passes_on_the_emulated_pico_inside_a_loop_of_somebody_else():
    board = LAYERS["pico"]()

    async def wait():
        board.run(5)

    with ThreadPoolExecutor(1) as alone:  # a browser's loop may run in this thread
        alone.submit(asyncio.run, wait()).result()
    assert board.now() == 5
    board.close()
