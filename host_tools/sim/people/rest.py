"""The rest of an Age: hands for virtual people who come back to a game that goes on.

Nobody knows which cards were held when the table was left; what can still be held is known.
"""

from __future__ import annotations

from collections import Counter

from card_db.cards import Card
from host_tools.rules.dealing import deck
from host_tools.rules.game import Game
from host_tools.rules.ruleset import LEADERS_DEALT
from host_tools.sim.people.people import TaggedCards, Uid
from host_tools.table.evening import Evening


def deal_rest(cards: TaggedCards, evening: Evening) -> dict[int, Uid]:
    """Deal what is left of the Age and of the leaders; return the cards that lie open now."""
    game, current = evening.game, evening.round
    opened = {} if evening.in_turn() else dict(current.cards)
    spent = game.used + Counter(opened.values())
    tagged = {seat: cards.copies(card)[-1] for seat, card in opened.items()}
    taken = 1 if evening.in_turn() else 0
    if cards.rules.leaders:
        _leaders(cards, game, spent, taken)
    if game.turn:
        _hands(cards, game, spent, taken, opened)
    for seat, uid in tagged.items():
        hand = cards.leaders if game.turn == 0 else cards.hands
        hand.setdefault(seat, []).append(uid)
    return tagged


def _hands(
    cards: TaggedCards, game: Game, spent: Counter[Card], taken: int, opened: dict[int, Card]
) -> None:
    rules, draw = cards.rules, cards.dealer.draw
    rest = deck(rules, game.age, draw, spent)
    left = draw(rest, len(rest))
    size = rules.hand_size - (game.turn - 1) - taken
    hands = {}
    for seat in rules.players:
        number = size - (seat in opened)
        hands[seat], left = left[:number], left[number:]
    uids = iter(cards.tagged([card for hand in hands.values() for card in hand] + left))
    cards.hands = {seat: [next(uids) for _ in hand] for seat, hand in hands.items()}
    cards.pile = list(uids) if rules.free_city is not None else []


def _leaders(cards: TaggedCards, game: Game, spent: Counter[Card], taken: int) -> None:
    box = [card for card in cards.rules.leaders_sorted if not spent[card]]
    left = cards.dealer.draw(box, len(box))
    recruited = game.age - 1 + (1 if game.turn else taken)
    number = max(1, LEADERS_DEALT - recruited)
    cards.leaders = {}
    for seat in cards.rules.players:
        hand, left = left[:number], left[number:]
        cards.leaders[seat] = cards.tagged(hand)
