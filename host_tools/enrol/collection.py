"""A collection: every copy of a box, in the order in which cards lie in it, and their names.

>>> from card_db.loader import load_box
>>> [str(bearer) for bearer in collection(load_box("1e"), ("base",))[:4]]
['clay_pit:3', 'clay_pool:3', 'clay_pool:5', 'excavation:4']
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from card_db.bearers import CARD, PLAYER, TILE, Bearer
from card_db.cards import COLORS, Box, Card
from card_db.loader import HOUSE
from firmware.link import KEYS
from host_tools.rules.names import check_names
from host_tools.rules.ruleset import AGES, ROMAN, deck, leaders
from host_tools.rules.setup import SETS
from host_tools.texts import say
from host_tools.texts.cards import name_in
from host_tools.texts.search import fold

PLAYERS_MAX = 7
PILES = (*SETS, HOUSE)
TILES_MAX = 10  # of one key: a seat stores no more
CASCADE = "88"  # ISO 14443-3: the cascade tag, where a 4-byte number would begin a longer one
RANDOM = "08"  # ISO 14443-3: a number drawn again every time


class Group(NamedTuple):
    """Cards that lie together in a box."""

    set: str
    age: int
    color: str


def collection(
    box: Box, sets: Sequence[str], players: int = PLAYERS_MAX, lang: str = "en"
) -> list[Bearer]:
    """Return every copy that a game of up to `players` can use, by set, Age, colour and name."""
    number = min(max(players, 3), PLAYERS_MAX)  # two players deal for three
    chosen = frozenset({*sets, HOUSE})
    cards = {card for age in AGES for card in deck(box, chosen, age, number)}
    cards |= leaders(box, chosen, "cities" in chosen, None)

    def place(card: Card) -> tuple[object, ...]:
        group = group_of(card)
        color = COLORS.index(group.color)
        return PILES.index(group.set), group.age, color, fold(name_in(card, lang)), card.id

    return [
        Bearer(CARD, card.id, copy)
        for card in sorted(cards, key=place)
        for copy in card.copies
        if copy <= number
    ]


def group_of(card: Card) -> Group:
    """Return the group of a card; some leaders come in the box of Cities."""
    return Group("cities" if card.deck == "cities" else card.set, card.age, card.color)


def piles(box: Box, bearers: Iterable[Bearer]) -> list[list[Bearer]]:
    """Split a collection where another set, Age or colour begins."""

    def where(bearer: Bearer) -> object:
        return group_of(box.cards[bearer.name]) if bearer.kind == CARD else bearer.kind

    return [list(pile) for _, pile in groupby(bearers, key=where)]


def tiles(number: int) -> list[Bearer]:
    """Return `number` sets of action tiles, one set after the other."""
    return [Bearer(TILE, key, copy) for copy in range(1, number + 1) for key in KEYS]


def people(names: Iterable[str]) -> list[Bearer]:
    """Return a token for each person; ValueError for an invalid name."""
    return [Bearer(PLAYER, name) for name in check_names(names)]


def flaw(uid: str) -> str:
    """Return what is wrong with a tag's number, or "" when it can name a card.

    >>> flaw("04a1b2c3d4e5f6"), flaw("8804a1b2"), flaw("08a1b2c3")
    ('', 'truncated', 'random')
    """
    if len(set(uid)) == 1:  # all 0, all f: a clone without a number
        return "blank"
    if len(uid) == 8 and uid.startswith(CASCADE):
        return "truncated"
    if len(uid) == 8 and uid.startswith(RANDOM):
        return "random"
    return ""


class Names:
    """Names of the things of one box."""

    def __init__(self, box: Box, lang: str = "en") -> None:
        self.box = box
        self.lang = lang
        seen = Counter(card.name for card in box.cards.values())
        self._doubled = {name for name, number in seen.items() if number > 1}

    def __call__(self, bearer: Bearer) -> str:
        """Return a name that only this copy has.

        >>> from card_db.loader import load_box
        >>> names = Names(load_box("1e"))
        >>> names(Bearer("card", "clay_pool", 5)), names(Bearer("card", "loom_1", 3))
        ('Clay Pool 5+', 'Loom, Age I 3+')
        >>> names(Bearer("tile", "ok")), names(Bearer("player", "Ann"))
        ('tile OK', 'player Ann')
        """
        if bearer.kind == TILE:
            more = f" {bearer.copy}" if bearer.copy > 1 else ""
            return say("enrol.tile", self.lang, name=say(f"tile.{bearer.name}", self.lang)) + more
        if bearer.kind != CARD:
            return say("enrol.player", self.lang, name=bearer.name)
        card = self.box.cards.get(bearer.name)
        if card is None:
            return str(bearer)
        printed = f" {bearer.copy}+" if bearer.copy > 1 else ""
        age = f", {self.age(card.age)}" if card.name in self._doubled else ""
        return name_in(card, self.lang) + age + printed

    def plain(self, bearer: Bearer) -> str:
        """Return the name as it is printed on a card."""
        return name_in(self.box.cards[bearer.name], self.lang)

    def pile(self, bearer: Bearer) -> str:
        """Return the name of a thing's pile."""
        if bearer.kind != CARD:
            return say("enrol.tiles" if bearer.kind == TILE else "enrol.players", self.lang)
        group = group_of(self.box.cards[bearer.name])
        return f"{self._kind(group)} ({say(f'enrol.set_{group.set}', self.lang)})"

    def age(self, age: int) -> str:
        """Name an Age."""
        return say("enrol.age", self.lang, age=ROMAN[age])

    def _kind(self, group: Group) -> str:
        if group.color in ("white", "purple"):
            return say(f"enrol.pile_{group.color}", self.lang)
        color = say(f"card.color.{group.color}", self.lang, number=2)
        return say("enrol.pile_age", self.lang, age=self.age(group.age), color=color)
