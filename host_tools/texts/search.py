"""Search: cards and wonders by a part of their name, colour, Age, set or printing; rules by words.

>>> from card_db.loader import load_box
>>> [card.id for card in load_box("1e").cards.values() if matches(card, ["blue", "age", "I"])]
['altar', 'theater', 'baths', 'pawnshop']
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from card_db.cards import Card, Wonder
from card_db.rule_texts import Rule, rules
from host_tools.texts import LANGUAGES, say
from host_tools.texts.cards import name_in

AGES = {
    "i": "age1",
    "ii": "age2",
    "iii": "age3",
    "agei": "age1",
    "ageii": "age2",
    "ageiii": "age3",
}
EDITIONS = {"1e": {"1e", "2010"}, "2e": {"2e", "2020"}}
SETS = {
    "base": {"base"},
    "leaders": {"leaders", "leader"},
    "cities": {"cities", "city"},
    "wonder_pack": {"wonder_pack", "pack"},
    "promo_guilds": {"promo_guilds", "promo"},
    "house": {"house"},
}


def matches(thing: Card | Wonder, words: Iterable[str]) -> bool:
    """Whether every word is one of its facets or a part of its name, accents and case ignored."""
    name, facets = _known_by(thing)
    return all(word in facets or (len(word) > 1 and word in name) for word in terms(words))


def terms(words: Iterable[str]) -> list[str]:
    """What is looked for, one term each: `age II` is one, `trading post` is two."""
    text = re.sub(r"\bage (?=[123i])", "age", fold(" ".join(words)))
    return [AGES.get(word, word) for word in text.split()]


def find_rules(words: Iterable[str]) -> list[Rule]:
    """Return the rules that have all these words, those with all of them in the title first."""
    wanted = fold(" ".join(words)).split()
    if not wanted:
        return []
    found = [
        rule
        for rule in rules().values()
        if _has(f"{rule.id} {rule.title} {rule.topic} {rule.text} {rule.source}", wanted)
    ]
    return sorted(found, key=lambda rule: not _has(rule.title, wanted))


def _has(text: str, wanted: Iterable[str]) -> bool:
    """Whether every word begins a word of the text; a single letter must be a word itself."""
    words = f" {fold(text)} "
    return all((f" {word}" if len(word) > 1 else f" {word} ") in words for word in wanted)


def fold(text: str) -> str:
    """The text in small letters without accents and signs."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if sign.isalnum() or sign in " _")


@lru_cache(maxsize=2048)
def _known_by(thing: Card | Wonder) -> tuple[str, frozenset[str]]:
    """Return its names in all languages as one text, and the words for what it is."""
    names = {name_in(thing, lang) for lang in LANGUAGES}
    facets = EDITIONS[thing.edition] | SETS.get(thing.set, {thing.set})
    for lang in LANGUAGES:
        if isinstance(thing, Wonder):
            facets = facets | {fold(say(f"card.side.{thing.side}", lang))}
        else:
            colors = (say(f"card.color.{thing.color}", lang, number=number) for number in (1, 2))
            facets = facets | {thing.deck, f"age{thing.age}", *map(fold, colors)}
    return fold(" ".join([thing.id, thing.name, *sorted(names)])), frozenset(facets)
