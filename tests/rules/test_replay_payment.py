"""Payments in a record: `buy`, `pay`, neither, and `free`."""

import pytest

from tests.rules.lines import broken, play, sell_on, selling, telling, turn
from tests.rules.table import coins, give, go_to

# Payments: `buy`, `pay`, or neither


def paying(text="0 build baths", left="", right="", own="", purse=9, **more):
    """Seat 0 plays in Age I; seat 1 on its left and seat 2 on its right sell."""
    told = telling(wonders="babylon_a rhodos_a ephesos_a")
    give(told.game, 0, built=own, coins=purse)
    give(told.game, 1, built=left)
    give(told.game, 2, built=right)
    line = turn(1, 1, play(text, **more), "1 sell altar", "2 sell theater")
    return told, line


def paid(*args, **more):
    """What goes to the left, to the right, and altogether."""
    told, line = paying(*args, **more)
    before = coins(told.game)
    told.apply(line)
    after = coins(told.game)
    return after[1] - before[1] - 3, after[2] - before[2] - 3, before[0] - after[0]


def test_buy_names_what_comes_from_each_neighbour():
    assert paid(left="stone_pit", right="stone_pit", buy={"right": "S"}) == (0, 2, 2)


def four_stones():
    """Gizah's third stage costs four stones: one of its own, two on the left, two on the right."""
    told = telling(wonders="gizah_a rhodos_a ephesos_a")
    give(told.game, 0, stages=2, coins=9)
    give(told.game, 1, built="stone_pit timber_yard")
    give(told.game, 2, built="quarry")
    return told


def test_buy_may_name_several_resources_of_both_neighbours():
    told = four_stones()
    stage = play("0 wonder baths", buy={"left": "S", "right": "SS"})
    told.apply(turn(1, 1, stage, "1 sell altar", "2 sell theater"))
    assert coins(told.game) == [3, 3 + 3 + 2, 3 + 3 + 4]


def test_a_purchase_must_suffice():
    told, line = paying("0 build baths", left="stone_pit", buy={})
    error = broken(told, line)
    assert (error.code, error.seat) == ("bad_choice", 0)
    assert "it costs 1 stone" in error.message


@pytest.mark.parametrize(
    "buy", [{"left": "SS"}, {"left": "SW"}, {"left": "W"}, {"right": "S"}, {"bank": "S"}]
)
def test_a_purchase_holds_what_is_needed_and_what_is_sold(buy):
    told, line = paying("0 build baths", left="stone_pit", buy=buy)
    assert broken(told, line).code == "bad_choice"


def test_a_purchase_must_be_affordable():
    told, line = paying(left="stone_pit", right="stone_pit", purse=1, buy={"left": "S"})
    assert broken(told, line).code == "cannot_afford"


def test_pay_names_the_coins_for_each_neighbour():
    assert paid(left="stone_pit", right="stone_pit", pay={"right": 2}) == (0, 2, 2)


def test_pay_may_name_a_neighbour_who_gets_nothing():
    assert paid(left="stone_pit", pay={"left": 2, "right": 0}) == (2, 0, 2)


@pytest.mark.parametrize("pay", [{}, {"left": 1}, {"left": 3}, {"left": 4}, {"right": 2}])
def test_pay_is_the_exact_price_of_a_purchase(pay):
    told, line = paying(left="stone_pit", pay=pay)
    error = broken(told, line)
    assert error.code == "bad_choice"
    assert error.message.endswith("The cheapest ways to pay are: 2 left and 0 right.")


def test_b5_pay_may_be_the_price_of_what_the_city_makes_itself():
    assert paid(own="stone_pit", left="stone_pit", pay={"left": 2}) == (2, 0, 2)


def test_b5_buy_may_name_what_the_city_makes_itself():
    assert paid(own="stone_pit", left="stone_pit", buy={"left": "S"}) == (2, 0, 2)


def test_b5_a_dominated_price_must_be_affordable_too():
    told, line = paying(own="stone_pit", left="stone_pit", pay={"left": 2}, purse=1)
    assert broken(told, line).code == "cannot_afford"


def test_b5_the_city_still_makes_it_for_nothing_when_nothing_is_said():
    assert paid(own="stone_pit", left="stone_pit") == (0, 0, 0)
    assert paid(own="stone_pit", left="stone_pit", pay={}) == (0, 0, 0)
    assert paid(own="stone_pit", left="stone_pit", buy={}) == (0, 0, 0)


def test_the_coins_of_the_cost_are_not_written_in_pay():
    """Clay Pit costs a coin, which goes to the bank."""
    assert paid("0 build clay_pit", pay={}) == (0, 0, 1)
    assert paid("0 build clay_pit") == (0, 0, 1)


def test_nothing_said_means_the_cheapest_way():
    """East Trading Post: stone from the right neighbour costs 1."""
    assert paid(own="east_trading_post", left="stone_pit", right="stone_pit") == (0, 1, 1)


def test_of_equally_cheap_ways_the_least_goes_to_the_right():
    assert paid(left="stone_pit", right="stone_pit") == (2, 0, 2)


def test_of_equally_cheap_ways_the_right_gets_only_what_the_left_does_not_sell():
    told = four_stones()
    told.apply(turn(1, 1, "0 wonder baths", "1 sell altar", "2 sell theater"))
    assert coins(told.game) == [3, 3 + 3 + 4, 3 + 3 + 2]


def with_bilkis():
    """Seat 0 has Bilkis (any resource for a coin to the bank), the left sells stone for a coin."""
    told = telling(sets="base leaders", wonders="babylon_a rhodos_a ephesos_a")
    go_to(told.game, 1, 1)
    give(told.game, 0, leaders="bilkis", built="west_trading_post", coins=5)
    give(told.game, 1, built="stone_pit", coins=0)
    return told


def test_of_equally_cheap_ways_with_nothing_to_the_right_the_least_goes_to_the_left():
    told = with_bilkis()
    told.apply(turn(1, 1, "0 build baths", "1 sell altar", "2 sell theater"))
    assert coins(told.game)[:2] == [4, 3] and told.game.bank == 1 - 6


def test_pay_leaves_out_the_bank():
    """`{"left": 0, "right": 0}` with Bilkis: only her coin to the bank."""
    told = with_bilkis()
    told.apply(turn(1, 1, play("0 build baths", pay={}), "1 sell altar", "2 sell theater"))
    assert coins(told.game)[:2] == [4, 3]


def test_the_least_goes_to_the_bank_that_suffices_for_that_pair():
    told = with_bilkis()
    line = turn(1, 1, play("0 build baths", pay={"left": 1}), "1 sell altar", "2 sell theater")
    told.apply(line)
    assert coins(told.game)[:2] == [4, 4] and told.game.bank == -6


def test_buy_names_what_comes_from_the_bank():
    told = with_bilkis()
    line = turn(1, 1, play("0 build baths", buy={"bank": "S"}), "1 sell altar", "2 sell theater")
    told.apply(line)
    assert coins(told.game)[:2] == [4, 3]


def with_a_dock(**how):
    """Hatshepsut, West Trading Post and West Dock: stone from the left costs nothing."""
    told = telling(sets="base leaders cities", wonders="babylon_a rhodos_a ephesos_a")
    go_to(told.game, 1, 1)
    stack = "west_trading_post clandestine_dock_west stone_pit"
    give(told.game, 0, leaders="hatshepsut", built=stack, coins=5)
    give(told.game, 1, built="stone_pit", coins=0)
    told.apply(turn(1, 1, play("0 build baths", **how), "1 sell altar", "2 sell theater"))
    return coins(told.game)[:2]


def test_p7_a_purchase_for_nothing_is_named_by_buy():
    """Hatshepsut pays a coin for it, though the city has a stone of its own."""
    assert with_a_dock(buy={"left": "S"}) == [5 + 1, 3]


def test_p7_without_buy_nothing_is_bought_for_nothing():
    assert with_a_dock() == [5, 3]
    assert with_a_dock(pay={}) == [5, 3]


def two_own_stones(leaders, built):
    """Gizah needs two stones for its stage, has them, and could buy one on either side."""
    told = telling(sets="base leaders cities", wonders="gizah_a rhodos_a ephesos_a")
    go_to(told.game, 1, 1)
    give(told.game, 0, leaders=leaders, built=f"stone_pit {built}", coins=5)
    for seat in (1, 2):
        give(told.game, seat, built="stone_pit", coins=0)
    return told


def test_b5_a_dominated_price_leaves_the_bank_its_least():
    told = two_own_stones("bilkis", "west_trading_post")
    stage = play("0 wonder baths", pay={"left": 1})
    told.apply(turn(1, 1, stage, "1 sell altar", "2 sell theater"))
    assert coins(told.game) == [4, 1 + 3, 3]


def test_p7_pay_names_no_purchase_for_nothing():
    """The stone on the left would cost nothing; Hatshepsut pays only for the right neighbour."""
    told = two_own_stones("hatshepsut", "west_trading_post clandestine_dock_west")
    stage = play("0 wonder baths", pay={"right": 2})
    told.apply(turn(1, 1, stage, "1 sell altar", "2 sell theater"))
    assert coins(told.game) == [5 - 2 + 1, 3, 2 + 3]


def test_a_sale_pays_for_nothing():
    told, line = paying("0 sell baths", left="stone_pit", buy={"left": "S"})
    assert broken(told, line).code == "bad_choice"


# `free`


def olympia(*built, age=2):
    told = telling(wonders="olympia_a rhodos_a ephesos_a")
    sell_on(told, age, 1)
    give(told.game, 0, built=" ".join(built), stages=2, coins=0)
    return told


def test_free_names_the_limited_right():
    told = olympia()
    told.apply(selling(told, play("0 build aqueduct", free="olympia")))
    assert "Aqueduct" in told.game.cities[0].names and coins(told.game)[0] == 0


def test_a_limited_right_serves_once_an_age():
    told = olympia()
    told.apply(selling(told, play("0 build aqueduct", free="olympia")))
    error = broken(told, selling(told, play("0 build walls", free="olympia")))
    assert error.message == "Walls is not free by 'olympia': that right was used in this Age."
    sell_on(told, 3, 1)
    told.apply(selling(told, play("0 build palace", free="olympia")))


def test_a_limited_right_is_not_used_unless_it_is_named():
    told = olympia()
    assert broken(told, selling(told, "0 build aqueduct")).code == "cannot_afford"


def test_b7_a_card_that_can_be_chained_keeps_the_right():
    told = olympia("baths")
    told.apply(selling(told, play("0 build aqueduct", free="olympia")))
    assert not told.game.cities[0].used_rights
    told.apply(selling(told, play("0 build walls", free="olympia")))


def test_a_limited_right_builds_no_stage():
    told = olympia()
    error = broken(told, selling(told, play("0 wonder aqueduct", free="olympia")))
    assert error.code == "bad_choice"


def test_what_is_free_is_not_paid_as_well():
    told = olympia()
    give(told.game, 0, coins=9)
    give(told.game, 1, built="quarry stone_pit")
    line = selling(told, play("0 build aqueduct", free="olympia", pay={"left": 6}))
    error = broken(told, line)
    assert (error.code, error.seat) == ("bad_choice", 0)


def test_a_chain_needs_no_field():
    told = olympia("baths")
    told.apply(selling(told, "0 build aqueduct"))
    assert coins(told.game)[0] == 0


@pytest.mark.parametrize("how", [{"pay": {}}, {"pay": {"left": 0, "right": 0}}, {"buy": {}}])
def test_a_chain_is_used_where_the_record_says_that_nothing_is_paid(how):
    told = olympia("baths")
    told.apply(selling(told, play("0 build aqueduct", **how)))
    assert coins(told.game)[0] == 0


def test_a_chain_is_the_players_choice():
    """RB p.4: who names a purchase pays it."""
    told = olympia("baths", "stone_pit")
    give(told.game, 0, coins=9)
    give(told.game, 1, built="quarry", coins=0)
    told.apply(selling(told, play("0 build aqueduct", pay={"left": 4})))
    assert coins(told.game)[:2] == [5, 4 + 3]
