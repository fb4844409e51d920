"""The deck list: exactly which physical cards a game uses, with what the host has drawn."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from card_db.cards import COLORS, Card
from host_tools.bots.dealer import Dealer
from host_tools.rules.ruleset import AGES, ROMAN, Ruleset
from host_tools.rules.setup import Setup
from host_tools.texts.cards import name_in

AGE = {"en": "Age {age}", "fr": "Âge {age}"}
LEADERS = {"en": "Leaders", "fr": "Leaders"}
DRAWN = ("purple", "black")


class DeckCardView(TypedDict):
    """A card to take out of the box; `players` are the numbers printed on its copies."""

    id: str
    name: str
    color: str
    copies: int
    players: list[int]
    drawn: bool


class DeckGroupView(TypedDict):
    """The cards of an Age, or the leaders."""

    age: int
    text: str
    cards: list[DeckCardView]
    total: int


class DeckView(TypedDict):
    """All cards of a game."""

    groups: list[DeckGroupView]


def deck_list(setup: Setup, seed: str, lang: str) -> list[DeckGroupView]:
    """Return the cards of every Age; guilds and black cards are drawn with the seed."""
    rules = Ruleset(setup)
    dealer = Dealer(seed)
    groups = []
    if rules.leaders:
        leaders = Counter(sorted(rules.leader_deck, key=lambda card: card.id))
        groups.append(_group(0, LEADERS[lang], leaders, rules, lang))
    for age in AGES:
        text = AGE[lang].format(age=ROMAN[age])
        groups.append(_group(age, text, Counter(dealer.deck(rules, age)), rules, lang))
    return groups


def _group(age: int, text: str, cards: Counter[Card], rules: Ruleset, lang: str) -> DeckGroupView:
    order = sorted(cards, key=lambda card: (COLORS.index(card.color), name_in(card, lang)))
    return {
        "age": age,
        "text": text,
        "cards": [
            {
                "id": card.id,
                "name": name_in(card, lang),
                "color": card.color,
                "copies": cards[card],
                "players": [number for number in card.copies if number <= rules.number],
                "drawn": card.color in DRAWN,
            }
            for card in order
        ],
        "total": cards.total(),
    }
