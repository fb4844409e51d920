"""The Wonder Pack (2013, first printing), and the promo guilds in the second one."""

import pytest

from card_db.loader import load_box
from host_tools.rules.costs import stage_payments
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import Ruleset, boards
from host_tools.rules.scoring import by_category, score
from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    go_to,
    new_game,
    play,
    points,
    refused,
    setup,
    told,
)

PACK = "base wonder_pack"
SOLD = (
    {"seat": 1, "card": "theater", "action": "sell"},
    {"seat": 2, "card": "baths", "action": "sell"},
)
MAKES_ALL = "sawmill quarry brickyard foundry ore_vein loom_1 glassworks_1 press_1"


def wall(side="a", sets=PACK, **more):
    game = new_game(f"great_wall_{side} rhodos_a gizah_a", sets=sets, **more)
    give(game, 0, built=f"{MAKES_ALL} stone_pit lumber_yard")
    return game


# Great Wall (the leaflet of the pack)


def test_w6_the_great_wall_makes_a_loom_and_has_four_stages():
    game = new_game("great_wall_a rhodos_a gizah_a", sets=PACK)
    wonder = game.cities[0].wonder
    assert (wonder.resource, len(wonder.stages), wonder.any_order) == ("L", 4, True)


def test_w7_its_stages_are_built_in_any_order():
    game = wall()
    play(game, "0 wonder altar stage=3")
    assert (game.cities[0].raised, game.cities[0].shields) == ([2], 2)
    play(game, "0 wonder theater stage=1")
    assert game.cities[0].raised == [2, 0]
    assert game.cities[0].coins == 3 + 8


def test_w7_no_stage_is_built_twice():
    game = wall()
    play(game, "0 wonder altar stage=3")
    assert refused(game, 0, "wonder theater stage=3") == "bad_choice"
    assert refused(game, 0, "wonder theater stage=5") == "bad_choice"


def test_w7_where_nothing_is_said_the_first_stage_that_is_left_is_meant():
    game = wall()
    play(game, "0 wonder altar stage=1")
    play(game, "0 wonder theater")
    assert game.cities[0].raised == [0, 1]


def test_w7_all_four_stages_and_no_fifth():
    game = wall()
    for number, name in ((4, "altar"), (2, "theater"), (3, "baths"), (1, "clay_pool")):
        play(game, f"0 wonder {name} stage={number}")
        while game.questions[0].kind != "play":
            answer(game, 0, None)
    assert refused(game, 0, "wonder ore_vein") == "no_stage_left"


def test_g49_other_wonders_keep_their_order():
    game = new_game()
    give(game, 0, built="quarry")
    assert refused(game, 0, "wonder altar stage=2") == "bad_choice"
    play(game, "0 wonder altar stage=1")
    assert game.cities[0].stages == 1


def test_w7_each_stage_has_its_own_payments():
    game = new_game("great_wall_a rhodos_a gizah_a", sets=PACK)
    give(game, 1, built="sawmill")
    give(game, 2, built="quarry", coins=9)
    give(game, 0, coins=9)
    told_apart = [(payment.stage, payment.coins) for payment in stage_payments(game, 0)]
    assert told_apart == [(1, (4, 0, 0)), (3, (0, 6, 0))]


def test_w7_the_record_names_the_stage():
    plays = [
        {"seat": 0, "card": "altar", "action": "wonder", "stage": 2},
        *SOLD,
    ]
    line = {"type": "turn", "age": 1, "turn": 1, "plays": plays}
    with pytest.raises(MoveError, match="stage 2 of Great Wall") as error:
        told(line, wonders="great_wall_a rhodos_a gizah_a", sets=PACK)
    assert error.value.code == "cannot_afford"


def test_w9_great_wall_a():
    game = wall()
    give(game, 0, built="apothecary workshop")
    play(game, "0 wonder altar stage=2")
    assert points(game, 0, "scientific") == 1 + 1 + 1 + 7


def test_w10_stage_four_may_take_a_card_from_the_discard_pile():
    game = wall()
    game.discard.append(card(game, "palace"))
    play(game, "0 wonder altar stage=4")
    assert None in game.answers(game.question(0))
    answer(game, 0, "palace")
    assert points(game, 0, "civilian") == 8


def test_w5_o1_halikarnassos_digs_before_the_great_wall_wherever_they_sit():
    for order in ("great_wall_a halikarnassos_a", "halikarnassos_a great_wall_a"):
        game = new_game(f"{order} gizah_a", sets=PACK)
        digger = order.split().index("halikarnassos_a")
        give(game, digger, stages=1, built="foundry ore_vein")
        give(game, 1 - digger, built="foundry ore_vein")
        play(game, f"{digger} wonder altar", f"{1 - digger} wonder theater stage=4")
        assert game.questions[0].seat == digger
        answer(game, digger, None)
        assert game.questions[0].seat == 1 - digger


def test_w11_both_neighbours_take_two_coins_from_the_bank():
    game = wall("b")
    play(game, "0 wonder altar stage=1")
    assert coins(game) == [3 + 8, 3 + 3 + 2, 3 + 3 + 2]


def test_w12_stage_two_of_side_b_is_a_mask():
    game = wall("b")
    give(game, 1, built="apothecary")
    play(game, "0 wonder altar stage=2")
    assert points(game, 0, "scientific") == 1


def test_w13_stage_three_of_side_b_keeps_its_owner_out_of_the_conflict():
    game = wall("b", turn=6)
    give(game, 1, built="barracks")
    play(game, "0 wonder altar stage=3")
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)
    assert [(city.victories, city.defeats) for city in game.cities] == [([], 0), ([1], 0), ([], 1)]


def test_w14_w15_without_cities_everybody_pays_what_is_there_and_owes_nothing():
    game = wall("b")
    give(game, 1, coins=1, built="lumber_yard")
    give(game, 2, coins=0)
    play(game, "0 wonder altar stage=3", "1 build ore_vein", "2 build clay_pool")
    assert [(city.coins, city.debt) for city in game.cities[1:]] == [(0, 0), (0, 0)]
    assert game.questions[0].kind == "play"


def test_w14_with_cities_they_may_take_debts():
    game = wall("b", sets=f"{PACK} cities")
    play(game, "0 wonder altar stage=3")
    assert [question.kind for question in game.questions] == ["debts", "debts"]


def test_w16_stage_four_of_side_b_makes_what_the_city_lacks():
    game = new_game("great_wall_b rhodos_a gizah_a", sets=PACK)
    give(game, 0, built="quarry")
    play(game, "0 wonder altar stage=4")
    play(game, "0 build barracks")  # ore
    assert game.cities[0].coins == 3


# Stonehenge


def henge(side, stages, **more):
    game = new_game(f"stonehenge_{side} rhodos_a gizah_a", sets=PACK, **more)
    give(game, 0, stages=stages, built="stone_pit quarry timber_yard baths")
    return game


def test_w17_stonehenge_makes_wood():
    boards = load_box("1e").wonders
    assert [len(boards[f"stonehenge_{side}"].stages) for side in "ab"] == [3, 2]
    assert boards["stonehenge_a"].resource == "W"


def test_w18_w22_two_points_for_each_stone():
    """Stone Pit 1, Quarry 2, Timber Yard (stone or wood) 1."""
    assert points(henge("a", 3), 0, "wonder") == 3 + 5 + 2 * 4


@pytest.mark.parametrize(("all_cards", "stones"), [(False, 4), (True, 5)])
def test_w22_whether_a_caravansery_gives_a_stone_is_a_ruling(all_cards, stones):
    game = henge("a", 3, rulings={"stone_of_all_cards": all_cards})
    give(game, 0, built="caravansery")
    assert points(game, 0, "wonder") == 3 + 5 + 2 * stones


def test_w19_w23_a_coin_and_a_point_for_each_stone():
    game = henge("b", 0)
    give(game, 0, built="foundry ore_vein", coins=3)
    play(game, "0 wonder altar")
    assert game.cities[0].coins == 3 + 4
    assert points(game, 0, "wonder") == 4


def test_w20_the_colour_of_the_card_under_the_second_stage_counts_in_both_neighbouring_cities():
    game = henge("b", 0)
    give(game, 0, built="foundry ore_vein brickyard clay_pool press_1")
    give(game, 1, built="altar theater barracks")
    give(game, 2, built="pawnshop")
    play(game, "0 wonder guard_tower")
    play(game, "0 wonder baths")  # blue: three blue cards around
    assert points(game, 0, "wonder") == 4 + 3


def test_w20_nothing_counts_where_nobody_knows_what_lies_there():
    game = henge("b", 2)
    game.cities[0].under.clear()
    give(game, 1, built="altar theater")
    assert points(game, 0, "wonder") == 4


def test_w33_a_leader_under_the_stage_counts_leaders():
    game = new_game("stonehenge_b rhodos_a gizah_a", sets=f"{PACK} leaders", age=2, turn=0)
    give(game, 0, stages=1, built="brickyard clay_pool press_1")
    give(game, 1, leaders="midas plato")
    give(game, 2, leaders="nero")
    play(game, "0 wonder caesar", "1 sell sappho", "2 sell varro")
    items = by_category(score(game, 0))
    assert items["wonder"] == 3


# Manneken Pis and Abu Simbel


def test_w24_w25_manneken_pis_starts_with_four_coins_more():
    assert coins(new_game("manneken_pis_b rhodos_a gizah_a", sets=PACK)) == [7, 3, 3]
    game = new_game("manneken_pis_b rhodos_a gizah_a", sets=f"{PACK} leaders", turn=0)
    assert coins(game) == [10, 6, 6]


def test_w28_its_one_stage_costs_one_of_each():
    game = new_game("manneken_pis_b rhodos_a gizah_a", sets=PACK)
    give(game, 0, built="lumber_yard stone_pit clay_pool ore_vein loom_1 glassworks_1 press_1")
    play(game, "0 wonder altar")
    assert (game.cities[0].coins, game.cities[0].shields) == (7 + 7, 1)
    assert points(game, 0, "wonder") == 7


def test_w4_side_a_of_manneken_pis_is_not_played():
    assert boards(load_box("1e"), frozenset(PACK.split()))["manneken_pis"] == ["B"]
    with pytest.raises(MoveError, match="manneken_pis"):
        Ruleset(setup("manneken_pis_a rhodos_a gizah_a", sets=PACK))


def test_w2_abu_simbel_needs_leaders():
    with pytest.raises(MoveError, match="Abu Simbel needs the leaders set"):
        Ruleset(setup("abu_simbel_a rhodos_a gizah_a", sets=PACK))


@pytest.mark.parametrize(("board", "stage"), [("abu_simbel_a", 2), ("abu_simbel_b", 0)])
def test_w30_w31_w32_a_leader_face_down_scores_twice_its_cost(board, stage):
    game = new_game(f"{board} rhodos_a gizah_a", sets=f"{PACK} leaders")
    give(game, 0, stages=stage, built=f"{MAKES_ALL} clay_pool", leaders="caesar")
    play(game, "0 wonder altar")
    answer(game, 0, "caesar")
    assert (game.cities[0].shields, game.cities[0].leaders) == (0, [])
    assert points(game, 0, "wonder") == (3 + 5 if stage else 0) + 2 * 5


def test_w1_the_pack_is_of_the_first_printing():
    with pytest.raises(MoveError, match="wonder_pack is a set of the printing 1e"):
        setup("gizah_day rhodos_day ephesos_day", "2e", PACK)


@pytest.mark.parametrize("board", ["stonehenge_b", "great_wall_a"])
def test_w1_its_boards_lie_only_where_it_is_played(board):
    with pytest.raises(MoveError, match="needs the wonder_pack set"):
        Ruleset(setup(f"{board} rhodos_a gizah_a"))


# Promo guilds


def guilds(sets):
    rules = Ruleset(setup("gizah_day rhodos_day ephesos_day", "2e", sets))
    return {card.id for card in rules.packs[3].guilds}, rules.guilds_drawn


def test_g120_the_second_printing_has_ten_guilds():
    assert len(guilds("base leaders cities")[0]) == 10


@pytest.mark.parametrize(
    ("sets", "more"),
    [
        ("base promo_guilds", "strategists architects gamers mourners"),
        (
            "base leaders promo_guilds",
            "strategists architects gamers mourners courtesans diplomats",
        ),
        ("base cities promo_guilds", "strategists architects gamers mourners counterfeiters"),
    ],
)
def test_r5_r100_r102_guilds_of_the_first_printing_join_the_pool_with_the_sets_they_need(
    sets, more
):
    pool, drawn = guilds(sets)
    missing = {f"{name}_guild" for name in more.split()} - pool
    assert (missing, drawn) == (set(), 3 + 2)
    assert ("courtesans_guild" in pool) == ("leaders" in sets)
    assert ("guild_of_shadows" in pool) == ("cities" in sets)


def test_r61_the_courtesans_copy_a_leader_of_the_second_printing():
    game = new_game(
        "gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders promo_guilds", age=3
    )
    give(game, 0, built="lumber_yard clay_pool glassworks_1 loom_1")
    give(game, 1, leaders="caesar")
    play(game, "0 build courtesans_guild")
    answer(game, 0, "caesar")
    assert game.cities[0].shields == game.cities[1].shields > 0


def test_promo_guilds_are_nothing_new_in_the_first_printing():
    with pytest.raises(MoveError, match="promo_guilds is a set of the printing 2e"):
        setup(sets="base promo_guilds")


@pytest.mark.parametrize("stage", [0, -1])
def test_w7_stages_are_counted_from_one(stage):
    play_of = {"seat": 0, "card": "altar", "action": "wonder", "stage": stage}
    line = {"type": "turn", "age": 1, "turn": 1, "plays": [play_of, *SOLD]}
    with pytest.raises(MoveError, match="counted from 1"):
        told(line, wonders="great_wall_a rhodos_a gizah_a", sets=PACK)


def test_g13_a_sale_names_no_stage():
    play_of = {"seat": 0, "card": "altar", "action": "sell", "stage": 1}
    line = {"type": "turn", "age": 1, "turn": 1, "plays": [play_of, *SOLD]}
    with pytest.raises(MoveError, match="No stage is built"):
        told(line, wonders="great_wall_a rhodos_a gizah_a", sets=PACK)


@pytest.mark.parametrize("drawn", [["altar"], ["midas", "midas"], ["nonsense"], ["agrippina"]])
def test_r72_leaders_that_are_drawn_are_different_leaders_of_this_game(drawn):
    roma = {"seat": 0, "card": "altar", "action": "wonder", "drawn": drawn}
    line = {"type": "turn", "age": 1, "turn": 1, "plays": [roma, *SOLD]}
    game = told(wonders="roma_b rhodos_a gizah_a", sets="base leaders")
    go_to(game.game, 1, 1)
    give(game.game, 0, built="lumber_yard clay_pool")
    with pytest.raises(MoveError) as error:
        game.apply(line)
    assert error.value.code in ("bad_choice", "unknown_card", "not_in_this_game")


def test_g33_a_refusal_says_when_neighbours_sell_too_little():
    game = new_game("ephesos_a gizah_a olympia_a")
    with pytest.raises(
        MoveError, match="2 stone must be bought, and the neighbours sell too little"
    ):
        game.say(0, "wonder altar")


def test_w34_a_courtesans_guild_keeps_the_effect_of_a_leader_that_is_turned():
    game = new_game("abu_simbel_b rhodos_a gizah_a", sets=f"{PACK} leaders", age=3)
    give(game, 0, leaders="caesar", built=f"{MAKES_ALL} clay_pool")
    give(game, 1, built="clay_pool brickyard press_1 loom_1 glassworks_1")
    play(game, "1 build courtesans_guild", "0 sell arena", "2 sell lodge")
    answer(game, 1, "caesar")
    play(game, "0 wonder haven", "1 sell study", "2 sell gardens")
    answer(game, 0, "caesar")
    assert [city.shields for city in game.cities[:2]] == [0, 2]


def test_w15_a_debt_without_cities_is_refused_by_its_own_rule():
    lines = [{"seat": 0, "card": "altar", "action": "sell"}, *SOLD]
    replay = told(
        {"type": "turn", "age": 1, "turn": 1, "plays": lines},
        wonders="great_wall_b rhodos_a gizah_a",
        sets=PACK,
    )
    with pytest.raises(MoveError) as error:
        replay.apply({"type": "settle", "debts": {"1": 1}})
    assert error.value.rule == "W15"
