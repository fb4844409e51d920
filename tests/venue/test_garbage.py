"""Mutated messages at a venue: it never fails, hangs or grows, and what is true stays true."""

import json
import resource
import signal
import sys
from contextlib import contextmanager

import pytest
from starlette.responses import JSONResponse

from host_tools.venue import quarantine
from host_tools.venue.book import Book
from host_tools.venue.broker_outbox import encoded
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.web.venue_pages import VenuePages
from tests.venue import paper
from tests.venue.garbage import Garbage

MESSAGES = [
    message
    for name in map(str, range(1, 6))
    for message in (
        paper.link(name),
        paper.state(name, game=f"next {name}", missing=[0, 2]),
        paper.result(name, f"mutated {name}", Ann=(50, 1), Bo=(40, 2), Cy=(40, 1)),
    )
]
HONEST = [
    paper.result(name, f"honest {name}", Ann=(int(name), 1), Bo=(0, 2))
    for name in map(str, range(1, 6))
]
HANG_S = 1.0  # of processor time, for one message
MORE_MB = 20.0
UNIT = 1e6 if sys.platform == "darwin" else 1e3


@contextmanager
def no_hang():
    """Fail what takes longer than a second of the processor."""

    def late(number, frame):
        raise AssertionError("A message took longer than a second.")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def memory():
    """The most megabytes that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / UNIT


@pytest.mark.parametrize(
    "many", [2_000, pytest.param(100_000, marks=[pytest.mark.soak, pytest.mark.slow])]
)
def test_mutated_messages_break_nothing(tmp_path, many):
    book = Book(tmp_path / "venue.db")
    book._db.execute("PRAGMA synchronous = OFF")  # this measures no disk
    venue = Venue(Address("x", 1883), book)
    pages, garbage = VenuePages(venue), Garbage(7, MESSAGES)
    used = 0.0
    for number in range(many):
        topic, payload = garbage.message()
        with no_hang():
            venue.receive(topic, payload)
        if number % (many // 20) == 0:
            honest = HONEST[number // (many // 20) % len(HONEST)]
            venue.receive(paper.topic(honest), encoded(honest))
            drawn = JSONResponse(pages._draw([("public", "en"), ("public", "fr")])["public", "fr"])
            assert json.loads(drawn.body)["tournament"]["standings"]
        if number == many // 4:
            used = memory()
    assert venue.unreadable > many // 3
    assert all(refusal.why != "failed" for refusal in venue.refused())
    assert len(book.refused()) <= quarantine.KEPT
    assert [honest for honest in HONEST if honest not in book.results()] == []
    assert memory() < used + MORE_MB
    venue.stop()
    book.close()
