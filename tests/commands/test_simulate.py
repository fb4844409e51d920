"""`wondertable simulate` and `wondertable demo`: whole games of bots from a seed."""

import json

import pytest
from click.testing import CliRunner

from host_tools.cli import main


def run(*words):
    return CliRunner().invoke(main, words)


def test_the_same_seed_gives_the_same_games():
    asked = ("simulate", "--games", "3", "--players", "3", "--json", "--bot", "random")
    first, again, other = (run(*asked, "--seed", seed).output for seed in ("7", "7", "8"))
    assert first == again != other
    assert json.loads(first)["games"] == 3


@pytest.mark.parametrize("variant", ["standard", "two_player", "team"])
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_every_variant_is_played(variant, edition):
    sets = ("--sets", "base,leaders,cities", "--edition", edition, "--variant", variant)
    sets += ("--ruling", "house_numbers")  # B12: two players
    found = json.loads(run("simulate", "--games", "2", "--json", *sets).output)
    assert found["variant"] == variant


def test_the_games_are_written_as_records_that_replay(tmp_path):
    sets = ("--sets", "base,leaders,cities")
    run("simulate", "--games", "3", *sets, "--records", str(tmp_path))
    files = sorted(str(path) for path in tmp_path.iterdir())
    result = run("replay", "--json", *files)
    assert result.exit_code == 0
    assert all(json.loads(line)["finished"] for line in result.output.splitlines())


def test_sensible_bots_beat_random_ones():
    def mean_total(bot):
        shown = run("simulate", "--games", "20", "--json", "--bot", bot).output
        return json.loads(shown)["mean_total"]

    assert mean_total("builder") > mean_total("random") + 10


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--players", "8"), "need the Cities set"),
        (("--players", "3", "--variant", "team"), "do not fit"),
        (("--sets", "base,leader"), "none but base, leaders, cities"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(words, says):
    result = run("simulate", *words)
    assert result.exit_code == 2
    assert says in result.output


def test_the_demo_tells_a_whole_game_and_ends_with_the_score_sheet():
    shown = run("demo", "--text", "--players", "3").output
    assert "Age I, turn 1" in shown
    assert "Conflicts of Age III" in shown
    assert "Final score" in shown
