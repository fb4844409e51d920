"""The venue's page: all tables live, the round that is played, and the standings."""

import asyncio
from collections.abc import Iterable
from typing import Any, TypedDict

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from host_tools.rules.errors import MoveError
from host_tools.rules.names import visible
from host_tools.rules.ruleset import ROMAN
from host_tools.texts import has, say
from host_tools.texts.sheet import write_sheet
from host_tools.venue import rounds
from host_tools.venue.book import Book, BookError, Pairing
from host_tools.venue.incoming import reason
from host_tools.venue.quarantine import Refusal
from host_tools.venue.rounds import RoundError
from host_tools.venue.seating_publisher import SeatingPublisher
from host_tools.venue.subscriber import Venue
from host_tools.venue.table_status import TableRow
from host_tools.venue.tournament import Standing
from host_tools.web.access import OPERATOR, ORGANISER, Tokens
from host_tools.web.doors import EVERYBODY, open_to
from host_tools.web.live import Channel, Events, Live
from host_tools.web.organiser_actions import ACTIONS
from host_tools.web.pages import (
    Page,
    Templates,
    attachment,
    live_stream,
    page_texts,
    static_files,
)
from host_tools.web.refusal import RefusedError, answer, body_of
from host_tools.web.request_guard import RequestGuard, lang_of
from host_tools.web.round_sheets import RoundSheets

PICTURE_S = 1.0  # between two pictures of all tables
REFUSED = 5  # of the refused messages, as many are shown
HEADS = ("rank", "player", "games", "wins", "worth", "points", "coins", "opponents")


class VenueTableView(TableRow):
    """A table of the venue."""

    phase_text: str


class RefusedView(TypedDict):
    """A message that was refused, and why."""

    topic: str
    why: str
    at: str
    times: int


class VenueView(TypedDict):
    """All tables of a venue; `countdown` is there because every live view has one."""

    trouble: str
    refused: int
    last_refused: list[RefusedView]
    seating_trouble: str
    tables: list[VenueTableView]
    roman: list[str]
    countdown: None


class OutcomeView(TypedDict):
    """How a player of a pairing fared."""

    player: str
    points: int
    coins: int
    rank: int


class PairingView(TypedDict):
    """A table of a round; `lines` are empty until it has a result."""

    table: str
    players: list[str]
    by_hand: bool
    lines: list[OutcomeView]


class StandingView(TypedDict):
    """A line of the standings."""

    rank: int
    player: str
    games: int
    wins: int
    worth: float
    points: int
    coins: int
    opponents: float


class StrayView(TypedDict):
    """A result that fits no table of a round."""

    table: str
    players: list[str]


class RoundOptionsView(TypedDict):
    """How a round is drawn, and what its tables play."""

    size: int
    first: int
    wonders: str
    edition: str
    sets: list[str]
    variant: str


class TournamentView(TypedDict):
    """The round that is played and the standings; `state` is "" before the first round."""

    rounds: int
    state: str
    options: RoundOptionsView
    pairings: list[PairingView]
    standings: list[StandingView]
    strays: list[StrayView]
    players: list[str]


class VenuePages:
    """What the page of a venue shows. `at` is its address."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.at = "http://127.0.0.1"
        self.tokens = Tokens.beside(venue.book.path)
        self.live = Live(self._draw, PICTURE_S)
        self.publisher = SeatingPublisher(venue.address, venue.book, venue.lock, self.live.ring)
        self._standing: tuple[object, TournamentView] | None = None
        self.tokens.listeners.append(self.live.recheck)
        venue.listeners.append(self.live.ring)

    def leave(self) -> None:
        """Stop listening to the venue."""
        self.venue.listeners.remove(self.live.ring)

    def _draw(self, channels: Iterable[Channel]) -> dict[Channel, Events]:
        rows, refused, book = self.venue.rows(), self.venue.refused(), self.tournament()
        found: dict[Channel, Events] = {}
        for what, lang in channels:
            view: VenueView = {
                "trouble": self.venue.trouble,
                "refused": sum(refusal.times for refusal in refused),
                "last_refused": [refused_view(refusal, lang) for refusal in refused[:REFUSED]],
                "seating_trouble": self.publisher.trouble,
                "tables": [{**row, "phase_text": _phase_text(row["phase"], lang)} for row in rows],
                "roman": list(ROMAN),
                "countdown": None,
            }
            found[what, lang] = {"view": view, "tournament": book}
        return found

    def link(self, lang: str) -> str:
        """Return a link that lets its first visitor run the tournament."""
        token = self.tokens.issue(ORGANISER)
        return f"{self.at}/organiser?t={token}&lang={lang}"

    def changed(self) -> None:
        """Let the tables and all pages know at once what the organiser has done."""
        self.publisher.look()
        self.live.ring()

    def tournament(self) -> TournamentView:
        """Return rounds and standings; worked out again when the book has changed."""
        with self.venue.lock:
            book = self.venue.book
            stamp = book.stamp()
            if self._standing is None or self._standing[0] != stamp:
                self._standing = stamp, tournament_view(book)
            return self._standing[1]


def refused_view(refusal: Refusal, lang: str) -> RefusedView:
    """Return a message that was refused, as people read it."""
    return {
        "topic": visible(refusal.topic),
        "why": visible(reason(refusal.why, refusal.detail, lang)),
        "at": refusal.at,
        "times": refusal.times,
    }


def tournament_view(book: Book) -> TournamentView:
    """Return rounds and standings of a book."""
    number = book.rounds()
    row, options = book.round_row(number), rounds.options_of(book, number)
    return {
        "rounds": number,
        "state": row.state if row else "",
        "options": {
            "size": options.size,
            "first": options.first,
            "wonders": options.wonders,
            "edition": options.edition,
            "sets": list(options.sets),
            "variant": options.variant,
        },
        "players": book.players(),
        "pairings": [_pairing(pairing) for pairing in rounds.tables_of(book, number)],
        "standings": [_standing(standing) for standing in book.standings()],
        "strays": [
            {"table": r["table"]["name"], "players": [s["player"] for s in r["seats"]]}
            for r in book.strays()
        ],
    }


def _pairing(pairing: Pairing) -> PairingView:
    lines = sorted(pairing.game, key=lambda line: line.rank)
    return {
        "table": pairing.table,
        "players": list(pairing.players),
        "by_hand": pairing.by_hand,
        "lines": [
            {"player": o.player, "points": o.points, "coins": o.coins, "rank": o.rank}
            for o in lines
        ],
    }


def _standing(standing: Standing) -> StandingView:
    return {
        "rank": standing.rank,
        "player": standing.player,
        "games": standing.games,
        "wins": standing.wins,
        "worth": round(float(standing.worth), 2),
        "points": standing.points,
        "coins": standing.coins,
        "opponents": round(float(standing.opponents), 2),
    }


def standings_csv(standings: Iterable[StandingView]) -> str:
    """Write standings for a spreadsheet."""
    lines: Iterable[dict[str, object]] = map(dict, standings)
    return write_sheet(HEADS, ([line[head] for head in HEADS] for line in lines))


def make_venue_app(pages: VenuePages, hosts: tuple[str, ...]) -> RequestGuard:
    """Return the venue's pages behind their guard."""
    templates = Templates(pages.tokens)

    async def missing(request: Request, error: Exception) -> Response:
        return templates.refusal(request, RefusedError("not_found"))

    app = Starlette(
        routes=venue_routes(pages, templates),
        lifespan=pages.live.life,
        exception_handlers={HTTPException: missing},
    )
    return RequestGuard(app, hosts, pages.tokens.known)


def venue_routes(pages: VenuePages, templates: Templates) -> list[BaseRoute]:
    """Return every route of a venue."""
    sheets = RoundSheets(pages.venue, templates, lambda: pages.at)

    @open_to(EVERYBODY)
    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    @open_to(EVERYBODY)
    async def events(request: Request) -> Response:
        return live_stream(pages.live, request, "public")

    @open_to(ORGANISER)
    async def organiser_events(request: Request) -> Response:
        try:
            pages.tokens.check(request, ORGANISER)
        except RefusedError as refusal:
            return answer(refusal, lang_of(request.scope))
        return live_stream(
            pages.live, request, OPERATOR, lambda: pages.tokens.may(request, ORGANISER)
        )

    @open_to(EVERYBODY)
    async def tournament(request: Request) -> Response:
        return JSONResponse(pages.tournament())

    @open_to(EVERYBODY)
    async def spreadsheet(request: Request) -> Response:
        return attachment(standings_csv(pages.tournament()["standings"]), "standings.csv")

    return [
        Route("/", templates.public("venue.html")),
        Route("/events", events),
        Route("/organiser", templates.private(ORGANISER, "organiser.html")),
        Route("/organiser/events", organiser_events),
        Route("/api/organiser/enter", templates.enter(ORGANISER), methods=["POST"]),
        *(
            Route(f"/api/organiser/{name}", action(pages, name), methods=["POST"])
            for name in ACTIONS
        ),
        *sheets.routes(),
        Route("/api/v1/tournament", tournament),
        Route("/standings.csv", spreadsheet),
        Route("/healthz", healthz),
        page_texts(),
        static_files(),
    ]


def action(pages: VenuePages, name: str) -> Page:
    """Return an action of the organiser, for whoever bears that token."""
    act, wanted, optional = ACTIONS[name]

    def run(body: dict[str, Any]) -> None:
        with pages.venue.lock:
            act(pages.venue.book, body)

    @open_to(ORGANISER)
    async def endpoint(request: Request) -> Response:
        lang = lang_of(request.scope)
        try:
            pages.tokens.check(request, ORGANISER)
            body = await body_of(request, wanted, optional)
            await asyncio.to_thread(run, body)  # it waits for the disk
        except (RefusedError, MoveError) as refusal:
            return answer(refusal, lang)
        except RoundError as error:
            return JSONResponse({"error": error.code, "message": error.text(lang)}, 409)
        except BookError as error:
            return JSONResponse({"error": "trouble", "message": str(error)}, 503)
        pages.changed()
        return JSONResponse({})

    return endpoint


def _phase_text(phase: str, lang: str) -> str:
    """Name a phase; one that a newer table knows keeps its own name."""
    return say(f"phase.{phase}", lang) if has(f"phase.{phase}") else phase
