"""Cities entered by hand at the end of a game, and those that a replay has printed."""

import json
from random import Random

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.record import setup_line
from host_tools.rules.result import outcome
from host_tools.rules.tableau import tableau
from tests.rules.random_play import combinations, new_game, play_on
from tests.rules.table import card, give, points
from tests.rules.table import new_game as table_game


def entered(game, choices=None, **changes):
    """What `replay --json` prints of a game, as a file for `score`."""
    head = setup_line(game.rules.setup)
    names = ("edition", "sets", "variant", "rulings", "house")
    about = {name: head[name] for name in names if name in head}
    seats = json.loads(json.dumps(outcome(game, choices)["seats"]))
    for seat, fields in changes.items():
        seats[int(seat.removeprefix("seat_"))] |= fields
    return json.dumps({**about, "seats": seats}).encode()


def over(game):
    game.index = len(game.rules.schedule)
    game.questions.clear()
    return game


@pytest.mark.parametrize("sort", [*combinations()])
def test_the_seats_that_a_replay_prints_are_scored_again_alike(sort):
    rng = Random(sort)
    for _ in range(6):
        game = new_game(sort, rng)
        play_on(game, rng)
        again, choices = tableau(entered(game))
        assert outcome(again, choices)["seats"] == outcome(game)["seats"]


def test_final_choices_are_scored_again_too():
    game = over(table_game("olympia_b rhodos_a ephesos_a", age=3))
    give(game, 0, stages=3, built="apothecary scientists_guild")
    give(game, 1, built="workers_guild spies_guild", victories=[])
    give(game, 2, built="barracks")
    chosen = {"copy_guild": {0: "spies_guild"}, "science": {0: (1, 1, 0)}}
    again, choices = tableau(entered(game, chosen))
    assert outcome(again, choices) == outcome(game, chosen)
    assert outcome(again, choices) != outcome(game)


def test_w7_which_stages_of_the_great_wall_were_raised_is_said():
    game = over(table_game("great_wall_b rhodos_a ephesos_a", sets="base wonder_pack"))
    game.cities[0].raise_stage(card(game, "altar"), 3)
    seat = outcome(game)["seats"][0]
    assert (seat["stages"], seat["raised"]) == (1, [3])
    assert tableau(entered(game))[0].cities[0].raised == [2]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"raised": [1, 2]}, "1 stages are not the stages"),
        ({"seat": 2}, "Seat 2 stands in the place of seat 0"),
        ({"face_down": {"altar": 1}}, "is no leader"),
        ({"face_down": {"midas": 4}}, "Midas costs 3, not 4"),
        ({"copied": "midas"}, "has no guild that copies Midas"),
        ({"science": {"gears": 1}}, "Unknown field 'gears'"),
        ({"copy_guild": "spies_guild"}, "cannot copy Spies Guild"),
    ],
)
def test_what_cannot_be_is_named(fields, said):
    game = over(table_game("great_wall_a rhodos_a ephesos_a", sets="base leaders wonder_pack"))
    game.cities[0].raise_stage(card(game, "altar"), 3)
    with pytest.raises(MoveError, match=said):
        tableau(entered(game, seat_0=fields))


def test_b12_a_file_says_how_the_table_rules():
    game = over(
        table_game(
            "gizah_day rhodos_day ephesos_day",
            edition="2e",
            variant="two_player",
            rulings={"house_numbers": True},
        )
    )
    file = json.loads(entered(game))
    tableau(json.dumps(file).encode())
    del file["rulings"]
    with pytest.raises(MoveError, match="house_numbers"):
        tableau(json.dumps(file).encode())


@pytest.mark.parametrize(("ruling", "stones"), [(False, 1), (True, 2)])
def test_w22_a_file_says_which_stones_count(ruling, stones):
    rulings = {"stone_of_all_cards": ruling}
    wonders = "stonehenge_b rhodos_a ephesos_a"
    game = over(table_game(wonders, sets="base wonder_pack", rulings=rulings))
    give(game, 0, stages=1, built="stone_pit caravansery")
    again, _ = tableau(entered(game))
    assert points(again, 0, "wonder") == points(game, 0, "wonder") == stones


def test_a_field_that_stands_twice_is_refused():
    file = b'{"seats": [], "seats": []}'
    with pytest.raises(MoveError, match="'seats' stands twice"):
        tableau(file)
