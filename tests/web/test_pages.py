"""The pages in a real browser: a game is played on them, and everybody sees the right thing."""

import time

import pytest

from host_tools.table import entries
from host_tools.table.asks import REQUIRED
from host_tools.table.evening import LAYING, OVER
from host_tools.table.states import ask_of
from tests.web.paper import paper_evening
from tests.web.phone import settled

SCREEN = ".ring .seat, .score"


def phone(visitor, evening, seat, lang="en", wide=390):
    link = evening.link(str(seat)) + f"&lang={lang}"
    return visitor.open(link, wide=wide, high=800, ready=".now")


def commit(page, evening, seat, search=True, action='[data-key="later"]'):
    """Find a card on a phone, by its name or in the list, and commit it; return its name.

    What is done with it is decided later, unless the button of an action is given.
    """
    card = evening.table.evening.game.rules.box.cards[evening.choose(seat)]
    if search:
        page.locator(".search input").fill(card.name)
    page.locator(f'.found li[data-key="{card.id}"] .pick').click()
    page.locator(f'.now:has([data-key="chosen-{card.id}"]) {action}').first.click()
    return card.name


def act(page, evening, seat):
    """Do on a phone what the table asks of its seat; False when it asks nothing."""
    before = settled(page, evening, seat)
    now = evening.table.evening
    ask = evening.host.call(lambda: ask_of(now, seat))
    if now.phase == LAYING and seat not in now.round.commits:
        commit(page, evening, seat, search=now.game.turn == 1)
    elif ask is not None and ask.takes_card:
        page.locator('[data-key="decline"]').click()
    elif ask is not None and ask.urgency == REQUIRED:
        page.locator(".option").first.click()
    else:
        return False
    page.wait_for_function("at => document.body.dataset.at !== at", arg=before)
    return True


def test_a_whole_game_is_played_on_pages_to_the_score_scene(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=5) as evening:
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        mine = phone(visitor, evening, 0)
        evening.people.away.add(0)
        while evening.table.evening.phase != OVER:
            if not act(mine, evening, 0):
                evening.step()
        for scene in ("reveal", "conflict"):
            screen.wait_for_selector(f'body[data-scene="{scene}"]')
            screen.get_by_role("button", name="Continue").click()
        screen.wait_for_selector('body[data-scene="score"] .score')
        totals = [int(text) for text in screen.locator(".score .sum button").all_inner_texts()]
        assert totals == sorted(totals, reverse=True)
        game = evening.table.evening.game
        assert sorted(totals) == sorted(
            seat["score"]["total"] for seat in evening.pages.view("en")["seats"]
        )
        assert screen.locator(".chart polyline").count() == game.rules.number
        points = screen.locator(".chart polyline").first.get_attribute("points").split()
        assert len(points) == 18
        mine.wait_for_selector("text=/Rank [123]/")


def test_two_phones_and_the_screen_show_one_secret_to_its_owner_only(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        first, second = phone(visitor, evening, 0), phone(visitor, evening, 1)
        evening.people.away |= {0, 1}
        name = commit(first, evening, 0)
        screen.wait_for_selector(".at-0 .pill.good")
        first.wait_for_selector("text=Waiting for")
        assert name not in second.locator(".now").inner_text()
        first.locator(".secret summary").click()
        assert name in first.locator(".secret .preview").inner_text()
        assert name not in screen.content()
        first.locator(".now .button", has_text="Take it back").click()
        screen.wait_for_selector(".at-0 .pill.wait")
        name = commit(first, evening, 0)
        other = commit(second, evening, 1)
        evening.play_until(lambda table: table.evening.phase == "declare")
        screen.wait_for_selector('body[data-scene="locked"]')
        assert screen.locator(".tray > .back").count() == 3
        assert name not in screen.content() and other not in screen.content()
        second.locator(".option", has_text="Sell").click()
        screen.wait_for_selector(".at-1 .pill.good")
        first.locator(".option", has_text="Build").click()
        evening.play_until(lambda table: table.evening.past)
        screen.wait_for_selector('body[data-scene="reveal"]')
        assert screen.locator(".at-0 .face h3").inner_text() == name
        assert screen.locator(".at-1 .face h3").inner_text() == "Sold"
        assert other not in screen.content()


def test_a_card_is_committed_with_its_action_in_one_tap_and_changed_before_the_lock(
    visitor, tmp_path
):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.people.away |= {0, 1, 2}
        mine = phone(visitor, evening, 0, wide=360)
        commit(mine, evening, 0, action='.option:has-text("Sell")')
        mine.wait_for_selector('[aria-pressed="true"]:has-text("Sell")')
        actions = evening.table.evening.round.actions
        assert evening.host.call(lambda: dict(actions)) == {0: "sell"}
        mine.locator(".keys .button", has_text="Build").click()
        mine.wait_for_selector('[aria-pressed="true"]:has-text("Build")')
        assert evening.host.call(lambda: dict(actions)) == {0: "build"}
        evening.people.away.clear()
        evening.play_until(lambda table: table.evening.past)
        assert [card.color for card in evening.table.evening.game.cities[0].built]


def test_a_card_that_nobody_speaks_for_is_built_after_the_grace(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2, grace=1) as evening:
        evening.people.away.add(0)
        mine = phone(visitor, evening, 0)
        name = commit(mine, evening, 0)
        evening.play_until(lambda table: table.evening.phase == "declare")
        mine.wait_for_selector(f"text={name}: building it in a moment")
        assert mine.locator(".grace").count() == 1
        assert mine.locator(".option").first.inner_text().startswith("Build")
        mine.wait_for_selector(f"text=Lay {name} in your city.")


def test_the_phone_of_a_refused_card_says_why_and_the_screen_does_not(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.people.away |= {0, 1, 2}
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        mine = phone(visitor, evening, 0)
        name = commit(mine, evening, 0)
        screen.wait_for_selector(".at-0 .pill.good")
        void = [entries.Void(0, "card_already_used")]
        evening.host.call(lambda: evening.table.record(void, time.time()))
        mine.wait_for_selector("text=Played already. Lay another card.")
        screen.wait_for_selector(".at-0 .pill:text('Lays again')")
        assert name not in screen.content() and "already" not in screen.content()


def test_everybody_sees_that_the_operator_has_looked_at_the_pile(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.play_until(lambda table: table.evening.game.discard)
        screen = visitor.open(f"{evening.url}/?lang=fr", ready=SCREEN)
        desk = visitor.open(evening.link("operator") + "&lang=en", ready=".panel table")
        desk.get_by_role("button", name="Look at the discard pile").click()
        desk.locator("dialog").get_by_text("everybody is told").wait_for()
        assert screen.get_by_text("L'opérateur a regardé").count() == 0
        desk.locator("dialog").get_by_role("button", name="Look at the discard pile").click()
        desk.wait_for_selector("dialog .pile li")
        discard = evening.table.evening.game.discard
        assert desk.locator("dialog .pile li").all_inner_texts() == [c.name for c in discard]
        screen.wait_for_selector('.top .pill:text("L\'opérateur a regardé")')


def test_a_turn_timer_ticks_and_forces_nothing(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2, timer=2) as evening:
        evening.people.away |= {0, 1, 2}
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        mine = phone(visitor, evening, 0)
        for page in (screen, mine):
            page.wait_for_selector("text=Time is up. No hurry.")
        assert evening.table.evening.phase == LAYING


def test_a_reload_in_the_middle_of_a_reveal_shows_the_same_cards(visitor, tmp_path):
    with paper_evening(tmp_path, players=4, seed=3) as evening:
        evening.play_to(1, 3)
        screen = visitor.open(f"{evening.url}/?lang=en", ready=".face")
        before = screen.locator(".face h3").all_inner_texts()
        assert len(before) == 4
        screen.reload()
        screen.wait_for_selector(".face")
        assert screen.locator(".face h3").all_inner_texts() == before
        screen.keyboard.press("Escape")
        screen.wait_for_selector('body[data-scene="laying"] .last')
        assert screen.locator(".last .title").all_inner_texts() == before


def test_who_skips_the_reveal_still_has_the_whole_time_for_the_conflict(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=3) as evening:
        evening.play_to(1, 6)
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        screen.clock.install()
        screen.reload()
        screen.wait_for_selector(SCREEN)
        evening.play_to(2, 1)
        screen.wait_for_selector('body[data-scene="reveal"]')
        screen.keyboard.press("Escape")
        screen.wait_for_selector('body[data-scene="conflict"]')
        screen.clock.fast_forward(11_000)  # the reveal would be over by now
        assert screen.locator('body[data-scene="conflict"]').count() == 1


def test_pages_survive_a_server_that_is_started_again(visitor, tmp_path):
    from host_tools.web.server import Server

    with paper_evening(tmp_path, players=3, seed=4) as evening:
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        port = evening.server.port
        evening.server.stop()
        screen.wait_for_selector(".offline", state="visible")
        evening.pages.host.listeners.append(evening.pages.live.ring)
        evening.pages.live.__init__(evening.pages._draw)
        evening.server = Server(evening.pages, port)
        evening.server.start()
        screen.wait_for_selector(".offline", state="hidden")
        evening.play_to(1, 2)
        screen.wait_for_selector("text=Turn 2 of 6")


def test_every_number_can_be_asked_for_its_explanation_with_the_keyboard(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=6) as evening:
        evening.play_to(3, 4)
        screen = visitor.open(f"{evening.url}/?lang=en", ready=SCREEN)
        total = screen.locator(".at-1 .total button")
        total.focus()
        screen.keyboard.press("Enter")
        screen.wait_for_selector("dialog[open] .explain li")
        points = [
            int(text.replace("+", "").replace("−", "-"))
            for text in screen.locator("dialog .points").all_inner_texts()
        ]
        assert sum(points) == int(total.inner_text())
        screen.keyboard.press("Escape")
        assert screen.locator("dialog[open]").count() == 0
        assert screen.evaluate("document.activeElement.closest('.total') !== null")
        for place in (".i-coins", ".i-shields", ".i-compass", ".board-stage", ".chip"):
            screen.locator(f".at-1 {place}").first.click()
            screen.wait_for_selector("dialog[open] h2")
            screen.keyboard.press("Escape")


def test_totals_can_be_hidden_until_the_end(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=6) as evening:
        screen = visitor.open(f"{evening.url}/?lang=en&totals=hide", ready=SCREEN)
        assert screen.locator(".total button").count() == 0
        screen.get_by_role("button", name="Show totals").click()
        assert screen.locator(".total button").count() == 3
        screen.reload()
        screen.wait_for_selector(SCREEN)
        assert screen.locator(".total button").count() == 0  # the address is asked first


def test_a_new_game_is_set_up_and_begun(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        page = visitor.open(evening.link("setup") + "&lang=en", ready=".ages li")
        assert page.locator(".ages section").count() == 3
        page.get_by_role("button", name="Add a player").click()
        page.wait_for_selector('[data-key="player-3"]')
        page.locator('[data-key="player-3"] input').fill("Zoë")
        page.keyboard.press("Tab")
        page.get_by_label("Leaders").check()
        page.wait_for_selector(".ages section:nth-child(4)")
        page.get_by_role("button", name="Draw wonders now").click()
        page.wait_for_function(
            "() => [...document.querySelectorAll('.wonder select')].every(s => s.value)"
        )
        page.get_by_role("button", name="Begin the game").click()
        page.get_by_role("button", name="End it without a result").click()
        page.wait_for_url("**/operator?lang=en")
        page.wait_for_selector("text=Leader phase")
        view = evening.pages.view("en")
        assert [seat["player"] for seat in view["seats"]][3] == "Zoë"
        assert view["sets"] == ["base", "leaders"]


@pytest.mark.parametrize("layout", ["bar", "corner", "full"])
def test_the_overlay_is_transparent_and_does_what_its_address_says(visitor, tmp_path, layout):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        evening.play_to(1, 3)
        page = visitor.open(f"{evening.url}/overlay?layout={layout}&seat=2&lang=fr", ready=".os")
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        assert page.evaluate(ground) == "rgba(0, 0, 0, 0)"
        assert page.locator(".os").count() == 1
        assert page.locator(".os h2").inner_text() == "Bo"
        assert "Âge I" in page.locator("h1").inner_text()


HEAVIEST = 80_000  # bytes that travel, drawings too; phones in a full venue share a network
PICTURES = 40_000  # bytes more that the shared screen may have: boards and cards are drawn there
FONTS = 100_000  # bytes of them, once for all pages


@pytest.mark.slow
def test_pages_are_light(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=5) as evening:
        pages = {
            "screen": (f"{evening.url}/", SCREEN),
            "overlay": (f"{evening.url}/overlay", ".os"),
            "seat": (evening.link("0"), ".now"),
            "operator": (evening.link("operator"), ".panel"),
        }
        for name, (address, ready) in pages.items():
            page = visitor.open(address, ready=ready)
            page.evaluate("document.fonts.ready.then(() => true)")
            files = page.evaluate(
                "performance.getEntriesByType('resource').concat("
                "performance.getEntriesByType('navigation'))"
                ".map((entry) => [entry.name, entry.encodedBodySize])"
            )
            fonts = sum(size for address, size in files if address.endswith(".ttf"))
            rest = sum(size for _, size in files) - fonts
            heaviest = HEAVIEST + PICTURES * (name == "screen")
            assert 10_000 < rest < heaviest, f"{name}: {rest} bytes"
            assert fonts < FONTS, f"{name}: {fonts} bytes of fonts"


def test_every_machine_shows_the_fonts_of_the_host(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=5) as evening:
        page = visitor.open(f"{evening.url}/", ready=SCREEN)
        page.evaluate("document.fonts.ready.then(() => true)")
        faces = page.evaluate("[...document.fonts].map((face) => [face.family, face.status])")
        assert sorted(faces) == [["Caladea", "loaded"], ["Manrope", "loaded"]]
