"""A seat in real MicroPython survives its own mistakes and says what they were."""

import pytest

from host_tools.flash.firmware import firmware_files
from host_tools.sim.boards.micropython import available
from tests.firmware.host import Host

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

CARD = "04a1b2c3d4e5f6"
ACCIDENT = b"""
_step, _steps = Loop.step, [0]

def step(self):
    _steps[0] += 1
    if self.in_session() and _steps[0] == %d:
        %s
    return _step(self)

Loop.step = step
"""


def seat_with(accident, **files):
    """A board whose loop has an accident in one of its first steps in a session."""
    from host_tools.sim.boards.unix_board import UnixBoard

    found = firmware_files()
    found["firmware/loop.py"] += ACCIDENT % (60, accident)
    return UnixBoard({**found, **files})


def test_a_crash_is_reported_by_the_seat_that_follows_it():
    with seat_with(b"raise ZeroDivisionError('of all things')") as board:
        host = Host(board)
        host.show("play")
        host.start()
        first = host.boot
        board.parts.lay(bytes.fromhex(CARD))
        host.until(lambda: "crashed" in [fault.code for fault in host.heard], what="a report")
        report = next(message for message in host.heard if message.code == "crashed")
        assert report.text.startswith("ZeroDivisionError: of all things")
        assert "loop.py" in report.text
        assert host.boot != first
        host.until(lambda: host.kinds()[-1] == "UP" and "CM" in host.kinds(), what="a commitment")


def test_a_board_that_hangs_in_its_driver_is_reset():
    main = firmware_files()["firmware/main.py"]
    hasty = main.replace(b"PATIENCE_MS = 8000", b"PATIENCE_MS = 800").replace(
        b"REWIND_MS = 1000", b"REWIND_MS = 100"
    )
    files = {"firmware/main.py": hasty}
    with seat_with(b"while True: self.seats[0].reader.read_uids()", **files) as board:
        host = Host(board)
        host.show("play")
        host.start()
        first = host.boot
        host.until(lambda: host.boot != first, what="another boot")


def test_a_wiring_file_of_no_use_is_reported():
    from host_tools.sim.boards.unix_board import UnixBoard

    with UnixBoard({**firmware_files(), "wiring.json": b'{"speling": 1}'}) as board:
        host = Host(board)
        host.show("idle")
        host.until(lambda: "wiring" in [message.code for message in host.heard], what="a report")
