"""The command that shows the result of a table of a tournament, or enters it by hand."""

from __future__ import annotations

import re

import click

from host_tools.commands.options import ask_first
from host_tools.commands.venue_players import count
from host_tools.commands.venue_rounds import opened_book
from host_tools.texts.echo import echo
from host_tools.venue import rounds
from host_tools.venue.book import Book, BookError, Pairing

SCORE = re.compile(r"(?P<name>.*\S.*)=(?P<points>[+-]?[0-9]{1,4})(/(?P<coins>[0-9]{1,4}))?", re.S)


@click.command()
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.argument("table")
@click.argument("scores", nargs=-1)
@click.option("--forget", is_flag=True, help="Delete what was entered by hand; it asks first.")
@click.option("--yes", is_flag=True, help="With --forget: do not ask.")
@click.pass_context
def score(
    ctx: click.Context,
    number: int,
    table: str,
    scores: tuple[str, ...],
    forget: bool,
    yes: bool,
) -> None:
    """Show the result of a table, or enter it by hand: that counts instead of the table's own.

    SCORES are NAME=POINTS or NAME=POINTS/COINS, for every player. Without any the result is shown.

    \b
    Examples:
      wondertable venue score 2 7
      wondertable venue score 2 7 Ann=54/3 Bo=54/5 Cy=40
      wondertable venue score 2 7 --forget
    """
    if forget and scores:
        raise click.UsageError("--forget deletes a result: leave the scores out.")
    if yes and not forget:
        raise click.UsageError("--yes is for --forget: nothing else asks.")
    entered = [_score(text) for text in scores]
    with opened_book(ctx, reading=not (scores or forget)) as book:
        if forget:
            _ask(_pairing(book, number, table), yes)
            book.forget_by_hand(number, table)
        elif entered:
            book.enter_by_hand(number, table, entered)
        _show(_pairing(book, number, table))


def _pairing(book: Book, number: int, table: str) -> Pairing:
    for pairing in rounds.tables_of(book, number):
        if pairing.table == table:
            return pairing
    raise BookError(f"Round {number} has no table {table}.")


def _ask(pairing: Pairing, yes: bool) -> None:
    """Ask before what somebody has written down goes away."""
    where = f"table {pairing.table} of round {pairing.round}"
    if not pairing.by_hand:
        raise BookError(f"No result of {where} was entered by hand.")
    if not yes:
        _show(pairing)
    ask_first("Delete this result?", yes)


def _show(pairing: Pairing) -> None:
    """Show the result that counts."""
    where = f"Table {pairing.table} of round {pairing.round}"
    if not pairing.game:
        echo(f"{where} has no result yet. Its players: {', '.join(pairing.players)}.")
        return
    whose = "entered by hand" if pairing.by_hand else "as the table reported it"
    echo(f"{where}, {whose}:")
    for row in sorted(pairing.game, key=lambda row: row.rank):
        numbers = f"{count(row.points, 'point')}, {count(row.coins, 'coin')}"
        echo(f"  {row.rank}  {row.player:<24} {numbers}")


def _score(text: str) -> tuple[str, int, int]:
    """Read a score.

    >>> _score("Ann Lee=54/3")
    ('Ann Lee', 54, 3)
    """
    read = SCORE.fullmatch(text)
    if read is None:
        raise click.UsageError(f"{text!r:.60} is no score: NAME=POINTS/COINS.")
    return read["name"].strip(), int(read["points"]), int(read["coins"] or 0)
