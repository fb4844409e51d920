"""The organiser's page of a venue: rounds by a click, results by hand; strangers only look."""

import json
from contextlib import contextmanager

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from host_tools.venue import rounds
from host_tools.venue.book import Book
from host_tools.venue.mqtt import Address
from host_tools.venue.subscriber import Venue
from host_tools.web.organiser_actions import ACTIONS
from host_tools.web.server import Server
from host_tools.web.venue_pages import VenuePages, make_venue_app

PEOPLE = ["Ann Lee", "Bo", "Cyril", "Dimitra", "Édouard", "Flo", "Gus"]
DRAWING = {
    "size": 3, "first": 1, "wonders": "drawn", "edition": "1e", "sets": ["base"],
    "variant": "standard",
}  # fmt: skip
DRAW = {"round": 1, **DRAWING}
SCORE = {"round": 1, "table": "1"}
WORDS = {
    "en": (
        "Draw round 1", "Drawn", "Begin", "Being played", "Enter result", "by hand", "Close the",
        "Closed",
    ),
    "fr": (
        "Tirer la ronde 1", "Tirée", "Lancer", "En cours", "Saisir", "à la main", "Clore", "Close",
    ),
}  # fmt: skip


@contextmanager
def venue_pages(folder, people=PEOPLE):
    book = Book(folder / "venue.db")
    book.enter(people)
    pages = VenuePages(Venue(Address("127.0.0.1", 1883), book))
    server = Server(pages, 0, make=make_venue_app)
    server.start()
    try:
        yield pages
    finally:
        server.stop()
        book.close()


class Organiser:
    """Somebody who may have opened the link."""

    def __init__(self, pages, link=True):
        self.client = httpx.Client(base_url=pages.at, timeout=60, headers={"Origin": pages.at})
        if link:
            token = httpx.URL(pages.link("en")).params["t"]
            self.client.post("/api/organiser/enter", json={"token": token}).raise_for_status()

    def does(self, what, lang="en", **body):
        return self.client.post(f"/api/organiser/{what}?lang={lang}", json=body)

    def tournament(self):
        return self.client.get("/api/v1/tournament").json()


@pytest.fixture
def pages(tmp_path):
    with venue_pages(tmp_path) as found:
        yield found


@pytest.fixture
def ann(pages):
    found = Organiser(pages)
    yield found
    found.client.close()


@pytest.fixture
def stranger(pages):
    found = Organiser(pages, link=False)
    yield found
    found.client.close()


@pytest.mark.parametrize("what", ACTIONS)
def test_a_stranger_changes_nothing(stranger, what):
    before = stranger.tournament()
    assert stranger.does(what, round=1, **DRAWING).status_code == 401
    assert stranger.client.get("/organiser").status_code == 401
    assert stranger.client.get("/organiser/events").status_code == 401
    assert stranger.tournament() == before


def test_a_link_that_was_used_says_where_the_next_one_comes_from(pages, stranger):
    link = {"token": httpx.URL(pages.link("en")).params["t"]}
    assert httpx.post(
        f"{pages.at}/api/organiser/enter", json=link, headers={"Origin": pages.at}, timeout=60
    ).is_success
    for lang, words in (("en", "Stop and start"), ("fr", "Arrêtez et relancez")):
        told = stranger.client.post(f"/api/organiser/enter?lang={lang}", json=link).json()
        assert told["error"] == "spent"
        assert f"{words} `wondertable venue`" in told["message"]
    assert "only for the organiser" in stranger.client.get("/organiser?lang=en").text


def test_a_round_from_the_draw_to_its_end(ann):
    assert ann.does("draw", round=1, **DRAWING).status_code == 200
    assert ann.does("draw", round=1, **DRAWING).json()["error"] == "drawn_already"
    first = ann.tournament()
    assert (first["rounds"], first["state"], len(first["pairings"])) == (1, "drawn", 2)
    ann.does("begin", round=1)
    assert ann.tournament()["state"] == "begun"
    assert "round 1" in ann.does("close", round=1, without=["1"]).json()["message"]
    table, other = first["pairings"]
    scores = [{"player": name, "points": 40, "coins": 2} for name in table["players"]]
    assert ann.does("score", round=1, table=table["table"], scores=scores).status_code == 200
    assert ann.does("redraw", round=1, **DRAWING).json()["error"] == "has_results"
    assert ann.does("draw", round=2, **DRAWING).json()["error"] == "not_over"
    assert ann.does("close", round=1, without=[other["table"]]).status_code == 200
    assert ann.does("draw", round=2, **DRAWING).status_code == 200
    assert ann.tournament()["rounds"] == 2


def test_an_old_page_changes_no_other_round(ann):
    ann.does("draw", round=1, **DRAWING)
    ann.does("close", round=1, without=["1", "2"])
    ann.does("draw", round=2, **DRAWING)
    before = ann.tournament()
    for what, more in (("close", {"without": ["1", "2"]}), ("begin", {}), ("redraw", DRAWING)):
        assert ann.does(what, round=1, **more).json()["error"] == "not_current"
    assert ann.tournament() == before


def test_people_come_and_go_between_rounds(ann):
    assert ann.does("add", name="Zoë").status_code == 200
    assert ann.does("add", name="zoë", lang="fr").json()["message"] == "Zoë participe déjà."
    assert ann.does("add", name="=1+1").status_code == 400
    assert ann.does("drop", name="Bo").status_code == 200
    assert ann.does("drop", name="Bo").json()["message"] == "Bo has left the tournament already."
    assert set(ann.tournament()["players"]) == {*PEOPLE, "Zoë"} - {"Bo"}


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("draw", {}), ("draw", DRAW | {"round": 0}), ("begin", {"round": 2**70}),
        ("draw", DRAW | {"size": 2}), ("draw", DRAW | {"size": "3"}),
        ("draw", DRAW | {"sets": [[]]}), ("draw", DRAW | {"first": -1}),
        ("draw", DRAW | {"variant": "two_player"}), ("draw", DRAW | {"wonders": "all"}),
        ("close", {"round": 1}), ("add", {"name": 7}), ("drop", {}),
        ("score", SCORE | {"scores": [7]}),
        ("score", SCORE | {"scores": [{"player": "Bo", "points": 10**9, "coins": 0}]}),
        ("score", SCORE | {"scores": [{"player": "Bo", "points": 1}]}),
    ],
)  # fmt: skip
def test_a_wrong_request_is_refused_and_changes_nothing(ann, what, body):
    assert ann.does(what, **body).status_code == 400
    assert ann.tournament()["rounds"] == 0


def test_a_result_by_hand_is_of_those_who_play_there(ann):
    ann.does("draw", round=1, **DRAWING)
    scores = [{"player": "Nobody", "points": 1, "coins": 0}]
    assert ann.does("score", round=1, table="1", scores=scores).json()["error"] == "wrong_scores"
    assert ann.does("score", round=1, table="9", scores=scores).status_code == 409


# Players


@pytest.mark.parametrize(
    ("lang", "name", "said"),
    [
        ("en", "ann lee", "Table 1"),
        ("fr", "doua", "Table 1"),
        ("fr", "EDOU", "Table 1"),
        ("en", "E\u0301douard", "Table 1"),
        ("en", "Zoe", "Nobody in this round is called Zoe."),
        ("fr", "<b>", "Personne ne s&#39;appelle &lt;b&gt; dans cette ronde."),
        ("en", "", "Your name"),
    ],
)
def test_players_find_their_table(pages, lang, name, said):
    with pages.venue.lock:
        rounds.draw(pages.venue.book, rounds.RoundOptions(size=7))
    shown = httpx.get(f"{pages.at}/find", params={"lang": lang, "name": name}, timeout=60)
    assert said in shown.text


def test_between_rounds_nobody_is_sent_to_a_table(pages):
    assert "No round is being played now" in httpx.get(f"{pages.at}/find", timeout=60).text
    assert httpx.get(f"{pages.at}/round/1", timeout=60).status_code == 404
    assert httpx.get(f"{pages.at}/round/{'9' * 30}", timeout=60).status_code == 404
    assert "<svg" in httpx.get(f"{pages.at}/find.svg", timeout=60).text


def test_the_live_page_tells_a_new_round_at_once(pages, ann):
    with httpx.stream("GET", f"{pages.at}/events", timeout=60) as told:
        lines = told.iter_lines()
        ann.does("draw", round=1, **DRAWING)
        for line in lines:
            if line.startswith("data: ") and json.loads(line[6:]).get("rounds") == 1:
                break


# In a browser


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "wide"), [("en", 1400), ("fr", 390)])
def test_a_round_by_clicks(pages, visitor, lang, wide):
    page = visitor.open(pages.link(lang), wide=wide, high=900, ready=".panel .button")

    def settled(text):
        page.wait_for_selector(f".panel:has-text('{text}')")
        assert not Axe().run(page).response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth") <= wide

    words = WORDS[lang]
    page.get_by_role("button", name=words[0]).click()
    page.locator("dialog select[name=size]").select_option("3")
    assert not Axe().run(page).response["violations"]
    page.locator("dialog form .button.main").click()
    settled(words[1])
    page.get_by_role("button", name=words[2]).click()
    settled(words[3])
    page.get_by_role("button", name=words[4]).first.click()
    for number, box in enumerate(page.locator("dialog input[type=number]").all()):
        box.fill(str(10 + number))
    assert not Axe().run(page).response["violations"]
    page.locator("dialog form .button.main").click()
    settled(words[5])
    page.get_by_role("button", name=words[6]).click()
    page.locator("dialog .button.main").click()
    settled(words[7])
    assert rounds.open_tables(pages.venue.book, 1) == ["2"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_pages_of_players_are_for_everybody(pages, visitor, lang):
    with pages.venue.lock:
        rounds.draw(pages.venue.book, rounds.RoundOptions(size=3))
    for path in (f"find?lang={lang}", f"find?lang={lang}&name=Bo", f"round/1?lang={lang}"):
        page = visitor.open(f"{pages.at}/{path}", wide=390)
        assert not Axe().run(page).response["violations"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
