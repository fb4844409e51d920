"""Fault campaigns, each fault alone and all at once: nothing lost, doubled, wrong or told."""

import pytest

from tests.table.arena import Faults
from tests.table.campaign import (
    ALL_TURNS,
    COLUMNS,
    FULL,
    KINDS,
    Shape,
    campaign,
    compare,
    play,
    reference,
    shape_of,
)
from tests.table.ledger import POINTS

pytestmark = pytest.mark.slow

GAMES = 100  # of every kind
TEN = 10
EVERYTHING = "all at once"
PERFECT = {"lost": 0, "doubled": 0, "wrong": 0}


def told(figures):
    return {name: figures[name] for name in PERFECT}


@pytest.mark.parametrize("first", range(0, GAMES, TEN))
def test_a_hundred_games_of_every_kind(first, tell):
    """Ten seeds with all kinds of faults: what they come to without any is played once."""
    for kind, faults in KINDS.items():
        shapes = one_in_four_whole if kind == EVERYTHING else shape_of
        figures = campaign(faults, range(first, first + TEN), shapes)
        tell("campaign", kind, {name: figures[name] for name in COLUMNS})
        assert told(figures) == PERFECT, kind
        assert figures["games"] == TEN


def one_in_four_whole(seed):
    """Play a quarter of the games to their score, whatever their shape."""
    return whole(seed) if seed % 4 == 2 else shape_of(seed)


@pytest.mark.parametrize("mode", ["sealed", "assisted"])
@pytest.mark.parametrize("point", POINTS)
def test_the_host_dies_at_every_write_of_five_turns(point, mode):
    shape = Shape(strict=mode == "assisted", mode=mode, turns=5)
    expected = reference(11, shape)
    number, crashes = 0, 1
    while crashes:  # until the game ends before the write at which the host would die
        number += 1
        found = play(11, shape, Faults(at_write={number: point}))
        assert +compare(found, expected) == {}, f"write {number}"
        crashes = found.figures["crashes"]
    assert number > 25


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("hundred", range(100))
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_games(kind, hundred, tell):
    figures = campaign(KINDS[kind], range(100 * hundred, 100 * hundred + 100), whole)
    tell("campaign of ten thousand", kind, {name: figures[name] for name in COLUMNS})
    assert told(figures) == PERFECT


def whole(seed):
    """Every game to its score; one in ten with eight seats, Leaders and Cities."""
    mode = "assisted" if seed % 4 == 3 else "sealed"
    if seed % 10 == 0:
        return Shape(8, FULL, mode, seed % 3 == 2, ALL_TURNS)
    return Shape(3 + seed % 3, FULL if seed % 2 else ("base",), mode, seed % 3 == 2, ALL_TURNS)
