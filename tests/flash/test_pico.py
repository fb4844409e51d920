"""The emulated Pico is flashed like a real one, and shows what the unix port hides."""

import pytest

from host_tools.flash.board_info import ask
from host_tools.flash.remote import Remote
from tests.flash.tiny import HostDied, flash, hello, tiny
from tests.sim.layers import missing

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing("pico")), reason=missing("pico"))]

UID = bytes.fromhex("ffffffffffffffff")  # of the emulated flash chip


def test_a_pico_takes_the_firmware_after_a_host_died_in_the_middle_of_a_file():
    from host_tools.sim.boards.board_port import RealTimeBoard
    from tests.sim.pico_board import PicoBoard

    with RealTimeBoard(PicoBoard({}, precompiled=False)) as board:
        assert flash(board.port, tiny("0.0.1", uid=UID), patience=60).done
        written = 0

        def wrote(_, size):
            nonlocal written
            written += size
            if written > 4000:  # in the middle of the file of several blocks
                raise HostDied

        new = tiny("0.0.2", uid=UID)
        with pytest.raises(HostDied):
            flash(board.port, new, wrote=wrote)
        with Remote(board.port) as remote:  # the next tool resets softly: the file is cut off
            torn = remote.digests("/slot_b")["firmware/two.py"]
            size = int(remote.run("print(os.stat('/slot_b/firmware/two.py')[6])"))
            remote.restart()
        assert torn != new.digests["firmware/two.py"]
        assert size < len(new.files["firmware/two.py"])
        assert hello(board, UID) == "0.0.1"
        assert flash(board.port, new, patience=60).done
        found = ask(board.port)
        assert (found.version, found.machine) == ("0.0.2", "Raspberry Pi Pico with RP2040")
        assert found.whole
