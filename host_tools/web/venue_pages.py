"""The venue's page: all tables live, the round that is played, and the standings."""

import csv
import io
from collections.abc import Iterable
from typing import TypedDict

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from host_tools.rules.names import in_sheet, visible
from host_tools.rules.ruleset import ROMAN
from host_tools.texts import has, say
from host_tools.venue.book import Book, Pairing
from host_tools.venue.incoming import reason
from host_tools.venue.quarantine import Refusal
from host_tools.venue.subscriber import Venue
from host_tools.venue.table_status import TableRow
from host_tools.venue.tournament import Standing
from host_tools.web.access import Tokens
from host_tools.web.live import Channel, Events, Live
from host_tools.web.pages import Templates, attachment, page_texts, static_files
from host_tools.web.refusal import RefusedError, answer
from host_tools.web.request_guard import RequestGuard, lang_of

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
    tables: list[VenueTableView]
    roman: list[str]
    countdown: None


class OutcomeView(TypedDict):
    """How a player of a pairing fared."""

    player: str
    points: int
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


class TournamentView(TypedDict):
    """The round that is played and the standings."""

    rounds: int
    pairings: list[PairingView]
    standings: list[StandingView]
    strays: list[StrayView]


class VenuePages:
    """What the page of a venue shows. `at` is its address."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.at = "http://127.0.0.1"
        self.live = Live(self._draw, PICTURE_S)
        self._standing: tuple[object, TournamentView] | None = None
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
                "tables": [{**row, "phase_text": _phase_text(row["phase"], lang)} for row in rows],
                "roman": list(ROMAN),
                "countdown": None,
            }
            found[what, lang] = {"view": view, "tournament": book}
        return found

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
    rounds = book.rounds()
    return {
        "rounds": rounds,
        "pairings": [_pairing(pairing) for pairing in book.pairings() if pairing.round == rounds],
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
        "lines": [{"player": o.player, "points": o.points, "rank": o.rank} for o in lines],
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
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "player": in_sheet(row["player"])} for row in standings)
    return text.getvalue()


def make_venue_app(pages: VenuePages, hosts: tuple[str, ...]) -> RequestGuard:
    """Return the venue's pages behind their guard."""
    templates = Templates(Tokens())

    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def stream(request: Request) -> Response:
        if pages.live.full:
            return answer(RefusedError("too_many"), lang_of(request.scope))
        channel = ("public", lang_of(request.scope))
        return StreamingResponse(pages.live.watch(channel), media_type="text/event-stream")

    async def tournament(request: Request) -> Response:
        return JSONResponse(pages.tournament())

    async def spreadsheet(request: Request) -> Response:
        return attachment(standings_csv(pages.tournament()["standings"]), "standings.csv")

    async def missing(request: Request, error: Exception) -> Response:
        return templates.refusal(request, RefusedError("not_found"))

    app = Starlette(
        routes=[
            Route("/", templates.public("venue.html")),
            Route("/events", stream),
            Route("/api/v1/tournament", tournament),
            Route("/standings.csv", spreadsheet),
            Route("/healthz", healthz),
            page_texts(),
            static_files(),
        ],
        lifespan=pages.live.life,
        exception_handlers={HTTPException: missing},
    )
    return RequestGuard(app, hosts)


def _phase_text(phase: str, lang: str) -> str:
    """Name a phase; one that a newer table knows keeps its own name."""
    return say(f"phase.{phase}", lang) if has(f"phase.{phase}") else phase
