"""A committed card cannot be exchanged after the lock, and shows only when all are open."""

from host_tools.table.view import public_view
from tests.table.test_found_by_campaigns import boarded, commits, opens

CARDS = ("04a0", "04a1", "04a2")


def locked(tmp_path):
    table = boarded(tmp_path)
    for seat, uid in enumerate(CARDS):
        commits(table, seat, uid, seq=seat)
    table.tick(0.0)
    assert table.evening.phase == "open"
    return table


def test_a_seat_that_opens_another_card_than_it_committed_lays_again(tmp_path):
    table = locked(tmp_path)
    opens(table, 0, "04a4", seq=10)
    opens(table, 1, "04a1", seq=11)
    opens(table, 2, "04a2", seq=12)
    assert (table.evening.phase, table.evening.round.missing()) == ("lay", [0])
    assert 0 not in table.evening.round.cards


def test_no_opened_card_is_shown_before_the_last_one_is_open(tmp_path):
    table = locked(tmp_path)
    for number, uid in enumerate(CARDS[:2]):
        opens(table, number, uid, seq=10 + number)
        assert [seat["revealed"] for seat in public_view(table, 0.0)["seats"]] == [None] * 3
    opens(table, 2, CARDS[2], seq=12)
    assert all(seat["revealed"] for seat in public_view(table, 0.0)["seats"])
