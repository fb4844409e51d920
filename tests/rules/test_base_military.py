"""Conflicts at the end of an Age (rulebook pages 5, 6, 8 and 9)."""

import pytest

from tests.rules.table import answer, card, give, new_game, pass_on, play, points

# Red cards by their shields.
RED = {1: "stockade", 2: "walls", 3: "arsenal"}


def fight(*shields, age=1, wonders="gizah_a rhodos_a ephesos_a babylon_a"):
    """The end of an Age with these shields round the table: (victories, defeats) of each seat."""
    game = new_game(" ".join(wonders.split()[: len(shields)]), age=age, turn=6)
    for seat, number in enumerate(shields):
        give(game, seat, built=" ".join([RED[1]] * number))
    play(game)
    pass_on(game)
    return [(city.victories, city.defeats) for city in game.cities]


@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_more_shields_win_the_token_of_the_age_and_fewer_lose_one(age, token):
    """RB p.5."""
    assert fight(2, 1, 0, age=age) == [([token] * 2, 0), ([token], 1), ([], 2)]


def test_equal_shields_give_nothing():
    """RB p.5."""
    assert fight(1, 1, 1) == [([], 0)] * 3


def test_the_two_neighbours_are_compared_separately():
    """RB p.5: between a stronger and an equal neighbour."""
    assert fight(1, 2, 1) == [([], 1), ([1, 1], 0), ([], 1)]


def test_only_adjacent_cities_fight():
    """RB p.5: seats 0 and 2 of four do not meet."""
    assert fight(3, 1, 2, 1) == [([1, 1], 0), ([], 2), ([1, 1], 0), ([], 2)]


def test_each_conflict_gives_at_most_two_tokens():
    """RB p.5."""
    assert all(len(won) + lost <= 2 for won, lost in fight(3, 0, 2, 1))


@pytest.mark.parametrize(("name", "shields"), [("stockade", 1), ("walls", 2), ("arsenal", 3)])
def test_shields_are_those_of_red_cards(name, shields):
    """RB p.5."""
    game = new_game()
    give(game, 0, built=name)
    assert game.cities[0].shields == shields


@pytest.mark.parametrize(
    ("board", "stages", "shields"), [("rhodos_a", 2, 2), ("rhodos_b", 1, 1), ("rhodos_b", 2, 2)]
)
def test_shields_of_rhodos_count_like_red_cards(board, stages, shields):
    """RB p.8, 9."""
    game = new_game(f"{board} gizah_a ephesos_a", turn=6)
    give(game, 0, stages=stages)
    give(game, 1, built="stockade")
    assert game.cities[0].shields == shields
    play(game)
    pass_on(game)
    assert game.cities[2].defeats == 2
    assert game.cities[0].victories == ([1, 1] if shields > 1 else [1])


def test_a_stage_of_rhodos_counts_at_the_end_of_the_age_in_which_it_is_built():
    """RB p.8: here in the sixth turn."""
    game = new_game("rhodos_a gizah_a ephesos_a", turn=6)
    give(game, 0, stages=1, built="clay_pool brickyard")
    play(game, "0 wonder altar")
    pass_on(game)
    assert game.cities[0].victories == [1, 1]


def test_a_red_card_of_the_sixth_turn_counts():
    """RB p.5: conflicts come after it."""
    game = new_game("rhodos_a gizah_a ephesos_a", turn=6)
    play(game, "0 build barracks")
    pass_on(game)
    assert game.cities[0].victories == [1, 1]


def test_shields_are_not_spent_and_count_in_every_age():
    """RB p.4, 8."""
    game = new_game()
    give(game, 0, built="stockade")
    for _ in range(18):
        play(game)
        pass_on(game)
    assert game.cities[0].victories == [1, 1, 3, 3, 5, 5] and game.cities[0].shields == 1
    assert [city.defeats for city in game.cities] == [0, 3, 3]


def test_military_points_are_the_tokens_and_may_be_negative():
    """RB p.6."""
    game = new_game()
    give(game, 0, victories=[1, 3, 5, 5], defeats=2)
    give(game, 1, defeats=6)
    assert points(game, 0, "military") == 12 and points(game, 1, "military") == -6


def test_conflicts_come_after_babylons_last_card():
    """RB p.9."""
    game = new_game("babylon_b gizah_a ephesos_a", turn=6)
    give(game, 0, stages=2)
    play(game, "0 build altar", "1 sell baths", "2 sell theater")
    for seat in (1, 2):
        answer(game, seat, None)
    answer(game, 0, "build guard_tower")
    assert game.cities[0].victories == [1, 1]


def test_conflicts_come_after_halikarnassos_has_dug():
    """RB p.8."""
    game = new_game("halikarnassos_a gizah_a ephesos_a", turn=6)
    give(game, 0, stages=1, built="ore_vein foundry")
    game.discard.append(card(game, "stockade"))
    play(game, "0 wonder altar", "1 sell baths", "2 sell theater")
    for seat in range(3):
        answer(game, seat, None)
    answer(game, 0, "stockade")
    assert game.cities[0].victories == [1, 1]


def test_there_are_no_conflicts_in_the_middle_of_an_age():
    """RB p.5."""
    game = new_game()
    give(game, 0, built="stockade")
    for _ in range(5):
        play(game)
    assert [city.victories for city in game.cities] == [[], [], []]
