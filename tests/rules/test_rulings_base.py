"""The rulings about the base game (B1 to B8) that have no better place."""

import pytest

from host_tools.rules.scoring import copyable_guilds
from tests.rules.table import answer, buy, card, give, new_game, play, points, refused


def asked(game):
    """Say nothing to all that the last turn of an Age asks for, and tell what was asked."""
    found = []
    while game.questions[0].kind != "play":
        found.append(game.questions[0].kind)
        game.answer(game.questions[0].seat, None)
    return [kind for kind in found if kind != "left"]


@pytest.mark.parametrize(
    ("rulings", "order"),
    [
        ({}, ["last_card", "pick"]),
        ({"babylon_first": False}, ["pick", "last_card"]),
    ],
)
def test_b1_babylon_plays_before_halikarnassos_digs_unless_the_table_rules_otherwise(
    rulings, order
):
    game = new_game("babylon_b halikarnassos_a ephesos_a", turn=6, rulings=rulings)
    give(game, 0, stages=2)
    give(game, 1, stages=1, built="foundry ore_vein")
    game.discard.append(card(game, "altar"))
    play(game, "1 wonder theater")
    assert asked(game) == order


def test_b1_halikarnassos_finds_what_babylon_sells():
    game = new_game("babylon_b halikarnassos_a ephesos_a", turn=6)
    give(game, 0, stages=2)
    give(game, 1, stages=1, built="foundry ore_vein")
    play(game, "1 wonder theater")
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)
    answer(game, 0, "sell altar")
    assert card(game, "altar") in game.answers(game.question(1))


def test_b2_coins_of_the_last_common_card_may_pay_for_babylons_extra_card():
    game = new_game("babylon_b rhodos_a ephesos_a", turn=6)
    give(game, 0, stages=2, coins=0)
    play(game, "0 sell altar")
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)
    answer(game, 0, "build barracks")  # the ore of Rhodos, for two of the three coins
    assert game.cities[0].coins == 1


def test_b4_a_chain_needs_the_parent_before_this_turn():
    game = new_game(age=2)
    assert refused(game, 0, "build library") == "cannot_afford"
    give(game, 0, built="scriptorium")
    game.say(0, "build library")
    assert game.moves[0].payment.free == "chain"


def test_b4_a_parent_taken_from_the_discard_pile_serves_in_the_same_age():
    game = new_game("halikarnassos_a rhodos_a ephesos_a", age=3)
    game.discard.append(card(game, "library"))
    give(game, 0, built="foundry ore_vein", stages=1)
    play(game, "0 wonder arena")
    answer(game, 0, "library")
    game.say(0, "build university")
    assert game.moves[0].payment.free == "chain"


def test_b5_a_resource_that_the_city_makes_itself_may_be_bought():
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="ore_vein")
    buy(game, 0, "build barracks", left="O")
    assert game.moves[0].payment.coins == (2, 0, 0)


def test_b7_olympias_free_card_is_the_players_choice():
    game = new_game("olympia_a rhodos_a ephesos_a")
    give(game, 0, stages=2)
    game.say(0, "build barracks")  # paid, although the right is there
    assert (game.moves[0].payment.left, game.moves[0].payment.free) == (2, "")


def test_b7_the_right_serves_once_an_age():
    game = new_game("olympia_a rhodos_a ephesos_a")
    give(game, 0, stages=2, coins=0)
    play(game, "0 build barracks free=olympia")
    give(game, 0, coins=0)
    assert refused(game, 0, "build baths free=olympia") == "bad_choice"


def test_b8_olympia_b_copies_a_guild_of_a_neighbour_only():
    game = new_game("olympia_b rhodos_a ephesos_a gizah_a")
    give(game, 0, stages=3, built="workers_guild")
    give(game, 1, built="spies_guild")
    give(game, 2, built="magistrates_guild")  # across the table
    assert [guild.id for guild in copyable_guilds(game, 0)] == ["spies_guild"]
    assert points(game, 0, "wonder") == 5  # and there is no red card to spy on


def test_b8_without_a_guild_next_door_nothing_is_copied():
    game = new_game("olympia_b rhodos_a ephesos_a")
    give(game, 0, stages=3)
    assert copyable_guilds(game, 0) == [None]
