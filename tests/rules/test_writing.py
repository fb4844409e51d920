"""How single plays are written down; whole games are in test_properties.py."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.intents import complete
from host_tools.rules.moves import BUILD, RECRUIT, SELL, Move, parse
from host_tools.rules.payment import Buy, Payment
from host_tools.rules.production import vector
from host_tools.rules.record import dump, parse_line
from host_tools.rules.replay import Replay
from host_tools.rules.writing import Scribe, write_move
from tests.rules.lines import broken, turn
from tests.rules.table import card, city_facts, give, go_to, new_game, setup


def line(game, name, **payment):
    written = write_move(game, 0, Move(card(game, name), BUILD, Payment(**payment)))
    return {key: value for key, value in written.items() if key not in ("card", "action")}


def test_coins_to_a_neighbour_are_written_as_pay():
    game = new_game("rhodos_a gizah_a ephesos_a")
    assert line(game, "baths", left=2) == {"pay": {"left": 2, "right": 0}}
    assert line(game, "altar") == {}
    assert line(game, "timber_yard", bank=1) == {}


def test_bilkis_is_written_as_nothing_for_the_neighbours():
    game = new_game("rhodos_a gizah_a ephesos_a", sets="base leaders")
    give(game, 0, leaders="bilkis")
    assert line(game, "baths", bank=1) == {"pay": {"left": 0, "right": 0}}


def test_a_purchase_that_is_named_is_written_as_buy():
    """P7: a dock makes the stone free, and Hatshepsut is paid all the same."""
    game = new_game("rhodos_a gizah_a ephesos_a", sets="base leaders cities")
    give(game, 0, "clandestine_dock_west west_trading_post", leaders="hatshepsut")
    assert line(game, "baths", buy=Buy(left=vector("S"))) == {"buy": {"left": "S"}}


def test_a_right_is_written_and_a_chain_is_not():
    game = new_game("olympia_a gizah_a ephesos_a", age=2)
    give(game, 0, "baths quarry stone_pit", stages=2)
    assert line(game, "walls", free="olympia") == {"free": "olympia"}
    assert line(game, "aqueduct", free="chain") == {}
    # Who pays all the same says so by an empty purchase.
    assert line(game, "aqueduct") == {"buy": {}}


def test_an_illegal_answer_leaves_no_trace():
    scribe = Scribe(new_game())
    with pytest.raises(MoveError):
        scribe.answer(0, Move(card(scribe.game, "palace"), BUILD))
    with pytest.raises(MoveError):
        scribe.answer(0, None)
    assert len(scribe.lines) == 1
    for seat, name in enumerate(("altar", "theater", "baths")):
        scribe.answer(seat, Move(card(scribe.game, name), SELL))
    assert [play["card"] for play in scribe.lines[1]["plays"]] == ["altar", "theater", "baths"]


def free_city_with_tokens():
    """The Recruitment of Age II; the Free City recruits nobody and has Victory tokens 1 and 3."""
    boards, marked = "rhodos_day ephesos_day gizah_day", {"house_numbers": True}
    told = Replay(setup(boards, "2e", "base leaders", "two_player", rulings=marked))
    go_to(told.game, 2, 0)
    give(told.game, 2, victories=[1, 3])
    return told


def test_o16_what_the_free_city_gives_up_stands_on_the_play_that_asks():
    scribe = Scribe(free_city_with_tokens().game)
    game = scribe.game
    scribe.answer(0, Move(card(game, "telesilla"), RECRUIT, Payment(bank=3)))
    scribe.answer(1, Move(card(game, "midas"), SELL))
    assert (game.questions[0].kind, game.questions[0].seat) == ("give_up", 2)
    scribe.answer(2, 3)
    assert scribe.lines[1]["plays"][0]["replace"] == {"others": {"2": 3}}
    told = free_city_with_tokens()
    told.apply(parse_line(dump(scribe.lines[1:])))
    assert told.game.cities[2].victories == game.cities[2].victories == [1]


def test_a_token_for_a_seat_that_gives_up_none_is_refused():
    told = free_city_with_tokens()
    replaces = {"replace": {"others": {"1": 3}}}
    plays = [
        {"seat": 0, "card": "telesilla", "action": "recruit"} | replaces,
        {"seat": 1, "card": "midas", "action": "sell"},
    ]
    with pytest.raises(MoveError, match="'replace'"):
        told.apply({"type": "turn", "age": 2, "turn": 0, "plays": plays})


TWINS = (
    '{"id": "twins_a", "name": "Twins", "side": "A", "resource": "W", "needs": ["leaders"]}',
    '{"stage": 1, "effects": [{"play": "last_card"}]}',
    '{"stage": 2, "effects": [{"play": "leader"}]}',
)


def last_turn_of_twins(stages):
    """The last turn of Age I at a wonder with a last card and an extra leader to play."""
    told = Replay(setup("twins_a gizah_a rhodos_a", sets="base leaders", house=TWINS))
    go_to(told.game, 1, 6)
    give(told.game, 0, stages=stages, coins=9)
    return told


@pytest.mark.parametrize(
    ("stages", "answers"),
    [
        (1, ["wonder altar", "recruit midas", "sell baths"]),  # the leader comes first
        (1, ["wonder altar", None, "build baths"]),
        (1, ["wonder altar", "recruit midas", None]),
        (0, ["wonder altar", "wonder baths", "recruit midas"]),  # the last card brings the leader
        (0, ["wonder altar", "wonder baths", None]),
    ],
)
def test_two_extra_plays_of_a_turn_are_written_one_in_the_other(stages, answers):
    scribe = Scribe(last_turn_of_twins(stages).game)
    game = scribe.game
    for seat, said in enumerate([answers[0], "sell theater", "sell barracks"]):
        scribe.answer(seat, complete(game, seat, parse(said)))
    for said in answers[1:]:
        while game.questions[0].kind == "left":
            scribe.answer(game.questions[0].seat, None)
        scribe.answer(0, said and complete(game, 0, parse(said)))
    told = last_turn_of_twins(stages)
    told.apply(parse_line(dump(scribe.lines[1:2])))
    told.finish()
    assert [city_facts(city) for city in told.game.cities] == [
        city_facts(city) for city in game.cities
    ]


def test_an_extra_play_that_nobody_asks_for_is_refused_however_deep_it_stands():
    told = last_turn_of_twins(1)
    third = {"card": "plato", "action": "recruit"}
    last = {"card": "baths", "action": "sell", "extra": third}
    leader = {"card": "midas", "action": "recruit", "extra": last}
    plays = [{"seat": 0, "card": "altar", "action": "wonder", "extra": leader}]
    error = broken(told, turn(1, 6, *plays, "1 sell theater", "2 sell barracks"))
    assert (error.code, error.rule) == ("bad_choice", "G92")
