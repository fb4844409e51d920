"""Opening the pages of a table: the house, its server, and the addresses to print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from host_tools.results.historian import Historian
from host_tools.table.host import Host, Shelf
from host_tools.venue.chronicle import Chronicle, identity_in
from host_tools.web.draft import Draft
from host_tools.web.house import Guests, House
from host_tools.web.players import Players
from host_tools.web.server import Server, ServerError
from host_tools.web.tokens import OPERATOR, Tokens, seat_role

NAMES = {
    "en": {"screen": "Screen", "operator": "Operator", "setup": "Set-up", "overlay": "Overlay"},
    "fr": {
        "screen": "Écran",
        "operator": "Opérateur",
        "setup": "Préparation",
        "overlay": "Incrustation",
    },
}
ONCE = {
    "en": "Links with ?t= let their first visitor in; the operator page makes new ones.",
    "fr": "Un lien avec ?t= ne sert qu'une fois ; la page de l'opérateur en fait d'autres.",
}


@contextmanager
def open_pages(
    host: Host,
    shelf: Shelf,
    guests: Guests | None = None,
    port: int | None = None,
    lan: bool = False,
    historian: Historian | None = None,
    chronicle: Chronicle | None = None,
    chances: bool = False,
) -> Iterator[Server[House]]:
    """Serve the pages of a host that runs; a sentence when that is not possible."""
    folder = shelf.journal.path.parent
    plan = host.table.evening.setup if host.table is not None else None
    draft = Draft(Players(folder / "players.json"), plan)
    tokens = Tokens(folder / "tokens.json")
    chronicle = chronicle or Chronicle(identity_in(folder))
    house = House(host, tokens, draft, shelf, guests, historian=historian, chronicle=chronicle)
    try:
        server = Server(house, port, lan)
    except ServerError as error:
        house.leave()
        raise click.ClickException(str(error)) from None
    try:
        server.start()
        if chances:
            host.call(lambda: house.spoiler.turn(on=True))
        yield server
    finally:
        server.stop()


def addresses(house: House, lang: str) -> list[tuple[str, str]]:
    """Return whose page is where; private ones with a link for their first visitor."""
    names, more = NAMES[lang], "&lang=fr" if lang == "fr" else ""
    found = [
        (names["screen"], f"{house.at}/" + more.replace("&", "?")),
        (names["overlay"], f"{house.at}/overlay?layout=bar{more}"),
        (names["operator"], house.link(OPERATOR, "/operator") + more),
        (names["setup"], f"{house.at}/setup" + more.replace("&", "?")),
    ]
    if house.host.table is None:
        return found
    rules = house.host.table.evening.game.rules
    seats = [(rules.name(seat), seat) for seat in rules.players]
    return [*found, *((n, house.link(seat_role(s), f"/seat/{s}") + more) for n, s in seats)]


def print_addresses(house: House, lang: str) -> None:
    """Say where the pages are."""
    for name, address in addresses(house, lang):
        click.echo(f"  {name:<12} {address}")
    click.echo(f"  {ONCE[lang]}")
