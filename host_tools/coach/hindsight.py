"""Which hands there were, from what was played out of them later.

Hands go round, so a card that a neighbour plays next turn was in this hand: but for the cards left
over, the rest of an Age tells every hand of it.
"""

from __future__ import annotations

from card_db.cards import Card
from host_tools.bots.unseen import Known
from host_tools.coach.story import Story
from host_tools.rules.ruleset import Ruleset

Cards = dict[int, list[Card]]


def known_at(story: Story, number: int) -> Known:
    """Return what is known of the unknown hands before a turn of a story."""
    game = story.turns[number].before
    leaders: Cards = {}
    if None in [game.leader_hands[seat] for seat in game.rules.players]:
        leaders = _leaders(story, number)
    return Known({} if game.hands is not None else _hands(story, number), leaders)


def is_complete(story: Story) -> bool:
    """Does the record tell every hand by its deals?"""
    return all(turn.before.hands is not None for turn in story.turns if turn.before.turn)


def _leaders(story: Story, number: int) -> Cards:
    """Leaders stay with their player: all that are played later are in the hand."""
    found: Cards = {}
    for turn in story.turns[number:]:
        for seat, cards in turn.cards.items():
            found.setdefault(seat, []).extend(card for card in cards if card.color == "white")
    return found


def _hands(story: Story, number: int) -> Cards:
    game = story.turns[number].before
    if not game.turn:
        return {}
    if game.rules.free_city is not None:
        return _of_two(story, number)
    found: Cards = {seat: [] for seat in game.rules.seats}
    for later in story.turns[number:]:
        if later.before.age != game.age:
            break
        passes = later.before.turn - game.turn
        for seat, cards in later.cards.items():
            plain = [card for card in cards if card.color != "white"]
            found[_held_by(game.rules, game.age, seat, passes)] += plain
    for (age, seat), card in story.left.items():
        if age == game.age:
            found[_held_by(game.rules, age, seat, game.rules.turns - game.turn)].append(card)
    return found


def _held_by(rules: Ruleset, age: int, seat: int, passes: int) -> int:
    """Return who held a hand so many passes before it came to a seat."""
    back = rules.left if age == 2 else rules.right
    for _ in range(passes):
        seat = back[seat]
    return seat


def _of_two(story: Story, number: int) -> Cards:
    """With a Free City only this turn tells: the pile mixes the hands."""
    turn = story.turns[number]
    found: Cards = {}
    for seat, cards in turn.cards.items():
        found.setdefault(turn.before.decider(seat), []).append(cards[0])
    return found
