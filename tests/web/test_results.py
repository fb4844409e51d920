"""History, statistics and what people keep of a game, in a real browser."""

import json
import re
import time

import httpx
import pytest

from card_db.rule_texts import rules
from host_tools.results.exports import play_link
from host_tools.results.share_picture import share_png
from host_tools.table.evening import OVER
from host_tools.web.qr import qr_svg
from tests.results.sheets import evening as sheet
from tests.results.sheets import game, timed
from tests.web.paper import paper_evening
from tests.web.test_pages_forms import serious_in_both

CODE_PX = 190  # at 1600 × 900

PATHS = ("/history", "/stats", "/history/last")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A table in its first turn, with a history of other evenings."""
    with paper_evening(tmp_path_factory.mktemp("results"), players=3, seed=5) as found:
        found.historian.history.put(
            [
                *(sheet(4, day=day, number=day) for day in range(4)),
                game(("<b>Zoë</b>", 50), ("Bo", 61), ("Maximilienne-Charlotte", 43), day=5),
                timed(sheet(8, day=9, sets=("base", "leaders", "cities"))),
            ]
        )
        yield found


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_of_results_are_whole_and_speak_the_language(visitor, evening, path, lang):
    page = visitor.open(f"{evening.url}{path}?lang={lang}", ready="main")
    text = page.locator("body").inner_text()
    assert page.evaluate("document.documentElement.lang") == lang
    english = ("History", "Statistics", "Shared screen")
    french = ("Historique", "Statistiques", "Écran commun")
    assert all(word in text for word in (french if lang == "fr" else english))
    assert not any(word in text for word in (english if lang == "fr" else french))
    page.get_by_role("link", name="English" if lang == "fr" else "Français").click()
    page.wait_for_selector(f'html[lang="{"en" if lang == "fr" else "fr"}"]')


@pytest.mark.parametrize("path", [*PATHS, "/rules"])
def test_axe_finds_no_serious_fault_in_results(visitor, evening, path):
    page = visitor.open(f"{evening.url}{path}?lang=en", wide=1600, high=900, ready="main")
    for summary in page.locator("summary").all():
        summary.click()
    assert serious_in_both(page) == []


@pytest.mark.parametrize("path", [*PATHS, "/rules"])
def test_results_fit_a_phone_and_a_wall(visitor, evening, path):
    page = visitor.open(f"{evening.url}{path}?lang=fr", wide=360, high=740, ready="main")
    over = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(over) <= 0
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(over) <= 0


def test_the_time_of_each_phase_is_told(visitor, evening):
    page = visitor.open(f"{evening.url}/history/last?lang=en", ready="main")
    text = " ".join(page.locator("main").inner_text().split())
    assert "A turn took 41 s: 33 s choosing, 3 s countdown, 2 s declaring, 3 s questions." in text
    assert "Hal was waited for longest: 7 min 35 s." in text
    page = visitor.open(f"{evening.url}/stats?lang=en", ready="main")
    row = page.get_by_role("row", name="The whole turn")
    assert row.inner_text().split()[-3:] == ["41.0", "41.0", "57.0"]


def test_every_plot_has_its_title_its_words_and_its_table(visitor, evening):
    page = visitor.open(f"{evening.url}/stats?lang=en", ready="figure")
    assert page.locator("figure").count() == 5
    for figure in page.locator("figure").all():
        title = figure.locator("h2").inner_text()
        picture = figure.get_by_role("img")
        assert picture.get_attribute("aria-label").startswith(f"{title}. ")
        assert picture.locator("title").text_content() == title
        figure.locator("summary").click()
        assert figure.locator("tbody tr").count() >= 3
        assert (
            figure.locator("thead th").count()
            == figure.locator("tbody tr").first.locator("th, td").count()
        )


def test_dark_is_dark_and_stays_so(visitor, evening):
    page = visitor.open(f"{evening.url}/stats?lang=en", ready="figure")
    page.get_by_role("button", name="Dark").click()
    page.get_by_role("link", name="History").click()
    page.wait_for_selector('html[data-theme="dark"] .games')


def test_a_game_leads_from_the_list_to_its_sheet(visitor, evening):
    page = visitor.open(f"{evening.url}/history?lang=en", ready=".games")
    assert page.locator(".games tbody tr").count() == 6
    assert "<b>Zoë</b>" in page.locator(".games").inner_text()
    page.locator(".games a").first.click()
    page.wait_for_selector(".pad")
    assert page.locator(".pad tfoot td").all_inner_texts()[:8] == [
        str(40 + 3 * at) for at in range(8)
    ]
    assert page.locator(".pad thead .won").inner_text().strip().startswith("Hal")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Score sheet as PDF").click()
    assert saved.value.suggested_filename == "wondertable-2024-01-10.pdf"
    with page.expect_download() as saved:
        page.get_by_role("link", name="BG Stats file").click()
    assert len(json.loads(saved.value.path().read_text("utf-8"))["plays"]) == 1
    with page.expect_download() as saved:
        page.get_by_role("link", name="Score sheet as picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("path", [*PATHS, "/rules", "/history/last/bgstats.svg"])
def test_results_keep_the_strict_policy_of_all_pages(evening, path):
    found = httpx.get(f"{evening.url}{path}?lang=en", timeout=60)
    assert found.headers["content-security-policy"].startswith("default-src 'none'")
    assert " style=" not in found.text and "<style" not in found.text
    assert re.findall(r"<script(?! type=\"module\" src=\"/static/)", found.text) == []
    elsewhere = re.findall(r"(?:src|href)=\"(?:https?:)?//([^/\"]+)", found.text)
    assert set(elsewhere) <= {"app.bgstatsapp.com"}  # a link that people may follow


def test_the_page_of_rules_has_every_rule_and_says_in_french_that_it_is_english(evening):
    text = httpx.get(f"{evening.url}/rules?lang=fr", timeout=60).text
    assert re.findall(r'<li id="(\w+)">', text) == [number.lower() for number in rules()]
    assert 'lang="en">' in text and "qu’en anglais" in text
    assert '<a href="#r182">' in text or '<a href="#r179">' in text  # R124 names another rule


def test_a_number_leads_to_its_rule(visitor, evening):
    page = visitor.open(f"{evening.url}/?lang=en", ready=".seat")
    page.get_by_role("button", name=re.compile("Coins")).first.click()
    link = page.locator("dialog .rule").first
    assert (link.inner_text(), link.get_attribute("title")) == ("G80", "G80 Treasury")
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_selector("#g80:target")


def test_files_of_the_whole_history_are_there(evening):
    for kind, begins in (("csv", "game,date"), ("json", "{"), ("bgsplay", "{")):
        found = httpx.get(f"{evening.url}/history.{kind}", timeout=60)
        assert found.status_code == 200 and found.text.startswith(begins)
        assert f'filename="wondertable.{kind}"' in found.headers["content-disposition"]


@pytest.mark.parametrize(
    "path", ["/history/nothing", "/history/nothing/sheet.pdf", "/history/1234/x"]
)
def test_a_game_that_is_not_there_is_told(evening, path):
    found = httpx.get(f"{evening.url}{path}?lang=fr", timeout=60)
    assert found.status_code == 404
    assert "Cette page n" in found.text


def test_a_history_that_cannot_be_read_is_told_and_the_table_goes_on(tmp_path):
    (tmp_path / "games-history.db").write_text("not a history\n" * 100)
    with paper_evening(tmp_path, players=3) as evening:
        found = httpx.get(f"{evening.url}/stats?lang=en", timeout=60)
        assert found.status_code == 503
        assert "The history cannot be read" in found.text
        evening.play_to(1, 2)


def test_no_games_yet_is_told(visitor, tmp_path):
    with paper_evening(tmp_path, players=3) as evening:
        for path in ("/history", "/stats"):
            page = visitor.open(f"{evening.url}{path}?lang=en", ready="main")
            assert "No game has been played to its end yet." in page.locator("main").inner_text()


# The score scene


def test_the_score_scene_offers_the_code_the_sheet_and_the_history(visitor, tmp_path):
    with paper_evening(tmp_path, players=4, seed=3) as evening:
        screen = visitor.open(f"{evening.url}/?lang=en", wide=1600, high=900, ready=".seat")
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen.wait_for_selector('body[data-scene="conflict"]')
        screen.get_by_role("button", name="Continue").click()
        screen.wait_for_selector(".keep .qr")
        assert serious_in_both(screen) == []
        (told,) = evening.historian.history.games()
        drawn = httpx.get(f"{evening.url}/history/{told.uuid}/bgstats.svg", timeout=60)
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert modules(drawn.text) == modules_of(play_link(told))
        assert codes_of(screen) == ["bgstats.svg"]  # only this computer can open the picture
        screen.get_by_role("button", name="Into BG Stats").click()
        screen.wait_for_selector("dialog[open] .qr")
        box = screen.locator("dialog[open]").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900
        screen.keyboard.press("Escape")
        with screen.expect_download() as saved:
            screen.get_by_role("link", name="Score sheet (PDF)").click()
        assert saved.value.suggested_filename == f"wondertable-{time.strftime('%Y-%m-%d')}.pdf"
        screen.get_by_role("link", name="This game").click()
        screen.wait_for_selector(".pad")


def test_in_a_network_the_score_scene_has_two_codes(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=3) as evening:
        evening.pages.at = "http://192.168.7.7:8000"
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen = visitor.open(f"{evening.url}/", wide=1600, high=900, ready=".keep .qr")
        assert codes_of(screen) == ["share.svg", "bgstats.svg"]


def codes_of(screen):
    """What the codes are for; each can be scanned from a chair."""
    codes = screen.locator(".keep .qr").all()
    assert all(code.bounding_box()["width"] >= CODE_PX for code in codes)
    return [code.get_attribute("src").split("/")[-1].split("?")[0] for code in codes]


def modules(svg):
    return re.search(r' d="([^"]+)"', svg).group(1)


def modules_of(link):
    return modules(qr_svg(link, "l"))


def test_after_an_undo_there_is_nothing_to_keep(visitor, tmp_path):
    from host_tools.table import decisions

    with paper_evening(tmp_path, players=3, seed=3) as evening:
        evening.play_until(lambda table: table.evening.phase == OVER)
        screen = visitor.open(f"{evening.url}/?lang=en", ready=".seat, .score")
        screen.get_by_role("button", name="Continue").click()
        code = screen.wait_for_selector(".keep .qr")
        screen.wait_for_function("code => code.complete", arg=code)  # the undo takes it away
        table = evening.table
        evening.host.call(lambda: table.record(decisions.undo(table.evening), time.time()))
        screen.wait_for_selector("text=Turn 6 of 6")
        until = time.monotonic() + 60
        while evening.historian.history.games():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert evening.pages.view("en")["result"] is None


# The picture to share


def test_the_picture_to_share_opens_in_the_browser_and_is_that_of_the_game(visitor, evening):
    told = evening.historian.history.games()[-1]
    for lang in ("en", "fr"):
        address = f"{evening.url}/history/{told.uuid}/share.png?lang={lang}"
        found = httpx.get(address, timeout=60)
        assert found.headers["content-type"] == "image/png"
        assert found.headers["content-disposition"].startswith("inline;")
        assert found.content == share_png(told, lang)
    page = visitor.open(f"{evening.url}/history/{told.uuid}?lang=fr", ready=".pad")
    link = page.get_by_role("link", name="Image à partager").get_attribute("href")
    shown = (
        "async (link) => { const picture = new Image(); picture.src = link; await picture.decode();"
        " return [picture.naturalWidth, picture.naturalHeight]; }"
    )
    assert page.evaluate(shown, link) == [1200, 630]


# Codes for phones


@pytest.fixture
def in_the_network(evening, monkeypatch):
    monkeypatch.setattr(evening.pages, "at", "http://192.168.7.7:8000")
    told = evening.historian.history.games()[-1]
    return told, f"/history/{told.uuid}"


def test_the_code_of_the_picture_leads_to_it(evening, in_the_network):
    _, path = in_the_network
    drawn = httpx.get(f"{evening.url}{path}/share.svg?lang=fr", timeout=60)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    address = f"{path}/share.png?lang=fr"
    assert modules(drawn.text) == modules(qr_svg(f"http://192.168.7.7:8000{address}"))
    assert httpx.get(f"{evening.url}{address}", timeout=60).status_code == 200


def test_the_code_for_bg_stats_is_coarse_where_a_phone_can_ask_this_host(evening, in_the_network):
    """A code with the whole game in it cannot be read from a chair."""
    told, path = in_the_network
    drawn = httpx.get(f"{evening.url}{path}/bgstats.svg?theme=dark", timeout=60)
    assert modules(drawn.text) == modules_of(f"http://192.168.7.7:8000{path}/bgstats")
    led = httpx.get(f"{evening.url}{path}/bgstats", timeout=60)
    assert led.is_redirect and led.headers["location"] == play_link(told)
