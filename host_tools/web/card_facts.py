"""What is printed on a card besides its effect: its chains, and the rule that tells about it."""

from typing import TypedDict

from card_db.rule_texts import rule_of_card
from host_tools.rules.ruleset import Ruleset
from host_tools.texts.cards import name_in


class CardFacts(TypedDict):
    """The cards that make it free, those that it makes free, and its rule."""

    free_from: list[str]
    chains_to: list[str]
    rule: str


def card_facts(rules: Ruleset, card_id: str, lang: str) -> CardFacts:
    """Return the facts of a card of this game."""
    card, cards = rules.card(card_id), rules.box.cards
    return {
        "free_from": [name_in(cards[other], lang) for other in card.free_from if other in cards],
        "chains_to": [name_in(cards[other], lang) for other in card.chains_to if other in cards],
        "rule": rule_of_card(card),
    }
