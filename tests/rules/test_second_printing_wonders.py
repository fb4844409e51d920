"""The expansion wonders of the 2020 printing, and what its base wonders mean for Cities."""

import pytest

from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    new_game,
    play,
    points,
    refused,
)

EVERYTHING = "sawmill quarry brickyard foundry glassworks_1 loom_1 press_1"


def board(name, sets="base leaders cities", **more):
    return new_game(f"{name} rhodos_day ephesos_day", edition="2e", sets=sets, **more)


def settle(game):
    while game.questions and game.questions[0].kind == "debts":
        answer(game, game.questions[0].seat, 0)


# board, stage, coins, resources, points, Diplomacy
STAGES = [
    ("roma_day", 1, 0, "WCO", 4, 0),
    ("roma_day", 2, 0, "SSCL", 6, 0),
    ("roma_night", 1, 0, "WC", 0, 0),
    ("roma_night", 2, 0, "SCG", 3, 0),
    ("roma_night", 3, 0, "SSP", 3, 0),
    ("abu_simbel_day", 1, 0, "SC", 3, 0),
    ("abu_simbel_day", 2, 0, "WO", 5, 0),
    ("abu_simbel_day", 3, 0, "SSGL", 0, 0),
    ("abu_simbel_night", 1, 0, "CCL", 0, 0),
    ("abu_simbel_night", 2, 0, "WWG", 0, 0),
    ("petra_day", 1, 0, "WS", 3, 0),
    ("petra_day", 2, 5, "", 7, 0),
    ("petra_day", 3, 0, "WSSP", 7, 0),
    ("petra_night", 1, 0, "CCOO", 3, 0),
    ("petra_night", 2, 10, "", 14, 0),
    ("byzantium_day", 1, 0, "CO", 3, 0),
    ("byzantium_day", 2, 0, "WWP", 4, 1),
    ("byzantium_day", 3, 0, "CCGL", 7, 0),
    ("byzantium_night", 1, 0, "WOP", 4, 1),
    ("byzantium_night", 2, 0, "OOGL", 6, 1),
]


@pytest.mark.parametrize(("name", "stage", "price", "resources", "worth", "diplomacy"), STAGES)
def test_r76_every_stage_of_the_expansion_boards(name, stage, price, resources, worth, diplomacy):
    game = board(name)
    give(game, 0, built=EVERYTHING, stages=stage - 1, coins=price)
    printed = game.cities[0].wonder.stages[stage - 1]
    assert (printed.coins, sorted(printed.resources)) == (price, sorted(resources))
    before = points(game, 0, "wonder")
    play(game, "0 wonder altar")
    settle(game)
    assert points(game, 0, "wonder") - before == worth
    assert game.cities[0].diplomacy == diplomacy


def test_r76_no_stage_is_missing_in_the_table():
    wonders = board("roma_day").rules.box.wonders.values()
    stages = [(w.id, n) for w in wonders if w.set != "base" for n in range(1, len(w.stages) + 1)]
    assert sorted(stages) == sorted(row[:2] for row in STAGES)


@pytest.mark.parametrize(
    ("name", "resource"),
    [("roma", ""), ("abu_simbel", "P"), ("petra", "C"), ("byzantium", "S")],
)
def test_r76_the_boards_make_the_same_on_both_sides(name, resource):
    for side in ("day", "night"):
        assert board(f"{name}_{side}").cities[0].wonder.resource == resource


def test_roma_day_recruits_for_nothing():
    game = board("roma_day", turn=0)
    play(game, "0 recruit pericles")
    assert game.cities[0].coins == 6


def test_roma_night_pays_two_less_and_its_neighbours_one_less():
    game = board("roma_night", turn=0)
    play(game, "0 recruit pericles", "1 recruit cleopatra", "2 recruit caesar")
    assert coins(game) == [6 - 4, 6 - 3, 6 - 4]


def test_o8_roma_night_and_a_leader_for_the_age():
    game = board("roma_night", age=3, turn=0)
    play(game, "0 recruit cynisca", "1 recruit phryne")
    assert coins(game)[:2] == [6 - (3 - 2), 6 - (3 - 1)]


def test_p14_roma_night_draws_four_of_the_box():
    game = board("roma_night", turn=0)
    hands = ("midas plato hiram varro", "nero sappho ramses euclid", "caesar croesus gorgo theano")
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in hands])
    give(game, 0, built="sawmill clay_pool")
    play(game, "0 wonder plato", "1 sell nero", "2 sell caesar")
    assert game.cities[0].coins == 6 + 5
    four = tuple(card(game, name) for name in ["phryne", "makeda", "cynisca", "darius"])
    game.answer(0, four)
    assert len(game.leader_hands[0]) == 3 + 4


def test_o19_abu_simbel_turns_a_leader_face_down_for_twice_its_cost():
    game = board("abu_simbel_night", age=2)
    give(game, 0, built=EVERYTHING, leaders="caesar")
    play(game, "0 wonder vineyard")
    assert game.question(0).kind == "turn_leader"
    answer(game, 0, "caesar")
    assert game.cities[0].shields == 0  # the effect is lost
    assert game.cities[0].leaders == []
    assert points(game, 0, "wonder") == 2 * 5


@pytest.mark.parametrize("age", [1, 2, 3])
def test_o19_a_leader_for_the_age_counts_the_age_of_its_recruitment(age):
    game = board("abu_simbel_night", age=age, turn=0)
    give(game, 0, built=EVERYTHING)
    play(game, "0 recruit cynisca")
    game.say(0, f"wonder {('altar', 'vineyard', 'arena')[age - 1]}")
    play(game)
    answer(game, 0, "cynisca")
    assert points(game, 0, "wonder") == 2 * age
    assert points(game, 0, "leaders") == 0


def test_o19_what_the_leader_gave_once_is_kept():
    game = board("abu_simbel_night", turn=0)
    give(game, 0, built=EVERYTHING)
    play(game, "0 recruit croesus")
    play(game, "0 wonder altar")
    answer(game, 0, "croesus")
    assert game.cities[0].coins == 6 - 1 + 6


def test_o19_a_discount_is_lost_with_its_leader():
    game = board("abu_simbel_night", age=2)
    give(game, 0, built=EVERYTHING, leaders="maecenas imhotep")
    play(game, "0 wonder vineyard")
    answer(game, 0, "maecenas")
    assert game.cities[0].free == set()
    assert game.cities[0].cuts == {"stage": 1}


def test_o19_without_a_leader_nothing_is_turned():
    game = board("abu_simbel_night", age=2)
    give(game, 0, built=EVERYTHING)
    play(game, "0 wonder vineyard")
    assert game.turn == 2
    assert points(game, 0, "wonder") == 0


@pytest.mark.parametrize("side", ["day", "night"])
def test_p20_petra_night_makes_the_others_lose_two_coins(side):
    game = board(f"petra_{side}")
    give(game, 0, built=EVERYTHING)
    play(game, "0 wonder altar")
    losses = {q.seat: q.amount for q in game.questions if q.kind == "debts"}
    assert losses == ({1: 2, 2: 2} if side == "night" else {})


def test_o7_a_black_card_is_a_colour_of_its_own_for_olympia_day():
    game = board("olympia_day")
    give(game, 0, stages=2, coins=0)
    game.say(0, "build militia")  # the first black card: its three coins are not paid either
    assert game.moves[0].payment.coins == (0, 0, 0)


def test_o7_the_second_black_card_is_paid():
    game = board("olympia_day")
    give(game, 0, stages=2, coins=0, built="hideout")
    assert refused(game, 0, "build militia") == "cannot_afford"


def test_o7_stages_and_leaders_are_not_covered_by_olympia_day():
    game = board("olympia_day")
    give(game, 0, stages=2, coins=0)
    assert refused(game, 0, "wonder altar") == "cannot_afford"  # CCC
    game = board("olympia_day", turn=0)
    give(game, 0, stages=2, coins=0)
    assert refused(game, 0, "recruit sappho") == "cannot_afford"


def test_o6_olympia_nights_last_card_is_the_seventh_with_cities():
    game = board("olympia_night", turn=6)
    give(game, 0, stages=2, coins=0)
    assert refused(game, 0, "build stockade") == "cannot_afford"
    play(game)
    assert game.turn == 7
    give(game, 0, coins=0)
    game.say(0, "build stockade")


def test_r188_imhotep_and_petra_in_this_printing():
    game = board("petra_night")
    give(game, 0, leaders="imhotep", stages=1, coins=9)
    assert refused(game, 0, "wonder altar") == "cannot_afford"


@pytest.mark.parametrize(
    ("babylon_first", "order"),
    [(None, ["pick", "last_card"]), (True, ["last_card", "pick"])],
)
def test_b1_in_this_printing_halikarnassos_goes_before_babylon(babylon_first, order):
    rulings = {} if babylon_first is None else {"babylon_first": babylon_first}
    game = new_game(
        "babylon_night halikarnassos_day ephesos_day", edition="2e", turn=6, rulings=rulings
    )
    game.discard.append(card(game, "altar"))
    give(game, 0, stages=1)
    give(game, 1, stages=1, built="glassworks_1 press_1")
    play(game, "1 wonder theater")
    asked = []
    while game.questions[0].kind != "play":
        asked.append(game.questions[0].kind)
        game.answer(game.questions[0].seat, None)
    assert [kind for kind in asked if kind != "left"] == order
