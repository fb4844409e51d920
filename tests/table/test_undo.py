"""A turn is taken back when two agree, for the turn that was meant, and once."""

import pytest

from host_tools.table import decisions
from host_tools.table.entries import Undo
from host_tools.table.mistake import AGREE_S
from host_tools.table.view import public_view
from tests.table.boarded import Boarded


@pytest.fixture
def seats(tmp_path):
    """Two turns are over."""
    seats = Boarded(tmp_path)
    seats.sell("04a0", "04a1", "04a2")
    seats.sell("04a3", "04a4", "04a5")
    return seats


def test_one_call_alone_takes_nothing_back(seats):
    assert seats.calls(0) == ""
    assert len(seats.evening.past) == 2


def test_a_second_seat_agrees_and_the_turn_is_taken_back(seats):
    seats.calls(0)
    seats.calls(1)
    assert (len(seats.evening.past), seats.evening.game.turn) == (1, 2)


def test_however_many_call_one_turn_is_taken_back(seats):
    numbers = [seats.evening.round_of(seat) for seat in range(3)]
    for _ in range(3):
        for seat in range(3):
            assert seats.calls(seat, numbers[seat]) == ""
    assert len(seats.evening.past) == 1


def test_a_repeated_call_is_no_agreement(seats):
    for _ in range(5):
        seats.calls(0)
    assert len(seats.evening.past) == 2


def test_another_seat_of_the_same_board_is_no_agreement(tmp_path):
    seats = Boarded(tmp_path)
    seats.sell("04a0", "04a1", "04a2")
    assert seats.table.call_mistake(0, "board0") == []
    assert seats.table.call_mistake(1, "board0") == []
    assert seats.table.call_mistake(1, "board1") != []


def test_a_page_agrees_too(seats):
    seats.calls(0)
    assert seats.table.call_mistake(0) == []  # not the page of the same seat
    assert seats.table.call_mistake(1) == [Undo("The last turn is played again.", 1)]


def test_an_undo_by_the_operator_settles_the_call(seats):
    """Or it would wait for that turn to be played again, and one more call would suffice."""
    seats.calls(0)
    seats.table.record(decisions.undo(seats.evening), 0.0)
    seats.sell("04a3", "04a4", "04a5")
    seats.calls(1)
    assert (len(seats.evening.past), seats.table.call.seat) == (2, 1)


def test_nobody_agrees_in_time(seats):
    seats.table.tick(0.0, 100.0)
    seats.calls(0)
    seats.table.tick(0.0, 100.0 + AGREE_S)
    seats.calls(1)
    assert len(seats.evening.past) == 2
    assert seats.table.call.seat == 1  # a call of its own


def test_a_call_for_a_round_that_is_gone_does_nothing(seats):
    assert seats.calls(0, seats.evening.round_of(0) - 1) == ""
    assert seats.table.call is None


def test_in_the_middle_of_a_turn_only_that_turn_is_taken_back(seats):
    """All cards lie open, and somebody has seen a mistake."""
    seats.table.tags |= {"04b0": "clay_pool", "04b1": "stone_pit", "04b2": "ore_vein"}
    seats.lay("04b0", "04b1", "04b2")
    assert seats.evening.phase == "declare"
    seats.calls(0)
    seats.calls(1)
    assert (len(seats.evening.past), seats.evening.phase) == (2, "lay")
    assert seats.evening.round.missing() == [0, 1, 2]


def test_a_call_ends_when_the_next_turn_is_locked(seats):
    seats.table.tags |= {"04b0": "clay_pool", "04b1": "stone_pit", "04b2": "ore_vein"}
    seats.calls(0)
    seats.lay("04b0", "04b1", "04b2")
    seats.calls(1)
    assert (len(seats.evening.past), seats.evening.phase) == (2, "declare")


def test_before_the_first_turn_there_is_nothing_to_call(tmp_path):
    assert Boarded(tmp_path).calls(0) == "wrong_phase"


def test_everybody_sees_who_calls_and_is_asked(seats):
    seats.calls(0)
    assert seats.shown(0).text == "Undo called: who agrees?"
    assert (seats.shown(1).text, seats.shown(1).sound) == ("Undo? Hold a button to agree.", "ask")
    undo = public_view(seats.table)["undo"]
    assert (undo["turn"], undo["age"], undo["number"], undo["caller"]) == (1, 1, 2, 0)
    seats.table.tick(0.0, seats.table.steady + AGREE_S)
    assert seats.shown(1).text == "Take 3 bank."
    assert public_view(seats.table)["undo"]["caller"] is None


def test_an_undo_of_an_older_journal_means_what_it_meant(seats):
    """It had no number: cards that lie open and are not played were no turn."""
    seats.table.tags |= {"04b0": "clay_pool", "04b1": "stone_pit", "04b2": "ore_vein"}
    seats.lay("04b0", "04b1", "04b2")
    seats.evening.apply(Undo("The last turn is played again."))
    assert len(seats.evening.past) == 1
