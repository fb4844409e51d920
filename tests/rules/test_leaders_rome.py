"""Rome, first printing: leaders for nothing (A), or cheaper and more of them (B)."""

import pytest

from host_tools.rules.errors import MoveError
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
)

ROME_A = "roma_a rhodos_a ephesos_a"
ROME_B = "roma_b rhodos_a ephesos_a"
HANDS = (
    "pericles cleopatra sappho plato",
    "bilkis caesar alexander croesus",
    "euclid hammurabi hannibal hatshepsut",
)


def rome(wonders=ROME_B, turn=1, **more):
    return new_game(wonders, sets="base leaders", turn=turn, **more)


def dealt(game):
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in HANDS])
    return game


def cards(game, names):
    return tuple(card(game, name) for name in names.split())


def with_stage(number, **more):
    """Rome B with all that its next stage needs, the stages before it built."""
    game = rome(**more)
    give(game, 0, built="lumber_yard clay_pool stone_pit quarry loom_1 press_1", stages=number - 1)
    return game


def test_r2_rome_needs_the_leaders():
    with pytest.raises(MoveError) as error:
        new_game(ROME_A, sets="base")
    assert error.value.code == "not_in_this_game"
    assert setup(ROME_A, sets="base leaders")


def test_r69_rome_a_recruits_every_leader_for_nothing():
    game = rome(ROME_A, turn=0)
    play(game, "0 recruit pericles")  # printed cost 6
    assert game.cities[0].coins == 6


@pytest.mark.parametrize("board", ["roma_a", "roma_b"])
def test_r69_r70_rome_makes_no_resource(board):
    game = rome(f"{board} rhodos_a ephesos_a")
    assert refused(game, 0, "build apothecary") == "cannot_afford"
    assert refused(game, 1, "build baths") == "cannot_afford"  # nothing to buy there either


@pytest.mark.parametrize(("stages", "expected"), [(0, 0), (1, 4), (2, 4 + 6)])
def test_r69_rome_a_has_stages_of_four_and_six_points(stages, expected):
    game = rome(ROME_A)
    give(game, 0, stages=stages)
    assert points(game, 0, "wonder") == expected
    assert len(game.cities[0].wonder.stages) == 2


def test_r70_rome_b_pays_two_coins_less_for_its_leaders():
    game = rome(turn=0)
    play(game, "0 recruit pericles")
    assert game.cities[0].coins == 6 - 4


def test_r70_o8_the_price_of_a_leader_never_falls_below_nothing():
    game = rome(turn=0)
    play(game, "0 recruit sappho")  # printed cost 1
    assert game.cities[0].coins == 6


def test_r71_both_neighbours_of_rome_b_pay_one_coin_less():
    game = rome(turn=0)
    play(game, "0 sell sappho", "1 recruit cleopatra", "2 recruit caesar")
    assert coins(game)[1:] == [6 - 3, 6 - 4]


def test_r71_a_city_that_is_no_neighbour_of_rome_b_pays_the_printed_cost():
    game = rome(f"{ROME_B} gizah_a", turn=0)
    play(game, "2 recruit cleopatra")
    assert game.cities[2].coins == 6 - 4


def test_r72_rome_b_stage_one_gives_five_coins_and_four_leaders_from_the_box():
    game = dealt(rome(turn=0))
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder plato", "1 sell bilkis", "2 sell euclid")
    assert game.cities[0].coins == 6 + 5
    assert game.question(0).kind == "draw"
    game.answer(0, cards(game, "nero midas varro hiram"))
    hand = [leader.id for leader in game.leader_hands[0]]
    assert hand == ["pericles", "cleopatra", "sappho", "nero", "midas", "varro", "hiram"]


def test_d8_p14_the_draw_comes_from_the_leaders_that_were_not_dealt():
    game = dealt(rome(turn=0))
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder plato", "1 sell bilkis", "2 sell euclid")
    for drawn in ("nero midas varro caesar", "nero midas varro varro"):
        with pytest.raises(MoveError) as error:
            game.answer(0, cards(game, drawn))
        assert error.value.code == "card_already_used"


def test_r3_r72_only_leaders_are_drawn():
    game = dealt(rome(turn=0))
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder plato", "1 sell bilkis", "2 sell euclid")
    with pytest.raises(MoveError) as error:
        game.answer(0, cards(game, "nero midas varro altar"))
    assert error.value.code == "bad_choice"


@pytest.mark.parametrize(
    "drawn", ["", "nero", "nero midas varro", "nero midas varro hiram tomyris"]
)
def test_r72_just_four_leaders_are_drawn(drawn):
    game = dealt(rome(turn=0))
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder plato", "1 sell bilkis", "2 sell euclid")
    with pytest.raises(MoveError) as error:
        game.answer(0, cards(game, drawn))
    assert error.value.code == "bad_choice"


def test_r72_whatever_is_left_in_the_box_is_drawn_when_it_is_less():
    game = dealt(rome(turn=0))
    in_box = [leader for leader in game.rules.leader_deck if not game.used[leader]]
    game.used.update(in_box[2:])
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder plato", "1 sell bilkis", "2 sell euclid")
    game.answer(0, tuple(in_box[:2]))
    assert len(game.leader_hands[0]) == 3 + 2


@pytest.mark.parametrize("stage", [2, 3])
def test_r73_d9_stages_two_and_three_give_an_extra_leader_two_coins_cheaper(stage):
    game = with_stage(stage, age=2)
    play(game, "0 wonder vineyard")
    assert game.question(0).kind == "leader"
    answer(game, 0, "recruit pericles")
    assert game.cities[0].coins == 6 - (6 - 2)
    assert points(game, 0, "wonder") == 3 * (stage - 1)


def test_r73_the_extra_leader_may_be_declined():
    game = with_stage(2)
    play(game, "0 wonder altar")
    answer(game, 0, None)
    assert game.cities[0].leaders == []
    assert game.turn == 2


def test_r73_the_extra_leader_can_only_be_recruited():
    game = with_stage(2)
    play(game, "0 wonder altar")
    assert refused(game, 0, "sell pericles") == "wrong_phase"


def test_d1_maecenas_makes_the_extra_leaders_of_rome_b_free():
    game = with_stage(2)
    give(game, 0, leaders="maecenas")
    play(game, "0 wonder altar")
    answer(game, 0, "recruit pericles")
    assert game.cities[0].coins == 6


def test_r74_rome_b_can_have_five_leaders():
    game = new_game(ROME_B, sets="base leaders", turn=0)
    give(game, 0, built="lumber_yard clay_pool stone_pit quarry loom_1 press_1", coins=30)
    for age, leader, extra in ((1, "sappho", None), (2, "varro", "hiram"), (3, "nero", "plato")):
        go_to(game, age, 0)
        play(game, f"0 recruit {leader}")
        play(game, f"0 wonder {('altar', 'vineyard', 'arena')[age - 1]}")
        if extra:
            answer(game, 0, f"recruit {extra}")
    assert len(game.cities[0].leaders) == 5


def test_p13_r93_rome_b_keeps_its_leaders_in_age_three():
    game = dealt(rome(turn=0))
    go_to(game, 3, 0)
    play(game, "0 recruit sappho", "1 sell bilkis", "2 sell euclid")
    assert len(game.leader_hands[0]) == 3
    assert game.leader_hands[1] == game.leader_hands[2] == []
