"""Diplomacy: who is absent from a conflict, and who then fights whom (R116 to R124)."""

import pytest

from tests.rules.table import answer, card, give, new_game, pass_on, play, points

FOUR = "gizah_a rhodos_a ephesos_a olympia_a"
SIX = f"{FOUR} babylon_a alexandria_a"


def cities_game(wonders="gizah_a rhodos_a ephesos_a", sets="base cities", **more):
    return new_game(wonders, sets=sets, **more)


def end_age(game, *moves):
    play(game, *moves)
    pass_on(game)


def tokens(game):
    return [(city.victories, city.defeats) for city in game.cities]


def shields(game, *numbers):
    """Give the seats so many shields by Militia and Barracks alone."""
    for seat, number in enumerate(numbers):
        game.cities[seat].shields_each = number


@pytest.mark.parametrize(
    ("age", "black", "materials", "worth"),
    [
        (1, "residence", "clay_pool", 1),
        (2, "consulate", "clay_pool press_1", 2),
        (3, "embassy", "stone_pit loom_1 press_1", 3),
    ],
)
def test_r116_r136_a_diplomacy_card_gives_points_and_a_token(age, black, materials, worth):
    game = cities_game("babylon_a rhodos_a ephesos_a", age=age)
    give(game, 0, built=materials)
    play(game, f"0 build {black}")
    assert game.cities[0].diplomacy == 1
    assert points(game, 0, "cities") == worth


def test_r118_r123_the_holder_takes_no_part_and_discards_the_token():
    game = cities_game(turn=7)
    give(game, 0, diplomacy=1)
    shields(game, 0, 2, 1)
    end_age(game)
    assert tokens(game)[0] == ([], 0)
    assert game.cities[0].diplomacy == 0


def test_r119_residence_in_age_one_makes_the_two_neighbours_fight_each_other():
    game = cities_game(FOUR, turn=7)
    give(game, 1, built="clay_pool")
    shields(game, 1, 0, 2, 0)
    end_age(game, "1 build residence")
    # Seat 1 is absent: 0 and 2 are adjacent; 2 also fights 3, and 3 also fights 0.
    assert tokens(game) == [([1], 1), ([], 0), ([1, 1], 0), ([], 2)]


def test_r120_several_tokens_are_used_one_a_conflict():
    game = cities_game(turn=7)
    give(game, 0, diplomacy=2)
    end_age(game)
    assert game.cities[0].diplomacy == 1


def test_r121_the_token_must_be_used_even_by_the_strongest():
    game = cities_game(turn=7)
    give(game, 0, diplomacy=1)
    shields(game, 9, 1, 0)
    end_age(game)
    assert tokens(game) == [([], 0), ([1], 0), ([], 1)]


def test_r122_two_that_are_left_fight_once_for_a_single_token():
    game = cities_game(FOUR, age=2, turn=7)
    give(game, 0, diplomacy=1)
    give(game, 2, diplomacy=1)
    shields(game, 0, 5, 0, 1)
    end_age(game)
    assert tokens(game) == [([], 0), ([3], 0), ([], 0), ([], 1)]


def test_r122_also_at_a_table_of_three():
    game = cities_game(turn=7)
    give(game, 1, diplomacy=1)
    shields(game, 1, 0, 0)
    end_age(game)
    assert tokens(game) == [([1], 0), ([], 0), ([], 1)]


def test_o4_several_absent_players_in_a_row_are_skipped():
    game = cities_game(SIX, turn=7)
    for seat in (1, 2, 3):
        give(game, seat, diplomacy=1)
    shields(game, 3, 9, 9, 9, 2, 1)
    end_age(game)
    # Present are 0, 4 and 5: 0 fights 4 across the gap.
    assert tokens(game) == [([1, 1], 0), ([], 0), ([], 0), ([], 0), ([1], 1), ([], 2)]


def test_o4_gaps_in_two_places():
    game = cities_game(SIX, turn=7)
    for seat in (0, 3):
        give(game, seat, diplomacy=1)
    shields(game, 0, 4, 3, 0, 2, 1)
    end_age(game)
    # The ring is 1-2-4-5-1.
    assert tokens(game) == [([], 0), ([1, 1], 0), ([1], 1), ([], 0), ([1], 1), ([], 2)]


@pytest.mark.parametrize("absent", [(0, 1), (0, 1, 2)])
def test_o5_with_one_present_or_none_there_are_no_tokens(absent):
    game = cities_game(turn=7)
    for seat in absent:
        give(game, seat, diplomacy=1)
    shields(game, 1, 2, 3)
    end_age(game)
    assert tokens(game) == [([], 0)] * 3


def test_r119_equal_shields_across_the_gap_give_nothing():
    game = cities_game(turn=7)
    give(game, 0, diplomacy=1)
    shields(game, 0, 2, 2)
    end_age(game)
    assert tokens(game) == [([], 0)] * 3


def test_r185_a_diplomacy_card_of_a_finished_age_serves_at_the_next_conflict():
    game = cities_game("halikarnassos_a rhodos_a ephesos_a", age=2, turn=7)
    game.discard.append(card(game, "residence"))
    give(game, 0, built="foundry ore_vein", stages=1)
    give(game, 1, built="barracks")
    play(game, "0 wonder vineyard")
    while game.question(0) is None or game.question(0).kind != "pick":
        game.answer(game.questions[0].seat, None)
    answer(game, 0, "residence")
    assert tokens(game) == [([], 0), ([3], 0), ([], 1)]
    assert game.cities[0].diplomacy == 0


def test_r185_solomon_brings_diplomacy_for_the_conflict_of_this_age():
    game = cities_game(sets="base leaders cities", age=2, turn=0)
    game.discard.append(card(game, "residence"))
    play(game, "0 recruit solomon")
    answer(game, 0, "residence")
    assert game.cities[0].diplomacy == 1


@pytest.mark.parametrize(
    ("board", "stage", "tokens_", "worth"),
    [
        ("byzantium_a", 1, 0, 3),
        ("byzantium_a", 2, 1, 3 + 2),
        ("byzantium_a", 3, 0, 3 + 2 + 7),
        ("byzantium_b", 1, 1, 3),
        ("byzantium_b", 2, 1, 3 + 4),
    ],
)
def test_r163_r164_stages_of_byzantium_give_points_and_diplomacy(board, stage, tokens_, worth):
    game = cities_game(f"{board} rhodos_a ephesos_a")
    everything = "sawmill foundry brickyard glassworks_1 loom_1 press_1"
    give(game, 0, built=everything, stages=stage - 1)
    play(game, "0 wonder altar")
    assert game.cities[0].diplomacy == tokens_
    assert points(game, 0, "wonder") == worth


def test_r156_aspasia_gives_a_token_at_once_and_two_points():
    game = cities_game(sets="base leaders cities", turn=0)
    play(game, "0 recruit aspasia")
    assert game.cities[0].diplomacy == 1
    assert points(game, 0, "leaders") == 2


def test_p24_diplomacy_tokens_never_run_out():
    game = cities_game(SIX, turn=7)
    for seat in range(6):
        give(game, seat, diplomacy=3)
    end_age(game)
    assert [city.diplomacy for city in game.cities] == [2] * 6
