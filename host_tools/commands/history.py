"""The commands about games that were played: `history` with its parts, `stats` and `sheet`."""

from pathlib import Path

import click

from host_tools.commands.group import OptionGroup
from host_tools.commands.options import (
    JOURNAL,
    LANG,
    YES,
    ask_first,
    data_folder,
    is_there,
    open_journal,
    sentences,
    text_in,
    write,
)
from host_tools.results.history import History, HistoryError
from host_tools.results.played import JOURNAL as FROM_JOURNAL
from host_tools.results.played import PlayedGame, pace_of
from host_tools.texts import counted, say
from host_tools.texts.echo import echo, echo_file, echo_json

BY = ("player", "wonder", "category", "pair", "thinking", "phase")
GAME = click.argument("game")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
TO = click.option(
    "--to", "-o", type=click.Path(path_type=Path), help="A file; the terminal by default."
)


def history_beside(journal: Path | None, new: bool = False) -> History:
    """Return the history of a journal, by default that of your games; one named must be there."""
    found = History.beside(journal or data_folder() / "games.db")
    if journal is not None and not (new or is_there(journal) or is_there(found.path)):
        raise click.ClickException(f"There is no journal {journal}, and no history {found.path}.")
    return found


@click.group(cls=OptionGroup, shared=["journal", "lang"], invoke_without_command=True)
@JSON
@JOURNAL
@LANG
@click.pass_context
def history(ctx: click.Context, as_json: bool, journal: Path | None, lang: str) -> None:
    """List finished games; this works while a table runs.

    A GAME goes by its number, the beginning of its id, or `last`.

    \b
    Examples:
      wondertable history
      wondertable history show 12
      wondertable history export --format csv -o games.csv
    """
    new = ctx.invoked_subcommand in ("import", "template", "rebuild")
    ctx.obj = (history_beside(journal, new), lang)
    if ctx.invoked_subcommand is not None:
        return
    with sentences(HistoryError):
        games = ctx.obj[0].games()
    if as_json:
        _print_json([game.as_json() for game in games])
    elif not games:
        echo(f"{say('results.none', lang)} {say('results.none_hint', lang)}")
    else:
        from host_tools.commands.pictures import games_table
        from host_tools.texts.terminal import PlainConsole

        PlainConsole().print(games_table(games, lang))


def _print_json(found: object) -> None:
    echo_json(found)


@history.command()
@GAME
@JSON
@click.pass_obj
def show(at: tuple[History, str], game: str, as_json: bool) -> None:
    """Show the score sheet of one game.

    \b
    Example:
      wondertable history show last
    """
    book, lang = at
    with sentences(HistoryError):
        found = book.find(game)
    if as_json:
        _print_json(found.as_json())
        return
    from host_tools.commands.pictures import game_table
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole()
    console.print(game_table(found, lang))
    if pace := pace_of(found, lang):
        console.print(pace)


@history.command()
@click.argument("game", required=False)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "bgsplay"]),
    default="csv",
    help="A spreadsheet, everything for a program, or a file that Board Game Stats opens.",
)
@TO
@click.pass_obj
def export(at: tuple[History, str], game: str | None, kind: str, to: Path | None) -> None:
    """Write all games, or one, for other programs.

    The moves of a game are written by `wondertable export`.

    \b
    Examples:
      wondertable history export --format csv -o games.csv
      wondertable history export last --format bgsplay -o last.bgsplay
    """
    from host_tools.results.exports import FORMATS

    with sentences(HistoryError):
        games = at[0].games() if game is None else [at[0].find(game)]
    text = FORMATS[kind](games)
    if to is None:
        echo_file(text)
        return
    write(to, text.encode())
    echo(f"{to}: {_count(games)}.")


def _count(games: list[PlayedGame]) -> str:
    return counted(len(games), "game")


@history.command()
@TO
def template(to: Path | None) -> None:
    """Write an empty spreadsheet for old score sheets.

    \b
    Example:
      wondertable history template -o old-games.csv
    """
    from host_tools.results.by_hand import template as empty

    if to is None:
        echo_file(empty())
        return
    if is_there(to):
        raise click.ClickException(f"{to} exists already: choose another file name.")
    write(to, empty().encode())
    echo(f"Fill in {to}, then: wondertable history import {to}")


@history.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def import_(at: tuple[History, str], file: Path) -> None:
    """Import old games from a spreadsheet: all or none, with sums and ranks checked.

    \b
    Example:
      wondertable history import old-games.csv
    """
    from host_tools.results.by_hand import ScoreSheetError, read_csv

    book = at[0]
    try:
        games = read_csv(text_in(file))
    except ScoreSheetError as error:
        problems = "\n".join(error.problems)
        raise click.ClickException(f"Nothing was imported from {file}: {problems}") from None
    with sentences(HistoryError):
        there = {game.uuid for game in book.games()}
        new = [game for game in games if game.uuid not in there]
        book.put(new)
    known = len(games) - len(new)
    old = f", {known} {'was' if known == 1 else 'were'} there already" if known else ""
    echo(f"{file}: {_count(new)} imported{old}.")


@history.command()
@click.argument("old")
@click.argument("new")
@click.pass_obj
def rename(at: tuple[History, str], old: str, new: str) -> None:
    """Rename a player; if the new name exists, both become one.

    Future games under the old name count for the new one too.

    \b
    Example:
      wondertable history rename Jo Joanna
    """
    with sentences(HistoryError):
        at[0].rename(old, new)
    echo(f"{old} is now called {new}.")


@history.command()
@YES
@JOURNAL
def rebuild(yes: bool, journal: Path | None) -> None:
    """Rebuild the history from the journal, while no table runs; names and imports stay.

    It asks first when the history has games that the journal does not have.

    \b
    Example:
      wondertable history rebuild
    """
    from host_tools.results.historian import games_in
    from host_tools.table.journal import JournalError

    with sentences(HistoryError, JournalError):
        book = open_journal(journal, reading=True)
        games, kept = games_in(book), History.beside(book.path)
        there = {game.uuid for game in kept.games() if game.source == FROM_JOURNAL}
        if lost := there - {game.uuid for game in games}:
            ask_first(
                f"The journal lacks {counted(len(lost), 'game')} of the history. Delete?", yes
            )
        kept.replace_journal(games)
    echo(f"{_count(games)} from the journal.")


@click.command()
@GAME
@click.option("--to", "-o", type=click.Path(path_type=Path), required=True, help="PDF or PNG.")
@JOURNAL
@LANG
def sheet(game: str, to: Path, journal: Path | None, lang: str) -> None:
    """Draw the score sheet of a game, with its course, to print or to send.

    \b
    Examples:
      wondertable sheet last -o evening.pdf
      wondertable sheet 12 -o evening.png --lang fr
    """
    from host_tools.results.score_sheet import KINDS

    kind = to.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise click.UsageError(f"{to} must end with .pdf or .png.")
    with sentences(HistoryError):
        found = history_beside(journal).find(game)
    write(to, KINDS[kind](found, lang))
    echo(f"{to}: {', '.join(found.winners)} won on {found.date:%Y-%m-%d}.")


@click.command()
@click.option("--by", type=click.Choice(BY), help="Only these; all by default.")
@click.option("--player", help="Only games of this player.")
@JSON
@JOURNAL
@LANG
def stats(
    by: str | None, player: str | None, as_json: bool, journal: Path | None, lang: str
) -> None:
    """Show statistics: players, wonders, categories, pairs, thinking time, phases of a turn.

    \b
    Examples:
      wondertable stats
      wondertable stats --by wonder --player Ann
      wondertable stats --json
    """
    from host_tools.results.stats import stats_of

    with sentences(HistoryError):
        games = history_beside(journal).games()
    if player is not None:
        games = [game for game in games if player in {seat.player for seat in game.players}]
        if not games:
            raise click.ClickException(f"Nobody called {player!r:.60} is in the history.")
    found = stats_of(games)
    if as_json:
        echo_json(found.as_json())
        return
    if not games:
        echo(f"{say('results.none', lang)} {say('results.none_hint', lang)}")
        return
    from host_tools.commands.pictures import TABLES
    from host_tools.texts.terminal import PlainConsole

    console = PlainConsole()
    for name in [by] if by else BY:
        console.print(TABLES[name](found, lang))
