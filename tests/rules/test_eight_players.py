"""Eight players with Cities (R169 to R171)."""

import pytest

from host_tools.rules.errors import MoveError
from tests.rules.table import coins, give, new_game, pass_on, play, setup

EIGHT = "gizah_a rhodos_a ephesos_a olympia_a babylon_a alexandria_a halikarnassos_a petra_a"


def eight(**more):
    return new_game(EIGHT, sets=more.pop("sets", "base cities"), **more)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_r169_the_decks_of_seven_players_with_nine_guilds_and_seven_black_cards(age):
    rules = eight().rules
    assert (rules.guilds_drawn, rules.black_drawn) == (9, 7)
    plain = sum(n for c, n in rules.decks[age].items() if c.color not in ("black", "purple"))
    assert plain + (9 if age == 3 else 0) == 49
    assert 49 + 7 == 7 * 8


def test_r170_seven_cards_are_dealt_and_six_are_played():
    rules = eight().rules
    assert (rules.hand_size, rules.turns) == (7, 6)


def test_r170_conflicts_come_after_the_sixth_turn():
    game = eight(turn=6)
    give(game, 0, built="barracks")
    play(game)
    pass_on(game)
    assert game.age == 2
    assert [city.defeats for city in game.cities] == [0, 1, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("variant", ["standard", "team"])
def test_r171_eight_play_in_teams_or_each_for_oneself(variant):
    assert eight(variant=variant).rules.number == 8


def test_r169_eight_players_need_cities():
    with pytest.raises(MoveError) as error:
        setup(EIGHT.replace("petra_a", "roma_a"), sets="base leaders")
    assert error.value.code == "bad_record"


def test_r169_nine_players_are_too_many():
    with pytest.raises(MoveError):
        setup(f"{EIGHT} byzantium_a", sets="base cities")


def test_r6_r170_eight_players_with_leaders_too():
    game = eight(sets="base leaders cities", turn=0)
    assert coins(game) == [6] * 8
    play(game)
    assert (game.turn, coins(game)) == (1, [9] * 8)


def test_r169_p24_eight_fights_are_fought():
    game = eight(turn=6)
    for seat in range(0, 8, 2):
        give(game, seat, built="barracks")
    play(game)
    pass_on(game)
    assert [len(city.victories) for city in game.cities] == [2, 0] * 4
    assert [city.defeats for city in game.cities] == [0, 2] * 4


def test_r107_a_loss_hits_all_seven_others():
    game = eight()
    play(game, "3 build hideout")
    assert [question.seat for question in game.questions] == [0, 1, 2, 4, 5, 6, 7]
