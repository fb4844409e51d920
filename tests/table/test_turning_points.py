"""The turns that decided a game: the largest changes between the winner and the runner-up."""

import pytest

from host_tools.table.evening import OVER
from host_tools.table.turning_points import TurningPoint, best_sides, turning_points
from host_tools.table.view import public_view
from host_tools.texts import LANGUAGES
from tests.results.games import Room


def test_the_three_largest_changes_come_in_the_order_of_play():
    course = [[1, 1, 1], [4, 1, 9], [4, 6, 9], [5, 8, 9], [15, 8, 9]]
    assert turning_points(course, (0,), (1,)) == [
        TurningPoint(0, 0, 3),
        TurningPoint(1, 3, -2),
        TurningPoint(3, -3, 7),
    ]


def test_of_equal_changes_the_latest_count_and_a_turn_without_one_never_does():
    course = [[0, 0], [2, 0], [4, 0], [4, 0], [6, 0], [8, 0]]
    assert [point.turn for point in turning_points(course, (0,), (1,))] == [1, 3, 4]
    assert turning_points([[0, 0], [3, 3], [5, 5]], (0,), (1,)) == []


def test_partners_are_one_side():
    course = [[0, 0, 0, 0], [5, 0, 1, 1], [5, 9, 4, 8]]
    assert turning_points(course, (0, 1), (2, 3)) == [TurningPoint(0, 0, 3), TurningPoint(1, 3, 2)]


def played(tmp_path, players, **more):
    room = Room(tmp_path, seed=3)
    try:
        return room.play(room.begin(players, **more))
    finally:
        room.journal.close()


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (2, {"variant": "two_player"}),
        (4, {"variant": "team", "sets": ("base", "cities")}),
        (5, {"sets": ("base", "leaders")}),
    ],
)
def test_every_moment_is_true_and_names_both_sides(tmp_path, players, more):
    table = played(tmp_path, players, **more)
    rules = table.evening.game.rules
    for lang in LANGUAGES:
        view = public_view(table, lang)
        first, second = best_sides(rules, view["ranks"])
        assert view["ranks"][first[0]] == 1 and rules.free_city not in first + second
        totals = [[1] * rules.number, *(turn["totals"] for turn in view["history"])]
        assert 1 <= len(view["moments"]) <= 3
        for moment in view["moments"]:
            before, after = totals[moment["turn"]], totals[moment["turn"] + 1]
            gain = [new - old for old, new in zip(before, after, strict=True)]
            swing = sum(gain[seat] for seat in first) - sum(gain[seat] for seat in second)
            assert f" {abs(swing)} point" in moment["text"]
            assert moment["text"].endswith(".")
            for seat in first + second:
                assert view["seats"][seat]["player"] in moment["text"]


def test_nothing_is_decided_before_the_end(tmp_path):
    room = Room(tmp_path, seed=3)
    table = room.begin(3)
    while len(table.evening.past) < 4:
        room.step(table)
    assert table.evening.phase != OVER and public_view(table)["moments"] == []
    room.journal.close()
