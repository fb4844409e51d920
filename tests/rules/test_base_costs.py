"""What cards cost and cities make (rulebook pages 4, 8, 9 and 12)."""

import pytest

from card_db.loader import load_box
from tests.rules.table import coins, give, new_game, pass_on, play, refused

COIN = [
    "clay_pit",
    "timber_yard",
    "excavation",
    "forest_cave",
    "mine",
    "tree_farm",
    "brickyard",
    "foundry",
    "quarry",
    "sawmill",
]
SEVEN = "gizah_a rhodos_a ephesos_a babylon_a olympia_a halikarnassos_a alexandria_a"


def test_resources_are_not_spent():
    """RB p.4: the stone of Gizah serves turn after turn."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="stone_pit quarry")
    play(game, "0 build aqueduct")
    play(game, "0 build walls")
    assert coins(game)[0] == 3 and {"Aqueduct", "Walls"} <= game.cities[0].names


def test_built_cards_stay_for_the_whole_game():
    """RB p.4."""
    game = new_game()
    play(game, "0 build lumber_yard")
    for _ in range(17):
        play(game)
        pass_on(game)
    assert game.over and [card.id for card in game.cities[0].built] == ["lumber_yard"]


@pytest.mark.parametrize("card", COIN)
def test_a_brown_card_that_costs_a_coin_is_paid_to_the_bank(card):
    """RB p.4, and the cards."""
    game = new_game(SEVEN, age=2 if card in COIN[6:] else 1)
    play(game, f"0 build {card}")
    assert coins(game)[0] == 3 - 1
    assert game.bank == 1 - 6 * 3


@pytest.mark.parametrize("card", COIN)
def test_without_a_coin_such_a_brown_card_cannot_be_built(card):
    """RB p.4."""
    game = new_game(SEVEN, age=2 if card in COIN[6:] else 1)
    give(game, 0, coins=0)
    assert refused(game, 0, f"build {card}") == "cannot_afford"


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_ten_brown_cards_cost_a_coin_and_no_other_card_does(edition):
    """The cards."""
    cards = [card for card in load_box(edition).cards.values() if card.set == "base"]
    assert sorted(card.id for card in cards if card.coins) == sorted(COIN)


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_no_stage_of_the_base_game_costs_coins(edition):
    """RB p.4."""
    boards = [wonder for wonder in load_box(edition).wonders.values() if wonder.set == "base"]
    assert all(stage.coins == 0 and stage.resources for board in boards for stage in board.stages)


def test_a_card_with_two_resources_gives_one_of_them_a_turn():
    """RB p.12: wood, clay and ore for the Stables; the Clay Pit is clay or ore, not both."""
    game = new_game("olympia_a gizah_a ephesos_a", age=2)
    give(game, 0, built="clay_pit", coins=0)
    assert refused(game, 0, "build stables") == "cannot_afford"
    give(game, 0, built="ore_vein")
    play(game, "0 build stables")


@pytest.mark.parametrize("card", ["guard_tower", "barracks"])
def test_a_card_with_two_resources_gives_either(card):
    """RB p.12."""
    game = new_game("olympia_a gizah_a ephesos_a")
    give(game, 0, built="clay_pit", coins=0)
    play(game, f"0 build {card}")


def test_the_choice_is_made_anew_each_turn():
    """RB p.12."""
    game = new_game("olympia_a gizah_a ephesos_a")
    give(game, 0, built="clay_pit", coins=0)
    play(game, "0 build guard_tower")
    play(game, "0 build barracks")


CHOICES = {
    "caravansery": ("ephesos_a", "caravansery", 0, "baths barracks guard_tower stockade"),
    "alexandria_a": ("alexandria_a", "", 2, "baths barracks guard_tower stockade"),
    "alexandria_b": ("alexandria_b", "", 1, "baths barracks guard_tower stockade"),
    "forum": ("gizah_a", "forum", 0, "workshop apothecary scriptorium"),
    "alexandria_b_2": ("alexandria_b", "", 2, "apothecary scriptorium"),
}


@pytest.mark.parametrize("maker", CHOICES)
def test_caravansery_forum_and_alexandria_give_one_unit_of_choice(maker):
    """RB p.8, 9, 12."""
    board, built, stages, cards = CHOICES[maker]
    for card in cards.split():
        game = new_game(f"{board} olympia_a rhodos_a")
        give(game, 0, built=built, stages=stages, coins=0)
        play(game, f"0 build {card}")


@pytest.mark.parametrize(
    ("board", "built", "stages", "card"),
    [
        ("ephesos_a", "caravansery", 0, "aqueduct"),
        ("alexandria_a", "", 2, "aqueduct"),
        ("alexandria_b", "clay_pool", 2, "statue"),
    ],
)
def test_they_give_no_more_than_one_unit_a_turn(board, built, stages, card):
    """RB p.12."""
    game = new_game(f"{board} gizah_a babylon_a", age=2)
    give(game, 0, built=built, stages=stages, coins=0)
    assert refused(game, 0, f"build {card}") == "cannot_afford"


def test_one_card_of_choice_may_fill_the_gap_of_another():
    """Clay Pit and Caravansery together make clay and ore in either way."""
    game = new_game("olympia_a gizah_a ephesos_a", age=2)
    give(game, 0, built="clay_pit caravansery", coins=0)
    play(game, "0 build stables")
