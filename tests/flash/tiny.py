"""A firmware of a few lines that says hello, so that a hundred updates take seconds."""

from pathlib import Path

from firmware.link import PROTOCOL, frame
from host_tools.flash.board_info import ask
from host_tools.flash.firmware import Firmware, source_firmware
from host_tools.flash.flash_plan import FlashOptions
from host_tools.flash.flasher import Flasher
from host_tools.flash.install import wait_for_hello
from host_tools.flash.remote import Remote

UID = b"\xe6unixpt1"  # of a UnixBoard, unless told otherwise
PATIENCE = 60
MAIN = """
import sys, time
from firmware import link, two
from firmware.seat import one

def run():
    if "listener" in sys.modules:  # the test of power cuts looks on
        return sys.modules["listener"].hear(link.VERSION, one.VERSION, two.VERSION)
    while True:
        {act}
        time.sleep(0.1)
"""
HELLO = "sys.stdout.write({hello!r})"
SILENT = "pass"


class HostDied(BaseException):
    """The host is gone: nothing of it tidies up."""


def board_with(files, **more):
    """A board with these files on it."""
    from host_tools.sim.boards.unix_board import UnixBoard

    return UnixBoard(files, **more)


def tiny(version, *, act=HELLO, uid=UID, seat="", main=MAIN):
    """Every file knows the version, so that a mixture shows."""
    board = uid.hex() + seat
    hello = frame("HI", ver=PROTOCOL, board=board, boot="0badcafe", info=(("fw", version),))
    part = f'VERSION = "{version}"\n'.encode()
    files = {
        "firmware/link.py": part,
        "firmware/seat/one.py": part,
        "firmware/two.py": part + b"# a file of several blocks\n" * 340,
        "firmware/main.py": main.format(act=act.format(hello=hello.decode())).encode(),
    }
    return Firmware(version, files, source_firmware().start)


# The main.py of boards in the field: one start on trial, and before there were slots.
OLD_MAIN, OLDEST_MAIN = (
    Path(__file__).with_name(name).read_bytes() for name in ("old_main.txt", "oldest_main.txt")
)


def lone(firmware):
    """The files of a board without slots."""
    return {**firmware.files, "main.py": firmware.start}


def slotted(firmware, slot="/slot_a", marks=()):
    """The files of a slot."""
    files = {**firmware.files, **dict.fromkeys(marks, b"")}
    return {f"{slot[1:]}/{name}": data for name, data in files.items()}


def flash(port, firmware, options=None, **watch):
    """Flash one board and tell how it went."""
    flasher = Flasher(options or FlashOptions(), compiled=firmware, source=firmware, **watch)
    (result,) = flasher.run(flasher.plan([ask(port)]))
    return result


def update(board, version):
    """Flash a board that must take it."""
    result = flash(board.port, tiny(version))
    assert result.done, result.text


def hello(board, uid=UID):
    """The version that a board tells."""
    remote = Remote(board.port)
    try:
        return wait_for_hello(remote, lambda: [board.port], uid.hex(), PATIENCE)
    finally:
        remote.close()
