"""The venue's page in a browser: all tables, whatever their number, in both languages."""

import json

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from host_tools.venue.book import Book
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from tests.venue.pictures import venue_page

STATE = "wondertable/v1/tables/{}/state"


@pytest.mark.parametrize(("tables", "lang"), [(1, "en"), (12, "fr"), (200, "en")])
def test_all_tables_are_on_one_page(tmp_path, visitor, tables, lang):
    with venue_page(tmp_path, tables) as at:
        page = visitor.open(f"{at}?lang={lang}", wide=1600, high=1000, ready=".spot")
        assert page.locator(".spot").count() == tables
        assert page.locator(".standings tbody tr").count() == 4 * tables
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 1600
        assert ("Classement" if lang == "fr" else "Standings") in page.content()
        if tables == 12:
            page.locator(".button.round").click()
            assert not Axe().run(page).response["violations"]


def test_the_page_is_narrow_on_a_phone(tmp_path, visitor):
    with venue_page(tmp_path, 12) as at:
        page = visitor.open(at, wide=390, high=800, ready=".spot")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_standings_are_for_spreadsheets_and_programs_too(tmp_path):
    with venue_page(tmp_path, 1) as at:
        assert httpx.get(f"{at}standings.csv", timeout=60).text.startswith("rank,player,games")
        assert httpx.get(f"{at}api/v1/tournament", timeout=60).json()["rounds"] == 1
        assert httpx.get(f"{at}nothing", timeout=60).status_code == 404
        assert httpx.get(at, headers={"Host": "evil.example"}, timeout=60).status_code == 421


@pytest.mark.parametrize(
    ("what", "payload"),
    [
        ("state", b"no json"), ("state", b"[]"), ("state", b'{"table": 7}'),
        ("link", b'{"table": {}}'), ("results/x", b'{"seats": [{"rank": 1}]}'), ("state", b"\xff"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_counted_and_nothing_else(tmp_path, what, payload):
    book = Book(tmp_path / "venue.db")
    venue = Venue(Address("x", 1883), book)
    venue.receive(f"wondertable/v1/tables/1/{what}", payload)
    assert venue.unreadable == 1
    assert book.results() == []
    assert all(row["phase"] == "none" for row in venue.rows())
    book.close()


def test_tables_are_ordered_as_people_count_and_doubles_are_seen(tmp_path):
    book = Book(tmp_path / "venue.db")
    venue = Venue(Address("x", 1883), book)
    for name, identity in (("10", "a"), ("9", "b"), ("9", "c")):
        link = {"table": {"id": identity}, "online": True}
        venue.receive(f"wondertable/v1/tables/{name}/link", json.dumps(link).encode())
    assert [(row["name"], row["doubled"]) for row in venue.rows()] == [("9", True), ("10", False)]
    book.close()
