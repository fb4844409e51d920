"""A turn at the table: keys before the lock, the grace after it, payments, and what is shown."""

import pytest

from host_tools.link.events import Pressed
from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.entries import Declare, Pay
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.rules.table import give
from tests.table.boarded import Boarded
from tests.table.paper import lay, new_table, resumed, turn

LAID = ("04a0", "04a1", "04a2")  # altar, baths, theater


@pytest.fixture
def seats(tmp_path):
    return Boarded(tmp_path)


def press(seats, seat, key):
    return seats.say(Pressed, seat, seats.shown(seat).step, key)


def after(seats, seconds):
    seats.table.tick(0.0, seats.table.steady + seconds)


def actions(seats):
    return [entry.action for entry in entries(seats, Declare)]


def entries(seats, kind):
    rows = seats.table.journal.read(seats.table.number)
    return [entry for _, entry in rows if isinstance(entry, kind)]


def commit_all(seats):
    for seat, uid in enumerate(LAID):
        seats.commits(seat, uid)


def open_all(seats):
    for seat, uid in enumerate(LAID):
        seats.opens(seat, uid)


# Before the lock


def test_a_seat_may_say_before_the_lock_what_it_does(seats):
    seats.commits(0, "04a0")
    assert seats.shown(0).light.partition(":")[2] == "bws"
    assert seats.shown(0).phase == "play"
    assert press(seats, 0, "sell") == ""
    assert seats.evening.round.actions == {0: "sell"}


def test_nobody_waits_for_that(seats):
    commit_all(seats)
    assert seats.evening.phase == "open"


def test_without_a_card_nothing_is_asked(seats):
    assert seats.shown(0).step == ""


def test_the_last_key_counts(seats):
    seats.commits(0, "04a0")
    press(seats, 0, "sell")
    press(seats, 0, "build")
    press(seats, 0, "build")
    assert actions(seats) == ["sell", "build"]
    assert seats.evening.round.actions == {0: "build"}


@pytest.mark.parametrize("key", ["build", "wonder", "sell"])
def test_board_and_screens_look_the_same_after_every_key(seats, key):
    seats.commits(0, "04a0")
    shown, seen = seats.shown(0), public_view(seats.table)
    others = [private_view(seats.table, seat) for seat in (1, 2)]
    press(seats, 0, key)
    assert seats.shown(0) == shown
    assert public_view(seats.table) == seen
    assert [private_view(seats.table, seat) for seat in (1, 2)] == others


@pytest.mark.parametrize("again", ["another card", "the same card"])
def test_what_was_said_for_a_card_that_was_lifted_does_not_count(seats, again):
    seats.commits(0, "04a0")
    press(seats, 0, "sell")
    if again == "the same card":
        seats.lifts(0)
    seats.commits(0, "04a0" if again == "the same card" else "04a3")
    assert seats.evening.round.actions == {}


def test_a_tone_tells_that_all_have_committed(tmp_path):
    seats = Boarded(tmp_path, countdown=3)
    commit_all(seats)
    after(seats, 0)
    assert [seats.shown(seat).sound for seat in range(3)] == ["lock"] * 3
    seats.lifts(1)
    after(seats, 0)
    assert [seats.shown(seat).sound for seat in range(3)] == [""] * 3


def test_in_a_strict_game_the_lock_waits_for_it(tmp_path):
    seats = Boarded(tmp_path, strict=True)
    commit_all(seats)
    assert seats.evening.phase == "lay"
    assert public_view(seats.table)["missing"] == ["P0", "P1", "P2"]
    for seat in range(3):
        press(seats, seat, "sell")
    assert seats.evening.phase == "open"


def test_on_a_page_card_and_action_are_one_step(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0, "sell")
    assert table.evening.round.actions == {0: "sell"}
    assert private_view(table, 0)["ask"]["chosen"] == "sell"
    assert private_view(table, 0)["ask"]["optional"]


def test_on_a_page_an_action_that_is_not_possible_is_refused_with_its_card(tmp_path):
    table = new_table(tmp_path)
    with pytest.raises(MoveError, match="cannot"):
        table.commit_page(0, "altar", 0.0, "wonder")
    assert not table.evening.round.commits


# Between lock and reveal


def test_after_the_lock_the_legal_buttons_are_lit_and_the_light_says_that_it_is_built(seats):
    commit_all(seats)
    open_all(seats)
    assert [seats.shown(s).light for s in range(3)] == ["grace:b-s", "grace:B-s", "grace:b-s"]
    assert seats.shown(0).sound == ""


def test_nobody_presses_and_all_cards_are_built(seats):
    commit_all(seats)
    open_all(seats)
    after(seats, 1.9)
    assert len(seats.evening.past) == 0
    after(seats, 0.1)
    assert actions(seats) == ["build"] * 3
    assert len(seats.evening.past) == 1


def test_all_have_said_it_and_the_reveal_comes_at_once(tmp_path):
    seats = Boarded(tmp_path, countdown=1)
    for seat, uid in enumerate(LAID):
        seats.commits(seat, uid)
        press(seats, seat, "sell")
    after(seats, 1)
    open_all(seats)
    assert len(seats.evening.past) == 1


def test_a_key_within_the_grace_counts(seats):
    commit_all(seats)
    open_all(seats)
    press(seats, 1, "sell")
    after(seats, 2)
    assert seats.evening.past[0].moves[1].action == "sell"
    assert seats.evening.past[0].moves[0].action == "build"


def test_a_card_that_cannot_be_built_is_waited_for(tmp_path):
    seats = Boarded(tmp_path)
    give(seats.evening.game, 0, built="altar")  # a second one is not allowed
    commit_all(seats)
    open_all(seats)
    assert (seats.shown(0).light, seats.shown(0).sound) == ("ask:--s", "ask")
    assert seats.shown(0).text == "It cannot be built: stage or sale?"
    after(seats, 60)
    assert seats.evening.phase == "declare"
    assert public_view(seats.table)["missing"] == ["P0"]
    press(seats, 0, "sell")
    assert len(seats.evening.past) == 1


def test_whoever_chose_what_is_not_possible_is_asked_and_nothing_is_built_meanwhile(seats):
    seats.commits(0, "04a0")
    press(seats, 0, "wonder")
    seats.commits(1, "04a1")
    seats.commits(2, "04a2")
    open_all(seats)
    assert seats.shown(0).light.startswith("ask:b")
    after(seats, 60)
    assert 0 not in seats.evening.round.actions
    press(seats, 0, "build")
    assert len(seats.evening.past) == 1


def test_always_ask_means_always(tmp_path):
    seats = Boarded(tmp_path, grace=None)
    commit_all(seats)
    open_all(seats)
    assert seats.shown(0).light == "ask:b-s"
    after(seats, 600)
    assert seats.evening.phase == "declare"


def test_a_seat_that_is_away_has_its_whole_grace_when_it_is_back(seats):
    commit_all(seats)
    open_all(seats)
    seats.leaves(0)
    after(seats, 10)
    assert seats.evening.round.actions == {1: "build", 2: "build"}
    seats.joins(0)
    after(seats, 1)
    assert 0 not in seats.evening.round.actions
    after(seats, 2)
    assert len(seats.evening.past) == 1


def test_a_pause_stops_the_grace(seats):
    commit_all(seats)
    open_all(seats)
    seats.table.record(decisions.pause(seats.evening, True), 0.0)
    after(seats, 60)
    assert seats.evening.round.actions == {}


def test_a_restart_gives_the_grace_again(tmp_path):
    table = new_table(tmp_path)
    lay(table, "altar", "baths", "theater")
    table.tick(0.0, 1.0)
    table = resumed(table)
    table.tick(0.0, 100.0)
    assert table.evening.phase == "declare"
    table.tick(0.0, 102.0)
    assert len(table.evening.past) == 1


# Payments


def trading(tmp_path, sellers, **more):
    """Seat 0 wants the baths, which cost stone."""
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a", **more)
    for seat in sellers:
        give(table.evening.game, seat, built="stone_pit")
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    return table


def test_the_cheapest_payment_is_taken_without_a_question(tmp_path):
    table = trading(tmp_path, [1])
    assert table.evening.past[0].moves[0].payment.coins == (2, 0, 0)


def test_equally_cheap_ones_are_asked_for(tmp_path):
    table = trading(tmp_path, [1, 2])
    assert table.evening.phase == "pay"
    assert public_view(table)["phase"] == "declare"  # that somebody pays would tell the action
    ask = private_view(table, 0)["ask"]
    assert [option["payment"]["coins"] for option in ask["options"]] == [[2, 0, 0], [0, 2, 0]]
    assert ask["card"]["name"] == "Baths"


def test_a_seat_that_has_declared_pays_while_others_still_think(tmp_path):
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a")
    for seat in (1, 2):
        give(table.evening.game, seat, built="stone_pit")
    table.commit_page(0, "baths", 0.0, "build")
    table.commit_page(1, "theater", 0.0)
    table.commit_page(2, "altar", 0.0)
    table.tick(0.0)
    assert (table.evening.phase, private_view(table, 0)["ask"]["kind"]) == ("declare", "pay")


def test_whoever_wants_it_is_always_asked_how_to_pay(tmp_path):
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a", ask_payment=True)
    give(table.evening.game, 1, built="stone_pit west_trading_post")
    give(table.evening.game, 2, built="stone_pit")
    give(table.evening.game, 0, built="west_trading_post")
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    assert len(private_view(table, 0)["ask"]["options"]) == 2
    assert not [entry for _, entry in table.journal.read(table.number) if isinstance(entry, Pay)][
        2:
    ]


def test_a_right_that_is_gone_then_is_not_spent_without_a_question(tmp_path):
    table = new_table(tmp_path, "olympia_a gizah_a ephesos_a")
    game = table.evening.game
    give(game, 0, stages=2)
    give(game, 1, built="stone_pit")
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    assert [o["payment"]["free"] for o in private_view(table, 0)["ask"]["options"]] == [
        "",
        "olympia",
    ]


# The reveal


def test_built_cards_lie_open_and_everything_else_stays_closed(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0, "build")
    table.commit_page(1, "baths", 0.0, "sell")
    table.commit_page(2, "theater", 0.0, "sell")
    table.tick(0.0)
    seats = public_view(table)["seats"]
    assert [(seat["played"]["action"], bool(seat["played"]["card"])) for seat in seats] == [
        ("build", True), ("sell", False), ("sell", False),
    ]  # fmt: skip
    assert seats[0]["played"]["card"]["name"] == "Altar"
    assert "baths" not in str(public_view(table)).lower()
    assert "theater" not in str(private_view(table, 0)).lower()


def test_in_the_middle_of_a_turn_the_one_before_is_no_longer_told(tmp_path):
    table = new_table(tmp_path, "halikarnassos_a gizah_a ephesos_a")
    turn(table, "sell altar", "sell baths", "sell theater")
    give(table.evening.game, 0, stages=1, built="ore_vein foundry")
    turn(table, "wonder stockade", "build lumber_yard", "build stone_pit")
    assert table.evening.phase == "ask"  # for a card from the pile
    assert private_view(table, 0)["ask"]["rule"] == "G95"
    seats = public_view(table)["seats"]
    assert [seat["played"]["action"] for seat in seats] == ["wonder", "build", "build"]
    assert [(seat["facts"], seat["todo"]) for seat in seats] == [(None, [])] * 3


def test_a_seat_sees_its_own_card_on_its_page_until_the_reveal(seats):
    commit_all(seats)
    open_all(seats)
    assert private_view(seats.table, 0)["secret"]["name"] == "Altar"
    assert "altar" not in str([private_view(seats.table, seat) for seat in (1, 2)]).lower()


def test_light_and_display_tell_which_coins_are_due(tmp_path):
    seats = Boarded(tmp_path, wonders="rhodos_a gizah_a ephesos_a")
    give(seats.evening.game, 1, built="stone_pit")
    seats.commits(0, "04a1")
    seats.commits(1, "04a0")
    seats.commits(2, "04a2")
    for seat, uid in enumerate(("04a1", "04a0", "04a2")):
        seats.opens(seat, uid)
    after(seats, 2)
    after(seats, 0)
    assert (seats.shown(0).light, seats.shown(0).text) == ("pay", "Pay 2 left.")
    assert (seats.shown(1).light, seats.shown(1).text) == ("take", "Take 2 right.")
    assert (seats.shown(2).light, seats.shown(2).text) == ("", "Lay your card face down.")


def test_the_coins_are_no_longer_told_when_the_next_card_lies_there(tmp_path):
    seats = Boarded(tmp_path)
    seats.sell(*LAID)
    assert (seats.shown(0).light, seats.shown(0).text) == ("take", "Take 3 bank.")
    seats.commits(0, "04a3")
    assert seats.shown(0).text == "Committed. Waiting for P1, P2."


# Pace


def test_whoever_is_waited_for_is_reminded_gently(seats):
    for seat in (0, 1):
        seats.commits(seat, LAID[seat])
    after(seats, 19)
    assert seats.shown(2).light == ""
    after(seats, 1)
    after(seats, 0)
    assert (seats.shown(2).light, seats.shown(2).sound) == ("nudge", "")
    after(seats, 20)
    after(seats, 0)
    assert (seats.shown(2).light, seats.shown(2).sound) == ("nudge", "nudge")
    assert seats.shown(0).light == ":bws"


def test_nobody_is_reminded_while_most_are_thinking(seats):
    seats.commits(0, "04a0")
    after(seats, 600)
    after(seats, 0)
    assert [seats.shown(seat).light for seat in (1, 2)] == ["", ""]


def test_a_turn_timer_is_shown_and_reminds_and_forces_nobody(tmp_path):
    seats = Boarded(tmp_path, timer=60)
    after(seats, 0)
    after(seats, 10)
    assert public_view(seats.table)["timer"] == 50
    for seat in (0, 1):
        seats.commits(seat, LAID[seat])
    after(seats, 10)
    after(seats, 41)
    after(seats, 0)
    assert public_view(seats.table)["timer"] == 0
    assert seats.shown(2).light == "nudge"
    assert seats.evening.phase == "lay"


# The pile


def test_nobody_is_told_by_a_refusal_that_a_card_was_sold(tmp_path):
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0, "sell")
    table.commit_page(1, "baths", 0.0, "build")
    table.commit_page(2, "theater", 0.0, "build")
    table.tick(0.0)
    table.commit_page(1, "altar", 0.0)  # there is one copy with three players
    with pytest.raises(MoveError, match="out already"):
        table.commit_page(0, "altar", 0.0)  # whoever sold it knows
    with pytest.raises(MoveError, match="out already"):
        table.commit_page(0, "theater", 0.0)  # which lies open


def test_the_operators_look_at_the_pile_is_told_to_everybody(tmp_path):
    table = new_table(tmp_path)
    table.record(decisions.look(table.evening), 0.0)
    assert public_view(table)["log"] == ["The operator has looked at cards that lie face down."]
    assert resumed(table).evening.log == table.evening.log
