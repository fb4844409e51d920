"""Rollouts are calibrated: what is predicted so often comes so often."""

import pytest

from tests.coach.calibration import (
    Prediction,
    calibration_error,
    predictions,
    printed,
    reliability,
)

ALL = ("base", "leaders", "cities")
SORTS = (
    (3, ("base",), "standard"), (5, ("base",), "standard"), (7, ("base",), "standard"),
    (4, ("base", "leaders"), "standard"), (5, ALL, "standard"), (2, ("base",), "two_player"),
    (2, ALL, "two_player"), (4, ALL, "team"), (8, ALL, "team"),
)  # fmt: skip
ROLLOUTS = 100


@pytest.mark.slow
def test_forty_games_agree_roughly_with_their_predictions():
    """Few games: who is said to be strong must win more often than who is said to be weak."""
    found = [p for seed in range(40) for p in predictions(SORTS[0], f"few {seed}", 10)]
    strong = [p.share for p in found if p.chance >= 0.6]
    weak = [p.share for p in found if p.chance <= 0.2]
    assert min(len(strong), len(weak)) >= 10
    assert sum(strong) / len(strong) > 0.55
    assert sum(weak) / len(weak) < 0.25
    assert calibration_error(reliability(found)) < 0.2


def test_the_table_finds_out_who_only_claims_to_know():
    boastful = [Prediction(0.95, float(number % 2)) for number in range(100)]
    assert calibration_error(reliability(boastful)) == pytest.approx(0.45)
    honest = [Prediction(0.25, float(number % 4 == 0)) for number in range(100)]
    assert calibration_error(reliability(honest)) == pytest.approx(0)


@pytest.mark.soak
def test_five_hundred_games_match_their_predictions(tell):
    found = []
    for number in range(500):
        found += predictions(SORTS[number % len(SORTS)], f"calibration {number}", ROLLOUTS)
    rows = reliability(found)
    for row in rows:
        figures = {name: round(figure, 3) for name, figure in vars(row).items()}
        tell(f"500 games, {ROLLOUTS} rollouts each", f"{row.predicted:.0%}", figures)
    tell("calibration", "expected error", {"in all": round(calibration_error(rows), 3)})
    assert calibration_error(rows) <= 0.03
    for row in rows:
        if row.number >= 50:
            # Two hundredths are left to the rollouts' own error, and to bots whose moves tell
            # something of their hands, which rollouts do not read.
            assert row.low - 0.02 <= row.predicted <= row.high + 0.02, printed(rows)
