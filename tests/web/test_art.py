"""Drawn cards and boards in a real browser: every one fits, in both themes, and is light."""

import re
from pathlib import Path

import pytest

from card_db.loader import EDITIONS, load_box
from tests.web import gallery
from tests.web.serving import opened, served

STATIC = Path(__file__).parents[2] / "host_tools" / "web" / "static"
SHEETS = {"icons.svg": 25_000, "art/wonders.svg": 70_000, "art/backs.svg": 7_000}
THEMES = ("light", "dark")

# What sticks out of the nearest card, stage or board, or runs over its neighbours.
SPILLS = """() => {
  const spills = [];
  const say = (element, what) =>
    spills.push(`${element.closest("[data-key]")?.dataset.key}: ${element.className} ${what}`);
  for (const name of document.querySelectorAll(".drawn-name, .board-name"))
    if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
      say(name, "is cut");
  const inside = (parts, box, slack) => {
    for (const part of document.querySelectorAll(parts)) {
      const [a, b] = [part.getBoundingClientRect(), part.closest(box).getBoundingClientRect()];
      if (a.left < b.left - slack || a.right > b.right + slack ||
          a.top < b.top - slack || a.bottom > b.bottom + slack) say(part, `leaves ${box}`);
    }
  };
  const unit = parseFloat(getComputedStyle(document.querySelector("main > div"))
    .getPropertyValue("--card-width")) / 100;
  inside(".drawn-effect .sign", ".drawn-effect", unit);
  inside(".drawn-name", ".drawn", 0.5);
  inside(".drawn-price", ".drawn", 0.5);
  inside(".board-stage .sign, .board-stage .res", ".board-stage", 0.5);
  inside(".board-stage, .purse, .purse .sign, .board-name", ".board", 0.5);
  for (const price of document.querySelectorAll(".drawn-price")) {
    const box = price.getBoundingClientRect();
    for (const part of price.parentElement.querySelectorAll(".drawn-effect .sign")) {
      const { left, top } = part.getBoundingClientRect();
      if (left < box.right - unit && top < box.bottom - unit) say(part, "lies on the price");
    }
  }
  return spills;
}"""


@pytest.fixture
def wall(visitor, tmp_path):
    """An empty page of a table to hang drawings on, and a seat that sits there."""
    with opened(tmp_path) as pages, served(pages):

        def open_wall(lang="en"):
            page = visitor.open(f"{pages.at}/overlay?lang={lang}", wide=1400, ready="main")
            return page, pages.view(lang)["seats"][0]

        yield open_wall


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_shows_its_whole_name_price_and_effect(wall, lang):
    page, _ = wall(lang)
    cards = gallery.card_views(lang)
    for width in (64, 96, 320):
        gallery.hang(page, "light", width, cards)
        assert page.locator(".drawn:not(.drawn-back)").count() == len(cards) >= 200
        assert page.evaluate(SPILLS) == [], width


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_board_shows_its_stages_coins_and_tokens(wall, lang):
    page, seat = wall(lang)
    seats = gallery.seat_views(seat, lang)
    for width in (300, 420, 900):
        gallery.hang(page, "light", width, seats=seats)
        assert page.locator(".board").count() == len(seats) > 40
        assert page.evaluate(SPILLS) == [], width


def test_what_does_not_fit_is_found(wall):
    page, _ = wall()
    gallery.hang(page, "light", 96, gallery.card_views()[:1])
    page.evaluate("document.querySelector('.drawn-name').style.fontSize = '60px'")
    page.evaluate("document.querySelector('.drawn').style.setProperty('--size', 70)")
    assert [spill.split()[1] for spill in page.evaluate(SPILLS)][:2] == ["drawn-name", "sign"]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_the_drawings(wall, theme):
    from axe_playwright_python.sync_playwright import Axe

    page, seat = wall()
    # One of each colour says as much as all of them.
    cards = list({card["color"]: card for card in gallery.card_views()}.values())
    gallery.hang(page, theme, 160, cards, gallery.seat_views(seat)[:2])
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []


def test_a_card_says_everything_in_words(wall):
    page, seat = wall()
    cards = [card for card in gallery.card_views() if card["id"] == "haven"]
    gallery.hang(page, "light", 160, cards, gallery.seat_views(seat)[:1])
    label = page.locator('[data-key="haven"]').get_attribute("aria-label")
    assert label.startswith("Haven, Commercial")
    assert "Cost: wood, ore, loom" in label and "1 coin for each brown card" in label
    stage = page.locator(".board-stage").first.get_attribute("aria-label")
    assert stage == "Stage 1, built. Cost: stone, stone. 3 points at the end of the game."


# The sheets


def symbols(sheet):
    return set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / sheet).read_text("utf-8")))


def test_every_wonder_has_its_picture_and_house_wonders_one_for_all():
    wonders = {
        wonder.id.rpartition("_")[0]
        for edition in EDITIONS
        for wonder in load_box(edition).wonders.values()
    }
    assert symbols("art/wonders.svg") == {f"w-{name}" for name in wonders | {"house"}}
    script = (STATIC / "js/board.js").read_text("utf-8")
    listed = re.search(r"new Set\((.*?)\.split", script, re.DOTALL)
    assert set(re.findall(r"\w+", listed[1])) == wonders


def test_there_is_a_back_for_each_age_and_the_leaders():
    assert symbols("art/backs.svg") == {f"back-{age}" for age in range(4)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_sheets_are_light_and_keep_to_themselves(sheet):
    text = (STATIC / sheet).read_text("utf-8")
    assert len(text.encode()) <= SHEETS[sheet]
    assert text.count("http") == 1  # the name of the format
    assert not re.search(r"<(script|image|style|foreignObject)|\son\w+=", text)


def test_pictures_take_their_colours_from_the_theme():
    style = (STATIC / "css/art.css").read_text("utf-8")
    pictures = (STATIC / "art/wonders.svg").read_text("utf-8") + (
        STATIC / "art/backs.svg"
    ).read_text("utf-8")
    assert not re.search(r'(fill|stroke)="#', pictures)
    for name in set(re.findall(r"var\((--[\w-]+)\)", pictures)):
        times = len(re.findall(rf"^ +{name}:", style, re.MULTILINE))
        assert times == (1 if name.startswith("--back") else 3), name
