"""Every item of a score sheet as a sentence, in English or French.

>>> explain(Item("treasury", 2, "coins", number=7))
'7 coins, a point for every 3.'
"""

from card_db.cards import SYMBOLS
from card_db.sentences import LANGUAGES, effect_sentence, name_in
from host_tools.rules.scoring import Item

TEXTS = {
    "en": {
        "victories": "{number} Victory token(s) worth {each}.",
        "defeats": "{number} Defeat token(s), a point less for each.",
        "coins": "{number} coins, a point for every 3.",
        "debts": "{number} Debt(s), a point less for each.",
        "face_down": "{name} lies face down: twice the cost of {number}.",
        "symbols": "{number} × {symbol}: {number} × {number}.",
        "sets": "{number} set(s) of three different symbols, 7 points each.",
        "aristotle": "{number} set(s) of three different symbols, {each} points more each.",
        "effect": "{name}: {effect}",
        "copied": "{name}, copied from a neighbour: {effect}",
        "counted": " Counted: {number}.",
        "not_met": " Not so here.",
    },
    "fr": {
        "victories": "{number} jeton(s) Victoire de valeur {each}.",
        "defeats": "{number} jeton(s) Défaite, un point de moins pour chacun.",
        "coins": "{number} pièces, un point pour 3.",
        "debts": "{number} Dette(s), un point de moins pour chacune.",
        "face_down": "{name} est face cachée : deux fois son coût de {number}.",
        "symbols": "{number} × {symbol} : {number} × {number}.",
        "sets": "{number} série(s) de trois symboles différents, 7 points chacune.",
        "aristotle": "{number} série(s) de trois symboles, {each} points de plus chacune.",
        "effect": "{name} : {effect}",
        "copied": "{name}, copiée chez un voisin : {effect}",
        "counted": " Compté : {number}.",
        "not_met": " Ce n'est pas le cas ici.",
    },
}  # fmt: skip


def explain(item: Item, lang: str = "en") -> str:
    """Say where the points of an item come from."""
    texts = TEXTS[lang]
    reason = item.reason
    if reason == "effect" and item.category == "wonder" and item.source is not None:
        reason = "effect" if item.source.color == "stage" else "copied"
    text = texts[reason].format(
        number=item.number,
        each=item.points // item.number if item.number else 0,
        name=name_in(item.source, lang) if item.source else "",
        effect=effect_sentence([item.effect], lang) if item.effect else "",
        symbol=_symbol(item, lang),
    )
    if item.effect and item.effect.per:
        text += texts["counted"].format(number=item.number)
    if item.effect and item.effect.when and not item.points:
        text += texts["not_met"]
    return text


def _symbol(item: Item, lang: str) -> str:
    for kind, number in enumerate(item.symbols):
        if number:
            return LANGUAGES[lang].symbols[SYMBOLS[kind]]
    return ""
