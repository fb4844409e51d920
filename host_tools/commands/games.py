"""The commands about the games in the journal: `games`, `abandon`, `export`."""

import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import click

from host_tools.commands.group import OptionGroup
from host_tools.commands.options import (
    GAME_NUMBER,
    JOURNAL,
    data_folder,
    is_there,
    open_journal,
    reading,
    sentences,
    write,
)
from host_tools.rules.errors import MoveError
from host_tools.rules.record import dump
from host_tools.table import decisions
from host_tools.table.evening import ABANDONED, OVER, evening_of
from host_tools.table.export import record_of, record_with_taps
from host_tools.table.journal import Journal, JournalError
from host_tools.texts import counted
from host_tools.texts.echo import echo, echo_file, echo_json


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


@click.group(cls=OptionGroup, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@JOURNAL
@click.pass_context
def games(ctx: click.Context, as_json: bool, journal: Path | None) -> None:
    """List the games in the journal, newest first, with their numbers; or repair a journal.

    \b
    Examples:
      wondertable games
      wondertable games --json --journal evening.db
      wondertable games repair repaired.db
    """
    if ctx.invoked_subcommand is not None:
        return
    rows = open_journal(journal, reading=True).games()
    if as_json:
        echo_json([row._asdict() for row in rows])
        return
    if not rows:
        echo("No games yet: `wondertable play` starts one.")
    for row in rows:
        begun = datetime.fromtimestamp(row.begun).strftime("%Y-%m-%d %H:%M")
        echo(f"{row.id:>5}  {begun}  {row.state:<10} {counted(row.entries, 'entry', 'entries')}")


@games.command(short_help="Write what is good in a damaged journal to a new file.")
@click.argument("new", metavar="NEWFILE", type=click.Path(path_type=Path))
@JOURNAL
def repair(new: Path, journal: Path | None) -> None:
    """Write what is good in a damaged journal to a new file; the journal itself stays as it is.

    \b
    Example:
      wondertable games repair --journal games.db repaired.db
    """
    from host_tools.table.repair import repair as repaired

    old = journal or data_folder() / "games.db"
    if not is_there(old):
        raise click.ClickException(f"There is no journal {old}.")
    with sentences(JournalError), reading(new, "written"):
        kept = repaired(old, new)
    for game in kept.games:
        entries = counted(len(game.entries), "entry is", "entries are")
        rest = "" if game.whole else "; what followed is damaged or missing"
        echo(f"Game {game.number}: {entries} kept{rest}.")
    echo(f"{counted(kept.tags, 'tag')} and {counted(kept.decks, 'deck')} kept.")
    for doubt in dict.fromkeys(kept.doubts):
        echo(f"What was wrong: {doubt}.")
    echo(f"All that is good is in {new}: `wondertable resume --journal {new}`.")


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
    echo(f"Game {game} is abandoned.")


@click.command()
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", type=click.Path(path_type=Path), help="A file; the terminal by default.")
@click.option("--taps", is_flag=True, help="Add every tag and button press, with times.")
@click.option("--open-cards", is_flag=True, help="Name closed cards of a game that is not over.")
@JOURNAL
def export(game: int, to: Path | None, taps: bool, open_cards: bool, journal: Path | None) -> None:
    """Write a game as a record that `wondertable replay` reads.

    A record names cards that lie face down until the game is over.

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
    if evening.phase not in (OVER, ABANDONED) and not open_cards:
        raise click.ClickException(
            f"Game {game} is not over, and its record names cards that lie face down: "
            "--open-cards writes it anyway."
        )
    text = dump(record_with_taps(rows) if taps else record_of(evening))
    if to is None:
        echo_file(text)
        return
    write(to, text)
    echo(f"Game {game} is in {to}.")
