"""For players: where is my table? A search by name, and a sheet of a round to print."""

from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from host_tools.rules.names import plain_key
from host_tools.venue import rounds
from host_tools.venue.book import Book
from host_tools.venue.seating import LAST_ROUND
from host_tools.venue.subscriber import Venue
from host_tools.venue.tournament import key_of
from host_tools.web.doors import EVERYBODY, open_to
from host_tools.web.pages import Templates
from host_tools.web.qr import qr_svg
from host_tools.web.refusal import RefusedError
from host_tools.web.request_guard import lang_of

MATCHES_MAX = 12


class PlaceRow(NamedTuple):
    """Where somebody sits."""

    table: str
    player: str
    wonder: str  # with its side, or "" if the table draws it


class RoundSheets:
    """The pages of a round; `at` returns the address that phones reach."""

    def __init__(self, venue: Venue, templates: Templates, at: Callable[[], str]) -> None:
        self._venue, self._templates, self._at = venue, templates, at

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/find", self.find),
            Route("/find.svg", self.code),
            Route("/round/{number:int}", self.sheet),
        ]

    @open_to(EVERYBODY)
    async def find(self, request: Request) -> Response:
        """Show a player's table, by a part of the name."""
        name = request.query_params.get("name", "")[:80]
        with self._venue.lock:
            book = self._venue.book
            number = book.rounds()
            number = number if rounds.is_open(book, number) else 0
            places = places_of(book, number, lang_of(request.scope))
        matches = matching(places, name)
        return self._templates.show(
            "find.html", request, number=number, asked=name, places=matches[:MATCHES_MAX]
        )

    @open_to(EVERYBODY)
    async def code(self, request: Request) -> Response:
        """Return the QR code that leads to the search."""
        return Response(qr_svg(f"{self._at()}/find"), media_type="image/svg+xml")

    @open_to(EVERYBODY)
    async def sheet(self, request: Request) -> Response:
        """Show all tables of a round, to be printed."""
        number = request.path_params["number"]
        with self._venue.lock:
            places = places_of(self._venue.book, number, lang_of(request.scope))
        if not places:
            return self._templates.refusal(request, RefusedError("not_found"))
        tables: dict[str, list[PlaceRow]] = {}
        for place in places:
            tables.setdefault(place.table, []).append(place)
        return self._templates.show(
            "round.html", request, number=number, tables=tables, at=self._at()
        )


def places_of(book: Book, number: int, lang: str) -> list[PlaceRow]:
    """Return where everybody sits in a round."""
    if not 0 < number <= LAST_ROUND:
        return []
    edition = rounds.options_of(book, number).edition
    return [
        PlaceRow(table, seat.player, rounds.wonder_name(edition, seat, lang))
        for table, seats in rounds.seats_of(book, number).items()
        for seat in seats
    ]


def matching(places: list[PlaceRow], name: str) -> list[PlaceRow]:
    """Return who is called like this; only the one with exactly this name, if there is one.

    >>> both = [PlaceRow("1", "Zoë", ""), PlaceRow("2", "Zoella Lee", "")]
    >>> [place.table for place in matching(both, "ZOË")], len(matching(both, "zoe"))
    (['1'], 2)
    """
    key, plain = key_of(name), plain_key(name)
    exact = [place for place in places if key_of(place.player) == key]
    return exact or [place for place in places if plain and plain in plain_key(place.player)]
