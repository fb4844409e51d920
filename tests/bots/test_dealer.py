"""The dealer of unseen hands deals no copy twice."""

from collections import Counter

from host_tools.bots.dealer import Dealer, Known, fill
from tests.rules.table import new_game


def test_a_card_that_is_known_to_be_in_a_hand_is_dealt_to_nobody_else():
    game = new_game("gizah_a rhodos_a ephesos_a")
    deck = game.rules.decks[1]
    mine = [card for card, copies in deck.items() if copies == 1][:5]
    for seed in range(20):
        known = Known({0: mine})
        hands = fill(game, [0, 0, 0], Dealer(seed).draw, known).hands
        dealt = Counter(card for hand in hands for card in hand)
        assert hands[0][: len(mine)] == mine
        assert all(number <= deck[card] for card, number in dealt.items())
