"""What a card does and costs, in sentences made from its data alone.

>>> from card_db.loader import load_box
>>> print(effect_sentence(load_box("1e").cards["vineyard"].effects))
1 coin for each brown card in your city and both neighbouring cities.
"""

from collections.abc import Sequence
from itertools import groupby

from card_db.cards import Card, Effect, Wonder
from card_db.english import ENGLISH
from card_db.french import FRENCH
from card_db.language import Language

LANGUAGES = {"en": ENGLISH, "fr": FRENCH}


def effect_sentence(effects: Sequence[Effect], lang: str = "en") -> str:
    """What these effects do, addressed to the owner of the card."""
    language = LANGUAGES[lang]
    sentences = [_sentence(effect, language) for effect in effects]
    return " ".join(sentences) or language.patterns["no_effect"]


def cost_words(card: Card, lang: str = "en") -> str:
    """What a card or stage costs: `1 coin, 2 clay and 1 loom`."""
    language = LANGUAGES[lang]
    parts = _resources(card.resources, language)
    if card.coins == "age":
        parts = [language.patterns["price_by_age"], *parts]
    elif card.coins:
        parts = [_count(card.coins, "coins", language), *parts]
    return _listed(parts, "and", language) if parts else language.patterns["nothing"]


def name_in(thing: Card | Wonder, lang: str = "en") -> str:
    """The name in that language, or the English one where no other is known."""
    return (thing.name_fr if lang == "fr" else "") or thing.name


def _sentence(effect: Effect, language: Language) -> str:
    fixed = language.fixed.get(f"{effect.verb} {effect.value}")
    return fixed or SENTENCES.get(effect.verb, _plain)(effect, language)


def _plain(effect: Effect, language: Language) -> str:
    """A number of something: shields, points, diplomacy, draw, lose, debts."""
    place = "loser" if effect.verb == "lose" else effect.of
    return language.patterns[effect.verb].format(
        amount=_count(effect.value, effect.verb, language),
        when=_per(effect, place, language) + _on(effect, language) + _if(effect, language),
        who=language.who.get(effect.to, ""),
    )


def _make(effect: Effect, language: Language) -> str:
    value, patterns = str(effect.value), language.patterns
    kinds = value.split("/")
    if value in language.made:
        what = language.made[value]
    elif len(kinds) > 1:
        what = _listed([_count(1, kind, language) for kind in kinds], "or", language)
    else:
        what = _listed(_resources(value, language), "and", language)
    if effect.price:
        price = _count(effect.price, "coins", language)
        return patterns["make_price"].format(what=what, price=price)
    many = len(kinds) == 1 < len(value) and value not in language.made
    may = ("" if effect.sold else "not_") + ("buy_them" if many else "buy_it")
    pattern = "make_of_kind" if value in language.made else "make"
    return patterns[pattern].format(what=what, may=patterns[may])


def _trade(effect: Effect, language: Language) -> str:
    price = _count(abs(effect.price), "coins", language)
    if effect.price < 0:
        price = language.patterns["less"].format(price=price)
    return language.patterns["trade_once" if effect.once else "trade"].format(
        once=_once(effect, language),
        what=language.traded[str(effect.value)],
        seller=language.sellers[effect.to],
        price=price,
    )


def _discount(effect: Effect, language: Language) -> str:
    patterns = language.patterns
    if (pattern := f"things_{effect.on}") in patterns:
        things = patterns[pattern]
    else:
        things = patterns["things_cards"].format(colors=language.colors[effect.on][1])
    return patterns["discount_leader" if effect.on == "leader" else "discount"].format(
        whose=language.whose[effect.to].format(things=things),
        resources=_count(effect.value, "resources", language),
        coins=_count(effect.value, "coins", language),
        choice=patterns["choice"] if effect.to == "own" else "",
    )


def _free(effect: Effect, language: Language) -> str:
    value = str(effect.value)
    if not effect.once:
        return language.always[value]
    what = language.may[value]
    return language.patterns["free_once"].format(once=_once(effect, language), what=what)


def _coins(effect: Effect, language: Language) -> str:
    when = _per(effect, effect.of, language) + _on(effect, language)
    amount = _count(effect.value, "coins", language)
    pattern = "coins_with" if effect.to != "own" else "coins_when" if when else "coins"
    who = language.who.get(effect.to, "")
    return language.patterns[pattern].format(who=who, amount=amount, when=when)


def _victories(effect: Effect, language: Language) -> str:
    token = language.patterns["token_age"]
    if effect.value != "age":
        points = _count(effect.value, "points", language)
        token = language.patterns["token"].format(points=points)
    pattern = "victories_lost" if effect.value == -1 else "victories"
    if effect.to != "own":
        pattern += "_with"
    return language.patterns[pattern].format(who=language.who.get(effect.to, ""), token=token)


def _science(effect: Effect, language: Language) -> str:
    return language.patterns["science"].format(symbol=language.symbols[str(effect.value)])


SENTENCES = {
    "make": _make,
    "trade": _trade,
    "discount": _discount,
    "free": _free,
    "coins": _coins,
    "victories": _victories,
    "science": _science,
}
"""Verbs that say more than a number of something."""


def _per(effect: Effect, place: str, language: Language) -> str:
    if not effect.per:
        return ""
    counted = language.counted.get(effect.per) or _per_colors(effect.per, language)
    return language.patterns["per"].format(counted=counted.format(place=language.places[place]))


def _per_colors(per: str, language: Language) -> str:
    """Cards of a colour, of any of several ("a/b"), or sets of them ("a+b"); the place is open."""
    pattern, member, joint = "per_color", "{color}", "or"
    if "+" in per:
        pattern, member, joint = "per_set", language.patterns["set_member"], "and"
    names = [language.colors[color][0] for color in per.replace("+", "/").split("/")]
    colors = _listed([member.format(color=name) for name in names], joint, language)
    return language.patterns[pattern].format(colors=colors, place="{place}")


def _on(effect: Effect, language: Language) -> str:
    if not effect.on:
        return ""
    event = language.events.get(effect.on) or language.patterns["on_color"].format(
        color=language.colors[effect.on][0]
    )
    return f" {event}, {language.once[effect.once]}" if effect.once else f" {event}"


def _if(effect: Effect, language: Language) -> str:
    if not effect.when:
        return ""
    return language.patterns["if"].format(condition=language.conditions[effect.when])


def _once(effect: Effect, language: Language) -> str:
    """The limit as the first words of a sentence."""
    words = language.once.get(effect.once, "")
    return words[:1].upper() + words[1:]


def _resources(letters: str, language: Language) -> list[str]:
    return [_count(len(list(run)), letter, language) for letter, run in groupby(letters)]


def _count(number: int | str, noun: str, language: Language) -> str:
    one, several = language.nouns[noun]
    return f"{number} {one if number in (1, -1) else several}"


def _listed(words: Sequence[str], joint: str, language: Language) -> str:
    start = ", ".join(words[:-1])
    return f"{start} {language.joints[joint]} {words[-1]}" if start else words[-1]
