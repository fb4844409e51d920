"""Every item of a score sheet as a sentence, and the name of whose sheet it is.

>>> explain(Item("treasury", 2, "coins", number=7))
'7 coins, a point for every 3.'
"""

from card_db.cards import SYMBOLS
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.scoring import Item
from host_tools.texts import say
from host_tools.texts.cards import effect_sentence, name_in


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
    if item.effect and item.effect.per:
        text += say("score.counted", lang, number=item.number)
    if item.effect and item.effect.when and not item.points:
        text += say("score.not_met", lang)
    if item.chosen:
        chosen = "score.chosen" if item.chosen > 0 else "score.given_up"
        text += say(chosen, lang, number=abs(item.chosen))
    return text


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
