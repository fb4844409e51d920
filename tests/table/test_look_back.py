"""What screens show of the past: totals after every turn, conflicts, what a city makes."""

from host_tools.bots.dealer import Dealer
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.table.entries import TableSetup
from host_tools.table.view import public_view
from tests.table.hall import Hall
from tests.table.paper import lay, new_table, turn


def test_the_history_has_the_totals_after_every_turn(tmp_path):
    table = new_table(tmp_path)
    assert public_view(table)["history"] == []
    turn(table, "build altar", "sell baths", "build theater")
    (first,) = public_view(table)["history"]
    assert first == {"age": 1, "turn": 1, "totals": [3, 2, 3]}
    lay(table, "lumber_yard", "stockade", "clay_pool")
    assert public_view(table)["history"] == [first]


def test_a_city_makes_what_its_board_and_cards_make(tmp_path):
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a")
    turn(table, "build lumber_yard", "sell baths", "build theater")
    seats = public_view(table)["seats"]
    assert seats[0]["makes"] == [{"any": "W", "sold": True}, {"any": "S", "sold": True}]
    assert (seats[0]["left"], seats[0]["right"]) == (1, 2)


def test_conflicts_are_shown_until_the_next_turn_is_over(tmp_path):
    """The tokens that the conflict scene gives are those that the rules gave."""
    table_setup = TableSetup(Dealer(2).setup(players=4, sets=("base", "cities")), countdown=0)
    hall = Hall(table_setup, tmp_path / "journal.db", seed=2)
    ages = set()
    while not hall.table.evening.game.over:
        hall.step()
        view = public_view(hall.table) if hall.table.evening.facts else {"conflict": None}
        if view["conflict"] and view["conflict"]["age"] not in ages:
            ages.add(view["conflict"]["age"])
            won = [fight["winner"] for fight in view["conflict"]["fights"]]
            for seat in view["seats"]:
                assert len(seat["facts"]["victories"]) == won.count(seat["seat"])
    totals = [total(items) for items in sheets_of(hall.table.evening.game)]
    assert public_view(hall.table)["history"][-1]["totals"] == totals
    assert ages | {3} == {1, 2, 3}
