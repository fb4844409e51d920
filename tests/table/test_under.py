"""What the colour of a card under a stage scores is told at the end, and not before (W20, W21)."""

from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.table.paper import new_table, play_on, turn

HENGE = (
    '{"id": "henge_a", "name": "Henge", "side": "A", "resource": "C"}',
    '{"stage": 1, "effects": [{"points": 3, "per": "under", "of": "neighbours"}]}',
)


def henge(tmp_path):
    """A blue card lies under the stage, and a neighbour has built another one."""
    table = new_table(tmp_path, "henge_a gizah_a rhodos_a", house=HENGE)
    turn(table, "wonder altar", "build theater", "sell baths")
    return table


def test_w21_nobody_is_told_its_points_before_the_end(tmp_path):
    table = henge(tmp_path)
    view = public_view(table)
    assert view["seats"][0]["score"]["wonder"] == 0
    assert view["history"][-1]["totals"] == [seat["score"]["total"] for seat in view["seats"]]
    explained = [item["text"] for seat in view["seats"] for item in seat["explained"]]
    assert not any("Henge" in text for text in explained)
    assert "altar" not in str([view, *(private_view(table, seat) for seat in (1, 2))]).lower()


def test_w20_at_the_end_it_counts_and_the_card_is_shown(tmp_path):
    view = public_view(play_on(henge(tmp_path), {}))
    assert view["seats"][0]["score"]["wonder"] == 3
    told = [item["text"] for item in view["seats"][0]["explained"] if item["points"] == 3]
    assert told == [
        "Henge stage 1: 3 points at the end of the game for each card in the two neighbouring "
        "cities of the colour of the card under this stage. Under it lies Altar, a blue card. "
        "Counted: 1."
    ]
