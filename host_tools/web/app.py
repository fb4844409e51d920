"""The application: every route in one table, every refusal a sentence."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from host_tools.rules.errors import MoveError
from host_tools.web import operator_actions, seat_actions
from host_tools.web.api import Api
from host_tools.web.deck_list import DeckView, deck_list
from host_tools.web.door import Door
from host_tools.web.draft import PLAN
from host_tools.web.fields import body_of
from host_tools.web.guard import Guard, lang_of
from host_tools.web.house import House
from host_tools.web.live import Channel
from host_tools.web.pages import Pages, static_files
from host_tools.web.refusal import RefusedError, answer
from host_tools.web.results_pages import ResultsPages
from host_tools.web.tokens import OPERATOR, seat_role

Json = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
LOCAL = ("localhost", "127.0.0.1", "[::1]")

log = logging.getLogger(__name__)


def make_app(house: House, hosts: tuple[str, ...] = LOCAL) -> Guard:
    """Return the application behind its guard; it answers only under these names."""
    site = Site(house)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (house.live.run(), house.live.pulse())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    app = Starlette(
        routes=site.routes(),
        lifespan=life,
        exception_handlers={HTTPException: site.missing, Exception: site.failed},
    )
    return Guard(app, hosts)


class Site:
    """All routes of the table."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.door = Door(house.tokens)
        self.pages = Pages(self.door)
        historian = house.historian
        self.results = ResultsPages(self.pages, historian.history) if historian else None

    def routes(self) -> list[BaseRoute]:
        """Return every address that leads somewhere."""
        pages = self.pages
        return [
            Route("/", pages.public("screen.html")),
            Route("/overlay", pages.public("overlay.html")),
            Route("/setup", pages.private("setup.html")),
            Route("/operator", pages.private("operator.html")),
            Route("/seat/{seat:int}", pages.private("seat.html")),
            Route("/healthz", self.healthz),
            Route("/events", self.stream("public")),
            Route("/operator/events", self.stream(OPERATOR)),
            Route("/seat/{seat:int}/events", self.stream("seat")),
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
            *Api(self.house).routes(),
            static_files(),
        ]

    # Refusals

    def api(self, work: Handler) -> Handler:
        """Let only the bearer of the right token through; say in JSON why not."""

        async def endpoint(request: Request) -> Response:
            seat = request.path_params.get("seat")
            try:
                self.door.check(request, OPERATOR if seat is None else seat_role(seat))
                return await work(request)
            except (RefusedError, MoveError) as refusal:
                return answer(refusal, lang_of(request.scope))

        return endpoint

    async def missing(self, request: Request, error: Exception) -> Response:
        """An address that leads nowhere."""
        assert isinstance(error, HTTPException)
        refusal = RefusedError("no_method" if error.status_code == 405 else "not_found")
        if request.url.path.startswith(("/api/", "/static/")):
            return answer(refusal, lang_of(request.scope))
        return self.pages.refusal(request, refusal)

    async def failed(self, request: Request, error: Exception) -> Response:
        """A fault of ours: logged here, one sentence there."""
        log.error("%s %s failed.", request.method, request.url.path, exc_info=error)
        return answer(RefusedError("failed"), lang_of(request.scope))

    # Watching

    async def healthz(self, request: Request) -> Response:
        """Say that the pages and the table are there."""
        await self.house.ask(lambda: None)
        return PlainTextResponse("ok\n")

    def stream(self, what: str) -> Handler:
        """Stream what everybody, a seat or the operator may see."""

        async def endpoint(request: Request) -> Response:
            lang = lang_of(request.scope)
            channel: Channel = (what, lang)
            try:
                if what != "public":
                    seat = request.path_params.get("seat")
                    role = OPERATOR if seat is None else seat_role(seat)
                    self.door.check(request, role)
                    channel = (role, lang)
                if self.house.live.full:
                    raise RefusedError("too_many")
            except RefusedError as refusal:
                return answer(refusal, lang)
            return StreamingResponse(self.house.live.watch(channel), media_type="text/event-stream")

        return endpoint

    # Acting

    def seat(self, name: str) -> Handler:
        """An action of a seat's page."""
        act, fields = seat_actions.ACTIONS[name]

        async def endpoint(request: Request) -> Response:
            body = await body_of(request, fields)
            number = request.path_params["seat"]
            await self.house.ask(lambda: act(seat_actions.Seat(self.house, number), body))
            return JSONResponse({})

        return endpoint

    def operator(self, name: str) -> Handler:
        """An action of the operator."""
        act, fields, optional = operator_actions.ACTIONS[name]

        async def endpoint(request: Request) -> Response:
            body = await body_of(request, fields, optional)
            return JSONResponse(await self.house.ask(lambda: act(self.house, body)))

        return endpoint

    async def cards(self, request: Request) -> Response:
        """The cards that a seat can lay now."""
        number, words = request.path_params["seat"], request.query_params.get("q", "")
        lang = lang_of(request.scope)
        found = await self.house.ask(
            lambda: seat_actions.Seat(self.house, number).cards(words, lang)
        )
        return JSONResponse(found)

    async def export(self, request: Request) -> Response:
        """The game as a file."""
        text = await self.house.ask(lambda: operator_actions.export(self.house))
        return PlainTextResponse(
            text,
            headers={"Content-Disposition": 'attachment; filename="wondertable.jsonl"'},
            media_type="application/jsonl",
        )

    # Setting up

    async def plan(self, request: Request) -> Response:
        """The draft of the next game, or a new one."""
        if request.method == "POST":
            self.house.draft.save(await body_of(request, PLAN))
        return await self._draft(request)

    async def draw(self, request: Request) -> Response:
        """Draw wonders and sides for who has chosen none."""
        await body_of(request, {})
        self.house.draft.draw()
        return await self._draft(request)

    async def _draft(self, request: Request) -> Response:
        going = await self.house.ask(lambda: operator_actions.running(self.house))
        return JSONResponse(self.house.draft.as_json(lang_of(request.scope), going))

    async def deck(self, request: Request) -> Response:
        """The physical cards of the next game; POST draws guilds and black cards anew."""
        if request.method == "POST":
            await body_of(request, {})
            self.house.draft.draw_again()
        draft = self.house.draft
        groups = deck_list(draft.agreed().game_setup, draft.seed, lang_of(request.scope))
        found: DeckView = {"groups": groups}
        return JSONResponse(found)
