"""Pictures of the venue's page with 1, 12 and 200 tables; the folder is given."""

import random
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from host_tools.venue.book import Book
from host_tools.venue.broker_outbox import encoded
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.venue.tournament import seat_plan
from host_tools.web.server import Server
from host_tools.web.venue_pages import VenuePages, make_venue_app
from tests.venue import paper
from tests.web.browser import browser

FIRST = (
    "Ann", "Bo", "Cyril", "Dimitra", "Édouard", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lea",
    "Max", "Nia", "Oz", "Pia",
)  # fmt: skip
LAST = ("Lee", "Martin", "Okafor", "Papadopoulou", "Schneider", "Nguyen", "García", "Rossi")
PHASES = ("lay", "lay", "lay", "declare", "ask", "over", "lay", "open")


def told(number, players, chance, phases):
    """A table's messages, as its publisher writes them."""
    name, phase, size = str(number), chance.choice(phases), len(players)
    points = [chance.randrange(2, 60) for _ in players]
    seats = [
        paper.status(
            place, player, mine,
            rank=1 + sum(o > mine for o in points) if phase == "over" else None,
            connected=chance.random() > 0.01,
        )
        for place, (player, mine) in enumerate(zip(players, points, strict=True))
    ]  # fmt: skip
    state = paper.state(
        name, phase, name, seats,
        age=chance.randrange(1, 4), turn=chance.randrange(1, 7), paused=chance.random() < 0.03,
        missing=chance.sample(range(size), chance.randrange(3)) if phase == "lay" else [],
    )  # fmt: skip
    if phase != "over":
        return state, paper.link(name, online=chance.random() > 0.02)
    scores = {player: (mine, 3) for player, mine in zip(players, points, strict=True)}
    return paper.link(name, online=False), state, paper.result(name, name, **scores)


@contextmanager
def venue_page(folder, tables, size=4, garbage=(), phases=PHASES):
    """A venue whose tables have said something, and its page; yields its address."""
    chance = random.Random(tables)
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    people = [
        names[n] if n < len(names) else f"{names[n % 128]} {n // 128 + 1}"
        for n in range(size * tables)
    ]
    book = Book(folder / f"venue{tables}.db")
    book._db.execute("PRAGMA synchronous = OFF")  # a hundred results are entered: no disk waits
    book.enter(people)
    drawn = list(enumerate(seat_plan(people, size, [], 1), 1))
    book.plan(1, [(str(number), players) for number, players in drawn])
    for number, players in drawn[:: 2 if tables > 1 else 1]:
        scores = [(player, chance.randrange(30, 70), chance.randrange(9)) for player in players]
        book.enter_by_hand(1, str(number), scores)
    venue = Venue(Address("127.0.0.1", 1883), book)
    for number, players in drawn:
        for message in told(number, players, chance, phases):
            venue.receive(paper.topic(message), encoded(message))
    for what in garbage:
        venue.receive("wondertable/v1/tables/9/state", what)
    server = Server(VenuePages(venue), 0, make=make_venue_app)
    server.start()
    try:
        yield f"http://127.0.0.1:{server.port}/"
    finally:
        server.stop()
        book.close()


PICTURES = (
    # tables, language, theme, width, height
    (1, "en", "light", 1600, 1000),
    (12, "fr", "dark", 1600, 1000),
    (12, "en", "light", 1600, 1000),
    (12, "en", "dark", 390, 2400),
    (200, "en", "light", 1600, 1000),
    (200, "fr", "dark", 1920, 1080),
)
GARBAGE = (b"no json", b'{"online": Infinity}', b'{"seats": [{"player": "<b>Ann</b>"}]}')


def main(where: Path) -> None:
    where.mkdir(parents=True, exist_ok=True)
    with browser(sync_playwright) as chrome:
        for tables, lang, theme, wide, high in PICTURES:
            with (
                tempfile.TemporaryDirectory() as folder,
                venue_page(Path(folder), tables, garbage=GARBAGE if tables == 12 else ()) as at,
            ):
                page = chrome.new_page(viewport={"width": wide, "height": high})
                page.goto(f"{at}?lang={lang}&theme={theme}")
                page.wait_for_selector(".spot")
                page.screenshot(path=where / f"venue-{tables}-{theme}-{wide}.png")
                page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
