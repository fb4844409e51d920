"""What the campaigns have found, each in its smallest form."""

from collections import Counter

import pytest

from host_tools.table.entries import Declare
from tests.table.arena import Faults
from tests.table.boarded import TAGS, Boarded
from tests.table.campaign import FULL, KINDS, Shape, compare, play, reference
from tests.table.paper import turn


def test_after_the_lock_nobody_else_may_change_a_card_because_one_must_lay_again(tmp_path):
    seats = Boarded(tmp_path)
    table = seats.table
    turn(table, "sell lumber_yard", "sell clay_pool", "sell stone_pit")
    table.tags = {**TAGS, "04ff": "arena"}  # a card of another Age
    for seat, uid in enumerate(["04ff", "04a1", "04a2"]):
        seats.commits(seat, uid)
    table.tick(0.0)
    seats.opens(0, "04ff")
    assert table.evening.phase == "open"
    assert seats.commits(1, "04a0") == "wrong_phase"
    seats.opens(1, "04a1")
    seats.opens(2, "04a2")
    assert (table.evening.phase, table.evening.round.missing()) == ("lay", [0])
    table.tick(0.0)
    phases = [table.hub.shown[f"board{seat}"].phase for seat in range(3)]
    assert phases == ["play", "locked", "locked"]
    seats.commits(0, "04a0")
    table.tick(0.0)
    seats.opens(0, "04a0")
    assert [card.id for card in table.evening.round.cards.values()] == ["baths", "theater", "altar"]


@pytest.mark.parametrize("stranger", ["04fe", "04ff"])
def test_a_locked_tag_that_is_no_card_of_this_game_is_laid_again(tmp_path, stranger):
    """A seat that knows no deck has committed it: refused for ever, it would stop the table."""
    seats = Boarded(tmp_path)
    table = seats.table
    table.tags = {**TAGS, "04ff": "caesar"}  # a leader, in a game without leaders
    for seat, uid in enumerate([stranger, "04a1", "04a2"]):
        seats.commits(seat, uid)
    table.tick(0.0)
    for seat, uid in enumerate([stranger, "04a1", "04a2"]):
        seats.opens(seat, uid)
    assert (table.evening.phase, table.evening.round.missing()) == ("lay", [0])


def test_no_copy_is_played_twice_though_there_are_others_of_its_name(tmp_path):
    seats = Boarded(tmp_path)
    table = seats.table
    rules = table.evening.game.rules
    # A deck of its own: all games of a set-up share theirs.
    rules.decks = {**rules.decks, 1: rules.decks[1] + Counter([rules.card("altar")])}
    for seat, uid in enumerate(["04a0", "04a1", "04a2"]):
        seats.commits(seat, uid)
    table.tick(0.0)
    for seat, uid in enumerate(["04a0", "04a1", "04a2"]):
        seats.opens(seat, uid)
    for seat in range(3):
        table.record([Declare(seat, "sell")], 0.0)
    assert table.evening.game.turn == 2
    for seat, uid in enumerate(["04a0", "04a3", "04a4"]):
        seats.commits(seat, uid)
    table.tick(0.0)
    seats.opens(0, "04a0")
    assert table.evening.refused == {0: "card_already_used"}


@pytest.mark.parametrize("seed", [0, 23])
def test_extra_plays_are_declined_and_extra_leaders_recruited_only(seed):
    """Seed 0 declines an extra card before the leftovers are asked for; 23 has Rome's stage."""
    play(seed, Shape(8, FULL), Faults())


def test_a_leftover_card_that_was_told_on_a_page_is_not_taken_for_a_pick():
    """It still lies on the tray when the next question asks for a card from the pile."""
    shape = Shape(4)
    found = play(82, shape, KINDS["all at once"])
    assert +compare(found, reference(82, shape)) == {}


def test_whoever_picks_from_the_pile_takes_a_copy_that_lies_there():
    """Not the one that comes round in a hand, and would be played again in the next turn."""
    play(404, Shape(5, strict=True, turns=4), Faults())
