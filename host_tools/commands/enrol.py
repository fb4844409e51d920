"""The command `enrol`: from a pile of stickered cards to a deck."""

from collections.abc import Sequence
from pathlib import Path

import click

from card_db.bearers import Bearer
from card_db.loader import HOUSE as HOUSE_SET
from host_tools.commands.options import (
    HOUSE,
    JOURNAL,
    LANG,
    SEATS,
    ask_first,
    house_of,
    open_journal,
    sentences,
)
from host_tools.enrol.collection import (
    TILES_MAX,
    Names,
    collection,
    group_of,
    people,
    tiles,
)
from host_tools.enrol.enrol_screen import run_enrolment
from host_tools.enrol.screen import check_seats
from host_tools.rules.names import check_name
from host_tools.rules.setup import EDITIONS, SETS
from host_tools.table.journal import JournalError
from host_tools.table.tags import ANY_DECK, DeckRow, Tags
from host_tools.texts import say
from host_tools.texts.echo import echo

PLAYERS = click.option(
    "--players",
    type=click.IntRange(2, 8),
    default=7,
    show_default=True,
    help="Leave out the cards for more players than this.",
)
DECK = click.option("--deck", default="main", show_default=True, help="Which deck.")


@click.command()
@DECK
@click.option("--edition", type=click.Choice(EDITIONS), help="The printing: 1e unless you say 2e.")
@click.option("--sets", help="base,leaders,cities,promo_guilds: some, with commas; else base.")
@HOUSE
@PLAYERS
@click.option("--tiles", "sets_of_tiles", type=click.IntRange(1, TILES_MAX), help=
    "Enrol this many sets of action tiles instead of cards.")  # fmt: skip
@click.option("--player", "names", multiple=True, help=
    "Enrol a token for this person instead; may be repeated.")  # fmt: skip
@click.option("--undo", is_flag=True, help="Remove the tag that was enrolled last, and stop.")
@click.option("--yes", is_flag=True, help="With --undo: do not ask.")
@SEATS
@JOURNAL
@LANG
def enrol(
    deck: str,
    edition: str | None,
    sets: str | None,
    house: Sequence[Path],
    players: int,
    sets_of_tiles: int | None,
    names: Sequence[str],
    undo: bool,
    yes: bool,
    seats: Sequence[str],
    journal: Path | None,
    lang: str,
) -> None:
    """Give every card its tag: lay the card that the screen asks for, on any seat.

    Cards are asked for as they lie in the box: by set, Age, colour and name. Several people can
    work at several seats; each gets a pile of its own. Stop whenever you like: cards that have
    a tag are not asked for again.

    \b
    Examples:
      wondertable enrol --sets base,leaders,cities
      wondertable enrol --deck second --edition 2e
      wondertable enrol --house ours.jsonl
      wondertable enrol --tiles 5
      wondertable enrol --player Ann --player Bo
      wondertable enrol --undo
    """
    if yes and not undo:
        raise click.UsageError("--yes is for --undo: nothing else asks.")
    tags = Tags(open_journal(journal, new=not undo))
    with sentences(JournalError, ValueError):
        row = deck_for(tags, deck, edition, sets, house)
        if undo:
            echo(undo_last(tags, row, lang, yes))
            return
        wanted = wanted_of(row, sets, players, sets_of_tiles, names, lang)
        check_seats(seats)
        if not sets_of_tiles and not names:
            tags.put_deck(row)
        run_enrolment(tags, row, wanted, seats, lang)


def deck_for(
    tags: Tags, name: str, edition: str | None, sets: str | None, house: Sequence[Path] = ()
) -> DeckRow:
    """Return the deck with the sets that are asked for added; ValueError if they do not fit.

    House files take the place of the house cards that the deck had.
    """
    asked = chosen_sets(sets) if sets else ()
    known = tags.deck(name)
    if known is None:
        name, edition = check_name(name), edition or "1e"
        more = tuple(each for each in asked if each != "base")
        return DeckRow(name, edition, ("base", *more), house_of(edition, house))
    if edition not in (None, known.edition) and tags.of_deck(name):
        raise ValueError(
            f"The deck {name} is of the printing {known.edition}, and printings must not be mixed. "
            f"Name another deck: --deck {name}-{edition}."
        )
    both = tuple(each for each in SETS if each in (*known.sets, *asked))
    edition = edition or known.edition
    return DeckRow(name, edition, both, house_of(edition, house) or known.house)


def chosen_sets(sets: str) -> tuple[str, ...]:
    """Return the sets of an option; ValueError with a sentence for an unknown one."""
    found = tuple(each.strip() for each in sets.split(","))
    for each in found:
        if each not in SETS:
            raise ValueError(f"There is no set {each!r:.40}: it is one of {', '.join(SETS)}.")
    return tuple(each for each in SETS if each in found)


def wanted_of(
    row: DeckRow,
    sets: str | None,
    players: int,
    sets_of_tiles: int | None,
    names: Sequence[str],
    lang: str,
) -> list[Bearer]:
    """Return what is to be enrolled, in its order."""
    if sets_of_tiles or names:
        return [*tiles(sets_of_tiles or 0), *people(names)]
    box = row.box
    asked = (*(chosen_sets(sets) if sets else row.sets), HOUSE_SET)
    whole = collection(box, row.sets, players, lang)  # some leaders need two sets
    return [bearer for bearer in whole if group_of(box.cards[bearer.name]).set in asked]


def undo_last(tags: Tags, deck: DeckRow, lang: str, yes: bool) -> str:
    """Take the newest tag of a deck or of the table back, after a question; return a sentence."""
    rows = [row for row in tags.rows() if row.deck in (deck.name, ANY_DECK)]
    if not rows:
        raise ValueError(f"The deck {deck.name} has no tags yet: there is nothing to take back.")
    name = Names(deck.box, lang)(rows[-1].bearer)
    ask_first(say("enrol.ask_forget", lang, name=name), yes)
    tags.change(drop=[rows[-1].uid])
    return say("enrol.forgotten", lang, name=name)
