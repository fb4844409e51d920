"""Wonders with a timing of their own (rulebook pages 8 and 9), and the rulings about them."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.scoring import copyable_guilds
from tests.rules.lines import HANDS_1, HANDS_2
from tests.rules.table import (
    answer,
    card,
    coins,
    fingerprint,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
)


def no_leftovers(game):
    """Nobody tells the card that is left over."""
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)


def asked(game):
    return [(question.kind, question.seat) for question in game.questions]


# Babylon B


def babylon(stages=2, age=1, **more):
    wonders = "babylon_b halikarnassos_a ephesos_a"
    game = new_game(wonders, age=age, turn=6, **more)
    give(game, 0, stages=stages)
    return game


def sixth(game, move="sell altar"):
    """The last common turn; seat 0 is then asked for its last card."""
    play(game, f"0 {move}", "1 sell baths", "2 sell theater")
    no_leftovers(game)


def test_babylon_b_may_build_its_last_card():
    """RB p.9."""
    game = babylon()
    sixth(game)
    assert asked(game) == [("last_card", 0)]
    answer(game, 0, "build guard_tower")
    assert "Guard Tower" in game.cities[0].names and (game.age, game.turn) == (2, 1)


def test_babylon_b_pays_for_its_last_card():
    """RB p.9: by its cost, here an ore that nobody sells."""
    game = babylon()
    sixth(game)
    assert refused(game, 0, "build barracks") == "cannot_afford"
    answer(game, 0, "build clay_pit")
    assert coins(game)[0] == 3 + 3 - 1


def test_babylon_b_may_sell_its_last_card():
    """RB p.9."""
    game = babylon()
    sixth(game)
    answer(game, 0, "sell workshop")
    assert coins(game)[0] == 3 + 3 + 3 and game.discard[-1].id == "workshop"


def test_babylon_b_may_build_its_third_stage_with_its_last_card():
    """RB p.9."""
    game = babylon()
    give(game, 0, built="brickyard press_1")
    sixth(game)
    answer(game, 0, "wonder workshop")
    assert game.cities[0].stages == 3


def test_babylon_b_may_let_its_last_card_go():
    """RB p.9: unused, it is discarded like the others."""
    game = babylon()
    sixth(game)
    answer(game, 0, None)
    assert asked(game) == [("left", 0)]
    answer(game, 0, "workshop")
    assert game.discard[-1].id == "workshop" and coins(game)[0] == 6


def test_babylon_b_plays_its_last_card_in_every_age():
    """RB p.9."""
    for age in (1, 2, 3):
        game = babylon(age=age)
        play(game)
        no_leftovers(game)
        assert asked(game) == [("last_card", 0)]


def test_babylon_b_is_asked_only_in_the_sixth_turn():
    """RB p.9."""
    game = new_game("babylon_b halikarnassos_a ephesos_a")
    give(game, 0, stages=2)
    for _ in range(5):
        play(game)
        assert {question.kind for question in game.questions} == {"play"}


def test_babylon_b_may_play_the_last_card_of_the_age_in_whose_sixth_turn_the_stage_is_built():
    """RB p.9."""
    game = babylon(stages=1)
    give(game, 0, built="sawmill glassworks_1")
    sixth(game, "wonder altar")
    assert asked(game) == [("last_card", 0)]


@pytest.mark.parametrize("stages", [0, 1])
def test_before_its_second_stage_babylon_b_discards_its_last_card(stages):
    """RB p.9."""
    game = babylon(stages=stages)
    sixth(game)
    assert asked(game) == [("play", seat) for seat in range(3)]


def test_babylon_a_has_no_last_card():
    """RB p.8."""
    game = new_game("babylon_a gizah_a ephesos_a", turn=6)
    give(game, 0, stages=3)
    play(game)
    no_leftovers(game)
    assert game.age == 2


def test_babylons_last_card_is_the_card_that_is_left_in_a_known_hand():
    """RB p.9, O6."""
    game = new_game("babylon_b gizah_a ephesos_a")
    game.deal(1, [[card(game, name) for name in hand.split()] for hand in HANDS_1])
    give(game, 0, stages=2)
    for _ in range(6):
        for question in list(game.questions):
            game.say(question.seat, f"sell {game.hands[question.seat][0].id}")
    (last,) = game.hands[0]
    assert {move and move.card for move in game.answers(game.question(0))} == {last, None}
    assert refused(game, 0, "sell lumber_yard") == "not_in_hand"
    answer(game, 0, f"sell {last.id}")
    assert 0 not in game.leftovers and set(game.leftovers) == {1, 2}


def test_o6_with_cities_the_extra_card_is_the_eighth():
    game = new_game("babylon_b gizah_a ephesos_a", turn=6, sets="base cities")
    give(game, 0, stages=2)
    play(game)
    assert {question.kind for question in game.questions} == {"play"}
    play(game)
    no_leftovers(game)
    assert asked(game) == [("last_card", 0)]


def test_b2_coins_earned_with_the_sixth_card_pay_for_the_last_card():
    game = babylon()
    give(game, 0, coins=0)
    sixth(game, "sell altar")
    answer(game, 0, "build apothecary left=2")
    assert coins(game)[0] == 1


def test_b2_a_resource_made_by_the_sixth_card_serves_for_the_last_card():
    """It is played after it."""
    game = babylon()
    give(game, 0, coins=0)
    sixth(game, "build ore_vein")
    answer(game, 0, "build barracks")


def test_babylons_neighbour_is_paid_for_the_last_card():
    """RB p.9: it is built by the usual rules."""
    game = babylon()
    sixth(game)
    before = coins(game)[1]
    answer(game, 0, "build apothecary left=2")
    assert coins(game)[1] == before + 2


# Halikarnassos


def digger(board="halikarnassos_a", age=1, turn=1, pile=""):
    """Seat 0 can build the stage that digs."""
    game = new_game(f"{board} gizah_a ephesos_a", age=age, turn=turn)
    stages = 1 if board.endswith("_a") else 0
    give(game, 0, stages=stages, built="ore_vein foundry", coins=0)
    game.discard.extend(card(game, name) for name in pile.split())
    return game


def dig(game, others=("1 build lumber_yard", "2 build altar"), under="theater"):
    play(game, f"0 wonder {under}", *others)


def test_halikarnassos_builds_a_card_of_the_discard_pile_for_nothing():
    """RB p.8."""
    game = digger(pile="palace")
    dig(game)
    assert asked(game) == [("pick", 0)]
    answer(game, 0, "palace")
    assert points(game, 0, "civilian") == 8 and game.discard == [] and coins(game)[0] == 0


def test_halikarnassos_may_take_a_card_that_is_sold_in_that_very_turn():
    """RB p.8."""
    game = digger()
    dig(game, ("1 sell altar", "2 build lumber_yard"))
    answer(game, 0, "altar")
    assert "Altar" in game.cities[0].names


def test_halikarnassos_may_take_a_leftover_of_that_very_turn():
    """RB p.8: discarded at the end of the Age."""
    game = digger(turn=6)
    dig(game)
    answer(game, 0, None)
    answer(game, 1, "baths")
    answer(game, 2, None)
    answer(game, 0, "baths")
    assert "Baths" in game.cities[0].names


def test_halikarnassos_may_take_a_card_of_an_earlier_age():
    """RB p.8: any card discarded since the beginning of the game."""
    game = digger(age=3, pile="altar vineyard")
    play(game, "0 wonder palace", "1 sell senate", "2 sell arena")
    found = [pick and pick.id for pick in game.answers(game.question(0))]
    assert found == ["altar", "vineyard", "senate", "arena", None]


def test_halikarnassos_may_take_nothing():
    """RB p.8."""
    game = digger(pile="palace")
    dig(game)
    answer(game, 0, None)
    assert game.turn == 2 and [one.id for one in game.discard] == ["palace"]


def test_halikarnassos_digs_once_for_each_such_stage():
    """RB p.8: not again in later turns, and one card only."""
    game = digger(pile="palace senate")
    dig(game)
    answer(game, 0, "palace")
    assert {question.kind for question in game.questions} == {"play"}
    play(game, "0 sell workshop")
    assert {question.kind for question in game.questions} == {"play"}


def test_with_an_empty_pile_the_right_is_lost():
    """RB p.8."""
    game = digger()
    dig(game)
    assert asked(game) == [("play", seat) for seat in range(3)]


def test_a_card_under_a_wonder_is_not_in_the_pile():
    """RB p.8."""
    game = digger()
    give(game, 1, built="stone_pit")
    play(game, "0 wonder theater", "1 wonder altar", "2 build lumber_yard")
    assert game.turn == 2


def test_o2_a_pile_of_nothing_but_duplicates_asks_nothing():
    game = digger(pile="ore_vein")
    dig(game)
    assert game.turn == 2


@pytest.mark.parametrize("name", ["palace", "stockade"])
def test_what_is_not_in_the_pile_cannot_be_taken(name):
    """RB p.8."""
    game = digger(pile="senate")
    dig(game)
    before = fingerprint(game)
    with pytest.raises(MoveError) as caught:
        answer(game, 0, name)
    assert caught.value.code == "bad_choice" and fingerprint(game) == before


def test_o2_a_card_from_the_pile_costs_no_coins_either():
    game = digger(pile="clay_pit")
    dig(game)
    answer(game, 0, "clay_pit")
    assert coins(game)[0] == 0


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("tavern", lambda city: city.coins == 5),
        ("stockade", lambda city: city.shields == 1),
        ("scriptorium", lambda city: sum(city.symbols) == 1),
        ("east_trading_post", lambda city: city.trade[1][0] == 1),
        ("vineyard", lambda city: city.coins == 2 + 1),  # the brown card of this very turn too
    ],
)
def test_o2_the_effects_of_a_card_from_the_pile_apply(name, effect):
    game = digger(pile=name)
    dig(game)
    answer(game, 0, name)
    assert effect(game.cities[0])


def test_halikarnassos_b_digs_at_each_of_its_three_stages():
    """RB p.9."""
    game = digger("halikarnassos_b", age=2, pile="palace senate town_hall")
    give(game, 0, built="clay_pool brickyard glassworks_1 press_1")
    for under, picked in (("forum", "palace"), ("walls", "senate"), ("vineyard", "town_hall")):
        play(game, f"0 wonder {under}")
        answer(game, 0, picked)
    assert points(game, 0, "civilian") == 8 + 6 + 6 and points(game, 0, "wonder") == 2 + 1


def test_a_card_from_the_pile_makes_resources_from_the_next_turn():
    """The turn is over when it is dug out."""
    game = digger(pile="clay_pool")
    dig(game)
    answer(game, 0, "clay_pool")
    play(game, "0 build guard_tower")


# B1: both in the same last turn


def both(**more):
    """Seat 0 has Babylon's right, seat 1 builds the stage that digs; leftovers are not told."""
    game = babylon(**more)
    give(game, 1, stages=1, built="ore_vein foundry")
    game.discard.append(card(game, "senate"))
    play(game, "0 sell altar", "1 wonder baths", "2 sell theater")
    no_leftovers(game)
    return game


def test_b1_in_the_first_printing_babylon_plays_before_halikarnassos_digs():
    game = both()
    assert asked(game) == [("last_card", 0)]
    answer(game, 0, "sell workshop")
    assert asked(game) == [("pick", 1)]
    answer(game, 1, "workshop")


def test_b1_what_babylon_does_not_play_can_be_dug_out():
    game = both()
    answer(game, 0, None)
    answer(game, 0, "workshop")
    answer(game, 1, "workshop")
    assert "Workshop" in game.cities[1].names


def test_b1_the_option_lets_halikarnassos_dig_first():
    game = both(rulings={"babylon_first": False})
    assert asked(game) == [("pick", 1)]
    answer(game, 1, "senate")
    assert asked(game) == [("last_card", 0)]


# Olympia A


def olympia(age=1, turn=1, stages=2):
    game = new_game("olympia_a gizah_a ephesos_a", age=age, turn=turn)
    give(game, 0, stages=stages, coins=0)
    return game


def test_olympia_a_builds_one_structure_for_nothing():
    """RB p.8: no resources, no coins."""
    game = olympia(age=3)
    play(game, "0 build palace free=olympia")
    assert points(game, 0, "civilian") == 8 and coins(game)[0] == 0


def test_olympia_a_builds_a_brown_card_without_its_coin():
    """RB p.8."""
    game = olympia()
    play(game, "0 build clay_pit free=olympia")
    assert coins(game)[0] == 0


def test_olympia_a_serves_once_an_age():
    """RB p.8."""
    game = olympia()
    play(game, "0 build barracks free=olympia")
    assert refused(game, 0, "build guard_tower free=olympia") == "bad_choice"


def test_olympia_a_serves_again_in_the_next_age():
    """RB p.8."""
    game = olympia()
    play(game, "0 build barracks free=olympia")
    for _ in range(5):
        play(game)
        pass_on(game)
    give(game, 0, coins=0)
    play(game, "0 build aqueduct free=olympia")


def test_an_unused_right_of_olympia_a_is_lost_at_the_end_of_the_age():
    """RB p.8: there are never two in one Age."""
    game = olympia(turn=6)
    play(game)
    pass_on(game)
    give(game, 0, coins=0)
    play(game, "0 build aqueduct free=olympia")
    assert refused(game, 0, "build courthouse free=olympia") == "bad_choice"


def test_olympia_a_serves_in_the_age_in_which_it_is_built_from_the_following_turn():
    """RB p.8, 12."""
    game = olympia(stages=1)
    give(game, 0, built="quarry")
    assert refused(game, 0, "build barracks free=olympia") == "bad_choice"
    play(game, "0 wonder altar")
    play(game, "0 build barracks free=olympia")


def test_olympia_a_builds_no_stage():
    """RB p.8."""
    game = olympia()
    assert refused(game, 0, "wonder altar free=olympia") == "bad_choice"


def test_b7_the_right_of_olympia_a_is_the_players_choice():
    game = olympia()
    play(game, "0 build stockade")  # the wood is there
    play(game, "0 build barracks free=olympia")


def test_b7_a_card_that_can_be_chained_uses_the_chain_and_keeps_the_right():
    game = olympia(age=2)
    give(game, 0, built="baths")
    play(game, "0 build aqueduct free=olympia")
    play(game, "0 build walls free=olympia")


def test_the_right_of_olympia_a_is_among_the_legal_moves_of_a_known_hand():
    """RB p.8: only where the card is not free anyway."""
    game = olympia(age=2)
    game.deal(2, [[card(game, name) for name in hand.split()] for hand in HANDS_2])
    found = [str(move) for move in game.answers(game.question(0))]
    assert "build brickyard free=olympia" in found and "build loom_2 free=olympia" not in found


# Olympia B, third stage


def copying(first="", second="", built="", stages=3):
    game = new_game("olympia_b gizah_a ephesos_a rhodos_a", age=3)
    give(game, 0, built=built, stages=stages)
    give(game, 1, built=first)
    give(game, 3, built=second)
    return game


def test_olympia_b_copies_a_guild_of_a_neighbour():
    """RB p.9: as if it were built here, so it counts Olympia's neighbours."""
    game = copying(first="workers_guild lumber_yard", second="clay_pool ore_vein")
    assert points(game, 0, "wonder") == 5 + 3 and points(game, 0, "guilds") == 0


def test_the_neighbour_loses_nothing():
    """RB p.9."""
    game = copying(first="workers_guild")
    give(game, 0, built="lumber_yard")
    assert points(game, 1, "guilds") == 1


def test_a_guild_across_the_table_is_not_copied():
    """RB p.9."""
    game = copying()
    give(game, 2, built="workers_guild")
    give(game, 1, built="lumber_yard")
    assert points(game, 0, "wonder") == 5


def test_without_a_guild_nothing_is_copied():
    """RB p.9."""
    assert points(copying(), 0, "wonder") == 5


def test_before_the_third_stage_nothing_is_copied():
    """RB p.9."""
    game = copying(first="workers_guild lumber_yard", stages=2)
    assert points(game, 0, "wonder") == 5 and copyable_guilds(game, 0) == [None]


def test_the_copy_is_no_card_in_the_city():
    """RB p.9: an own Shipowners Guild does not count it."""
    game = copying(first="workers_guild", built="shipowners_guild")
    assert points(game, 0, "guilds") == 1


def test_a_copied_scientists_guild_gives_a_symbol():
    """RB p.9; it counts under science."""
    game = copying(first="scientists_guild", built="scriptorium apothecary")
    assert points(game, 0, "scientific") == 3 + 7 and points(game, 0, "wonder") == 5


def test_b3_a_copied_shipowners_guild_does_not_count_itself():
    game = copying(first="shipowners_guild", built="lumber_yard loom_1 workers_guild")
    assert points(game, 0, "wonder") == 5 + 3


def test_b8_the_best_guild_is_copied():
    game = copying(first="workers_guild lumber_yard", second="spies_guild stockade barracks walls")
    assert points(game, 0, "wonder") == 5 + 3


def test_b8_the_player_may_choose_another():
    game = copying(first="workers_guild lumber_yard", second="spies_guild stockade barracks walls")
    assert points(game, 0, "wonder", copy_guild={0: "workers_guild"}) == 5 + 1


def test_b8_the_best_is_that_of_the_whole_sheet():
    """A symbol for a set is worth more than the guild with the most points of its own."""
    game = copying(
        first="scientists_guild lumber_yard", second="workers_guild ore_vein clay_pool",
        built="scriptorium apothecary",
    )  # fmt: skip
    assert points(game, 0, "scientific") == 10 and points(game, 0, "wonder") == 5


# The rest


def test_ephesos_pays_its_coins_once():
    """RB p.8."""
    game = new_game("ephesos_b gizah_a rhodos_a", age=2)
    give(game, 0, built="quarry sawmill glassworks_1 loom_1", coins=0)
    for stage, under in enumerate(("forum", "walls", "vineyard"), 1):
        play(game, f"0 wonder {under}")
        assert coins(game)[0] == 4 * stage


def test_rhodos_b_pays_its_coins_once():
    """RB p.9."""
    game = new_game("rhodos_b gizah_a ephesos_a", age=2)
    give(game, 0, built="stone_pit quarry ore_vein foundry", coins=0)
    play(game, "0 wonder forum")
    play(game, "0 wonder walls")
    assert coins(game)[0] == 3 + 4


def test_alexandria_makes_its_resource_from_the_next_turn():
    """RB p.8."""
    game = new_game("alexandria_a babylon_a ephesos_a")
    give(game, 0, built="ore_vein foundry", stages=1, coins=0)
    assert refused(game, 0, "build baths") == "cannot_afford"
    play(game, "0 wonder altar")
    play(game, "0 build baths")
    go_to(game, 3, 6)
    assert coins(game)[0] == 0
