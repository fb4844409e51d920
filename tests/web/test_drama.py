"""What moves on the screen, in a real browser: how it begins, is skipped and ends."""

import re
from contextlib import contextmanager
from datetime import datetime

import pytest

from host_tools.results.share_picture import share_pdf, share_png
from host_tools.table.evening import LAYING, OVER
from tests.results.test_share_picture import text_of
from tests.web.paper import paper_evening

NOON = datetime(2030, 1, 1, 12)
SCREEN = ".ring .seat, .score"
SHOWN = "(all) => all.filter((one) => getComputedStyle(one).visibility === 'visible').length"
# Animations that end stand where they would after so many ms; the page's own clock stands still.
SEEK = """(ms) => document.getAnimations().forEach((one) => {
  if (one.effect.getTiming().iterations === Infinity) return;
  one.pause();
  one.currentTime = ms;
})"""
SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
  }).observe({ type: "layout-shift" });
}"""


@contextmanager
def stage(visitor, folder, address="/?lang=en", **more):
    """A table and a screen that moves, but whose clock goes only where it is set."""
    with paper_evening(folder, **{"players": 3, "seed": 5, **more}) as evening:
        page = visitor.open(
            f"{evening.url}{address}", wide=1920, high=1080, ready=SCREEN,
            reduced_motion="no-preference",
        )  # fmt: skip
        page.clock.install(time=NOON)
        page.clock.pause_at(NOON.replace(hour=13))
        page.reload()
        page.wait_for_selector(SCREEN)
        yield evening, page
        page.goto("about:blank")  # before the host goes: it may still be asked for codes


def to_the_end(evening, page, scene):
    """Play to the end of the game, and skip what comes before a scene."""
    evening.play_until(lambda table: table.evening.phase == OVER)
    page.wait_for_selector('body[data-phase="over"]')
    for before in ("reveal", "conflict"):
        if before == scene:
            return page.wait_for_selector(f'body[data-scene="{scene}"]')
        page.wait_for_selector(f'body[data-scene="{before}"]')
        page.get_by_role("button", name="Continue").click()
    return page.wait_for_selector('body[data-scene="score"] .score .keep')


def ms(page, name):
    return float(page.evaluate(f"parseFloat(document.body.style.getPropertyValue('--{name}'))"))


def totals_of(evening):
    return [seat["score"]["total"] for seat in evening.pages.view("en")["seats"]]


def shown_totals(page):
    """The totals on the score scene, by seat."""
    rows = page.locator(".score tbody tr").all()
    found = {
        int(row.get_attribute("data-seat")): row.locator(".sum .ask").inner_text() for row in rows
    }
    return [int(found[seat].replace("−", "-")) for seat in sorted(found)]


def traded(table):
    paid = [fact.pay_left or fact.pay_right for fact in table.evening.facts.values()]
    return table.evening.phase == LAYING and any(paid)


def test_cards_turn_at_once_then_coins_travel_from_payer_to_payee(visitor, tmp_path):
    with stage(visitor, tmp_path, players=4) as (evening, page):
        evening.play_until(traded)
        page.wait_for_selector('body[data-drama~="cards"] .trades')
        page.evaluate(SEEK, 0)
        turned = "(all) => all.map((one) => getComputedStyle(one).transform)"
        faces = page.locator(".tray > .face").evaluate_all(turned)
        assert len(faces) == 4 and len(set(faces)) == 1 and faces[0] != "none"
        facts = evening.table.evening.facts
        coins = sum(
            min(number, 6)
            for fact in facts.values()
            for number in (fact.pay_left, fact.pay_right, abs(fact.bank))
        )
        assert page.locator(".coin").count() == coins
        payer = next(seat for seat, fact in facts.items() if fact.pay_left or fact.pay_right)
        payee = evening.table.evening.game.rules.left[payer]
        if not facts[payer].pay_left:
            payee = evening.table.evening.game.rules.right[payer]
        places = []
        for when in (ms(page, "lift"), ms(page, "lift") + ms(page, "flight") - 1):
            page.evaluate(SEEK, when)
            box = page.locator('[data-key="coin-0-0"]').bounding_box()
            places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        assert nearest_seat(page, places[0]) == payer
        assert nearest_seat(page, places[1]) == payee


def nearest_seat(page, place):
    def distance(seat):
        box = page.locator(f".at-{seat}").bounding_box()
        across = max(box["x"] - place[0], place[0] - box["x"] - box["width"], 0)
        down = max(box["y"] - place[1], place[1] - box["y"] - box["height"], 0)
        return across**2 + down**2

    return min(range(4), key=distance)


def test_escape_ends_what_moves_and_then_what_is_shown(visitor, tmp_path):
    with stage(visitor, tmp_path) as (evening, page):
        evening.play_until(traded)
        page.wait_for_selector('body[data-drama~="reveal"] .coin')
        page.keyboard.press("Escape")
        page.wait_for_selector('body:not([data-drama])[data-scene="reveal"] .trades')
        assert page.locator(".coin").count() == 0
        page.keyboard.press("Escape")
        page.wait_for_selector('body[data-scene="laying"]')


def test_a_conflict_resolves_pair_by_pair_and_a_click_shows_its_end(visitor, tmp_path):
    with stage(visitor, tmp_path, players=5) as (evening, page):
        to_the_end(evening, page, "conflict")
        lines, tokens = page.locator(".fights li"), page.locator(".tokens .token")
        everything = tokens.count()
        seen = []
        for fight in range(5):
            page.evaluate(SEEK, ms(page, "first") + (fight + 0.95) * ms(page, "gap"))
            assert lines.evaluate_all(SHOWN) == fight + 1
            seen.append(tokens.evaluate_all(SHOWN))
        assert seen == sorted(seen) and len({*seen}) > 1 and seen[-1] == everything
        page.evaluate(SEEK, 0)
        assert lines.evaluate_all(SHOWN) == tokens.evaluate_all(SHOWN) == 0
        page.locator(".at-0 .clash").click()
        page.wait_for_selector('body:not([data-drama])[data-scene="conflict"]')
        assert tokens.evaluate_all(SHOWN) == everything


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_nobody_reads_a_total_before_the_score_scene(visitor, tmp_path, motion):
    with stage(visitor, tmp_path) as (evening, page):
        page.emulate_media(reduced_motion=motion)
        assert page.locator(".total button").count() == 3
        for scene in ("reveal", "conflict"):
            to_the_end(evening, page, "reveal") if scene == "reveal" else page.get_by_role(
                "button", name="Continue"
            ).click()
            page.wait_for_selector(f'body[data-phase="over"][data-scene="{scene}"]')
            assert re.findall(r"\d", "".join(page.locator(".total").all_inner_texts())) == []
            labels = "(all) => all.map((one) => one.ariaLabel + one.title + one.ariaDescription)"
            spoken = page.locator("[aria-label], [title]").evaluate_all(labels)
            told = [f"{total} points" for total in totals_of(evening)]
            assert not any(words in label for words in told for label in spoken)
            assert not any(words in page.locator("body").inner_text() for words in told)


@pytest.mark.parametrize("way", ["wait", "Escape", "click", "Skip"])
def test_the_score_builds_up_to_exactly_the_totals(visitor, tmp_path, way):
    with stage(visitor, tmp_path, players=4) as (evening, page):
        to_the_end(evening, page, "score")
        page.evaluate(SHIFTS)
        totals = totals_of(evening)
        assert page.locator('body[data-drama="score"] .running').count() == 4
        page.evaluate(SEEK, 0)
        assert page.locator(".bar").evaluate_all(SHOWN) == 0
        assert page.locator(".podium, .rank, .moments li, .chart").evaluate_all(SHOWN) == 0
        assert shown_totals(page) == [0, 0, 0, 0]
        tops = [page.locator(f'tr[data-seat="{n}"]').bounding_box()["y"] for n in range(4)]
        assert tops == sorted(tops)
        page.clock.run_for(int(ms(page, "first") + ms(page, "gap")))
        military = [seat["score"]["military"] for seat in evening.pages.view("en")["seats"]]
        assert shown_totals(page) == military
        match way:
            case "wait":
                page.clock.run_for(int(ms(page, "settle") - ms(page, "first")))
                assert shown_totals(page) == totals
                page.clock.run_for(20_000)
            case "Escape":
                page.keyboard.press("Escape")
            case "click":
                page.locator(".score .legend").click()
            case "Skip":
                page.get_by_role("button", name="Skip").click()
        page.wait_for_selector("body:not([data-drama])")
        assert shown_totals(page) == totals
        assert page.locator(".running, .cut, .calls").count() == 0
        ranks = [int(text) for text in page.locator(".rank").all_inner_texts()]
        assert ranks == sorted(evening.pages.view("en")["ranks"])
        assert page.locator(".moments li").evaluate_all(SHOWN) == 3
        assert page.evaluate("shifts") < 0.01


def test_who_wants_no_motion_sees_every_end_at_once(visitor, tmp_path):
    with stage(visitor, tmp_path) as (evening, page):
        page.emulate_media(reduced_motion="reduce")
        to_the_end(evening, page, "conflict")
        assert page.locator("body[data-drama]").count() == 0
        page.keyboard.press("Escape")
        page.wait_for_selector('body[data-scene="score"] .score')
        assert page.locator("body[data-drama]").count() == 0
        assert shown_totals(page) == totals_of(evening)


def test_a_screen_that_is_loaded_again_or_comes_late_shows_the_end(visitor, tmp_path):
    with stage(visitor, tmp_path) as (evening, page):
        to_the_end(evening, page, "conflict")
        page.reload()
        page.wait_for_selector('body:not([data-drama])[data-scene="conflict"] .clash')
        page.keyboard.press("Escape")
        page.wait_for_selector('body[data-drama="score"] .score')
        page.reload()
        page.wait_for_selector('body:not([data-drama])[data-scene="score"] .score')
        assert shown_totals(page) == totals_of(evening)
        late = visitor.open(
            f"{evening.url}/?lang=en", ready=".face", reduced_motion="no-preference"
        )
        assert late.locator("body[data-drama]").count() == 0


def test_partners_are_one_winner(visitor, tmp_path):
    more = {"players": 4, "variant": "team", "sets": ("base", "cities"), "address": "/?lang=fr"}
    with stage(visitor, tmp_path, **more) as (evening, page):
        evening.play_until(lambda table: table.evening.phase == OVER)
        page.wait_for_selector('body[data-phase="over"]')
        for scene in ("reveal", "conflict"):
            page.wait_for_selector(f'body[data-scene="{scene}"]')
            page.get_by_role("button", name="Continuer").click()
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-drama]) .score .keep")
        view = evening.pages.view("fr")
        first = view["ranks"].index(1)
        names = [seat["player"] for seat in view["seats"]][first : first + 2]
        podium = page.locator(".podium").inner_text().split("\n")
        assert podium == ["Équipe victorieuse", " & ".join(names)]
        both = sum(totals_of(evening)[first : first + 2])
        assert page.locator("tr.first .team").all_inner_texts() == [f"Équipe {both}"] * 2


def test_the_code_on_the_score_scene_leads_to_the_picture_of_this_game(visitor, tmp_path):
    with stage(visitor, tmp_path) as (evening, page):
        evening.pages.at = "http://192.168.7.7:8000"  # phones can open it
        to_the_end(evening, page, "score")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Picture to share").click()
        big = page.locator("dialog[open] .qr")
        big.wait_for()
        path = big.get_attribute("src").replace(".svg", ".png")
        page.keyboard.press("Escape")
        (told,) = evening.historian.history.games()
        assert path == f"/history/{told.uuid}/share.png?lang=en"
        assert page.request.get(f"{evening.url}{path}").body() == share_png(told, "en")
        text = text_of(share_pdf(told, "en"))
        for seat in evening.pages.view("en")["seats"]:
            assert f"{seat['player']} {seat['score']['total']}" in text
