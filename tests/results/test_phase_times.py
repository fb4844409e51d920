"""The time of each phase, and for whom the table waited, as the journal has it."""

import pytest

from host_tools.results.historian import PlayClock
from host_tools.results.phase_times import PhaseTimes
from host_tools.results.played import TurnTimes, pace_of
from host_tools.table import decisions
from host_tools.table.evening import Evening
from tests.results.games import Room
from tests.results.sheets import evening as sheet
from tests.results.sheets import timed
from tests.rules.table import give
from tests.table.paper import new_table

CARDS = ("lumber_yard", "stone_pit", "clay_pool")
OTHERS = ("ore_vein", "clay_pit", "baths")


def times_of(table, built=""):
    """Follow the journal of a game that goes on; also the turn that is under way."""
    clock, phases = PlayClock(), PhaseTimes()
    evening = Evening(table.evening.setup)
    give(evening.game, 0, built)
    for at, entry in table.journal.read(table.number):
        clock.advance(at, evening.paused)
        phases.before(evening, clock.seconds)
        evening.apply(entry)
        phases.after(evening, entry)
    return phases.turns(len(evening.past) + 1), [phases.waited(seat) for seat in range(3)]


def lay(table, *times, cards=CARDS):
    for seat, at in enumerate(times):
        table.commit_page(seat, cards[seat], at)


def sell(table, *times):
    for seat, at in enumerate(times):
        table.record(decisions.declare(table.evening, seat, "sell"), at)


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path, countdown=3)


def test_a_turn_has_its_phases(table):
    lay(table, 5.0, 12.0, 20.0)
    table.tick(20.0)
    table.tick(23.0)  # the lock
    sell(table, 24.0, 25.0, 28.0)
    lay(table, 30.0, 31.0, 33.0, cards=OTHERS)
    turns, waited = times_of(table)
    assert turns == (TurnTimes(20.0, 3.0, 5.0, 0.0), TurnTimes(choosing=5.0))
    assert waited == [0.0, 0.0, 8.0 + 2.0]


def test_who_takes_a_card_back_in_the_countdown_lets_the_others_wait(table):
    lay(table, 1.0, 2.0, 3.0)
    table.tick(3.0)
    table.record(decisions.withdraw(table.evening, 0), 4.0)
    table.commit_page(0, "lumber_yard", 9.0)
    turns, waited = times_of(table)
    assert turns == (TurnTimes(choosing=3.0 + 5.0, countdown=1.0),)
    assert waited == [5.0, 0.0, 1.0]


def test_pauses_do_not_count(table):
    lay(table, 1.0, 2.0)
    table.record(decisions.pause(table.evening, True), 4.0)
    table.record(decisions.pause(table.evening, False), 70.0)
    table.commit_page(2, "clay_pool", 71.0)
    turns, waited = times_of(table)
    assert turns == (TurnTimes(choosing=5.0),)
    assert waited == [0.0, 0.0, 3.0]


def test_a_turn_that_is_taken_back_took_no_time(table):
    lay(table, 1.0, 2.0, 9.0)
    table.tick(9.0)
    table.tick(12.0)
    sell(table, 13.0, 14.0, 15.0)
    table.record(decisions.undo(table.evening), 17.0)
    lay(table, 18.0, 19.0, 21.0)
    turns, waited = times_of(table)
    assert turns == (TurnTimes(choosing=4.0),)
    assert waited == [0.0, 0.0, 2.0]


def test_what_is_asked_after_the_reveal_is_questions(tmp_path):
    table = new_table(tmp_path, "halikarnassos_b rhodos_a ephesos_a")
    give(table.evening.game, 0, built="ore_vein foundry")
    lay(table, 1.0, 1.0, 1.0)
    table.tick(1.0)
    for seat, action in enumerate(("wonder", "sell", "sell")):
        table.record(decisions.declare(table.evening, seat, action), 2.0)
    table.record(decisions.answer(table.evening, 0, None), 8.0)
    assert times_of(table, built="ore_vein foundry")[0][0] == TurnTimes(1.0, 0.0, 1.0, 6.0)


def test_the_holder_of_the_free_city_is_waited_for(tmp_path):
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a", variant="two_player")
    table.commit_page(1, "stone_pit", 4.0)
    table.commit_page(0, "lumber_yard", 6.0)
    table.commit_page(2, "clay_pool", 9.0)
    assert times_of(table)[1] == [5.0, 0.0, 0.0]


# In the history


def test_a_finished_game_has_its_times(tmp_path):
    room = Room(tmp_path)
    told = room.told(room.play(room.begin(players=3)))
    assert len(told.times) == len(told.course) == 18
    assert sum(turn.total for turn in told.times) == pytest.approx(60 * told.minutes, abs=1)
    assert 0 < max(seat.waited for seat in told.seats) < 60 * told.minutes


def test_the_times_are_told_in_a_sentence():
    game = timed(sheet(3))
    assert pace_of(game, "en") == (
        "A turn took 41 s: 33 s choosing, 3 s countdown, 2 s declaring, 3 s questions. "
        "Cy was waited for longest: 2 min 10 s."
    )
    assert pace_of(game, "fr") == (
        "Un tour a duré 41 s : 33 s pour choisir, 3 s de décompte, 2 s pour annoncer, 3 s de "
        "questions. C'est Cy qu'on a attendu le plus longtemps : 2 min 10 s."
    )
    assert pace_of(sheet(3), "en") == ""
