"""`make quick` stays worth running: it leaves out few tests."""

import pytest

from tests.conftest import COUNTS

SHARE = 0.85


def test_quick_runs_most_of_all_tests(request):
    counts = request.config.stash[COUNTS]
    if not counts:
        pytest.skip("only a part of the tests was asked for")
    assert counts["quick"] >= SHARE * counts.total(), dict(counts)
