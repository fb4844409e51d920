"""What only a seat's page offers: which stage, every way to pay, and the choices at the end."""

from contextlib import contextmanager

import pytest

from host_tools.table.entries import TableSetup
from host_tools.web.access import seat_role
from host_tools.web.server import Server
from tests.rules.table import setup
from tests.table.paper import play_on, turn
from tests.table.test_final import HOUSE, PLAYS
from tests.table.test_stages import WALL
from tests.web.serving import opened, plan_of

pytestmark = pytest.mark.slow


@contextmanager
def shown(tmp_path, plan=None):
    """A table on paper whose pages are served."""
    with opened(tmp_path, plan) as pages:
        server = Server(pages, 0)
        server.start()
        try:
            yield pages
        finally:
            server.stop()


def phone(visitor, pages, seat, ready):
    token = pages.tokens.issue(seat_role(seat))
    return visitor.open(f"{pages.at}/seat/{seat}?t={token}&lang=en", ready=ready)


def test_w7_a_stage_is_chosen_on_the_page_by_number_cost_and_effect(visitor, tmp_path):
    with shown(tmp_path, plan_of(**WALL)) as pages:
        call, table = pages.host.call, pages.table
        call(lambda: turn(table, "sell altar", "build press_1", "build stone_pit"))
        call(lambda: table.commit_page(0, "theater", 0.0, "wonder"))
        call(lambda: table.commit_page(1, "baths", 0.0, "sell"))
        call(lambda: table.commit_page(2, "stockade", 0.0, "sell"))
        own = phone(visitor, pages, 0, ".choices-list .effect")
        assert own.locator("#what").inner_text().startswith("Which stage do you build?")
        texts = own.locator(".choices-list .option").all_inner_texts()
        assert [text.split("\n")[0].strip() for text in texts] == ["Stage 1", "Stage 4"]
        assert "8 coins from the bank" in texts[0]
        own.locator(".choices-list .option").nth(1).click()
        own.wait_for_selector(".stagebox.built")
        built = own.locator(".city").first.locator(".stagebox.built").all_inner_texts()
        assert built == ["4"]
        screen = visitor.open(f"{pages.at}/overlay?lang=en", ready=".os")
        assert screen.locator(".i-stages").first.inner_text() == "1/4 (4)"


def test_b5_a_card_is_paid_as_its_player_chooses(visitor, tmp_path):
    with shown(tmp_path) as pages:
        call, table = pages.host.call, pages.table
        call(lambda: turn(table, "sell altar", "build stone_pit", "sell theater"))
        call(lambda: table.commit_page(0, "baths", 0.0))
        call(lambda: table.commit_page(1, "loom_1", 0.0, "sell"))
        call(lambda: table.commit_page(2, "clay_pit", 0.0, "sell"))
        own = phone(visitor, pages, 0, ".choices-list .otherwise")
        own.locator(".choices-list .otherwise").first.click()
        own.wait_for_selector("#what:has-text('Baths: how do you pay?')")
        own.locator(".option", has=own.locator(".price .res")).click()
        own.wait_for_selector(".todo")
        assert call(lambda: [city.coins for city in table.evening.game.cities]) == [4, 8, 9]


def test_b8_its_owner_chooses_at_the_end_what_counts(visitor, tmp_path):
    plan = TableSetup(setup("muses_a patrons_a gizah_a", house=HOUSE), countdown=0, grace=None)
    with shown(tmp_path, plan) as pages:
        pages.host.call(lambda: play_on(pages.table, PLAYS))
        own = phone(visitor, pages, 0, ".final")
        assert own.locator(".final .main").first.inner_text().split("\n")[0] == "Scientists Guild"
        own.locator(".final .option", has_text="Spies Guild").click()
        own.wait_for_selector(".final .main:has-text('Spies Guild')")
        chosen = pages.host.call(lambda: pages.table.evening.final[0].copy_guild)
        assert chosen == "spies_guild"
        own.locator(".final .quiet").click()
        own.wait_for_selector(".final .main:has-text('Scientists Guild')")
