"""The guard before the application: it checks host, origin, size and rate of each request."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.texts import LANGUAGES
from host_tools.web.connections import client_of
from host_tools.web.refusal import RefusedError, answer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
}
BODY_MAX = 16_384
BODY_S = 10.0
PATH_MAX = 200
HEADERS_MAX = 16_384
SAFE = ("GET", "HEAD")
PAGES = {"ws": "http", "wss": "https"}  # scheme of a stream: that of its page
READ_ONLY = "/api/v1/"
BURST, RATE = 30.0, 10.0  # actions at once, and a second after that
READ_BURST, READ_RATE = 1000.0, 100.0  # what is looked at
LINK_BURST, LINK_RATE = 10.0, 0.2  # links that are tried
ENTER = "/enter"  # how the addresses end at which links are tried
CLIENTS_MAX = 1000


class RateLimit:
    """How many requests each client may still make; the longest unseen are forgotten."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float]) -> None:
        self.burst, self.rate, self._clock = burst, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Take one; False when the client must wait."""
        now = self._clock()
        left, at = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        self._left[client] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > CLIENTS_MAX:
            self._left.popitem(last=False)
        return left >= 1


class RequestGuard:
    """Passes requests on to the application, and gives every answer its headers.

    `known` names whoever bears a good cookie: a stranger at the same address slows nobody else.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        known: Callable[[HTTPConnection], str] = lambda request: "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}
        self._known = known
        self.reads = RateLimit(READ_BURST, READ_RATE, clock)
        self.actions = RateLimit(BURST, RATE, clock)
        self.links = RateLimit(LINK_BURST, LINK_RATE, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        guarded = _with_headers(send, _kept(scope["path"]))
        try:
            self._check(scope)
            receive = await _whole_body(scope, receive)
        except RefusedError as refusal:
            response = answer(refusal, lang_of(scope))
            if refusal.code == "no_method":
                response.headers["Allow"] = ", ".join(SAFE)
            await response(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a stream to another site's page; a program names no origin."""
        headers = Headers(scope=scope)
        try:
            self._check_head(scope, headers)
            ours = f"{PAGES[scope['scheme']]}://{headers['host']}"
            if headers.get("origin", ours) != ours:
                raise RefusedError("foreign_origin")
        except RefusedError:
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    def _check_head(self, scope: Scope, headers: Headers) -> None:
        if _host_name(headers.get("host", "")) not in self.hosts:
            raise RefusedError("wrong_host")
        if len(scope["path"]) > PATH_MAX:
            raise RefusedError("not_found")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADERS_MAX:
            raise RefusedError("too_large")

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        self._check_head(scope, headers)
        client = self._known(HTTPConnection(scope)) or client_of(scope)
        if scope["method"] in SAFE:
            self._check_read(scope["path"], headers, client)
            return
        if scope["path"].startswith(READ_ONLY):
            raise RefusedError("no_method")
        # Browsers name the origin of every POST: without one it is refused.
        if headers.get("origin", "") != f"{scope['scheme']}://{headers['host']}":
            raise RefusedError("foreign_origin")
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise RefusedError("foreign_origin")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise RefusedError("not_json")
        if not self.actions.take(client):
            raise RefusedError("too_fast")
        if scope["path"].endswith(ENTER) and not self.links.take(client_of(scope)):
            raise RefusedError("too_fast")

    def _check_read(self, path: str, headers: Headers, client: str) -> None:
        # A page of another port has our cookies: what only we may read is not fetched from there.
        foreign = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        if foreign and path.startswith("/api/") and not path.startswith(READ_ONLY):
            raise RefusedError("foreign_origin")
        if not self.reads.take(client):
            raise RefusedError("too_fast")


def _host_name(host: str) -> str:
    """Return a Host header's name without its port: `[::1]:8000` is `[::1]`."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


async def _whole_body(scope: Scope, receive: Receive) -> Receive:
    """Read a small body at once, so that half a request does not block anybody."""
    if scope["method"] in SAFE:
        return receive
    try:
        async with asyncio.timeout(BODY_S):
            body = await _body(receive)
    except TimeoutError:
        raise RefusedError("bad_json") from None
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return whole.pop() if whole else await receive()

    return again


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":  # the client left in the middle
            raise RefusedError("bad_json")
        body += message.get("body", b"")
        if len(body) > BODY_MAX:
            raise RefusedError("too_large")
        more = message.get("more_body", False)
    return body


def _kept(path: str) -> str:
    """Return how long a browser keeps an answer: signs for an evening, to draw them offline too."""
    if not path.startswith("/static/"):
        return "no-store"
    return "max-age=14400" if path.endswith(".svg") else "no-cache"


def _with_headers(send: Send, kept: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers["Cache-Control"] = kept
        await send(message)

    return sending


def lang_of(scope: Scope) -> str:
    """Return the language of a request: as asked, else as the browser likes, else English."""
    asked: str = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[0]
    if asked in LANGUAGES:
        return asked
    liked = Headers(scope=scope).get("accept-language", "").lower().split(",")
    codes = (choice.strip()[:2] for choice in liked)
    return next((code for code in codes if code in LANGUAGES), "en")
