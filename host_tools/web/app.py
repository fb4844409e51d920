"""The application: every route in one table, every refusal a sentence."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from host_tools.rules.errors import MoveError
from host_tools.venue.chronicle import location_of
from host_tools.web import lessons, operator_actions, seat_actions
from host_tools.web.access import OPERATOR, seat_role
from host_tools.web.api import Api
from host_tools.web.app_manifest import app_manifest
from host_tools.web.card_lists import deck_list
from host_tools.web.doors import EVERYBODY, SEAT, Who, open_to, role_at
from host_tools.web.pages import Templates, attachment, live_stream, page_texts, static_files
from host_tools.web.qr import qr_svg
from host_tools.web.refusal import RefusedError, answer, body_of
from host_tools.web.request_guard import ENTER, RequestGuard, lang_of
from host_tools.web.results_pages import ResultsPages
from host_tools.web.setup_plan import PLAN
from host_tools.web.table_pages import TablePages

Json = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
GET, POST, BOTH = ("GET",), ("POST",), ("GET", "POST")
LOCAL = ("localhost", "127.0.0.1", "[::1]")

log = logging.getLogger(__name__)


def make_app(pages: TablePages, hosts: tuple[str, ...] = LOCAL) -> RequestGuard:
    """Return the application behind its guard; it answers only under these names."""
    site = Site(pages)
    app = Starlette(
        routes=site.routes(),
        lifespan=pages.live.life,
        exception_handlers={HTTPException: site.missing, Exception: site.failed},
    )
    return RequestGuard(app, hosts, pages.tokens.known)


class Site:
    """All routes of the table."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages
        self.templates = Templates(pages.tokens)
        self.results = None
        if (historian := pages.historian) is not None:
            self.results = ResultsPages(
                self.templates,
                historian.history,
                lambda: pages.private_history,
                location_of(pages.chronicle.identity),
                lambda: pages.watch,
            )

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        templates = self.templates
        return [
            Route("/", templates.public("screen.html")),
            Route("/overlay", templates.public("overlay.html")),
            Route("/setup", templates.private(OPERATOR, "setup.html")),
            Route("/operator", templates.private(OPERATOR, "operator.html")),
            Route("/operator/codes", templates.private(OPERATOR, "codes.html")),
            Route("/seat/{seat:int}", templates.private(SEAT, "seat.html")),
            Route("/seat/{seat:int}/app.webmanifest", app_manifest),
            Route(f"/api/operator{ENTER}", templates.enter(OPERATOR), methods=POST),
            Route(f"/api/seat/{{seat:int}}{ENTER}", templates.enter(SEAT), methods=POST),
            Route("/rules", templates.rules, middleware=[Middleware(GZipMiddleware)]),
            Route("/healthz", self.healthz),
            Route("/events", self.stream),
            Route("/watch.svg", self.watch_code),
            self.door(OPERATOR, "/operator/events", self.private_stream(OPERATOR)),
            self.door(SEAT, "/seat/{seat:int}/events", self.private_stream(SEAT)),
            self.door(SEAT, "/api/seat/{seat:int}/cards", self.cards),
            self.door(SEAT, "/api/seat/{seat:int}/card", self.card),
            *(
                self.door(SEAT, f"/api/seat/{{seat:int}}/{name}", self.seat(name), POST)
                for name in seat_actions.ACTIONS
            ),
            *(
                self.door(SEAT, f"/api/seat/{{seat:int}}/{name}", self.lesson(name), POST)
                for name in lessons.LESSONS
            ),
            *(
                self.door(OPERATOR, f"/api/operator/{name}", self.operator(name), POST)
                for name in operator_actions.ACTIONS
            ),
            self.door(OPERATOR, "/api/operator/log-out", self.log_out, POST),
            self.door(OPERATOR, "/api/operator/export", self.export),
            self.door(OPERATOR, "/api/setup/plan", self.plan, BOTH),
            self.door(OPERATOR, "/api/setup/draw", self.draw, POST),
            self.door(OPERATOR, "/api/setup/deck", self.deck, BOTH),
            *(self.results.routes() if self.results else ()),
            *Api(self.pages).routes(),
            page_texts(),
            static_files(),
        ]

    # Doors

    def door(self, who: Who, path: str, work: Handler, methods: Sequence[str] = GET) -> Route:
        """Let only the bearer of the right token through; say in JSON why not."""

        @open_to(who)
        async def endpoint(request: Request) -> Response:
            try:
                self.pages.tokens.check(request, role_at(who, request))
                return await work(request)
            except (RefusedError, MoveError) as refusal:
                return answer(refusal, lang_of(request.scope))

        return Route(path, endpoint, methods=methods)

    # Refusals

    async def missing(self, request: Request, error: Exception) -> Response:
        """Answer for an address that does not exist."""
        assert isinstance(error, HTTPException)
        refusal = RefusedError("no_method" if error.status_code == 405 else "not_found")
        if request.url.path.startswith(("/api/", "/static/", "/texts/")):
            return answer(refusal, lang_of(request.scope))
        return self.templates.refusal(request, refusal)

    async def failed(self, request: Request, error: Exception) -> Response:
        """Log a fault of ours, and answer with a sentence."""
        log.error("%s %s failed.", request.method, request.url.path, exc_info=error)
        return answer(RefusedError("failed"), lang_of(request.scope))

    # Watching

    @open_to(EVERYBODY)
    async def healthz(self, request: Request) -> Response:
        """Answer that the pages and the table are running."""
        await self.pages.ask(lambda: None)
        return PlainTextResponse("ok\n")

    @open_to(EVERYBODY)
    async def stream(self, request: Request) -> Response:
        """Stream what everybody may see."""
        return live_stream(self.pages.live, request, "public")

    @open_to(EVERYBODY)
    async def watch_code(self, request: Request) -> Response:
        """Draw the address of the shared screen as a code for spectators."""
        if not self.pages.watch:
            raise HTTPException(404)
        return Response(qr_svg(self.pages.watch), media_type="image/svg+xml")

    def private_stream(self, who: Who) -> Handler:
        """Stream what the operator or a seat may see, as long as they may."""

        async def endpoint(request: Request) -> Response:
            role, tokens = role_at(who, request), self.pages.tokens
            return live_stream(self.pages.live, request, role, lambda: tokens.may(request, role))

        return endpoint

    # Acting

    def seat(self, name: str) -> Handler:
        """Return an action of a seat's page."""
        act, fields, optional = seat_actions.ACTIONS[name]

        async def endpoint(request: Request) -> Response:
            body = await body_of(request, fields, optional)
            await self.pages.ask(lambda: act(self._seat_page(request), body))
            return JSONResponse({})

        return endpoint

    def lesson(self, name: str) -> Handler:
        """Return something that a seat's page teaches; a POST, whose body no log has."""
        teach, fields, optional = lessons.LESSONS[name]

        async def endpoint(request: Request) -> Response:
            body, lang = await body_of(request, fields, optional), lang_of(request.scope)
            page = self._seat_page
            return JSONResponse(await self.pages.ask(lambda: teach(page(request), body, lang)))

        return endpoint

    def operator(self, name: str) -> Handler:
        """Return an action of the operator."""
        act, fields, optional = operator_actions.ACTIONS[name]

        async def endpoint(request: Request) -> Response:
            body = await body_of(request, fields, optional)
            return JSONResponse(await self.pages.ask(lambda: act(self.pages, body)) or {})

        return endpoint

    async def cards(self, request: Request) -> Response:
        """Return the cards that a seat can lay now."""
        words, lang = request.query_params.get("q", ""), lang_of(request.scope)
        found = await self.pages.ask(lambda: self._seat_page(request).cards(words, lang))
        return JSONResponse(found)

    async def card(self, request: Request) -> Response:
        """Return what is printed on a card."""
        card, lang = request.query_params.get("id", ""), lang_of(request.scope)
        return JSONResponse(
            await self.pages.ask(lambda: self._seat_page(request).card_facts(card, lang))
        )

    def _seat_page(self, request: Request) -> seat_actions.SeatPage:
        """Return the seat of a request; only in the table's thread, where games change."""
        seat: int = request.path_params["seat"]
        self.pages.tokens.check(request, seat_role(seat))  # for the game that is there now
        return seat_actions.SeatPage(self.pages, seat)

    async def log_out(self, request: Request) -> Response:
        """Log out a seat, the other operators, or everybody but the one who asks."""
        body = await body_of(request, operator_actions.LOG_OUT)
        mine = self.pages.tokens.cookie(request, OPERATOR)
        await self.pages.ask(lambda: operator_actions.log_out(self.pages, body, mine))
        return JSONResponse({})

    async def export(self, request: Request) -> Response:
        """Return the game as a file."""
        text = await self.pages.ask(lambda: operator_actions.export(self.pages))
        return attachment(text, "wondertable.jsonl")

    # Setting up

    async def plan(self, request: Request) -> Response:
        """Return the draft of the next game, or save a new one."""
        if request.method == "POST":
            self.pages.draft.save(await body_of(request, PLAN))
        return await self._draft(request)

    async def draw(self, request: Request) -> Response:
        """Draw wonders and sides for who has chosen none."""
        await body_of(request, {})
        self.pages.draft.draw()
        return await self._draft(request)

    async def _draft(self, request: Request) -> Response:
        going = await self.pages.ask(lambda: operator_actions.running(self.pages))
        return JSONResponse(self.pages.draft.as_json(lang_of(request.scope), going))

    async def deck(self, request: Request) -> Response:
        """Return the cards of the next game; POST draws its guilds and black cards again."""
        if request.method == "POST":
            await body_of(request, {})
            self.pages.draft.draw_again()
        draft = self.pages.draft
        return JSONResponse(
            deck_list(draft.agreed().game_setup, draft.seed, lang_of(request.scope))
        )
