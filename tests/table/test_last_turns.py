"""The last turns are told as everybody saw them."""

from host_tools.table import decisions
from host_tools.table.last_turns import SHOWN, last_turns
from tests.table.paper import new_table, turn

CALM = ("build altar", "sell baths", "build theater")


def test_before_the_first_turn_is_over_there_is_nothing_to_tell(tmp_path):
    assert last_turns(new_table(tmp_path).evening) == []


def test_what_was_built_is_named_and_what_was_sold_is_not(tmp_path):
    table = new_table(tmp_path)
    turn(table, *CALM)
    (told,) = last_turns(table.evening)
    assert (told["age"], told["turn"]) == (1, 1)
    built, sold, _ = (seat["played"] for seat in told["seats"])
    assert built["card"]["name"] == "Altar"
    assert sold == {"action": "sell", "stage": 0, "card": None}
    assert told["seats"][1]["facts"]["bank"] == 3
    assert "aths" not in str(told)


def test_who_paid_whom(tmp_path):
    table = new_table(tmp_path)
    turn(table, "sell altar", "sell stockade", "build lumber_yard")
    turn(table, "sell loom_1", "sell press_1", "build baths")
    facts = [seat["facts"] for seat in last_turns(table.evening)[0]["seats"]]
    buyer, seller = facts[2], facts[0]
    assert buyer["pay_left"] + buyer["pay_right"] == 2  # stone from Gizah
    assert seller["from_left"] + seller["from_right"] == 2


def test_the_newest_comes_first_and_no_more_than_a_few_are_told(tmp_path):
    table = new_table(tmp_path)
    for cards in (CALM, ("sell loom_1", "sell press_1", "sell stockade"),
                  ("sell glassworks_1", "sell workshop", "sell ore_vein"),
                  ("sell clay_pit", "sell stone_pit", "sell barracks")):  # fmt: skip
        turn(table, *cards)
    assert [told["turn"] for told in last_turns(table.evening)] == [4, 3, 2]
    assert SHOWN == 3


def test_a_turn_that_was_taken_back_is_told_no_more(tmp_path):
    table = new_table(tmp_path)
    turn(table, *CALM)
    table.record(decisions.undo(table.evening, "Undo."), 0.0)
    assert last_turns(table.evening) == []
