"""Cards and wonders of one's own: what their words do, and that the game brings them along."""

import json
from random import Random

import pytest

from card_db.loader import house_lines
from host_tools.bots.dealer import Dealer
from host_tools.rules.errors import MoveError
from host_tools.rules.intents import complete
from host_tools.rules.moves import parse
from host_tools.rules.record import dump, parse_line, setup_of
from host_tools.rules.replay import replay
from host_tools.rules.result import outcome
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.setup import Seat, Setup
from host_tools.rules.writing import Scribe
from tests.rules.random_play import HOUSE, new_game, play_on
from tests.rules.table import answer, card, coins, give, go_to, play, points, refused
from tests.rules.table import new_game as table_game

LINES = house_lines([HOUSE])


def house(wonders, **more):
    return table_game(wonders, house=LINES, **more)


def test_w26_w27_a_stage_that_copies_does_and_costs_what_its_neighbours_stage_does_and_costs():
    """Left sits Alexandria A, right Rhodos B."""
    game = house("manneken_pis_a alexandria_a rhodos_b")
    stages = game.cities[0].wonder.stages
    assert [stage.resources for stage in stages] == ["SS", "OOOO", "GG"]
    give(game, 0, built="quarry")
    play(game, "0 wonder altar")
    assert points(game, 0, "wonder") == 3
    give(game, 0, built="foundry ore_vein", coins=0)
    give(game, 0, built="mine")
    play(game, "0 wonder theater")
    assert (game.cities[0].shields, game.cities[0].coins) == (1, 4)
    assert points(game, 0, "wonder") == 3 + 4


def test_w26_a_copied_stage_is_built_here_even_if_it_is_not_built_there():
    game = house("manneken_pis_a ephesos_a halikarnassos_b")
    give(game, 0, built="quarry")
    play(game, "0 wonder altar")
    assert (game.cities[0].stages, game.cities[1].stages) == (1, 0)


def test_w27_the_last_stage_is_that_of_any_board():
    game = house("manneken_pis_a gizah_b rhodos_b")
    assert game.cities[0].wonder.stages[2].resources == "SSSSP"


def test_a_board_with_fewer_stages_gives_its_last_one():
    game = house("manneken_pis_a gizah_a rhodos_b")
    assert game.cities[0].wonder.stages[1].resources == "OOOO"


def test_a_copy_of_a_copy_is_followed_to_the_end():
    copycat = (
        '{"id": "copycat_a", "name": "Copycat", "side": "A"}',
        '{"stage": 1, "effects": [{"copy": "stage_1", "with": "left"}]}',
    )
    game = table_game("manneken_pis_a copycat_a rhodos_b", house=(*LINES, *copycat))
    first, last = game.cities[0].wonder.stages[0], game.cities[2].wonder.stages[0]
    assert (
        (first.resources, first.effects) == (last.resources, last.effects) == ("SSS", last.effects)
    )


def test_whoever_has_played_all_leaders_is_not_asked_for_another():
    """Also where hands are secret: four were dealt, and none was drawn."""
    lines = ['{"id": "oz_a", "name": "Oz", "side": "A", "needs": ["leaders"]}']
    lines += [f'{{"stage": {n}, "effects": [{{"play": "leader"}}]}}' for n in (1, 2)]
    game = table_game("oz_a gizah_a rhodos_a", house=tuple(lines), sets="base leaders", turn=0)
    play(game, "0 sell midas")
    for stage, leader in (("altar", "plato"), ("theater", "nero")):
        play(game, f"0 wonder {stage}")
        answer(game, 0, f"recruit {leader}")
    go_to(game, 2, 0)
    play(game, "0 sell varro")
    go_to(game, 3, 0)
    assert [question.seat for question in game.questions] == [1, 2]


def copying(*names):
    """Lines of wonders whose only stage copies the one to the left."""
    for name in names:
        yield json.dumps({"id": f"{name}_a", "name": name.title(), "side": "A"})
        yield '{"stage": 1, "effects": [{"copy": "stage_1", "with": "left"}]}'


def test_stages_that_copy_each_other_in_a_ring_are_refused_in_a_sentence():
    with pytest.raises(MoveError, match="copy each other in a ring"):
        table_game("ix_a iy_a iz_a", house=tuple(copying("ix", "iy", "iz")))


def test_wonders_that_are_drawn_do_not_copy_each_other_in_a_ring():
    lines = tuple(copying(*(f"i{letter}" for letter in "abcdefghijklmnop")))
    for seed in range(40):
        Ruleset(Dealer(seed).setup(3, house=lines))


@pytest.mark.parametrize("name", ["Z\ud800d", "Zed\nline two", " Zed", "Z" * 41, "\u202eZed", ""])
def test_a_name_that_cannot_be_shown_is_refused(name):
    row = json.dumps({"id": "zed", "name": name, "color": "blue", "age": 1})
    with pytest.raises(MoveError, match="name of 1 to 40 letters"):
        table_game(house=(row,))


def test_a_name_that_is_printed_is_refused_however_it_is_spelt():
    row = json.dumps({"id": "zed", "name": "altar", "color": "blue", "age": 1})
    with pytest.raises(MoveError, match="printed already"):
        table_game(house=(row,))


def test_a_board_may_give_coins_at_the_start():
    assert coins(house("manneken_pis_a gizah_a rhodos_a")) == [7, 3, 3]


def test_a_house_wonder_may_be_built_in_any_order():
    game = house("labyrinth_a gizah_a rhodos_a")
    give(game, 0, coins=5)
    play(game, "0 wonder altar stage=3")
    assert (game.cities[0].raised, game.cities[0].coins) == ([2], 0)
    assert refused(game, 0, "wonder theater stage=2") == "cannot_afford"


def test_a_right_once_an_age_bears_the_name_of_its_wonder():
    game = house("labyrinth_a gizah_a rhodos_a", age=3)
    give(game, 0, coins=5)
    play(game, "0 wonder arena stage=3")
    play(game, "0 build palace free=labyrinth")
    assert "palace" in game.cities[0].ids


def test_a_card_may_count_what_cities_make():
    game = house("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="quarry timber_yard")
    give(game, 1, built="loom_1 ore_vein")
    play(game, "0 build toll_gate")  # stone, SS, S/W; ore and ore; papyrus is no raw material
    assert game.cities[0].coins == 3 + 4 + 2


def test_a_guild_may_count_a_single_resource():
    game = house("gizah_a halikarnassos_a ephesos_a", age=3)
    give(game, 0, built="weavers_guild loom_1")
    assert points(game, 0, "guilds") == 2 * 2


def test_a_house_leader_is_recruited():
    game = house("gizah_a rhodos_a ephesos_a", sets="base leaders", turn=0)
    play(game, "0 recruit mad_hatter")
    play(game, "0 build marketplace")
    assert game.cities[0].coins == 6 - 3 + 1


def with_cards(*effects, color="yellow", wonders="gizah_a rhodos_a ephesos_a", **more):
    """A game with a card of one's own for each list of effects: own_0, own_1."""
    head = {"color": color} if color == "white" else {"color": color, "age": 1, "copies": [3]}
    rows = [
        json.dumps({"id": f"own_{n}", "name": f"Own {n}", **head, "effects": its})
        for n, its in enumerate(effects)
    ]
    return table_game(wonders, house=tuple(rows), **more)


def test_a_card_is_not_paid_for_itself_by_what_it_gives_for_its_colour():
    game = with_cards([{"coins": 1, "on": "yellow"}])
    play(game, "0 build own_0")
    assert game.cities[0].coins == 3
    play(game, "0 build marketplace")
    assert game.cities[0].coins == 3 + 1


def test_a_stage_makes_nobody_lose_for_itself():
    stages = [{"stage": n, "effects": [{"lose": 1, "on": "stage"}]} for n in (1, 2)]
    board = ({"id": "oz_a", "name": "Oz", "side": "A"}, *stages)
    game = table_game("oz_a gizah_a rhodos_a", house=tuple(map(json.dumps, board)))
    play(game, "0 wonder altar")
    assert coins(game) == [3, 6, 6]
    play(game, "0 wonder theater")
    assert coins(game) == [3, 9 - 1, 9 - 1]  # for the second one by the first


def test_leaders_are_the_white_cards_that_are_counted():
    game = with_cards([{"points": 2, "per": "white"}, {"coins": 1, "per": "white", "of": "all"}],
                      sets="base leaders")  # fmt: skip
    give(game, 0, leaders="midas plato", coins=0)
    give(game, 1, leaders="nero")
    play(game, "0 build own_0")
    assert (game.cities[0].coins, points(game, 0, "commercial")) == (3, 4)


def test_two_docks_serve_for_two_resources():
    dock = [{"trade": "any", "with": "left", "price": -1, "once": "turn"}]
    game = with_cards(dock, dock, wonders="halikarnassos_a gizah_a rhodos_a")
    give(game, 0, built="own_0 own_1 west_trading_post", coins=3)
    give(game, 1, built="clay_pool clay_pit")
    play(game, "0 wonder altar left=0")
    assert game.cities[0].coins == 3


@pytest.mark.parametrize("order", ["own_0 own_1", "own_1 own_0"])
def test_the_bank_sells_at_the_better_price(order):
    game = with_cards([{"make": "any", "price": 1}], [{"make": "any", "price": 4}])
    give(game, 0, built=order, coins=3)
    play(game, "0 build guard_tower")
    assert game.cities[0].coins == 3 - 1


def test_points_for_sets_of_symbols_stand_on_the_line_of_their_card():
    game = with_cards([{"points": 2, "per": "science_set"}])
    give(game, 0, built="own_0 apothecary workshop scriptorium")
    lines = [points(game, 0, name) for name in ("commercial", "leaders", "scientific")]
    assert lines == [2, 0, 3 + 7]


def test_a_right_of_the_board_bears_the_name_of_its_wonder_too():
    board = {"id": "oz_a", "name": "Oz", "side": "A", "effects": [{"free": "card", "once": "age"}]}
    lines = (json.dumps(board), '{"stage": 1}')
    game = table_game("oz_a gizah_a rhodos_a", house=lines)
    play(game, "0 build guard_tower free=oz")
    assert "guard_tower" in game.cities[0].ids


def test_house_age_cards_make_the_deck_larger_and_hands_stay_as_they_are():
    game = new_game("1e standard 4 base house", Random(1))
    assert sum(game.rules.decks[1].values()) == 28 + 1
    play_on(game, Random(2))
    assert game.over


def test_a_house_card_is_in_no_other_game():
    game = table_game()
    with pytest.raises(MoveError, match="There is no card 'toll_gate'"):
        game.say(0, "sell toll_gate")


def test_the_record_of_a_game_brings_its_house_box_along():
    game = new_game("1e standard 4 base leaders cities wonder_pack house", Random(5))
    scribe = Scribe(game)
    play_on(game, Random(6), scribe.deal, scribe.answer)
    told = replay(dump(scribe.lines).encode())
    assert outcome(told.game) == outcome(game)
    assert scribe.lines[0]["house"] == [json.loads(line) for line in LINES]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('{"id": "x", "name": "X"}', '"color" is missing'),
        ('{"stage": 1}', "a stage stands below its wonder"),
        ('{"id": "altar", "name": "Altar", "color": "blue", "age": 1}', "is taken"),
    ],
)
def test_a_house_box_that_cannot_be_read_is_refused_in_a_sentence(row, told):
    seats = tuple(Seat(w.title(), w, "A") for w in ("gizah", "rhodos", "ephesos"))
    with pytest.raises(MoveError, match=told) as error:
        Ruleset(Setup(seats, house=(row,)))
    assert "The house box, line 1" in error.value.message


def test_a_house_box_in_a_record_is_a_list_of_objects():
    line = {
        "type": "setup", "record": 1, "edition": "1e", "sets": ["base"], "variant": "standard",
        "seats": [{"player": w, "wonder": w, "side": "A"} for w in ("gizah", "rhodos", "ephesos")],
        "house": ["mad_hatter"],
    }  # fmt: skip
    with pytest.raises(MoveError, match="The house box"):
        Ruleset(setup_of(parse_line(json.dumps(line))))


def test_answering_for_a_house_wonder_that_digs():
    game = house("labyrinth_a gizah_a rhodos_a")
    game.discard.append(card(game, "palace"))
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder baths stage=1")
    answer(game, 0, "palace")
    assert points(game, 0, "wonder") == 1  # a blue card like the one under the stage


def test_a_stage_built_with_the_last_card_writes_its_pick_there():
    game = house("labyrinth_night gizah_day rhodos_day", edition="2e", turn=6)
    give(game, 0, built="lumber_yard clay_pool stone_pit quarry", coins=3)
    game.discard.append(card(game, "altar"))
    game.used[card(game, "altar")] += 1
    scribe = Scribe(game)
    scribe.answer(0, complete(game, 0, parse("wonder theater stage=3")))
    for seat, name in ((1, "sell baths"), (2, "sell stockade")):
        scribe.answer(seat, complete(game, seat, parse(name)))
    while game.questions[0].kind == "left":
        scribe.answer(game.questions[0].seat, None)
    scribe.answer(0, complete(game, 0, parse("wonder barracks stage=1")))
    scribe.answer(0, card(game, "altar"))
    written = scribe.lines[1]["plays"][0]
    assert "from_discard" not in written
    assert written["extra"]["from_discard"] == "altar"
