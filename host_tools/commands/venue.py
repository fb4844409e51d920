"""The commands of a venue: all tables on one page, and what runs a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host_tools.commands.group import OptionGroup
from host_tools.commands.options import HTTPS, LANG, data_folder, sentences
from host_tools.commands.venue_players import add, drop, players
from host_tools.commands.venue_rounds import begin, close, opened_book, seating
from host_tools.commands.venue_score import score
from host_tools.texts import say
from host_tools.texts.echo import echo, echo_file, echo_json
from host_tools.venue.book import Book
from host_tools.venue.broker_options import broker, broker_options
from host_tools.venue.incoming import reason

if TYPE_CHECKING:
    from host_tools.commands.running_table import Interruption
    from host_tools.web.venue_pages import TournamentView


@click.group(cls=OptionGroup, shared=["book"], invoke_without_command=True)
@broker_options(required=False)
@click.option(
    "--book",
    type=click.Path(path_type=Path),
    help="The file of this tournament; by default venue.db in your data folder.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the page; 0: any free.")
@click.option("--lan/--no-lan", help="Let others on the LAN see the page.")
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
        _run(opened, address, taken, lan, lang)


for command in (players, add, drop, seating, begin, close, score):
    venue.add_command(command)


def _run(book: Book, address: Any, taken: Any, lan: bool, lang: str) -> None:
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
            if not lan:
                echo(say("venue.no_lan", lang))
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

    from host_tools.texts import counted
    from host_tools.texts.terminal import PlainConsole

    done = sum(bool(pairing["lines"]) for pairing in found["pairings"])
    tables = counted(len(found["pairings"]), "table")
    of_round = f"Round {found['rounds']}: {done} of {tables} finished"
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
