"""The black cards and guilds of Cities, first printing, and how an Age is dealt with them."""

import pytest

from card_db.loader import load_box
from host_tools.rules.production import vector
from host_tools.rules.scoring import score, total
from tests.rules.table import (
    answer,
    buy,
    card,
    coins,
    give,
    new_game,
    pass_on,
    play,
    points,
    refused,
)

SEVEN = "gizah_a rhodos_a ephesos_a olympia_a babylon_a alexandria_a petra_a"


def cities_game(wonders="gizah_a rhodos_a ephesos_a", sets="base cities", **more):
    return new_game(wonders, sets=sets, **more)


# The box and the deal


def test_r97_the_box_holds_nine_black_cards_an_age_three_guilds_and_six_leaders():
    box = load_box("1e")
    new = [c for c in box.cards.values() if c.set == "cities"]
    assert [sum(c.color == "black" and c.age == age for c in new) for age in (1, 2, 3)] == [9, 9, 9]
    assert sum(c.color == "purple" for c in new) == 3
    assert sum(c.color == "white" for c in new) == 6
    assert {w.name for w in box.wonders.values() if w.set == "cities"} == {"Petra", "Byzantium"}


def test_r98_black_cards_are_in_the_age_decks():
    game = cities_game()
    assert sum(c.color == "black" for c in game.rules.decks[1]) == 9
    assert refused(new_game(), 0, "build hideout") == "not_in_this_game"


def test_r100_the_leaders_of_cities_need_both_sets():
    cities = {"aspasia", "berenice", "caligula", "darius", "diocletian", "semiramis"}
    decks = {
        sets: {c.id for c in new_game(sets=sets).rules.leader_deck}
        for sets in ("base cities", "base leaders", "base leaders cities")
    }
    assert decks["base cities"] == set()
    assert not decks["base leaders"] & cities
    assert decks["base leaders cities"] > cities


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_r101_r102_r103_r104_as_many_black_cards_as_players_make_eight_cards_each(number, age):
    rules = cities_game(" ".join(SEVEN.split()[:number])).rules
    plain = sum(n for c, n in rules.decks[age].items() if c.color not in ("black", "purple"))
    guilds = rules.guilds_drawn if age == 3 else 0
    assert (rules.black_drawn, rules.guilds_drawn) == (number, number + 2)
    assert plain + guilds + rules.black_drawn == 8 * number
    assert (rules.hand_size, rules.turns) == (8, 7)


def test_r103_an_age_has_seven_turns():
    steps = [step.kind for step in cities_game().rules.schedule if step.age == 2]
    assert steps == [*["turn"] * 7, "conflict"]


def test_r106_leaders_and_cities_are_combined():
    game = cities_game(sets="base leaders cities", turn=0)
    assert (coins(game), game.rules.turns) == ([6, 6, 6], 7)


def test_r125_the_game_ends_after_the_conflicts_of_age_three():
    game = cities_game(age=3, turn=7)
    play(game)
    pass_on(game)
    assert game.over


def test_r127_black_cards_have_a_line_of_the_score_beside_the_leaders():
    game = cities_game(sets="base leaders cities")
    give(game, 0, built="gates_of_the_city", leaders="sappho")
    assert (points(game, 0, "cities"), points(game, 0, "leaders")) == (4, 2)


def test_o6_babylon_plays_its_last_card_which_is_the_eighth():
    game = cities_game("babylon_b rhodos_a ephesos_a", turn=7)
    give(game, 0, stages=2)
    play(game)
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)
    assert (game.turn, game.question(0).kind) == (7, "last_card")
    answer(game, 0, "build altar")
    assert points(game, 0, "civilian") == 2


# Masks


def masked(left="", right="", own="", masks="pigeon_loft"):
    game = cities_game()
    give(game, 0, built=f"{own} {masks}")
    give(game, 1, built=left)
    give(game, 2, built=right)
    return points(game, 0, "scientific")


def test_r128_each_of_the_three_cards_is_a_mask():
    for mask in ("pigeon_loft", "spy_ring", "torture_chamber"):
        assert masked(left="apothecary", own="dispensary", masks=mask) == 4


def test_r128_a_mask_takes_the_best_of_both_neighbours_green_cards():
    assert masked(left="apothecary", right="workshop", own="scriptorium library") == 4 + 1
    assert masked(left="apothecary", right="workshop", own="scriptorium dispensary") == 3 + 7


def test_r129_every_green_card_is_copied_only_once():
    assert masked(left="apothecary", own="dispensary", masks="pigeon_loft spy_ring") == 4
    three = "pigeon_loft spy_ring torture_chamber"
    assert masked(left="apothecary dispensary", right="lodge", masks=three) == 9


def test_r129_as_many_cards_as_masks_must_be_copied():
    # Nobody may leave a mask unused; see also test_final_choices.
    assert masked(left="apothecary workshop", masks="pigeon_loft spy_ring") == 2


def test_r130_a_card_that_is_also_in_the_own_city_may_be_copied():
    assert masked(left="apothecary", own="apothecary") == 4


def test_r131_two_equal_cards_are_copied_by_two_masks():
    both = "pigeon_loft spy_ring"
    assert masked(left="workshop", right="workshop", masks=both) == 4


def test_r132_the_rulebooks_example_of_two_masks():
    both = "pigeon_loft spy_ring"
    assert masked(left="apothecary", right="", masks=both) == 1  # the second is worth nothing
    assert masked(left="apothecary dispensary", right="", masks=both) == 4


def test_r133_p18_masks_copy_green_cards_only():
    game = cities_game("gizah_a babylon_a ephesos_a", sets="base leaders cities")
    give(game, 0, built="pigeon_loft")
    give(game, 1, built="scientists_guild", stages=2, leaders="euclid")
    assert points(game, 0, "scientific") == 0


# Plain cards


@pytest.mark.parametrize(
    ("age", "black", "materials", "shields"),
    [
        (1, "militia", "", 2),
        (2, "mercenaries", "press_1", 3),
        (3, "contingent", "loom_1", 5),
    ],
)
def test_r134_black_shields(age, black, materials, shields):
    game = cities_game(age=age)
    give(game, 0, built=materials, coins=9)
    play(game, f"0 build {black}")
    assert game.cities[0].shields == shields
    assert game.cities[0].coins == 9 - card(game, black).coins


@pytest.mark.parametrize(
    ("age", "black", "materials", "worth"),
    [
        (1, "gates_of_the_city", "lumber_yard", 4),
        (2, "tabularium", "lumber_yard ore_vein loom_1", 6),
        (3, "capitol", "stone_pit brickyard glassworks_1 press_1", 8),
    ],
)
def test_r150_plain_points(age, black, materials, worth):
    game = cities_game(age=age)
    give(game, 0, built=materials, coins=2)
    play(game, f"0 build {black}")
    assert points(game, 0, "cities") == worth
    assert game.cities[0].coins == 2 - card(game, black).coins


@pytest.mark.parametrize(
    ("age", "black", "mine", "theirs"),
    [(1, "gambling_den", 3 + 6, 3 + 1), (2, "gambling_house", 3 - 1 + 9, 3 + 2)],
)
def test_r137_r138_gambling_pays_the_player_and_both_neighbours(age, black, mine, theirs):
    game = cities_game("gizah_a rhodos_a ephesos_a olympia_a", age=age)
    play(game, f"0 build {black}")
    assert coins(game) == [mine, theirs + 3, 3 + 3, theirs + 3]  # the others sell a card
    assert game.bank == 3 - sum(coins(game)) + 9


def test_r148_the_secret_society_counts_black_cards_itself_included():
    game = cities_game(age=3)
    give(game, 0, built="stone_pit press_1 militia hideout")
    before = points(game, 0, "cities")
    play(game, "0 build secret_society")
    assert game.cities[0].coins == 3 + 3
    assert points(game, 0, "cities") == before + 3


def test_r149_the_slave_market_counts_own_victory_tokens():
    game = cities_game(age=3)
    give(game, 0, built="sawmill foundry", victories=[1, 3, 3])
    play(game, "0 build slave_market")
    assert game.cities[0].coins == 3 + 3
    assert points(game, 0, "cities") == 3


def test_r149_tokens_gained_later_still_score():
    game = cities_game(age=3, turn=7)
    give(game, 0, built="sawmill foundry barracks")
    play(game, "0 build slave_market")
    pass_on(game)
    assert game.cities[0].coins == 3
    assert points(game, 0, "cities") == 2


# Docks


@pytest.mark.parametrize(
    ("dock", "resource", "price"),
    [
        ("clandestine_dock_west", "barracks", (1, 0, 0)),  # the ore of Rhodos, at the left
        ("clandestine_dock_east", "barracks", (2, 0, 0)),
        ("clandestine_dock_east", "scriptorium", (0, 1, 0)),  # the papyrus of Ephesos
        ("clandestine_dock_west", "scriptorium", (0, 2, 0)),
    ],
)
def test_r139_a_dock_takes_a_coin_off_the_first_resource_of_its_side(dock, resource, price):
    game = cities_game()
    give(game, 0, built=dock)
    game.say(0, f"build {resource}")
    assert game.moves[0].payment.coins == price


def test_r139_the_second_resource_has_the_full_price():
    game = cities_game(age=2)
    give(game, 0, built="clandestine_dock_west ore_vein", coins=9)
    give(game, 1, built="sawmill")
    game.say(0, "build archery_range")  # WWO
    assert game.moves[0].payment.coins == (2 + 2 - 1, 0, 0)


def test_r139_the_rebate_comes_back_every_turn():
    game = cities_game()
    give(game, 0, built="clandestine_dock_west")
    play(game, "0 build barracks")
    give(game, 1, built="lumber_yard")
    play(game, "0 build stockade")
    assert game.cities[0].coins == 3 - 1 - 1


def test_r140_with_a_trading_post_the_first_resource_is_free():
    game = cities_game()
    give(game, 0, built="clandestine_dock_west west_trading_post", coins=0)
    game.say(0, "build barracks")
    assert game.moves[0].payment.coins == (0, 0, 0)


def test_r141_the_rulebooks_example_dock_east_with_marketplace():
    game = cities_game("rhodos_a alexandria_a ephesos_a", age=2)
    give(game, 0, built="marketplace clandestine_dock_east stone_pit")
    give(game, 2, built="loom_1 stone_pit")
    buy(game, 0, "build library", right="LS")
    assert game.moves[0].payment.coins == (0, 2, 0)  # 0 + 2 or 1 + 1: two coins either way


def test_r141_the_textile_alone_is_free_and_the_stone_alone_costs_one():
    game = cities_game("rhodos_a alexandria_a ephesos_a")
    give(game, 0, built="marketplace clandestine_dock_east")
    give(game, 2, built="loom_1 stone_pit")
    buy(game, 0, "build apothecary", right="L")
    assert game.moves[0].payment.coins == (0, 0, 0)
    game = cities_game("rhodos_a alexandria_a ephesos_a")
    give(game, 0, built="marketplace clandestine_dock_east")
    give(game, 2, built="loom_1 stone_pit")
    buy(game, 0, "build baths", right="S")
    assert game.moves[0].payment.coins == (0, 1, 0)


def test_r139_babylons_last_card_finds_the_dock_again():
    game = cities_game("babylon_b rhodos_a ephesos_a", turn=7)
    give(game, 0, built="clandestine_dock_west", stages=2)
    give(game, 1, built="lumber_yard")
    play(game, "0 build barracks")
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)
    answer(game, 0, "build stockade")
    assert game.cities[0].coins == 3 - 1 - 1


# Resources and stages


def test_r143_the_architect_cabinet_builds_stages_without_resources():
    game = cities_game()
    give(game, 0, built="architect_cabinet")
    play(game, "0 wonder altar")
    assert (game.cities[0].stages, game.cities[0].coins) == (1, 3)
    assert points(game, 0, "cities") == 2


def test_r143_the_coins_of_petras_stage_are_still_paid():
    game = cities_game("petra_a rhodos_a ephesos_a")
    give(game, 0, built="architect_cabinet", stages=1, coins=6)
    assert refused(game, 0, "wonder altar") == "cannot_afford"
    give(game, 0, coins=7)
    play(game, "0 wonder altar")
    assert (game.cities[0].stages, game.cities[0].coins) == (2, 0)


def test_r144_the_secret_warehouse_doubles_a_resource_of_board_brown_or_grey():
    game = cities_game()
    give(game, 0, built="secret_warehouse", coins=0)
    play(game, "0 wonder altar")  # SS with the stone of Gizah twice
    assert game.cities[0].stages == 1


@pytest.mark.parametrize("doubled", ["lumber_yard", "timber_yard"])
def test_r144_also_one_kind_of_a_card_with_a_choice(doubled):
    game = cities_game("babylon_a rhodos_a ephesos_a", age=2)
    give(game, 0, built=f"secret_warehouse {doubled} ore_vein", coins=0)
    play(game, "0 build archery_range")  # WWO
    assert game.cities[0].shields == 2


@pytest.mark.parametrize("maker", ["caravansery", "forum", "black_market"])
def test_r145_the_warehouse_does_not_double_yellow_or_black_production(maker):
    game = cities_game("roma_a rhodos_a ephesos_a", sets="base leaders cities")
    give(game, 0, built=f"secret_warehouse {maker}", coins=0)
    own = game.cities[0].own
    assert len(own.makers) == 1


def test_r145_the_warehouse_does_not_double_bilkis():
    game = cities_game("roma_a gizah_a olympia_a", sets="base leaders cities", age=3)
    give(game, 0, built="secret_warehouse", leaders="bilkis", coins=2)
    assert game.cities[0].own.makers == ()
    assert refused(game, 0, "build lighthouse") == "cannot_afford"  # S from Bilkis, no G


def test_r144_neighbours_do_not_buy_from_the_warehouse():
    game = cities_game("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="secret_warehouse")
    give(game, 1, coins=20)
    assert refused(game, 1, "wonder altar") == "cannot_afford"
    assert len(game.cities[0].sold.makers) == 1


def test_r146_the_black_market_makes_one_resource_that_the_city_lacks():
    game = cities_game(age=3)
    give(game, 0, built="black_market", coins=0)
    assert refused(game, 0, "build arena") == "cannot_afford"  # a second stone is not to be had
    play(game, "0 build lighthouse")  # SG: the glass comes from the market
    assert "Lighthouse" in game.cities[0].names


def test_r146_yellow_production_does_not_narrow_the_black_market():
    game = cities_game(age=3)
    give(game, 0, built="black_market forum", coins=0)
    assert game.cities[0].own.covers(vector("SGL"))  # glass from one, loom from the other


def test_r146_a_brown_card_built_later_narrows_the_black_market():
    game = cities_game()
    give(game, 0, built="black_market")
    assert game.cities[0].own.covers(vector("SW"))
    give(game, 0, built="lumber_yard")
    assert not game.cities[0].own.covers(vector("WW"))


# Guilds and wonders


def test_r159_the_guild_of_shadows_counts_black_cards_of_both_neighbours():
    game = cities_game()
    give(game, 0, built="guild_of_shadows militia")
    give(game, 1, built="militia hideout")
    give(game, 2, built="residence")
    assert points(game, 0, "guilds") == 3


def test_r160_the_mourners_count_the_victory_tokens_of_both_neighbours():
    game = cities_game()
    give(game, 0, built="mourners_guild", victories=[5])
    give(game, 1, victories=[1, 5])
    give(game, 2, victories=[3])
    assert points(game, 0, "guilds") == 3


@pytest.mark.parametrize(
    ("guild", "resources"),
    [
        ("counterfeiters_guild", "OOOGL"),
        ("guild_of_shadows", "WSSP"),
        ("mourners_guild", "WCCGL"),
    ],
)
def test_r102_the_guilds_of_cities_are_in_the_pool_and_cost_their_resources(guild, resources):
    game = cities_game(age=3)
    found = card(game, guild)
    assert found in game.rules.decks[3]
    assert sorted(found.resources) == sorted(resources)
    assert refused(game, 0, f"build {guild}") == "cannot_afford"


@pytest.mark.parametrize(
    ("board", "worth", "prices"),
    [
        ("petra_a", [3, 7, 7], [0, 7, 0]),
        ("petra_b", [3, 14], [0, 14]),
    ],
)
def test_r161_r162_the_stages_of_petra(board, worth, prices):
    game = cities_game(f"{board} rhodos_a ephesos_a")
    give(game, 0, built="lumber_yard quarry press_1 clay_pool foundry", coins=21)
    for stage, marker in enumerate(("altar", "theater", "militia")[: len(worth)], 1):
        play(game, f"0 wonder {marker}")
        while game.questions[0].kind == "debts":
            answer(game, game.questions[0].seat, 0)
        assert game.cities[0].coins == 21 - sum(prices[:stage])
        assert points(game, 0, "wonder") == sum(worth[:stage])
    assert refused(game, 0, "wonder baths") == "no_stage_left"


def test_r188_imhotep_does_not_reduce_petras_coins():
    game = cities_game("petra_a rhodos_a ephesos_a", sets="base leaders cities")
    give(game, 0, leaders="imhotep", stages=1, coins=6)
    assert refused(game, 0, "wonder altar") == "cannot_afford"
    give(game, 0, coins=7)
    play(game, "0 wonder altar")
    assert game.cities[0].coins == 0


def test_r126_debts_stand_on_the_coin_line_as_items_of_their_own():
    game = cities_game()
    give(game, 0, coins=5, debt=3)
    sheet = [item for item in score(game, 0) if item.category == "treasury"]
    assert [(item.reason, item.points) for item in sheet] == [("coins", 1), ("debts", -3)]
    assert total(sheet) == -2


def test_r128_olympia_b_and_the_courtesans_copy_no_symbols():
    game = cities_game("olympia_b rhodos_a ephesos_a", sets="base leaders cities")
    give(game, 0, stages=3, built="courtesans_guild")
    give(game, 1, built="apothecary workshop")
    assert points(game, 0, "scientific") == 0
