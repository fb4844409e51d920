"""With two players the Free City's card is chosen before the lock, like every card."""

import json

import pytest

from host_tools.link.events import CARD, Pressed, Tagged
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.rules.table import give
from tests.table.boarded import Boarded
from tests.table.paper import resumed

TWO = "gizah_a rhodos_a ephesos_a"
FREE = 2


@pytest.fixture
def seats(tmp_path):
    return Boarded(tmp_path, wonders=TWO, variant="two_player")


def decider(seats):
    return seats.evening.game.decider(FREE)


def names(seats, uid):
    """The seat that holds the Free City asks, and then names the card on its tray."""
    seat = decider(seats)
    step = seats.shown(seat).step
    assert seats.say(Pressed, seat, step, CARD) == ""
    seats.seq += 1
    seats.table.receive([Tagged(f"board{seat}", seats.seq, uid)], 0.0)
    seats.table.tick(0.0, seats.table.steady)


def test_who_holds_the_free_city_is_asked_for_its_card_first(seats):
    mine, other = decider(seats), 1 - decider(seats)
    assert (seats.shown(mine).phase, seats.shown(other).phase) == ("enrol", "play")
    assert private_view(seats.table, mine)["ask"]["kind"] == "free_city"
    names(seats, "04a0")
    assert (seats.shown(mine).phase, seats.shown(mine).stale) == ("play", bytes.fromhex("04a0"))


def test_the_lock_waits_for_the_free_citys_card(seats):
    mine, other = decider(seats), 1 - decider(seats)
    seats.commits(other, "04a1")
    seats.commits(mine, "04a2")
    assert not seats.evening.round.locked
    assert public_view(seats.table)["missing"] == ["The Free City"]
    names(seats, "04a0")
    assert seats.evening.round.locked


def test_its_card_is_in_no_journal_and_no_view_before_the_lock(seats):
    names(seats, "04a0")
    entries = seats.table.journal.read(seats.table.number)
    assert "04a0" not in str(entries)
    assert "altar" not in str(entries)
    seen = json.dumps([public_view(seats.table), private_view(seats.table, 1 - decider(seats))])
    assert "altar" not in seen.lower()


def test_after_the_lock_all_three_are_revealed_together(seats):
    mine, other = decider(seats), 1 - decider(seats)
    names(seats, "04a0")
    seats.commits(mine, "04a2")
    seats.commits(other, "04a1")
    seats.opens(mine, "04a2")
    seats.opens(other, "04a1")
    assert [card.id for _, card in sorted(seats.evening.round.cards.items())] == (
        ["theater", "baths", "altar"] if mine == 0 else ["baths", "theater", "altar"]
    )
    assert not any(seat["played"] for seat in public_view(seats.table)["seats"])


def test_a_card_that_may_not_be_played_is_refused_at_once(seats):
    names(seats, "04ff")
    assert seats.table.hub.refused[-1][2] == "wrong_age"
    assert FREE in seats.evening.round.missing()


def test_on_a_page_it_is_chosen_before_the_lock_too(seats):
    seats.table.commit_page(FREE, "altar", 0.0)
    assert FREE not in seats.evening.round.missing()


def test_a_host_that_was_restarted_asks_for_it_again(seats):
    names(seats, "04a0")
    again = resumed(seats.table)
    assert FREE in again.evening.round.missing()


def locked(seats):
    """All three cards lie open; nobody has said what is done with them."""
    mine, other = decider(seats), 1 - decider(seats)
    names(seats, "04a0")
    seats.commits(mine, "04a2")
    seats.commits(other, "04a1")
    seats.opens(mine, "04a2")
    seats.opens(other, "04a1")
    return mine


def test_a_key_before_the_own_card_is_for_the_free_citys_card(seats):
    mine = decider(seats)
    names(seats, "04a0")
    assert seats.say(Pressed, mine, seats.shown(mine).step, "sell") == ""
    assert seats.evening.round.actions == {FREE: "sell"}


def test_a_key_after_the_own_card_is_for_that_one_also_when_it_is_changed(seats):
    mine = decider(seats)
    names(seats, "04a0")
    free = seats.shown(mine).step
    seats.commits(mine, "04a2")
    assert seats.shown(mine).step != free  # a late key for the one never counts for the other
    for key in ("sell", "build"):
        seats.say(Pressed, mine, seats.shown(mine).step, key)
    assert seats.evening.round.actions == {mine: "build"}


def test_its_grace_begins_when_its_question_is_shown(seats):
    mine = locked(seats)
    seats.table.tick(0.0, seats.table.steady + 2)
    assert sorted(seats.evening.round.actions) == [0, 1]
    seats.table.tick(0.0, seats.table.steady)
    seats.say(Pressed, mine, seats.shown(mine).step, "sell")  # G113: it could be built
    assert not seats.evening.past
    seats.say(Pressed, mine, seats.shown(mine).step, "build")
    assert seats.evening.past[0].moves[FREE].action == "build"


def test_nothing_is_built_for_it_while_its_question_is_behind_another(seats):
    mine = locked(seats)
    give(seats.evening.game, mine, built="theater")  # a second one must be sold
    seats.evening.asked = None
    seats.table.tick(0.0, seats.table.steady + 60)
    assert FREE not in seats.evening.round.actions
