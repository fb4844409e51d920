"""How cards and wonders are laid out in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from textwrap import fill

from rich.console import Console
from rich.text import Text

from card_db.cards import Box, Card, Wonder
from card_db.sentences import LANGUAGES, cost_words, effect_sentence, name_in

STYLES = {
    "brown": "bold dark_orange3",
    "grey": "bold grey62",
    "blue": "bold dodger_blue2",
    "yellow": "bold gold3",
    "red": "bold red3",
    "green": "bold green4",
    "purple": "bold medium_purple",
    "black": "bold reverse",
    "white": "bold",
}
"""Colour helps the eye; the word for it always stands beside."""
AGES = ("", "I", "II", "III")
LABELS = {
    "en": {
        "age": "Age {age}",
        "copies": "copies {numbers}",
        "cost": "Cost: {cost}.",
        "free_from": "Free with {names}.",
        "chains_to": "Makes free: {names}.",
        "sure": "How sure: {confidence}.",
        "side": "side {side}",
        "start": "starts with {resource}",
        "stage": "Stage {number}: {cost}. {effect}",
        "high": "high",
        "medium": "medium",
        "low": "low",
    },
    "fr": {
        "age": "Âge {age}",
        "copies": "exemplaires {numbers}",
        "cost": "Coût : {cost}.",
        "free_from": "Gratuit avec {names}.",
        "chains_to": "Rend gratuit : {names}.",
        "sure": "Certitude : {confidence}.",
        "side": "face {side}",
        "start": "produit au départ {resource}",
        "stage": "Étape {number} : {cost}. {effect}",
        "high": "haute",
        "medium": "moyenne",
        "low": "faible",
    },
}


def print_cards(cards: Iterable[Card], boxes: Mapping[str, Box], lang: str) -> None:
    """Every card in a few lines; one that is the same in both printings once."""
    console = Console(highlight=False)
    for same in _same(cards):
        card = same[0]
        editions = ", ".join(sorted({card.edition for card in same}))
        _print(console, _card_title(card, editions, lang), _card_lines(card, boxes, lang))


def print_wonders(sides: Iterable[Wonder], lang: str) -> None:
    """Every side with its stages."""
    console = Console(highlight=False)
    for side in sides:
        _print(console, _side_title(side, lang), _side_lines(side, lang))


def _print(console: Console, title: Text, lines: Iterable[str]) -> None:
    console.print(title, soft_wrap=True)
    for line in lines:
        text = fill(line, console.width, initial_indent="  ", subsequent_indent="    ")
        console.print(text, markup=False, soft_wrap=True)
    console.print()


def _same(cards: Iterable[Card]) -> Iterable[list[Card]]:
    """The cards, those that differ in nothing but the printing together."""
    groups: dict[object, list[Card]] = {}
    for card in cards:
        groups.setdefault(astuple(replace(card, edition="")), []).append(card)
    return groups.values()


def _card_title(card: Card, editions: str, lang: str) -> Text:
    labels = LABELS[lang]
    copies = " ".join(f"{number}+" for number in card.copies)
    facts = (
        LANGUAGES[lang].colors[card.color][0],
        labels["age"].format(age=AGES[card.age]) if card.age else "",
        card.set,
        card.deck,
        editions,
        labels["copies"].format(numbers=copies) if card.copies != (1,) else "",
    )
    return _title(card, STYLES[card.color], facts, lang)


def _title(thing: Card | Wonder, style: str, facts: Sequence[str], lang: str) -> Text:
    name = name_in(thing, lang)
    others = {thing.name, thing.name_fr} - {name, ""}
    return Text.assemble(
        (name, style), *(f" ({other})" for other in others), "  ", " · ".join(filter(None, facts))
    )


def _card_lines(card: Card, boxes: Mapping[str, Box], lang: str) -> Iterable[str]:
    labels, cards = LABELS[lang], boxes[card.edition].cards
    letters = f" ({card.resources})" if card.resources else ""
    chains = " ".join(
        labels[key].format(names=", ".join(name_in(cards[name], lang) for name in names))
        for key, names in (("free_from", card.free_from), ("chains_to", card.chains_to))
        if names
    )
    yield f"{labels['cost'].format(cost=cost_words(card, lang) + letters)} {chains}".rstrip()
    yield effect_sentence(card.effects, lang)
    yield from _doubt(card, lang)


def _side_title(side: Wonder, lang: str) -> Text:
    labels = LABELS[lang]
    noun = LANGUAGES[lang].nouns.get(side.resource, ("",))[0]
    facts = (
        labels["side"].format(side=side.side),
        side.set,
        side.edition,
        labels["start"].format(resource=f"1 {noun}") if noun else "",
    )
    return _title(side, "bold", facts, lang)


def _side_lines(side: Wonder, lang: str) -> Iterable[str]:
    if side.effects:
        yield effect_sentence(side.effects, lang)
    for number, stage in enumerate(side.stages, 1):
        letters = f" ({stage.resources})" if stage.resources else ""
        line = LABELS[lang]["stage"].format(
            number=number,
            cost=cost_words(stage, lang) + letters,
            effect=effect_sentence(stage.effects, lang),
        )
        yield " ".join([line, *_doubt(stage, lang)])


def _doubt(card: Card, lang: str) -> Iterable[str]:
    labels = LABELS[lang]
    if card.confidence != "high":
        yield labels["sure"].format(confidence=labels[card.confidence])
