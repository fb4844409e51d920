"""A language: the words and patterns that sentences about cards are made of."""

from collections.abc import Mapping
from dataclasses import dataclass

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Language:
    """Every word of the vocabulary of effects in one language."""

    nouns: Mapping[str, tuple[str, str]]  # one and several; resources by their letter
    colors: Mapping[str, tuple[str, str]]  # beside one card, beside several
    symbols: Words
    joints: Words  # "and", "or"
    made: Words
    traded: Words
    who: Words
    whose: Words
    sellers: Words
    places: Words
    counted: Words
    events: Words
    conditions: Words
    once: Words
    may: Words  # what may be done for nothing once in a while
    always: Words  # what is always free
    fixed: Words  # effects that are one sentence, by verb and value
    patterns: Words  # the sentences of all other verbs, and their parts
