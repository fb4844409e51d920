"""Who sits where when boards have several seats, or some have and some have not."""

from host_tools.bots.dealer import Dealer
from host_tools.link.events import Gone, Joined, Pressed
from host_tools.link.hub import Hub
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table

LEFT, RIGHT, SINGLE = "e661410000000001", "e661410000000002", "e661410000000003"


def table_of(path, players):
    setup = TableSetup(Dealer(1).setup(players=players, sets=("base", "cities")))
    return Table.begin(Journal(path / "journal.db"), setup, {}, Hub(first_sid=1), 0.0)


def join(table, uid, number=""):
    table.receive([Joined(uid, {"seat": number} if number else {}, "00000001")], 1.0)


def test_two_boards_with_four_seats_each_take_the_seats_that_they_are_built_into(tmp_path):
    table = table_of(tmp_path, 8)
    for place in range(4):
        join(table, f"{LEFT}.{place}", str(place + 1))
        join(table, f"{RIGHT}.{place}", str(place + 5))
    assert table.evening.boards == {
        **{place: f"{LEFT}.{place}" for place in range(4)},
        **{place + 4: f"{RIGHT}.{place}" for place in range(4)},
    }


def test_seats_of_one_board_and_single_seats_are_claimed_one_after_another(tmp_path):
    table = table_of(tmp_path, 3)
    order = [f"{LEFT}.2", SINGLE, f"{LEFT}.0"]
    for uid in order:
        join(table, uid)
    for seat, uid in enumerate(order):
        table.receive([Pressed(uid, seat + 1, table.name, 0, f"claim{seat}", "ok")], 2.0)
    assert table.evening.boards == dict(enumerate(order))


def test_one_seat_of_a_board_may_be_away_while_its_neighbours_play(tmp_path):
    table = table_of(tmp_path, 3)
    for place in range(3):
        join(table, f"{LEFT}.{place}", str(place + 1))
    table.receive([Gone(f"{LEFT}.1", "silent")], 2.0)
    assert table.present == {f"{LEFT}.0", f"{LEFT}.2"}
    assert table.evening.boards[1] == f"{LEFT}.1"
