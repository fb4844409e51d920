"""Doors: every route of an application, and who may use it; whoever checks it says so here."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Literal, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from host_tools.web.access import seat_role

Who = Literal["everybody", "results", "seat", "operator", "organiser", "link"]
EVERYBODY: Who = "everybody"
RESULTS: Who = "results"  # everybody, or only who plays here if the history is private
SEAT: Who = "seat"  # the one in the path
LINK: Who = "link"  # whoever has one
FILES = ("/static", "/texts")
Endpoint = TypeVar("Endpoint", bound=Callable[..., Awaitable[object]])


class Door(NamedTuple):
    """A route with one of its methods, and who may use it; None if nobody has said."""

    method: str
    path: str
    who: Who | None


def open_to(who: Who) -> Callable[[Endpoint], Endpoint]:
    """Say who may use an endpoint."""

    def mark(endpoint: Endpoint) -> Endpoint:
        endpoint.__dict__["who"] = who
        return endpoint

    return mark


def role_at(who: Who, request: Request) -> str:
    """Return the role that a request must have at a door that is not for everybody."""
    return seat_role(request.path_params["seat"]) if who == SEAT else who


def doors(routes: Iterable[BaseRoute]) -> Iterator[Door]:
    """List all doors; HEAD is where GET is."""
    for route in routes:
        if isinstance(route, Mount):
            yield Door("GET", f"{route.path}/", EVERYBODY if route.path in FILES else None)
        elif isinstance(route, WebSocketRoute):
            yield Door("WebSocket", route.path_format, getattr(route.endpoint, "who", None))
        elif isinstance(route, Route):
            for method in sorted({*(route.methods or ())} - {"HEAD"}):
                yield Door(method, route.path_format, getattr(route.endpoint, "who", None))
        else:
            yield Door("?", repr(route), None)
