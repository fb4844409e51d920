"""A computer's USB that is a folder: drives of blank boards, and the ports of those that run.

`python -m tests.docs.guide.usb flash` is `wondertable flash` on that computer; all else is as ever.
"""

import json
import os
import shutil
import sys
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from tests.flash.uf2 import drive, is_whole

WHERE = "WONDERTABLE_TEST_USB"
PORTS = "ports.json"


class Usb:
    """What is plugged in; `make` gives a board with a unique id, once it has MicroPython."""

    def __init__(self, folder, make):
        self.folder = folder
        self.boards = {}  # by unique id
        self._make = make
        self._drives = []
        folder.mkdir()
        self._tell()

    def plug_blank(self):
        """Hold BOOTSEL and plug a new board in: it shows a drive."""
        name = f"RPI-RP2{len(self._drives) or ''}"  # one after another, as systems call them
        self._drives.append(drive(self.folder / name))

    def look(self):
        """A board that has all blocks of a UF2 file starts, and its drive is gone."""
        for place in list(self._drives):
            if any(map(is_whole, place.glob("*.uf2"))):
                shutil.rmtree(place)
                self._drives.remove(place)
                uid = b"\xe6seat%03d" % (len(self.boards) + 1)
                self.boards[uid] = self._make(uid)
                self._tell()

    def _tell(self):
        ports = {board.port: uid.hex() for uid, board in self.boards.items()}
        part = self.folder / f"{PORTS}.part"
        part.write_text(json.dumps(ports))
        part.rename(self.folder / PORTS)

    def close(self):
        for board in self.boards.values():
            board.close()


def _ports(folder):
    found = []
    for device, uid in json.loads((folder / PORTS).read_text()).items():
        port = ListPortInfo(device)
        port.vid, port.pid, port.serial_number, port.product = 0x2E8A, 0x0005, uid, "Pico"
        found.append(port)
    return found


def main():
    folder = Path(os.environ[WHERE])
    list_ports.comports = lambda: _ports(folder)  # before anything of ours has imported it
    from host_tools import cli
    from host_tools.flash import uf2

    uf2.mounts = lambda: sorted(path for path in folder.iterdir() if path.is_dir())
    sys.argv[0] = "wondertable"
    cli.main()


if __name__ == "__main__":
    main()
