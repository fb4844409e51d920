"""Who may still dig in the discard pile: leftover cards are asked for only because of them."""

from random import Random

import pytest

from host_tools.rules.agenda import DRAW, LEADER, LEFT_OVER, PICK
from host_tools.rules.digging import diggers
from host_tools.rules.game import Game
from host_tools.rules.moves import SELL, WONDER, Move
from host_tools.rules.ruleset import Ruleset
from tests.rules.random_play import combinations, play_on, random_setup
from tests.rules.table import answer, card, city_facts, give, go_to, new_game, play
from tests.rules.test_properties import MANY, every_sort, games

DIGS_A = "halikarnassos_a gizah_a ephesos_a"
LEADERS = {"sets": "base leaders"}
SECOND = {"edition": "2e", "sets": "base cities", "wonders": "gizah_day rhodos_day ephesos_day"}


def names(game):
    return [digger.id for digger in diggers(game)]


def end_of_age(age, wonders="gizah_a rhodos_a ephesos_a", **more):
    """A game that waits for the leftover cards of an Age."""
    game = new_game(wonders, age=age, **more)
    return at_the_end(game)


def at_the_end(game):
    go_to(game, game.age, game.rules.turns)
    play(game)
    assert {question.kind for question in game.questions} == {LEFT_OVER}
    return game


@pytest.mark.parametrize("age", [1, 2, 3])
def test_in_a_plain_game_nobody_digs(age):
    assert names(end_of_age(age)) == []


# Stages


def test_a_stage_that_is_not_built_may_dig_in_a_later_age():
    assert names(end_of_age(1, DIGS_A)) == names(end_of_age(2, DIGS_A)) == ["halikarnassos_a_2"]


def test_a_stage_that_is_built_has_dug():
    game = new_game(DIGS_A)
    give(game, 0, stages=2)
    assert names(at_the_end(game)) == []


def test_no_stage_is_built_after_the_last_turn():
    assert names(end_of_age(3, DIGS_A)) == []


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_stage_that_was_built_in_this_very_turn_digs_yet(age):
    game = new_game(DIGS_A, age=age, turn=6)
    give(game, 0, stages=1, built="ore_vein foundry")
    under = {1: "theater", 2: "vineyard", 3: "palace"}[age]
    play(game, f"0 wonder {under}")
    assert names(game) == ["halikarnassos_a_2"]


def test_only_those_stages_of_the_b_side_count_that_are_left():
    game = new_game("halikarnassos_b gizah_a ephesos_a", age=2)
    give(game, 0, stages=1)
    assert names(at_the_end(game)) == ["halikarnassos_b_2", "halikarnassos_b_3"]


# Leaders


def test_a_leader_may_come_as_long_as_there_is_a_recruitment():
    assert names(end_of_age(1, **LEADERS)) == names(end_of_age(2, **LEADERS)) == ["solomon"]
    assert names(end_of_age(3, **LEADERS)) == []


def test_a_leader_who_was_recruited_has_dug_and_may_be_copied_by_a_guild():
    game = new_game(age=2, **LEADERS)
    give(game, 0, leaders="solomon")
    assert names(at_the_end(game)) == ["courtesans_guild"]


def test_a_leader_who_was_turned_face_down_cannot_be_copied():
    game = new_game(age=2, **LEADERS)
    give(game, 0, face_down=[(card(game, "solomon"), 3)])
    assert names(at_the_end(game)) == []


def test_a_guild_that_is_built_has_copied():
    game = new_game(age=2, **LEADERS)
    give(game, 0, leaders="solomon")
    give(game, 1, built="courtesans_guild")
    assert names(at_the_end(game)) == []


@pytest.mark.parametrize("action", ["sell solomon", "wonder solomon"])
def test_a_leader_who_lies_closed_may_come_for_all_that_the_others_know(action):
    game = new_game("rhodos_a gizah_a ephesos_a", turn=0, **LEADERS)
    give(game, 0, built="tree_farm sawmill")
    play(game, f"0 {action}")
    assert names(at_the_end(game)) == ["solomon"]


def test_after_the_last_recruitment_only_rome_brings_leaders():
    assert names(new_game(age=3, turn=2, **LEADERS)) == []
    rome = new_game("roma_b gizah_a ephesos_a", age=3, turn=2, **LEADERS)
    assert names(rome) == ["solomon"]
    give(rome, 0, stages=3)
    assert names(rome) == []


def test_a_leader_whom_rome_recruits_in_the_last_turn_digs_yet():
    game = new_game("roma_b gizah_a ephesos_a", age=3, turn=6, **LEADERS)
    give(game, 0, stages=1, built="stone_pit clay_pool loom_1")
    play(game, "0 wonder palace")
    assert names(game) == ["solomon"]
    answer(game, 0, "recruit solomon")
    assert names(game) == ["solomon"]


# Cards


def test_a_black_card_of_a_later_age_may_come():
    assert names(end_of_age(1, **SECOND)) == ["forging_agency"]


def test_a_card_of_the_age_that_ends_comes_no_more():
    assert names(end_of_age(2, **SECOND)) == []


def test_babylons_last_card_may_be_one_that_digs():
    game = new_game("babylon_night rhodos_day ephesos_day", edition="2e", sets="base cities", age=2)
    give(game, 0, stages=1)
    assert names(at_the_end(game)) == ["forging_agency"]


def test_babylon_may_build_the_guild_with_the_last_card_of_the_game():
    game = new_game("babylon_b rhodos_a ephesos_a", age=3, **LEADERS)
    give(game, 0, stages=2)
    give(game, 1, leaders="solomon")
    assert names(at_the_end(game)) == ["courtesans_guild"]


def test_what_babylon_declines_after_the_picks_is_of_no_use_at_the_end():
    """B1: in the second printing Halikarnassos digs first."""
    wonders = "babylon_night halikarnassos_day ephesos_day"
    game = new_game(wonders, edition="2e", age=3)
    give(game, 0, stages=1)
    at_the_end(game)
    answer(game, 1, None)
    answer(game, 2, None)
    answer(game, 0, None)
    assert [question.kind for question in game.questions] == [LEFT_OVER]
    assert names(game) == []


# Whatever is played


class PhysicalTable:
    """The same game with unknown hands, where leftovers are told only when somebody may dig."""

    def __init__(self, sort, rng):
        self.known = Game(Ruleset(random_setup(sort, rng)))
        self.game = Game(self.known.rules)
        self.rng = rng
        self.asked, self.picks = [], 0

    def play(self):
        play_on(self.known, self.rng, answer=self._answer)
        return self

    def _answer(self, seat, given):
        question = self.known.question(seat)
        given = eager(self.known.answers(question), given, self.rng)
        if question.kind == PICK:
            self.picks += 1
            assert {*self.game.answers(self.game.question(seat))} == {*self.known.answers(question)}
        if question.kind != DRAW:  # what an unknown hand draws changes nothing
            self.game.answer(seat, given)
        self.known.answer(seat, given)
        if all(question.kind != DRAW for question in self.known.questions):
            self._pass_on()

    def _pass_on(self):
        """Tell leftovers where somebody may dig; nobody recruits from an empty hand."""
        while question := next((q for q in self.game.questions if self._only_here(q)), None):
            left = None
            if question.kind == LEFT_OVER:
                self.asked.append(bool(diggers(self.game)))
                left = self.known.leftovers[question.seat] if self.asked[-1] else None
            self.game.answer(question.seat, left)

    def _only_here(self, question):
        known = self.known.question(question.seat)
        return question.kind == LEFT_OVER or (
            question.kind == LEADER and (known is None or known.kind != LEADER)
        )


def eager(answers, given, rng):
    """Prefer what digs, now or later, to the answer that chance has given."""
    wanted = [a for a in answers if isinstance(a, Move) and leads_to_picks(a)]
    return rng.choice(wanted) if wanted and rng.random() < 0.6 else given


def leads_to_picks(move):
    verbs = {effect.verb for effect in move.card.effects}
    return move.action == WONDER or (move.action != SELL and not verbs.isdisjoint(("take", "copy")))


@every_sort
@pytest.mark.parametrize("number", [3, pytest.param(3 * MANY, marks=pytest.mark.soak)])
def test_a_leftover_that_is_not_asked_for_changes_nothing(sort, number):
    """Every later pick has the same answers, and every city ends the same."""

    @games(number, sort)
    def check(rng):
        table = PhysicalTable(sort, rng).play()
        assert [*map(city_facts, table.game.cities)] == [*map(city_facts, table.known.cities)]


def test_leftovers_are_asked_for_in_some_ages_and_not_in_others():
    tables = [PhysicalTable(sort, Random(sort)).play() for sort in combinations()]
    asked = [asked for table in tables for asked in table.asked]
    assert asked.count(True) > 100 and asked.count(False) > 100
    assert sum(table.picks for table in tables) > 20
