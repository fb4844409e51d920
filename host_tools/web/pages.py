"""The templates of the pages, in a language and a theme; what they show comes live."""

import json
import time
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlencode
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles

from host_tools.texts import LANGUAGES, forms, plural_form, say
from host_tools.web.access import OPERATOR, Tokens, seat_role
from host_tools.web.refusal import STATUS, RefusedError
from host_tools.web.request_guard import lang_of

HERE = Path(__file__).parent
THEMES = ("light", "dark")
PAGE_TEXTS = ("page.", "category.", "card.side.")
MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "bgsplay": "application/octet-stream",
    "pdf": "application/pdf",
    "png": "image/png",
}
COOKIE_S = 30 * 24 * 3600
Page = Callable[[Request], Awaitable[Response]]


def static_files() -> Mount:
    """Serve scripts, styles and icons, compressed."""
    files = StaticFiles(directory=HERE / "static", check_dir=False)
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
    found = {"texts": texts, "plural": plural, "languages": names}
    return json.dumps(found, ensure_ascii=False).encode()


class Templates:
    """Renders templates, and turns one-time links into cookies."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
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

        async def page(request: Request) -> Response:
            return self.show(template, request)

        return page

    def private(self, template: str) -> Page:
        """Return a page for the operator, or for the seat in its path, by their token."""

        async def page(request: Request) -> Response:
            seat = request.path_params.get("seat")
            role = OPERATOR if seat is None else seat_role(seat)
            try:
                return self._enter(request, role) or self.show(template, request, seat=seat)
            except RefusedError as refusal:
                return self.refusal(request, refusal)

        return page

    def _enter(self, request: Request, role: str) -> Response | None:
        """Redeem a link and go on without it in the address; who has a cookie needs none."""
        link = request.query_params.get("t")
        if link is None:
            self.tokens.check(request, role)
            return None
        query = [(name, value) for name, value in request.query_params.items() if name != "t"]
        there = request.url.path + (f"?{urlencode(query)}" if query else "")
        redirect = RedirectResponse(there, 303)
        if self.tokens.may(request, role):
            return redirect
        cookie = self.tokens.redeem(role, link, time.time())
        if cookie is None:
            raise RefusedError("spent")
        redirect.set_cookie(role, cookie, COOKIE_S, path="/", httponly=True, samesite="strict")
        return redirect
