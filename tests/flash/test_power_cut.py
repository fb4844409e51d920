"""The power fails after every single write to the flash: what starts next is whole."""

import pytest

from host_tools.sim.boards.micropython import available
from tests.flash.test_host_death import outlast_trial
from tests.flash.tiny import OLD_MAIN, SILENT, HostDied, board_with, flash, hello, lone, tiny
from tests.sim.scripts import run_script

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

# Runs in MicroPython: the flash as it was after each write and in the middle of the next one, then
# the board's own main.py, twice, or four times on trial, which is when a start writes something.
# Prints the versions of all modules that each start imported.
STARTS = """
import os, struct, sys, vfs
BLOCK = 4096
with open(sys.argv[-2], "rb") as file:
    image = bytearray(file.read())
with open(sys.argv[-1], "rb") as file:
    record = file.read()

class Flash:
    def __init__(self):
        self.changed = {}
    def readblocks(self, block, buffer, offset=0):
        source = self.changed.get(block)
        start = offset if source else block * BLOCK + offset
        buffer[:] = memoryview(source or image)[start:start + len(buffer)]
    def writeblocks(self, block, buffer, offset=0):
        if block not in self.changed:
            self.changed[block] = image[block * BLOCK:(block + 1) * BLOCK]
        self.changed[block][offset:offset + len(buffer)] = buffer
        self.written = True
    def ioctl(self, operation, argument):
        if operation == 6:
            self.writeblocks(argument, b"\\xff" * BLOCK)
        return {4: len(image) // BLOCK, 5: BLOCK}.get(operation, 0)

class Listener:
    def hear(self, *versions):
        self.versions = versions

listener = sys.modules["listener"] = Listener()

def start(flash):
    listener.versions = ("nothing",)
    for name in [name for name in sys.modules if name.startswith("firmware")]:
        del sys.modules[name]
    sys.path[:] = [""]
    disk = vfs.VfsLfs2(flash)
    vfs.mount(disk, "/")
    os.chdir("/")
    try:
        with open("main.py") as file:
            exec(file.read(), {"__name__": "__main__"})
    except Exception as error:
        listener.versions = (repr(error),)
    vfs.umount(disk)
    return " ".join(sorted(set(listener.versions)))

def starts(flash):
    flash.written = False
    versions = [start(flash), start(flash)]
    if flash.written:
        versions += [start(flash), start(flash)]
    return " | ".join(versions)

vfs.umount("/")
at, number = 0, 0
while True:
    print(number, "whole", "|", end=" ")
    flash = Flash()
    print(starts(flash))
    if at == len(record):
        break
    block, offset, size = struct.unpack("<III", record[at:at + 12])
    data = record[at + 12:at + 12 + size]
    print(number, "torn", "|", end=" ")
    flash = Flash()
    flash.writeblocks(block, data[:size // 2], offset)
    print(starts(flash))
    image[block * BLOCK + offset:block * BLOCK + offset + size] = data
    at += 12 + size
    number += 1
"""


def dies_at(wanted):
    def step(_, name):
        if name == wanted:
            raise HostDied

    return step


def starts(tmp_path, image, record):
    """What each start after every cut ran, in order."""
    (tmp_path / "starts.py").write_text(STARTS)
    (tmp_path / "image").write_bytes(image)
    (tmp_path / "record").write_bytes(record)
    files = (tmp_path / "image", tmp_path / "record")
    said = run_script(tmp_path / "starts.py", *files, heap="64M", timeout=200)
    return [tuple(word.strip() for word in line.split("|")[1:]) for line in said.splitlines()]


@pytest.fixture(scope="module")
def board():
    with board_with({**lone(tiny("0.0.1")), "main.py": OLD_MAIN}) as board:
        assert hello(board) == "0.0.1"
        yield board


def test_whenever_the_power_fails_the_old_or_the_new_firmware_starts_whole(board, tmp_path):
    record = board.flash.with_suffix(".writes")  # of every write: block, offset, size, data
    record.touch()
    board.reset()
    hello(board)
    now = "0.0.1"

    def scene(new, end, **watch):
        """One update; what ran before it, what may run, and what runs at its end."""
        nonlocal now
        image, seen = board.flash.read_bytes(), record.stat().st_size
        told = ""
        try:
            told = flash(board.port, new, **watch).text
        except HostDied:
            outlast_trial(board)
        assert hello(board) == end, told
        board.reset()
        assert hello(board) == end
        cuts = starts(tmp_path, image, record.read_bytes()[seen:])
        assert len(cuts) > 150, told
        for versions in cuts:
            assert set(versions) <= {now, new.version}
        assert cuts[0] == (now, now)
        assert cuts[-1] == (end, end)
        assert cuts.count((now, now)) > 100
        now = end
        return cuts

    scene(tiny("0.0.2"), "0.0.2")  # from a board without slots, and the main.py of old
    cuts = scene(tiny("0.0.3"), "0.0.3")  # from slot to slot
    assert ("0.0.3", "0.0.3", "0.0.3", "0.0.2") in cuts  # on trial, and back at the fourth start
    scene(tiny("0.0.4", act=SILENT), "0.0.3", patience=1.5)  # goes back
    scene(tiny("0.0.5"), "0.0.3", step=dies_at("confirm"))  # the host dies after the hello
    scene(tiny("0.0.6"), "0.0.6")  # an update after one that was cut off
