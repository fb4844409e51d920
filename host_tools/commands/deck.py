"""The command `deck`: what decks have and lack, labels, spreadsheets, replaced tags."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from card_db.bearers import plain_uid
from card_db.loader import house_lines
from host_tools.commands.enrol import DECK, PLAYERS, chosen_sets, deck_for, wanted_of
from host_tools.commands.group import OptionGroup
from host_tools.commands.options import (
    HOUSE,
    JOURNAL,
    LANG,
    SEATS,
    YES,
    ask_first,
    contents,
    house_of,
    open_journal,
    sentences,
    write,
)
from host_tools.enrol.check_screen import check_shuffled
from host_tools.enrol.collection import Names, collection
from host_tools.enrol.enrol_screen import run_enrolment
from host_tools.enrol.inspection import rules_for
from host_tools.enrol.labels import PAPERS, as_pdf, as_svg, label_of, layout_of, pages
from host_tools.enrol.repair import deck_of_text, find_bearer, known_deck, missing, put_tag
from host_tools.enrol.sitting import told
from host_tools.enrol.tag_sheet import TagSheetError, as_csv, as_json, read_sheet, table_of, take_in
from host_tools.rules.setup import EDITIONS
from host_tools.table.journal import JournalError
from host_tools.table.tags import ANY_DECK, DeckRow, TagRow, Tags
from host_tools.texts import LANGUAGES, counted
from host_tools.texts.echo import echo, echo_file, echo_json

JSON = click.option("--json", "for_program", is_flag=True, help="Print JSON for programs.")
SHOWN = 12  # missing cards that are named, unless all are asked for


@contextmanager
def opened(journal: Path | None, new: bool = False, reading: bool = False) -> Iterator[Tags]:
    """Open the tags; whatever is wrong becomes a sentence."""
    with sentences(JournalError, TagSheetError, ValueError):
        yield Tags(open_journal(journal, new, reading))


@click.group(cls=OptionGroup, invoke_without_command=True)
@click.pass_context
@JSON
@JOURNAL
def deck(ctx: click.Context, for_program: bool, journal: Path | None) -> None:
    """Show every deck and how much of it is enrolled; or check, print, export, repair one.

    \b
    Examples:
      wondertable deck
      wondertable deck check --players 5 --sets base,leaders
      wondertable deck labels --to labels.pdf
      wondertable deck replace "clay pit"
    """
    if ctx.invoked_subcommand is not None:
        return
    with opened(journal, reading=True) as tags:
        rows = tags.rows()
        decks = [_summary(each, rows) for each in tags.decks()]
        tiles = sum(row.bearer.kind == "tile" for row in rows)
        people = sorted(tags.players().values())
    if for_program:
        echo_json({"decks": decks, "tiles": tiles, "players": people})
        return
    for each in decks:
        echo(
            f"{each['deck']:<12} {each['edition']}  {', '.join(each['sets'])}: "
            f"{each['tagged']} of {each['wanted']} cards have a tag"
        )
    if not decks:
        echo("There is no deck yet: `wondertable enrol` starts one.")
    echo(f"Action tiles: {tiles}. Players: {', '.join(people) or 'none'}.")


def _summary(deck: DeckRow, rows: Sequence[TagRow]) -> dict[str, Any]:
    tagged = sum(row.deck == deck.name for row in rows)
    wanted = len(collection(deck.box, deck.sets))
    facts = {"deck": deck.name, "edition": deck.edition, "sets": list(deck.sets)}
    return {**facts, "tagged": tagged, "wanted": wanted}


@deck.command(short_help="What is missing, or laid wrongly.")
@DECK
@PLAYERS
@click.option("--sets", help="base,leaders,cities,…: some of them; else those of the deck.")
@HOUSE
@click.option("--lay", is_flag=True, help="Lay the shuffled deck through the readers.")
@click.option("--age", type=click.IntRange(0, 3), multiple=True, help=
    "With --lay: the deck of one Age only; 0 for the leaders.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Name every missing card.")
@JSON
@SEATS
@JOURNAL
@LANG
def check(
    deck: str,
    players: int,
    sets: str | None,
    house: Sequence[Path],
    lay: bool,
    age: Sequence[int],
    every: bool,
    for_program: bool,
    seats: Sequence[str],
    journal: Path | None,
    lang: str,
) -> None:
    """List the cards of a game that have no tag, or check a shuffled deck card by card.

    The exit code is 1 when something is missing or does not belong.

    \b
    Examples:
      wondertable deck check --players 5 --sets base,leaders,cities
      wondertable deck check --players 5 --lay --age 1
    """
    with opened(journal, reading=True) as tags:
        row = known_deck(tags, deck)
        row = row._replace(house=house_of(row.edition, house) or row.house)
        chosen = chosen_sets(sets) if sets else row.sets
        rules = rules_for(row.edition, chosen, players, row.house)
        names = Names(row.box, lang)
        if lay:
            fine = check_shuffled(tags, row, rules, age, seats, names, for_program)
            sys.exit(0 if fine else 1)
        wanted = collection(names.box, chosen, players, lang)
        lacking = missing(tags, row.name, wanted)
    if for_program:
        facts = {"deck": deck, "players": players, "sets": list(chosen), "wanted": len(wanted)}
        echo_json({**facts, "missing": [str(bearer) for bearer in lacking]})
        sys.exit(1 if lacking else 0)
    if not lacking:
        echo(f"The deck {deck} is complete for {players} players: {counted(len(wanted), 'card')}.")
        return
    echo(f"{len(lacking)} of {len(wanted)} cards have no tag for {players} players:")
    for bearer in lacking if every else lacking[:SHOWN]:
        echo(f"  {names(bearer):<28} {names.pile(bearer)}")
    if len(lacking) > SHOWN and not every:
        echo(f"  and {len(lacking) - SHOWN} more: --all names them.")
    echo(f"`wondertable enrol --deck {deck} --sets {','.join(chosen)}` asks for them.")
    sys.exit(1)


@deck.command(short_help="Write a spreadsheet or JSON.")
@DECK
@click.option("--to", type=click.Path(path_type=Path), help="tags.csv or tags.json.")
@JOURNAL
def export(deck: str, to: Path | None, journal: Path | None) -> None:
    """Write a deck for a spreadsheet (.csv) or a program (.json), with tiles and players.

    Cards without a tag are there too, with an empty uid to fill in.

    \b
    Example:
      wondertable deck export --to tags.csv
    """
    with opened(journal, reading=True) as tags:
        table = table_of(tags, known_deck(tags, deck))
    if to is None:
        echo_file(as_csv(table))
        return
    text = as_json(table) if to.suffix.lower() == ".json" else as_csv(table)
    # With a byte order mark a spreadsheet shows accents.
    write(to, text.encode("utf-8" if to.suffix.lower() == ".json" else "utf-8-sig"))
    number = sum(bool(line["uid"]) for line in table)
    echo(f"{counted(number, 'tag is', 'tags are')} in {to}.")


@deck.command(name="import", short_help="Take a spreadsheet or JSON in.")
@click.argument("file", type=click.Path(path_type=Path))
@DECK
@click.option("--replace", is_flag=True, help="Let the file win where it differs.")
@HOUSE
@JOURNAL
def import_(
    file: Path, deck: str, replace: bool, house: Sequence[Path], journal: Path | None
) -> None:
    """Import tags from a spreadsheet (CSV) or JSON: all of them, or none.

    A new deck with house cards needs their file; a deck that is known has them.

    \b
    Example:
      wondertable deck import tags.csv
    """
    data = contents(file)
    with opened(journal, new=True) as tags:
        lines = {"": house_lines(house)} | {row.name: row.house for row in tags.decks()}
        taken = take_in(tags, read_sheet(data, deck, lines), replace)
    echo(f"{counted(taken.added, 'new tag')}, {taken.changed} changed, {taken.same} known.")


@deck.command(short_help="Give a card a new tag.")
@click.argument("card", nargs=-1, required=True)
@DECK
@click.option("--uid", help="The number of the new tag; without it, lay the card on any seat.")
@SEATS
@JOURNAL
@LANG
def replace(
    card: Sequence[str],
    deck: str,
    uid: str | None,
    seats: Sequence[str],
    journal: Path | None,
    lang: str,
) -> None:
    """Give a card a new tag in the place of a lost or damaged one.

    \b
    Examples:
      wondertable deck replace clay pool 5+
      wondertable deck replace tile:build
      wondertable deck replace clay_pit --uid 04:a1:b2:c3:d4:e5:f6
    """
    with opened(journal, new=True) as tags:
        text = " ".join(card)
        row = deck_of_text(tags, deck, text)
        names = Names(row.box, lang)
        bearer = find_bearer(names, row, text)
        if uid is None:
            fine = run_enrolment(tags, row, [bearer], seats, lang, again=True)
            sys.exit(0 if fine else 1)
        put_tag(tags, row, names, bearer, plain_uid(uid))
    echo(told("taken", lang, name=names(bearer)))


@deck.command(short_help="Print labels as PDF or SVG.")
@DECK
@click.option("--to", type=click.Path(path_type=Path), required=True, help="labels.pdf or .svg.")
@click.option("--edition", type=click.Choice(EDITIONS), help="The printing, before enrolment.")
@click.option("--sets", help="Only these sets, with commas; also before enrolment.")
@HOUSE
@PLAYERS
@click.option("--size", default="sleeve", show_default=True, help=
    "sleeve (38x21 mm), sticker (25x25), card (63x88), or 40x20.")  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help=
    "The size of a sheet.")  # fmt: skip
@click.option("--missing", "only_missing", is_flag=True, help="Only what has no tag yet.")
@click.option("--lang", type=click.Choice([*LANGUAGES, "both"]), default="both", show_default=True,
    help="The names: of one language, or of all.")  # fmt: skip
@JOURNAL
def labels(
    deck: str,
    to: Path,
    edition: str | None,
    sets: str | None,
    house: Sequence[Path],
    players: int,
    size: str,
    paper: str,
    only_missing: bool,
    lang: str,
    journal: Path | None,
) -> None:
    """Print a sheet of labels: names in English and French, Age, colour and copy.

    They are in the order in which `wondertable enrol` asks for the cards. Print without scaling.
    With --sets they can be printed before anything is enrolled.

    \b
    Examples:
      wondertable deck labels --to labels.pdf
      wondertable deck labels --sets base,leaders --to labels.pdf
      wondertable deck labels --size sticker --lang fr --to labels.svg
    """
    suffix = to.suffix.lower()
    if suffix not in (".pdf", ".svg"):
        raise click.UsageError(f"{to} must end in .pdf or .svg.")
    langs = tuple(LANGUAGES) if lang == "both" else (lang,)
    with opened(journal, reading=True) as tags:
        planned = edition or sets or house
        row = deck_for(tags, deck, edition, sets, house) if planned else known_deck(tags, deck)
        layout = layout_of(paper, size)
        box = row.box
        wanted = wanted_of(row, sets, players, None, (), langs[0])
        wanted += [each.bearer for each in tags.of_deck(ANY_DECK)]
        wanted = missing(tags, deck, wanted) if only_missing else wanted
    drawn = pages([label_of(box, bearer, langs) for bearer in wanted], layout)
    if suffix == ".pdf":
        write(to, as_pdf(drawn, layout, f"Wondertable, deck {deck}"))
    for number, page in enumerate(drawn, 1) if suffix == ".svg" else ():
        name = to if number == 1 else to.with_stem(f"{to.stem}-{number}")
        write(name, as_svg(page).encode())
    first = "the first " if suffix == ".svg" and len(drawn) > 1 else ""
    echo(f"{counted(len(wanted), 'label')} on {counted(len(drawn), 'page')}, {first}in {to}.")


@deck.command(short_help="Forget a deck.")
@click.argument("name")
@YES
@JOURNAL
def forget(name: str, yes: bool, journal: Path | None) -> None:
    """Forget a deck and its tags; export it before.

    \b
    Example:
      wondertable deck forget second
    """
    with opened(journal) as tags:
        number = len(tags.of_deck(known_deck(tags, name).name))
        ask_first(f"Forget the deck {name} with its {counted(number, 'tag')}?", yes)
        tags.drop_deck(name)
    echo(f"The deck {name} is deleted.")
