"""Leaders that were sold or turned face down: who may lay them again, and what that tells."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.table import decisions
from host_tools.table.closed import seen_by
from tests.rules.table import card, give
from tests.table.boarded import Boarded
from tests.table.paper import lay, new_table

LEADERS = {"sets": "base leaders"}
DRAWN_AGAIN = {"rulings": {"rome_draws_sold": True}}
ROME = "roma_b gizah_a ephesos_a"


def recruited(tmp_path, **more):
    """The first Recruitment is over: everybody has sold a leader."""
    table = new_table(tmp_path, ROME, **LEADERS, **more)
    for seat in range(3):
        table.record(decisions.press(table.evening, seat, "draft", "ok"), 0.0)
    lay(table, "aristotle", "alexander", "amytis")
    for seat in range(3):
        table.record(decisions.declare(table.evening, seat, "sell"), 0.0)
    return table


def to_the_next_recruitment(table):
    game = table.evening.game
    game.index = [(step.age, step.turn) for step in game.rules.schedule].index((2, 0))
    return table


def test_p14_a_leader_that_was_sold_is_not_laid_again(tmp_path):
    table = to_the_next_recruitment(recruited(tmp_path))
    with pytest.raises(MoveError, match="out already"):
        table.commit_page(0, "aristotle", 0.0)


def test_b13_with_this_option_whoever_sold_it_may_draw_and_lay_it_again(tmp_path):
    table = recruited(tmp_path, **DRAWN_AGAIN)
    table.evening.game.draw_unseen(0)  # as Roma's first stage does
    to_the_next_recruitment(table)
    table.commit_page(0, "aristotle", 0.0)
    lay(table, "aristotle", "bilkis", "caesar")
    assert not table.evening.refused and len(table.evening.round.cards) == 3


def test_b13_whoever_has_drawn_nothing_does_not_lay_it_again(tmp_path):
    table = to_the_next_recruitment(recruited(tmp_path, **DRAWN_AGAIN))
    with pytest.raises(MoveError, match="out already"):
        table.commit_page(0, "aristotle", 0.0)


@pytest.mark.parametrize(("more", "spent"), [({}, {"04b0", "04b1", "04b2"}), (DRAWN_AGAIN, set())])
def test_b13_its_tag_counts_again_too(tmp_path, more, spent):
    seats = Boarded(tmp_path, wonders=ROME, **LEADERS, **more)
    leaders = ("aristotle", "alexander", "amytis")
    seats.table.tags |= {f"04b{seat}": name for seat, name in enumerate(leaders)}
    for seat in range(3):
        seats.table.record(decisions.press(seats.evening, seat, "draft", "ok"), 0.0)
    seats.sell("04b0", "04b1", "04b2")
    assert seats.evening.spent() == spent


def test_o19_everybody_knows_a_leader_that_was_turned_face_down(tmp_path):
    table = recruited(tmp_path)
    game = table.evening.game
    give(game, 1, leaders="midas")
    midas = card(game, "midas")
    game.cities[1].leaders.remove(midas)
    game.cities[1].face_down.append((midas, 3))
    assert seen_by(table.evening, 0)[midas] == 1
