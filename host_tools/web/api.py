"""The API for other programs, and its OpenAPI description: read-only, only what all may see."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypedDict, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from host_tools.table.views import PointsView
from host_tools.texts import LANGUAGES
from host_tools.venue import messages
from host_tools.venue.messages import EventMessage, SeatStatus, StateMessage
from host_tools.web.connections import client_of
from host_tools.web.doors import EVERYBODY, open_to
from host_tools.web.refusal import RefusedError, answer
from host_tools.web.request_guard import lang_of
from host_tools.web.table_pages import TablePages

Json = dict[str, Any]
Work = Callable[[Request], Awaitable[object]]
AT = "/api/v1"
VERSION = "1.0.0"
TOO_MANY = 1013  # RFC 6455: try again later
GOING = 1001
Seat = TypeVar("Seat")


class SeatsAnswer(TypedDict):
    """All seats as they stand."""

    seats: list[SeatStatus]


class ScoreAnswer(TypedDict):
    """The points of a seat, explained."""

    seat: int
    player: str
    score: dict[str, int]
    explained: list[PointsView]


class EventsAnswer(TypedDict):
    """What has happened in this game."""

    events: list[EventMessage]


class JournalGame(TypedDict):
    """A game in the journal."""

    number: int
    begun: str
    state: str


class GamesAnswer(TypedDict):
    """The games in the journal, the newest first."""

    games: list[JournalGame]


class Api:
    """The routes below `/api/v1`."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        """Return every address of the API."""
        work: dict[str, Work] = {
            "openapi.json": self.description,
            "table": self.table,
            "seats": self.seats,
            "seats/{seat:int}": self.seat,
            "seats/{seat:int}/score": self.score,
            "events": self.events,
            "result": self.result,
            "games": self.games,
        }
        return [
            WebSocketRoute(f"{AT}/events", self.stream),
            *(Route(f"{AT}/{path}", _answered(answer)) for path, answer in work.items()),
        ]

    async def description(self, request: Request) -> Json:
        """Return what there is, as OpenAPI."""
        return document()

    async def table(self, request: Request) -> StateMessage:
        """Return how the table stands."""
        return await self._state()

    async def _state(self) -> StateMessage:
        pages = self.pages
        return await pages.ask(lambda: pages.chronicle.state(pages.host.table, time.time()))

    async def seats(self, request: Request) -> SeatsAnswer:
        """Return all seats."""
        return {"seats": (await self._state())["seats"]}

    async def seat(self, request: Request) -> SeatStatus:
        """Return one seat."""
        return _seat((await self._state())["seats"], request.path_params["seat"])

    async def score(self, request: Request) -> ScoreAnswer:
        """Return the points of a seat, every one explained."""
        lang = lang_of(request.scope)
        view = await self.pages.ask(lambda: self.pages.view(lang))
        seat = _seat(view["seats"], request.path_params["seat"])
        return {
            "seat": seat["seat"],
            "player": seat["player"],
            "score": seat["score"],
            "explained": seat["explained"],
        }

    async def events(self, request: Request) -> EventsAnswer:
        """Return what has happened in this game, or since an event."""
        return {"events": _after(self.pages.chronicle.events, request.query_params.get("after"))}

    async def result(self, request: Request) -> messages.ResultMessage:
        """Return the result of the game that is over."""
        result = self.pages.chronicle.result
        if result is None or not result["final"]:
            raise RefusedError("not_over")
        return result

    async def games(self, request: Request) -> GamesAnswer:
        """Return the games of this table's journal, the newest first."""
        rows = await self.pages.ask(lambda: self.pages.table.journal.games())
        games: list[JournalGame] = [
            {"number": row.id, "begun": messages.moment(row.begun), "state": row.state}
            for row in rows
        ]
        return {"games": games}

    # The stream

    @open_to(EVERYBODY)
    async def stream(self, socket: WebSocket) -> None:
        """Send how the table stands, then what happens."""
        feed, client = self.pages.feed, client_of(socket.scope)
        await socket.accept()
        if not feed.room_for(client):
            await socket.close(TOO_MANY)
            return
        bell = feed.bell(client)
        gone = asyncio.create_task(_until_gone(socket))
        try:
            await self._tell(socket, bell, gone)
        except (WebSocketDisconnect, RuntimeError):
            return  # the other end left in the middle of a message
        except RefusedError:
            await socket.close(TOO_MANY)
        finally:
            feed.leave(bell)
            gone.cancel()

    async def _tell(self, socket: WebSocket, bell: asyncio.Event, gone: asyncio.Task[None]) -> None:
        chronicle = self.pages.chronicle
        after = socket.query_params.get("after")
        seen = chronicle.events
        await socket.send_json(await self._state())
        waiting = [] if after is None else _after(seen, after)
        while not self.pages.feed.closed:
            for event in waiting:
                await socket.send_json(event)
            ring = asyncio.create_task(bell.wait())
            await asyncio.wait((ring, gone), return_when=asyncio.FIRST_COMPLETED)
            ring.cancel()
            if gone.done():
                return
            bell.clear()
            now = chronicle.events
            waiting, seen = _after(now, seen[-1]["id"] if seen else None), now
        await socket.close(GOING)


async def _until_gone(socket: WebSocket) -> None:
    """Read until the other end leaves; whatever it sends is ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _after(events: list[EventMessage], known: str | None) -> list[EventMessage]:
    """Return the events after a known one; all of them when it is not one of this game."""
    start = next((n for n, event in enumerate(events, 1) if event["id"] == known), 0)
    return events[start:]


def _seat(seats: list[Seat], number: int) -> Seat:
    if not 0 <= number < len(seats):
        raise RefusedError("no_seat")
    return seats[number]


def _answered(work: Work) -> Callable[[Request], Awaitable[Response]]:
    """Answer with JSON; what is refused is a sentence in the visitor's language."""

    @open_to(EVERYBODY)
    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await work(request))
        except RefusedError as refusal:
            return answer(refusal, lang_of(request.scope))

    return endpoint


# The description

LANG: Json = {
    "name": "lang",
    "in": "query",
    "description": "The language of the sentences; else what Accept-Language likes, or English.",
    "schema": {"type": "string", "examples": list(LANGUAGES)},
}
SEAT: Json = {
    "name": "seat",
    "in": "path",
    "required": True,
    "description": "Counted from 0, in the order in which people sit.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 7},
}
AFTER: Json = {
    "name": "after",
    "in": "query",
    "description": "The id of the last event that is known; all when it is not of this game.",
    "schema": {"type": "string"},
}
STATE = {"$ref": "#/components/schemas/state"}
SEATS = {"$ref": "#/components/schemas/state/properties/seats"}
ONE_SEAT = {"$ref": "#/components/schemas/state/properties/seats/items"}
RESULT = {"$ref": "#/components/schemas/result"}
SCORE = {"$ref": "#/components/schemas/state/properties/seats/items/properties/score"}
EVENTS = {"type": "array", "items": {"$ref": "#/components/schemas/event"}}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


EXPLAINED = _object(
    seat={"type": "integer"},
    player={"type": "string"},
    score=SCORE,
    explained={
        "type": "array",
        "items": _object(
            category={"type": "string"},
            points={"type": "integer"},
            text={"type": "string"},
            rule={"type": "string", "description": "The number of the rule: `/rules#g80`."},
        ),
    },
)
GAMES = _object(
    games={
        "type": "array",
        "items": _object(
            number={"type": "integer"},
            begun={"type": "string", "format": "date-time"},
            state={"enum": ["open", "over", "abandoned"]},
        ),
    }
)
ERROR = _object(
    error={"type": "string", "description": "A code that stays."},
    message={"type": "string", "description": "A sentence for people, in their language."},
)
ERROR["properties"]["rule"] = {
    "type": "string",
    "description": "The number of the rule that forbids it, where there is one: `/rules#g20`.",
}
STREAM = (
    "What has happened in this game. As a WebSocket at the same address: first the state, then "
    "each event when it happens; with `after` also those since an event that is known."
)
# Path: (summary, parameters, what is answered, which refusals there are)
PATHS: dict[str, tuple[str, list[Json], Json, tuple[str, ...]]] = {
    "/table": ("How the table stands.", [], STATE, ()),
    "/seats": ("All seats as they stand.", [], _object(seats=SEATS), ()),
    "/seats/{seat}": ("One seat as it stands.", [SEAT], ONE_SEAT, ("404",)),
    "/seats/{seat}/score": ("The points of a seat, explained.", [SEAT, LANG], EXPLAINED, ("404",)),
    "/events": (STREAM, [AFTER], _object(events=EVENTS), ()),
    "/result": ("The result of the game, once it is over.", [], RESULT, ("409",)),
    "/games": ("The games in this table's journal, the newest first.", [], GAMES, ("409",)),
    "/openapi.json": ("This description.", [], {"type": "object"}, ()),
}  # fmt: skip
REFUSALS = {
    "404": "There is no such seat.",
    "409": "Not at this moment: no game, or it is not over.",
}


@cache
def document() -> Json:
    """Return the description of the API."""
    schemas = {name: _bare(messages.schema(name)) for name in messages.SCHEMAS if name != "link"}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wondertable",
            "version": VERSION,
            "description": "One table of 7 Wonders, read-only: what everybody at it may see.",
        },
        "paths": {f"{AT}{path}": {"get": _get(path, *row)} for path, row in PATHS.items()},
        "components": {"schemas": {**schemas, "error": ERROR}},
    }


def _bare(schema: Json) -> Json:
    return {name: value for name, value in schema.items() if not name.startswith("$")}


def _get(
    path: str, summary: str, parameters: list[Json], answered: Json, refusals: tuple[str, ...]
) -> Json:
    responses = {"200": _content("The answer.", answered)}
    responses |= {code: _refusal(REFUSALS[code]) for code in refusals}
    responses["default"] = _refusal("Refused; nothing was done.")
    name = path.strip("/").replace("/{seat}", "_of_seat").replace("/", "_").removesuffix(".json")
    return {
        "operationId": name,
        "summary": summary.partition(". ")[0].removesuffix(".") + ".",
        "description": summary,
        "parameters": parameters,
        "responses": responses,
    }


def _refusal(text: str) -> Json:
    return _content(text, {"$ref": "#/components/schemas/error"})


def _content(text: str, answered: Json) -> Json:
    return {"description": text, "content": {"application/json": {"schema": answered}}}
