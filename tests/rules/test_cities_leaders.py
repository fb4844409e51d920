"""The leaders of Cities, first printing (R151 to R157, R185 to R188)."""

import pytest

from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
)

BOTH = "base leaders cities"


def game_of(wonders="gizah_a rhodos_a ephesos_a", **more):
    return new_game(wonders, sets=BOTH, **more)


def last_turn(game, *moves):
    play(game, *moves)
    pass_on(game)


# Berenice


def test_r151_with_berenice_a_card_sold_yields_four():
    game = game_of()
    give(game, 0, leaders="berenice", coins=0)
    play(game, "0 sell altar")
    assert game.cities[0].coins == 4


def test_r151_with_berenice_a_tavern_yields_six():
    game = game_of("gizah_a rhodos_a ephesos_a olympia_a")
    give(game, 0, leaders="berenice", coins=0)
    play(game, "0 build tavern")
    assert game.cities[0].coins == 6


def test_r151_berenice_takes_one_extra_coin_a_turn():
    game = game_of()
    give(game, 0, leaders="berenice xenophon", coins=0)
    play(game, "0 build marketplace", "1 build gambling_den")  # 2 by Xenophon, 1 by the Den
    assert game.cities[0].coins == 2 + 1 + 1


def test_r151_the_extra_coin_comes_back_in_the_next_turn():
    game = game_of()
    give(game, 0, leaders="berenice", coins=0)
    play(game, "0 sell altar")
    play(game, "0 sell theater")
    assert game.cities[0].coins == 8


def test_r151_an_amount_of_nothing_is_not_increased():
    game = game_of(age=2)
    give(game, 0, leaders="berenice", coins=0)
    play(game, "0 build vineyard")
    assert game.cities[0].coins == 0  # no brown card far and wide


def test_r152_coins_from_neighbours_are_not_from_the_bank():
    game = game_of()
    give(game, 1, leaders="berenice", coins=0)
    play(game, "0 build barracks", "1 build altar")  # the ore of Rhodos
    assert game.cities[1].coins == 2


def test_p9_coins_from_a_neighbours_gambling_den_are_from_the_bank():
    game = game_of()
    give(game, 1, leaders="berenice", coins=0)
    play(game, "0 build gambling_den", "1 build altar")
    assert game.cities[1].coins == 1 + 1


def test_r186_p8_nero_paying_twice_gives_berenice_one_coin_in_a_conflict():
    game = game_of(turn=7)
    give(game, 0, leaders="nero berenice", built="barracks", coins=0)
    last_turn(game, "0 sell altar")
    # 3 + 1 in the turn, then 2 + 2 + 1 in the conflict, which is a turn of its own
    assert game.cities[0].coins == 4 + 5


@pytest.mark.parametrize(
    ("leader", "move", "gain"),
    [
        ("hatshepsut", "build barracks", -2 + 1 + 1),
        ("diocletian", "build hideout", 2 + 1),
        ("xenophon", "build marketplace", 2 + 1),
    ],
)
def test_r187_berenice_works_with_leaders_that_earn_coins(leader, move, gain):
    game = game_of()
    give(game, 0, leaders=f"berenice {leader}")
    play(game, f"0 {move}")
    assert game.cities[0].coins == 6 + gain


def test_r187_berenice_works_with_vitruvius():
    game = game_of(age=2)
    give(game, 0, leaders="berenice vitruvius", built="baths")
    play(game, "0 build aqueduct")
    assert game.cities[0].coins == 6 + 2 + 1


def test_r187_two_neighbours_and_hatshepsut_still_give_one_extra_coin():
    game = game_of("gizah_a ephesos_a rhodos_a", age=2)
    give(game, 0, leaders="hatshepsut berenice")
    give(game, 2, built="lumber_yard")
    play(game, "0 build school")
    assert game.cities[0].coins == 6 - 4 + 1 + 1 + 1


# Caligula


def test_r153_p4_caligula_builds_one_black_card_an_age_for_nothing_not_even_coins():
    game = game_of()
    give(game, 0, leaders="caligula", coins=0)
    play(game, "0 build militia free=caligula")
    assert (game.cities[0].coins, game.cities[0].shields) == (0, 2)


def test_r153_only_once_an_age():
    game = game_of()
    give(game, 0, leaders="caligula", coins=0)
    play(game, "0 build militia free=caligula")
    assert refused(game, 0, "build secret_warehouse free=caligula") == "bad_choice"


def test_r153_again_in_the_next_age():
    game = game_of(turn=7)
    give(game, 0, leaders="caligula", coins=0)
    last_turn(game, "0 build militia free=caligula")
    play(game)
    assert (game.age, game.turn) == (2, 1)
    game.say(0, "build mercenaries free=caligula")
    assert game.moves[0].payment.coins == (0, 0, 0)


def test_r153_only_black_cards():
    game = game_of(age=3)
    give(game, 0, leaders="caligula", coins=0)
    assert refused(game, 0, "build palace free=caligula") == "bad_choice"


def test_p5_caligulas_right_is_optional():
    game = game_of()
    give(game, 0, leaders="caligula", coins=9)
    play(game, "0 build militia")
    assert (game.cities[0].coins, game.cities[0].used_rights) == (9 - 3, set())


def test_p5_caligulas_card_is_no_chain_for_vitruvius():
    game = game_of()
    give(game, 0, leaders="caligula vitruvius", coins=0)
    play(game, "0 build militia free=caligula")
    assert game.cities[0].coins == 0


# Diocletian, Darius, Semiramis


def test_r154_diocletian_takes_two_coins_for_each_black_card_built():
    game = game_of()
    give(game, 0, leaders="diocletian", built="residence")
    play(game, "0 build hideout")
    assert game.cities[0].coins == 6 + 2  # nothing for the earlier one


def test_p6_diocletian_is_paid_for_a_black_card_from_the_discard_pile():
    game = game_of(turn=0)
    game.discard.append(card(game, "militia"))
    give(game, 0, leaders="diocletian")
    play(game, "0 recruit solomon")
    answer(game, 0, "militia")
    assert game.cities[0].coins == 6 - 3 + 2


def test_r155_darius_counts_the_own_black_cards():
    game = game_of()
    give(game, 0, leaders="darius", built="militia hideout altar")
    give(game, 1, built="residence")
    assert points(game, 0, "leaders") == 2


def test_r157_semiramis_turns_defeat_tokens_into_shields_for_later_conflicts():
    game = game_of(turn=7)
    give(game, 0, leaders="semiramis")
    give(game, 1, built="barracks")
    last_turn(game)
    assert (game.cities[0].defeats, game.cities[0].shields) == (1, 1)
    assert points(game, 0, "military") == -1  # it is still a Defeat token


def test_r157_the_tokens_of_one_conflict_do_not_help_in_it():
    game = game_of(turn=7)
    give(game, 0, leaders="semiramis", built="stockade")
    give(game, 1, built="barracks walls")
    give(game, 2, built="guard_tower")
    last_turn(game)
    assert (game.cities[0].victories, game.cities[0].defeats) == ([], 1)


def test_r187_caligula_diocletian_and_berenice_together():
    game = game_of(age=2)
    give(game, 0, leaders="caligula diocletian berenice", coins=0)
    play(game, "0 build gambling_house free=caligula")
    assert coins(game)[0] == 9 + 2 + 1


def test_p8_every_recruitment_of_an_age_is_a_turn_of_its_own():
    game = game_of(turn=0)
    give(game, 0, leaders="berenice", coins=9)
    play(game, "0 recruit croesus")
    assert game.cities[0].coins == 9 - 1 + 6 + 1
    go_to(game, 2, 0)
    play(game, "0 sell midas")
    assert game.cities[0].coins == 15 + 3 + 1
