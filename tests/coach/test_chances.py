"""The process of the chances: the newest position counts, a dead process is started again."""

import os
import signal
import time

import pytest

from host_tools.coach.chances import Chances
from host_tools.rules.record import dump
from tests.coach.calibration import played, public_lines, turns_of
from tests.coach.patience import until


@pytest.fixture
def chances():
    found = Chances()
    yield found
    found.close()
    assert found.process.poll() is not None


@pytest.fixture(scope="module")
def lines():
    return played((3, ("base",), "standard"), 4)[0]


def record(lines, turn):
    return lambda: dump(public_lines(lines[: turns_of(lines)[turn]]))


@pytest.mark.slow
def test_figures_come_back_and_improve(chances, lines):
    chances.ask(record(lines, 15))
    until(lambda: chances.figures is not None)
    first = chances.figures
    assert sum(chance for chance, _, _ in first.chances) == pytest.approx(1)
    until(lambda: chances.figures.games > first.games)
    for chance, low, high in chances.figures.chances:
        assert 0 <= low <= chance <= high <= 1


@pytest.mark.slow
def test_the_newest_position_counts_and_old_work_is_dropped(chances, lines):
    for turn in range(10):
        chances.ask(record(lines, turn))
    assert chances.figures is None
    until(lambda: chances.figures is not None)
    assert chances.figures.key == 10
    chances.ask(None)
    assert chances.figures is None
    chances.ask(record(lines, 17))
    until(lambda: chances.figures is not None)
    assert chances.figures.key == 12


@pytest.mark.slow
def test_a_killed_process_is_started_again_and_goes_on_with_the_position(chances, lines, caplog):
    chances.ask(record(lines, 12))
    until(lambda: chances.figures is not None)
    dead, chances.figures = chances.process, None
    os.kill(dead.pid, signal.SIGKILL)
    until(lambda: chances.figures is not None and chances.process is not dead)
    assert chances.restarts == 1
    assert "starting it again" in caplog.text


def test_asking_never_waits_for_the_process(chances, lines):
    os.kill(_begun(chances).pid, signal.SIGSTOP)
    begun = time.monotonic()
    for _ in range(2000):
        chances.ask(record(lines, 17))  # Far more than a pipe holds.
    assert time.monotonic() - begun < 5


def _begun(chances):
    until(lambda: chances.process is not None)
    return chances.process


def test_the_table_comes_first(chances, lines):
    chances.ask(record(lines, 17))
    until(lambda: chances.figures is not None)
    worker = os.getpriority(os.PRIO_PROCESS, chances.process.pid)
    assert worker > os.getpriority(os.PRIO_PROCESS, 0) or worker == 19
