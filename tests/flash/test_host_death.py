"""The host dies at every step of an update: the board starts something whole, and heals."""

import os
import signal
import subprocess
import sys

import pytest

from host_tools.flash.slots import STARTS
from host_tools.sim.boards.micropython import available
from tests.flash.tiny import HostDied, board_with, flash, hello, lone, tiny

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

# A host that says each step and stops at one of them, to be killed there.
HOST = """
import sys, threading
from tests.flash.tiny import flash, tiny
port, version, last = sys.argv[1:]
def step(_, name):
    print(name, flush=True)
    if name == last:
        threading.Event().wait()
print(flash(port, tiny(version), step=step).text, flush=True)
"""


@pytest.fixture
def board():
    with board_with(lone(tiny("0.0.1"))) as board:
        assert hello(board) == "0.0.1"
        yield board


def outlast_trial(board):
    """Start a board until no trial can last any longer; the version that it then runs."""
    for _ in range(STARTS):
        board.reset()
        version = hello(board)
    return version


def test_a_host_that_dies_at_any_step_leaves_the_old_or_the_new_firmware(board):
    steps = []
    flash(board.port, tiny("0.0.2"), step=lambda _, name: steps.append(name))
    assert {"wipe", "verify", "swap", "rename /main.py", "reset", "hello", "confirm"} <= set(steps)
    now = "0.0.2"
    for number, last in enumerate(steps, 3):
        new = f"0.0.{number}"

        def step(_, name, last=last):
            if name == last:
                raise HostDied

        with pytest.raises(HostDied):
            flash(board.port, tiny(new), step=step)
        board.reset()
        first = hello(board)
        assert first in (now, new), last
        second = outlast_trial(board)
        assert second in (now, first), last
        now = second
    assert flash(board.port, tiny("0.1.0")).done
    assert hello(board) == "0.1.0"


@pytest.mark.parametrize("last", ["write firmware/two.py", "rename /main.py", "confirm"])
def test_a_host_killed_by_the_system_leaves_a_board_that_the_next_host_updates(board, last):
    command = [sys.executable, "-c", HOST, board.port, "0.0.2", last]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        for line in host.stdout:
            if line.strip() == last:
                break
        os.kill(host.pid, signal.SIGKILL)
    assert outlast_trial(board) == "0.0.1"
    assert flash(board.port, tiny("0.0.2")).text == "Firmware 0.0.2 is on it."
    assert hello(board) == "0.0.2"
