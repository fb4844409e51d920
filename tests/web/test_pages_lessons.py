"""A phone that answers everything: all cities, the last turns, teaching mode, hints, help."""

import pytest

from firmware.link import KEYS, LIGHTS, SOUNDS
from host_tools.bots.dealer import Dealer
from host_tools.link.events import Joined
from host_tools.table.entries import TableSetup
from host_tools.texts import LANGUAGES
from tests.web.paper import paper_evening
from tests.web.test_pages_choices import phone as seat_phone
from tests.web.test_pages_choices import shown
from tests.web.test_pages_forms import serious_in_both
from tests.web.test_pages_seats import demo_table, link_of

pytestmark = pytest.mark.slow
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
LONG = ("Ann", "Bo", "Maximilienne-Alexandrine", "Di", "Ed", "Fay", "Gus", "Hal")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Eight players with everything, in the middle of a game; seat 0 has not laid a card."""
    sets = ("base", "leaders", "cities")
    folder = tmp_path_factory.mktemp("lessons")
    with paper_evening(folder, players=8, names=LONG, seed=5, sets=sets) as playing:
        playing.play_to(2, 4)
        playing.people.away.add(0)
        yield playing


def phone(visitor, evening, lang="en", seat=0):
    link = f"{evening.link(str(seat))}&lang={lang}"
    return visitor.open(link, wide=360, high=640, ready=".tab")


def open_help(page):
    page.locator(".bar nav .button").first.click()
    page.wait_for_selector(".help summary")


def turn_switch(page):
    open_help(page)
    page.locator(".help .switch").click()
    page.keyboard.press("Escape")


def open_card(page):
    page.locator(".found .pick").first.click()
    page.wait_for_selector(".chosen")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newcomer_learns_everything_on_a_small_phone(visitor, evening, lang):
    page = phone(visitor, evening, lang)
    turn_switch(page)
    open_card(page)
    page.wait_for_selector(".lesson h4")
    page.locator(".lesson .hinted .button").click()
    page.wait_for_selector(".lesson .hinted b")
    page.locator(".tab").nth(2).click()
    for summary in page.locator(".city summary, .turns summary").all():
        summary.click()
    page.wait_for_selector(".turns li")
    assert page.evaluate(SIDEWAYS) <= 0
    assert serious_in_both(page) == []
    open_help(page)
    for summary in page.locator(".help summary").all():
        summary.click()
    assert page.evaluate("document.querySelector('dialog[open]').scrollWidth - innerWidth") <= 0
    assert serious_in_both(page) == []


def test_every_city_is_one_tap_away(visitor, evening):
    page = phone(visitor, evening)
    tabs = page.locator(".tab")
    assert tabs.count() == len(LONG)
    assert tabs.nth(0).inner_text().split("\n") == ["A", "you", "Ann"]
    rules = evening.table.evening.game.rules
    for index, text in ((1, "left"), (-1, "right")):
        assert text in tabs.nth(index % len(LONG)).inner_text()
    assert LONG[rules.left[0]] in tabs.nth(1).inner_text()
    tabs.filter(has_text="Maximilienne").click()
    page.wait_for_selector("#city h2:has-text('Maximilienne-Alexandrine')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#city h2:not(:has-text('Maximilienne'))")
    assert page.locator(".city").count() == 1


def test_a_team_mate_is_marked(visitor, tmp_path):
    drawn = Dealer(1).setup(4, sets=("base", "cities"), variant="team")
    with shown(tmp_path, TableSetup(drawn, countdown=0, grace=None)) as pages:
        page = seat_phone(visitor, pages, 0, ".tab")
        marked = page.locator(".tab", has_text="team-mate")
        assert marked.count() == 1 and drawn.seats[1].player in marked.inner_text()


def test_every_point_of_the_own_score_has_its_rule(visitor, evening):
    page = phone(visitor, evening)
    page.locator(".city summary").nth(1).click()
    items = evening.host.call(lambda: evening.pages.view("en"))["seats"][0]["explained"]
    assert page.locator(".sheet dd").count() == len(items)
    rules = page.locator(".sheet dd .rule").all_inner_texts()
    assert rules == [item["rule"] for item in items]


def test_the_last_turns_are_told_when_they_are_opened(visitor, evening):
    page = phone(visitor, evening)
    assert page.locator(".turns li").count() == 0
    page.locator(".turns summary").click()
    page.wait_for_selector(".turns li")
    assert page.locator(".turns section").count() == 3
    assert page.locator(".turns h3").first.inner_text() == "Age II · Turn 3 of 6"


def test_teaching_is_for_one_player_and_stays(visitor, evening):
    page = phone(visitor, evening)
    open_card(page)
    assert page.locator(".lesson, .teaching, .hinted").count() == 0
    turn_switch(page)
    page.wait_for_selector(".lesson h4")
    page.reload()
    page.wait_for_selector(".teaching")
    # Another seat in the same browser learns nothing.
    page.goto(f"{evening.link('1')}&lang=en")
    page.wait_for_selector(".tab")
    assert page.locator(".teaching").count() == 0


def test_no_advice_is_given_unless_it_is_asked_for(visitor, evening):
    page = phone(visitor, evening)
    asked = []
    page.on("request", lambda request: asked.append(request.url.split("?")[0].rsplit("/", 1)[1]))
    turn_switch(page)
    open_card(page)
    page.wait_for_selector(".lesson h4")
    assert "lesson" in asked and "hint" not in asked
    assert "does not know your hand" in page.locator(".finder > .hint").first.inner_text()
    page.locator(".lesson .hinted .button").click()
    page.wait_for_selector(".lesson .hinted b")
    assert "hint" in asked


def test_the_bot_looks_at_a_hand_that_the_table_knows(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        demo.host.call(lambda: demo.players.takes_over(0, on=True))
        page = visitor.open(link_of(server, "/seat/0") + "&lang=en", wide=360, ready=".found .pick")
        turn_switch(page)
        page.locator(".finder > .hinted .button").click()
        page.wait_for_selector(".finder > .hinted b")
        names = [text.split("\n")[0] for text in page.locator(".found .name").all_inner_texts()]
        hint = page.locator(".finder > .hinted").inner_text()
    assert any(f"With {name} the bot would choose" in hint for name in names)


def test_at_a_reader_a_card_is_named_and_nothing_is_said_of_the_hand(visitor, tmp_path):
    with shown(tmp_path) as pages:
        pages.host.call(lambda: pages.table.serve(0, "board", 0.0))
        pages.host.call(lambda: pages.table.receive([Joined("board", {}, "boot")], 0.0))
        page = seat_phone(visitor, pages, 0, ".tab")
        turn_switch(page)
        assert "does not know your hand" in page.locator(".teaching > .hint").inner_text()
        page.locator(".lookup input").fill("bath")
        page.locator(".lookup .pick", has_text="Baths").click()
        page.wait_for_selector(".lookup .lesson h4")
        page.locator(".lookup .hinted .button").click()
        page.wait_for_selector(".lookup .hinted b")
        assert "With Baths the bot would choose" in page.locator(".lookup .hinted").inner_text()
        assert serious_in_both(page) == []


def test_the_help_shows_every_light_sound_and_key_of_the_firmware(visitor, evening):
    page = phone(visitor, evening)
    open_help(page)
    for kind, declared in (
        ("light", (*LIGHTS, "alone", "trade")),
        ("sound", SOUNDS),
        ("key", KEYS),
    ):
        rows = page.locator(f'.help [data-key^="{kind}-"]')
        found = [row.get_attribute("data-key").removeprefix(f"{kind}-") for row in rows.all()]
        assert sorted(found) == sorted(declared)


def test_whoever_calls_a_mistake_reads_what_happens_next(visitor, evening):
    page = phone(visitor, evening)
    assert "another player agrees" in page.locator(".mistake .hint").inner_text()
    open_help(page)
    page.locator(".help summary").last.click()
    assert "20 seconds" in page.locator(".help details").last.inner_text()
