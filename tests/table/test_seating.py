"""Which board serves which seat: by the number that was flashed, or by a claim."""

import pytest

from host_tools.link.events import Joined, Pressed
from tests.table.paper import new_table


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


def joins(table, board, place=""):
    info = {"seat": place} if place else {}
    table.receive([Joined(board, info, "00000001")], 0.0)


def test_a_board_that_knows_its_place_serves_it_at_once(table):
    joins(table, "e6a3", "3")
    assert table.evening.boards == {2: "e6a3"}


def test_a_board_without_a_place_claims_a_seat_with_its_middle_button(table):
    joins(table, "e6a1")
    assert table.evening.boards == {}
    asked = table.desk.shown["e6a1"]
    assert (asked.step, asked.text) == ("claim0", "Press: seat of P0")
    table.receive([Pressed("e6a1", 1, table.name, 0, "claim0", "ok")], 0.0)
    assert table.evening.boards == {0: "e6a1"}


@pytest.mark.parametrize("place", ["0", "4", "9", "x", "-1"])
def test_a_place_that_is_not_at_this_table_is_asked_for_instead(table, place):
    joins(table, "e6a1", place)
    assert table.evening.boards == {}
    assert table.desk.shown["e6a1"].step == "claim0"


def test_two_boards_with_one_number_do_not_fight_for_the_seat(table):
    joins(table, "e6a1", "1")
    joins(table, "e6a2", "1")
    assert table.evening.boards == {0: "e6a1"}
    assert table.desk.shown["e6a2"].step == "claim1"


def test_a_seat_that_was_given_to_its_page_stays_there(table):
    joins(table, "e6a2", "2")
    table.serve(1, "", 0.0)
    joins(table, "e6a2", "2")
    assert table.evening.boards == {1: ""}
