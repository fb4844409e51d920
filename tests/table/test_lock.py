"""The lock counts only what lies there now, by a clock that nobody sets."""

from host_tools.table.view import public_view
from tests.table.boarded import Boarded

THREE = ("04a0", "04a1", "04a2")


def committed(tmp_path, **more):
    seats = Boarded(tmp_path, **{"countdown": 3, **more})
    for seat, uid in enumerate(THREE):
        seats.commits(seat, uid)
    return seats


def waits(seats, seconds):
    seats.table.tick(0.0, seats.table.steady + seconds)
    seats.table.tick(0.0, seats.table.steady)


def test_a_seat_that_is_away_holds_up_the_lock_and_the_screen_says_who(tmp_path):
    seats = committed(tmp_path)
    seats.leaves(1)
    waits(seats, 60)
    assert not seats.evening.round.locked
    assert public_view(seats.table)["missing"] == [seats.evening.game.rules.name(1)]
    assert public_view(seats.table)["seats"][1]["waited_for"]


def test_a_card_that_was_exchanged_meanwhile_is_the_one_that_counts(tmp_path):
    seats = committed(tmp_path)
    seats.leaves(1)
    seats.joins(1)
    waits(seats, 60)
    assert not seats.evening.round.locked
    seats.commits(1, "04a4")
    waits(seats, 1)
    waits(seats, 3)
    for seat, uid in enumerate(("04a0", "04a4", "04a2")):
        seats.opens(seat, uid)
    assert seats.evening.round.cards[1].id == "stockade"


def test_the_same_card_is_confirmed_and_counts_again(tmp_path):
    seats = committed(tmp_path)
    seats.joins(1)  # it was restarted, and nobody noticed that it was away
    waits(seats, 60)
    assert not seats.evening.round.locked
    assert seats.commits(1, "04a1") == ""
    waits(seats, 1)
    waits(seats, 3)
    assert seats.evening.round.locked


def test_an_assisted_seat_that_is_away_is_not_locked_with_the_card_it_told(tmp_path):
    seats = committed(tmp_path, mode="assisted")
    for seat, uid in enumerate(THREE):
        seats.opens(seat, uid)
    seats.leaves(2)
    waits(seats, 60)
    assert not seats.evening.round.locked


def test_after_a_restart_every_seat_confirms_its_card(tmp_path):
    from tests.table.paper import resumed

    seats = committed(tmp_path)
    seats.table = resumed(seats.table)
    waits(seats, 60)
    assert not seats.evening.round.locked
    for seat, uid in enumerate(THREE):
        seats.joins(seat)
        seats.commits(seat, uid)
    waits(seats, 1)
    waits(seats, 3)
    assert seats.evening.round.locked


def test_a_card_that_was_told_on_a_page_needs_no_board(tmp_path):
    seats = committed(tmp_path)
    seats.leaves(1)
    seats.lifts(1)
    seats.table.commit_page(1, "stockade", 0.0)
    waits(seats, 1)
    waits(seats, 3)
    assert seats.evening.round.locked


def test_another_card_starts_the_countdown_again(tmp_path):
    """Whoever has just laid it has the time to say what is done with it."""
    seats = committed(tmp_path)
    waits(seats, 2)
    seats.commits(1, "04a4")
    waits(seats, 2)
    assert not seats.evening.round.locked
    waits(seats, 1)
    assert seats.evening.round.locked


def test_a_clock_that_is_set_back_does_not_stop_the_countdown(tmp_path):
    seats = committed(tmp_path)
    seats.table.tick(1e9, 1.0)
    seats.table.tick(1e9 - 3600, 4.0)
    assert seats.evening.round.locked


def test_a_clock_that_is_set_forward_does_not_shorten_it(tmp_path):
    seats = committed(tmp_path)
    seats.table.tick(1e9, 1.0)
    seats.table.tick(1e9 + 3600, 2.0)
    assert not seats.evening.round.locked
    assert public_view(seats.table)["countdown"] == 1.0


def test_a_seat_whose_board_is_replaced_lays_again(tmp_path):
    """Nobody else can open what the old board has sealed."""
    seats = committed(tmp_path)
    seats.table.serve(1, "spare", 0.0)
    assert (seats.evening.round.missing(), seats.evening.refused) == ([1], {1: "operator"})
