"""Buying for no coins, and what the city could make itself: chosen at the table (P7, B5, R174)."""

import pytest

from host_tools.link.events import Pressed
from host_tools.rules.payment import LEFT, RIGHT
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.writing import write_move
from host_tools.table import decisions
from host_tools.table.entries import Declare, Pay, decode, encode
from host_tools.table.export import record_of
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view
from tests.rules.table import give
from tests.table.boarded import Boarded
from tests.table.paper import lay, new_table, resumed, turn

ALL = {"sets": "base leaders cities"}
DOCKS = "west_trading_post east_trading_post clandestine_dock_west clandestine_dock_east"


def docked(table):
    """Seat 0, with Hatshepsut, buys a stone from either neighbour for nothing."""
    game = table.evening.game
    give(game, 0, built=DOCKS, leaders="hatshepsut", coins=6)
    for seat in (1, 2):
        give(game, seat, built="stone_pit")


def past_the_leaders(table):
    """Everybody drafts and sells a leader, so that the first turn begins."""
    for seat in range(3):
        table.record(decisions.press(table.evening, seat, "draft", "ok"), 0.0)
    lay(table, "aristotle", "alexander", "amytis")
    for seat in range(3):
        table.record(decisions.declare(table.evening, seat, "sell"), 0.0)


def asked(tmp_path):
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a", **ALL)
    past_the_leaders(table)
    docked(table)
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    return table


def ways(table, seat=0):
    return [option["payment"] for option in private_view(table, seat)["ask"]["options"]]


# P7


def test_p7_who_sells_for_nothing_is_asked_and_told(tmp_path):
    table = asked(tmp_path)
    assert [(way["coins"], way["bought"]) for way in ways(table)] == [
        ([0, 0, 0], ["S", "", ""]), ([0, 0, 0], ["", "S", ""]),
    ]  # fmt: skip
    texts = [option["text"] for option in private_view(table, 0)["ask"]["options"]]
    assert texts == ["Buy 1 stone left 0?", "Buy 1 stone right 0?"]
    assert private_view(table, 0, "fr")["ask"]["options"][0]["text"] == (
        "Acheter 1 pierre gauche 0 ?"
    )


def test_p7_it_goes_through_journal_and_record(tmp_path):
    table = asked(tmp_path)
    before = table.evening.game.copy()
    table.record(decisions.take(table.evening, 0, 1), 0.0)
    assert table.evening.game.cities[0].coins == before.cities[0].coins + 1  # Hatshepsut's
    paid = [e for _, e in table.journal.read(table.number) if isinstance(e, Pay) and e.seat == 0]
    assert paid[-1].payment.sellers == RIGHT
    assert write_move(before, 0, table.evening.past[-1].moves[0])["buy"] == {"right": "S"}


QUAY = (  # A board that is paid for buying like Hatshepsut, and has a dock on either side
    '{"id": "quay_a", "name": "Quay", "side": "A", "effects": ['
    '{"trade": "raw", "with": "neighbours", "price": 1}, '
    '{"trade": "any", "with": "left", "price": -1, "once": "turn"}, '
    '{"trade": "any", "with": "right", "price": -1, "once": "turn"}, '
    '{"coins": 1, "on": "buy", "once": "neighbour"}]}',
    '{"stage": 1, "resources": "S", "effects": [{"points": 3}]}',
)


@pytest.mark.parametrize(("option", "side"), [(0, "left"), (1, "right")])
def test_p7_from_the_question_to_the_replayed_record_the_coins_are_the_same(tmp_path, option, side):
    table = new_table(tmp_path, "quay_a gizah_a rhodos_a", house=QUAY)
    turn(table, "sell altar", "sell loom_1", "build stone_pit")
    lay(table, "baths", "theater", "stockade")
    for seat, action in enumerate(("build", "sell", "sell")):
        table.record(decisions.declare(table.evening, seat, action), 0.0)
    assert [way["coins"] for way in ways(table)] == [[0, 0, 0]] * 2
    table.record(decisions.take(table.evening, 0, option), 0.0)
    table = resumed(table)
    assert [city.coins for city in table.evening.game.cities] == [6 + 1, 9, 6]
    lines = record_of(table.evening)
    assert lines[2]["plays"][0]["buy"] == {side: "S"}
    again = replay(dump(lines).encode()).game
    assert [city.coins for city in again.cities] == [6 + 1, 9, 6]


def test_p7_the_buttons_shift_a_purchase_for_nothing_to_that_side(tmp_path):
    seats = Boarded(tmp_path, wonders="rhodos_a gizah_a ephesos_a", grace=0)
    docked(seats.table)
    seats.lay("04a1", "04a0", "04a2")
    seats.table.tick(0.0, 2.0)
    cursors = []
    for key in ("right", "left", "right"):
        assert seats.say(Pressed, 0, seats.shown(0).step, key) == ""
        cursors.append(seats.shown(0).text)
    right, left = "Buy 1 stone right 0?", "Buy 1 stone left 0?"
    assert cursors == [right, left, right]


def test_p7_a_way_that_brings_a_coin_is_better_than_one_as_dear(tmp_path):
    """Bilkis sells a stone for a coin, a neighbour for two of which one comes back."""
    table = new_table(tmp_path, "rhodos_a gizah_a ephesos_a", **ALL)
    past_the_leaders(table)
    game = table.evening.game
    give(game, 0, built="west_trading_post", leaders="hatshepsut bilkis", coins=6)
    give(game, 1, built="stone_pit")
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    assert table.evening.past[-1].moves[0].payment.coins == (1, 0, 0)
    assert table.evening.past[-1].moves[0].payment.sellers == LEFT


@pytest.mark.parametrize("key", ["left", "right"])
def test_every_way_can_be_reached_by_one_key(tmp_path, key):
    """Also a limited right, which pays nobody."""
    table = new_table(tmp_path, "olympia_a gizah_a rhodos_a")
    game = table.evening.game
    give(game, 0, stages=2)
    for seat in (1, 2):
        give(game, seat, built="stone_pit")
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    seen = set()
    for _ in range(3):
        step = private_view(table, 0)["ask"]["step"]
        seen.add(private_view(table, 0)["ask"]["cursor"])
        table.record(decisions.press(table.evening, 0, step, key), 0.0)
    assert seen == {0, 1, 2}


# B5


def self_made(tmp_path, **more):
    """Seat 0 makes the stone of the baths itself, and its left neighbour has one too."""
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a", **more)
    give(table.evening.game, 1, built="stone_pit")
    return table


def test_b5_what_the_city_makes_itself_is_not_bought_unless_its_player_chooses(tmp_path):
    table = self_made(tmp_path)
    lay(table, "baths", "theater", "altar")
    table.tick(0.0, 2.0)
    assert table.evening.past[0].moves[0].payment.coins == (0, 0, 0)


@pytest.mark.parametrize("before_the_lock", [True, False])
def test_b5_whoever_chooses_how_to_pay_is_asked_for_every_way(tmp_path, before_the_lock):
    table = self_made(tmp_path)
    if before_the_lock:
        table.commit_page(0, "baths", 0.0, "build", choose=True)
        table.commit_page(1, "theater", 0.0)
        table.commit_page(2, "altar", 0.0)
        assert private_view(table, 0)["ask"]["choosing"]
        table.tick(0.0)
    else:
        lay(table, "baths", "theater", "altar")
        index = [o["value"] for o in private_view(table, 0)["ask"]["options"]].index("build")
        table.record(decisions.take(table.evening, 0, index, choose=True), 0.0)
    table.tick(0.0, 2.0)
    assert [(way["coins"], way["bought"]) for way in ways(table)] == [
        ([0, 0, 0], ["", "", ""]), ([2, 0, 0], ["S", "", ""]),
    ]  # fmt: skip
    assert public_view(table)["phase"] == "declare"
    table.record(decisions.take(table.evening, 0, 1), 0.0)
    assert [city.coins for city in table.evening.game.cities] == [1, 5, 3]


def test_b5_it_is_read_again_from_journal_and_record(tmp_path):
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a")
    turn(table, "sell altar", "build stone_pit", "sell loom_1")
    table.commit_page(0, "baths", 0.0, "build", choose=True)
    table.commit_page(1, "theater", 0.0, "sell")
    table.commit_page(2, "clay_pit", 0.0, "sell")
    table.tick(0.0)
    table = resumed(table)
    assert [way["coins"] for way in ways(table)] == [[0, 0, 0], [2, 0, 0]]
    table.record(decisions.take(table.evening, 0, 1), 0.0)
    lines = record_of(resumed(table).evening)
    assert lines[2]["plays"][0]["buy"] == {"left": "S"}
    assert replay(dump(lines).encode()).game.cities[0].coins == 4


def test_b5_nothing_is_paid_by_itself_for_whoever_chooses(tmp_path):
    """Though there is only one way."""
    table = new_table(tmp_path)
    table.commit_page(0, "altar", 0.0, "build", choose=True)
    table.commit_page(1, "theater", 0.0, "sell")
    table.commit_page(2, "baths", 0.0, "sell")
    table.tick(0.0)
    assert [way["coins"] for way in ways(table)] == [[0, 0, 0]]


def test_b5_a_key_after_that_means_the_usual_payment_again(tmp_path):
    table = self_made(tmp_path)
    table.commit_page(0, "baths", 0.0, "build", choose=True)
    step = private_view(table, 0)["ask"]["step"]
    table.record(decisions.press(table.evening, 0, step, "build"), 0.0)
    assert not private_view(table, 0)["ask"]["choosing"]


def test_b5_whoever_takes_the_card_back_chooses_no_more(tmp_path):
    table = self_made(tmp_path)
    table.commit_page(0, "baths", 0.0, "build", choose=True)
    table.commit_page(0, "loom_1", 0.0)
    assert not table.evening.round.choosing


def test_b5_three_buttons_choose_it_where_the_table_always_asks(tmp_path):
    seats = Boarded(tmp_path, wonders="gizah_a rhodos_a ephesos_a", grace=0, ask_payment=True)
    give(seats.evening.game, 1, built="stone_pit")
    seats.lay("04a1", "04a0", "04a2")
    seats.table.tick(0.0, 2.0)
    texts = []
    for key in ("left", "ok"):
        texts.append(seats.shown(0).text)
        assert seats.say(Pressed, 0, seats.shown(0).step, key) == ""
    assert texts == ["Pay nothing?", "Buy 1 stone left 2?"]
    assert [city.coins for city in seats.evening.game.cities] == [1, 5, 3]


def test_b5_a_limited_right_is_offered_last(tmp_path):
    """The middle button alone must not spend it."""
    table = self_made(tmp_path)
    game = table.evening.game
    game.cities[0].rights["olympia"] = "card"
    give(game, 2, built="clay_pool")
    lay(table, "guard_tower", "theater", "altar")
    table.record(decisions.take(table.evening, 0, 0, choose=True), 0.0)
    assert [way["free"] for way in ways(table)] == ["", "olympia"]


def test_b5_screens_and_others_look_the_same(tmp_path):
    table = self_made(tmp_path)
    table.commit_page(0, "baths", 0.0, "build")
    seen = [public_view(table), *(private_view(table, seat) for seat in (1, 2))]
    table.record(decisions.declare(table.evening, 0, "build", choose=True), 0.0)
    assert [public_view(table), *(private_view(table, seat) for seat in (1, 2))] == seen


def test_b5_a_chain_can_be_chosen_or_paid(tmp_path):
    table = self_made(tmp_path)
    game = table.evening.game
    give(game, 0, built="baths", coins=9)
    game.index = [(s.age, s.turn) for s in game.rules.schedule].index((2, 1))
    lay(table, "aqueduct", "statue", "temple")
    table.record(decisions.take(table.evening, 0, 0, choose=True), 0.0)
    free, *paid = ways(table)
    assert free["free"] == "chain" and all(way["free"] == "" for way in paid)


def test_r174_in_team_play_the_own_resources_come_first(tmp_path):
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a olympia_a", variant="team",
                      sets="base cities")  # fmt: skip
    give(table.evening.game, 1, built="stone_pit")
    lay(table, "baths", "theater", "altar", "loom_1")
    index = [o["value"] for o in private_view(table, 0)["ask"]["options"]].index("build")
    table.record(decisions.take(table.evening, 0, index, choose=True), 0.0)
    assert [way["coins"] for way in ways(table)] == [[0, 0, 0]]


def test_a_declaration_of_before_chooses_nothing():
    assert decode({"do": "declare", "seat": 1, "action": "build"}) == Declare(1, "build")
    assert encode(Declare(1, "build")) == {"do": "declare", "seat": 1, "action": "build"}
