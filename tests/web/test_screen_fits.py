"""Every scene of the shared screen can be read from 3 m: nothing is cut, covered or small."""

from itertools import product
from pathlib import Path

import pytest

from tests.web.paper import paper_evening
from tests.web.scenes import COMPANIES, Company, moments, scenes
from tests.web.test_pages_forms import serious_in_both

SIZES = ((1920, 1080), (1280, 720), (3840, 2160))
LANGUAGES = ("en", "fr")
MEASURE = (Path(__file__).parent / "measured.js").read_text("utf-8")
# The table's word comes from the test: each scene is one view that the page is given.
TOLD = """
window.EventSource = class {
  static CLOSED = 2;
  takes = {};
  constructor() { window.source = this; }
  addEventListener(name, take) { this.takes[name] = take; }
  close() {}
};
let turn = 0; // each view is one that nobody has looked at
window.tell = (view, scene) => {
  source.takes.view({ data: JSON.stringify({ ...view, game: `${(turn += 1)}` }) });
  for (let looks = 0; looks < 2 && view.phase !== "none" && document.body.dataset.scene !== scene;
       looks += 1)
    dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  return document.body.dataset.scene;
};
"""


@pytest.fixture(scope="module")
def screens(chrome, tmp_path_factory):
    """The shared screen in each language; what it shows is told by the test."""
    with paper_evening(tmp_path_factory.mktemp("screen"), players=3) as evening:
        evening.pages.at = "http://192.168.178.120:8080"  # which nobody opens
        context = chrome.new_context(reduced_motion="reduce")
        context.add_init_script(TOLD)
        pages = {lang: context.new_page() for lang in LANGUAGES}
        for lang, page in pages.items():
            page.goto(f"{evening.url}/?lang={lang}")
            page.wait_for_function("() => window.source?.takes.view")
            page.evaluate("document.fonts.ready")
        yield pages
        context.close()


def unreadable(page, views, size):
    """Show every scene at a size; return what cannot be read, scene by scene."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = {}
    for name, view in views.items():
        scene = name.partition(",")[0]
        assert page.evaluate("([view, scene]) => tell(view, scene)", [view, scene]) == scene
        if problems := page.evaluate(MEASURE):
            found[name] = problems
    return found


def told(found):
    lines = [f"{scene}: {line}" for scene, problems in found.items() for line in problems]
    return "\n".join(["", *lines])


@pytest.mark.slow
@pytest.mark.parametrize("company", COMPANIES, ids=str)
def test_every_scene_can_be_read(screens, tmp_path, company):
    # Everything grows with the screen: all sizes and languages have their turn in the long run.
    number = COMPANIES.index(company)
    size, lang = SIZES[number % len(SIZES)], LANGUAGES[number % len(LANGUAGES)]
    at = moments(tmp_path, company, (lang,))[lang]
    found = unreadable(screens[lang], scenes(at, lang), size)
    assert not found, f"{lang} {size}: {told(found)}"


@pytest.mark.soak
@pytest.mark.parametrize(("company", "size"), [*product(COMPANIES, SIZES)], ids=str)
def test_every_scene_can_be_read_at_every_size(screens, tmp_path, company, size):
    for lang, at in moments(tmp_path, company, LANGUAGES).items():
        found = unreadable(screens[lang], scenes(at, lang), size)
        assert not found, f"{lang}: {told(found)}"


@pytest.mark.slow
def test_the_table_without_a_game_can_be_read(screens):
    view = {"phase": "none", "phase_text": "No game yet.", "seats": [], "countdown": None}
    view["watch"] = "http://192.168.178.120:8080/"
    for lang, size in product(LANGUAGES, SIZES):
        page = screens[lang]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("view => tell(view, 'none')", view)
        assert not page.evaluate(MEASURE)


@pytest.mark.slow
@pytest.mark.parametrize("players", (2, 5, 8))
def test_every_panel_shows_the_cards_of_its_city(screens, tmp_path, players):
    at = moments(tmp_path, Company(players), ("en",))["en"]
    page, view = screens["en"], scenes(at, "en")["laying"]
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.evaluate("view => tell(view, 'laying')", view)
    for seat in view["seats"]:
        held = len(seat["cards"]) + bool(seat["leaders"])
        assert page.locator(f".at-{seat['seat']} .chip:visible").count() == held


@pytest.mark.slow
@pytest.mark.parametrize(
    "company", (Company(8, "team"), pytest.param(Company(5), marks=pytest.mark.soak)), ids=str
)
def test_axe_finds_no_serious_fault_in_any_scene(screens, tmp_path, company):
    at = moments(tmp_path, company, ("en",))["en"]
    page, found = screens["en"], {}
    page.set_viewport_size({"width": 1920, "height": 1080})
    for name, view in scenes(at, "en").items():
        page.evaluate("([view, scene]) => tell(view, scene)", [view, name.partition(",")[0]])
        if faults := serious_in_both(page):
            found[name] = faults
    assert found == {}
