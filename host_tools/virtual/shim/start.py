"""What a board does at power-on before its REPL: mount the flash, run boot.py and main.py.

Called by the unix port as `start.py SOCKET FLASH FILES MODE`: the socket to the simulated parts,
the file that is the flash, the files that a blank flash is filled with, and "main" or "raw".
"""

import os
import sys

import vfs

sys.path.insert(0, __file__.rsplit("/", 1)[0])
import board_machine
import board_neopixel

# Put in by hand: an import would find the unix port's own `machine` first.
sys.modules["machine"] = board_machine
sys.modules["neopixel"] = board_neopixel

_BLOCK = 4096
_BLOCKS = 352  # a Pico's file system: 1,441,792 bytes


class Flash:
    """A block device in a file, with the calls that littlefs2 wants."""

    def __init__(self, path):
        try:
            self._file = open(path, "r+b")
            self.blank = False
        except OSError:
            with open(path, "wb") as file:
                for _ in range(_BLOCKS):
                    file.write(b"\xff" * _BLOCK)
            self._file = open(path, "r+b")
            self.blank = True

    def readblocks(self, block, buffer, offset=0):
        """Read from a block."""
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        """Write into a block."""
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buffer)

    def ioctl(self, operation, argument):
        """Say how large the flash is."""
        if operation == 4:
            return _BLOCKS
        if operation == 5:
            return _BLOCK
        return 0


def copy(source, target):
    """Copy a folder of the host onto the board."""
    for name, kind, *_ in os.ilistdir(source):
        if kind == 0x4000:
            os.mkdir(target + "/" + name)
            copy(source + "/" + name, target + "/" + name)
        else:
            with open(source + "/" + name, "rb") as old, open(target + "/" + name, "wb") as new:
                new.write(old.read())


def mount(flash, files):
    """Make the flash the only file system there is."""
    if flash.blank:
        vfs.VfsLfs2.mkfs(flash)
    disk = vfs.VfsLfs2(flash)
    if flash.blank:
        vfs.mount(disk, "/board")
        copy(files, "/board")
        vfs.umount(disk)
    vfs.umount("/")
    vfs.mount(disk, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


def run(name):
    """Run a file of the board as its main program."""
    try:
        with open(name) as file:
            source = file.read()
    except OSError:
        return
    try:
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
    except BaseException as error:
        sys.print_exception(error)


_, _, _flash, _files, _mode = sys.argv
mount(Flash(_flash), _files)
sys.argv[:] = []
run("boot.py")
if _mode == "main":
    run("main.py")
