"""Hostile texts on pages: they make no element and no attribute, and are read as they are."""

from contextlib import ExitStack
from dataclasses import replace
from html.parser import HTMLParser

import httpx
import pytest

from host_tools.venue.book import Book
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.web.server import Server
from host_tools.web.venue_pages import VenuePages, make_venue_app
from tests.commands.hostile_texts import HOSTILE, MARKUP, QUOTE, TAG, TEMPLATE
from tests.results.sheets import evening as sheet
from tests.venue.pictures import encoded
from tests.web.paper import paper_evening

TAME = [f"Player {at}" for at in range(len(HOSTILE))]
RESULTS = ("/history", "/stats", "/history/last", "/stats?player={}", "/history?lang=fr")
MADE = "document.querySelectorAll('img[src=x], [onerror], [onload], main script').length"


class Skeleton(HTMLParser):
    """The tags of a page with the names of their attributes, SVG pictures included."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *(name for name, _ in attrs)))


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    """Two evenings that differ only in the names of the players: tame and hostile."""
    with ExitStack() as stack:
        found = []
        for names in (TAME, HOSTILE):
            folder = tmp_path_factory.mktemp("hostile")
            evening = stack.enter_context(paper_evening(folder, players=3, seed=5, names=names))
            evening.historian.history.put([played(names, day) for day in range(3)])
            found.append(evening)
        yield found


def played(names, day):
    game = sheet(4, day=day, number=day + 1)
    mine = names[4 * day : 4 * day + 4]
    seats = zip(game.seats, mine, strict=True)
    return replace(game, seats=tuple(replace(seat, player=name) for seat, name in seats))


@pytest.mark.parametrize("path", RESULTS)
def test_a_name_makes_no_element_on_a_page_of_results(evenings, path):
    tame, hostile = (
        httpx.get(evening.url + path.format("x"), timeout=60).text for evening in evenings
    )
    assert sorted(Skeleton(hostile).tags) == sorted(Skeleton(tame).tags)


@pytest.mark.slow
def test_a_name_is_read_as_it_is_on_every_live_page(tmp_path, visitor):
    names = [TAG, QUOTE, TEMPLATE]
    with paper_evening(tmp_path, players=3, seed=5, names=names) as evening:
        for path in ("/", "/overlay?layout=bar", "/overlay?layout=panel"):
            shows(visitor.open(evening.url + path, ready="body *"), *names)
        for link in ("operator", "setup", 0):
            shows(visitor.open(evening.link(link), ready="main *"), *names)


@pytest.mark.slow
def test_what_mqtt_brings_is_read_as_it_is_on_the_venues_page(tmp_path, visitor):
    book = Book(tmp_path / "venue.db")
    book.enter(HOSTILE)
    texts = [TAG, QUOTE, TEMPLATE, MARKUP]
    book.plan(1, [("1", texts)])
    venue = Venue(Address("127.0.0.1", 1883), book)
    for at, text in enumerate(texts):
        name = text.replace("/", "")
        seat = {"player": text, "score": {"total": 3}, "rank": None, "connected": True}
        state = {"table": {"id": str(at), "name": name}, "phase": text, "seats": [seat]}
        venue.receive(f"wondertable/v1/tables/{name}/state", encoded(state))
    server = Server(VenuePages(venue), 0, make=make_venue_app)
    server.start()
    try:
        shows(visitor.open(f"http://127.0.0.1:{server.port}/", ready=".standings tbody tr"), *texts)
    finally:
        server.stop()
        book.close()


def shows(page, *texts):
    """Wait until a page shows these texts or has them in its fields; they are nothing but texts."""
    for text in texts:
        page.wait_for_function(
            """text => document.body.textContent.includes(text)
                || [...document.querySelectorAll("input")].some(field => field.value == text)""",
            arg=text,
        )
    assert page.evaluate(MADE) == 0
