"""`make quick` stays worth running, and `make test` keeps all workers busy to the end."""

import pytest

from tests.conftest import COUNTS, slow_first

SHARE = 0.85


def test_quick_runs_most_of_all_tests(request):
    counts = request.config.stash[COUNTS]
    if not counts:
        pytest.skip("only a part of the tests was asked for")
    assert counts["quick"] >= SHARE * (counts["quick"] + counts["slow"]), dict(counts)


class Item:
    def __init__(self, slow):
        self._slow = slow

    def get_closest_marker(self, name):
        return name == "slow" and self._slow


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("slow", [0, 1, 5, 13])
def test_every_worker_begins_with_its_share_of_the_slow_tests(slow, workers):
    items = [Item(number < slow) for number in range(13)]
    ordered = slow_first(items, workers)
    assert set(ordered) == set(items) and len(ordered) == len(items)
    rest, found = [item._slow for item in ordered], []
    for left in range(workers, 0, -1):  # as xdist cuts them
        size = len(rest) // left
        mine, rest = rest[:size], rest[size:]
        assert mine == sorted(mine, reverse=True)
        found.append(sum(mine))
    assert max(found) - min(found) <= 1
