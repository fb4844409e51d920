"""A collection: every copy of a box, in the order in which cards lie in it.

>>> from card_db.loader import load_box
>>> [str(bearer) for bearer in collection(load_box("1e"), ("base",))[:4]]
['clay_pit:3', 'clay_pool:3', 'clay_pool:5', 'excavation:4']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from card_db.bearers import CARD, PLAYER, TILE, Bearer
from card_db.cards import COLORS, Box, Card
from firmware.link import KEYS
from host_tools.rules.ruleset import AGES, deck, leaders
from host_tools.rules.setup import SETS
from host_tools.texts.cards import name_in
from host_tools.texts.search import fold

PLAYERS_MAX = 7
TILES_MAX = 10  # of one key: a seat knows no more


class Group(NamedTuple):
    """What lies together in a box."""

    set: str
    age: int
    color: str


def collection(
    box: Box, sets: Sequence[str], players: int = PLAYERS_MAX, lang: str = "en"
) -> list[Bearer]:
    """Every copy that a game of up to so many players can use: by set, Age, colour and name."""
    number = min(max(players, 3), PLAYERS_MAX)  # two players deal for three
    chosen = tuple(sets)
    cards = {card for age in AGES for card in deck(box, chosen, age, number)}
    cards |= leaders(box, chosen, "cities" in chosen, None)

    def place(card: Card) -> tuple[object, ...]:
        group = group_of(card)
        color = COLORS.index(group.color)
        return SETS.index(group.set), group.age, color, fold(name_in(card, lang)), card.id

    return [
        Bearer(CARD, card.id, copy)
        for card in sorted(cards, key=place)
        for copy in card.copies
        if copy <= number
    ]


def group_of(card: Card) -> Group:
    """Return where a card lies; some leaders come in the box of Cities."""
    return Group("cities" if card.deck == "cities" else card.set, card.age, card.color)


def piles(box: Box, bearers: Iterable[Bearer]) -> list[list[Bearer]]:
    """Part a collection where another set, Age or colour begins."""

    def where(bearer: Bearer) -> object:
        return group_of(box.cards[bearer.name]) if bearer.kind == CARD else bearer.kind

    return [list(pile) for _, pile in groupby(bearers, key=where)]


def tiles(number: int) -> list[Bearer]:
    """So many sets of action tiles, one set after the other."""
    return [Bearer(TILE, key, copy) for copy in range(1, number + 1) for key in KEYS]


def people(names: Iterable[str]) -> list[Bearer]:
    """A token for each person; ValueError with a sentence for what cannot be a name."""
    return [Bearer(PLAYER, checked_name(name)) for name in names]


def checked_name(name: str) -> str:
    """Return the name of a person without spaces around it."""
    name = name.strip()
    fits = 0 < len(name) <= 24 and name.isprintable() and ":" not in name
    if not fits or name[0] in "=+-@":  # a spreadsheet would take it for a formula
        raise ValueError(
            f"{name!r:.40} cannot be the name of a person: up to 24 letters, and a letter first."
        )
    return name
