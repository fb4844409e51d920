"""What must hold between the cards of a box: chains that agree, decks that add up."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from card_db.cards import Card
from card_db.decks import DRAWN, numbered
from card_db.lines import Line, remedy

DECK_SIZES = {1: (21, 28, 35, 42, 49), 2: (21, 28, 35, 42, 49), 3: (16, 22, 28, 34, 40)}
"""Cards of the base game for 3 to 7 players; in Age III the guilds come on top."""

Cards = Mapping[str, Card]
Lines = Mapping[str, Line]


def check_chains(cards: Cards, lines: Lines) -> None:
    """Raise where a chain leads nowhere, or is written at one end only."""
    for card in cards.values():
        for child in card.chains_to:
            _check_end(card, "chains to", child, cards, lines)
            if card.id not in cards[child].free_from:
                raise _one_end(card, "chains to", cards[child], "free_from", lines)
        for parent in card.free_from:
            _check_end(card, "is free from", parent, cards, lines)
            if card.id not in cards[parent].chains_to:
                raise _one_end(card, "is free from", cards[parent], "chains_to", lines)


def _check_end(card: Card, verb: str, end: str, cards: Cards, lines: Lines) -> None:
    if end not in cards:
        raise lines[card.id].fault(
            f'{card.name} {verb} "{end}", which is not in this box.{remedy(end, tuple(cards))}'
        )


def _one_end(card: Card, verb: str, other: Card, key: str, lines: Lines) -> Exception:
    return lines[card.id].fault(
        f'{card.name} {verb} "{other.id}", but {other.name} ({lines[other.id]}) does not say so.'
        f' Add "{card.id}" to its "{key}", or take the chain away here.'
    )


def join_chains(cards: Cards, house: Iterable[str]) -> dict[str, Card]:
    """The cards with every chain of a house card written at its other end too."""
    joined = dict(cards)
    for name in house:
        for child in joined[name].chains_to:
            if child in joined and name not in joined[child].free_from:
                free_from = (*joined[child].free_from, name)
                joined[child] = replace(joined[child], free_from=free_from)
        for parent in joined[name].free_from:
            if parent in joined and name not in joined[parent].chains_to:
                chains_to = (*joined[parent].chains_to, name)
                joined[parent] = replace(joined[parent], chains_to=chains_to)
    return joined


def check_decks(cards: Cards, lines: Lines) -> None:
    """Raise where the numbers on the copies do not add up to the decks of the base game."""
    for age, sizes in DECK_SIZES.items():
        deck = [
            card
            for card in cards.values()
            if card.set == "base" and card.age == age and card.color not in DRAWN
        ]
        for players, size in enumerate(sizes, 3):
            if (found := len(numbered(deck, players))) != size:
                raise lines[deck[-1].id].fault(
                    f"the deck of Age {age} ends here and has {found} cards for {players} players"
                    f' instead of {size}. Correct "copies", or "set" of a house card.'
                )
