"""Pages for tests: a table on paper behind real pages, in its own threads."""

from contextlib import contextmanager

import httpx

from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.table.entries import TableSetup
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.web.access import OPERATOR, Tokens, seat_role
from host_tools.web.server import Server
from host_tools.web.setup_draft import Players, SetupDraft
from host_tools.web.table_pages import TablePages
from tests.rules.table import THREE, setup

# A connection that was idle is not used again: the server may just be closing it.
FRESH = httpx.Limits(keepalive_expiry=1)


def plan_of(wonders=THREE, **more) -> TableSetup:
    rules = {k: more.pop(k) for k in ("edition", "sets", "variant", "rulings") if k in more}
    return TableSetup(setup(wonders, **rules), **{"countdown": 0, "grace": None, **more})


@contextmanager
def opened(tmp_path, plan=None, guests=None, lang="en", name="journal.db"):
    """Open a table whose game is played on pages; `plan=False` for one without a game."""
    journal = Journal(tmp_path / name)
    hub = Hub()
    shelf = Shelf(journal, hub, lang)
    plan = plan_of() if plan is None else plan
    host = Host(shelf.begin(plan) if plan else None, Pump(hub, []))
    host.start()
    draft = SetupDraft(Players(tmp_path / "players.json"), plan or None)
    pages = TablePages(host, Tokens.beside(journal.path), draft, shelf, guests)
    try:
        yield pages
    finally:
        host.stop()
        journal.close()


def cookie(pages: TablePages, role: str) -> str:
    """Go through a link, and return the cookie that it gives."""
    return pages.tokens.redeem(role, pages.tokens.issue(role))


def headers(pages: TablePages, *roles: str) -> dict[str, str]:
    """The headers of a page that bears these tokens."""
    name = pages.tokens.cookie_name
    cookies = "; ".join(f"{name(role)}={cookie(pages, role)}" for role in roles)
    return {"Origin": pages.at, "Cookie": cookies}


def enter(page: httpx.Client, link: str) -> httpx.Response:
    """Redeem a link as the page behind it does."""
    url = httpx.URL(link)
    path = "/api/operator/enter" if url.path in ("/operator", "/setup") else f"/api{url.path}/enter"
    origin = f"{url.scheme}://{url.netloc.decode()}"
    return page.post(path, json={"token": url.params["t"]}, headers={"Origin": origin})


def operator(pages: TablePages) -> dict[str, str]:
    return headers(pages, OPERATOR)


def seat(pages: TablePages, number: int) -> dict[str, str]:
    return headers(pages, seat_role(number))


@contextmanager
def served(pages: TablePages):
    """Serve pages on a real port; yield a browser's end."""
    server = Server(pages, 0)
    server.start()
    try:
        with httpx.Client(base_url=pages.at, timeout=60, limits=FRESH) as page:
            page.guard = server.guard
            yield page
    finally:
        server.stop()
