"""Real processes over pseudo-terminals: kill -9, cables, two hosts, a full disk, a blocked host."""

import os
import signal
import subprocess
import time

import pytest

from tests.table.campaign import Shape, plays_of, reference
from tests.table.run_host import POINTS
from tests.table.street import Street

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")]
SEED = 21
WHOLE = 18  # turns of a game
LONG = pytest.mark.timeout(0)


@pytest.fixture
def street(tmp_path):
    with Street(tmp_path, SEED) as street:
        yield street


def assert_as_without_faults(street, turns):
    expected = reference(SEED, Shape(turns=turns))
    assert plays_of(street.evening, turns) == expected.plays


@pytest.mark.parametrize("turns", [1, pytest.param(WHOLE, marks=[pytest.mark.soak, LONG])])
@pytest.mark.parametrize("point", POINTS)
def test_kill_9_at_every_write_of_a_turn(street, point, turns):
    street.play_dying(turns, point)
    assert_as_without_faults(street, turns)
    assert street.writes >= 3 * turns  # what comes together is one write
    assert street.deaths >= street.writes - 1  # only the last host may live on


def test_a_seat_is_replugged_under_another_name_in_the_middle_of_a_turn(street):
    street.start()
    street.until(lambda: street.evening.round.commits, "a commitment")
    chair = street.chairs[1]
    old = chair.board.port
    chair.board.unplug()
    chair.board.plug()
    street.tell_ports()
    assert chair.board.port != old
    street.until(street.turns(1), "a turn")
    assert_as_without_faults(street, 1)


def test_a_second_host_refuses_with_a_sentence(street):
    street.start()
    street.until(lambda: street.ready, "the first host")
    second = subprocess.run(street.command(), capture_output=True, text=True, timeout=60)
    assert second.returncode == 1
    assert "another Wondertable uses this journal" in second.stderr
    street.until(street.turns(1), "a turn with the first host")


def test_a_full_disk_confirms_nothing_until_there_is_room(street):
    street.people.away = {0, 1, 2}
    street.start()
    street.until(lambda: street.ready, "a host")
    street.signal(signal.SIGUSR1)
    street.people.away = set()
    known = street.evening.entries
    street.until(lambda: street.trouble, "trouble")
    end = time.monotonic() + 1.0
    while time.monotonic() < end:  # repeated reports are not confirmed either
        street.step()
        assert not any(chair.blue for chair in street.chairs)
    assert street.evening.entries == known
    street.signal(signal.SIGUSR2)
    street.until(street.turns(1), "a turn when there is room")
    assert not street.trouble
    assert_as_without_faults(street, 1)


@pytest.mark.parametrize("seconds", [12, pytest.param(30, marks=pytest.mark.soak)])
def test_a_host_that_was_stopped_goes_on(street, seconds):
    """Longer than both ends wait (3 s): the sessions are dead, the game is not."""
    street.start()
    street.until(lambda: street.evening.round.commits, "a commitment")
    street.signal(signal.SIGSTOP)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        street.step()
    street.signal(signal.SIGCONT)
    street.until(street.turns(1), "a turn")
    assert_as_without_faults(street, 1)
