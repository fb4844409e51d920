"""The commands that look cards and wonders up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, TypeVar

import click

from card_db.cards import COLORS, Box, Card, Wonder
from card_db.effects import spell_effect
from card_db.lines import CardError, remedy
from card_db.loader import EDITIONS, SIDES, load_box
from card_db.loader import HOUSE as HOUSE_SET
from host_tools.commands.options import HOUSE
from host_tools.rules.setup import SETS as ALL_SETS
from host_tools.texts import LANGUAGES, say
from host_tools.texts.cards import board_sentence, cost_words, count, effect_sentence, name_in
from host_tools.texts.echo import echo_rows
from host_tools.texts.search import matches

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Thing = TypeVar("Thing", Card, Wonder)
Command = Callable[..., None]
SETS = click.Choice([*ALL_SETS, HOUSE_SET], case_sensitive=False)


def common_options(command: Command) -> Command:
    """The words and options that both commands take."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON for programs."),
        HOUSE,
        click.option(
            "--lang", type=click.Choice(list(LANGUAGES)), default="en", help="The language."
        ),
        click.option("--set", "set_name", type=SETS, help="Only this set."),
        click.option("--edition", type=click.Choice(EDITIONS), help="Only this printing."),
        click.argument("words", nargs=-1),
    ):
        command = option(command)
    return command


@click.command()
@common_options
@click.option("--color", type=click.Choice(COLORS, case_sensitive=False), help="Only this colour.")
@click.option("--age", type=click.IntRange(0, 3), help="Only this Age; 0 for leaders.")
def cards(
    words: Sequence[str],
    edition: str | None,
    set_name: str | None,
    color: str | None,
    age: int | None,
    lang: str,
    house: Sequence[Path],
    as_json: bool,
) -> None:
    """Find cards by WORDS: parts of a name, a colour, an Age, a set, a printing.

    Names may be English or French, accents do not matter. Without WORDS all cards are shown, and
    without --edition those of both printings; a card that is the same in both is shown once, but
    is two objects in --json.

    \b
    Examples:
      wondertable cards temple
      wondertable cards blue age II --edition 2e
      wondertable cards guilde --lang fr
    """
    boxes = _boxes(edition, house)
    every = [card for box in boxes.values() for card in box.cards.values()]
    found = _found("card", every, words, set=set_name, color=color, age=age)
    if as_json:
        return echo_rows(card_row(card, lang) for card in found)

    return print_cards(found, boxes, lang)


@click.command()
@common_options
def wonders(
    words: Sequence[str],
    edition: str | None,
    set_name: str | None,
    lang: str,
    house: Sequence[Path],
    as_json: bool,
) -> None:
    """Find wonders by WORDS: parts of a name, a side, a set, a printing.

    Names may be English or French, accents do not matter. Without WORDS all wonders are shown, and
    without --edition those of both printings. In --json every stage is an object.

    \b
    Examples:
      wondertable wonders babylon
      wondertable wonders roma night --json
    """
    every = [
        side
        for box in _boxes(edition, house).values()
        for side in box.wonders.values()
        if side.side in SIDES[box.edition]  # a house file may serve both printings
    ]
    found = _found("wonder", every, words, set=set_name)
    if as_json:
        return echo_rows(row for side in found for row in stage_rows(side, lang))

    return print_wonders(found, lang)


def card_row(card: Card, lang: str) -> dict[str, object]:
    """A card as an object of `--json`."""
    return {
        "id": card.id,
        "name": card.name,
        **_names(card),
        "edition": card.edition,
        "set": card.set,
        "color": card.color,
        "age": card.age,
        "copies": card.copies,
        "coins": card.coins,
        "resources": card.resources,
        "free_from": card.free_from,
        "chains_to": card.chains_to,
        "effect": effect_sentence(card.effects, lang),
        "effects": [spell_effect(effect) for effect in card.effects],
        "printed_value": card.printed_value,
        "timing": card.timing,
        "deck": card.deck,
        "confidence": card.confidence,
    }


def _names(thing: Card | Wonder) -> dict[str, str]:
    return {f"name_{code}": name_in(thing, code) for code in LANGUAGES if code != "en"}


def stage_rows(side: Wonder, lang: str) -> Iterator[dict[str, object]]:
    """The stages of a wonder as objects of `--json`."""
    for number, stage in enumerate(side.stages, 1):
        yield {
            "id": side.id,
            "name": side.name,
            **_names(side),
            "edition": side.edition,
            "set": side.set,
            "side": side.side,
            "initial_resource": side.resource,
            "board_effect": board_sentence(side, lang),
            "stage": number,
            "coins": stage.coins,
            "resources": stage.resources,
            "effect": effect_sentence(stage.effects, lang),
            "effects": [spell_effect(effect) for effect in stage.effects],
            "confidence": stage.confidence,
        }


def _boxes(edition: str | None, house: Sequence[Path]) -> dict[str, Box]:
    try:
        return {name: load_box(name, house) for name in EDITIONS if edition in (None, name)}
    except CardError as error:
        raise click.ClickException(str(error)) from error


def _found(
    kind: str, every: Sequence[Thing], words: Sequence[str], **wanted: object
) -> list[Thing]:
    """Those that match all words and options; a sentence where there are none."""
    found = [
        thing
        for thing in every
        if all(value in (None, getattr(thing, key)) for key, value in wanted.items())
        and matches(thing, words)
    ]
    if not found:
        asked = " ".join(words)
        told = f'No {kind} matches "{asked}"' if asked else f"There is no such {kind}"
        near = remedy(asked.title(), sorted({thing.name for thing in every}))
        raise click.ClickException(f"{told}.{near}")
    return found


# The layout on a terminal

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


def print_cards(cards: Iterable[Card], boxes: Mapping[str, Box], lang: str) -> None:
    """Every card in a few lines; one that is the same in both printings once."""
    console = _console()
    for same in _same(cards, lang):
        _print(console, _card_title(same, lang), _card_lines(same[0], boxes, lang))


def print_wonders(sides: Iterable[Wonder], lang: str) -> None:
    """Every side with its stages."""
    console = _console()
    for side in sides:
        _print(console, _side_title(side, lang), _side_lines(side, lang))


def _console() -> Console:
    from host_tools.texts.terminal import PlainConsole  # slow to import, and JSON needs none

    return PlainConsole(highlight=False)


def _print(console: Console, title: Text, lines: Iterable[str]) -> None:
    console.print(title, soft_wrap=True)
    for line in lines:
        text = fill(line, console.width, initial_indent="  ", subsequent_indent="    ")
        console.print(text, soft_wrap=True)
    console.print()


def _same(cards: Iterable[Card], lang: str) -> Iterable[list[Card]]:
    """The cards, those that differ in nothing but the printing together."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        facts = replace(card, edition="", names={})
        groups.setdefault(f"{name_in(card, lang)} {facts}", []).append(card)
    return groups.values()


def _card_title(same: Sequence[Card], lang: str) -> Text:
    card = same[0]
    copies = " ".join(f"{number}+" for number in card.copies)
    facts = (
        say(f"card.color.{card.color}", lang, number=1),
        say("cards.age", lang, age=AGES[card.age]) if card.age else "",
        card.set,
        card.deck,
        ", ".join(sorted({card.edition for card in same})),
        say("cards.copies", lang, numbers=copies) if card.copies != (1,) else "",
    )
    return _title(same, STYLES[card.color], facts, lang)


def _title(same: Sequence[Card | Wonder], style: str, facts: Sequence[str], lang: str) -> Text:
    from rich.text import Text

    name = name_in(same[0], lang)
    others = {name_in(thing, other) for thing in same for other in LANGUAGES} - {name}
    aside = "".join(f" ({other})" for other in sorted(others))
    return Text.assemble((name, style), f"{aside}  ", " · ".join(filter(None, facts)))


def _card_lines(card: Card, boxes: Mapping[str, Box], lang: str) -> Iterable[str]:
    cards = boxes[card.edition].cards
    letters = f" ({card.resources})" if card.resources else ""
    chains = " ".join(
        say(f"cards.{key}", lang, names=", ".join(name_in(cards[name], lang) for name in names))
        for key, names in (("free_from", card.free_from), ("chains_to", card.chains_to))
        if names
    )
    yield f"{say('cards.cost', lang, cost=cost_words(card, lang) + letters)} {chains}".rstrip()
    yield effect_sentence(card.effects, lang)
    yield from _doubt(card, lang)


def _side_title(side: Wonder, lang: str) -> Text:
    facts = (
        say("cards.side", lang, side=say(f"card.side.{side.side}", lang)),
        side.set,
        side.edition,
        say("cards.start", lang, resource=count(1, side.resource, lang)) if side.resource else "",
    )
    return _title([side], "bold", facts, lang)


def _side_lines(side: Wonder, lang: str) -> Iterable[str]:
    if side.effects:
        yield board_sentence(side, lang)
    for number, stage in enumerate(side.stages, 1):
        letters = f" ({stage.resources})" if stage.resources else ""
        line = say(
            "cards.stage",
            lang,
            number=number,
            cost=cost_words(stage, lang) + letters,
            effect=effect_sentence(stage.effects, lang),
        )
        yield " ".join([line, *_doubt(stage, lang)])


def _doubt(card: Card, lang: str) -> Iterable[str]:
    if card.confidence != "high":
        yield say("cards.sure", lang, confidence=say(f"cards.sure_{card.confidence}", lang))
