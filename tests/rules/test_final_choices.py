"""At scoring the best choice is taken; it is shown, and a record's `final` line overrides it."""

import json

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.record import parse_line
from host_tools.rules.replay import Replay
from host_tools.rules.result import result
from host_tools.rules.scoring import score
from host_tools.texts.scores import explain
from tests.rules.table import fingerprint, give, go_to, new_game, pass_on, play, points, setup


def finished(wonders="gizah_a rhodos_a ephesos_a", **more) -> Replay:
    """A replay of a game that is over; its cities can still be stacked."""
    replay = Replay(setup(wonders, **more))
    go_to(replay.game, 3, replay.game.rules.turns)
    play(replay.game)
    pass_on(replay.game)
    assert replay.game.over
    return replay


def say(replay, **choices):
    replay.apply({"type": "final", **choices})


def refused(replay, **choices):
    before, chosen = fingerprint(replay.game), dict(replay.choices)
    with pytest.raises(MoveError) as error:
        say(replay, **choices)
    assert (fingerprint(replay.game), dict(replay.choices)) == (before, chosen)
    return error.value.code


def scientific(replay, seat=0):
    return result(replay)["seats"][seat]["score"]["scientific"]


def symbols(game, seat=0, **chosen):
    """The final symbols with the part that was chosen: {"compass": (3, 1)}."""
    found = {}
    for item in score(game, seat, chosen or None):
        if item.reason == "symbols":
            kind = next(i for i, number in enumerate(item.symbols) if number)
            found[("compass", "gear", "tablet")[kind]] = (item.number, item.chosen)
    return found


# Science


def test_the_best_symbol_is_taken_and_marked_as_chosen():
    game = new_game("babylon_a rhodos_a ephesos_a")
    give(game, 0, built="apothecary workshop", stages=2)
    assert symbols(game) == {"compass": (1, 0), "gear": (1, 0), "tablet": (1, 1)}


def test_a_copied_symbol_of_a_mask_is_marked_as_chosen():
    game = new_game(sets="base cities")
    give(game, 0, built="apothecary pigeon_loft")
    give(game, 1, built="dispensary workshop")
    assert symbols(game) == {"compass": (2, 1)}


def test_aganice_marks_the_symbol_she_gives_away_and_the_one_she_wins():
    game = new_game("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(game, 0, built="scriptorium library apothecary", leaders="aganice")
    assert symbols(game) == {"compass": (1, 0), "gear": (1, 1), "tablet": (1, -1)}


def test_a_player_may_choose_other_symbols_than_the_best():
    replay = finished("babylon_a rhodos_a ephesos_a")
    give(replay.game, 0, built="apothecary workshop", stages=2)
    assert scientific(replay) == 3 + 7
    say(replay, science={"0": {"compass": 2, "gear": 1}})
    assert scientific(replay) == 4 + 1


def test_the_symbols_of_a_seat_that_says_nothing_stay_the_best():
    replay = finished("babylon_a rhodos_a ephesos_a")
    give(replay.game, 0, built="apothecary workshop", stages=2)
    give(replay.game, 1, built="apothecary scientists_guild")
    say(replay, science={"0": {"compass": 2, "gear": 1}})
    assert scientific(replay, 1) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"compass": 3},  # one symbol is chosen, not two
        {"compass": 1, "gear": 1},  # and it must be chosen
        {"compass": 1, "gear": 1, "tablet": 2},
        {"compass": -1, "gear": 1, "tablet": 3},
        {},
    ],
)
def test_symbols_that_cannot_be_reached_are_refused(wrong):
    replay = finished("babylon_a rhodos_a ephesos_a")
    give(replay.game, 0, built="apothecary workshop", stages=2)
    assert refused(replay, science={"0": wrong}) == "bad_choice"


def test_r129_masks_cannot_be_left_unused_by_choice():
    replay = finished(sets="base cities")
    give(replay.game, 0, built="pigeon_loft")
    give(replay.game, 1, built="dispensary workshop")
    assert refused(replay, science={"0": {}}) == "bad_choice"
    say(replay, science={"0": {"gear": 1}})
    assert scientific(replay) == 1


def test_o13_enheduannas_tie_can_be_decided_otherwise():
    replay = finished("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(replay.game, 0, built="scriptorium apothecary workshop", leaders="enheduanna")
    for kind in ("compass", "gear", "tablet"):
        say(replay, science={"0": {"compass": 1, "gear": 1, "tablet": 1} | {kind: 2}})
        assert scientific(replay) == 4 + 1 + 1 + 7
    assert refused(replay, science={"0": {"compass": 1, "gear": 1, "tablet": 1}}) == "bad_choice"


def test_aganice_can_be_used_otherwise_or_not_at_all():
    replay = finished("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(replay.game, 0, built="scriptorium library apothecary", leaders="aganice")
    say(replay, science={"0": {"tablet": 3}})
    assert scientific(replay) == 9
    say(replay, science={"0": {"tablet": 2, "compass": 1}})
    assert scientific(replay) == 5


@pytest.mark.parametrize("said", [{"wheel": 1}, {"gear": "two"}, {"gear": True}, {"gear": 1.5}, 3])
def test_a_symbol_that_does_not_exist_or_is_no_number_is_a_bad_record(said):
    with pytest.raises(MoveError) as error:
        parse_line(json.dumps({"type": "final", "science": {"0": said}}))
    assert error.value.code == "bad_record"


def test_there_are_no_final_choices_for_a_seat_that_is_not_there():
    replay = finished()
    assert refused(replay, science={"3": {"gear": 1}}) == "bad_record"


def test_there_are_no_final_choices_before_the_end():
    assert refused(Replay(setup()), science={"0": {}}) == "wrong_phase"


# The copied guild


def olympia(**more):
    replay = finished("olympia_b rhodos_a ephesos_a", **more)
    give(replay.game, 0, stages=3)
    give(replay.game, 1, built="workers_guild lumber_yard spies_guild")
    give(replay.game, 2, built="barracks stockade")
    return replay


def test_b8_the_best_guild_is_copied_and_named():
    copied = [item for item in score(olympia().game, 0) if item.reason == "copied"]
    assert [(item.source.id, item.points) for item in copied] == [("spies_guild", 2)]


def test_b8_another_guild_may_be_chosen():
    replay = olympia()
    before = result(replay)["seats"][0]["score"]["wonder"]
    say(replay, copy_guild={"0": "workers_guild"})
    assert result(replay)["seats"][0]["score"]["wonder"] == before - 1


def test_b8_only_a_guild_of_a_neighbour_can_be_copied():
    assert refused(olympia(), copy_guild={"0": "magistrates_guild"}) == "bad_choice"
    assert refused(olympia(), copy_guild={"1": "spies_guild"}) == "bad_choice"


def test_b8_nothing_is_chosen_when_a_later_choice_of_the_line_is_wrong():
    replay = olympia()
    wrong = {"0": "workers_guild", "1": "spies_guild"}
    assert refused(replay, copy_guild=wrong) == "bad_choice"
    assert replay.choices == {}


def test_b3_a_copied_shipowners_guild_does_not_count_itself():
    game = new_game("olympia_b rhodos_a ephesos_a")
    give(game, 0, stages=3, built="lumber_yard")
    before = points(game, 0, "wonder")
    give(game, 1, built="shipowners_guild")
    assert points(game, 0, "wonder") == before + 1
    assert points(game, 1, "guilds") == 1  # at its owner's it does


def test_b8_a_copied_scientists_guild_is_named_and_its_symbol_chosen():
    replay = finished("olympia_b rhodos_a ephesos_a")
    give(replay.game, 0, stages=3, built="apothecary workshop")
    give(replay.game, 1, built="scientists_guild")
    copied = [item for item in score(replay.game, 0) if item.reason == "copied"]
    assert [(item.source.id, item.points) for item in copied] == [("scientists_guild", 0)]
    assert scientific(replay) == 3 + 7
    say(replay, copy_guild={"0": "scientists_guild"}, science={"0": {"compass": 1, "gear": 2}})
    assert scientific(replay) == 5


def test_b8_symbols_decide_which_guild_is_copied_when_only_they_are_said():
    replay = olympia()
    give(replay.game, 0, built="apothecary")
    give(replay.game, 1, built="scientists_guild")
    say(replay, science={"0": {"compass": 2}})  # only the Scientists Guild gives a second one
    assert scientific(replay) == 4
    with pytest.raises(MoveError):
        say(replay, copy_guild={"0": "spies_guild"})


# Words for the table


def test_every_choice_is_explained():
    game = new_game("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(game, 0, built="scriptorium library university apothecary", leaders="aganice euclid")
    told = [explain(item) for item in score(game, 0) if item.reason == "symbols"]
    assert told == ["1 compass. 1 was exchanged.", "1 gear. 1 by choice.", "3 × tablet: 3 × 3."]


def test_a_copied_guild_is_explained():
    lines = [explain(item) for item in score(olympia().game, 0) if item.reason == "copied"]
    assert lines[0].startswith("Spies Guild, copied from a neighbour")
