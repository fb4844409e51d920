"""What is counted, on games small enough to count by hand."""

import json

import pytest

from host_tools.results.stats import PERIODS, periods, stats_of
from tests.results.sheets import evening, game, timed

GAMES = [
    game(("Ann", 50), ("Bo", 40), ("Cy", 30), day=0, thinking={"Ann": (2.0, 4.0), "Bo": (10.0,)}),
    game(("Bo", 61), ("Ann", 45), ("Di", 44), day=1, thinking={"Ann": (6.0,)}),
    game(("Cy", 55), ("Bo", 55), ("Ann", 41), ("Di", 40), day=2),
]


@pytest.fixture(scope="module")
def stats():
    return stats_of(GAMES)


def test_players_are_told_with_wins_points_ranks_and_pace(stats):
    lines = {line.player: line for line in stats.players}
    bo, ann = lines["Bo"], lines["Ann"]
    assert (bo.games, bo.wins, bo.best, bo.mean, bo.rank) == (3, 2, 61, 52.0, 4 / 3)
    assert (ann.wins, ann.rank, ann.pace) == (1, 2.0, 4.0)
    assert lines["Di"].pace is None
    assert [line.player for line in stats.players] == ["Bo", "Cy", "Ann", "Di"]


def test_who_shares_the_first_rank_has_won(stats):
    assert GAMES[2].winners == ["Cy", "Bo"]


def test_a_wonder_is_compared_with_what_chance_would_give(stats):
    gizah = next(line for line in stats.wonders if line.wonder == "gizah")
    assert (gizah.side, gizah.games, gizah.wins) == ("A", 3, 3)
    assert gizah.expected == pytest.approx(1 / 3 + 1 / 3 + 2 / 4)
    assert sum(line.expected for line in stats.wonders) == pytest.approx(
        sum(line.wins for line in stats.wonders)
    )


def test_a_category_counts_only_where_its_set_was_played():
    assert {line.category for line in stats_of(GAMES).categories} >= {"military", "guilds"}
    assert "leaders" not in {line.category for line in stats_of(GAMES).categories}
    both = stats_of([*GAMES, game(("Ann", 50), ("Bo", 40), ("Cy", 3), sets=("base", "leaders"))])
    assert "leaders" in {line.category for line in both.categories}


def test_pairs_are_counted_once_and_from_both_sides(stats):
    duel = next(duel for duel in stats.duels if (duel.first, duel.second) == ("Ann", "Bo"))
    assert (duel.games, duel.ahead, duel.behind, duel.level) == (3, 1, 2, 0)
    cy = next(duel for duel in stats.duels if (duel.first, duel.second) == ("Bo", "Cy"))
    assert (cy.games, cy.ahead, cy.behind, cy.level) == (2, 1, 0, 1)


def test_phases_are_told_of_games_whose_times_are_known(stats):
    assert stats.phases == []
    found = stats_of([*GAMES, timed(evening(3))])
    assert [(line.phase, line.turns, line.mean, line.longest) for line in found.phases] == [
        ("choosing", 18, 33.0, 46.0),
        ("countdown", 18, 3.0, 3.0),
        ("declaring", 18, 2.0, 2.0),
        ("questions", 18, 3.0, 6.0),
        ("turn", 18, 41.0, 57.0),
    ]
    assert {line.player: line.waited for line in found.thinking} == {"Ann": 0, "Bo": 65, "Cy": 130}


def test_thinking_is_told_of_those_whose_times_are_known(stats):
    assert [(t.player, t.turns, t.mean, t.median, t.longest) for t in stats.thinking] == [
        ("Ann", 3, 4.0, 4.0, 6.0),
        ("Bo", 1, 10.0, 10.0, 10.0),
    ]


@pytest.mark.parametrize("number", [0, 1, 5, 12, 13, 100])
def test_every_game_is_in_one_period(number):
    found = periods([evening(day=day) for day in range(number)])
    assert len(found) == min(number, PERIODS)
    assert sum(period.games for period in found) == number


def test_no_games_give_no_numbers_and_no_error():
    assert stats_of([]).players == []
    assert json.dumps(stats_of([]).as_json())


def test_a_program_gets_everything_as_json(stats):
    found = json.loads(json.dumps(stats.as_json()))
    assert found["games"] == 3
    assert found["periods"][0]["means"]["military"] == 3.0
