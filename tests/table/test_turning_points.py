"""The turns that decided a game: the largest changes between the winner and the runner-up."""

import pytest

from host_tools.table.evening import OVER
from host_tools.table.turning_points import TurningPoint, sides_by_rank, turning_points
from host_tools.table.view import public_view
from host_tools.texts import LANGUAGES
from tests.results.games import Room

ALONE = [(0,), (1,), (2,)]


def test_the_three_largest_changes_come_in_the_order_of_play():
    course = [[1, 1, 0], [4, 1, 0], [4, 6, 0], [5, 8, 0], [15, 8, 0]]
    assert turning_points(course, ALONE) == [
        TurningPoint(0, (1,), 0, 3),
        TurningPoint(1, (1,), 3, -2),
        TurningPoint(3, (1,), -3, 7),
    ]


def test_the_rival_of_a_turn_is_who_is_best_after_it():
    course = [[1, 1, 1], [1, 1, 9], [12, 3, 9], [12, 11, 9]]
    assert turning_points(course, ALONE) == [
        TurningPoint(0, (2,), 0, -8),
        TurningPoint(1, (2,), -8, 3),
        TurningPoint(2, (1,), 9, 1),
    ]


def test_of_equal_changes_the_latest_count_and_a_turn_without_one_never_does():
    course = [[0, 0], [2, 0], [4, 0], [4, 0], [6, 0], [8, 0]]
    assert [point.turn for point in turning_points(course, ALONE[:2])] == [1, 3, 4]
    assert turning_points([[0, 0], [3, 3], [5, 5]], ALONE[:2]) == []


def test_partners_are_one_side():
    course = [[0, 0, 0, 0], [5, 0, 1, 1], [5, 9, 4, 8]]
    assert turning_points(course, [(0, 1), (2, 3)]) == [
        TurningPoint(0, (2, 3), 0, 3),
        TurningPoint(1, (2, 3), 3, 2),
    ]


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
        winner, *others = sides_by_rank(rules, view["ranks"])
        assert view["ranks"][winner[0]] == 1 and (rules.free_city,) not in [winner, *others]
        totals = [[1] * rules.number, *(turn["totals"] for turn in view["history"])]
        assert 1 <= len(view["moments"]) <= 3
        for moment in view["moments"]:
            before, after = totals[moment["turn"]], totals[moment["turn"] + 1]
            gain = [new - old for old, new in zip(before, after, strict=True)]
            rival = max(others, key=lambda side: sum(after[seat] for seat in side))
            swing = sum(gain[seat] for seat in winner) - sum(gain[seat] for seat in rival)
            assert f" {abs(swing)} point" in moment["text"]
            assert moment["text"].endswith(".")
            for seat in winner + rival:
                assert view["seats"][seat]["player"] in moment["text"]


def test_nothing_is_decided_before_the_end(tmp_path):
    room = Room(tmp_path, seed=3)
    table = room.begin(3)
    while len(table.evening.past) < 4:
        room.step(table)
    assert table.evening.phase != OVER and public_view(table)["moments"] == []
    room.journal.close()
