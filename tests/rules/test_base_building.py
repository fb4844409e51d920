"""Building structures: names and chains (rulebook pages 4, 5 and 12)."""

import pytest

from card_db.loader import load_box
from tests.rules.table import (
    answer,
    build_prices,
    card,
    coins,
    fingerprint,
    give,
    go_to,
    new_game,
    play,
    refused,
)

FIVE = "gizah_a rhodos_a ephesos_a babylon_a olympia_a"
TWICE = ["glassworks", "loom", "press"]


def test_a_city_never_holds_two_structures_of_the_same_name():
    """RB p.5."""
    game = new_game(FIVE)
    play(game, "0 build altar")
    assert refused(game, 0, "build altar") == "already_built"


@pytest.mark.parametrize("name", TWICE)
def test_a_grey_card_of_both_ages_is_built_once(name):
    """RB p.5: the name is the test."""
    game = new_game(age=2)
    give(game, 0, built=f"{name}_1")
    assert refused(game, 0, f"build {name}_2") == "already_built"
    assert build_prices(game, 0, card(game, f"{name}_2")) == ()


@pytest.mark.parametrize("name", TWICE)
def test_a_grey_card_of_age_ii_may_be_the_first(name):
    """RB p.5."""
    game = new_game(age=2)
    play(game, f"0 build {name}_2")


def test_another_city_may_hold_the_same_structure():
    """RB p.5."""
    game = new_game(FIVE)
    play(game, "0 build altar", "1 build altar")
    assert "Altar" in game.cities[0].names & game.cities[1].names


def test_a_duplicate_is_not_built_by_a_chain_either():
    """RB p.5."""
    game = new_game(FIVE, age=2)
    give(game, 0, built="marketplace caravansery")
    assert refused(game, 0, "build caravansery") == "already_built"


def test_a_duplicate_is_not_built_by_olympia_a_either():
    """RB p.5, 8."""
    game = new_game("olympia_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="loom_1", stages=2)
    assert refused(game, 0, "build loom_2 free=olympia") == "already_built"


def test_o2_a_duplicate_is_not_taken_from_the_discard_pile_either():
    """RB p.5, 8."""
    game = new_game("halikarnassos_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="loom_1 ore_vein foundry", stages=1)
    play(game, "0 wonder forum", "1 sell loom_2", "2 sell vineyard")
    before = fingerprint(game)
    with pytest.raises(ValueError, match="Loom"):
        answer(game, 0, "loom_2")
    assert fingerprint(game) == before
    assert [found and found.id for found in game.answers(game.question(0))] == ["vineyard", None]


def test_a_duplicate_may_be_sold():
    """RB p.5."""
    game = new_game(age=2)
    give(game, 0, built="loom_1")
    play(game, "0 sell loom_2")
    assert coins(game)[0] == 3 + 3


def test_a_duplicate_may_go_under_the_wonder():
    """RB p.5."""
    game = new_game(age=2)
    give(game, 0, built="loom_1 stone_pit")
    play(game, "0 wonder loom_2")
    assert game.cities[0].stages == 1


CHAINS = {  # the cards of 1e: parent, children
    "altar": "temple", "theater": "statue", "baths": "aqueduct",
    "marketplace": "caravansery", "east_trading_post": "forum", "west_trading_post": "forum",
    "scriptorium": "courthouse library", "apothecary": "dispensary stables",
    "workshop": "archery_range laboratory",
    "temple": "pantheon", "statue": "gardens", "caravansery": "lighthouse", "forum": "haven",
    "walls": "fortifications", "training_ground": "circus", "dispensary": "arena lodge",
    "laboratory": "observatory siege_workshop", "library": "senate university",
    "school": "academy study",
}  # fmt: skip
PAIRS = [(parent, child) for parent, names in CHAINS.items() for child in names.split()]


@pytest.mark.parametrize(("parent", "child"), PAIRS)
def test_a_chain_makes_a_card_free(parent, child):
    """RB p.4: no resources, no purchase."""
    game = new_game(FIVE, age=load_box("1e").cards[child].age)
    give(game, 0, built=parent, coins=0)
    play(game, f"0 build {child}")
    assert game.cities[0].built[-1].id == child


@pytest.mark.parametrize(("parent", "child"), PAIRS)
def test_without_the_parent_the_card_is_not_free(parent, child):
    """RB p.4."""
    game = new_game("babylon_a alexandria_a ephesos_a olympia_a rhodos_a", age=2)
    go_to(game, card(game, child).age, 1)
    give(game, 0, coins=0)
    assert refused(game, 0, f"build {child}") == "cannot_afford"


def test_the_chains_are_those_of_the_cards_and_no_others():
    """The cards of 1e name them on both ends."""
    cards = [one for one in load_box("1e").cards.values() if one.set == "base"]
    down = {(one.id, child) for one in cards for child in one.chains_to}
    up = {(parent, one.id) for one in cards for parent in one.free_from}
    assert down == up == set(PAIRS)


@pytest.mark.parametrize(("parent", "child"), PAIRS)
def test_a_chain_of_the_first_printing_runs_from_one_age_to_the_next(parent, child):
    """RB p.4."""
    cards = load_box("1e").cards
    assert cards[child].age == cards[parent].age + 1


def test_a_neighbours_parent_is_no_chain():
    """RB p.4."""
    game = new_game("babylon_a gizah_a rhodos_a", age=2)
    give(game, 0, coins=0)
    give(game, 1, built="baths")
    assert refused(game, 0, "build aqueduct") == "cannot_afford"


def test_a_parent_under_the_wonder_is_no_chain():
    """RB p.5."""
    game = new_game("babylon_a gizah_a rhodos_a")
    give(game, 0, built="clay_pool", coins=0)
    play(game, "0 wonder baths")
    go_to(game, 2, 1)
    assert refused(game, 0, "build aqueduct") == "cannot_afford"


def test_forum_is_free_with_either_post():
    """The cards: both posts show it."""
    assert {parent for parent, child in PAIRS if child == "forum"} == {
        "east_trading_post",
        "west_trading_post",
    }


def test_a_chain_does_not_hinder_a_payment():
    """RB p.4: using it is the player's choice."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="baths stone_pit", coins=2)
    give(game, 1, built="quarry", coins=0)
    play(game, "0 build aqueduct left=2", "1 build loom_2")
    assert coins(game)[:2] == [0, 2]


def test_b4_a_parent_of_the_same_age_serves_from_the_next_turn():
    """Halikarnassos digs out the Altar in Age II, and the Temple is free in the same Age."""
    game = new_game("halikarnassos_a rhodos_a ephesos_a", age=2)
    game.discard.append(card(game, "altar"))
    give(game, 0, built="ore_vein foundry", stages=1, coins=0)
    assert refused(game, 0, "build temple") == "cannot_afford"
    play(game, "0 wonder forum")
    answer(game, 0, "altar")
    play(game, "0 build temple")
    assert coins(game)[0] == 0
