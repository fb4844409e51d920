"""Every item of a score sheet as a sentence, and the name of whose sheet it is.

>>> explain(coins := Item("treasury", 2, "coins", number=7))
'7 coins, a point for every 3.'
>>> rule_of(coins)
'G80'
"""

from card_db.cards import SYMBOLS
from card_db.rule_texts import rule_of_card
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import Item
from host_tools.texts import say
from host_tools.texts.cards import effect_sentence, name_in

# The rule by which an item is counted; where a card counts, its own rule, or that of its category.
RULES_OF = {
    "victories": "G63",
    "defeats": "G64",
    "coins": "G80",
    "debts": "R126",
    "symbols": "G81",
    "sets": "G82",
    "aristotle": "R32",
    "aganice_first": "B14",
    "enheduanna_first": "B14",
    "face_down": "O19",
    "copied": "G101",
    "copied_by_choice": "B8",
}
CATEGORY_RULES = {
    "military": "G66",
    "treasury": "G80",
    "wonder": "G79",
    "civilian": "G79",
    "scientific": "G81",
    "commercial": "G76",
    "guilds": "G85",
    "leaders": "R94",
    "cities": "R127",
}


def explain(item: Item, lang: str = "en") -> str:
    """Say where the points of an item come from."""
    text = say(
        f"score.{item.reason}",
        lang,
        number=item.number,
        each=item.points // item.number if item.number else 0,
        name=name_in(item.source, lang) if item.source else "",
        effect=effect_sentence([item.effect], lang) if item.effect else "",
        symbol=_symbol(item, lang),
    )
    if item.under:
        color = say(f"card.color.{item.under.color}", lang, number=1)
        text += say("score.under", lang, card=name_in(item.under, lang), color=color)
    if item.effect and item.effect.per:
        text += say("score.counted", lang, number=item.number)
    if item.effect and item.effect.when and not item.points:
        text += say("score.not_met", lang)
    if item.chosen:
        chosen = "score.chosen" if item.chosen > 0 else "score.given_up"
        text += say(chosen, lang, number=abs(item.chosen))
    return text


def rule_of(item: Item) -> str:
    """Return the number of the rule by which an item is counted."""
    if item.masked:
        return "R128"
    if item.reason in RULES_OF:
        return RULES_OF[item.reason]
    own = rule_of_card(item.source) if item.source else ""
    return own or CATEGORY_RULES[item.category]


def _symbol(item: Item, lang: str) -> str:
    for kind, number in enumerate(item.symbols):
        if number:
            return say(f"card.symbol.{SYMBOLS[kind]}", lang)
    return ""


def seat_name(rules: Ruleset, seat: int, lang: str = "en") -> str:
    """Return what the table calls a seat: the player's name, if there is one."""
    if seat == rules.free_city:
        return say("results.free_city", lang)
    return rules.setup.seats[seat].player or say("display.seat", lang, number=seat)
