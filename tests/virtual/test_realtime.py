"""The in-process seat on a port: for machines without MicroPython."""

import time

import pytest

from host_tools.virtual.line import Line
from host_tools.virtual.realtime import RealTimeBoard


@pytest.fixture
def board():
    with RealTimeBoard() as board:
        yield board


def hello(board, seconds=5):
    line = Line(board.port)
    seen, end = b"", time.monotonic() + seconds
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


def test_a_reset_keeps_the_port(board):
    name = board.port
    board.reset()
    assert board.port == name
    hello(board)
