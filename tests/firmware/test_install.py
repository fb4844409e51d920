"""`mpremote mip install` on a blank board gives a seat that says hello."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.link import VERSION
from host_tools.sim.boards.micropython import available
from tests.firmware.host import Host

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not available(), reason="no MicroPython for this machine")
def test_a_blank_board_becomes_a_seat():
    from host_tools.sim.boards.unix_board import UnixBoard

    with UnixBoard({}) as board:
        install = ["mip", "install", "--target", "/", "package.json", "+", "reset"]
        command = [sys.executable, "-m", "mpremote", "connect", board.port, *install]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        host = Host(board)
        host.show("play")
        host.start()
        hello = next(message for message in host.heard if message.kind == "HI")
        assert hello.info["fw"] == VERSION
