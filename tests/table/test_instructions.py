"""Everybody is told what to pay, take and give back, in whole sentences."""

from typing import get_type_hints

import pytest

from host_tools.table.instructions import TurnFacts, sentences
from host_tools.table.views import FactsView
from tests.rules.table import new_game


@pytest.mark.parametrize(
    ("facts", "lang", "said"),
    [
        (TurnFacts(pay_left=2), "en", ["Pay 2 coins to P1 on your left."]),
        (TurnFacts(from_right=1), "en", ["P2 on your right pays you 1 coin."]),
        (TurnFacts(bank=-1), "en", ["Pay 1 coin to the bank."]),
        (TurnFacts(card="altar", action="wonder", stage=2), "en",
         ["Put the card face down under stage 2."]),
        (TurnFacts(victories=[3], defeats=2), "en", ["Take a +3 token.", "Take 2 Defeat tokens."]),
        (TurnFacts(diplomacy=-1), "en", ["Give back 1 Diplomacy token."]),
        (TurnFacts(debts=1), "en", ["Take 1 Debt."]),
        (TurnFacts(debts=2), "fr", ["Prenez 2 Dettes."]),
        (TurnFacts(defeats=2), "fr", ["Prenez 2 jetons Défaite."]),
        (TurnFacts(card="altar", action="build", bank=3), "fr",
         ["Posez Autel dans votre cité.", "Prenez 3 pièces à la banque."]),
    ],
)  # fmt: skip
def test_a_seat_is_told_what_to_do(facts, lang, said):
    assert sentences(new_game(), 0, facts, lang) == said


def test_screens_receive_the_facts_of_a_turn_as_they_are():
    assert get_type_hints(TurnFacts) == get_type_hints(FactsView)
