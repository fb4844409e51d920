"""The examination: what a seat tells of its reader when the host shows the phase `exam`."""

import pytest

from host_tools.sim.boards.inprocess import InProcessBoard
from tests.firmware.host import Host

CARD = "04a1b2c3d4e5f6"


def examined(board):
    host = Host(board)
    host.show("exam")
    host.start()
    told = lambda: [m.info for m in host.heard if m.kind == "UP" and "exam" in m.info]  # noqa: E731
    host.until(told, what="an examination")
    return host, told()[-1]


@pytest.mark.parametrize(
    ("reader", "chip", "version", "gain"),
    [("mfrc522", "mfrc522", "92", "33/33"), ("pn532_i2c", "pn532", "32", "38/38")],
)
def test_a_good_reader_is_examined(reader, chip, version, gain):
    _, info = examined(InProcessBoard({"reader": reader}))
    assert (info["chip"], info["ver"], info["exam"], info["gain"]) == (chip, version, "ok", gain)
    assert info["down"] == "000"
    assert info["heap"]


@pytest.mark.parametrize("reader", ["mfrc522", "pn532_spi"])
def test_a_dead_reader_is_dead(reader):
    board = InProcessBoard({"reader": reader})
    board.parts.chip.fault = "dead"
    _, info = examined(board)
    assert info["exam"] == "dead"
    assert info.get("ver") == ("ff" if reader == "mfrc522" else None)


def test_a_clone_without_a_known_result_is_not_called_broken():
    board = InProcessBoard()
    board.parts.chip.version = 0xB2
    board.parts.chip.restart()
    _, info = examined(board)
    assert (info["ver"], info["exam"]) == ("b2", "unknown")


def test_the_self_test_runs_once_a_state():
    board = InProcessBoard()
    reader = board.loop.seats[0].reader
    tests, test = [], reader.test
    reader.test = lambda part: tests.append(board.now()) or test(part)
    host, info = examined(board)
    host.wait(3000)
    assert len(tests) == 1
    host.show("exam", step="2")
    host.wait(3000)
    assert len(tests) == 2
    assert [m for m in host.heard if m.kind == "UP"][-1].info["rst"] == info["rst"]


def test_a_card_on_the_tray_outlives_the_self_test():
    board = InProcessBoard()
    board.parts.lay(CARD)
    host, _ = examined(board)
    host.show("enrol")
    host.until(lambda: host.taps == [CARD], what="the card")
    host.wait(2000)
    hits, tries = [m for m in host.heard if m.kind == "UP"][-1].info["read"].split("/")
    assert hits == tries != "0"


def infos(host):
    return [message.info for message in host.heard if message.kind == "UP"]


@pytest.mark.parametrize("reader", ["mfrc522", "pn532_spi"])
def test_a_step_of_the_examination_sets_the_gain_until_it_is_over(reader):
    board = InProcessBoard({"reader": reader, "gain": 43})
    board.parts.lay(CARD)
    host, info = examined(board)
    assert info["gain"] == "43/43"
    for gain in (23, 48):
        host.wait(2000)
        reads = int(infos(host)[-1]["read"].split("/")[1])
        host.show("exam", step=f"gain{gain}")
        host.until(lambda gain=gain: infos(host)[-1].get("gain") == f"{gain}/{gain}", what="a gain")
        assert int(infos(host)[-1]["read"].replace("-", "/0").split("/")[1]) < reads
    host.show("exam", step="gain77")  # no chip has it
    host.wait(1500)
    assert infos(host)[-1]["gain"] == "48/48"
    host.show("idle")
    host.wait(100)
    assert board.loop.seats[0].reader.gains() == (43, 43)


def test_all_that_is_told_fits_on_the_line():
    host, _ = examined(InProcessBoard())
    info = {key for m in host.heard if m.kind == "UP" for key in m.info}
    assert info >= {"dk", "noise", "chip", "ver", "exam", "gain", "down", "heap", "errs", "rst"}
