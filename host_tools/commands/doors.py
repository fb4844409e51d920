"""The command that lists who may do what on a table's pages: `wondertable doors`."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.results.historian import Historian
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.texts.echo import echo
from host_tools.venue.book import Book
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.web.access import OPERATOR, ORGANISER, Tokens
from host_tools.web.app import Site
from host_tools.web.doors import EVERYBODY, LINK, RESULTS, SEAT, Door, Who
from host_tools.web.doors import doors as doors_of
from host_tools.web.pages import Templates
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages
from host_tools.web.venue_pages import VenuePages, venue_routes

VISITORS = ("stranger", "seat", "other seat", "operator")
AT_A_VENUE = ("stranger", "organiser")
OPEN = {
    EVERYBODY: ("yes", "yes", "yes", "yes"),
    RESULTS: ("yes*", "yes", "yes", "yes"),
    SEAT: ("-", "yes", "-", "-"),
    OPERATOR: ("-", "-", "-", "yes"),
    LINK: ("link", "link", "link", "link"),
}
OPEN_AT_A_VENUE = {EVERYBODY: ("yes", "yes"), ORGANISER: ("-", "yes"), LINK: ("link", "link")}


@click.command()
def doors() -> None:
    """List every address of the pages of a table and of a venue, and who may use it.

    A seat may use the addresses with its own number, as long as its game is at the table. "link"
    is for whoever has a link that is still good. The list is made from the program itself.

    \b
    Example:
      wondertable doors
    """
    _print(table_doors(), VISITORS, OPEN)
    echo("* not with --private-history")
    echo("", "At a venue:")
    _print(venue_doors(), AT_A_VENUE, OPEN_AT_A_VENUE)


def _print(rows: list[Door], visitors: Sequence[str], allowed: Mapping[Who, Sequence[str]]) -> None:
    width = max(len(door.path) for door in rows)
    echo(_line("", "", visitors, width))
    for door in rows:
        cells = allowed[door.who] if door.who else ("?",) * len(visitors)
        echo(_line(door.method, door.path, cells, width))


def _line(method: str, path: str, cells: Iterable[str], width: int) -> str:
    return f"{method:<10}{path:<{width}}  {''.join(f'{cell:<12}' for cell in cells)}".rstrip()


def table_doors() -> list[Door]:
    """Return the doors of a table that has everything and plays nothing."""
    with TemporaryDirectory() as folder:
        journal, hub = Journal(Path(folder) / "games.db"), Hub()
        historian = Historian(journal)
        pages = TablePages(
            Host(None, Pump(hub, [])),
            Tokens(),
            SetupDraft(Players(Path(folder) / "players.json")),
            Shelf(journal, hub),
            historian=historian,
        )
        try:
            return list(doors_of(Site(pages).routes()))
        finally:
            pages.leave()
            historian.close()
            journal.close()


def venue_doors() -> list[Door]:
    """Return the doors of a venue that has no broker."""
    with TemporaryDirectory() as folder, closing(Book(Path(folder) / "venue.db")) as book:
        pages = VenuePages(Venue(Address("127.0.0.1", 1883), book))
        return list(doors_of(venue_routes(pages, Templates(pages.tokens))))
