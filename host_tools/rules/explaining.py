"""Every item of a score sheet as a sentence, in English or French.

>>> explain(Item("treasury", 2, "coins", number=7))
'7 coins, a point for every 3.'
"""

from card_db.cards import SYMBOLS
from card_db.sentences import LANGUAGES, effect_sentence, name_in
from host_tools.rules.scoring import Item

# Where a number counts, the first form is for one, the second for several.
TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "victories": ("1 Victory token worth {each}.", "{number} Victory tokens worth {each}."),
        "defeats": (
            "1 Defeat token, a point less.",
            "{number} Defeat tokens, a point less for each.",
        ),
        "coins": ("1 coin, a point for every 3.", "{number} coins, a point for every 3."),
        "debts": ("1 Debt, a point less.", "{number} Debts, a point less for each."),
        "face_down": (
            "{name} lies face down: twice the cost of 1.",
            "{name} lies face down: twice the cost of {number}.",
        ),
        "symbols": ("1 {symbol}.", "{number} × {symbol}: {number} × {number}."),
        "sets": (
            "1 set of three different symbols, 7 points.",
            "{number} sets of three different symbols, 7 points each.",
        ),
        "aristotle": (
            "1 set of three different symbols, {each} points more.",
            "{number} sets of three different symbols, {each} points more for each.",
        ),
        "effect": ("{name}: {effect}",) * 2,
        "copied": ("{name}, copied from a neighbour: {effect}",) * 2,
        "counted": (" Counted: {number}.",) * 2,
        "not_met": (" Not so here.",) * 2,
        "chosen": (" 1 by choice.", " {number} by choice."),
        "given_up": (" 1 was exchanged.", " {number} were exchanged."),
    },
    "fr": {
        "victories": (
            "1 jeton Victoire de valeur {each}.",
            "{number} jetons Victoire de valeur {each}.",
        ),
        "defeats": (
            "1 jeton Défaite, un point de moins.",
            "{number} jetons Défaite, un point de moins pour chacun.",
        ),
        "coins": ("1 pièce, un point pour 3.", "{number} pièces, un point pour 3."),
        "debts": ("1 Dette, un point de moins.", "{number} Dettes, un point de moins chacune."),
        "face_down": (
            "{name} est face cachée : deux fois son coût de 1.",
            "{name} est face cachée : deux fois son coût de {number}.",
        ),
        "symbols": ("1 {symbol}.", "{number} × {symbol} : {number} × {number}."),
        "sets": (
            "1 série de trois symboles différents, 7 points.",
            "{number} séries de trois symboles différents, 7 points chacune.",
        ),
        "aristotle": (
            "1 série de trois symboles différents, {each} points de plus.",
            "{number} séries de trois symboles différents, {each} points de plus chacune.",
        ),
        "effect": ("{name} : {effect}",) * 2,
        "copied": ("{name}, copiée chez un voisin : {effect}",) * 2,
        "counted": (" Compté : {number}.",) * 2,
        "not_met": (" Ce n'est pas le cas ici.",) * 2,
        "chosen": (" 1 au choix.", " {number} au choix."),
        "given_up": (" 1 a été échangé.", " {number} ont été échangés."),
    },
}


def explain(item: Item, lang: str = "en") -> str:
    """Say where the points of an item come from."""
    texts = TEXTS[lang]
    text = texts[item.reason][item.number != 1].format(
        number=item.number,
        each=item.points // item.number if item.number else 0,
        name=name_in(item.source, lang) if item.source else "",
        effect=effect_sentence([item.effect], lang) if item.effect else "",
        symbol=_symbol(item, lang),
    )
    if item.effect and item.effect.per:
        text += texts["counted"][0].format(number=item.number)
    if item.effect and item.effect.when and not item.points:
        text += texts["not_met"][0]
    if item.chosen:
        several = abs(item.chosen) != 1
        text += texts["chosen" if item.chosen > 0 else "given_up"][several].format(
            number=abs(item.chosen)
        )
    return text


def _symbol(item: Item, lang: str) -> str:
    for kind, number in enumerate(item.symbols):
        if number:
            return LANGUAGES[lang].symbols[SYMBOLS[kind]]
    return ""
