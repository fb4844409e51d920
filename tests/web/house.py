"""A house for tests: a table on paper behind real pages, in its own threads."""

import time
from contextlib import contextmanager

import httpx

from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.table.entries import TableSetup
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.web.draft import Draft
from host_tools.web.house import House
from host_tools.web.players import Players
from host_tools.web.server import Server
from host_tools.web.tokens import OPERATOR, Tokens, seat_role
from tests.rules.table import THREE, setup

# A line that has rested is not used again: the server may just be closing it.
FRESH = httpx.Limits(keepalive_expiry=1)


def plan_of(wonders=THREE, **more) -> TableSetup:
    rules = {k: more.pop(k) for k in ("edition", "sets", "variant", "rulings") if k in more}
    return TableSetup(setup(wonders, **rules), **{"countdown": 0, **more})


@contextmanager
def opened(tmp_path, plan=None, guests=None, lang="en"):
    """A house with a game that is played on pages; `plan=False` for one without a game."""
    journal = Journal(tmp_path / "journal.db")
    hub = Hub()
    shelf = Shelf(journal, hub, lang)
    plan = plan_of() if plan is None else plan
    host = Host(shelf.begin(plan) if plan else None, Pump(hub, []))
    host.start()
    draft = Draft(Players(tmp_path / "players.json"), plan or None)
    house = House(host, Tokens(tmp_path / "tokens.json"), draft, shelf, guests)
    try:
        yield house
    finally:
        host.stop()
        journal.close()


def cookie(house: House, role: str) -> str:
    """Go through a link, and return the cookie that it gives."""
    now = time.time()
    return house.tokens.redeem(role, house.tokens.issue(role, now), now)


def headers(house: House, *roles: str) -> dict[str, str]:
    """The headers of a page that bears these tokens."""
    cookies = "; ".join(f"{role}={cookie(house, role)}" for role in roles)
    return {"Origin": house.at, "Cookie": cookies}


def operator(house: House) -> dict[str, str]:
    return headers(house, OPERATOR)


def seat(house: House, number: int) -> dict[str, str]:
    return headers(house, seat_role(number))


@contextmanager
def served(house: House):
    """The pages of a house on a real port, and a browser's other end."""
    server = Server(house, 0)
    server.start()
    try:
        with httpx.Client(base_url=house.at, timeout=60, limits=FRESH) as page:
            page.guard = server.guard
            yield page
    finally:
        server.stop()
