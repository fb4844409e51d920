"""A committed card cannot be exchanged after the lock, and shows only when all have decided."""

from host_tools.table import decisions
from host_tools.table.view import public_view
from tests.table.boarded import Boarded

CARDS = ("04a0", "04a1", "04a2")


def locked(tmp_path):
    seats = Boarded(tmp_path)
    for seat, uid in enumerate(CARDS):
        seats.commits(seat, uid)
    assert seats.evening.phase == "open"
    return seats


def test_a_seat_that_opens_another_card_than_it_committed_lays_again(tmp_path):
    seats = locked(tmp_path)
    seats.opens(0, "04a4")
    seats.opens(1, "04a1")
    seats.opens(2, "04a2")
    assert (seats.evening.phase, seats.evening.round.missing()) == ("lay", [0])
    assert 0 not in seats.evening.round.cards
    entries = seats.table.journal.read(seats.table.number)
    assert "04a4" not in str(entries)  # it may be the next one that this seat commits


def test_no_opened_card_is_shown_before_everybody_has_decided(tmp_path):
    seats = locked(tmp_path)
    for number, uid in enumerate(CARDS):
        seats.opens(number, uid)
        assert [seat["played"] for seat in public_view(seats.table)["seats"]] == [None] * 3
    for seat in range(3):
        seats.table.record(decisions.declare(seats.evening, seat, "build"), 0.0)
    assert all(seat["played"]["card"] for seat in public_view(seats.table)["seats"])
