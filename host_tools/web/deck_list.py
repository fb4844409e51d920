"""The deck list: exactly which physical cards a game uses, with what the host has drawn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from card_db.cards import COLORS, Card
from card_db.sentences import name_in
from host_tools.bots.dealer import Dealer
from host_tools.rules.ruleset import AGES, ROMAN, Ruleset
from host_tools.rules.setup import Setup

AGE = {"en": "Age {age}", "fr": "Âge {age}"}
LEADERS = {"en": "Leaders", "fr": "Leaders"}
DRAWN = ("purple", "black")


def deck_list(setup: Setup, seed: str, lang: str) -> list[dict[str, Any]]:
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


def _group(age: int, text: str, cards: Counter[Card], rules: Ruleset, lang: str) -> dict[str, Any]:
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
