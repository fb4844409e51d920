"""Moves and answers that a program could hand in but that no rule allows: each is refused."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.moves import BUILD, SELL, Move
from host_tools.rules.payment import Purchase
from host_tools.rules.production import vector
from tests.rules.table import card, fingerprint, give, new_game


def refused(game, seat, answer) -> str:
    before = fingerprint(game)
    with pytest.raises(MoveError) as caught:
        game.answer(seat, answer)
    assert fingerprint(game) == before
    return caught.value.code


def test_nothing_is_paid_with_a_sale():
    game = new_game()
    altar = card(game, "altar")
    assert refused(game, 0, Move(altar, SELL, left=1)) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, bank=-3)) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, free="chain")) == "bad_choice"
    assert refused(game, 0, Move(altar, SELL, bought=Purchase(vector("W")))) == "bad_choice"


def test_r43_nothing_is_bought_for_a_free_card():
    """Otherwise Hatshepsut would be paid for a purchase that nobody made."""
    game = new_game(age=2, sets="base leaders")
    give(game, 0, "baths", leaders="hatshepsut")
    bought = Purchase(left=vector("O"))
    assert refused(game, 0, Move(card(game, "aqueduct"), BUILD, free="chain", bought=bought))
