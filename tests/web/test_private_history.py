"""The history of a table can be for its operator and its players only."""

from collections.abc import Iterator

import httpx
import pytest
from starlette.routing import Route

from host_tools.table.evening import OVER
from host_tools.web.pages import Templates
from host_tools.web.results_pages import ResultsPages
from tests.results.sheets import evening as sheet
from tests.web.paper import paper_evening
from tests.web.serving import headers
from tests.web.test_pages_forms import serious_in_both


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    with paper_evening(tmp_path_factory.mktemp("private"), players=3) as found:
        found.historian.history.put([sheet(3, number=1)])
        found.pages.private_history = True
        yield found


def paths(evening) -> Iterator[str]:
    """Every address of results, with a game where one is wanted."""
    pages = ResultsPages(Templates(evening.pages.tokens), evening.historian.history)
    for route in pages.routes():
        assert isinstance(route, Route)
        yield route.path.replace("{game}", "last")


def test_a_stranger_gets_no_page_and_no_file(evening):
    found = [*paths(evening)]
    assert len(found) == 13
    for path in found:
        answer = httpx.get(f"{evening.url}{path}?lang=fr", cookies={"seat0": "x"}, timeout=60)
        assert answer.status_code == 401, path
        assert "réservé à son opérateur" in answer.text
        assert "Ann" not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("role", ["operator", "seat2"])
def test_the_operator_and_the_players_get_all_of_them(evening, role):
    known = headers(evening.pages, role)
    for path in paths(evening):
        answer = httpx.get(f"{evening.url}{path}", headers=known, timeout=60)
        assert answer.status_code == (307 if path.endswith("/bgstats") else 200), path


def test_what_is_played_now_stays_open_and_names_nobody_of_before(evening):
    answer = httpx.get(f"{evening.url}/api/v1/games", timeout=60)
    assert answer.status_code == 200
    assert all({*game} == {"number", "begun", "state"} for game in answer.json()["games"])
    assert httpx.get(f"{evening.url}/api/v1/result", timeout=60).status_code == 409


@pytest.mark.slow
def test_the_score_scene_says_for_whom_the_history_is(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=3) as evening:
        evening.pages.private_history = True
        screen = visitor.open(f"{evening.url}/?lang=en", wide=1600, high=900, ready=".seat")
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen.wait_for_selector('body[data-scene="conflict"]')
        screen.get_by_role("button", name="Continue").click()
        screen.wait_for_selector(".keep .links")
        assert screen.locator(".keep .qr").count() == 0
        assert "Only for the operator and the players" in screen.locator(".keep").inner_text()
        assert serious_in_both(screen) == []
