"""Commercial structures: what they pay, and when (rulebook page 12)."""

import pytest

from tests.rules.table import answer, card, coins, give, new_game, play, points, refused

FOUR = "gizah_a rhodos_a ephesos_a babylon_a"


def test_tavern_pays_five_coins():
    """RB p.12."""
    game = new_game(FOUR)
    play(game, "0 build tavern")
    assert coins(game)[0] == 3 + 5


def test_tavern_pays_once():
    """RB p.12."""
    game = new_game(FOUR)
    play(game, "0 build tavern")
    play(game, "0 build altar")
    assert coins(game)[0] == 3 + 5


def test_vineyard_pays_a_coin_for_each_brown_card_here_and_at_both_neighbours():
    """RB p.12; the city across the table does not count."""
    game = new_game(FOUR, age=2)
    give(game, 0, built="lumber_yard")
    give(game, 1, built="ore_vein clay_pool")
    give(game, 2, built="stone_pit quarry")
    give(game, 3, built="timber_yard")
    play(game, "0 build vineyard", "1 sell forum", "2 sell walls", "3 sell school")
    assert coins(game)[0] == 3 + 1 + 2 + 1


def test_bazar_pays_two_coins_for_each_grey_card_here_and_at_both_neighbours():
    """RB p.12."""
    game = new_game(FOUR, age=2)
    give(game, 0, built="loom_1")
    give(game, 1, built="press_1 glassworks_1")
    give(game, 2, built="loom_1 press_1")
    play(game, "0 build bazar", "1 sell forum", "2 sell walls", "3 sell school")
    assert coins(game)[0] == 3 + 2 * 3


def test_a_double_brown_card_counts_once():
    """RB p.12: cards are counted, not resources."""
    game = new_game(age=2)
    give(game, 1, built="sawmill")
    play(game, "0 build vineyard", "1 sell forum", "2 sell walls")
    assert coins(game)[0] == 3 + 1


def test_vineyard_pays_once():
    """RB p.12: brown cards that come later pay nothing."""
    game = new_game(age=2)
    play(game, "0 build vineyard", "1 sell forum", "2 sell walls")
    play(game, "0 sell school", "1 build sawmill", "2 build quarry")
    assert coins(game)[0] == 3 + 3


@pytest.mark.parametrize(
    ("name", "parent", "wanted"),
    [("caravansery", "marketplace", "walls"), ("forum", "east_trading_post", "dispensary")],
)
def test_caravansery_and_forum_serve_from_the_following_turn(name, parent, wanted):
    """RB p.12: stone for the Walls, glass for the Dispensary."""
    game = new_game("ephesos_a babylon_a halikarnassos_a", age=2)
    give(game, 0, built=f"{parent} quarry foundry", coins=0)
    assert refused(game, 0, f"build {wanted}") == "cannot_afford"
    play(game, f"0 build {name}", "1 sell vineyard", "2 sell school")
    play(game, f"0 build {wanted}")
    assert coins(game)[0] == 0


LATER = [
    # card, stacked cards and stages, coins for each when built, points for each at the end, number
    ("haven", "lumber_yard clay_pool sawmill", 0, 1, 1, 3),
    ("lighthouse", "marketplace tavern", 0, 1, 1, 3),  # itself included
    ("chamber_of_commerce", "loom_1 press_1", 0, 2, 2, 2),
    ("arena", "", 2, 3, 1, 2),
]


def with_cost_paid(name, built, stages):
    """A city that can build the card for nothing by Olympia A's right."""
    game = new_game("olympia_a gizah_a rhodos_a ephesos_a", age=3)
    give(game, 0, built=built, stages=max(stages, 2), coins=0)
    return game


@pytest.mark.parametrize(("name", "built", "stages", "each", "worth", "number"), LATER)
def test_yellow_cards_of_age_iii_pay_coins_when_they_are_built(
    name, built, stages, each, worth, number
):
    """RB p.12; also when they are built for nothing."""
    game = with_cost_paid(name, built, stages)
    play(game, f"0 build {name} free=olympia")
    assert coins(game)[0] == each * number


@pytest.mark.parametrize(("name", "built", "stages", "each", "worth", "number"), LATER)
def test_yellow_cards_of_age_iii_give_points_at_the_end(name, built, stages, each, worth, number):
    """RB p.12."""
    game = with_cost_paid(name, built, stages)
    give(game, 0, built=name)
    assert points(game, 0, "commercial") == worth * number


@pytest.mark.parametrize(
    ("name", "more", "worth"),
    [
        ("haven", "stone_pit", 1),
        ("lighthouse", "arena", 1 + 2),  # the Arena's own two stages as well
        ("chamber_of_commerce", "glassworks_1", 2),
    ],
)
def test_the_points_use_the_final_state_the_coins_do_not(name, more, worth):
    """RB p.12."""
    built = {row[0]: row[1] for row in LATER}[name]
    game = with_cost_paid(name, built, 2)
    play(game, f"0 build {name} free=olympia")
    before, purse = points(game, 0, "commercial"), coins(game)[0]
    give(game, 0, built=more)
    assert points(game, 0, "commercial") == before + worth and coins(game)[0] == purse


def test_the_arena_counts_a_later_stage_at_the_end():
    """RB p.12."""
    game = with_cost_paid("arena", "foundry", 2)
    play(game, "0 build arena free=olympia")
    assert coins(game)[0] == 6
    play(game, "0 wonder palace")
    assert coins(game)[0] == 6 and points(game, 0, "commercial") == 3


@pytest.mark.parametrize("name", ["haven", "lighthouse", "chamber_of_commerce", "arena"])
def test_only_the_own_city_counts(name):
    """RB p.12: the neighbours have everything, this city only the card itself."""
    game = new_game(FOUR, age=3)
    give(game, 0, built=name)
    for seat in (1, 3):
        give(game, seat, built="lumber_yard loom_1 tavern", stages=3)
    assert points(game, 0, "commercial") == (1 if name == "lighthouse" else 0)


def test_o2_a_yellow_card_from_the_discard_pile_pays_its_coins():
    """RB p.12: when it is built, however that happens."""
    game = new_game("halikarnassos_a gizah_a rhodos_a ephesos_a", age=3)
    give(game, 0, built="ore_vein foundry", stages=1, coins=0)
    game.discard.append(card(game, "haven"))
    play(game, "0 wonder palace", "1 sell senate", "2 sell arena", "3 sell lighthouse")
    answer(game, 0, "haven")
    assert coins(game)[0] == 2


def test_a_yellow_card_under_a_stage_pays_nothing():
    """RB p.5."""
    game = new_game(FOUR)
    give(game, 0, built="stone_pit")
    play(game, "0 wonder tavern")
    assert coins(game)[0] == 3


def test_a_chained_yellow_card_pays_its_coins():
    """RB p.4, 12."""
    game = new_game(age=3)
    give(game, 0, built="forum lumber_yard", coins=0)
    play(game, "0 build haven")
    assert coins(game)[0] == 1


def test_yellow_production_is_not_sold():
    """RB p.12: see the trade."""
    game = new_game("babylon_a ephesos_a alexandria_a")
    give(game, 1, built="caravansery")
    assert refused(game, 0, "build baths") == "cannot_afford"
