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

GAMES = 100
PARTS = 4
WHOLE = 2  # the part of which every game is played to its score
EVERYTHING = "all at once"
PERFECT = {"lost": 0, "doubled": 0, "wrong": 0}


def told(figures):
    return {name: figures[name] for name in PERFECT}


@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_games_with_everything_at_once(part, tell):
    shapes = whole if part == WHOLE else shape_of
    figures = campaign(KINDS[EVERYTHING], range(part, GAMES, PARTS), shapes)
    tell("campaign", EVERYTHING, {name: figures[name] for name in COLUMNS})
    assert told(figures) == PERFECT
    assert figures["games"] == GAMES / PARTS


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != EVERYTHING])
def test_a_hundred_games(kind, tell):
    figures = campaign(KINDS[kind], range(GAMES))
    tell("campaign", kind, {name: figures[name] for name in COLUMNS})
    assert told(figures) == PERFECT
    assert figures["games"] == GAMES


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
