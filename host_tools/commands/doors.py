"""The command that lists who may do what on a table's pages: `wondertable doors`."""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.results.historian import Historian
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.web.access import OPERATOR, Tokens
from host_tools.web.app import Site
from host_tools.web.doors import EVERYBODY, LINK, RESULTS, SEAT, Door
from host_tools.web.doors import doors as doors_of
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages

VISITORS = ("stranger", "seat", "other seat", "operator")
OPEN = {
    EVERYBODY: ("yes", "yes", "yes", "yes"),
    RESULTS: ("yes*", "yes", "yes", "yes"),
    SEAT: ("-", "yes", "-", "-"),
    OPERATOR: ("-", "-", "-", "yes"),
    LINK: ("link", "link", "link", "link"),
}


@click.command()
def doors() -> None:
    """List every address of a table's pages, and who may use it.

    A seat may use the addresses with its own number, as long as its game is at the table. "link"
    is for whoever has a link that is still good. The list is made from the program itself.

    \b
    Example:
      wondertable doors
    """
    rows = table_doors()
    width = max(len(door.path) for door in rows)
    click.echo(_line("", "", VISITORS, width))
    for door in rows:
        allowed = OPEN[door.who] if door.who else ("?",) * len(VISITORS)
        click.echo(_line(door.method, door.path, allowed, width))
    click.echo("* not with --private-history")


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
