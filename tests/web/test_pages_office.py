"""What an operator wants to do, done in a browser by somebody who has not read the docs."""

import re

import pytest

from tests.web.paper import paper_evening
from tests.web.table_process import table_process
from tests.web.test_pages_forms import serious_in_both
from tests.web.test_pages_seats import demo_table, link_of

DESK = ".panel table"


def desk_of(visitor, evening, **more):
    return visitor.open(evening.link("operator") + "&lang=en", ready=DESK, **more)


def press(page, name, within="body"):
    page.locator(within).get_by_role("button", name=name, exact=True).click()


# Setting up


def test_i_open_the_printed_set_up_address_and_begin_a_game_with_virtual_seats(visitor, tmp_path):
    with table_process(tmp_path, "--setup", "--seats", "sim:") as addresses:
        page = visitor.open(addresses["Set-up"], ready=".ages li")
        page.get_by_label("Seat 1: Name").fill("Zoë")
        page.keyboard.press("Tab")
        press(page, "Begin the game")
        page.wait_for_url("**/operator?lang=en")
        for seat in range(3):
            page.wait_for_selector(f'[data-key="seat-{seat}"] .pill.good')
        page.get_by_text("Turn 2 of 6").first.wait_for()  # the bots play
        page.get_by_text("Zoë").first.wait_for()


def test_i_see_beside_its_field_what_is_wrong_and_mend_it(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        page = visitor.open(
            evening.link("setup") + "&lang=fr", wide=360, high=640, ready=".ages li"
        )
        page.locator("#name-1").fill("Ann")
        page.keyboard.press("Tab")
        row = page.locator('[data-key="player-1"]')
        row.get_by_text("Deux joueurs s'appellent Ann").wait_for()
        assert page.locator("#name-1").get_attribute("aria-invalid") == "true"
        page.get_by_role("button", name="Commencer la partie", disabled=True).wait_for()
        assert serious_in_both(page) == []
        page.locator("body").press("End")
        press(page, "Montrer")
        assert page.evaluate("document.activeElement.id") == "name-1"
        page.locator("#name-1").fill("Zoë")
        page.keyboard.press("Tab")
        page.wait_for_selector(".ages li")
        assert page.locator(".fault").count() == 0
        # The browser itself reports the 400 that is right here.
        visitor.faults = [fault for fault in visitor.faults if "400" not in fault]


def test_i_seat_somebody_who_has_played_before_with_one_touch(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        evening.pages.draft.players.remember(["Zoë", "Yan"])
        page = visitor.open(evening.link("setup") + "&lang=en", ready=".ages li")
        page.get_by_role("group", name="Played before").get_by_role("button", name="Yan").click()
        page.wait_for_selector('[data-key="player-3"]')
        assert page.get_by_label("Seat 4: Name").input_value() == "Yan"


def test_i_begin_another_game_and_keep_the_one_at_the_table(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=8) as evening:
        evening.play_to(1, 3)
        left = evening.table.number
        page = visitor.open(evening.link("setup") + "&lang=en", ready=".ages li")
        press(page, "Begin the game")
        press(page, "Put it aside, to resume it later")
        page.wait_for_url("**/operator?lang=en")
        page.get_by_text("Turn 1 of 6").first.wait_for()
        games = evening.host.call(evening.pages.shelf.left)
        assert left in [game["game"] for game in games]


# The game


def test_i_resume_an_older_game(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        evening.play_to(1, 3)
        left = evening.table.number
        evening.host.call(lambda: evening.pages.begin(evening.setup))
        desk = desk_of(visitor, evening)
        press(desk, "Resume another game")
        desk.get_by_text("The game at the table is put aside").wait_for()
        desk.get_by_text("Phones need new codes").wait_for()
        evening.host.call(lambda: evening.host.notice("seating", "The page is drawn again."))
        desk.get_by_text("The page is drawn again.").wait_for()
        desk.get_by_text("Phones need new codes").wait_for()
        press(desk, "Resume this game", "dialog")
        desk.get_by_text(f"Game {left} is at the table again").wait_for()
        desk.get_by_text("Turn 3 of 6").first.wait_for()
        assert evening.table.number == left
        desk.get_by_text("No player's phone is in yet").wait_for()


def test_i_find_no_older_game_and_am_told(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        desk = desk_of(visitor, evening)
        press(desk, "Resume another game")
        desk.get_by_text("No other game was left unfinished").wait_for()


def test_i_pause_and_go_on(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        desk = desk_of(visitor, evening)
        press(desk, "Pause")
        desk.get_by_text("The game is paused.").wait_for()
        press(desk, "Go on")
        desk.get_by_role("button", name="Pause").wait_for()


def test_i_end_a_game_and_could_still_think_better_of_it(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        evening.play_to(1, 3)
        desk = desk_of(visitor, evening)
        press(desk, "End the game")
        desk.get_by_text("cannot be resumed").wait_for()
        press(desk, "Cancel", "dialog")
        assert evening.table.evening.phase == "lay"
        press(desk, "End the game")
        press(desk, "End the game", "dialog")
        desk.get_by_text("The game has ended without a result.").wait_for()
        assert evening.table.evening.phase == "abandoned"
        desk.get_by_role("button", name="Pause", disabled=True).wait_for()
        desk.get_by_role("link", name="New game").wait_for()


def test_i_take_the_last_turn_back(visitor, tmp_path):
    with paper_evening(tmp_path, seed=8) as evening:
        evening.play_to(1, 3)
        desk = desk_of(visitor, evening)
        press(desk, "Undo last turn")
        desk.locator("dialog").get_by_text("Turn 2 of Age I is taken back").wait_for()
        press(desk, "Undo last turn", "dialog")
        desk.get_by_text("Turn 2 of 6").first.wait_for()


def test_i_correct_a_move_after_a_last_look_at_it(visitor, tmp_path):
    with paper_evening(tmp_path, seed=8) as evening:
        evening.play_to(1, 3)
        desk = desk_of(visitor, evening)
        press(desk, "Correct a move")
        first = desk.locator("dialog .turn").first
        first.locator(".button", has_text="Sell").click()
        desk.get_by_text("The last turn is played again with this move").wait_for()
        press(desk, "Back", "dialog")
        desk.locator("dialog .turn .button", has_text="Sell").first.click()
        press(desk, "Correct it", "dialog")
        desk.wait_for_selector("text=/is corrected/")
        press(desk, "Correct a move")
        first.locator("h3", has_text="Closed card: Sell").wait_for()
        first.locator(".button", has_text="Build").click()
        desk.get_by_text("cheapest payment").wait_for()


def test_i_read_in_the_dialog_why_a_correction_is_not_possible(visitor, tmp_path):
    with paper_evening(tmp_path, seed=8) as evening:
        evening.play_to(1, 3)
        desk = desk_of(visitor, evening)
        press(desk, "Correct a move")
        desk.locator("dialog .turn .button", has_text="Sell").first.click()
        # Meanwhile somebody else has taken the turns back.
        evening.host.call(lambda: evening.pages.begin(evening.setup))
        press(desk, "Correct it", "dialog")
        desk.locator("dialog [role=alert]", has_text="did not play in the last turn").wait_for()
        assert serious_in_both(desk) == []
        visitor.faults = [fault for fault in visitor.faults if "409" not in fault]


def test_i_cannot_audit_where_there_is_no_reader_and_see_why(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        desk = desk_of(visitor, evening)
        desk.get_by_role("button", name="Begin audit", disabled=True).wait_for()
        desk.get_by_text("No seat has a reader").wait_for()


def test_i_audit_the_cards_and_see_who_is_done(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        desk = visitor.open(link_of(server, "/operator") + "&lang=en", ready=DESK)
        desk.wait_for_selector('tr[data-key="seat-1"] .pill.good')
        demo.host.call(lambda: demo.players.people.away.update({0, 1, 2}))  # hands off
        press(desk, "Begin audit")
        desk.get_by_text("press the middle button").wait_for()
        press(desk, "Begin audit", "dialog")
        desk.wait_for_selector('[data-key="audit-2"] >> text=/Cards: \\d of \\d/')
        for seat in (0, 1):
            demo.players.places[seat].press(1)  # the middle button
            desk.wait_for_selector(f'[data-key="audit-{seat}"] >> text="Done"')
        press(desk, "End audit")
        desk.get_by_text("Not finished yet: P2.").wait_for()
        press(desk, "End audit", "dialog")
        desk.get_by_text("What the audit has found").wait_for()
        desk.get_by_text("P2 has not finished").wait_for()
        assert serious_in_both(desk) == []


def test_i_replace_a_seat_by_a_phone_and_by_its_reader_again(visitor, tmp_path):
    with demo_table(tmp_path) as (_, server):
        desk = visitor.open(link_of(server, "/operator") + "&lang=en", ready=DESK)
        seat = desk.locator('[data-key="seat-0"]')
        seat.locator(".pill.good").wait_for()
        seat.get_by_role("button", name="Other reader").click()
        desk.get_by_text("in use now").wait_for()
        desk.get_by_role("button", name="Reader …3030", disabled=True).wait_for()
        desk.get_by_text("No other reader is plugged in.").wait_for()
        press(desk, "No reader: a phone", "dialog")
        desk.get_by_text("P0 plays on a phone now.").wait_for()
        seat.get_by_text("Page only").wait_for()
        seat.get_by_role("button", name="Other reader").click()
        press(desk, "Reader …3030", "dialog")
        seat.locator(".pill.good").wait_for()


def test_i_see_a_reader_that_is_plugged_in_while_i_look_for_one(visitor, tmp_path):
    with demo_table(tmp_path) as (demo, server):
        desk = visitor.open(link_of(server, "/operator") + "&lang=en", ready=DESK)
        desk.locator('[data-key="seat-0"] .pill.good').wait_for()
        desk.locator('[data-key="seat-0"]').get_by_role("button", name="Other reader").click()
        desk.get_by_text("No other reader is plugged in.").wait_for()
        demo.players.fleet.add()
        desk.get_by_role("button", name="Reader …3033").wait_for()


# Codes


def test_i_let_a_player_in_with_a_code(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        desk = desk_of(visitor, evening)
        press(desk, "QR code", '[data-key="door-0"]')
        desk.wait_for_selector("dialog svg.qr")
        desk.locator("dialog [role=alert]", has_text="only this computer").wait_for()
        evening.host.call(lambda: evening.host.notice("seating", "The page is drawn again."))
        desk.get_by_text("The page is drawn again.").wait_for()
        desk.get_by_text("Scan it with this player's phone").wait_for()
        link = desk.get_by_role("link", name="Open here").get_attribute("href")
        own = visitor.open(link, wide=360, ready=".now")
        assert own.url.endswith("/seat/0")


def test_i_print_all_codes_on_one_sheet_of_a4(visitor, tmp_path):
    names = ("Ann", "Bo", "Cy", "Wilhelmina-Antoinette 24", "Eve", "Flo", "Gil", "Hal")
    with paper_evening(tmp_path, players=8, names=names, sets=("base", "cities")) as evening:
        desk = desk_of(visitor, evening)
        desk.get_by_role("link", name="Print all codes").click()
        desk.wait_for_selector(".ticket svg.qr")
        assert desk.locator(".ticket").count() == 8
        assert "Scan to open your page" in desk.locator(".ticket").first.inner_text()
        assert "another one needs a new code" in desk.locator(".ticket").first.inner_text()
        desk.get_by_text("only this computer").wait_for()
        assert serious_in_both(desk) == []
        paper = desk.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
        desk.emulate_media(media="print")
        over = """() => [...document.querySelectorAll('.ticket')]
            .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
            .map((e) => e.innerText)"""
        assert desk.evaluate(over) == []


def test_codes_that_phones_can_open_carry_no_warning(visitor, tmp_path):
    with paper_evening(tmp_path) as evening:
        evening.pages.at = "http://192.0.2.7:8700"
        desk = desk_of(visitor, evening)
        desk.goto(f"{evening.url}/operator/codes?lang=en")
        desk.wait_for_selector(".ticket")
        assert desk.locator("[role=alert]").count() == 0


# On a phone


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_i_do_all_of_it_on_a_phone(visitor, tmp_path, lang):
    with demo_table(tmp_path) as (_, server):
        url = link_of(server, "/operator") + f"&lang={lang}"
        desk = visitor.open(url, wide=360, high=640, ready=DESK)
        desk.locator('[data-key="seat-0"] .pill.good').wait_for()
        wide = """() => [...document.querySelectorAll('main *, dialog[open] *')]
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
            .map((e) => e.outerHTML)"""
        assert desk.evaluate(wide) == []
        small = """() => [...document.querySelectorAll('main .button, dialog[open] .button')]
            .filter((b) => b.getBoundingClientRect().height < 34).map((b) => b.outerHTML)"""
        assert desk.evaluate(small) == []
        assert serious_in_both(desk) == []
        desk.locator('[data-key="seat-0"] .tools .button').first.click()
        desk.wait_for_selector("dialog .serves")
        assert desk.evaluate(wide) == [] and desk.evaluate(small) == []
        assert serious_in_both(desk) == []
