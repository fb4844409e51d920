"""The API for other programs: read-only, versioned, and no more than everybody may see."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from host_tools.venue.messages import Message, moment
from host_tools.web.guard import lang_of
from host_tools.web.house import House
from host_tools.web.openapi import AT, document
from host_tools.web.refusal import RefusedError, answer

Work = Callable[[Request], Awaitable[Any]]
TOO_MANY = 1013  # RFC 6455: try again later
GOING = 1001


class Api:
    """The routes below `/api/v1`."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[BaseRoute]:
        """Return every address of the API."""
        found: dict[str, Work] = {
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
            *(Route(f"{AT}/{path}", _answered(work)) for path, work in found.items()),
        ]

    async def description(self, request: Request) -> Message:
        """What there is, as OpenAPI."""
        return document()

    async def table(self, request: Request) -> Message:
        """How the table stands."""
        return await self._state()

    async def _state(self) -> Message:
        house = self.house
        return await house.ask(lambda: house.chronicle.state(house.host.table, time.time()))

    async def seats(self, request: Request) -> Message:
        """All seats."""
        return {"seats": (await self._state())["seats"]}

    async def seat(self, request: Request) -> Message:
        """One seat."""
        return _at((await self._state())["seats"], request.path_params["seat"])

    async def score(self, request: Request) -> Message:
        """The points of a seat, every one explained."""
        lang = lang_of(request.scope)
        view = await self.house.ask(lambda: self.house.view(lang))
        number = request.path_params["seat"]
        if not 0 <= number < len(view["seats"]):
            raise RefusedError("no_seat")
        seat = view["seats"][number]
        return {
            "seat": seat["seat"],
            "player": seat["player"],
            "score": seat["score"],
            "explained": seat["explained"],
        }

    async def events(self, request: Request) -> Message:
        """What has happened in this game, or since an event."""
        return {"events": _after(self.house.chronicle.events, request.query_params.get("after"))}

    async def result(self, request: Request) -> Message:
        """The result of the game that is over."""
        found = self.house.chronicle.result
        if found is None or not found["final"]:
            raise RefusedError("not_over")
        return found

    async def games(self, request: Request) -> Message:
        """The games of this table's journal, the newest first."""
        rows = await self.house.ask(lambda: self.house.table.journal.games())
        return {
            "games": [
                {"number": row.id, "begun": moment(row.begun), "state": row.state} for row in rows
            ]
        }

    # The stream

    async def stream(self, socket: WebSocket) -> None:
        """Send how the table stands, then what happens."""
        feed = self.house.feed
        await socket.accept()
        if feed.full:
            await socket.close(TOO_MANY)
            return
        bell = feed.bell()
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
        chronicle = self.house.chronicle
        after = socket.query_params.get("after")
        seen = chronicle.events
        await socket.send_json(await self._state())
        waiting = [] if after is None else _after(seen, after)
        while not self.house.feed.closed:
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
    """Read until the other end leaves; what it says is of no interest."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _after(events: list[Message], known: str | None) -> list[Message]:
    """Return the events after a known one; all of them when it is not one of this game."""
    at = next((n for n, event in enumerate(events, 1) if event["id"] == known), 0)
    return events[at:]


def _at(seats: list[Message], number: int) -> Message:
    if not 0 <= number < len(seats):
        raise RefusedError("no_seat")
    return seats[number]


def _answered(work: Work) -> Callable[[Request], Awaitable[Response]]:
    """Answer with JSON; what is refused is a sentence in the visitor's language."""

    async def endpoint(request: Request) -> Response:
        try:
            return JSONResponse(await work(request))
        except RefusedError as refusal:
            return answer(refusal, lang_of(request.scope))

    return endpoint
