"""The application: every route in one table, every refusal a sentence."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from host_tools.rules.errors import MoveError
from host_tools.web import operator_actions, seat_actions
from host_tools.web.access import OPERATOR, seat_role
from host_tools.web.api import Api
from host_tools.web.card_lists import deck_list
from host_tools.web.pages import Templates, attachment, page_texts, static_files
from host_tools.web.refusal import RefusedError, answer, body_of
from host_tools.web.request_guard import RequestGuard, lang_of
from host_tools.web.results_pages import ResultsPages
from host_tools.web.setup_draft import PLAN
from host_tools.web.table_pages import TablePages

Json = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
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
    return RequestGuard(app, hosts)


class Site:
    """All routes of the table."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages
        self.templates = Templates(pages.tokens)
        historian = pages.historian
        self.results = (
            ResultsPages(self.templates, historian.history, lambda: pages.private_history)
            if historian
            else None
        )

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        templates = self.templates
        return [
            Route("/", templates.public("screen.html")),
            Route("/overlay", templates.public("overlay.html")),
            Route("/setup", templates.private("setup.html")),
            Route("/operator", templates.private("operator.html")),
            Route("/seat/{seat:int}", templates.private("seat.html")),
            Route("/rules", templates.rules, middleware=[Middleware(GZipMiddleware)]),
            Route("/healthz", self.healthz),
            Route("/events", self.stream("public")),
            Route("/operator/events", self.api(self.stream(OPERATOR))),
            Route("/seat/{seat:int}/events", self.api(self.stream("seat"))),
            Route("/api/seat/{seat:int}/cards", self.api(self.cards)),
            *(
                Route(f"/api/seat/{{seat:int}}/{name}", self.api(self.seat(name)), methods=["POST"])
                for name in seat_actions.ACTIONS
            ),
            *(
                Route(f"/api/operator/{name}", self.api(self.operator(name)), methods=["POST"])
                for name in operator_actions.ACTIONS
            ),
            Route("/api/operator/export", self.api(self.export)),
            Route("/api/setup/plan", self.api(self.plan), methods=["GET", "POST"]),
            Route("/api/setup/draw", self.api(self.draw), methods=["POST"]),
            Route("/api/setup/deck", self.api(self.deck), methods=["GET", "POST"]),
            *(self.results.routes() if self.results else ()),
            *Api(self.pages).routes(),
            page_texts(),
            static_files(),
        ]

    # Refusals

    def api(self, work: Handler) -> Handler:
        """Let only the bearer of the right token through; say in JSON why not."""

        async def endpoint(request: Request) -> Response:
            seat = request.path_params.get("seat")
            try:
                self.pages.tokens.check(request, OPERATOR if seat is None else seat_role(seat))
                return await work(request)
            except (RefusedError, MoveError) as refusal:
                return answer(refusal, lang_of(request.scope))

        return endpoint

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

    async def healthz(self, request: Request) -> Response:
        """Answer that the pages and the table are running."""
        await self.pages.ask(lambda: None)
        return PlainTextResponse("ok\n")

    def stream(self, what: str) -> Handler:
        """Stream what everybody, a seat or the operator may see."""

        async def endpoint(request: Request) -> Response:
            seat, lang = request.path_params.get("seat"), lang_of(request.scope)
            if self.pages.live.full:
                return answer(RefusedError("too_many"), lang)
            channel = (what if seat is None else seat_role(seat), lang)
            return StreamingResponse(self.pages.live.watch(channel), media_type="text/event-stream")

        return endpoint

    # Acting

    def seat(self, name: str) -> Handler:
        """Return an action of a seat's page."""
        act, fields, optional = seat_actions.ACTIONS[name]

        async def endpoint(request: Request) -> Response:
            body = await body_of(request, fields, optional)
            number = request.path_params["seat"]
            await self.pages.ask(lambda: act(seat_actions.SeatPage(self.pages, number), body))
            return JSONResponse({})

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
        number, words = request.path_params["seat"], request.query_params.get("q", "")
        lang = lang_of(request.scope)
        found = await self.pages.ask(
            lambda: seat_actions.SeatPage(self.pages, number).cards(words, lang)
        )
        return JSONResponse(found)

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
