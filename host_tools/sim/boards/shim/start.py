"""What a board does at power-on before its REPL: mount the flash, run boot.py and main.py.

Called by the unix port as `start.py SOCKET FLASH FILES MODE`: the socket to the simulated parts,
the file that is the flash, the files that a blank flash is filled with, and "main" or "raw".
"""

import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0])
import board_machine
from flash_file import mount
from parts_socket import tell

# Put in by hand: an import would find the unix port's own `machine` first.
sys.modules["machine"] = sys.modules["neopixel"] = board_machine


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
mount(_flash, _files)
tell(b"R", "")
sys.argv[:] = []
run("boot.py")
if _mode == "main":
    run("main.py")
