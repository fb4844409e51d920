"""The shared screen: teams, the Free City, what holds the table up, and a code for spectators."""

import httpx
import pytest

from host_tools.table.evening import OVER
from tests.web.paper import PaperEvening, paper_evening


@pytest.fixture
def offline(tmp_path):
    """Make an evening whose pages nobody serves."""
    begun = []

    def begin(**more):
        begun.append(PaperEvening(tmp_path, **more))
        return begun[-1]

    yield begin
    for evening in begun:
        evening.stop()


def test_teams_have_the_points_of_two_neighbours_and_a_rank_at_the_end(offline):
    evening = offline(players=4, sets=("base", "cities"), variant="team")
    view = evening.pages.view("en")
    assert [seat["team"] for seat in view["seats"]] == [0, 0, 1, 1]
    assert [team["rank"] for team in view["teams"]] == [None, None]
    evening.play_until(lambda table: table.evening.phase == OVER)
    view = evening.pages.view("en")
    totals = [seat["score"]["total"] for seat in view["seats"]]
    assert [team["total"] for team in view["teams"]] == [sum(totals[:2]), sum(totals[2:])]
    assert [team["rank"] for team in view["teams"]] == view["ranks"][::2]


def test_the_free_city_is_no_players_and_says_who_plays_its_card(offline):
    view = offline(players=2).pages.view("en")
    assert [seat["free_city"] for seat in view["seats"]] == [False, False, True]
    assert view["seats"][2]["decider"] in (0, 1)
    assert view["teams"] is None


@pytest.mark.slow
def test_the_screen_says_what_holds_the_table_up(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        evening.play_to(1, 3)
        host, table = evening.host, evening.table
        screen = visitor.open(f"{evening.url}/?lang=en", ready=".ring .seat")
        host.call(lambda: table.call_mistake(1))
        host.call(table.refresh)
        screen.wait_for_selector(".stop-undo >> text=Do you agree?")
        host.call(table.begin_audit)
        screen.wait_for_selector(".stop-audit >> text=Lay the cards of your city")
        host.call(table.end_audit)
        screen.wait_for_selector(".stop-undo")


def test_a_code_for_spectators_leads_to_the_screen_where_others_can_open_it(tmp_path):
    with paper_evening(tmp_path, players=3) as evening:
        assert evening.pages.view("en")["watch"] == ""
        assert httpx.get(f"{evening.url}/watch.svg").status_code == 404
        evening.pages.at = "http://192.168.1.20:8080"
        assert evening.pages.view("en")["watch"] == "http://192.168.1.20:8080/"
        code = httpx.get(f"{evening.url}/watch.svg")
        assert code.headers["content-type"] == "image/svg+xml" and "qr-dark" in code.text
