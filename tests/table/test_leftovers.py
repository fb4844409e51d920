"""Leftover cards are asked for only when somebody may dig, and the seat says who."""

import pytest

from card_db.loader import EDITIONS, load_box
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.moves import Intent
from host_tools.table.asks import asks
from host_tools.table.leftovers import leftover_text
from host_tools.table.private_view import private_view
from host_tools.table.states import TEXT_MAX, display_text, plain
from host_tools.texts import LANGUAGES, say
from host_tools.texts.cards import name_in
from tests.rules.table import give, go_to
from tests.table.paper import new_table, turn

SALES = {
    1: ("sell altar", "sell baths", "sell theater"),
    2: ("sell temple", "sell statue", "sell courthouse"),
    3: ("sell palace", "sell senate", "sell gardens"),
}
DIGS_A = "halikarnassos_a rhodos_a ephesos_a"


def last_turn(table, age, *plays):
    """Play the last turn of an Age; the other turns are left out."""
    go_to(table.evening.game, age, 6)
    table.evening._begin_round()
    turn(table, *(plays or SALES[age]))


def asked(table):
    return [q.seat for q in table.evening.game.questions if q.kind == LEFT_OVER]


@pytest.mark.parametrize(
    ("wonders", "sets", "ages"),
    [
        ("gizah_a rhodos_a ephesos_a", "base", []),
        (DIGS_A, "base", [1, 2]),
        ("gizah_a rhodos_a ephesos_a", "base leaders", [1, 2]),
    ],
)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_leftovers_are_asked_for_only_while_somebody_may_dig(tmp_path, wonders, sets, ages, age):
    table = new_table(tmp_path, wonders, sets=sets)
    table.evening.ready.update(range(3))
    last_turn(table, age)
    assert asked(table) == ([0, 1, 2] if age in ages else [])
    assert table.evening.game.over == (age == 3)


def test_a_game_of_before_asks_in_every_age(tmp_path):
    table = new_table(tmp_path, DIGS_A, ask_leftovers=True)
    last_turn(table, 3)
    assert asked(table) == [0, 1, 2]


def test_a_correction_that_lets_somebody_dig_asks_for_the_leftovers(tmp_path):
    table = new_table(tmp_path, DIGS_A)
    give(table.evening.game, 0, stages=1, built="ore_vein foundry")
    last_turn(table, 3)
    assert table.evening.game.over
    table.correct(0, Intent("palace", "wonder"), 0.0)
    assert asked(table) == [0, 1, 2]


def test_the_stage_of_the_last_turn_is_why_leftovers_are_asked_for(tmp_path):
    table = new_table(tmp_path, DIGS_A)
    give(table.evening.game, 0, stages=1, built="ore_vein foundry")
    last_turn(table, 3, "wonder palace", *SALES[3][1:])
    assert asked(table) == [0, 1, 2]
    assert display_text(table.evening, 1) == "Your last card: Halikarnassos may dig"
    assert private_view(table, 1)["text"] == leftover_text(table.evening.game).full


def test_a_wonder_is_named_and_a_leader_who_may_come_is_not(tmp_path):
    table = new_table(tmp_path, DIGS_A, sets="base leaders")
    table.evening.ready.update(range(3))
    last_turn(table, 1)
    assert leftover_text(table.evening.game) == (
        "Your last card: Halikarnassos may dig",
        "Choose your last card of this Age: it goes to the discard pile, from which Halikarnassos "
        "or a leader may still take it.",
    )
    assert leftover_text(table.evening.game, "fr").full == (
        "Choisissez votre dernière carte de cet Âge : elle va à la défausse, où Halicarnasse ou un "
        "Leader peut encore la prendre."
    )


def test_a_leader_who_was_recruited_in_this_turn_is_named(tmp_path):
    table = new_table(tmp_path, "roma_b rhodos_a ephesos_a", sets="base leaders")
    table.evening.ready.update(range(3))
    give(table.evening.game, 0, stages=1, built="stone_pit clay_pool loom_1")
    last_turn(table, 3, "wonder palace", *SALES[3][1:])
    table.lay_page(asks(table.evening)[0], "solomon", 0.0)
    assert asked(table) == [0, 1, 2]
    assert leftover_text(table.evening.game).short == "Your last card: Solomon may dig"


def test_of_a_card_that_may_come_only_that_is_told(tmp_path):
    wonders = "gizah_day rhodos_day ephesos_day"
    table = new_table(tmp_path, wonders, edition="2e", sets="base cities")
    go_to(table.evening.game, 1, 7)
    table.evening._begin_round()
    turn(table, *SALES[1])
    assert leftover_text(table.evening.game).short == "Your last card: a card may dig"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_fits_on_a_small_display(lang):
    boxes = [load_box(edition) for edition in EDITIONS]
    things = [t for box in boxes for t in (*box.cards.values(), *box.wonders.values())]
    takes = [t for t in things if any(e.verb == "take" for c in stages(t) for e in c.effects)]
    names = {name_in(thing, lang) for thing in takes}
    names |= {say("leftover.leader", lang), say("leftover.card", lang)}
    for name in names:
        text = say("leftover.short", lang, digger=name)
        assert len(text) == len(plain(text)) <= TEXT_MAX


def stages(thing):
    return getattr(thing, "stages", [thing])
