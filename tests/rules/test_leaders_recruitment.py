"""Leaders, first printing: the box, the Recruitment that opens an Age, the end of the game."""

import json

import pytest

from card_db.loader import load_box
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.result import ranks
from host_tools.rules.ruleset import Ruleset
from tests.rules.table import (
    THREE,
    answer,
    card,
    coins,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
    setup,
)

SEVEN = "gizah_a rhodos_a ephesos_a olympia_a babylon_a alexandria_a roma_a"
HANDS = (
    "pericles cleopatra sappho plato",
    "bilkis caesar alexander croesus",
    "euclid hammurabi hannibal hatshepsut",
)


def recruiting(wonders=THREE, age=1, **more):
    return new_game(wonders, sets="base leaders", age=age, turn=0, **more)


def dealt(**more):
    game = recruiting(**more)
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in HANDS])
    return game


def ids(found):
    return " ".join(c.id for c in found)


# The box


def test_r1_the_box_holds_thirty_six_leaders_four_guilds_and_one_board():
    box = load_box("1e")
    new = [c for c in box.cards.values() if c.set == "leaders"]
    assert sum(c.color == "white" for c in new) == 36
    assert sum(c.color == "purple" for c in new) == 4
    assert {w.name for w in box.wonders.values() if w.set == "leaders"} == {"Roma"}


def test_r3_leaders_are_white_and_in_no_age_deck():
    rules = recruiting().rules
    assert {c.color for c in rules.leader_deck} == {"white"}
    assert not any(c.color == "white" for deck in rules.decks.values() for c in deck)


def test_r3_a_leader_is_not_played_in_a_turn_of_an_age():
    game = new_game(sets="base leaders")
    assert refused(game, 0, "recruit midas") == "wrong_phase"
    assert refused(game, 0, "sell midas") == "wrong_phase"


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_r4_a_leader_costs_coins_only(edition):
    leaders = [c for c in load_box(edition).cards.values() if c.color == "white"]
    assert leaders and all(not c.resources for c in leaders)


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
def test_r5_the_number_of_guilds_stays_players_and_two(number):
    wonders = " ".join(SEVEN.split()[:number])
    rules = new_game(wonders, sets="base leaders").rules
    assert rules.guilds_drawn == number + 2
    plain = sum(n for c, n in rules.decks[3].items() if c.color != "purple")
    assert plain + rules.guilds_drawn == 7 * number


def test_r6_everybody_starts_with_six_coins():
    assert coins(recruiting()) == [6, 6, 6]
    assert coins(new_game()) == [3, 3, 3]


def test_r8_r27_the_highest_total_wins_and_coins_break_a_tie():
    game = recruiting()
    give(game, 0, leaders="cleopatra", coins=3)
    give(game, 1, leaders="nefertiti zenobia", coins=0)
    give(game, 2, leaders="cleopatra", coins=4)
    totals = [points(game, seat) for seat in range(3)]
    assert totals == [6, 7, 6]
    assert ranks(game, totals) == [3, 1, 2]


def test_r9_the_owners_invent_a_leader_of_their_own(tmp_path):
    row = {"id": "grandma", "name": "Grandma", "color": "white", "coins": 2}
    row["effects"] = [{"points": 1, "per": "leader"}]
    (tmp_path / "house.jsonl").write_text(json.dumps(row))
    box = load_box("1e", [tmp_path / "house.jsonl"])
    game = Game(Ruleset(setup(sets="base leaders"), box))
    play(game, "0 recruit grandma")
    assert (game.cities[0].coins, points(game, 0, "leaders")) == (6 - 2, 1)


# Recruitment


def test_r15_an_age_is_recruitment_then_the_age_then_conflicts():
    steps = [step for step in recruiting().rules.schedule if step.age == 1]
    assert [step.kind for step in steps] == ["recruit", *["turn"] * 6, "conflict"]


def test_r16_everybody_plays_exactly_one_leader_and_all_are_revealed_together():
    game = recruiting()
    game.say(0, "recruit cleopatra")
    assert game.cities[0].leaders == []  # still face down
    assert refused(game, 0, "recruit midas") == "wrong_phase"
    game.say(1, "recruit midas")
    game.say(2, "sell varro")
    assert ids(game.cities[0].leaders) == "cleopatra"
    assert (game.step.kind, game.turn) == ("turn", 1)


def test_r16_an_age_card_is_not_played_in_recruitment():
    assert refused(recruiting(), 0, "build altar") == "wrong_phase"


def test_r17_a_leader_is_recruited_used_for_a_stage_or_sold():
    game = dealt()
    give(game, 0, built="stone_pit")  # two stones for the first stage of Gizah
    assert {move.action for move in game.answers(game.question(0))} == {"recruit", "wonder", "sell"}


def test_r18_a_recruited_leader_is_paid_to_the_bank():
    game = recruiting()
    play(game, "0 recruit cleopatra")
    assert (game.cities[0].coins, game.bank) == (6 - 4, 4 - 3 - 3)


def test_r18_a_leader_that_is_too_dear_cannot_be_recruited():
    game = recruiting()
    give(game, 0, coins=3)
    assert refused(game, 0, "recruit cleopatra") == "cannot_afford"


def test_r19_a_stage_built_with_a_leader_costs_what_the_board_says():
    game = recruiting()
    give(game, 0, built="stone_pit", coins=0)
    play(game, "0 wonder pericles")  # who would cost 6 coins
    assert (game.cities[0].stages, game.cities[0].coins) == (1, 0)
    assert game.cities[0].leaders == []


def test_r20_d11_a_stage_in_the_first_recruitment_is_legal_but_must_be_payable():
    game = recruiting("gizah_a babylon_a ephesos_a")
    assert refused(game, 0, "wonder midas") == "cannot_afford"
    give(game, 1, built="stone_pit")
    game.say(0, "wonder midas")
    assert game.moves[0].payment.left == 2


def test_r21_o3_a_leader_that_is_sold_gives_three_coins_and_is_not_in_the_discard_pile():
    game = recruiting()
    play(game, "0 sell cleopatra")
    assert game.cities[0].coins == 6 + 3
    assert game.discard == []


def test_o3_the_leader_put_back_in_age_three_is_not_in_the_discard_pile_either():
    game = dealt()
    go_to(game, 3, 0)
    play(game, "0 sell pericles", "1 sell bilkis", "2 sell euclid")
    assert game.discard == []


def test_r22_the_other_leaders_wait_for_the_later_recruitments():
    game = dealt()
    play(game, "0 recruit sappho", "1 sell bilkis", "2 sell euclid")
    assert ids(game.leader_hands[0]) == "pericles cleopatra plato"
    go_to(game, 2, 0)
    assert refused(game, 0, "recruit sappho") == "not_in_hand"


def test_r23_r24_d4_before_age_three_one_of_two_is_played_and_the_other_goes_back():
    game = dealt()
    for age, first, second, third in (
        (1, "sappho", "bilkis", "euclid"),
        (2, "cleopatra", "caesar", "hammurabi"),
        (3, "plato", "alexander", "hannibal"),
    ):
        go_to(game, age, 0)
        play(game, f"0 sell {first}", f"1 sell {second}", f"2 sell {third}")
    assert game.leader_hands == [[], [], []]


def test_r25_without_rome_b_nobody_recruits_more_than_three():
    assert [step.kind for step in recruiting().rules.schedule].count("recruit") == 3


def test_r27_the_game_ends_with_the_conflicts_of_age_three():
    game = new_game(sets="base leaders", age=3, turn=6)
    give(game, 0, built="arsenal")
    play(game)
    pass_on(game)
    assert game.over
    assert game.cities[0].victories == [5, 5]


# Turns of their own


def test_p8_recruitment_is_a_turn_of_its_own_for_berenice():
    game = recruiting_with_cities()
    give(game, 0, leaders="berenice")
    play(game, "0 sell midas")
    play(game, "0 sell altar")
    assert game.cities[0].coins == 6 + 4 + 4


def test_p8_recruitment_is_a_turn_of_its_own_for_hatshepsut():
    game = recruiting("gizah_a babylon_a ephesos_a")
    give(game, 0, leaders="hatshepsut")
    give(game, 1, built="stone_pit")
    play(game, "0 wonder midas")  # a stone from the left
    assert game.cities[0].coins == 6 - 2 + 1
    play(game, "0 build guard_tower")  # and a clay
    assert game.cities[0].coins == 6 - 2 + 1 - 2 + 1


def test_p8_recruitment_is_a_turn_of_its_own_for_bilkis():
    game = recruiting()
    give(game, 0, leaders="bilkis")
    play(game, "0 wonder midas")  # one stone of the board, one from the bank
    play(game, "0 build stockade")
    assert game.cities[0].coins == 6 - 1 - 1


def test_p8_recruitment_is_a_turn_of_its_own_for_the_docks():
    game = recruiting_with_cities()
    give(game, 0, built="clandestine_dock_west")
    give(game, 1, built="stone_pit")
    play(game, "0 wonder midas")
    play(game, "0 build barracks")  # the ore of Rhodos
    assert game.cities[0].coins == 6 - 1 - 1


def recruiting_with_cities(**more):
    return new_game(sets="base leaders cities", turn=0, **more)


def test_p12_losses_of_a_recruitment_are_settled_at_its_end():
    game = new_game("petra_b rhodos_a ephesos_a", sets="base leaders cities", turn=0)
    give(game, 0, built="foundry clay_pool")
    play(game, "0 wonder midas", "1 recruit croesus")
    assert [(q.kind, q.seat, q.amount) for q in game.questions] == [
        ("debts", 1, 2),
        ("debts", 2, 2),
    ]
    answer(game, 1, 0)
    answer(game, 2, 0)
    assert coins(game)[1] == 6 - 1 + 6 - 2  # paid after the income of the phase
    assert (game.step.kind, game.turn) == ("turn", 1)


def test_p25_solomon_finds_an_empty_pile_in_the_first_recruitment():
    game = recruiting()
    play(game, "0 recruit solomon")
    assert game.turn == 1  # nothing was asked
    assert game.cities[0].built == []


def test_a_leader_is_not_recruited_without_the_set():
    game = new_game(sets="base")
    with pytest.raises(MoveError) as error:
        game.say(0, "recruit midas")
    assert error.value.code == "not_in_this_game"
