"""Coins that are lost, and debts (R107 to R115)."""

import pytest

from host_tools.rules.errors import MoveError
from tests.rules.table import answer, card, coins, give, new_game, play, points, told

FOUR = "gizah_a rhodos_a ephesos_a olympia_a"


def cities_game(wonders="gizah_a rhodos_a ephesos_a", **more):
    return new_game(wonders, sets="base cities", **more)


def owed(game):
    """Who must settle how much."""
    return {q.seat: q.amount for q in game.questions if q.kind == "debts"}


def pay_all(game):
    for seat in owed(game):
        answer(game, seat, game.answers(game.question(seat))[0])


def test_r107_every_opponent_loses_coins_but_not_the_owner():
    game = cities_game(FOUR)
    play(game, "0 build hideout")
    assert owed(game) == {1: 1, 2: 1, 3: 1}
    pay_all(game)
    assert coins(game) == [3, 5, 5, 5]


@pytest.mark.parametrize("debts", [0, 1, 2, 3])
def test_r108_r109_the_loss_is_paid_owed_or_split(debts):
    game = cities_game(age=3)
    give(game, 0, built="sawmill ore_vein loom_1")
    play(game, "0 build brotherhood")  # 3 coins
    assert game.answers(game.question(1)) == [0, 1, 2, 3]
    answer(game, 1, debts)
    assert (game.cities[1].coins, game.cities[1].debt) == (6 - (3 - debts), debts)


def test_r108_what_cannot_be_paid_is_owed():
    game = cities_game(age=3)
    give(game, 0, built="sawmill ore_vein loom_1")
    give(game, 1, coins=1, built="theater statue")
    play(game, "0 build brotherhood", "1 build gardens")
    assert game.answers(game.question(1)) == [2, 3]
    with pytest.raises(MoveError) as error:
        answer(game, 1, 1)
    assert error.value.code == "bad_choice"


def test_r110_lost_coins_go_to_the_bank():
    game = cities_game()
    play(game, "0 build hideout", "1 build altar", "2 build theater")
    assert game.bank == 0
    pay_all(game)
    assert (game.bank, coins(game)) == (2, [3, 2, 2])


def test_r111_a_debt_stays_to_the_end():
    game = cities_game()
    give(game, 1, coins=0)
    play(game, "0 build hideout", "1 build altar")
    pay_all(game)
    play(game, "1 sell theater")
    assert (game.cities[1].coins, game.cities[1].debt) == (3, 1)


def test_r112_coins_earned_in_the_turn_may_pay_the_loss():
    game = cities_game()
    give(game, 1, coins=0)
    play(game, "0 build hideout", "1 sell altar")
    assert game.answers(game.question(1)) == [0, 1]


def test_r112_coins_from_a_sale_to_a_neighbour_may_pay_the_loss():
    game = cities_game()
    give(game, 1, coins=0)
    play(game, "0 build hideout", "1 build altar", "2 build barracks")  # the ore of Rhodos
    assert game.answers(game.question(1)) == [0, 1]


def test_r112_losses_come_after_cards_from_the_discard_pile():
    game = cities_game("halikarnassos_a rhodos_a ephesos_a", age=2)
    game.discard += [card(game, "lair"), card(game, "tavern")]
    give(game, 0, built="foundry ore_vein", stages=1)
    play(game, "0 wonder vineyard")
    answer(game, 0, "lair")
    assert owed(game) == {1: 2, 2: 2}


def test_r113_the_rulebooks_example_with_the_lair():
    game = cities_game(FOUR, age=2)
    give(game, 0, built="lumber_yard glassworks_1")
    give(game, 1, built="altar")
    give(game, 2, built="baths", coins=1)
    give(game, 3, built="theater")
    play(game, "0 build lair", "1 build temple", "2 build aqueduct", "3 build statue")
    assert owed(game) == {1: 2, 2: 2, 3: 2}
    answer(game, 1, 0)  # pays
    answer(game, 2, 1)  # pays the only coin, and owes the other
    answer(game, 3, 2)  # keeps the coins
    assert [(city.coins, city.debt) for city in game.cities] == [(3, 0), (1, 0), (0, 1), (3, 2)]


def test_r114_r126_kurts_five_coins_and_three_debts_are_minus_two_on_the_coin_line():
    game = cities_game()
    give(game, 0, coins=5, debt=3)
    assert points(game, 0, "treasury") == -2
    assert points(game, 0) == -2


def test_r115_a_loss_by_a_stage_works_the_same():
    game = cities_game("petra_b rhodos_a ephesos_a")
    give(game, 0, built="clay_pool foundry")
    play(game, "0 wonder altar")
    assert owed(game) == {1: 2, 2: 2}
    pay_all(game)
    assert coins(game) == [3, 4, 4]


def test_p10_losses_of_one_turn_add_up_and_each_owner_owes_the_other():
    game = cities_game("petra_b rhodos_a ephesos_a")
    give(game, 0, built="clay_pool foundry")
    play(game, "0 wonder altar", "1 build hideout")
    assert owed(game) == {0: 1, 1: 2, 2: 3}


@pytest.mark.parametrize(
    ("age", "black", "materials"),
    [(2, "sepulcher", "glassworks_1 loom_1"), (3, "cenotaph", "brickyard glassworks_1 loom_1")],
)
def test_r142_one_coin_for_every_victory_token_whatever_its_value(age, black, materials):
    game = cities_game(age=age)
    give(game, 0, built=materials, victories=[1, 1])
    give(game, 1, victories=[1, 3, 5])
    play(game, f"0 build {black}")
    assert owed(game) == {1: 3}  # seat 2 has no token, and the owner never pays


def test_r147_one_coin_for_every_stage_of_that_player():
    game = cities_game(age=3)
    give(game, 0, built="lumber_yard clay_pool glassworks_1 press_1", stages=3)
    give(game, 1, stages=2)
    play(game, "0 build builders_union")
    assert owed(game) == {1: 2}


def test_p11_a_stage_built_in_the_same_turn_counts():
    game = cities_game(age=3)
    give(game, 0, built="lumber_yard clay_pool glassworks_1 press_1")
    give(game, 1, built="sawmill")
    play(game, "0 build builders_union", "1 wonder arena")
    assert owed(game) == {1: 1}


def test_r142_p11_tokens_are_counted_at_the_end_of_the_turn():
    game = cities_game(age=2)
    give(game, 0, built="glassworks_1 loom_1")
    game.say(0, "build sepulcher")
    give(game, 1, victories=[3])  # gained meanwhile
    play(game)
    assert owed(game) == {1: 1}


@pytest.mark.parametrize(
    ("age", "black", "materials", "lost", "worth"),
    [
        (1, "hideout", "", 1, 2),
        (2, "lair", "lumber_yard glassworks_1", 2, 3),
        (3, "brotherhood", "sawmill ore_vein loom_1", 3, 4),
        (3, "counterfeiters_guild", "foundry ore_vein glassworks_1 loom_1", 3, 5),
    ],
)
def test_r135_r158_points_and_a_loss_for_all_others(age, black, materials, lost, worth):
    game = cities_game(age=age)
    give(game, 0, built=materials)
    play(game, f"0 build {black}")
    assert owed(game) == {1: lost, 2: lost}
    pay_all(game)
    assert points(game, 0, "guilds" if black.endswith("guild") else "cities") == worth


def test_p24_debts_never_run_out():
    game = cities_game(age=3)
    for seat in (1, 2):
        give(game, seat, debt=40)
    give(game, 0, built="sawmill ore_vein loom_1")
    play(game, "0 build brotherhood")
    answer(game, 1, 3)
    answer(game, 2, 3)
    assert game.cities[1].debt == 43


def test_r109_a_record_says_how_much_is_owed():
    replay = told(sets="base cities")
    turn = {"type": "turn", "age": 1, "turn": 1}
    plays = [("hideout", "build"), ("altar", "sell"), ("theater", "sell")]
    turn["plays"] = [{"seat": i, "card": c, "action": a} for i, (c, a) in enumerate(plays)]
    replay.apply(turn)
    replay.apply({"type": "settle", "debts": {"2": 1}})
    assert [(c.coins, c.debt) for c in replay.game.cities] == [(3, 0), (5, 0), (6, 1)]
