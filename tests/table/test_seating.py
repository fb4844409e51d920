"""Which board serves which seat: by the number that was flashed, or by a claim."""

import pytest

from card_db.bearers import PLAYER, Bearer
from host_tools.link.events import Joined, Pressed
from host_tools.table.tags import ANY_DECK, TagRow, Tags
from tests.table.paper import new_table

ANNS, BOS, SOMEBODYS = "04a1a1a1a1a1a1", "04b0b0b0b0b0b0", "04c5c5c5c5c5c5"


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
    asked = table.hub.shown["e6a1"]
    assert (asked.step, asked.text) == ("claim0", "Press: seat of P0")
    table.receive([Pressed("e6a1", 1, table.name, 0, "claim0", "ok")], 0.0)
    assert table.evening.boards == {0: "e6a1"}


@pytest.fixture
def tagged(table):
    """Seats of P0, P1, P2; two of them, and somebody who does not play, have a tag."""
    for uid, name in ((ANNS, "p0"), (BOS, "P1"), (SOMEBODYS, "Zoe")):
        Tags(table.journal).change(add=[TagRow(uid, ANY_DECK, Bearer(PLAYER, name))])
    return table


def test_a_players_tag_claims_that_players_seat_on_any_board(tagged):
    joins(tagged, "e6a1")
    joins(tagged, "e6a2")
    assert tagged.hub.laid_out["e6a2"] == {
        "seat0": [bytes.fromhex(ANNS)],
        "seat1": [bytes.fromhex(BOS)],
    }
    assert tagged.hub.shown["e6a2"].text == "Lay your tag, or press: seat of P0"
    tagged.receive([Pressed("e6a2", 1, tagged.name, 0, "claim0", "seat1")], 0.0)
    assert tagged.evening.boards == {1: "e6a2"}
    assert tagged.hub.laid_out["e6a1"] == {"seat0": [bytes.fromhex(ANNS)]}


def test_a_players_tag_counts_though_another_seat_was_taken_meanwhile(tagged):
    joins(tagged, "e6a1")
    joins(tagged, "e6a2", "1")
    tagged.receive([Pressed("e6a1", 1, tagged.name, 0, "claim0", "seat1")], 0.0)
    assert tagged.evening.boards == {0: "e6a2", 1: "e6a1"}


def test_a_claim_in_another_game_claims_nothing(tagged):
    """There the same place may be somebody else's."""
    joins(tagged, "e6a1")
    tagged.receive([Pressed("e6a1", 1, "other", 0, "claim0", "seat1")], 0.0)
    assert tagged.evening.boards == {}


def test_a_players_tag_claims_no_seat_that_is_taken(tagged):
    joins(tagged, "e6a1")
    tagged.serve(1, "e6a9", 0.0)
    tagged.receive([Pressed("e6a1", 1, tagged.name, 0, "claim0", "seat1")], 0.0)
    assert tagged.evening.boards == {1: "e6a9"}
    assert tagged.hub.refused == [("e6a1", 1, "bad_choice")]


@pytest.mark.parametrize("place", ["0", "4", "9", "x", "-1"])
def test_a_place_that_is_not_at_this_table_is_asked_for_instead(table, place):
    joins(table, "e6a1", place)
    assert table.evening.boards == {}
    assert table.hub.shown["e6a1"].step == "claim0"


def test_two_boards_with_one_number_do_not_fight_for_the_seat(table):
    joins(table, "e6a1", "1")
    joins(table, "e6a2", "1")
    assert table.evening.boards == {0: "e6a1"}
    assert table.hub.shown["e6a2"].step == "claim1"


@pytest.mark.parametrize("how", ["number", "operator"])
def test_a_board_is_asked_about_the_next_seat_when_another_board_takes_the_first(table, how):
    joins(table, "e6a1")
    assert table.hub.shown["e6a1"].step == "claim0"
    if how == "number":
        joins(table, "e6a2", "1")
    else:
        table.serve(0, "e6a2", 0.0)
    assert table.hub.shown["e6a1"].step == "claim1"


def test_a_seat_that_was_given_to_its_page_stays_there(table):
    joins(table, "e6a2", "2")
    table.serve(1, "", 0.0)
    joins(table, "e6a2", "2")
    assert table.evening.boards == {1: ""}
