"""Boards flashed with the real mpremote in the real MicroPython: what is done, kept and refused."""

import json
import threading
import time

import pytest
import serial

from host_tools.flash.board_info import ask, find_boards
from host_tools.flash.firmware import Firmware, compiled_firmware, source_firmware
from host_tools.flash.flash_plan import FlashOptions
from host_tools.flash.flasher import Flasher
from host_tools.flash.remote import Remote
from host_tools.sim.boards.micropython import available
from tests.firmware.host import Host
from tests.flash.tiny import SILENT, board_with, flash, hello, lone, tiny, update

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="no MicroPython for this machine"),
]

OLD_MICROPYTHON = b"""
import sys
class Made:
    name, version, _machine = "micropython", (1, 20, 0, ""), "Raspberry Pi Pico with RP2040"
    _mpy = %d
class Sys:
    implementation = Made()
    def __getattr__(self, name):
        return getattr(_sys, name)
_sys = sys
sys.modules["sys"] = Sys()
"""


@pytest.fixture
def seat():
    with board_with(lone(tiny("0.0.1"))) as board:
        yield board


def listing(board, path="/"):
    with Remote(board.port) as remote:
        names = json.loads(remote.run(f"print(json.dumps(os.listdir({path!r})))"))
        remote.restart()
    return names


# What is done.


def test_eight_blank_boards_become_seats_at_once_and_then_there_is_nothing_to_do():
    boards = [board_with({}, uid=b"\xe6seat%03d" % number) for number in range(8)]
    try:
        ports = [board.port for board in boards]
        flasher = Flasher(patience=60)
        plans = flasher.plan(find_boards(ports))
        assert [plan.action for plan in plans] == ["install"] * 8
        results = flasher.run(plans)
        assert [result.text for result in results] == ["Firmware 0.1.0 is on it."] * 8
        plans = flasher.plan(find_boards(ports))
        assert [plan.action for plan in plans] == ["none"] * 8
        assert len({plan.board.uid for plan in plans}) == 8
        seat = Host(boards[7])  # the real firmware, compiled, plays
        seat.show("play")
        seat.start()
    finally:
        for board in boards:
            board.close()


def test_an_update_keeps_seat_number_wiring_and_secret(seat):
    options = FlashOptions(seat_number=3, wiring="pico-pn532_i2c")
    assert flash(seat.port, tiny("0.0.2"), options).done
    with Remote(seat.port) as remote:
        remote.write("/seat.secret", b"s" * 32)
        remote.restart()
    assert hello(seat) == "0.0.2"
    assert flash(seat.port, tiny("0.0.3")).done
    board = ask(seat.port)
    assert (board.version, board.seat) == ("0.0.3", 3)
    assert board.wiring == {"profile": "pico", "reader": "pn532_i2c"}
    assert "seat.secret" in listing(seat)
    assert flash(seat.port, tiny("0.0.3"), options).action == "none"
    result = flash(seat.port, tiny("0.0.3"), FlashOptions(seat_number=4))
    assert (result.action, result.text) == ("settings", "It is seat 4 now.")
    assert ask(seat.port).seat == 4


def test_the_old_set_stays_and_the_one_before_it_goes(seat):
    update(seat, "0.0.2")
    assert {"slot_a", "firmware"} <= set(listing(seat))
    update(seat, "0.0.3")
    assert {"slot_a", "slot_b"} <= set(listing(seat))
    assert "firmware" not in listing(seat)
    assert "manifest.json" in listing(seat, "/slot_b")


def test_a_file_that_was_changed_on_the_board_is_written_anew(seat):
    update(seat, "0.0.2")
    with Remote(seat.port) as remote:
        remote.write("/slot_a/firmware/seat/one.py", b"VERSION = 'mine'\n")
        remote.restart()
    assert hello(seat) == "0.0.2"
    result = flash(seat.port, tiny("0.0.2"))
    assert (result.action, result.done) == ("update", True)
    assert ask(seat.port).whole


def test_a_board_that_pauses_in_the_middle_of_a_line_is_waited_for(seat):
    def pause():
        with seat.lock:  # nothing goes to the board or comes from it
            time.sleep(1)

    pauses = []

    def step(_, name):
        if name in ("write firmware/seat/one.py", "verify", "tidy"):
            pauses.append(threading.Thread(target=pause))
            pauses[-1].start()

    result = flash(seat.port, tiny("0.0.2"), step=step)
    for thread in pauses:
        thread.join()
    assert (result.text, len(pauses)) == ("Firmware 0.0.2 is on it.", 3)


# What goes wrong.


def test_firmware_that_does_not_say_hello_is_rolled_back(seat):
    result = flash(seat.port, tiny("0.0.2", act=SILENT), patience=2)
    assert not result.done
    assert "did not say hello, so firmware 0.0.1 runs again" in result.text
    assert hello(seat) == "0.0.1"
    assert flash(seat.port, tiny("0.0.3")).done


def test_firmware_that_does_not_even_start_is_rolled_back(seat):
    update(seat, "0.0.2")
    assert not flash(seat.port, tiny("0.0.3", main="import nothing\n"), patience=2).done
    assert hello(seat) == "0.0.2"


def test_firmware_that_tells_another_version_is_rolled_back(seat):
    wrong = tiny("0.0.3")
    wrong = Firmware("0.0.2", wrong.files, wrong.start)
    result = flash(seat.port, wrong)
    assert "It said hello with firmware 0.0.3 instead of 0.0.2" in result.text
    assert hello(seat) == "0.0.1"


def test_a_blank_board_whose_first_firmware_is_silent_is_blank_again():
    with board_with({}) as board:
        assert not flash(board.port, tiny("0.0.2", act=SILENT), patience=2).done
        assert "main.py" not in listing(board)


@pytest.mark.parametrize("checked", [True, False], ids=["before it is written", "while it is"])
def test_a_full_flash_is_told_and_the_old_firmware_runs_on(checked, monkeypatch):
    if not checked:
        monkeypatch.setattr("host_tools.flash.install.Installation._check_room", lambda _: None)
    photos = {f"photo{number}.jpg": bytes(97_000) for number in range(14)}
    with board_with(lone(tiny("0.0.1")) | photos) as board:
        assert ask(board.port).free < 50_000
        full = tiny("0.0.2")
        full = Firmware("0.0.2", {**full.files, "firmware/big.py": b"#" * 50_000}, full.start)
        result = flash(board.port, full)
        assert not result.done
        assert "flash is full" in result.text
        assert hello(board) == "0.0.1"
        assert "slot_a" not in listing(board)


@pytest.mark.parametrize("path", ["/slot_a/firmware/seat/one.py", "/main.new"])
def test_a_file_that_arrives_damaged_is_noticed_before_anything_changes(seat, monkeypatch, path):
    write = Remote.write

    def damage(remote, name, data, wrote=None):
        write(remote, name, data[:-2] + b"?\n" if name == path else data, wrote)

    monkeypatch.setattr(Remote, "write", damage)
    result = flash(seat.port, tiny("0.0.2"))
    assert f"{path} was not written as it was sent" in result.text
    assert hello(seat) == "0.0.1"


def test_a_cable_that_is_pulled_is_told(seat):
    def step(_, name):
        if name == "write firmware/two.py":
            seat.unplug()

    result = flash(seat.port, tiny("0.0.2"), step=step)
    assert "disappeared" in result.text
    seat.plug()
    assert hello(seat) == "0.0.1"


# What is refused.


def test_a_downgrade_is_refused_unless_told(seat):
    update(seat, "0.0.9")
    result = flash(seat.port, tiny("0.0.2"))
    assert result.action == "refuse"
    assert "newer than 0.0.2" in result.text
    assert hello(seat) == "0.0.9"
    assert flash(seat.port, tiny("0.0.2"), FlashOptions(downgrade=True)).done
    assert hello(seat) == "0.0.2"


def test_a_foreign_board_is_refused_unless_told_and_its_program_is_kept():
    with board_with({"main.py": b"print('my lamp')\n"}) as board:
        result = flash(board.port, tiny("0.0.2"))
        assert result.action == "refuse"
        assert "--take-over" in result.text
        silent = tiny("0.0.2", act=SILENT)
        assert not flash(board.port, silent, FlashOptions(take_over=True), patience=2).done
        assert ask(board.port).start == "print('my lamp')\n"
        assert flash(board.port, tiny("0.0.2"), FlashOptions(take_over=True)).done
        assert "main.theirs.py" in listing(board)
        assert hello(board) == "0.0.2"


def test_lines_that_an_owner_put_into_our_main_py_are_kept():
    files = lone(tiny("0.0.1"))
    own = files["main.py"] + b"print('my lamp')\n"
    with board_with({**files, "main.py": own, "main.theirs.py": b"1"}) as board:
        assert not flash(board.port, tiny("0.0.2", act=SILENT), patience=2).done
        assert ask(board.port).start == own.decode()
        result = flash(board.port, tiny("0.0.2"))
        assert result.text == (
            "Firmware 0.0.2 is on it. Its main.py is not as Wondertable wrote it, so it is kept as"
            " main.theirs2.py."
        )
        with Remote(board.port) as remote:
            assert remote.read("/main.theirs.py") == "1"  # of somebody before
            assert remote.read("/main.theirs2.py") == own.decode()


def test_an_old_micropython_is_refused_with_the_way_out():
    with board_with({"boot.py": OLD_MICROPYTHON % 2822}) as board:
        result = flash(board.port, tiny("0.0.2"))
        assert result.action == "refuse"
        assert "has MicroPython 1.20.0, and 1.26 is needed" in result.text


def test_a_micropython_that_takes_no_compiled_files_of_ours_gets_plain_python():
    boot = (OLD_MICROPYTHON % 5).replace(b"(1, 20, 0", b"(1, 30, 0")
    with board_with({"boot.py": boot}) as board:
        source = tiny("0.0.2")
        flasher = Flasher(compiled=compiled_firmware(), source=source)
        (plan,) = flasher.plan([ask(board.port)])
        assert plan.firmware is source
        assert "As plain Python" in plan.why


def test_a_port_that_another_program_has_is_left_to_it(seat):
    with serial.Serial(seat.port, exclusive=True):
        result = flash(seat.port, tiny("0.0.2"))
    assert result.action == "refuse"
    assert "is in use: is another Wondertable" in result.text


def test_a_port_that_is_not_there_is_told():
    assert "is not there: is its cable in?" in ask("/dev/ttyNothing").trouble


def test_something_that_is_no_micropython_is_told(monkeypatch):
    from host_tools.sim.boards.board_port import PtyPort

    monkeypatch.setattr("host_tools.flash.remote.TRIES_S", (1,))
    port = PtyPort()
    try:
        assert "does not answer" in ask(port.name).trouble
    finally:
        port.close()


def test_a_board_that_was_exchanged_since_it_was_looked_at_is_left_alone(seat):
    firmware = tiny("0.0.2")
    flasher = Flasher(compiled=firmware, source=firmware)
    plans = flasher.plan([ask(seat.port)])
    assert flash(seat.port, tiny("0.0.3")).done
    (result,) = flasher.run(plans)
    assert "another program, is at" in result.text
    assert hello(seat) == "0.0.3"


def test_whoever_stops_it_leaves_the_board_as_it_was(seat):
    firmware = tiny("0.0.2")
    flasher = Flasher(compiled=firmware, source=firmware, step=lambda *_: flasher.stop())
    (result,) = flasher.run(flasher.plan([ask(seat.port)]))
    assert result.text.startswith("Stopped before it was done")
    assert hello(seat) == "0.0.1"


@pytest.mark.parametrize("firmware", [source_firmware, compiled_firmware])
def test_the_real_firmware_is_flashed_folder_by_folder(firmware):
    with board_with({}) as board:
        assert flash(board.port, firmware()).done
        with Remote(board.port) as remote:
            written = remote.digests("/slot_a")
        assert {name: written[name] for name in firmware().files} == firmware().digests
        assert {"firmware", "firmware/seat", "firmware/readers"} <= set(firmware().folders)
        assert ask(board.port).whole
