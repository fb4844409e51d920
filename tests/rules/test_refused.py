"""Moves and answers that a program could hand in but that no rule allows: each is refused."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.moves import BUILD, SELL, Move
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.production import vector
from tests.rules.table import card, fingerprint, give, go_to, new_game, play
from tests.rules.table import refused as said


def refused(game, seat, answer) -> str:
    before = fingerprint(game)
    with pytest.raises(MoveError) as caught:
        game.answer(seat, answer)
    assert fingerprint(game) == before
    assert caught.value.rule or not isinstance(answer, Move | tuple)
    return caught.value.code


def test_nothing_is_paid_with_a_sale():
    game = new_game()
    altar = card(game, "altar")
    assert refused(game, 0, Move(altar, SELL, Payment(left=1))) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, Payment(bank=-3))) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, Payment(free="chain"))) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, Payment(buy=Buy(vector("W"))))) == "bad_choice"


def test_r43_nothing_is_bought_for_a_free_card():
    """Otherwise Hatshepsut would be paid for a purchase that nobody made."""
    game = new_game(age=2, sets="base leaders")
    give(game, 0, "baths", leaders="hatshepsut")
    buy = Buy(left=vector("O"))
    assert refused(game, 0, Move(card(game, "aqueduct"), BUILD, Payment(free="chain", buy=buy)))


def test_b7_a_right_is_kept_where_a_chain_leads_to_the_card():
    game = new_game("olympia_a gizah_a rhodos_a", age=2)
    give(game, 0, "baths", stages=2)
    aqueduct = card(game, "aqueduct")
    assert refused(game, 0, Move(aqueduct, BUILD, Payment(free="olympia"))) == "cannot_afford"
    game.say(0, "build aqueduct free=olympia")
    assert game.moves[0] == Move(aqueduct, BUILD, Payment(free="chain"))


def test_the_free_city_must_use_a_chain():
    """RB p.7."""
    game = new_game("rhodos_a ephesos_a gizah_a", age=2, variant="two_player")
    give(game, 2, "baths quarry")
    aqueduct = card(game, "aqueduct")
    assert refused(game, 2, Move(aqueduct, BUILD))
    game.answer(2, Move(aqueduct, BUILD, Payment(free="chain")))


def test_r175_nothing_is_bought_from_the_team_mate_for_a_card_that_could_be_chained():
    four = "rhodos_a ephesos_a gizah_a babylon_a"  # seats 0 and 1 are a team
    game = new_game(four, age=2, variant="team")
    give(game, 0, "baths", coins=9)
    give(game, 1, "quarry stone_pit")
    give(game, 3, "quarry stone_pit")
    aqueduct = card(game, "aqueduct")
    assert refused(game, 0, Move(aqueduct, BUILD, Payment(left=6))) == "bad_choice"
    assert said(game, 0, "build aqueduct left=6") == "bad_choice"
    game.answer(0, Move(aqueduct, BUILD, Payment(right=6)))


def test_a_wrong_price_is_refused_with_the_right_ones():
    game = new_game("rhodos_a gizah_a ephesos_a")
    with pytest.raises(MoveError, match=r"The cheapest ways to pay are: 2 left and 0 right\."):
        game.answer(0, Move(card(game, "baths"), BUILD, Payment(left=1)))


def test_r72_only_leaders_are_drawn():
    game = new_game("roma_b gizah_a rhodos_a", sets="base leaders")
    go_to_draw(game)
    altar, midas = card(game, "altar"), card(game, "midas")
    assert refused(game, 0, (altar,)) == "bad_choice"
    assert refused(game, 0, (midas, midas)) == "card_already_used"
    assert refused(game, 0, (game.leader_hands[0][0],)) == "card_already_used"
    assert refused(game, 0, (midas,)) == "bad_choice"  # four, no fewer
    box = [leader for leader in game.rules.leader_deck if not game.used[leader]]
    game.answer(0, tuple(box[:4]))
    assert set(box[:4]) <= set(game.leader_hands[0])


def go_to_draw(game):
    leaders = [leader for leader in game.rules.leader_deck if leader.id != "midas"]
    go_to(game, 1, 0)
    game.deal(0, [leaders[0:4], leaders[4:8], leaders[8:12]])
    go_to(game, 1, 1)
    give(game, 0, "lumber_yard clay_pool")
    play(game, "0 wonder altar")
    assert game.question(0).kind == "draw"


def test_a_card_of_another_age_is_not_left_over():
    game = new_game("gizah_a halikarnassos_a ephesos_a", age=2, turn=6)
    play(game)
    assert game.questions[0].kind == "left"
    assert refused(game, 0, card(game, "altar")) == "wrong_age"
    assert refused(game, 0, card(game, "palace")) == "wrong_age"
    game.answer(0, card(game, "forum"))
