"""What changes in the second printing: cards, sides, Olympia, Babylon and Halikarnassos."""

import pytest

from card_db.loader import load_box
from host_tools.rules.ruleset import deck
from tests.rules.table import (
    answer,
    build_prices,
    card,
    coins,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
    stage_prices,
)

CARDS = load_box("2e").cards


def second(wonders="gizah_day rhodos_day ephesos_day", **more):
    return new_game(wonders, edition="2e", **more)


# Cards


def test_the_well_replaces_the_pawnshop():
    assert "pawnshop" not in CARDS and CARDS["well"].copies == (4, 7)


def test_the_decorators_guild_replaces_the_strategists_guild():
    pool = deck(load_box("2e"), frozenset({"base"}), 3, 7)
    assert CARDS["strategists_guild"] not in pool and CARDS["decorators_guild"] in pool


@pytest.mark.parametrize(
    ("name", "worth"), [("altar", 3), ("theater", 3), ("well", 3), ("baths", 3), ("temple", 4)]
)
def test_blue_cards_of_the_second_printing(name, worth):
    game = second()
    give(game, 0, built=name)
    assert points(game, 0, "civilian") == worth


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("fortifications", "COOO"),
        ("spies_guild", "CCG"),
        ("builders_guild", "SSSCCG"),
        ("castrum", "WCCP"),
        ("ludus", "SO"),
    ],
)
def test_costs_of_the_second_printing(name, cost):
    assert sorted(CARDS[name].resources) == sorted(cost)


@pytest.mark.parametrize(
    ("parent", "child"),
    [("altar", "pantheon"), ("theater", "gardens"), ("well", "statue"), ("baths", "aqueduct")],
)
def test_chains_of_the_second_printing_can_skip_an_age(parent, child):
    game = second("gizah_day rhodos_day ephesos_day babylon_day", age=CARDS[child].age)
    give(game, 0, built=parent, coins=0)
    play(game, f"0 build {child}")


@pytest.mark.parametrize(
    ("parent", "child"), [("altar", "temple"), ("theater", "statue"), ("temple", "pantheon")]
)
def test_chains_of_the_first_printing_that_are_no_more(parent, child):
    game = second(age=CARDS[child].age)
    give(game, 0, built=parent, coins=0)
    assert refused(game, 0, f"build {child}") == "cannot_afford"


def test_castrum_gives_three_shields():
    game = second()
    give(game, 0, built="castrum")
    assert game.cities[0].shields == 3


def test_ludus_pays_three_coins_and_a_point_for_each_own_red_card():
    game = second("gizah_day rhodos_day ephesos_day babylon_day olympia_day", age=3)
    give(game, 0, built="stockade barracks ore_vein", coins=0)
    play(game, "0 build ludus")
    assert coins(game)[0] == 6 and points(game, 0, "commercial") == 2


@pytest.mark.parametrize(("stages", "worth"), [(0, 0), (2, 0), (3, 7)])
def test_the_decorators_guild_gives_seven_points_for_a_complete_wonder(stages, worth):
    game = second()
    give(game, 0, built="decorators_guild", stages=stages)
    assert points(game, 0, "guilds") == worth


@pytest.mark.parametrize(
    ("name", "copies"),
    [("town_hall", (3, 6)), ("arena", (3, 5)), ("circus", (4, 6)), ("arsenal", (3, 5))],
)
def test_copies_of_the_second_printing(name, copies):
    assert CARDS[name].copies == copies


def test_cards_of_the_first_printing_are_refused():
    assert refused(second(), 0, "build pawnshop") == "not_in_this_game"
    assert refused(new_game(), 0, "build well") == "not_in_this_game"


# Olympia Day


def olympia_day(age=2, built="", **more):
    game = second("olympia_day gizah_day rhodos_day", age=age, **more)
    give(game, 0, stages=2, built=built, coins=0)
    return game


@pytest.mark.parametrize("name", ["courthouse", "stables", "library", "caravansery", "brickyard"])
def test_olympia_day_builds_the_first_card_of_each_colour_for_nothing(name):
    """FAQ; the coin of a brown card too."""
    game = olympia_day()
    play(game, f"0 build {name}")
    assert coins(game)[0] == 0


def test_olympia_day_does_not_help_with_a_colour_that_is_there():
    """FAQ."""
    game = olympia_day(built="altar")
    assert refused(game, 0, "build courthouse") == "cannot_afford"


def test_olympia_day_serves_in_any_age_any_number_of_times():
    """FAQ: five colours in five turns."""
    game = olympia_day(age=3)
    for name in ("palace", "arsenal", "university", "haven", "builders_guild"):
        play(game, f"0 build {name}")
    assert len(game.cities[0].built) == 5


def test_olympia_day_helps_with_no_stage():
    """FAQ, O7."""
    assert stage_prices(olympia_day(), 0) == ()


def test_olympia_day_serves_from_the_turn_after_its_stage():
    game = second("olympia_day gizah_day rhodos_day", age=2)
    give(game, 0, stages=1, built="sawmill", coins=0)
    assert refused(game, 0, "build courthouse") == "cannot_afford"
    play(game, "0 wonder forum")
    play(game, "0 build courthouse")


def test_o7_a_black_card_is_a_colour_of_its_own():
    game = olympia_day(age=1, sets="base cities")
    black = next(one for one in game.rules.decks[1] if one.color == "black" and one.resources)
    assert build_prices(game, 0, black) == ((0, 0, 0),)
    game.cities[0].place(next(o for o in game.rules.decks[1] if o.color == "black" and o != black))
    assert build_prices(game, 0, black) == ()


def test_o7_leaders_are_not_covered():
    game = second("olympia_day gizah_day rhodos_day", sets="base leaders", turn=0)
    give(game, 0, stages=2, coins=0)
    leader = next(one for one in sorted(game.rules.leader_deck, key=lambda o: o.id) if one.coins)
    assert refused(game, 0, f"recruit {leader.id}") == "cannot_afford"


# Olympia Night


def olympia_night(stages, age=2, turn=1):
    game = second("olympia_night gizah_day rhodos_day", age=age, turn=turn)
    give(game, 0, stages=stages, coins=0)
    return game


def free_turns(stages):
    """The turns of Age II in which a card that cannot be paid is free."""
    return [
        turn
        for turn in range(1, 7)
        if build_prices(game := olympia_night(stages, turn=turn), 0, card(game, "courthouse"))
    ]


@pytest.mark.parametrize(("stages", "turns"), [(0, []), (1, [1]), (2, [1, 6]), (3, [1, 6])])
def test_olympia_night_builds_the_first_and_the_sixth_card_for_nothing(stages, turns):
    """FAQ."""
    assert free_turns(stages) == turns


def test_olympia_nights_first_card_is_lost_when_it_is_sold():
    """FAQ: the second card of the Age is not free."""
    game = olympia_night(1)
    play(game, "0 sell forum")
    give(game, 0, coins=0)
    assert refused(game, 0, "build courthouse") == "cannot_afford"


def test_olympia_nights_first_card_is_free_in_every_later_age():
    """FAQ: built in Age I, it serves in Ages II and III."""
    game = olympia_night(1, age=1, turn=6)
    play(game)
    pass_on(game)
    give(game, 0, coins=0)
    play(game, "0 build courthouse")
    go_to(game, 3, 1)
    play(game, "0 build palace")


def test_olympia_nights_first_card_helps_with_no_stage():
    """FAQ."""
    assert stage_prices(olympia_night(1), 0) == ()


@pytest.mark.parametrize("age", [1, 2, 3])
def test_olympia_nights_sixth_card_is_free_in_all_three_ages(age):
    """FAQ."""
    name = {1: "barracks", 2: "courthouse", 3: "palace"}[age]
    game = olympia_night(2, age=age, turn=6)
    play(game, f"0 build {name}")
    assert name in game.cities[0].ids and coins(game)[0] == 0


def test_olympia_copies_no_guild_any_more():
    game = second("olympia_night gizah_day rhodos_day", age=3)
    give(game, 0, stages=3)
    give(game, 1, built="workers_guild lumber_yard")
    assert points(game, 0, "wonder") == 2 + 3 + 5


# Babylon Night and Halikarnassos


def babylon_night(stages=1, age=1):
    game = second("babylon_night halikarnassos_day ephesos_day", age=age, turn=6)
    give(game, 0, stages=stages)
    return game


def leftovers(game):
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_babylon_night_plays_the_card_that_is_normally_discarded(age):
    """FAQ."""
    game = babylon_night(age=age)
    play(game)
    leftovers(game)
    assert [(q.kind, q.seat) for q in game.questions] == [("last_card", 0)]


def test_babylon_night_plays_it_from_the_age_in_which_the_stage_is_built():
    """FAQ; also when it is built in the sixth turn."""
    game = babylon_night(stages=0)
    give(game, 0, built="quarry")
    play(game, "0 wonder altar")
    leftovers(game)
    assert game.questions[0].kind == "last_card"


def test_b1_in_the_second_printing_halikarnassos_digs_before_babylon_plays():
    game = babylon_night()
    give(game, 1, stages=1, built="glassworks_1 press_1")
    game.discard.append(card(game, "senate"))
    play(game, "0 sell altar", "1 wonder baths", "2 sell theater")
    leftovers(game)
    assert [(q.kind, q.seat) for q in game.questions] == [("pick", 1)]
    answer(game, 1, "senate")
    assert [(q.kind, q.seat) for q in game.questions] == [("last_card", 0)]


def test_b1_the_option_lets_babylon_play_first_in_the_second_printing():
    game = second(
        "babylon_night halikarnassos_day ephesos_day", turn=6, rulings={"babylon_first": True}
    )
    give(game, 0, stages=1)
    give(game, 1, stages=1, built="glassworks_1 press_1")
    play(game, "0 sell altar", "1 wonder baths", "2 sell theater")
    leftovers(game)
    assert game.questions[0].kind == "last_card"


def test_halikarnassos_may_take_a_leftover_in_the_second_printing_too():
    """It digs after the leftovers are discarded."""
    game = second("halikarnassos_day gizah_day ephesos_day", turn=6)
    give(game, 0, stages=1, built="glassworks_1 press_1")
    play(game, "0 wonder altar", "1 build lumber_yard", "2 build clay_pool")
    answer(game, 0, None)
    answer(game, 1, "theater")
    answer(game, 2, None)
    answer(game, 0, "theater")
    assert "Theater" in game.cities[0].names
