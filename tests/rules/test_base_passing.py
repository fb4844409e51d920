"""Selling, passing hands, and the sixth turn (rulebook page 5), with known and unknown hands."""

import pytest

from tests.rules.lines import HANDS_1, HANDS_2, HANDS_3
from tests.rules.table import answer, card, coins, new_game, pass_on, play, refused

HANDS = {1: HANDS_1, 2: HANDS_2, 3: HANDS_3}


def dealt(age=1, wonders="gizah_a rhodos_a ephesos_a"):
    game = new_game(wonders, age=age)
    game.deal(age, [[card(game, name) for name in hand.split()] for hand in HANDS[age]])
    return game


def sell_first(game):
    """Everybody sells the first card of the known hand."""
    for question in list(game.questions):
        game.say(question.seat, f"sell {game.hands[question.seat][0].id}")


def hands(game):
    return [[one.id for one in hand] for hand in game.hands]


def test_a_card_is_sold_for_three_coins_and_goes_to_the_discard_pile():
    """RB p.5."""
    game = new_game()
    play(game, "0 sell altar", "1 build ore_vein", "2 build clay_pool")
    assert coins(game) == [6, 3, 3] and [one.id for one in game.discard] == ["altar"]
    assert game.bank == -3


@pytest.mark.parametrize(("age", "step"), [(1, 1), (2, -1), (3, 1)])
def test_hands_pass_to_the_left_in_ages_i_and_iii_to_the_right_in_age_ii(age, step):
    """RB p.5: the left neighbour of seat i is seat i + 1."""
    game = dealt(age)
    rest = [hand[1:] for hand in hands(game)]
    sell_first(game)
    assert [hands(game)[(seat + step) % 3] for seat in range(3)] == rest


def test_seven_cards_become_two_before_the_sixth_turn():
    """RB p.5."""
    game = dealt()
    sizes = []
    for _ in range(6):
        sizes.append([len(hand) for hand in game.hands])
        sell_first(game)
    assert sizes == [[n] * 3 for n in (7, 6, 5, 4, 3, 2)]


def test_in_the_sixth_turn_one_card_is_played_and_the_other_discarded_for_nothing():
    """RB p.5."""
    game = dealt()
    for _ in range(5):
        sell_first(game)
    last = [hand[1] for hand in game.hands]
    sell_first(game)
    assert coins(game) == [3 + 6 * 3] * 3
    assert game.discard[-3:] == last and len(game.discard) == 21


def test_no_hand_is_passed_after_the_sixth_turn():
    """RB p.5."""
    game = dealt()
    for _ in range(6):
        sell_first(game)
    assert game.hands is None and (game.age, game.turn) == (2, 1)


def test_only_a_card_of_the_hand_can_be_played():
    game = dealt()
    assert refused(game, 0, "sell theater") == "not_in_hand"
    assert refused(game, 0, "build theater") == "not_in_hand"
    game.say(0, "sell altar")


def test_a_card_that_was_passed_on_can_no_longer_be_played():
    game = dealt()
    sell_first(game)
    assert refused(game, 0, "sell altar") == "not_in_hand"
    game.say(1, "sell altar")


def test_the_legal_moves_are_those_of_the_hand():
    game = dealt()
    sell_first(game)
    found = {move.card.id for move in game.answers(game.question(1))}
    assert found == set(HANDS_1[0].split()[1:])


def test_of_an_unknown_hand_no_legal_moves_can_be_told():
    game = new_game()
    assert game.answers(game.question(0)) == []


def test_from_an_unknown_hand_any_card_may_come_that_is_not_out():
    game = new_game()
    play(game, "0 sell altar", "1 sell baths", "2 sell theater")
    assert refused(game, 2, "sell altar") == "card_already_used"
    game.say(2, "sell press_1")


def test_two_seats_cannot_play_the_only_copy_of_a_card_in_one_turn():
    game = new_game()
    game.say(0, "sell altar")
    assert refused(game, 1, "sell altar") == "card_already_used"


def test_a_card_with_two_copies_can_be_played_twice():
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a olympia_a")
    game.say(0, "sell altar")
    game.say(1, "sell altar")
    assert refused(game, 2, "sell altar") == "card_already_used"


def test_leftovers_of_unknown_hands_are_asked_for_and_need_not_be_told():
    """RB p.5: they go face down to the pile."""
    game = new_game(turn=6)
    play(game, "0 sell altar", "1 sell baths", "2 sell theater")
    asked = [(question.kind, question.seat) for question in game.questions]
    assert asked == [("left", 0), ("left", 1), ("left", 2)]
    answer(game, 0, "workshop")
    answer(game, 1, None)
    answer(game, 2, "press_1")
    assert [one.id for one in game.discard[-2:]] == ["workshop", "press_1"]
    assert coins(game) == [6, 6, 6] and game.age == 2


@pytest.mark.parametrize("name", ["altar", "vineyard"])
def test_a_leftover_is_a_card_of_this_age_that_is_not_out(name):
    game = new_game(turn=6)
    play(game, "0 sell altar", "1 sell baths", "2 sell theater")
    with pytest.raises(ValueError, match=name.title()):
        answer(game, 0, name)
    assert game.question(0).kind == "left"


def test_a_leftover_that_was_told_is_out():
    game = new_game(turn=6)
    play(game, "0 sell altar", "1 sell baths", "2 sell theater")
    answer(game, 0, "workshop")
    with pytest.raises(ValueError, match="Workshop"):
        answer(game, 1, "workshop")


def test_seven_cards_a_player_leave_the_hands_in_an_age():
    """RB p.5: six are played, one is discarded."""
    game = dealt()
    for _ in range(6):
        sell_first(game)
    assert game.used.total() == 21


def test_the_next_age_begins_when_the_sixth_turn_is_over():
    game = new_game(turn=6)
    play(game)
    pass_on(game)
    assert (game.age, game.turn) == (2, 1)


def test_an_age_card_is_played_in_its_age_only():
    """RB p.3."""
    game = new_game(age=2)
    assert refused(game, 0, "build altar") == "wrong_age"
    assert refused(game, 0, "sell palace") == "wrong_age"
