"""The venue's page in a browser: all tables, whatever their number, in both languages."""

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.venue.pictures import venue_page


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


def test_after_a_round_all_tables_are_finished_and_none_is_an_alarm(tmp_path, visitor):
    with venue_page(tmp_path, 12, phases=("over",)) as at:
        page = visitor.open(at, ready=".spot")
        assert page.locator(".spot.finished").count() == 12
        assert page.locator(".counts").first.inner_text().split("\n") == [
            "0 playing", "12 finished", "0 need attention",
        ]  # fmt: skip


def test_refused_messages_are_shown_with_their_reason_and_do_nothing(tmp_path, visitor):
    garbage = [b"<img src=x onerror=alert(1)>"] * 3 + [b'{"<b>": 1, "<b>": 2}']
    with venue_page(tmp_path, 1, garbage=garbage) as at:
        page = visitor.open(at, wide=390, ready=".refused")
        assert page.locator("#refused").inner_text() == "4 messages were refused"
        newest, other = page.locator(".refused li").all_inner_texts()
        assert "It has a field twice: <b>." in newest
        assert "3×" in other
        assert page.locator(".spot").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
