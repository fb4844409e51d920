"""The commands of a venue: all tables on one page, and what runs a tournament."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.commands.options import HTTPS, LANG, data_folder, sentences, text_in
from host_tools.commands.venue_rounds import begin, close, opened_book, seating
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_name
from host_tools.texts import say
from host_tools.texts.echo import echo, echo_file, echo_json
from host_tools.texts.sheet import from_sheet
from host_tools.venue import rounds
from host_tools.venue.book import Book
from host_tools.venue.broker_options import broker, broker_options
from host_tools.venue.incoming import reason
from host_tools.venue.tournament import key_of

if TYPE_CHECKING:
    from host_tools.commands.running_table import Interruption
    from host_tools.web.venue_pages import TournamentView

NAME_HEADS = ("name", "player", "nom", "joueur")


@click.group(invoke_without_command=True)
@broker_options(required=False)
@click.option(
    "--book",
    type=click.Path(path_type=Path),
    help="The file of this tournament; by default venue.db in your data folder.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the page; 0: any free.")
@click.option("--lan", is_flag=True, help="Let others on the LAN see the page.")
@HTTPS
@LANG
@click.pass_context
def venue(
    ctx: click.Context,
    mqtt: str | None,
    mqtt_password_file: Path | None,
    mqtt_ca: Path | None,
    book: Path | None,
    port: int | None,
    lan: bool,
    https: Any,
    lang: str,
) -> None:
    """Show all tables of a venue on one page, and keep the standings of a tournament.

    Each table reports to the broker: `wondertable play --mqtt … --table 7`.

    \b
    Examples:
      wondertable venue --mqtt mqtt://ann@broker.local/fair
      wondertable venue players people.csv
      wondertable venue seating --draw --size 4
      wondertable venue standings
    """
    ctx.obj = book or data_folder() / "venue.db"
    if ctx.invoked_subcommand is not None:
        return
    if mqtt is None:
        raise click.UsageError("Where is the broker? --mqtt mqtt://user@host:1883/prefix")
    address = broker(mqtt, mqtt_password_file, mqtt_ca)
    from host_tools.web.server import ServerError, listening

    with sentences(ServerError):
        taken = listening(port, lan, https)
    with opened_book(ctx, new=True) as opened:
        _run(opened, address, taken, lang)


for command in (seating, begin, close):
    venue.add_command(command)


def _run(book: Book, address: Any, taken: Any, lang: str) -> None:
    from host_tools.commands.running_table import interrupted
    from host_tools.venue.subscriber import Venue
    from host_tools.web.server import Server
    from host_tools.web.venue_pages import VenuePages, make_venue_app

    found = Venue(address, book)
    pages = VenuePages(found)
    publisher = pages.publisher
    server = Server(pages, taken, make=make_venue_app)
    with interrupted() as stop:
        server.start()
        found.start()
        publisher.start()
        try:
            echo(say("venue.running", lang, place=address.place, prefix=address.prefix))
            for name, address in (
                ("page", f"{pages.at}/?lang={lang}"),
                ("organiser", pages.link(lang)),
            ):
                echo(f"  {say(f'venue.{name}', lang):<12} {address}")
            _tell_troubles((found, publisher), stop)
        finally:
            publisher.stop()
            found.stop()
            server.stop()
    echo(say("venue.stopped", lang))


def _tell_troubles(parts: Sequence[Any], stop: Interruption) -> None:
    """Say in the terminal too what keeps tables from being heard, or from hearing; and its end."""
    told: set[str] = set()
    while not stop.wait(0.2):
        troubles = {part.trouble for part in parts if part.trouble}
        for text in sorted(troubles - told):
            echo(text, err=True)
        if told and not troubles:
            echo("The venue is connected and works again.", err=True)
        told = troubles


@venue.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def players(ctx: click.Context, file: Path) -> None:
    """Enter the players of a tournament from a CSV file.

    One name a line, or a column called name, player, nom or joueur. Names that are known stay.

    \b
    Example:
      wondertable venue players people.csv
    """
    try:
        names = [check_name(name) for name in names_in(text_in(file))]
    except (MoveError, csv.Error) as error:
        raise click.ClickException(f"Nobody was entered from {file}: {error}") from None
    if not names:
        raise click.ClickException(f"{file} has no names in it.")
    with opened_book(ctx, new=True) as book:
        new = book.enter(names)
        echo(f"{new} new players; {len(book.players())} take part.")


def names_in(text: str) -> list[str]:
    """Return the names of a CSV file, each once.

    >>> names_in("club;name\\nA;Ann\\nB;Bo\\n"), names_in("Ann\\nBo\\nann\\n")
    (['Ann', 'Bo'], ['Ann', 'Bo'])
    """
    first = text.partition("\n")[0]
    sign = max(";,\t", key=first.count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=sign) if any(row)]
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    at = next((heads.index(name) for name in NAME_HEADS if name in heads), None)
    cells = [row[at or 0] for row in rows[0 if at is None else 1 :] if len(row) > (at or 0)]
    found: dict[str, str] = {}
    for cell in map(from_sheet, cells):
        if cell.strip():
            found.setdefault(key_of(cell), cell.strip())
    return list(found.values())


@venue.command()
@click.argument("name")
@click.pass_context
def drop(ctx: click.Context, name: str) -> None:
    """Let a player take part no longer; what was played stays.

    \b
    Example:
      wondertable venue drop "Ann Lee"
    """
    with opened_book(ctx) as book:
        book.leave(name)
        echo(f"{name} has left the tournament; {len(book.players())} players are left.")


@venue.command()
@click.argument("name")
@click.pass_context
def add(ctx: click.Context, name: str) -> None:
    """Let one more player take part, from the next round on.

    \b
    Example:
      wondertable venue add "Ann Lee"
    """
    with opened_book(ctx) as book:
        known = check_name(name)
        rounds.add_player(book, known)
        echo(f"{known} takes part; {len(book.players())} players do.")


@venue.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@click.pass_context
def standings(ctx: click.Context, as_json: bool, as_csv: bool) -> None:
    """Print where everybody stands.

    \b
    Example:
      wondertable venue standings --csv > standings.csv
    """
    from host_tools.web.venue_pages import standings_csv, tournament_view

    with opened_book(ctx, reading=True) as book:
        found = tournament_view(book)
    if as_json:
        echo_json(found)
    elif as_csv:
        echo_file(standings_csv(found["standings"]))
    elif not found["standings"]:
        echo("No results and no players yet.")
    else:
        _print(found)


def _print(found: TournamentView) -> None:
    from rich.table import Table as Grid

    from host_tools.texts.terminal import PlainConsole

    done = sum(bool(pairing["lines"]) for pairing in found["pairings"])
    of_round = f"Round {found['rounds']}: {done} of {len(found['pairings'])} tables finished"
    grid = Grid(title=of_round if found["rounds"] else "All games")
    heads = ("rank", "player", "games", "wins", "worth", "points", "coins", "opponents")
    for name in heads:
        grid.add_column(name.capitalize(), justify="left" if name == "player" else "right")
    for row in found["standings"]:
        cells = dict(row)
        grid.add_row(*(f"{n:.2f}" if isinstance(n := cells[h], float) else str(n) for h in heads))
    PlainConsole().print(grid)
    for stray in found["strays"]:
        who = ", ".join(stray["players"])
        echo(f"A game at table {stray['table']} ({who}) fits no table of a round.")


@venue.command()
@click.pass_context
def refused(ctx: click.Context) -> None:
    """List the messages of the broker that were refused, and why; the newest first.

    \b
    Example:
      wondertable venue refused
    """
    with opened_book(ctx, reading=True) as book:
        book.results()  # what is damaged in the file is refused as well
        refusals = book.refused()
    if not refusals:
        echo("No message was refused.")
    for topic, why, detail, at, times, payload in refusals:
        often = f"  {times} times" if times > 1 else ""
        echo(f"{at}  {topic}{often}", f"  {reason(why, detail, 'en')}", f"  {payload}")


@venue.command()
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.argument("table")
@click.argument("scores", nargs=-1)
@click.pass_context
def score(ctx: click.Context, number: int, table: str, scores: tuple[str, ...]) -> None:
    """Enter or correct the result of a table by hand; it counts instead of the table's own.

    SCORES are NAME=POINTS or NAME=POINTS/COINS. None at all: the table's own counts again.

    \b
    Examples:
      wondertable venue score 2 7 Ann=54/3 Bo=54/5 Cy=40
      wondertable venue score 2 7
    """
    with opened_book(ctx) as book:
        if not scores:
            book.forget_by_hand(number, table)
            echo(f"Table {table} of round {number} counts as the table reported it.")
            return
        book.enter_by_hand(number, table, [_score(text) for text in scores])
        echo(f"Table {table} of round {number} counts as entered.")


def _score(text: str) -> tuple[str, int, int]:
    """Read a score.

    >>> _score("Ann Lee=54/3")
    ('Ann Lee', 54, 3)
    """
    name, sign, value = text.rpartition("=")
    points, _, coins = value.partition("/")
    try:
        if not name.strip() or not sign:
            raise ValueError
        if not all(re.fullmatch(r"[+-]?[0-9]{1,4}", number) for number in (points, coins or "0")):
            raise ValueError
        return name.strip(), int(points), int(coins or 0)
    except ValueError:
        raise click.UsageError(f"{text!r:.60} is no score: NAME=POINTS/COINS.") from None
