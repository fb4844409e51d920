"""The flash of a virtual board: a file with a littlefs2 file system in it.

Run as `flash_file.py FLASH FILES` it makes one: the file to make, the folder to fill it with.
"""

import os
import struct
import sys

import vfs

_BLOCK = 4096
_ERASED = b"\xff" * _BLOCK
_BLOCKS = 352  # a Pico's file system: 1,441,792 bytes


class Flash:
    """A block device in a file, with the calls that littlefs2 wants."""

    def __init__(self, path):
        self._file = open(path, "r+b")
        self._record = None
        try:
            os.stat(path + ".writes")  # whoever wants a record of all writes puts this file there
            self._record = open(path + ".writes", "ab")
        except OSError:
            pass

    def close(self):
        """Let go of the file."""
        self._file.close()

    def readblocks(self, block, buffer, offset=0):
        """Read from a block."""
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        """Write into a block."""
        if self._record:
            self._record.write(struct.pack("<III", block, offset, len(buffer)))
            self._record.write(buffer)
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buffer)

    def ioctl(self, operation, argument):
        """Say how large the flash is, or erase a block."""
        if operation == 4:
            return _BLOCKS
        if operation == 5:
            return _BLOCK
        if operation == 6:
            self.writeblocks(argument, _ERASED)
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


def make(path, files):
    """Make a flash with these files on it, whole or not at all, whenever the power is cut."""
    part = path + ".part"
    with open(part, "wb") as file:
        for _ in range(_BLOCKS):
            file.write(_ERASED)
    flash = Flash(part)
    vfs.VfsLfs2.mkfs(flash)
    disk = vfs.VfsLfs2(flash)
    vfs.mount(disk, "/board")
    copy(files, "/board")
    vfs.umount(disk)
    flash.close()
    os.rename(part, path)


def mount(path, files):
    """Make the flash the only file system there is; one that was never made is made first."""
    try:
        os.stat(path)
    except OSError:
        make(path, files)
    disk = vfs.VfsLfs2(Flash(path))
    vfs.umount("/")
    vfs.mount(disk, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]


if __name__ == "__main__":
    make(*sys.argv[1:])
