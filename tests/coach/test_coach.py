"""The coach: a blunder in a record is found, with the better move, whoever tells the hands."""

import json

import pytest
from click.testing import CliRunner

from host_tools.bots.dealer import Dealer, fill
from host_tools.cli import main
from host_tools.coach.coach import Coach, Cost, others
from host_tools.coach.story import known_at, leaders_in, move_of, read_story
from host_tools.rules.record import dump
from tests.coach.calibration import played, public_lines

THREE = (3, ("base",), "standard")
ALL = ("base", "leaders", "cities")


def story_of(lines):
    return read_story(dump(lines).encode())


@pytest.fixture(scope="module")
def careless():
    """A game of two people who play anything."""
    return played((2, ("base",), "two_player"), 3, "random")[0]


@pytest.mark.slow
def test_the_turns_of_a_careless_game_that_cost_most_are_named(careless):
    coach = Coach(story_of(careless), rollouts=12)
    assert sum(coach.work()) == coach.steps
    for costs in coach.costs.values():
        assert 1 <= len(costs) <= 3
        assert [c.points for c in costs] == sorted((c.points for c in costs), reverse=True)
        for cost in costs:
            assert cost.points > cost.error >= 0
            assert (cost.played.card, cost.played.action) != (cost.better.card, cost.better.action)


def test_in_the_last_turn_nothing_is_left_to_chance_and_the_cost_is_exact():
    lines, _ = played(THREE, 1)
    number = len([line for line in lines if line["type"] == "turn"]) - 1
    story = story_of(lines)
    turn = story.turns[number]
    found = []
    for seat in range(3):
        game = turn.before
        real = move_of(turn, game, seat)
        for better in others(game, seat, real, game.hands[seat]):
            cost = Coach(story, 2)._weigh(_cost(number, seat, real, better), "x", 3)
            assert cost.error == 0
            found.append(cost.points)
    assert found and min(found) < 0  # Bots take what is best at once.


def _cost(number, seat, real, better):
    return Cost(number, seat, real, better, 0, 0, 0, 0)


@pytest.mark.parametrize("sort", [THREE, (5, ALL, "standard"), (4, ALL, "team")])
def test_later_turns_tell_the_hands_that_a_record_does_not(sort):
    lines, _ = played(sort, 6)
    dealt, untold = story_of(lines), story_of(public_lines(lines))
    for number, turn in enumerate(dealt.turns):
        if turn.before.turn:
            known = known_at(untold, number).cards
            for seat, hand in enumerate(turn.before.hands):
                assert sorted(c.id for c in known[seat]) == sorted(c.id for c in hand)


@pytest.mark.parametrize("sort", [(2, ALL, "two_player"), (3, ALL, "standard")])
def test_every_real_move_is_possible_in_hands_that_are_made_up(sort):
    untold = story_of(public_lines(played(sort, 2)[0]))
    for number, turn in enumerate(untold.turns):
        leaders = leaders_in(untold.turns[:number], 3)
        game = fill(turn.before, leaders, Dealer(number).draw, known_at(untold, number))
        for seat in game.rules.players:
            if seat in turn.plays:
                move = move_of(turn, game, seat)
                assert move.card in game.hand_of(game.question(seat))


@pytest.fixture(scope="module")
def record(tmp_path_factory, careless):
    path = tmp_path_factory.mktemp("coach") / "game.jsonl"
    path.write_text(dump(careless), "utf-8")
    return str(path)


@pytest.mark.slow
def test_words_and_json_say_the_same_for_the_same_seed(record):
    words, numbers = (
        CliRunner().invoke(main, ["coach", record, "--rollouts", "8", *more])
        for more in ((), ("--json",))
    )
    assert words.exit_code == numbers.exit_code == 0, words.output
    found = json.loads(numbers.output)
    assert found["hands"] == "dealt"
    assert "no deals" not in words.output
    turns = [turn for seat in found["seats"] for turn in seat["turns"]]
    assert turns
    for turn in turns:
        assert turn["points"] > turn["error"]
        assert "would have been worth" in turn["text"]
        assert turn["text"] in words.output


@pytest.mark.slow
def test_in_french_and_without_deals_it_says_that_hands_are_guessed(tmp_path, careless):
    path = tmp_path / "untold.jsonl"
    path.write_text(dump(public_lines(careless)), "utf-8")
    told = CliRunner().invoke(main, ["coach", str(path), "--rollouts", "8", "--lang", "fr"])
    assert "aurait rapporté" in told.output
    assert "tirées au sort" in told.output


@pytest.mark.parametrize("upto, says", [(6, "not over"), (0, "no record")])
def test_what_is_no_finished_game_is_refused_in_a_sentence(tmp_path, careless, upto, says):
    path = tmp_path / "half.jsonl"
    path.write_text(dump(careless[:upto]), "utf-8")
    told = CliRunner().invoke(main, ["coach", str(path)])
    assert told.exit_code == 1
    assert says in told.output
    assert "Traceback" not in told.output


def test_a_turn_that_was_taken_back_does_not_count(careless):
    at = [n for n, line in enumerate(careless) if line["type"] == "turn"][4]
    lines = [*careless[: at + 1], {"type": "undo"}, *careless[at:]]
    assert len(story_of(lines).turns) == len(story_of(careless).turns)
