"""The emulated Pico: a table on one board, and the watchdog that resets a board that hangs."""

import pytest

from host_tools.flash.firmware import firmware_files
from tests.firmware.host import Host, Hosts
from tests.sim.layers import missing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing("pico")), reason=missing("pico")),
]

CARDS = [f"04a1b2c3d4e5{number:02x}" for number in range(4)]
# A tag that nobody has makes the driver hang.
HANG = b"""
from time import sleep_ms

_read = MFRC522.read_uids

def read_uids(self):
    uids = _read(self)
    while b"\\x04\\xde\\xad\\xbe\\xef\\x00\\x01" in uids:
        sleep_ms(20)
    return uids

MFRC522.read_uids = read_uids
"""
DEADLY = "04deadbeef0001"


def pico(**given):
    from tests.sim.pico_board import PicoBoard

    return PicoBoard(**given)


def hanging_pico():
    files = firmware_files()
    files["firmware/readers/mfrc522.py"] += HANG
    board = pico(files=files)
    host = Host(board)
    host.show("play")
    host.start()
    board.parts.lay(DEADLY)
    return board, host


def test_four_seats_on_one_pico_play_a_round_while_a_reader_is_dead():
    board = pico(changes={"profile": "pico_table", "seats": 4})
    board.seats[2].chip.fault = "dead"
    hosts = Hosts(board)
    hosts.show("play")
    hosts.start()
    for seat, card in zip(board.seats, CARDS, strict=True):
        seat.lay(card)
    well = [hosts.seats[place] for place in (0, 1, 3)]
    hosts.until(lambda: all(host.commit() for host in well), what="three commitments")
    hosts.until(lambda: hosts.seats[2].faults == ["reader_dead"], what="the dead reader")
    hosts.show("reveal")
    hosts.until(lambda: all(host.opened for host in well), what="three openings")
    assert [list(host.opened.values()) for host in well] == [[CARDS[at]] for at in (0, 1, 3)]
    hosts.show("ask", step="7")
    board.seats[3].tap("sell")
    hosts.until(lambda: hosts.seats[3].keys, what="a key over the expander")
    board.close()


def test_a_board_that_hangs_in_its_driver_is_reset_after_eight_seconds():
    board, host = hanging_pico()
    first, hung = host.boot, board.now()
    host.until(lambda: board.now() >= hung + 6000, what="six seconds")
    board.parts.lift()
    assert host.boot == first
    host.until(lambda: host.boot != first, milliseconds=6000, what="another boot")
    assert board.now() - hung >= 7000
    board.close()


def test_nothing_resets_a_board_whose_repl_is_held():
    board, _ = hanging_pico()
    board.run(1000)
    board.parts.lift()
    board.send(b"\r\x03\x03")
    board.run(100)
    board.send(b"\x01")  # the raw REPL, as mpremote asks for it
    board.run(500)
    assert b"raw REPL; CTRL-B to exit" in board.take()
    board.run(10_000)
    board.send(b"print(6 * 7)\x04")
    board.run(500)
    assert board.take() == b"OK42\r\n\x04\x04>"
    board.close()
