"""Chances on the shared screen: only when wanted, never from a secret, never in the way."""

import json
import time

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.coach.chances import Chances
from host_tools.link.hub import Hub
from host_tools.link.pump import Pump
from host_tools.table import decisions
from host_tools.table.host import Host, Shelf
from host_tools.table.journal import Journal
from host_tools.web import spoiler
from host_tools.web.server import open_pages
from tests.coach.patience import until
from tests.web.paper import paper_evening
from tests.web.serving import plan_of


def view(evening):
    return evening.host.call(lambda: evening.pages.view("en"))


def turn(evening, on):
    evening.host.call(lambda: evening.pages.spoiler.turn(on))


@pytest.fixture
def evening(tmp_path):
    with paper_evening(tmp_path, players=3, seed=5) as found:
        yield found


def test_nobody_sees_chances_unless_they_are_switched_on(evening):
    evening.play_to(1, 3)
    assert view(evening)["chances"] is None
    turn(evening, on=True)
    until(lambda: view(evening)["chances"]["seats"])
    seats = view(evening)["chances"]["seats"]
    assert 98 <= sum(seat["percent"] for seat in seats) <= 102
    for seat in seats:
        assert seat["low"] <= seat["percent"] + 0.5 and seat["percent"] - 0.5 <= seat["high"]
        assert seat["error"] >= 1
    turn(evening, on=False)
    assert view(evening)["chances"] is None


def test_an_evening_can_begin_with_chances_on(tmp_path):
    journal = Journal(tmp_path / "games.db")
    hub = Hub()
    shelf = Shelf(journal, hub)
    host = Host(shelf.begin(plan_of()), Pump(hub, []))
    host.start()
    try:
        for wanted in (False, True):
            with open_pages(host, shelf, port=0, chances=wanted) as server:
                assert (server.pages.spoiler.view() is not None) is wanted
    finally:
        host.stop()
        journal.close()


def test_chances_need_a_screen():
    told = CliRunner().invoke(main, ["play", "--chances", "--no-web"])
    assert told.exit_code == 2
    assert "--chances needs the pages" in told.output


class Listening(Chances):
    """Keeps what it is asked, and plays nothing."""

    def __init__(self, told=None):
        self.asked, self.figures, self.restarts = [], None, 0

    def ask(self, record):
        self.asked.append(record and record())

    def stop(self):
        pass

    close = stop


def test_what_is_sent_holds_only_turns_that_are_over(evening, monkeypatch):
    monkeypatch.setattr(spoiler, "Chances", Listening)
    turn(evening, on=True)
    asked = evening.pages.spoiler._chances.asked
    evening.play_to(1, 2)
    evening.people.away.add(2)
    evening.play_until(lambda table: len(table.evening.round.commits) == 2)
    secret = {place.table.secrets[0].card.id for place in evening.people.places.values()}
    evening.people.away.clear()
    evening.play_to(1, 3)
    lines = [[json.loads(line) for line in text.splitlines()] for text in asked]
    assert [len(found) for found in lines] == [1, 2, 3]  # the set-up, and a line a turn
    assert {line["type"] for found in lines for line in found} == {"setup", "turn"}
    second = {play["card"] for play in lines[2][2]["plays"]}
    assert secret <= second
    assert not secret & {play["card"] for play in lines[1][1]["plays"]}


def test_a_turn_that_is_taken_back_is_taken_back_here_too(evening, monkeypatch):
    monkeypatch.setattr(spoiler, "Chances", Listening)
    turn(evening, on=True)
    evening.play_to(1, 3)
    table = evening.table
    evening.host.call(lambda: table.record(decisions.undo(table.evening), time.time()))
    asked = evening.pages.spoiler._chances.asked
    assert [text.count('"turn", "age"') for text in asked] == [0, 1, 2, 1]


def test_when_the_game_is_over_there_is_nothing_left_to_guess(evening, monkeypatch):
    monkeypatch.setattr(spoiler, "Chances", Listening)
    turn(evening, on=True)
    evening.play_until(lambda table: table.evening.phase == "over")
    asked = evening.pages.spoiler._chances.asked
    assert len(asked) == 19
    assert asked[-1] is None
    assert view(evening)["chances"]["seats"] == []


@pytest.mark.parametrize(
    "lang, show, hide",
    [("en", "Show chances", "Hide chances"), ("fr", "Montrer les chances", "Cacher les chances")],
)
def test_the_operator_switches_and_the_screen_shows_figure_and_error(
    visitor, evening, lang, show, hide
):
    evening.play_to(2, 4)
    screen = visitor.open(f"{evening.url}/?lang={lang}", ready=".ring .seat")
    assert screen.locator(".chance").count() == 0
    desk = visitor.open(evening.link("operator") + f"&lang={lang}", ready=".panel table")
    desk.get_by_role("button", name=show).click()
    screen.wait_for_selector(".at-2 .chance")
    text = screen.locator(".at-0 .figure").inner_text()
    percent, error = text.split(" % ± ")
    assert 0 <= int(percent) <= 100 and int(error) >= 1
    desk.get_by_role(
        "button", name={"en": "Hide chances", "fr": "Cacher les chances"}[lang]
    ).click()
    screen.wait_for_selector(".chance", state="detached")
