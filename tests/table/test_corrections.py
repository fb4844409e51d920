"""Mistakes are taken back: undo, void, correct, pause; all of it survives a restart."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent
from host_tools.table import decisions
from host_tools.table.entries import Commit, Lock, OnTray, Open
from host_tools.table.export import record_of
from host_tools.table.view import public_view
from tests.rules.table import fingerprint
from tests.table.paper import coins, declare, lay, new_table, resumed, turn


def test_undo_goes_back_to_before_the_last_turn(tmp_path):
    table = new_table(tmp_path)
    before = fingerprint(table.evening.game)
    turn(table, "build altar", "sell baths", "build theater")
    table.record(decisions.undo(table.evening), 0.0)
    assert fingerprint(table.evening.game) == before
    assert table.evening.phase == "lay"


def test_undo_can_be_repeated_until_the_beginning(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "build theater")
    turn(table, "build lumber_yard", "sell stockade", "build clay_pool")
    table.record(decisions.undo(table.evening), 0.0)
    table.record(decisions.undo(table.evening), 0.0)
    assert (table.evening.game.turn, coins(table)) == (1, [3, 3, 3])
    with pytest.raises(MoveError):
        decisions.undo(table.evening)


def test_a_wrong_action_is_replaced_and_everybody_can_see_it(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "build theater")
    table.correct(0, Intent("altar", "sell"), 0.0)
    assert coins(table) == [6, 6, 3]
    assert "corrected: a card is sold." in public_view(table)["log"][-1]


def test_a_wrong_payment_is_replaced(tmp_path):
    """Gizah sells a stone to both neighbours; Rhodos has its baths from the other side."""
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a")
    turn(table, "sell altar", "build lumber_yard", "build stone_pit")
    turn(table, "build baths", "build loom_1", "build theater")
    assert coins(table) == [4, 5, 3]
    table.correct(0, Intent("baths", "build", pay=(0, 2)), 0.0)
    assert coins(table) == [4, 3, 5]


def test_a_commitment_is_voided_and_laid_again(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0)
    number = table.evening.round_of(0)
    table.record(decisions.void(table.evening, 0), 0.0)
    assert 0 in table.evening.round.missing()
    assert table.evening.round_of(0) > number


def read(table, *cards):
    """Everybody lays a card on a reader; its tag is its name."""
    commits = [Commit(seat, "promise") for seat, _ in enumerate(cards)]
    opened = [Open(seat, card, f"tag of {card}") for seat, card in enumerate(cards)]
    table.record([*commits, Lock(), *opened], 0.0)


def test_a_voided_card_goes_back_to_the_hand_and_is_played_in_a_later_turn(tmp_path):
    table = new_table(tmp_path)
    read(table, "altar", "baths", "theater")
    table.record([OnTray(0, "tag of another card that was laid since")], 0.0)
    table.record(decisions.void(table.evening, 0), 0.0)
    table.commit_page(0, "lumber_yard", 0.0)
    table.tick(0.0)
    declare(table, "build", "sell", "build")
    assert table.evening.spent() == {"tag of baths", "tag of theater"}


def test_after_a_correction_that_turn_stays_played_and_the_next_is_laid_again(tmp_path):
    table = new_table(tmp_path)
    read(table, "altar", "baths", "theater")
    declare(table, "build", "sell", "build")
    read(table, "lumber_yard", "stockade", "clay_pool")
    table.correct(0, Intent("altar", "sell"), 0.0)
    assert table.evening.spent() == {"tag of altar", "tag of baths", "tag of theater"}
    assert table.evening.uids == {}  # no card on a tray is an old one


def test_a_card_that_cannot_be_played_is_laid_again_by_that_seat_alone(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build lumber_yard", "sell baths", "build theater")
    with pytest.raises(MoveError, match="Lumber Yard is out already"):
        table.commit_page(0, "lumber_yard", 0.0)


def test_a_pause_takes_no_cards(tmp_path):
    table = new_table(tmp_path)
    table.record(decisions.pause(table.evening, on=True), 0.0)
    with pytest.raises(MoveError):
        table.commit_page(0, "altar", 0.0)
    table.record(decisions.pause(table.evening, on=False), 0.0)
    table.commit_page(0, "altar", 0.0)


@pytest.mark.parametrize("moment", ["laid", "declared", "two turns"])
def test_a_restart_goes_on_in_the_very_question(tmp_path, moment):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "build theater")
    if moment != "two turns":
        lay(table, "lumber_yard", "stockade", "clay_pool")
    if moment == "declared":
        declare(table, "build", "sell")
    again = resumed(table)
    assert again.evening.phase == table.evening.phase
    assert again.evening.round == table.evening.round
    assert fingerprint(again.evening.game) == fingerprint(table.evening.game)


def test_what_only_the_memory_knew_is_asked_again_after_a_restart(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0)
    again = resumed(table)
    assert again.evening.round.missing() == [0, 1, 2]
    assert again.evening.refused == {0: "restarted"}


def test_the_evening_is_exported_without_what_was_taken_back(tmp_path):
    table = new_table(tmp_path)
    turn(table, "build altar", "sell baths", "build theater")
    turn(table, "build lumber_yard", "sell stockade", "build clay_pool")
    table.record(decisions.undo(table.evening), 0.0)
    lines = record_of(table.evening)
    assert [line["type"] for line in lines] == ["setup", "turn"]
