"""Stages in any order: the Great Wall at the table (W7, W8)."""

import pytest

from host_tools.link.events import Pressed
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.table import decisions
from host_tools.table.entries import Pay
from host_tools.table.export import record_of
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.rules.table import give
from tests.table.boarded import Boarded
from tests.table.paper import lay, new_table, resumed, turn

WALL = {"wonders": "great_wall_b stonehenge_a gizah_a", "sets": "base wonder_pack"}


def wall(tmp_path, **more):
    """The wall with six coins, between who sells wood and papyrus and who sells two stones."""
    table = new_table(tmp_path, **{**WALL, **more})
    turn(table, "sell altar", "build press_1", "build stone_pit")
    return table


def declared(tmp_path, **more):
    """Seat 0 has declared a stage; the others have sold."""
    table = wall(tmp_path, **more)
    lay(table, "theater", "baths", "stockade")
    for seat, action in enumerate(("wonder", "sell", "sell")):
        table.record(decisions.declare(table.evening, seat, action), 0.0)
    return table


def options(table, seat=0):
    return [option["payment"] for option in private_view(table, seat)["ask"]["options"]]


def take_stage(table, number, seat=0):
    stages = [payment["stage"] for payment in options(table, seat)]
    table.record(decisions.take(table.evening, seat, stages.index(number)), 0.0)


def test_w7_after_the_declaration_its_player_is_asked_which_stage(tmp_path):
    table = declared(tmp_path)
    assert [(way["stage"], way["coins"]) for way in options(table)] == [
        (1, [4, 0, 0]), (4, [0, 4, 0]),
    ]  # fmt: skip
    take_stage(table, 4)
    assert table.evening.game.cities[0].raised == [3]


def test_w7_nobody_else_learns_that_a_stage_is_chosen(tmp_path):
    table = declared(tmp_path)
    assert (table.evening.phase, public_view(table)["phase"]) == ("pay", "declare")
    assert [private_view(table, seat)["ask"] for seat in (1, 2)] == [None, None]


def test_w7_the_only_stage_that_can_be_paid_is_taken_without_a_question(tmp_path):
    table = wall(tmp_path)
    give(table.evening.game, 0, raised=[0])
    lay(table, "theater", "baths", "stockade")
    for seat, action in enumerate(("wonder", "sell", "sell")):
        table.record(decisions.declare(table.evening, seat, action), 0.0)
    assert table.evening.past[1].moves[0].payment.stage == 4


def test_w7_whoever_is_always_asked_sees_every_way_of_every_stage(tmp_path):
    table = wall(tmp_path, ask_payment=True)
    give(table.evening.game, 2, built="lumber_yard")
    lay(table, "theater", "baths", "stockade")
    table.record(decisions.declare(table.evening, 0, "wonder"), 0.0)
    assert [(way["stage"], way["coins"]) for way in options(table)] == [
        (1, [4, 0, 0]), (1, [2, 2, 0]), (3, [4, 2, 0]), (4, [0, 4, 0]),
    ]  # fmt: skip


def test_w7_the_buttons_go_through_the_stages(tmp_path):
    seats = Boarded(tmp_path, **WALL)
    game = seats.evening.game
    give(game, 0, coins=9)
    give(game, 1, built="press_1")
    give(game, 2, built="stone_pit lumber_yard")
    seats.lay("04a0", "04a1", "04a2")
    for seat, key in enumerate(("wonder", "sell", "sell")):
        seats.say(Pressed, seat, seats.shown(seat).step, key)
    texts = []
    for key in ("right", "right", "left", "ok"):
        texts.append((seats.shown(0).text, seats.shown(0).light))
        seats.say(Pressed, 0, seats.shown(0).step, key)
    assert [text for text, _ in texts] == [
        "Stage 1: 4 left?", "Stage 1: 2 left 2 right?", "Stage 3: 4 left 2 right?",
        "Stage 1: 2 left 2 right?",
    ]  # fmt: skip
    assert {light for _, light in texts} == {"ask:lor"}
    assert seats.evening.game.cities[0].raised == [0]


def test_w8_screens_tell_which_stages_are_built(tmp_path):
    table = declared(tmp_path)
    take_stage(table, 4)
    seat = public_view(table)["seats"][0]
    assert (seat["stages"], seat["raised"], seat["played"]["stage"]) == (1, [4], 4)
    assert seat["todo"][0] == "Put the card face down under stage 4."


def test_w8_the_stage_is_in_the_journal_and_in_the_record(tmp_path):
    table = declared(tmp_path)
    take_stage(table, 4)
    paid = [entry for _, entry in table.journal.read(table.number) if isinstance(entry, Pay)]
    assert [entry.payment.stage for entry in paid if entry.seat == 0] == [0, 4]
    again = resumed(table)
    assert again.evening.game.cities[0].raised == [3]
    lines = record_of(again.evening)
    assert lines[2]["plays"][0]["stage"] == 4
    assert replay(dump(lines).encode()).game.cities[0].raised == [3]


def test_w8_a_correction_names_the_stage(tmp_path):
    table = declared(tmp_path)
    take_stage(table, 1)
    table.correct(0, Intent("theater", "wonder", stage=4), 0.0)
    assert table.evening.game.cities[0].raised == [3]
    assert resumed(table).evening.game.cities[0].raised == [3]
    with pytest.raises(MoveError, match="Stage 5"):
        decisions.correct(table.evening, 0, Intent("theater", "wonder", stage=5))


def test_w15_a_loss_without_cities_is_paid_without_a_question_and_is_told(tmp_path):
    table = new_table(tmp_path, **WALL)
    give(table.evening.game, 0, coins=9)
    give(table.evening.game, 1, built="press_1 lumber_yard")
    lay(table, "altar", "baths", "theater")
    for seat, action in enumerate(("wonder", "sell", "build")):
        table.record(decisions.declare(table.evening, seat, action), 0.0)
    take_stage(table, 3)
    assert [seat["debt"] for seat in public_view(table)["seats"]] == [0, 0, 0]
    assert "Pay 2 coins to the bank." in public_view(table)["seats"][2]["todo"]
