"""Every page in every form: French, dark, narrow, wide, with a screen reader."""

import pytest

from host_tools.table.evening import OVER
from tests.web.paper import paper_evening

PAGES = {
    "screen": ("/", ".ring .seat, .score"),
    "overlay": ("/overlay", ".os"),
    "seat": ("0", ".now"),
    "operator": ("operator", ".panel table"),
    "setup": ("setup", ".ages li"),
}


def address(evening, name, options):
    path, ready = PAGES[name]
    if path.startswith("/"):
        return f"{evening.url}{path}?{options}", ready
    return f"{evening.link(path)}&{options}", ready


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A game in its second Age, with phones and secrets."""
    folder = tmp_path_factory.mktemp("evening")
    sets = ("base", "leaders", "cities")
    with paper_evening(folder, players=5, seed=7, sets=sets, mode="assisted") as found:
        found.play_to(2, 4)
        yield found


@pytest.mark.parametrize("name", PAGES)
def test_all_pages_speak_french(visitor, evening, name):
    url, ready = address(evening, name, "lang=fr")
    page = visitor.open(url, ready=ready)
    assert page.evaluate("document.documentElement.lang") == "fr"
    text = page.locator("body").inner_text()
    words = {
        "screen": "On attend", "overlay": "Âge II", "seat": "Cartes construites",
        "operator": "Annuler le dernier tour", "setup": "Les cartes à prendre",
    }  # fmt: skip
    assert words[name] in text
    for english in ("Waiting for", "Turn ", "Your city", "Undo", "The deck", "undefined"):
        assert english not in text


@pytest.mark.parametrize("name", ["screen", "seat", "operator", "setup"])
def test_dark_is_dark_and_a_button_makes_it_light(visitor, evening, name):
    url, ready = address(evening, name, "lang=en&theme=dark")
    page = visitor.open(url, ready=ready)
    shade = (
        "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g)"
        ".map(Number).reduce((a, b) => a + b)"
    )
    assert page.evaluate(shade) < 200
    page.get_by_role("button", name="Light").click()
    page.wait_for_selector('html[data-theme="light"]')
    assert page.evaluate(shade) > 500


def test_the_system_says_dark(visitor, evening):
    page = visitor.open(f"{evening.url}/?lang=en", ready=".seat", color_scheme="dark")
    shade = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert shade == "rgb(15, 19, 27)"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_scrolls_sideways_on_a_phone_and_on_a_wall(visitor, evening, name):
    url, ready = address(evening, name, "lang=fr")
    page = visitor.open(url, wide=360, high=740, ready=ready)
    over = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(over) <= 0
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(over) <= 0


def test_a_phone_shows_its_secret_and_its_choices_at_360_pixels(visitor, evening):
    url, ready = address(evening, "seat", "lang=fr")
    page = visitor.open(url, wide=360, high=740, ready=ready)
    page.locator(".pick").first.click()
    page.wait_for_selector(".chosen .option")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('.now button')]
            .filter((b) => b.getBoundingClientRect().height < 40).map((b) => b.outerHTML)"""
    )
    assert small == []


SPILLS = """() => [...document.querySelectorAll('.seat, .centre, .face .inner, .stats')]
    .filter((e) => e.scrollHeight > e.clientHeight + 3 || e.scrollWidth > e.clientWidth + 3)
    .map((e) => `${e.className}: ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`)"""  # noqa: E501


@pytest.mark.parametrize("players", range(2, 9))
def test_nothing_spills_over_on_a_screen_for_any_number_of_seats(visitor, tmp_path, players):
    sets = ("base",) if players == 2 else ("base", "leaders", "cities")
    with paper_evening(tmp_path, players=players, seed=9, sets=sets) as evening:
        evening.play_to(3, 4)
        screen = visitor.open(f"{evening.url}/?lang=fr", wide=1920, high=1080, ready=".ring .seat")
        for turn, phase, scene in (
            (4, "lay", "reveal"),
            (4, "lay", "laying"),
            (4, "declare", "locked"),
            (6, "lay", "reveal"),
            (6, "lay", "laying"),
        ):
            evening.play_to(3, turn, phase)
            rounds = evening.table.evening.round_number
            if scene == "laying":
                screen.keyboard.press("Escape")
            screen.wait_for_selector(f'body[data-scene="{scene}"][data-round="{rounds}"]')
            assert screen.evaluate(SPILLS) == []
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen.wait_for_selector('body[data-scene="reveal"]')
        screen.keyboard.press("Escape")
        screen.wait_for_selector('body[data-scene="conflict"]')
        assert screen.evaluate(SPILLS) == []
        screen.keyboard.press("Escape")
        screen.wait_for_selector('body[data-scene="score"] .score')
        over = "document.documentElement.scrollHeight - innerHeight"
        assert screen.evaluate(over) <= 0


# Accessibility


def serious(page, only=None):
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": only} if only else None
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def serious_in_both(page):
    """The faults in the light, and in the dark, where only the colours are others."""
    to = "theme => { document.documentElement.dataset.theme = theme }"
    page.evaluate(to, "light")
    found = serious(page)
    page.evaluate(to, "dark")
    return found + serious(page, only=["color-contrast"])


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_serious_fault(visitor, evening, name):
    url, ready = address(evening, name, "lang=en")
    wide = 390 if name == "seat" else 1600
    page = visitor.open(url, wide=wide, high=900, ready=ready)
    if name == "seat":
        page.locator(".pick").first.click()
        page.wait_for_selector(".chosen")
    assert serious_in_both(page) == []


def test_axe_finds_what_is_wrong(visitor, evening):
    page = visitor.open(f"{evening.url}/overlay?lang=en", ready=".os")
    page.evaluate("document.querySelector('.icon').closest('span').innerHTML = '<button></button>'")
    assert any(fault.startswith("button-name") for fault in serious(page))


def test_axe_finds_no_serious_fault_in_any_scene(visitor, tmp_path):
    with paper_evening(tmp_path, players=4, seed=3) as evening:
        evening.play_to(1, 3)
        screen = visitor.open(f"{evening.url}/?lang=en", wide=1600, high=900, ready=".face")
        assert serious_in_both(screen) == []
        evening.play_to(1, 3, "declare")
        screen.wait_for_selector('body[data-scene="locked"]')
        assert serious_in_both(screen) == []
        screen.locator(".total button").first.click()
        screen.wait_for_selector("dialog[open]")
        assert serious_in_both(screen) == []
        screen.keyboard.press("Escape")
        evening.play_to(2, 1)
        screen.wait_for_selector('body[data-scene="reveal"]')
        screen.keyboard.press("Escape")
        screen.wait_for_selector('body[data-scene="conflict"]')
        assert serious_in_both(screen) == []
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen.reload()
        for ready in (".face", ".clash"):
            screen.wait_for_selector(ready)
            screen.keyboard.press("Escape")
        screen.wait_for_selector(".score")
        assert serious_in_both(screen) == []


def test_axe_finds_no_serious_fault_where_there_is_nothing_to_see(visitor, evening):
    page = visitor.open(f"{evening.url}/seat/1?lang=fr", ready="h1")
    assert serious(page) == []
    visitor.faults.clear()  # The browser itself reports the 403 that is right here.
