"""Evenings of three games in a row on real firmware: no stop, no void without a cause."""

import pytest

from host_tools.bots.dealer import Dealer
from host_tools.sim.boards import fleet, micropython
from host_tools.table.entries import TableSetup
from tests.commands.long_evening import LongEvening
from tests.table.campaign import FULL

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not micropython.available(), reason="no MicroPython here"),
]
GAMES = 3
RATES = {"undo": 15, "pause": 6, "void": 4, "swap": 3}  # a minute
MIXED = (
    {"players": 3, "sets": FULL},
    {"players": 2, "sets": FULL, "variant": "two_player"},
    {"players": 5, "sets": ("base", "leaders"), "edition": "2e"},
    {"players": 4, "sets": FULL, "variant": "team", "edition": "2e"},
    {"players": 7, "sets": FULL},
    {"players": 3, "edition": "2e", "sets": FULL},
    {"players": 6, "sets": ("base", "cities"), "variant": "team"},
)


def plan_of(seed, mode="sealed", **setup):
    return TableSetup(Dealer(seed).setup(**setup), countdown=0, mode=mode, grace=0)


def assert_a_good_game(evening):
    table, record, history = evening.scores()
    assert table == record == history
    assert evening.voids() == evening.voided  # each one has its cause
    assert evening.undos() == evening.agreed
    assert evening.stumbles() == []


@pytest.mark.timeout(900)  # in real time, beside other tests
def test_three_games_in_a_row(tmp_path, monkeypatch):
    """The cards of a game that is over lie on no tray when the next one begins."""
    monkeypatch.setattr(fleet, "BETWEEN_S", 0.15)  # hasty fingers
    with LongEvening(tmp_path, plan_of(1, players=3), seed=1, rates={"undo": 4}) as evening:
        for game in range(GAMES):
            if game:
                evening.begin(plan_of(1 + game, players=3))
            evening.play()
            assert_a_good_game(evening)
        assert evening.person.answers > 40


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(20))
def test_twenty_evenings(tmp_path, seed, tell):
    """Mixed set-ups with everything on: cables, boards, undos, pauses, and a person on a page."""
    plans = [
        plan_of(seed * GAMES + game, "assisted" if seed % 4 == 3 else "sealed", **MIXED[at])
        for game, at in enumerate((seed + 2 * game) % len(MIXED) for game in range(GAMES))
    ]
    with LongEvening(tmp_path, plans[0], seed, RATES, faults=True) as evening:
        for plan in plans:
            if plan is not plans[0]:
                evening.begin(plan)
            evening.play()
            assert_a_good_game(evening)
    tell("evenings", f"evening {seed}", dict(evening.happened))
