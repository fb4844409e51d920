"""The templates of the pages, in a language and a theme; what they show comes live."""

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from card_db.rule_texts import LETTERS, NUMBER, Rule, rules
from host_tools.texts import LANGUAGES, forms, plural_form, say
from host_tools.web.access import Tokens, lasts
from host_tools.web.connections import client_of
from host_tools.web.doors import EVERYBODY, LINK, Who, open_to, role_at
from host_tools.web.live import Live, Watcher
from host_tools.web.refusal import STATUS, RefusedError, answer, body_of
from host_tools.web.request_guard import ENTER, lang_of

HERE = Path(__file__).parent
THEMES = ("light", "dark")
FONTS: list[str | tuple[str, str]] = [("font_manrope", "files"), ("font_caladea", "files")]
PAGE_TEXTS = ("page.", "category.", "card.side.")
MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "bgsplay": "application/octet-stream",
    "pdf": "application/pdf",
    "png": "image/png",
}
Page = Callable[[Request], Awaitable[Response]]


def static_files() -> Mount:
    """Serve scripts, styles, icons, and the fonts out of their packages, compressed."""
    files = StaticFiles(directory=HERE / "static", packages=FONTS, check_dir=False)
    return Mount("/static", GZipMiddleware(files))


def page_texts() -> Mount:
    """Serve the texts of the pages, a file for each language, compressed."""

    async def texts(request: Request) -> Response:
        try:
            found = texts_of(request.path_params["lang"])
        except KeyError:
            return Response(status_code=404)
        tag = f'"{crc32(found):x}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(found, headers={"ETag": tag}, media_type="application/json")

    return Mount("/texts", GZipMiddleware(Router([Route("/{lang}.json", texts)])))


def live_stream(
    live: Live, request: Request, what: str, may: Callable[[], bool] = lambda: True
) -> Response:
    """Stream what everybody or a role may see, as long as they may."""
    lang = lang_of(request.scope)
    watcher = live.enter((what, lang), client_of(request.scope), may)
    return answer(RefusedError("too_many"), lang) if watcher is None else _Stream(live, watcher)


class _Stream(StreamingResponse):
    """A stream that gives its place back, also when it never began."""

    def __init__(self, live: Live, watcher: Watcher) -> None:
        super().__init__(live.watch(watcher), media_type="text/event-stream")
        self._live, self._watcher = live, watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._live.leave(self._watcher)


def attachment(data: bytes | str, name: str) -> Response:
    """Return a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, headers=headers, media_type=MEDIA[name.rpartition(".")[2]])


@cache
def texts_of(lang: str) -> bytes:
    """Return what strings.js asks for; KeyError where there is no such language."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    names = {code: language.name for code, language in LANGUAGES.items()}
    plural = [plural_form(number, lang) for number in range(200)]
    texts = {key.removeprefix("page."): text for key, text in forms(PAGE_TEXTS, lang).items()}
    titles = {number: rule.title for number, rule in rules().items()}
    found = {"texts": texts, "plural": plural, "languages": names, "rules": titles}
    return json.dumps(found, ensure_ascii=False).encode()


def _chapters() -> Iterator[tuple[str, list[tuple[str, list[Rule]]]]]:
    """Return all rules, by their letters and topics."""
    for letter, same in groupby(rules().values(), key=lambda rule: rule.id[0]):
        about = LETTERS[letter]
        topics = groupby(same, key=lambda rule: rule.topic)
        yield about[0].upper() + about[1:], [(topic, list(found)) for topic, found in topics]


@cache
def _linked(text: str) -> Markup:
    """Return the text of a rule in which every number leads to its rule."""
    known = rules()

    def link(found: re.Match[str]) -> str:
        number = found[0]
        return f'<a href="#{number.lower()}">{number}</a>' if number in known else number

    return Markup(re.sub(rf"\b{NUMBER.pattern}\b", link, escape(text)))


class Templates:
    """Renders templates, and turns one-time links into cookies."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._rules: dict[tuple[str, str], bytes] = {}
        self._environment = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=select_autoescape()
        )

    def show(self, name: str, request: Request, status: int = 200, **more: object) -> Response:
        """Render a template."""
        lang, theme = lang_of(request.scope), request.query_params.get("theme", "")
        text = self._environment.get_template(name).render(
            lang=lang,
            theme=theme if theme in THEMES else "",
            t=lambda key, **values: say(f"page.{key}", lang, **values),
            **more,
        )
        return HTMLResponse(text, status)

    def refusal(self, request: Request, refusal: RefusedError) -> Response:
        """Show a page that says why not."""
        lang = lang_of(request.scope)
        title, text = say("page.not_here", lang), refusal.text(lang)
        return self.show("message.html", request, STATUS[refusal.code], title=title, text=text)

    def public(self, template: str) -> Page:
        """Return a page for everybody."""

        @open_to(EVERYBODY)
        async def page(request: Request) -> Response:
            return self.show(template, request)

        return page

    @open_to(EVERYBODY)
    async def rules(self, request: Request) -> Response:
        """Show every rule by its number; English only. It is written once for each look."""
        theme = request.query_params.get("theme", "")
        look = lang_of(request.scope), theme if theme in THEMES else ""
        if look not in self._rules:
            page = self.show(
                "rules.html", request, languages=LANGUAGES, chapters=_chapters(), linked=_linked
            )
            self._rules[look] = bytes(page.body)
        return HTMLResponse(self._rules[look])

    def private(self, who: Who, template: str) -> Page:
        """Return a page for the operator, or for the seat in its path.

        A link only shows the page that redeems it: a preview of it in a chat spends nothing.
        """

        @open_to(who)
        async def page(request: Request) -> Response:
            role, seat = role_at(who, request), request.path_params.get("seat")
            link = "t" in request.query_params
            if link and not self.tokens.may(request, role):
                door = f"/api/{who}" if seat is None else f"/api/seat/{seat}"
                return self.show("enter.html", request, door=door + ENTER)
            try:
                self.tokens.check(request, role)
            except RefusedError as refusal:
                return self.refusal(request, refusal)
            return _without(request) if link else self.show(template, request, seat=seat)

        return page

    def enter(self, who: Who) -> Page:
        """Return the address that redeems links."""

        @open_to(LINK)
        async def endpoint(request: Request) -> Response:
            try:
                return await self._redeem(request, role_at(who, request))
            except RefusedError as refusal:
                return answer(refusal, lang_of(request.scope))

        return endpoint

    async def _redeem(self, request: Request, role: str) -> Response:
        """Turn a link into a cookie; whoever has one already spends nothing."""
        body, tokens = await body_of(request, {"token": str}), self.tokens
        entered = JSONResponse({})
        if tokens.may(request, role):
            return entered
        cookie = tokens.redeem(role, body["token"])
        if cookie is None:
            raise RefusedError("spent", role)
        entered.set_cookie(
            tokens.cookie_name(role),
            cookie,
            int(lasts(role)),
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return entered


def _without(request: Request) -> Response:
    """Go on without the link in the address."""
    query = [(name, value) for name, value in request.query_params.items() if name != "t"]
    return RedirectResponse(request.url.path + (f"?{urlencode(query)}" if query else ""), 303)
