"""The commands about the games in the journal: `games`, `abandon`, `export`."""

import json
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import click

from host_tools.commands.options import GAME_NUMBER, JOURNAL, open_journal, sentences, write
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.table import decisions
from host_tools.table.evening import evening_of
from host_tools.table.export import record_of, record_with_taps
from host_tools.table.journal import Journal, JournalError


def last_open(journal: Journal) -> int | None:
    """Return the newest game that is neither over nor abandoned."""
    return next((row.id for row in journal.games() if row.state == "open" and row.entries), None)


def to_resume(journal: Journal, game: int | None) -> int:
    """Return the game to go on with, the newest open one by default, or say why there is none."""
    number = last_open(journal) if game is None else game
    if number is None:
        raise click.ClickException("No unfinished game: `wondertable play` starts one.")
    state = next((row.state for row in journal.games() if row.id == number), None)
    if state is None:
        raise click.ClickException(f"There is no game {number}: `wondertable games` lists them.")
    if state != "open":
        told = "is abandoned" if state == "abandoned" else "is over, and its result stays"
        raise click.ClickException(
            f"Game {number} {told}. `wondertable games` lists the open ones; "
            f"`wondertable export {number}` writes this one as a record."
        )
    return number


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@JOURNAL
def games(as_json: bool, journal: Path | None) -> None:
    """List the games in the journal, newest first, with their numbers.

    \b
    Examples:
      wondertable games
      wondertable games --json --journal evening.db
    """
    rows = open_journal(journal, reading=True).games()
    if as_json:
        click.echo(json.dumps([row._asdict() for row in rows]))
        return
    if not rows:
        click.echo("No games yet: `wondertable play` starts one.")
    for row in rows:
        begun = datetime.fromtimestamp(row.begun).strftime("%Y-%m-%d %H:%M")
        click.echo(f"{row.id:>5}  {begun}  {row.state:<10} {row.entries} entries")


@click.command()
@click.argument("game", type=GAME_NUMBER)
@JOURNAL
def abandon(game: int, journal: Path | None) -> None:
    """End a game without a result.

    \b
    Example:
      wondertable abandon 12
    """
    book = open_journal(journal, new=False)
    with closing(book), sentences(JournalError, MoveError), book.whole():
        entries = book.read(game)
        if not entries:
            raise click.ClickException(f"There is no game {game}: `wondertable games` lists them.")
        evening = evening_of(entries)
        book.append(game, evening.entries, decisions.abandon(evening), time.time())
        book.mark(game, "abandoned")
    click.echo(f"Game {game} is abandoned.")


@click.command()
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", type=click.Path(path_type=Path), help="A file; the terminal by default.")
@click.option("--taps", is_flag=True, help="Add every tag and button press, with times.")
@JOURNAL
def export(game: int, to: Path | None, taps: bool, journal: Path | None) -> None:
    """Write a game as a record that `wondertable replay` reads.

    \b
    Examples:
      wondertable export 12 --to evening.jsonl
      wondertable export 12 --taps --to evening.jsonl
    """
    book = open_journal(journal, reading=True)
    with sentences(JournalError):
        rows = book.read(game)
    if not rows:
        raise click.ClickException(f"There is no game {game}: `wondertable games` lists them.")
    evening = evening_of(rows)
    text = dump(record_with_taps(rows) if taps else record_of(evening))
    if to is None:
        sys.stdout.write(text)
        return
    write(to, text)
    click.echo(f"Game {game} is in {to}.")
