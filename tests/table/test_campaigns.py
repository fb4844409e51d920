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
from tests.table.ledger import BEFORE, MIDDLE, POINTS

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


SHAPES = {
    "sealed": Shape(turns=ALL_TURNS),
    "assisted": Shape(strict=True, mode="assisted", turns=ALL_TURNS),
}
EVERY_WRITE = pytest.param(1, marks=[pytest.mark.soak, pytest.mark.timeout(0)])


@pytest.mark.parametrize("nth", [7, EVERY_WRITE])
@pytest.mark.parametrize("mode", SHAPES)
@pytest.mark.parametrize("point", POINTS)
def test_the_host_dies_once_at_a_write_of_a_whole_game(point, mode, nth, tell):
    shape = SHAPES[mode]
    expected = reference(11, shape)
    number, crashes, games = 1 + POINTS.index(point) % nth, 1, 0
    while crashes:  # until the game ends before the write at which the host would die
        found = play(11, shape, Faults(at_write={number: point}))
        assert +compare(found, expected) == {}, f"write {number}"
        crashes = found.figures["crashes"]
        number, games = number + nth, games + crashes
    assert games > 100 / nth
    tell("the host dies at one write", point, {"deaths": games})


class EveryWrite(dict):
    """The host dies at every write; where nothing is written yet, at every second try."""

    def __init__(self, point):
        self._point, self._nth = point, 2 if point in (BEFORE, MIDDLE) else 1

    def get(self, number):
        return self._point if number % self._nth == 0 else None


@pytest.mark.parametrize("mode", SHAPES)
@pytest.mark.parametrize("point", POINTS)
def test_the_host_dies_at_every_write_of_a_whole_game(point, mode, tell):
    expected = reference(11, SHAPES[mode])
    found = play(11, SHAPES[mode], Faults(at_write=EveryWrite(point)))
    assert +compare(found, expected) == {}
    tell("the host dies at every write", point, {"deaths": found.figures["crashes"]})
    assert found.figures["crashes"] >= 18 * 5  # in a turn three cards, a lock, what follows


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
