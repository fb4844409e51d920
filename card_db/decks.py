"""The decks of a box: which cards a game of so many players deals."""

from collections.abc import Container, Iterable

from card_db.cards import Box, Card

DRAWN = frozenset({"purple", "black", "white"})
"""Colours of which a game draws some by lot, whatever the number of players."""


def deck_for(box: Box, sets: Container[str], age: int, players: int) -> list[Card]:
    """Every copy that a game of so many players deals in this Age, before cards drawn by lot."""
    return numbered(_of(box, sets, age), players)


def drawn_for(box: Box, sets: Container[str], age: int, color: str) -> list[Card]:
    """The guilds, black cards or leaders (age 0) that a game may draw from."""
    return [card for card in _of(box, sets, age) if card.color == color]


def numbered(cards: Iterable[Card], players: int) -> list[Card]:
    """The copies whose number is at most that of the players."""
    return [
        card
        for card in cards
        if card.color not in DRAWN
        for number in card.copies
        if number <= players
    ]


def _of(box: Box, sets: Container[str], age: int) -> list[Card]:
    return [card for card in box.cards.values() if card.age == age and card.set in sets]
