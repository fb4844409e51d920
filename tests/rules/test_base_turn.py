"""A turn: everybody acts at the same time (rulebook pages 4, 5 and 12)."""

from itertools import permutations

import pytest

from host_tools.rules.errors import MoveError
from tests.rules.lines import HANDS_1, deal
from tests.rules.table import card, coins, fingerprint, give, new_game, play, refused


def dealt(game, hands=HANDS_1):
    line = deal(game.age, *hands)
    game.deal(game.age, [[card(game, name) for name in hand] for hand in line["hands"]])
    return game


def test_nothing_happens_before_everybody_has_chosen():
    """RB p.5."""
    game = new_game()
    game.say(0, "build lumber_yard")
    game.say(2, "sell altar")
    assert coins(game) == [3, 3, 3] and not game.cities[0].built and not game.discard
    game.say(1, "build ore_vein")
    assert coins(game) == [3, 3, 6] and game.cities[0].built and game.turn == 2


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_it_does_not_matter_who_chooses_first(order):
    """RB p.5."""
    moves = ["build baths", "build stockade right=2", "build scriptorium"]
    expected, game = new_game(), new_game()
    for table in (expected, game):
        give(table, 0, built="lumber_yard")
    for seat in range(3):
        expected.say(seat, moves[seat])
    for seat in order:
        game.say(seat, moves[seat])
    assert fingerprint(game)[:2] == fingerprint(expected)[:2]


def test_nobody_plays_twice_in_one_turn():
    """RB p.5: exactly one card."""
    game = new_game()
    game.say(0, "build lumber_yard")
    assert refused(game, 0, "build altar") == "wrong_phase"


def test_a_card_is_built_put_under_the_wonder_or_sold():
    """RB p.5: the three actions, here with known hands."""
    game = dealt(new_game())
    give(game, 0, built="stone_pit")
    found = game.answers(game.question(0))
    assert {move.action for move in found if move.card.id == "altar"} == {"build", "wonder", "sell"}
    assert {move.card.id for move in found} == set(HANDS_1[0].split())


def test_who_can_neither_build_nor_raise_a_stage_must_sell():
    """RB p.5."""
    game = dealt(new_game(), (HANDS_1[1], HANDS_1[0], HANDS_1[2]))
    give(game, 0, coins=0)
    found = [str(move) for move in game.answers(game.question(0)) if move.card.id == "scriptorium"]
    assert found == ["sell scriptorium"]


def test_a_move_that_cannot_be_paid_is_refused_and_the_seat_may_choose_again():
    """RB p.5."""
    game = new_game()
    assert refused(game, 0, "build apothecary") == "cannot_afford"
    game.say(0, "sell apothecary")


def test_coins_from_a_neighbours_purchase_are_not_there_in_the_same_turn():
    """RB p.4, example C."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, coins=1)
    game.say(0, "build barracks left=2")
    assert refused(game, 1, "build baths right=2") == "cannot_afford"


def test_coins_from_a_neighbours_purchase_are_there_in_the_next_turn():
    """RB p.4, example C."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, coins=0)
    play(game, "0 build barracks left=2", "1 build lumber_yard")
    play(game, "1 build baths right=2")
    assert coins(game)[1] == 0


def test_coins_of_this_turns_own_card_do_not_pay_for_it():
    """RB p.4: the coins must be there at the beginning; Clay Pit costs one."""
    game = new_game()
    give(game, 0, coins=0)
    assert refused(game, 0, "build clay_pit") == "cannot_afford"


def test_a_resource_that_was_bought_serves_in_that_turn_only():
    """RB p.4."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    give(game, 0, coins=3, built="sawmill clay_pool")
    play(game, "0 build stables left=2", "1 sell forum")
    assert refused(game, 0, "build archery_range") == "cannot_afford"
    give(game, 0, coins=2)
    play(game, "0 build archery_range left=2")
    assert coins(game)[0] == 0


def test_what_a_neighbour_builds_this_turn_cannot_be_bought_this_turn():
    """Moves are checked against the state before the turn."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    game.say(1, "build lumber_yard")
    assert refused(game, 0, "build stockade") == "cannot_afford"
    game.say(0, "sell altar")
    game.say(2, "sell theater")
    play(game, "0 build stockade left=2")
    assert coins(game)[0] == 3 + 3 - 2


@pytest.mark.parametrize(
    ("post", "right", "left", "child"),
    [
        ("east_trading_post", "stone_pit", "", "build baths right=1"),
        ("west_trading_post", "", "stone_pit", "build baths left=1"),
        ("marketplace", "glassworks_1", "", "build workshop right=1"),
    ],
)
def test_a_discount_holds_from_the_following_turn(post, right, left, child):
    """RB p.12."""
    game = new_game("babylon_a rhodos_a ephesos_a")
    give(game, 1, built=left)
    give(game, 2, built=right)
    dear = child.replace("=1", "=2")
    assert refused(game, 0, child) == "bad_choice"
    play(game, f"0 build {post}", "1 sell altar", "2 sell theater")
    assert refused(game, 0, dear) == "bad_choice"
    play(game, f"0 {child}")
    assert coins(game)[0] == 3 - 1


def test_vineyard_counts_a_neighbours_brown_card_of_the_same_turn():
    """RB p.12."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    play(game, "0 build vineyard", "1 build sawmill", "2 sell forum")
    assert coins(game)[0] == 3 + 1


def test_bazar_counts_a_neighbours_grey_card_of_the_same_turn():
    """RB p.12."""
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a", age=2)
    play(game, "0 build bazar", "1 build loom_2", "3 build press_2")
    assert coins(game)[0] == 3 + 2 + 2


def test_income_counts_the_cards_of_both_neighbours_of_the_same_turn():
    """RB p.12."""
    game = new_game("olympia_a rhodos_a ephesos_a", age=2)
    play(game, "0 build vineyard", "1 build foundry", "2 build sawmill")
    assert coins(game) == [3 + 2, 3 - 1, 3 - 1]


def test_a_seat_without_a_question_cannot_answer():
    game = new_game()
    game.say(0, "build lumber_yard")
    with pytest.raises(MoveError, match="P0 has nothing to decide") as caught:
        game.answer(0, None)
    assert caught.value.code == "wrong_phase"
