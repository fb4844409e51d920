"""The pace of a turn, as `make bench` measures it, in a few games: no clock on the wall is used."""

import pytest

from tests.bench_pace import PLANS, SETS, figures, games

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("how", PLANS)
@pytest.mark.parametrize("name", SETS)
def test_a_turn_is_no_slower_and_takes_no_more_presses_than_agreed(name, how):
    for row, (figure, most) in figures(games(name, how, range(12)), how).items():
        assert most is None or figure <= most, row
