"""What boards are shown: steps that are never taken for another, rounds that the wire can carry."""

import pytest

from host_tools.link.wanted import LAST_ROUND
from host_tools.rules.agenda import BABYLON_FIRST, END
from host_tools.table import decisions
from host_tools.table.asks import STEPS
from host_tools.table.states import TEXT_MAX, plain
from host_tools.texts import LANGUAGES, forms, say
from tests.table.boarded import Boarded
from tests.table.paper import declare, resumed


def test_every_question_has_a_letter_of_its_own():
    assert len(set(STEPS.values())) == len(STEPS)
    assert set(BABYLON_FIRST) - {END} <= set(STEPS)
    assert "h" not in STEPS.values()  # a shared reader's, see states.py


def shown(table):
    """What each board is shown; whatever the wire cannot carry raises."""
    states = [table.hub.shown[f"board{seat}"] for seat in range(3)]
    for state in states:
        state.frame("0a1b", 1)
    return states


def void(table):
    table.commit_page(0, "altar", 0.0)
    table.record(decisions.void(table.evening, 0), 0.0)


def test_a_game_of_too_many_rounds_goes_on_by_pages(tmp_path):
    table = Boarded(tmp_path).table
    while table.evening.round_number < LAST_ROUND:
        void(table)
    assert (shown(table)[0].phase, shown(table)[0].round) == ("play", LAST_ROUND)
    void(table)
    first, second, _ = shown(table)
    assert (first.phase, first.text) == ("locked", say("display.too_long"))
    assert second.phase == "play"  # the others still have their round
    again = resumed(table)
    for seat, card in enumerate(("altar", "baths", "theater")):
        again.commit_page(seat, card, 0.0)
    again.tick(0.0)
    declare(again, "sell", "sell", "sell")
    assert again.evening.game.turn == 2
    assert {state.text for state in shown(again)} == {say("display.too_long")}
    again.begin_audit()
    assert shown(again)[0].phase == "enrol"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_small_display_shows_fits_on_it(lang):
    names = dict.fromkeys(("player", "missing", "free", "value", "coins", "bought", "what"), "Bo")
    coins = dict.fromkeys(("left", "right", "bank", "amount", "paid", "number", "stage"), 3)
    for key, text in forms(("display.", "ask.", "wait."), lang).items():
        shown = text.format(**names, **coins)
        assert len(shown) == len(plain(shown)) <= TEXT_MAX, key
