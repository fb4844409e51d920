"""A virtual board with the real MicroPython: what a person, a host and mpremote can do to it."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_tools.sim.boards.micropython import available

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

MAIN = b"""
import machine, select, sys, time
print("up", machine.reset_cause())
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
light = machine.Pin(25, machine.Pin.OUT)
while True:
    if poll.poll(5):
        print("got", sys.stdin.buffer.read(1))
    light(not machine.Pin(3)())
"""


@pytest.fixture
def board():
    from host_tools.sim.boards.unix_board import UnixBoard

    files = {"main.py": MAIN, "firmware/data.txt": b"data"}
    with UnixBoard(files, uid=b"12345678") as board:
        yield board


class Line:
    """A host at the port, without anything between it and the bytes."""

    def __init__(self, name):
        self.fd = os.open(name, os.O_RDWR | os.O_NOCTTY)
        self.seen = b""

    def wait_for(self, wanted, seconds=60):
        end = time.monotonic() + seconds
        while wanted not in self.seen:
            assert time.monotonic() < end, f"{wanted!r} never came, but {self.seen[-500:]!r}"
            if select.select([self.fd], [], [], 0.1)[0]:
                self.seen += os.read(self.fd, 4096)
        before, _, self.seen = self.seen.partition(wanted)
        return before

    def write(self, data):
        os.write(self.fd, data)

    def close(self):
        os.close(self.fd)


@pytest.fixture
def line(board):
    line = Line(board.port)
    line.wait_for(b"up 1")
    yield line
    line.close()


def mpremote(board, *arguments):
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_main_runs_at_power_on_and_hears_the_host(line):
    line.write(b"x")
    line.wait_for(b"got b'x'")


def test_ctrl_c_gives_the_repl_and_ctrl_d_brings_main_back(line):
    line.write(b"\x03")
    line.wait_for(b">>> ")
    line.write(b"\x04")
    line.wait_for(b"soft reboot")
    line.wait_for(b"up 5")


def test_the_reset_button_starts_it_afresh_on_the_same_port(board, line):
    board.reset()
    line.wait_for(b"up 2")


def test_a_first_start_that_is_cut_short_leaves_no_half_filled_flash():
    from host_tools.sim.boards.unix_board import UnixBoard

    more = {f"data{number}.txt": bytes(4000) for number in range(40)}
    with UnixBoard({**more, "main.py": MAIN}) as board:
        end = time.monotonic() + 60
        while not list(board.flash.parent.glob("flash*")):  # it begins to be filled
            assert time.monotonic() < end
        board.reset()
        line = Line(board.port)
        line.wait_for(b"up 2")
        line.close()


def test_replugged_it_comes_back_under_another_name(board, line):
    name = board.port
    board.unplug()
    board.plug()
    assert board.port != name
    again = Line(board.port)
    again.wait_for(b"up 1")
    again.close()


def test_pins_reach_the_parts_and_back(board, line):
    wires = board.wires
    for level in (0, 1, 0):
        with board.wires.lock:
            wires.drive(3, level)
        end = time.monotonic() + 60
        while wires.level(25) == level and time.monotonic() < end:
            time.sleep(0.005)
        assert wires.level(25) == 1 - level


def test_a_host_that_never_reads_does_not_block_the_board(board, line):
    line.write(b"\x03")
    line.wait_for(b">>> ")
    line.write(b"\x01")
    line.wait_for(b"to exit")
    line.write(b"import machine\nfor i in range(4000): print('noise' * 20)\nmachine.Pin(9)(0)\x04")
    end = time.monotonic() + 60
    while board.wires.level(9) and time.monotonic() < end:
        time.sleep(0.01)
    assert board.wires.level(9) == 0


def test_mpremote_gets_through_while_main_runs_and_main_is_back_after(board, line, tmp_path):
    line.close()
    assert "main.py" in mpremote(board, "fs", "ls")
    assert mpremote(board, "exec", "print(6 * 7)").strip() == "42"
    source = tmp_path / "big.bin"
    source.write_bytes(bytes(range(256)) * 40)
    mpremote(
        board,
        "fs",
        "cp",
        str(source),
        ":big.bin",
        "+",
        "fs",
        "cp",
        ":big.bin",
        str(tmp_path / "back.bin"),
    )
    assert (tmp_path / "back.bin").read_bytes() == source.read_bytes()
    mpremote(board, "soft-reset")
    mpremote(board, "reset")
    line.fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    line.wait_for(b"up 2")
    line.write(b"y")
    line.wait_for(b"got b'y'")


def test_ctrl_c_in_the_middle_of_a_transfer_leaves_the_wires_usable(line):
    for _ in range(20):
        line.write(b"\x03")
        line.wait_for(b">>> ")
        line.write(b"\x04")
        line.wait_for(b"up 5")
    line.write(b"\x03")
    line.wait_for(b">>> ")
    line.write(b"import machine; machine.unique_id()\r")
    line.wait_for(b"b'12345678'")


def test_the_host_s_own_files_are_out_of_reach(board, line):
    line.close()
    listing = mpremote(board, "exec", "import os; print(os.listdir('/'))")
    assert Path("/etc").name not in listing
    line.fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)


def test_eight_boards_run_at_once():
    from host_tools.sim.boards.unix_board import UnixBoard

    boards = [UnixBoard(uid=bytes([number]) * 8) for number in range(8)]
    lines = [Line(board.port) for board in boards]
    for number, line in enumerate(lines):
        line.wait_for(b"$HI 1 " + (bytes([number]) * 8).hex().encode())
        line.close()
    for board in boards:
        board.close()
