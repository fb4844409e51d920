"""Cards that a seat names openly: only what is still asked, never the secret of the next round."""

import pytest

from host_tools.link.events import CARD, Pressed, Tagged
from host_tools.rules.errors import MoveError
from host_tools.table.entries import OnTray
from host_tools.table.reports import _check_not_left
from tests.table.boarded import TAGS, Boarded
from tests.table.paper import new_table, turn

READER = "reader"


def hear(table, event):
    table.receive([event], 0.0)
    table.refresh()


def asks(table, board, step, seq):
    """Whether the host says that a card which lies there is asked for."""
    seat = table.evening.seat_of(board)
    hear(table, Pressed(board, seq, table.name, table.evening.round_of(seat), step, CARD))
    refused = any(answer[:2] == (board, seq) for answer in table.hub.refused)
    assert refused != ((board, seq) in table.hub.acked)
    return not refused


def test_in_a_round_no_card_is_asked_for_openly(tmp_path):
    table = Boarded(tmp_path).table
    assert not asks(table, "board0", "", seq=1)
    assert not asks(table, "board0", "1l0", seq=2)


def test_an_audit_asks_for_cards_until_it_ends(tmp_path):
    table = Boarded(tmp_path).table
    turn(table, "build lumber_yard", "build clay_pool", "build stone_pit")
    table.begin_audit()
    assert asks(table, "board0", "audit", seq=1)
    hear(table, Pressed("board0", 2, table.name, 2, "audit", "ok"))
    assert not asks(table, "board0", "audit", seq=3)
    assert asks(table, "board1", "audit", seq=4)
    table.end_audit()
    assert not asks(table, "board1", "audit", seq=5)


def test_a_shared_reader_asks_every_seat_a_question_of_its_own(tmp_path):
    table = new_table(tmp_path, tags=TAGS, shared=True)
    for seat in range(3):
        table.serve(seat, READER, 0.0)
    for seat, uid in enumerate(("04a0", "04a1", "04a2")):
        state = table.hub.shown[READER]
        assert (state.phase, state.step, state.light) == ("enrol", f"1h{seat}", "ask:---")
        assert asks(table, READER, state.step, seq=10 * seat + 1)
        hear(table, Tagged(READER, 10 * seat + 2, uid))
        assert not asks(table, READER, state.step, seq=10 * seat + 3)
    table.tick(0.0)
    assert [card.id for card in table.evening.round.cards.values()] == ["altar", "baths", "theater"]


def test_a_card_that_still_lies_on_a_shared_reader_is_not_taken_for_the_next_seat(tmp_path):
    table = new_table(tmp_path, tags=TAGS, shared=True)
    for seat in range(3):
        table.serve(seat, READER, 0.0)
    hear(table, Tagged(READER, 1, "04a0"))
    hear(table, Tagged(READER, 2, "04a0"))
    assert table.hub.refused == [(READER, 2, "card_already_used")]
    assert table.evening.round.missing() == [1, 2]


def test_only_what_was_left_over_in_this_turn_is_not_picked_by_laying_it(tmp_path):
    table = Boarded(tmp_path).table
    game = table.evening.game
    altar = game.leftovers[0] = game.rules.card("altar")
    _check_not_left(table, 0, altar, "04a0")  # it was left over in the Age before
    game.turn = game.rules.turns
    with pytest.raises(MoveError, match="Altar is what was left over here: pick it on the seat"):
        _check_not_left(table, 0, altar, "04a0")
    _check_not_left(table, 0, game.rules.card("baths"), "04a1")
    table.evening.apply(OnTray(0, "04a0"))  # it was laid: the seat itself knows its tag,
    table.evening.apply(OnTray(0, "04a1"))  # also when the Free City's was laid after it
    _check_not_left(table, 0, altar, "04a0")
