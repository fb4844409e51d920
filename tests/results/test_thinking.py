"""Thinking time: from the beginning of a lay to the commitment, as the journal has it."""

import pytest

from host_tools.results.historian import BREAK_S, PlayClock, Thinking
from host_tools.table import decisions
from host_tools.table.evening import Evening
from tests.table.paper import new_table

CARDS = ("lumber_yard", "stone_pit", "clay_pool")


def thought(table):
    """Follow the journal of a game that goes on."""
    clock, thinking = PlayClock(), Thinking()
    evening = Evening(table.evening.setup)
    for at, entry in table.journal.read(table.number):
        clock.advance(at, evening.paused)
        thinking.before(evening, entry, clock.seconds)
        evening.apply(entry)
        thinking.after(evening, entry, clock.seconds)
    return [thinking.of(seat) for seat in range(3)]


def lay(table, *times, cards=CARDS):
    """Everybody commits at a time of their own, and all sell."""
    for seat, at in enumerate(times):
        table.commit_page(seat, cards[seat], at)
    table.tick(max(times))
    for seat in range(3):
        table.record(decisions.declare(table.evening, seat, "sell"), max(times))


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


def test_everybody_thinks_from_the_beginning_of_the_turn(table):
    lay(table, 5.0, 7.5, 12.0)
    lay(table, 13.0, 15.0, 20.0, cards=("ore_vein", "clay_pit", "baths"))
    assert thought(table) == [(5.0, 1.0), (7.5, 3.0), (12.0, 8.0)]


def test_who_takes_a_card_back_has_thought_until_the_last_one(table):
    table.commit_page(0, "lumber_yard", 2.0)
    table.record(decisions.withdraw(table.evening, 0), 4.0)
    lay(table, 9.0, 10.0, 11.0)
    assert thought(table) == [(9.0,), (10.0,), (11.0,)]


def test_nobody_thinks_in_a_pause(table):
    table.record(decisions.pause(table.evening, True), 10.0)
    table.record(decisions.pause(table.evening, False), 70.0)
    lay(table, 71.0, 72.0, 73.0)
    assert thought(table) == [(11.0,), (12.0,), (13.0,)]


def test_nobody_thinks_when_the_table_is_put_away_over_night(table):
    lay(table, 1.0, 2.0, 3.0)
    night = 3.0 + BREAK_S + 30_000
    lay(table, night, night + 5, night + 6, cards=("ore_vein", "clay_pit", "baths"))
    assert thought(table) == [(1.0, 0.0), (2.0, 5.0), (3.0, 6.0)]


def test_a_clock_that_is_set_back_takes_nothing_away(table):
    table.commit_page(0, "lumber_yard", 4.0)
    table.commit_page(1, "stone_pit", 1.0)
    table.commit_page(2, "clay_pool", 3.0)
    assert thought(table) == [(4.0,), (4.0,), (6.0,)]


def test_a_turn_that_is_taken_back_was_not_thought_about(table):
    lay(table, 5.0, 5.0, 5.0)
    table.record(decisions.undo(table.evening), 8.0)
    lay(table, 10.0, 11.0, 12.0)
    assert thought(table) == [(2.0,), (3.0,), (4.0,)]


def test_a_voided_card_is_thought_about_twice(table):
    table.commit_page(0, "lumber_yard", 3.0)
    table.record(decisions.void(table.evening, 0), 4.0)
    lay(table, 6.0, 7.0, 8.0)
    assert thought(table) == [(5.0,), (7.0,), (8.0,)]
