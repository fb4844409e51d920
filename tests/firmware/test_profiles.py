"""The same scene on every board that we know a wiring for, with every reader that fits."""

import pytest

from firmware.board import PROFILES, READERS
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.wiring.check import check
from tests.firmware.host import Hosts

CARDS = [f"04a1b2c3d4e5{number:02x}" for number in range(8)]
UNKNOWN = "other"  # has no pins until a wiring.json names them
BOARDS = [
    (profile, reader)
    for profile in PROFILES
    for reader in READERS
    if profile != UNKNOWN and not check({"profile": profile, "reader": reader}).complaints
]


def test_every_profile_can_work_as_it_is():
    assert {profile for profile, _ in BOARDS} == PROFILES.keys() - {UNKNOWN}


def test_a_table_can_have_either_reader_that_shares_a_bus():
    tables = {(profile, reader) for profile, reader in BOARDS if profile.endswith("_table")}
    assert {reader for _, reader in tables} == {"mfrc522", "pn532_spi"}
    assert len(tables) == 2 * len([profile for profile in PROFILES if profile.endswith("_table")])


@pytest.mark.parametrize(("profile", "reader"), BOARDS)
def test_a_card_at_each_seat_is_committed_lifted_and_revealed(profile, reader):
    board = InProcessBoard({"profile": profile, "reader": reader})
    hosts = Hosts(board)
    hosts.show("play")
    hosts.start()
    lay_all(board)
    hosts.until(lambda: all(host.commit() for host in hosts.seats), what="all commitments")
    commitments = [host.commit() for host in hosts.seats]
    assert len(set(commitments)) == len(board.seats)
    for seat in board.seats:
        seat.lift()
    hosts.until(lambda: not any(host.commit() for host in hosts.seats), what="all withdrawals")
    lay_all(board)
    hosts.until(
        lambda: [host.commit() for host in hosts.seats] == commitments, what="the same again"
    )
    hosts.show("reveal")
    hosts.until(lambda: all(host.opened for host in hosts.seats), what="all openings")
    opened = [uid for host in hosts.seats for uid in host.opened.values()]
    assert opened == CARDS[: len(board.seats)]
    assert [host.faults for host in hosts.seats] == [[] for _ in board.seats]


def lay_all(board):
    for seat, card in zip(board.seats, CARDS, strict=False):
        seat.lay(card)
