"""What every leader of the first printing does (R31 to R56)."""

import pytest

from tests.rules.table import (
    answer,
    buy,
    card,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
)

BLUE = "altar theater baths pawnshop"
YELLOW = "tavern marketplace east_trading_post west_trading_post vineyard"
RED = "guard_tower barracks stockade walls stables archery_range"
GREEN = "scriptorium apothecary workshop"
CITY = f"lumber_yard ore_vein loom_1 glassworks_1 press_1 {BLUE} {YELLOW} {RED} {GREEN}"
GUILDS = "workers_guild spies_guild"

# In a city with 2 brown, 3 grey, 4 blue, 5 yellow, 6 red, 3 green and 2 purple cards, one symbol
# of each kind, 2 stages, the Victory tokens 1, 3 and 5, and 8 coins: leader, points, facts.
POINTS = {
    "alexander": 3,  # R31
    "amytis": 2 * 2,  # R33
    "aristotle": 3,  # R32
    "cleopatra": 5,  # R52
    "hiram": 2 * 2,  # R51
    "hypatia": 3,  # R50
    "justinian": 3 * 3,  # R35
    "midas": 2,  # R36
    "nebuchadnezzar": 4,  # R50
    "nefertiti": 4,  # R52
    "pericles": 2 * 6,  # R51
    "phidias": 2,  # R50
    "plato": 7 * 2,  # R34
    "praxiteles": 2 * 3,  # R51
    "sappho": 2,  # R52
    "varro": 5,  # R50
    "zenobia": 3,  # R52
}
PRICES = {
    "alexander": 3,
    "amytis": 4,
    "archimedes": 4,
    "aristotle": 3,
    "bilkis": 4,
    "caesar": 5,
    "cleopatra": 4,
    "croesus": 1,
    "euclid": 5,
    "hammurabi": 2,
    "hannibal": 2,
    "hatshepsut": 2,
    "hiram": 3,
    "hypatia": 4,
    "imhotep": 3,
    "justinian": 3,
    "leonidas": 2,
    "maecenas": 1,
    "midas": 3,
    "nebuchadnezzar": 4,
    "nefertiti": 3,
    "nero": 1,
    "pericles": 6,
    "phidias": 3,
    "plato": 4,
    "praxiteles": 3,
    "ptolemy": 5,
    "pythagoras": 5,
    "ramses": 5,
    "sappho": 1,
    "solomon": 3,
    "tomyris": 4,
    "varro": 3,
    "vitruvius": 1,
    "xenophon": 2,
    "zenobia": 2,
    "aspasia": 3,
    "berenice": 2,
    "caligula": 3,
    "darius": 4,
    "diocletian": 2,
    "semiramis": 2,
}


def leader_game(wonders="gizah_a rhodos_a ephesos_a", sets="base leaders", **more):
    return new_game(wonders, sets=sets, **more)


def stacked(edition="1e", wonders="gizah_a rhodos_a ephesos_a"):
    game = leader_game(wonders, edition=edition)
    give(game, 0, built=f"{CITY} {GUILDS}", stages=2, victories=[1, 3, 5], coins=8)
    return game


@pytest.mark.parametrize(("leader", "expected"), POINTS.items())
def test_r31_to_r36_and_r50_to_r52_points_at_the_end_of_the_game(leader, expected):
    """R31, R32, R33, R34, R35, R36, R50, R51, R52: one row a leader."""
    game = stacked()
    give(game, 0, leaders=leader)
    assert points(game, 0, "leaders") == expected


@pytest.mark.parametrize(("leader", "price"), PRICES.items())
def test_r18_every_leader_costs_the_printed_coins(leader, price):
    game = leader_game(sets="base leaders cities", turn=0)
    assert game.rules.box.cards[leader].coins == price
    give(game, 0, coins=price - 1)
    assert refused(game, 0, f"recruit {leader}") == "cannot_afford"
    give(game, 0, coins=price)
    game.say(0, f"recruit {leader}")
    assert game.moves[0].payment.coins == (0, 0, price)


def test_r1_no_leader_is_missing_in_the_tables():
    assert set(PRICES) == {c.id for c in leader_game(sets="base leaders cities").rules.leader_deck}


# At the end of the game


@pytest.mark.parametrize(("tokens", "worth"), [([1], 2), ([3], 4), ([5], 6), ([1, 1, 5], 10)])
def test_r31_with_alexander_tokens_of_1_3_5_score_2_4_6(tokens, worth):
    game = leader_game()
    give(game, 0, leaders="alexander", victories=tokens)
    assert points(game, 0, "military") + points(game, 0, "leaders") == worth


def test_r32_a_set_of_symbols_scores_ten_with_aristotle():
    game = leader_game()
    give(game, 0, built=GREEN, leaders="aristotle")
    assert points(game, 0, "scientific") == 3 + 7
    assert points(game, 0, "leaders") == 3


def test_r33_amytis_counts_the_own_stages_only():
    game = leader_game()
    give(game, 0, leaders="amytis", stages=1)
    give(game, 1, stages=2)
    assert points(game, 0, "leaders") == 2


def test_r65_plato_with_two_complete_sets_scores_fourteen():
    game = stacked()
    give(game, 0, leaders="plato")
    assert points(game, 0, "leaders") == 14


def test_r34_plato_scores_nothing_when_a_colour_is_missing():
    game = leader_game()
    give(game, 0, built=CITY, leaders="plato")  # everything but a guild
    assert points(game, 0, "leaders") == 0


@pytest.mark.parametrize("colors", ["altar barracks workshop", "workshop altar barracks"])
def test_r35_d12_justinian_scores_three_for_blue_red_and_green(colors):
    game = leader_game()
    give(game, 0, built=colors, leaders="justinian")
    assert points(game, 0, "leaders") == 3


def test_p19_black_and_white_cards_count_for_neither_plato_nor_justinian():
    game = leader_game(sets="base leaders cities")
    give(game, 0, built="altar barracks gates_of_the_city", leaders="justinian plato")
    assert points(game, 0, "leaders") == 0
    give(game, 0, built="workshop lumber_yard loom_1 tavern workers_guild")
    assert points(game, 0, "leaders") == 3 + 7  # no eighth colour is asked for


@pytest.mark.parametrize(("coins", "expected"), [(2, 0), (3, 1), (8, 2), (9, 3)])
def test_r36_d3_midas_scores_complete_lots_of_three_coins(coins, expected):
    game = leader_game()
    give(game, 0, leaders="midas", coins=coins)
    assert points(game, 0, "leaders") == expected
    assert points(game, 0, "treasury") == expected


@pytest.mark.parametrize(
    ("leader", "like"),
    [("euclid", "apothecary"), ("ptolemy", "scriptorium"), ("pythagoras", "workshop")],
)
def test_r56_a_symbol_of_a_leader_joins_those_of_the_green_cards(leader, like):
    game = leader_game()
    give(game, 0, built=like, leaders=leader)
    assert points(game, 0, "scientific") == 4


def test_r68_symbols_of_every_origin_count_for_equal_ones_and_for_sets():
    game = leader_game("babylon_a rhodos_a ephesos_a")
    give(game, 0, built="apothecary scientists_guild", stages=2, leaders="euclid")
    # compass (card), compass (leader), and two that are chosen: guild and wonder
    assert points(game, 0, "scientific") == max(4 * 4, 2 * 2 + 1 + 1 + 7)
    give(game, 0, built="scriptorium")
    assert points(game, 0, "scientific") == max(3 * 3 + 1 + 1 + 7, 4 * 4 + 1)


# Resources and prices


def test_r37_bilkis_sells_one_resource_a_turn_for_one_coin_to_the_bank():
    game = leader_game()
    give(game, 0, leaders="bilkis")
    play(game, "0 build stockade")
    assert (game.cities[0].coins, game.bank) == (6 - 1, 1 - 3 - 3)


def test_r37_bilkis_sells_only_one_resource_a_turn():
    game = leader_game("gizah_a olympia_a ephesos_a", age=2)
    give(game, 0, leaders="bilkis", built="ore_vein")
    play(game, "0 build archery_range")  # WWO: one wood from Bilkis, one from Olympia
    assert game.cities[0].coins == 6 - 1 - 2
    give(game, 0, coins=2)
    assert refused(game, 0, "build statue") == "cannot_afford"  # WOO with a single ore


@pytest.mark.parametrize("kind", ["W", "S", "C", "O", "G", "L", "P"])
def test_r37_bilkis_sells_every_kind(kind):
    game = leader_game("roma_a babylon_a ephesos_a", age=3)
    others = {"W": "lumber_yard", "S": "stone_pit", "C": "clay_pool", "O": "ore_vein"}
    others |= {"G": "glassworks_1", "L": "loom_1", "P": "press_1"}
    del others[kind]
    give(game, 0, leaders="bilkis", built=" ".join(others.values()))
    game.say(0, "build palace left=0")
    assert game.moves[0].payment.coins == (0, 0, 1)


def test_r38_o9_maecenas_is_paid_and_makes_the_later_leaders_free():
    game = leader_game(turn=0)
    play(game, "0 recruit maecenas")
    assert game.cities[0].coins == 6 - 1
    go_to(game, 2, 0)
    play(game, "0 recruit pericles")
    assert game.cities[0].coins == 6 - 1


def test_r39_ramses_builds_guilds_without_their_resources():
    game = leader_game(age=3)
    assert refused(game, 0, "build strategists_guild") == "cannot_afford"
    give(game, 0, leaders="ramses")
    play(game, "0 build strategists_guild")
    assert game.cities[0].coins == 6


def test_r39_ramses_builds_no_other_cards_for_nothing():
    game = leader_game(age=3)
    give(game, 0, leaders="ramses")
    assert refused(game, 0, "build palace") == "cannot_afford"


@pytest.mark.parametrize(
    ("leader", "first", "second"),
    [
        ("archimedes", "apothecary", "stockade"),  # green
        ("leonidas", "stockade", "apothecary"),  # red
        ("hammurabi", "baths", "stockade"),  # blue
    ],
)
def test_r53_one_resource_less_for_one_colour(leader, first, second):
    game = leader_game("rhodos_a ephesos_a olympia_a")
    give(game, 0, leaders=leader, coins=0)
    assert refused(game, 0, f"build {second}") == "cannot_afford"
    play(game, f"0 build {first}")
    assert game.cities[0].coins == 0


def test_r54_imhotep_makes_stages_one_resource_cheaper():
    game = leader_game()
    give(game, 0, leaders="imhotep", coins=0)
    play(game, "0 wonder altar")  # SS with one stone of Gizah
    assert (game.cities[0].stages, game.cities[0].coins) == (1, 0)


@pytest.mark.parametrize("owned", ["lumber_yard press_1", "lumber_yard loom_1", "press_1 loom_1"])
def test_r55_the_player_chooses_which_resource_is_dropped_raw_or_manufactured(owned):
    game = leader_game("roma_a babylon_a ephesos_a", age=3)
    give(game, 0, leaders="archimedes", built=owned, coins=0)
    play(game, "0 build study")  # WLP: any one of the three may be missing
    assert game.cities[0].symbols == (0, 1, 0)


def test_r55_the_dropped_resource_may_be_the_dearest_to_buy():
    game = leader_game("gizah_a ephesos_a rhodos_a", age=2)
    give(game, 0, leaders="archimedes", built="west_trading_post")
    give(game, 1, built="lumber_yard")
    game.say(0, "build school")  # WP: the wood costs 1, the papyrus 2
    assert game.moves[0].payment.coins == (1, 0, 0)


# Coins


def test_r43_hatshepsut_takes_one_coin_a_neighbour_a_turn():
    game = leader_game("gizah_a ephesos_a rhodos_a", age=2)
    give(game, 0, leaders="hatshepsut")
    give(game, 2, built="lumber_yard")
    play(game, "0 build school")  # W from the right, P from the left
    assert game.cities[0].coins == 6 - 4 + 2


def test_r43_two_resources_of_one_neighbour_give_one_coin():
    game = leader_game("gizah_a ephesos_a rhodos_a", age=2)
    give(game, 0, leaders="hatshepsut")
    give(game, 1, built="lumber_yard")
    play(game, "0 build school")
    assert game.cities[0].coins == 6 - 4 + 1


def test_r43_without_a_purchase_hatshepsut_takes_nothing():
    game = leader_game()
    give(game, 0, leaders="hatshepsut", coins=6)
    play(game, "0 build baths")
    assert game.cities[0].coins == 6


def test_r44_d5_hatshepsuts_coin_comes_from_the_bank_and_cannot_help_to_pay():
    game = leader_game()
    give(game, 0, leaders="hatshepsut", coins=1)
    assert refused(game, 0, "build barracks") == "cannot_afford"
    give(game, 0, coins=2)
    play(game, "0 build barracks")
    assert game.cities[0].coins == 1
    assert game.cities[1].coins == 6 + 2 + 3
    assert game.bank == -1 - 3 - 3


def test_r66_hatshepsut_adds_up_with_a_trading_post():
    game = leader_game()
    give(game, 0, leaders="hatshepsut", built="west_trading_post")
    play(game, "0 build barracks")
    assert game.cities[0].coins == 6 - 1 + 1


def test_p7_hatshepsut_is_paid_when_a_dock_makes_the_resource_free():
    game = leader_game(sets="base leaders cities")
    give(game, 0, leaders="hatshepsut", built="west_trading_post clandestine_dock_west")
    buy(game, 0, "build barracks", left="O")
    play(game)
    assert game.cities[0].coins == 6 + 1


def test_r45_nero_takes_two_coins_for_each_victory_token_gained_later():
    game = leader_game(turn=6)
    give(game, 0, leaders="nero", built="barracks", victories=[1], coins=0)
    play(game)
    pass_on(game)
    assert game.cities[0].victories == [1, 1, 1]
    assert game.cities[0].coins == 3 + 2 * 2  # nothing for the earlier token


def test_r46_xenophon_takes_two_coins_for_each_yellow_card_built_later():
    game = leader_game()
    give(game, 0, built="marketplace", leaders="xenophon")
    play(game, "0 build east_trading_post")
    assert game.cities[0].coins == 6 + 2


def test_r46_xenophon_takes_nothing_for_a_yellow_card_that_is_sold_or_under_a_stage():
    game = leader_game()
    give(game, 0, leaders="xenophon", built="stone_pit")
    play(game, "0 wonder east_trading_post")
    assert game.cities[0].coins == 6


def test_p6_xenophon_is_paid_for_a_card_from_the_discard_pile():
    game = leader_game(turn=0)
    game.discard.append(card(game, "marketplace"))
    give(game, 0, leaders="xenophon")
    play(game, "0 recruit solomon")
    answer(game, 0, "marketplace")
    assert game.cities[0].coins == 6 - 3 + 2


def test_r47_vitruvius_takes_two_coins_for_each_chain():
    game = leader_game(age=2)
    give(game, 0, leaders="vitruvius", built="baths theater")
    play(game, "0 build aqueduct")
    play(game, "0 build statue")
    assert game.cities[0].coins == 6 + 2 + 2


def test_r47_vitruvius_takes_nothing_for_a_chain_that_is_not_used():
    game = leader_game(age=2)
    give(game, 0, leaders="vitruvius", built="scriptorium", coins=9)
    give(game, 1, built="brickyard")
    give(game, 2, built="loom_1")
    play(game, "0 build courthouse left=4 right=2")  # CCL, paid although it could be chained
    assert game.cities[0].coins == 9 - 6


def test_r47_other_free_builds_give_vitruvius_nothing():
    game = leader_game("olympia_a rhodos_a ephesos_a", age=2)
    give(game, 0, leaders="vitruvius", stages=2)
    play(game, "0 build aqueduct free=olympia")
    assert game.cities[0].coins == 6


def test_b7_vitruvius_is_paid_when_the_chain_goes_before_olympias_right():
    game = leader_game("olympia_a rhodos_a ephesos_a", age=2)
    give(game, 0, leaders="vitruvius", stages=2, built="baths")
    play(game, "0 build aqueduct free=olympia")
    assert game.cities[0].coins == 6 + 2
    assert game.cities[0].used_rights == set()


def test_r49_croesus_gives_six_coins_at_once():
    game = leader_game(turn=0)
    play(game, "0 recruit croesus")
    assert game.cities[0].coins == 6 - 1 + 6


# Shields and conflicts


@pytest.mark.parametrize(("leader", "shields"), [("hannibal", 1), ("caesar", 2)])
def test_r42_shields_of_a_leader_count_in_every_conflict(leader, shields):
    game = leader_game(turn=6)
    give(game, 0, leaders=leader)
    assert game.cities[0].shields == shields
    play(game)
    pass_on(game)
    assert game.cities[0].victories == [1, 1]


def test_r40_tomyris_gives_her_defeat_tokens_to_the_winner():
    game = leader_game(turn=6)
    give(game, 0, leaders="tomyris")
    give(game, 1, built="barracks")
    play(game)
    pass_on(game)
    assert [city.defeats for city in game.cities] == [0, 1, 1]
    assert game.cities[1].victories == [1, 1]  # the winner has his Victory tokens besides


def test_r41_tomyris_does_nothing_when_her_player_wins_nor_for_earlier_tokens():
    game = leader_game(turn=6)
    give(game, 0, leaders="tomyris", built="barracks", defeats=1)
    play(game)
    pass_on(game)
    assert [city.defeats for city in game.cities] == [1, 1, 1]


def test_p3_semiramis_counts_earlier_defeat_tokens_too():
    game = leader_game(sets="base leaders cities")
    give(game, 0, leaders="semiramis", defeats=2)
    assert game.cities[0].shields == 2


def test_p16_a_defeat_token_from_tomyris_is_a_shield_for_the_winners_semiramis():
    game = leader_game(sets="base leaders cities", turn=7)
    give(game, 0, leaders="tomyris")
    give(game, 1, leaders="semiramis", built="barracks")
    play(game)
    pass_on(game)
    assert (game.cities[1].defeats, game.cities[1].shields) == (1, 1 + 1)


def test_p16_tomyris_and_semiramis_in_one_city_gather_nothing():
    game = leader_game(sets="base leaders cities", turn=7)
    give(game, 0, leaders="tomyris semiramis")
    give(game, 1, built="barracks")
    play(game)
    pass_on(game)
    assert (game.cities[0].defeats, game.cities[0].shields) == (0, 0)


# The discard pile


def test_r48_d2_solomon_puts_one_discarded_card_into_play_once():
    game = leader_game(turn=0)
    game.discard += [card(game, "palace"), card(game, "senate")]
    play(game, "0 recruit solomon")
    answer(game, 0, "palace")
    assert (game.cities[0].coins, points(game, 0, "civilian")) == (6 - 3, 8)
    assert game.turn == 1  # one card, and he asks no more
    play(game)
    assert game.turn == 2


def test_r48_solomon_may_take_nothing():
    game = leader_game(turn=0)
    game.discard.append(card(game, "palace"))
    play(game, "0 recruit solomon")
    answer(game, 0, None)
    assert game.cities[0].built == []


def test_o2_solomon_takes_no_card_that_is_in_the_city_already():
    game = leader_game(turn=0)
    game.discard += [card(game, "altar"), card(game, "loom_2")]
    give(game, 0, built="altar loom_1")
    play(game, "0 recruit solomon")
    assert game.turn == 1  # loom_2 has the name of loom_1: there is nothing to take


def test_o2_the_effects_of_a_taken_card_apply():
    game = leader_game(sets="base leaders cities", turn=0)
    game.discard.append(card(game, "gambling_house"))
    play(game, "0 recruit solomon")
    answer(game, 0, "gambling_house")  # its coin cost is not paid
    assert [city.coins for city in game.cities] == [6 - 3 + 9, 6 + 3 + 2, 6 + 3 + 2]


def test_r63_halikarnassos_chooses_before_solomon():
    game = leader_game("gizah_a halikarnassos_a ephesos_a", turn=0)
    game.discard += [card(game, "palace"), card(game, "senate")]
    give(game, 1, built="foundry ore_vein", stages=1)
    play(game, "0 recruit solomon", "1 wonder midas")
    assert [question.seat for question in game.questions] == [1]
    answer(game, 1, "palace")
    assert [c.id for c in game.answers(game.question(0)) if c] == ["senate"]


def test_o1_a_courtesans_copy_of_solomon_comes_last():
    game = leader_game("gizah_a halikarnassos_a roma_b", age=3)
    game.discard += [card(game, "altar"), card(game, "theater"), card(game, "baths")]
    give(game, 0, built="lumber_yard clay_pool glassworks_1 loom_1")
    give(game, 1, built="foundry ore_vein", stages=1, leaders="solomon")
    give(game, 2, built="stone_pit quarry press_1 loom_1 clay_pool", stages=1, coins=9)
    play(game, "0 build courtesans_guild", "1 wonder arena", "2 wonder haven")
    answer(game, 0, "solomon")
    answer(game, 2, None)  # Rome's extra leader
    seats = []
    while game.question(0) or game.question(1):
        question = game.questions[0]
        if question.kind == "play":
            break
        seats.append(question.seat)
        game.answer(question.seat, None)
    assert seats == [1, 0]


def test_o1_solomon_as_the_extra_leader_of_rome_b_comes_after_halikarnassos():
    game = leader_game("gizah_a halikarnassos_a roma_b", age=2)
    game.discard += [card(game, "altar"), card(game, "theater")]
    give(game, 1, built="foundry ore_vein", stages=1)
    give(game, 2, built="stone_pit clay_pool loom_1", stages=1)
    play(game, "1 wonder vineyard", "2 wonder forum")
    answer(game, 2, "recruit solomon")
    assert [question.seat for question in game.questions] == [1]
    answer(game, 1, "altar")
    answer(game, 2, "theater")
    assert points(game, 2, "civilian") == 2
