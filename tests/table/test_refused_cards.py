"""A card that does not count: its seat lays again, says why, and bricks nobody."""

import pytest

from host_tools.table import decisions
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.table.boarded import Boarded
from tests.table.paper import new_table, resumed

WRONG = "04ff"


@pytest.fixture
def seats(tmp_path):
    """Everybody has laid and opened a card; that of seat 0 is of another Age."""
    seats = Boarded(tmp_path)
    seats.sell("04a0", "04a1", "04a2")
    seats.lay(WRONG, "04a3", "04a4")
    return seats


def test_a_wrong_card_is_laid_again_and_is_no_commitment_while_it_lies_there(seats):
    assert (seats.evening.phase, seats.evening.round.missing()) == ("lay", [0])
    state = seats.shown(0)
    assert (state.phase, state.light, state.sound) == ("play", "warn", "low")
    assert state.stale == bytes.fromhex(WRONG)


def test_when_the_tray_has_been_empty_the_same_card_is_judged_again(seats):
    assert seats.lifts(0) == ""
    assert seats.shown(0).stale is None
    seats.commits(0, WRONG)
    seats.opens(0, WRONG)
    assert seats.evening.refused == {0: "wrong_age"}


def test_the_right_card_goes_on_with_the_turn(seats):
    seats.lifts(0)
    seats.commits(0, "04a5")
    seats.opens(0, "04a5")
    assert (seats.evening.phase, seats.evening.refused) == ("declare", {})


def test_the_seat_says_why_and_the_screen_who_but_nobody_which_card(seats):
    why = "Not a card of this Age. Lay another."
    assert seats.shown(0).text == why
    assert private_view(seats.table, 0)["text"] == why
    assert [private_view(seats.table, seat)["rule"] for seat in range(3)] == ["G5", "", ""]
    view = public_view(seats.table)
    assert [seat["again"] for seat in view["seats"]] == [True, False, False]
    assert view["log"][-1] == f"{view['seats'][0]['player']} lays again."
    assert "rena" not in str(view["log"]) + str(view["pause_reason"])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_reason_fits_on_a_display(lang):
    from host_tools.table.states import AGAIN, TEXT_MAX, again_text

    assert all(len(again_text(why, lang)) <= TEXT_MAX for why in (*AGAIN, "anything"))


def test_a_seat_that_commits_a_wrong_card_again_and_again_pauses_the_table(seats):
    """A seat without manners: it neither clears its tray nor looks at what it is told."""
    for _ in range(3):
        assert not seats.evening.paused
        seats.commits(0, WRONG)
        seats.opens(0, WRONG)
    assert (seats.evening.paused, seats.evening.paused_for) == (True, 0)
    player = seats.evening.game.rules.name(0)
    assert public_view(seats.table)["pause_reason"].startswith(f"{player}'s card was refused 4")
    assert seats.shown(0).text == "Not a card of this Age. Lay another."
    assert seats.commits(0, WRONG) == "wrong_phase"
    assert resumed(seats.table).evening.paused_for == 0


def test_after_the_pause_the_game_goes_on(seats):
    for _ in range(3):
        seats.commits(0, WRONG)
        seats.opens(0, WRONG)
    seats.table.record(decisions.pause(seats.evening, on=False), 0.0)
    assert public_view(seats.table)["pause_reason"] == ""
    seats.commits(0, "04a5")
    seats.opens(0, "04a5")
    assert seats.evening.phase == "declare"


def test_voids_of_the_operator_and_of_a_restart_never_pause_the_table(tmp_path):
    table = new_table(tmp_path)
    for _ in range(6):
        table.commit_page(0, "altar", 0.0)
        table.record(decisions.void(table.evening, 0), 0.0)
        table.commit_page(0, "altar", 0.0)
        table = resumed(table)
    assert not table.evening.paused


def test_a_tag_of_no_card_is_laid_again_too(tmp_path):
    seats = Boarded(tmp_path)
    seats.lay("04ee", "04a1", "04a2")
    assert seats.evening.refused == {0: "unknown_card"}


def test_an_assisted_seat_is_told_at_once(tmp_path):
    seats = Boarded(tmp_path, mode="assisted")
    seats.commits(0, WRONG)
    assert seats.opens(0, WRONG) == "wrong_age"
    seats.lifts(0)
    assert seats.evening.round.missing() == [0, 1, 2]


def test_two_pages_that_commit_the_only_copy_do_not_both_play_it(tmp_path):
    """Before the lock nobody may learn what the others have; at the lock the second lays again."""
    table = new_table(tmp_path)
    for seat, card in enumerate(["altar", "altar", "baths"]):
        table.commit_page(seat, card, 0.0)
    table.tick(0.0)
    assert [*table.evening.round.cards] == [0, 2]
    assert table.evening.refused == {1: "card_already_used"}


def test_the_cards_of_the_last_game_are_no_commitments_in_the_next_one(tmp_path):
    seats = Boarded(tmp_path)
    seats.sell("04a0", "04a1", "04a2")
    (tmp_path / "next").mkdir()
    following = Boarded(tmp_path / "next")
    following.table.note_left_cards(seats.evening, 0.0)
    assert [following.shown(seat).stale.hex() for seat in range(3)] == ["04a0", "04a1", "04a2"]


def test_a_new_game_begins_with_a_request_to_clear_the_trays(tmp_path):
    seats = Boarded(tmp_path)
    assert seats.shown(0).text == "Clear the tray, then lay a card."
    assert private_view(seats.table, 0)["text"] == "Lay your card face down."  # no tray on a page
