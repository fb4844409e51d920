"""The rulings B9 to B15, and who sells for nothing (P7)."""

import json

import pytest

from card_db.rule_texts import rules
from host_tools.rules.costs import every_payment, moves
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import is_closed
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.scoring import score
from host_tools.rules.setup import RULINGS
from host_tools.rules.writing import Scribe
from tests.rules import lines
from tests.rules.lines import broken, telling
from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    go_to,
    new_game,
    play,
    points,
    refused,
    setup,
)

BOTH = "base leaders cities"


def ways(game, seat, name, action="build"):
    """How a seat may pay, as it is told: coins, and who sells besides those who are paid."""
    return [
        (move.payment.coins, move.payment.sellers)
        for move in moves(game, seat, [card(game, name)])
        if move.action == action
    ]


def docks(built="west_trading_post clandestine_dock_west", leaders="hatshepsut", **more):
    """The left neighbour, Rhodos, sells the first ore of a turn for nothing."""
    game = new_game(sets=BOTH, **more)
    give(game, 0, built=built, leaders=leaders)
    return game


def left_overs(game):
    while game.questions and game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)


# P7 (R43, R66: Leaders p.7 and 9; R140: Cities, "Clandestine Dock")


def test_p7_a_purchase_for_nothing_names_its_seller_where_hatshepsut_is_paid_for_it():
    game = docks()
    assert ways(game, 0, "barracks") == [((0, 0, 0), 1)]
    game.answer(0, next(m for m in moves(game, 0, [card(game, "barracks")]) if m.action == "build"))
    play(game)
    assert game.cities[0].coins == 6 + 1


def test_p7_nobody_else_is_asked_who_sells_for_nothing():
    game = docks(leaders="")
    assert ways(game, 0, "barracks") == [((0, 0, 0), 0)]


def test_p7_two_neighbours_who_sell_for_nothing_are_told_apart():
    game = docks("west_trading_post clandestine_dock_west east_trading_post clandestine_dock_east")
    give(game, 2, built="ore_vein")
    assert ways(game, 0, "barracks") == [((0, 0, 0), 1), ((0, 0, 0), 2)]


def test_p7_whoever_can_buy_from_both_for_nothing_does():
    game = docks(
        "west_trading_post clandestine_dock_west east_trading_post clandestine_dock_east", age=2
    )
    give(game, 0, built="lumber_yard")
    give(game, 2, built="clay_pool")
    assert ways(game, 0, "stables") == [((0, 0, 0), 3)]  # ore from one, clay from the other


def test_p7_a_coin_that_was_taken_this_turn_makes_no_difference_any_more():
    game = docks()
    game.cities[0].used.add("left")
    game.markets.clear()
    assert ways(game, 0, "barracks") == [((1, 0, 0), 1)]  # the dock is used up, too


def test_p7_a_stage_is_bought_for_nothing_like_a_card():
    game = docks(wonders="rhodos_a ephesos_a gizah_a")
    give(game, 0, built="timber_yard")
    give(game, 1, built="sawmill")
    assert ways(game, 0, "altar", "wonder") == [((0, 0, 0), 1)]


def test_p7_a_record_that_is_written_says_who_sold_for_nothing():
    scribe = Scribe(docks())
    game = scribe.game
    for question in list(game.questions):
        name = ("barracks", "altar", "theater")[question.seat]
        action = "sell" if question.seat else "build"
        legal = moves(game, question.seat, [card(game, name)])
        scribe.answer(question.seat, next(move for move in legal if move.action == action))
    assert scribe.lines[-1]["plays"][0]["buy"] == {"left": "O"}


@pytest.mark.parametrize("said", ["build barracks", "build barracks left=0"])
def test_p7_a_purchase_for_nothing_that_must_be_made_need_not_be_said(said):
    game = docks()
    play(game, f"0 {said}")
    assert game.cities[0].coins == 6 + 1


def test_p7_who_needs_nothing_has_bought_nothing_unless_it_is_said():
    game = docks()
    give(game, 0, built="ore_vein")
    play(game, "0 build barracks")
    assert game.cities[0].coins == 6


def test_p7_a_neighbour_who_sells_for_nothing_beside_one_who_is_paid_counts_too():
    game = docks("west_trading_post clandestine_dock_west", age=2)
    give(game, 0, built="lumber_yard")
    give(game, 2, built="clay_pool")
    play(game, "0 build stables")  # clay for 2 coins from the right, ore for nothing from the left
    assert game.cities[0].coins == 6 - 2 + 2


def test_p7_where_both_sell_for_nothing_one_has_sold():
    both = "west_trading_post clandestine_dock_west east_trading_post clandestine_dock_east"
    game = docks(both)
    give(game, 2, built="ore_vein")
    game.say(0, "build barracks")
    game.say(1, "sell altar")
    game.say(2, "sell theater")
    assert game.cities[0].coins == 6 + 1


def test_b5_every_way_to_pay_has_what_the_city_makes_itself():
    game = new_game("rhodos_a ephesos_a gizah_a")
    give(game, 1, built="ore_vein")
    told = [(p.coins, p.sellers) for p in every_payment(game, 0, card(game, "barracks"), "build")]
    assert told == [((0, 0, 0), 0), ((2, 0, 0), 1)]


def test_r174_in_team_play_no_way_to_pay_buys_what_the_city_makes():
    game = new_game("rhodos_a ephesos_a gizah_a olympia_a", variant="team")
    give(game, 1, built="ore_vein")
    every = every_payment(game, 0, card(game, "barracks"), "build")
    assert [p.coins for p in every] == [(0, 0, 0)]


# B9 (G92: 7 Wonders p.9; R151: Cities, "Berenice")


def babylon_sells_twice(**rulings):
    """Berenice sits at Babylon and at its neighbour, and both sell a card."""
    game = new_game("babylon_b rhodos_a ephesos_a", sets=BOTH, turn=7, rulings=rulings)
    give(game, 0, stages=2, leaders="berenice", coins=0)
    give(game, 1, coins=0)
    game.cities[1].absorb("berenice", card(game, "berenice").effects)
    return game


def test_b9_babylons_last_card_starts_nothing_again_for_other_cities():
    game = babylon_sells_twice()
    play(game, "0 sell altar", "1 sell theater", "2 sell baths")
    assert coins(game)[:2] == [4, 4]
    left_overs(game)
    answer(game, 0, "build gambling_den")  # a coin from the bank for each neighbour
    assert game.cities[1].coins == 4 + 1


@pytest.mark.parametrize(("new_turn", "gain"), [(True, 4), (False, 3)])
def test_b9_whether_it_starts_again_for_babylon_is_a_ruling(new_turn, gain):
    game = babylon_sells_twice(babylon_new_turn=new_turn)
    play(game, "0 sell altar", "1 sell theater", "2 sell baths")
    left_overs(game)
    answer(game, 0, "sell stockade")
    assert game.cities[0].coins == 4 + gain


def test_b9_a_dock_that_sold_for_nothing_is_used_up_for_the_last_card():
    rulings = {"babylon_new_turn": False}
    game = new_game("babylon_b rhodos_a ephesos_a", sets=BOTH, turn=7, rulings=rulings)
    give(game, 0, stages=2, built="west_trading_post clandestine_dock_west")
    assert ways(game, 0, "barracks") == [((0, 0, 0), 1)]
    game.answer(0, next(m for m in moves(game, 0, [card(game, "barracks")]) if m.action == "build"))
    play(game, "1 sell theater", "2 sell baths")
    left_overs(game)
    game.cities[1].place(card(game, "lumber_yard"))
    game.markets.clear()
    assert ways(game, 0, "stockade") == [((1, 0, 0), 1)]


@pytest.mark.parametrize("said", ["build barracks", "build barracks left=0"])
def test_b9_a_dock_is_used_up_also_where_nobody_says_that_it_sold_for_nothing(said):
    rulings = {"babylon_new_turn": False}
    game = new_game("babylon_b rhodos_a ephesos_a", sets=BOTH, turn=7, rulings=rulings)
    give(game, 0, stages=2, built="west_trading_post clandestine_dock_west", coins=5)
    give(game, 1, built="lumber_yard", coins=0)
    play(game, f"0 {said}", "1 sell theater", "2 sell baths")
    left_overs(game)
    answer(game, 0, "build stockade")
    assert coins(game)[:2] == [5 - 1, 3 + 1]


# B10, B11 (G108, G113: 7 Wonders p.7)


@pytest.mark.parametrize(("rulings", "start"), [({}, 3), ({"free_city_coins": 6}, 6)])
def test_b10_the_free_city_has_three_coins_with_leaders_unless_the_table_rules_otherwise(
    rulings, start
):
    game = new_game(sets="base leaders", variant="two_player", turn=0, rulings=rulings)
    assert coins(game) == [6, 6, start]


def test_b10_without_leaders_everybody_has_three():
    game = new_game(variant="two_player", rulings={"free_city_coins": 6})
    assert coins(game) == [3, 3, 3]


def test_b11_the_free_city_may_not_sell_what_olympia_lets_it_build():
    game = new_game("gizah_a rhodos_a olympia_a", variant="two_player", age=2)
    hands = [["temple"], ["statue"] * 2, ["temple"]]
    game.hands = [[card(game, name) for name in hand] for hand in hands]
    give(game, 2, stages=2, coins=0)
    game.say(1, "sell statue")
    assert refused(game, 2, "sell statue") == "bad_choice"
    game.say(2, "build statue free=olympia")


def test_b11_once_the_right_is_used_it_may_sell():
    game = new_game("gizah_a rhodos_a olympia_a", variant="two_player", age=2)
    hands = [["temple"], ["statue"] * 2, ["temple"]]
    game.hands = [[card(game, name) for name in hand] for hand in hands]
    give(game, 2, stages=2, coins=0)
    game.cities[2].used_rights.add("olympia")
    game.say(1, "sell statue")
    game.say(2, "sell statue")


@pytest.mark.parametrize("sold", ["altar", "statue"])
def test_g113_b11_where_hands_are_unknown_it_does_not_sell_what_it_could_build(sold):
    age = 1 if sold == "altar" else 2
    game = new_game("gizah_a rhodos_a olympia_a", variant="two_player", age=age)
    give(game, 2, stages=2, coins=0)
    assert "sell" not in [move.action for move in moves(game, 2, [card(game, sold)])]


def test_g113_where_nothing_can_be_done_with_the_card_it_sells():
    game = new_game("gizah_a rhodos_a ephesos_a", variant="two_player", age=2)
    give(game, 2, coins=0)
    assert [move.action for move in moves(game, 2, [card(game, "statue")])] == ["sell"]


# B12 (the box of the second printing)


EIGHT = "gizah rhodos ephesos olympia babylon alexandria halikarnassos petra"


@pytest.mark.parametrize(
    ("number", "variant", "sets"),
    [(3, "two_player", "base"), (8, "standard", "base cities"), (8, "team", "base cities")],
)
def test_b12_other_numbers_in_the_second_printing_are_a_marked_house_rule(number, variant, sets):
    boards = " ".join(f"{name}_day" for name in EIGHT.split()[:number])
    with pytest.raises(MoveError, match="house_numbers"):
        setup(boards, "2e", sets, variant)
    setup(boards, "2e", sets, variant, rulings={"house_numbers": True})
    setup(boards.replace("_day", "_a"), "1e", sets, variant)


@pytest.mark.parametrize(("variant", "number"), [("standard", 3), ("standard", 7), ("team", 6)])
def test_b12_the_printed_numbers_need_no_mark(variant, number):
    setup(" ".join(f"{name}_day" for name in EIGHT.split()[:number]), "2e", "base", variant)


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        ({"babylon_last": True}, "There is no ruling 'babylon_last'"),
        ({"babylon_first": 1}, "babylon_first is true or false"),
        ({"free_city_coins": True}, "free_city_coins is 3 or 6"),
        ({"free_city_coins": 4}, "free_city_coins is 3 or 6"),
    ],
)
def test_a_ruling_that_is_none_is_refused_in_a_sentence(rulings, said):
    with pytest.raises(MoveError, match=said):
        setup(rulings=rulings)


def test_every_ruling_is_a_rule_that_names_its_option():
    assert {rule.option for rule in rules().values() if rule.option} == set(RULINGS)


# B13 (R21, R72: Leaders p.5 and 12)


def rome_may_draw(**rulings):
    game = new_game("roma_b rhodos_a gizah_a", sets="base leaders", turn=0, rulings=rulings)
    hands = "alexander amytis plato midas|nero varro hiram croesus|caesar euclid bilkis sappho"
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in hands.split("|")])
    play(game, "0 recruit alexander", "1 sell nero", "2 sell caesar")
    give(game, 0, built="lumber_yard clay_pool")
    play(game, "0 wonder altar")
    return game


def drawn(game, names):
    game.answer(0, tuple(card(game, name) for name in names.split()))


def test_b13_by_default_a_leader_that_was_sold_is_not_drawn():
    with pytest.raises(MoveError) as error:
        drawn(rome_may_draw(), "nero solomon ramses cleopatra")
    assert error.value.code == "card_already_used"


def test_b13_a_table_may_rule_that_sold_leaders_are_in_the_box_again():
    game = rome_may_draw(rome_draws_sold=True)
    drawn(game, "nero solomon ramses cleopatra")
    assert card(game, "nero") in game.leader_hands[0]


def test_b13_a_leader_that_was_recruited_is_never_drawn():
    game = rome_may_draw(rome_draws_sold=True)
    with pytest.raises(MoveError):
        drawn(game, "alexander solomon ramses cleopatra")


def test_b13_where_hands_are_secret_rome_may_recruit_what_another_has_sold():
    game = new_game(
        "roma_b rhodos_a gizah_a", sets="base leaders", turn=0, rulings={"rome_draws_sold": True}
    )
    play(game, "0 sell midas", "1 sell nero", "2 sell caesar")
    give(game, 0, built="lumber_yard stone_pit clay_pool loom_1")
    play(game, "0 wonder altar")
    play(game, "0 wonder theater")
    answer(game, 0, "recruit nero")
    assert game.cities[0].leaders == [card(game, "nero")]


def secretly_sold(*moves, ruling=True):
    """Croesus is sold in the first Recruitment, and nobody sees what Roma B draws."""
    rulings = {"rome_draws_sold": ruling}
    wonders = "roma_b gizah_a rhodos_a babylon_a"
    game = new_game(wonders, sets="base leaders", turn=0, rulings=rulings)
    play(game, "0 sell midas", "1 sell croesus")
    give(game, 0, built="clay_pool lumber_yard")
    for move in moves:
        play(game, move)
    go_to(game, 2, 0)
    return game


def test_b13_a_leader_that_was_sold_comes_back_only_to_a_hand_that_drew():
    assert refused(secretly_sold(), 0, "recruit croesus") == "card_already_used"
    secretly_sold("0 wonder altar").say(0, "recruit croesus")


def test_b13_it_comes_back_to_nobody_else():
    game = secretly_sold("0 wonder altar")
    assert refused(game, 3, "recruit croesus") == "card_already_used"


def test_b13_it_comes_back_once():
    game = secretly_sold("0 wonder altar")
    play(game, "0 recruit croesus")
    go_to(game, 3, 0)
    assert refused(game, 0, "recruit croesus") == "card_already_used"


def test_b13_it_does_not_come_back_to_a_hand_that_drew_before_it_was_sold():
    game = secretly_sold("0 wonder altar")
    play(game, "0 sell solomon", "1 sell nero")
    go_to(game, 3, 0)
    assert refused(game, 0, "recruit nero") == "card_already_used"


def test_b13_without_the_option_it_never_comes_back():
    game = secretly_sold("0 wonder altar", ruling=False)
    assert refused(game, 0, "recruit croesus") == "card_already_used"


def rome_draws(names, wonder="roma_b", ruling=False):
    """A record of unknown hands before its third turn, and that turn, in which these are drawn."""
    told = telling(
        lines.turn(1, 0, "0 sell midas", "1 sell croesus", "2 sell nero"),
        lines.turn(1, 1, "0 build lumber_yard", "1 build clay_pool", "2 sell altar"),
        wonders=f"{wonder} gizah_a rhodos_a",
        sets="base leaders",
        rulings={"rome_draws_sold": ruling},
    )
    stage = lines.play("0 wonder baths", drawn=names.split())
    return told, lines.turn(1, 2, stage, "1 sell theater", "2 sell barracks")


def test_p14_also_an_unknown_hand_does_not_draw_what_was_sold():
    assert broken(*rome_draws("croesus solomon ramses plato")).code == "card_already_used"
    told, line = rome_draws("sappho solomon ramses plato")
    told.apply(line)


def test_b13_an_unknown_hand_may_draw_what_was_sold():
    told, line = rome_draws("croesus solomon ramses plato", ruling=True)
    told.apply(line)


def test_r72_who_builds_no_such_stage_draws_nothing():
    assert broken(*rome_draws("sappho solomon", wonder="roma_a")).code == "bad_choice"


def test_b13_leaders_given_back_before_age_three_are_in_the_box_too():
    game = rome_may_draw(rome_draws_sold=True)
    drawn(game, "solomon ramses cleopatra pericles")
    given_back = [*game.leader_hands[1]]
    assert len(given_back) == 3
    go_to(game, 3, 0)
    play(game, "0 sell amytis", "1 sell varro", "2 sell euclid")
    assert all(game.in_box(leader) for leader in given_back)


# B14 (O13)


def wise(built, leaders="aganice enheduanna"):
    game = new_game("gizah_day rhodos_day ephesos_day", edition="2e", sets="base leaders")
    give(game, 0, built=built, leaders=leaders)
    return game


def said(game):
    return [item.reason for item in score(game, 0) if item.reason.endswith("_first")]


def test_b14_the_order_that_scores_more_is_taken_and_said():
    game = wise("apothecary dispensary workshop")  # four compasses rather than one set
    assert points(game, 0, "scientific") == 16
    assert said(game) == ["aganice_first"]


def test_b14_enheduanna_first_where_that_scores_more():
    game = wise("apothecary workshop")  # a second compass becomes the missing tablet: a set
    assert points(game, 0, "scientific") == 1 + 1 + 1 + 7
    assert said(game) == ["enheduanna_first"]


def test_b14_with_one_of_them_nothing_is_said():
    assert said(wise("apothecary workshop", leaders="aganice")) == []


# B15 (G53, G56: 7 Wonders p.5)


def test_b15_sold_cards_and_those_under_a_stage_stay_closed():
    closed = {action: is_closed(action) for action in ("build", "recruit", "wonder", "sell")}
    assert closed == {"build": False, "recruit": False, "wonder": True, "sell": True}


def test_what_a_set_up_rules_is_read_back_from_its_record():
    rulings = {"babylon_new_turn": False, "rome_draws_sold": True}
    scribe = Scribe(new_game(rulings=rulings))
    told = replay(dump(scribe.lines).encode())
    assert told.game.rules.setup.rulings == rulings
    assert json.loads(dump(scribe.lines))["rulings"] == rulings
