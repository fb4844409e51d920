"""A game played on to its end by chance alone: what rollouts and measurements are made of.

Chance comes from outside: a function like the `random` of a seeded `random.Random`. A position
is kept by playing out a copy of it: `play_out(game.copy(), chance)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from card_db.cards import Card
from host_tools.rules.agenda import DRAW
from host_tools.rules.dealing import due
from host_tools.rules.draft import Draft
from host_tools.rules.game import Game
from host_tools.rules.questions import LEADERS_DRAWN
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset

Chance = Callable[[], float]
T = TypeVar("T")


def play_out(game: Game, chance: Chance) -> Game:
    """Deal and answer until the game is over: each legal answer is as likely as the others."""
    while not game.over:
        age = due(game)
        if age is not None:
            deal(game, age, chance)
        question = game.questions[0]
        if question.kind == DRAW:
            game.answer(question.seat, tuple(_drawn_leaders(game, chance)))
        else:
            game.answer(question.seat, one_of(game.answers(question), chance))
    return game


def deal(game: Game, age: int, chance: Chance) -> None:
    """Deal an Age, or for Age 0 the leaders, of which everybody keeps any."""
    if age:
        game.deal(age, age_hands(game.rules, age, chance))
        return
    draft = Draft(game.rules, leader_hands(game.rules, chance))
    while not draft.over:
        for seat in game.rules.players:
            draft.keep(seat, one_of(draft.hands[seat], chance))
    game.deal(0, draft.kept)


def age_hands(rules: Ruleset, age: int, chance: Chance) -> list[list[Card]]:
    """Shuffle the cards of an Age, of which guilds and black cards are drawn, into hands."""
    always, guilds, black = rules.packs[age]
    cards = always.copy()
    cards += draw(guilds, rules.guilds_drawn, chance)
    cards += draw(black, rules.black_drawn, chance)
    return _hands(draw(cards, len(cards), chance), rules.hand_size)


def leader_hands(rules: Ruleset, chance: Chance) -> list[list[Card]]:
    """Shuffle the leaders and deal four to everybody, none to the Free City (R29)."""
    box = draw(rules.leaders_sorted, LEADERS_DEALT * len(rules.players), chance)
    return _hands(box, LEADERS_DEALT) + ([] if rules.free_city is None else [[]])


def _hands(cards: list[Card], size: int) -> list[list[Card]]:
    return [cards[at : at + size] for at in range(0, len(cards), size)]


def _drawn_leaders(game: Game, chance: Chance) -> list[Card]:
    """R72, P14: the drawn leaders come from those that were not dealt."""
    box = [card for card in game.rules.leaders_sorted if not game.used.get(card)]
    return draw(box, LEADERS_DRAWN, chance)


def one_of(things: Sequence[T], chance: Chance) -> T:
    """Take any one, all as likely."""
    return things[int(chance() * len(things))]


def draw(cards: list[Card], number: int, chance: Chance) -> list[Card]:
    """Draw so many cards, or all there are, in any order."""
    pile = cards.copy()
    number = min(number, len(pile))
    for at in range(number):
        other = at + int(chance() * (len(pile) - at))
        pile[at], pile[other] = pile[other], pile[at]
    return pile[:number]
