"""Whole games on a phone of 360 by 640: every kind of question, in both languages."""

import httpx
import pytest

from host_tools.table import decisions
from host_tools.table.asks import REQUIRED, asks
from host_tools.table.evening import OVER
from tests.web.paper import paper_evening
from tests.web.phone import Phone, settled
from tests.web.test_pages_forms import serious, serious_in_both

pytestmark = pytest.mark.slow
ALL = ("base", "leaders", "cities")
PACK = (*ALL, "wonder_pack")

# Games in which people come to these questions: kind, seat, a part of what the bar says then.
GAMES = {
    "rome": (
        {"players": 3, "seed": 9, "sets": ("base", "leaders")},
        [
            ("ready", 0, "Draft four leaders. Ready?"),
            ("leader", 0, "You may recruit one more leader."),
            ("left", 0, "Choose your last card of this Age"),
            ("courtesan", 0, "Whose leader do you copy?"),
        ],
    ),
    "babylon": (
        {"players": 5, "seed": 1, "sets": PACK},
        [
            ("debts", 0, "What do you pay?"),
            ("pick", 4, "you may take a card from the discard pile for free."),
            ("last_card", 0, "You may play your last card, too."),
        ],
    ),
    "great_wall": (
        {"players": 5, "seed": 7, "sets": PACK},
        [("which_stage", 2, "Which stage do you build?")],
    ),
    "abu_simbel": (
        {"players": 4, "seed": 2, "sets": ALL, "edition": "2e"},
        [("turn_leader", 0, "Turn a leader face down?")],
    ),
    "free_city": (
        {"players": 2, "seed": 1},
        [("free_city", 2, "Choose a card for the Free City."), ("declare", 2, "what will you do")],
    ),
    "tokens": (
        {"players": 4, "seed": 3, "sets": ALL, "edition": "2e"},
        [("pay", 2, "how do you pay?"), ("give_up", 1, "Which Victory token do you give up?")],
    ),
}


def asked(evening, kind, seat):
    """Is a seat asked this? Stages in any order are a payment of their own kind."""
    ask = asks(evening).get(seat)
    if ask is None or ask.urgency != REQUIRED:
        return False
    stages = {getattr(option.value, "stage", 0) for option in ask.options}
    found = "which_stage" if ask.kind == "pay" and len(stages) > 1 else ask.kind
    return found == kind


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_question_is_answered_in_the_bar(visitor, tmp_path, name):
    more, questions = GAMES[name]
    with paper_evening(tmp_path, **more) as evening:
        for kind, seat, text in questions:
            evening.play_until(lambda table, k=kind, s=seat: asked(table.evening, k, s))
            holder = evening.host.call(lambda s=seat: evening.table.evening.game.decider(s))
            evening.people.away.add(holder)
            mine = Phone(visitor, evening, holder)
            settled(mine.page, evening, holder)
            assert text in mine.check()
            assert serious(mine.page) == []
            french = Phone(visitor, evening, holder, "fr", "dark")
            settled(french.page, evening, holder)
            assert text not in french.check()
            assert mine.answer(), kind
            evening.people.away.remove(holder)
            mine.page.context.close()
            french.page.context.close()


def test_the_guild_and_the_symbols_that_count_are_chosen_in_the_bar(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=5, sets=("base", "leaders")) as evening:
        evening.play_until(lambda table: table.evening.phase == OVER)
        mine = Phone(visitor, evening, 1)  # Olympia B
        mine.page.wait_for_selector(".final")
        assert mine.check().startswith("Rank")
        groups = mine.page.locator(".final .beforehand")
        assert groups.count() == 2
        for summary in mine.page.locator(".final summary").all():
            summary.click()
        assert serious(mine.page) == []
        other = mine.page.locator('.final [aria-pressed="false"]').first
        other.click()
        mine.page.wait_for_selector("text=You have chosen what counts.")
        assert evening.host.call(lambda: evening.table.evening.final[1])


def play(visitor, tmp_path, languages, **more):
    """Play a whole game; the first seats have phones in these languages."""
    with paper_evening(tmp_path, **more) as evening:
        evening.people.away |= {*range(len(languages))}
        phones = [Phone(visitor, evening, s, lang) for s, lang in enumerate(languages)]
        while evening.table.evening.phase != OVER:
            if not [phone for phone in phones if phone.answer()]:
                evening.step()
        for phone in phones:
            phone.page.wait_for_selector('[data-phase="over"] #what')
            phone.check()
            assert serious_in_both(phone.page) == []
        return [phone.asked for phone in phones]


def test_a_whole_game_with_leaders_and_cities_is_played_on_a_phone(visitor, tmp_path):
    (kinds,) = play(visitor, tmp_path, ["en"], players=3, seed=9, sets=ALL)
    assert {"ready", "recruit", "lay"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_whole_games_are_played_on_phones_in_both_languages(visitor, tmp_path, seed):
    play(visitor, tmp_path, ["en", "fr"], players=4, seed=seed, sets=PACK)


def test_a_lost_connection_is_a_sentence_that_goes_when_the_table_is_back(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.people.away |= {0, 1, 2}
        mine = Phone(visitor, evening, 0)
        mine.tap(".found .pick")
        mine.page.context.set_offline(True)
        mine.tap(".now .option")
        mine.page.wait_for_selector(".now [role=alert]:has-text('No answer from the table')")
        mine.check()
        mine.page.context.set_offline(False)
        mine.page.wait_for_selector(".now [role=alert]", state="detached")
        mine.tap(".now .option")
        mine.page.wait_for_selector('[data-key="withdraw"]')


def test_a_phone_says_that_the_table_is_paused_or_audited(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.people.away |= {0, 1, 2}
        mine = Phone(visitor, evening, 0)
        mine.tap(".found .pick")
        for on in (True, False):
            evening.host.call(
                lambda on=on: evening.table.record(
                    decisions.pause(evening.table.evening, on=on), 0.0
                )
            )
            paused = mine.page.locator(".now h2", has_text="Paused")
            paused.wait_for(state="visible" if on else "detached")
            assert mine.page.locator(".now .option").count() == 0 or not on
        evening.host.call(evening.table.begin_audit)
        mine.page.wait_for_selector(".now :text('The cards of every city are counted')")
        mine.check()


def test_signs_are_kept_for_an_evening_without_a_connection(tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        kept = [
            httpx.get(f"{evening.url}{path}").headers["cache-control"]
            for path in ("/static/icons.svg", "/static/js/seat.js", "/")
        ]
    assert kept == ["max-age=14400", "no-cache", "no-store"]


OWN_MEANS = """
navigator.shaken = navigator.lit = 0;
navigator.vibrate = () => { navigator.shaken += 1; return true; };
const lock = Object.assign(new EventTarget(), { release: async () => { navigator.lit -= 1; } });
const wakeLock = { request: async () => { navigator.lit += 1; return lock; } };
Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
"""


def test_a_phone_stays_on_while_a_game_runs_and_shakes_when_it_is_asked(visitor, tmp_path):
    with paper_evening(tmp_path, players=3, seed=2) as evening:
        evening.people.away.add(0)
        mine = Phone(visitor, evening, 0)
        mine.page.add_init_script(OWN_MEANS)
        mine.page.reload()
        mine.page.wait_for_function("() => navigator.lit === 1")
        assert mine.page.evaluate("() => navigator.shaken") == 0
        while mine.answer():
            pass
        evening.play_until(lambda table: table.evening.past)
        mine.page.wait_for_function("() => navigator.shaken > 0")
        evening.people.away.clear()
        evening.play_until(lambda table: table.evening.phase == OVER)
        mine.page.wait_for_function("() => navigator.lit === 0")
