"""Team play (R172 to R184): seats 0+1 and 2+3 are the teams; 1 fights 2, and 3 fights 0."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.result import ranks, result, sheets_of
from host_tools.rules.scoring import total
from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    new_game,
    pass_on,
    play,
    points,
    refused,
    setup,
    told,
)

FOUR = "gizah_a rhodos_a ephesos_a olympia_a"
EIGHT = f"{FOUR} babylon_a alexandria_a halikarnassos_a petra_a"


def team_game(wonders=FOUR, sets="base cities", **more):
    return new_game(wonders, sets=sets, variant="team", **more)


def end_age(game):
    """Play the last turn of the Age; its conflicts follow."""
    play(game)
    pass_on(game)


def tokens(game):
    return [(city.victories, city.defeats) for city in game.cities]


@pytest.mark.parametrize("number", [4, 6, 8])
def test_r172_teams_are_for_four_six_or_eight(number):
    game = team_game(" ".join(EIGHT.split()[:number]))
    assert game.rules.mates == tuple(seat ^ 1 for seat in range(number))


@pytest.mark.parametrize("number", [3, 5, 7])
def test_r172_an_odd_number_makes_no_teams(number):
    with pytest.raises(MoveError) as error:
        setup(" ".join(EIGHT.split()[:number]), variant="team", sets="base cities")
    assert error.value.code == "bad_record"


def test_r172_team_mates_sit_next_to_each_other():
    rules = team_game(EIGHT).rules
    assert all(rules.mates[seat] in (rules.left[seat], rules.right[seat]) for seat in rules.seats)


def test_r174_own_resources_are_used_before_any_are_bought():
    game = team_game()
    give(game, 0, built="timber_yard")
    give(game, 1, built="lumber_yard", coins=3)
    assert refused(game, 0, "build stockade left=2") == "bad_choice"
    game.say(0, "build stockade")  # with the own wood
    assert game.moves[0].payment.coins == (0, 0, 0)


def test_r174_b5_without_teams_the_same_purchase_is_allowed():
    game = new_game(FOUR, sets="base cities")
    give(game, 0, built="timber_yard")
    give(game, 1, built="lumber_yard")
    game.say(0, "build stockade left=2")
    assert game.moves[0].payment.coins == (2, 0, 0)


def test_r175_team_mates_pay_each_other_for_resources():
    game = team_game()
    play(game, "0 build barracks")  # the ore of Rhodos, the team-mate's board
    assert coins(game)[:2] == [3 - 2, 3 + 2 + 3]


def test_r175_a_resource_of_the_team_mate_is_not_free():
    game = team_game()
    give(game, 0, coins=1)
    assert refused(game, 0, "build barracks") == "cannot_afford"


def test_r175_nothing_is_bought_from_the_team_mate_for_a_chained_card():
    game = team_game(age=2)
    give(game, 0, built="baths", coins=9)
    give(game, 1, built="quarry")
    assert refused(game, 0, "build aqueduct left=4") == "bad_choice"
    game.say(0, "build aqueduct")
    assert game.moves[0].payment.free == "chain"


def test_r175_from_the_other_neighbour_a_chained_card_may_be_paid():
    game = team_game(age=2)
    give(game, 0, built="baths", coins=9)
    give(game, 3, built="quarry")
    game.say(0, "build aqueduct right=4")
    assert game.moves[0].payment.coins == (0, 4, 0)


def test_r176_a_loss_hits_the_team_mate_too():
    game = team_game()
    play(game, "0 build hideout")
    assert [(q.kind, q.seat, q.amount) for q in game.questions] == [
        ("debts", 1, 1),
        ("debts", 2, 1),
        ("debts", 3, 1),
    ]


def test_r177_team_mates_never_fight_each_other():
    game = team_game(turn=7)
    give(game, 0, built="stockade barracks")
    give(game, 3, built="guard_tower stockade")  # as strong as its opponent, seat 0
    end_age(game)
    assert tokens(game) == [([], 0), ([], 0), ([], 0), ([], 0)]


def test_r178_a_conflict_gives_two_victory_or_two_defeat_tokens():
    game = team_game(age=2, turn=7)
    give(game, 1, built="walls")
    end_age(game)
    assert tokens(game) == [([], 0), ([3, 3], 0), ([], 2), ([], 0)]


def test_r124_r179_a_diplomat_still_fights_but_for_a_single_token_each():
    game = team_game(turn=7)
    give(game, 1, diplomacy=1)
    give(game, 2, built="barracks")
    end_age(game)
    assert tokens(game)[1:3] == [([], 1), ([1], 0)]
    assert game.cities[1].diplomacy == 0


def test_r179_the_use_is_compulsory_also_for_the_stronger():
    game = team_game(turn=7)
    give(game, 1, built="barracks", diplomacy=2)
    end_age(game)
    assert tokens(game)[1:3] == [([1], 0), ([], 1)]
    assert game.cities[1].diplomacy == 1


def test_r180_the_team_mates_conflict_is_not_affected():
    game = team_game(turn=7)
    give(game, 0, built="barracks")
    give(game, 1, diplomacy=1)
    end_age(game)
    assert tokens(game)[0] == ([1, 1], 0)
    assert tokens(game)[3] == ([], 2)


def test_r181_a_diplomat_can_win():
    game = team_game(age=3, turn=7)
    give(game, 1, built="arsenal", diplomacy=1)
    end_age(game)
    assert tokens(game)[1:3] == [([5], 0), ([], 1)]


def test_r182_both_team_mates_with_diplomacy_make_all_tokens_single():
    game = team_game(turn=7)
    give(game, 0, built="barracks", diplomacy=1)
    give(game, 1, diplomacy=1)
    give(game, 2, built="stockade")
    end_age(game)
    assert tokens(game) == [([1], 0), ([], 1), ([1], 0), ([], 1)]


def test_r182_diplomats_on_both_sides_fight_for_a_single_token():
    game = team_game(turn=7)
    give(game, 1, built="barracks", diplomacy=1)
    give(game, 2, diplomacy=1)
    end_age(game)
    assert tokens(game)[1:3] == [([1], 0), ([], 1)]
    assert [city.diplomacy for city in game.cities] == [0, 0, 0, 0]


def test_r183_the_rulebooks_example_of_age_three():
    game = team_game(age=3, turn=7)
    give(game, 0, diplomacy=1)  # uses Diplomacy and loses
    give(game, 3, built="barracks")
    give(game, 1, built="arsenal")  # the team-mate wins
    end_age(game)
    assert tokens(game) == [([], 1), ([5, 5], 0), ([], 2), ([5], 0)]


def test_p17_tomyris_hands_over_both_defeat_tokens():
    game = team_game(sets="base leaders cities", turn=7)
    give(game, 2, leaders="tomyris")
    give(game, 1, built="barracks")
    end_age(game)
    assert tokens(game)[1:3] == [([1, 1], 2), ([], 0)]


def test_p17_tomyris_with_diplomacy_hands_over_the_single_one():
    game = team_game(sets="base leaders cities", turn=7)
    give(game, 2, leaders="tomyris", diplomacy=1)
    give(game, 1, built="barracks")
    end_age(game)
    assert tokens(game)[1:3] == [([1], 1), ([], 0)]


def test_r45_r178_nero_is_paid_for_both_tokens_of_a_team_conflict():
    game = team_game(sets="base leaders cities", turn=7)
    give(game, 1, leaders="nero", built="barracks", coins=0)
    end_age(game)
    assert game.cities[1].coins == 3 + 2 + 2


def test_r184_the_two_totals_are_added_and_the_team_with_the_highest_sum_wins():
    game = team_game()
    for seat, many in enumerate([9, 3, 6, 6]):  # 3 + 1 points against 2 + 2 … and more coins
        give(game, seat, coins=many)
    give(game, 3, built="altar")
    totals = [total(sheet) for sheet in sheets_of(game)]
    assert totals == [3, 1, 2, 4]
    assert ranks(game, totals) == [2, 2, 1, 1]


def test_r184_coins_of_the_whole_team_break_a_tie():
    game = team_game()
    for seat, many in enumerate([3, 5, 3, 4]):
        give(game, seat, coins=many)
    assert ranks(game, [points(game, seat) for seat in range(4)]) == [1, 1, 2, 2]


def test_r184_the_result_names_the_teams_with_their_totals():
    replay = told(wonders=FOUR, variant="team", sets="base cities")
    give(replay.game, 2, built="altar")
    assert result(replay)["teams"] == [
        {"team": 0, "seats": [0, 1], "total": 2, "rank": 2},
        {"team": 1, "seats": [2, 3], "total": 4, "rank": 1},
    ]


def test_r175_team_mates_do_not_share_coins_when_one_must_pay_a_loss():
    game = team_game()
    give(game, 1, coins=0)
    play(game, "0 build hideout", "1 build altar")
    assert game.answers(game.question(1)) == [1]  # no coin of one's own: a debt
    answer(game, 1, 1)
    assert game.cities[1].debt == 1
    assert card(game, "hideout") in game.cities[0].built
