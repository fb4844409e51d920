"""The commands of a tournament's rounds: show, draw, begin, close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from host_tools.commands.options import EDITION, RULING, SETS, ask_first, is_there, sentences
from host_tools.rules.errors import MoveError
from host_tools.texts.cards import wonder_and_side
from host_tools.texts.echo import echo, echo_file
from host_tools.texts.sheet import write_sheet
from host_tools.venue import rounds
from host_tools.venue.book import Book, BookError
from host_tools.venue.rounds import RoundError


@contextmanager
def opened_book(ctx: click.Context, new: bool = False, reading: bool = False) -> Iterator[Book]:
    """Open the book of the venue; a sentence when it does not take something."""
    named = ctx.parent is not None and ctx.parent.params.get("book")
    # Without a book there is nothing to show; a change would be lost.
    if not (is_there(ctx.obj) or new) and (named or not reading):
        raise click.ClickException(
            f"There is no book {ctx.obj}. `wondertable venue players people.csv` begins one."
        )
    with sentences(BookError, RoundError, MoveError):
        book = Book(ctx.obj, reading)
        try:
            yield book
        finally:
            book.close()


@click.command()
@click.option(
    "--round", "number", type=click.IntRange(1, 999), help="Show this round; else the last."
)
@click.option("--draw", "drawing", is_flag=True, help="Draw the next round.")
@click.option("--redraw", is_flag=True, help="Draw the current round again; it asks first.")
@click.option("--yes", is_flag=True, help="With --redraw: do not ask.")
@click.option("--size", type=click.IntRange(3, 7), help="Players at a table, about; 4 at first.")
@click.option(
    "--first", type=click.IntRange(0, 9999), help="The name of the first table; 1 at first."
)
@click.option("--seed", type=int, help="The same seed draws the same plan.")
@click.option(
    "--wonders",
    type=click.Choice(rounds.WONDERS),
    help="drawn for every seat (at first), or free: left to the tables.",
)
@EDITION
@SETS
@click.option("--variant", type=click.Choice(rounds.VARIANTS), help="standard at first.")
@RULING
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@click.pass_context
def seating(
    ctx: click.Context,
    /,
    number: int | None,
    drawing: bool,
    redraw: bool,
    yes: bool,
    seed: int | None,
    as_csv: bool,
    **options: Any,
) -> None:
    """Show who plays at which table, or draw it; people meet others than before.

    Without --draw or --redraw nothing changes. What a round plays stays until another one is drawn
    with other options. A running `wondertable venue` sends the seating to the tables.

    \b
    Examples:
      wondertable venue seating --draw --size 4
      wondertable venue seating --draw --sets base,leaders --wonders free
      wondertable venue seating --round 1 --csv > round1.csv
      wondertable venue seating --redraw
    """
    if yes and not redraw:
        raise click.UsageError("--yes is for --redraw: nothing else asks.")
    if not (drawing or redraw):
        _only_for_drawing(ctx)
        with opened_book(ctx, reading=True) as book:
            _show(book, number or book.rounds(), as_csv)
        return
    if drawing and redraw:
        raise click.UsageError("--draw makes the next round, --redraw the same one again: choose.")
    if number is not None:
        raise click.UsageError("--round shows a round: leave it out to draw one.")
    with opened_book(ctx) as book:
        current = book.rounds()
        wanted = _options(ctx, rounds.options_of(book, current), options)
        if drawing:
            current = rounds.draw(book, wanted, seed)
        else:
            _ask_again(book, current, yes)
            rounds.redraw(book, current, wanted, seed)
        _show(book, current, as_csv)


def _only_for_drawing(ctx: click.Context) -> None:
    """Refuse options that mean nothing for a look: who gives them wants another round."""
    for name in ("size", "first", "seed", "wonders", "edition", "sets", "variant", "rulings"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.removesuffix('s') if name == 'rulings' else name}"
            raise click.UsageError(
                f"{option} is for drawing: add --draw for the next round, or --redraw."
            )


def _options(
    ctx: click.Context, last: rounds.RoundOptions, given: Mapping[str, Any]
) -> rounds.RoundOptions:
    """Return the options of the last round, and what is named instead of them."""
    named: dict[str, Any] = {
        name: tuple(value.split(",")) if name == "sets" else value
        for name, value in given.items()
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    return replace(last, **named)


def _ask_again(book: Book, number: int, yes: bool) -> None:
    """Ask before a seating that people have read goes away."""
    row = book.round_row(number)
    if row is None:
        raise RoundError("none")
    begun = " It has begun: tables that play already begin again." if row.state == "begun" else ""
    ask_first(f"Draw round {number} again?{begun}", yes)


def _show(book: Book, number: int, as_csv: bool) -> None:
    tables, seats = rounds.tables_of(book, number), rounds.seats_of(book, number)
    edition = rounds.options_of(book, number).edition
    if not tables:
        if not book.players():
            raise RoundError("nobody")
        raise RoundError("no_round", round=number) if number else RoundError("none")
    if as_csv:
        rows = (
            (table, index + 1, seat.player, *wonder_and_side(edition, seat.wonder, seat.side))
            for table, of_table in seats.items()
            for index, seat in enumerate(of_table)
        )
        echo_file(write_sheet(("table", "seat", "player", "wonder", "side"), rows))
        return
    row = book.round_row(number)
    echo(f"Round {number}, {row.state if row else rounds.CLOSED}")
    for table in tables:
        names = ", ".join(
            f"{seat.player} ({rounds.wonder_name(edition, seat)})" if seat.wonder else seat.player
            for seat in seats[table.table]
        )
        echo(f"  {table.table:>4}  {names}{'  has a result' if table.game else ''}")
    echo(_again(rounds.meeting_again(book, number)))


def _again(pairs: int) -> str:
    if not pairs:
        return "Nobody meets anybody again."
    return f"{pairs} {'pair meets' if pairs == 1 else 'pairs meet'} again: none better was found."


@click.command()
@click.pass_context
def begin(ctx: click.Context) -> None:
    """Note that the round has begun; the page shows it.

    \b
    Example:
      wondertable venue begin
    """
    with opened_book(ctx) as book:
        number = book.rounds()
        rounds.begin(book, number)
        echo(f"Round {number} has begun.")


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask when tables have no result.")
@click.pass_context
def close(ctx: click.Context, yes: bool) -> None:
    """Close the round: its tables are free for the next one.

    Tables without a result are listed first. `venue score` enters one by hand, also later.

    \b
    Example:
      wondertable venue close
    """
    with opened_book(ctx) as book:
        number = book.rounds()
        missing = rounds.open_tables(book, number) if rounds.is_open(book, number) else []
        if missing and not yes:
            names = ", ".join(missing)
            echo(f"No result yet: table{'s' * (len(missing) > 1)} {names}.")
            ask_first(f"Close round {number} all the same?", yes)
        rounds.close(book, number, missing)
        echo(f"Round {number} is closed.")
