"""The commands that look cards and wonders up."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import click

from card_db.cards import COLORS, Box, Card, Wonder
from card_db.effects import spell_effect
from card_db.lines import CardError, remedy
from card_db.loader import EDITIONS, load_box
from card_db.search import matches
from card_db.sentences import effect_sentence

Thing = TypeVar("Thing", Card, Wonder)
Command = Callable[..., None]
SETS = click.Choice(["base", "leaders", "cities", "house"], case_sensitive=False)


def common_options(command: Command) -> Command:
    """The words and options that both commands take."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON for programs."),
        click.option(
            "--house",
            type=click.Path(path_type=Path),
            multiple=True,
            help="Add the cards of this file (see docs/effects.md).",
        ),
        click.option(
            "--lang", type=click.Choice(["en", "fr"]), default="en", help="English or French."
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
        return _print_json(card_row(card, lang) for card in found)
    from host_tools.commands.cards_layout import print_cards  # rich is slow to import

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
    every = [side for box in _boxes(edition, house).values() for side in box.wonders.values()]
    found = _found("wonder", every, words, set=set_name)
    if as_json:
        return _print_json(row for side in found for row in stage_rows(side, lang))
    from host_tools.commands.cards_layout import print_wonders  # rich is slow to import

    return print_wonders(found, lang)


def card_row(card: Card, lang: str) -> dict[str, object]:
    """A card as an object of `--json`."""
    return {
        "id": card.id,
        "name": card.name,
        "name_fr": card.name_fr,
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


def stage_rows(side: Wonder, lang: str) -> Iterator[dict[str, object]]:
    """The stages of a wonder as objects of `--json`."""
    for number, stage in enumerate(side.stages, 1):
        yield {
            "id": side.id,
            "name": side.name,
            "name_fr": side.name_fr,
            "edition": side.edition,
            "set": side.set,
            "side": side.side,
            "initial_resource": side.resource,
            "board_effect": effect_sentence(side.effects, lang) if side.effects else "",
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


def _print_json(rows: Iterable[dict[str, object]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    click.echo("[\n" + ",\n".join(lines) + "\n]")
