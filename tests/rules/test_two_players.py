"""Two players and the Free City, alone and with Leaders and Cities.

Seat 2 is the Free City. Seat 0 sits to its left and seat 1 to its right.
"""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.result import ranks
from tests.rules.table import (
    answer,
    card,
    coins,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
)

HANDS = (
    "lumber_yard ore_vein clay_pool stone_pit clay_pit timber_yard altar",
    "glassworks_1 loom_1 press_1 theater baths marketplace guard_tower",
    "barracks stockade scriptorium apothecary workshop east_trading_post west_trading_post",
)
BOTH = "base leaders cities"


def two(wonders="gizah_a rhodos_a ephesos_a", **more):
    return new_game(wonders, variant="two_player", **more)


def dealt(hands=HANDS, **more):
    """A game of Age I in which the hands and the Free City's pile are known."""
    game = two(**more)
    game.deal(1, [cards(game, hand) for hand in hands])
    return game


def cards(game, names):
    return [card(game, name) for name in names.split()]


def ids(hand):
    return " ".join(c.id for c in hand)


def end_age(game):
    play(game)
    pass_on(game)


# The Free City of the base game


def test_b6_in_ages_one_and_three_the_left_player_starts_with_the_free_city_in_age_two_the_right():
    game = two()
    starts = []
    for age in (1, 2, 3):
        go_to(game, age, 1)
        starts.append(game.holder())
    assert starts == [0, 1, 0]


def test_b6_the_free_city_changes_hands_every_turn():
    game = two()
    holders = []
    for turn in range(1, 7):
        go_to(game, 1, turn)
        holders.append(game.holder())
    assert holders == [0, 1, 0, 1, 0, 1]


def test_b6_three_cities_in_a_ring_with_three_coins_each():
    game = two()
    assert coins(game) == [3, 3, 3]
    assert (game.rules.left, game.rules.right) == ((1, 2, 0), (2, 0, 1))


def test_b6_the_holder_draws_the_top_card_of_the_pile():
    game = dealt()
    assert [len(hand) for hand in game.hands] == [8, 7, 6]
    assert ids(game.hands[0]).endswith("barracks")
    assert ids(game.hands[2]).startswith("stockade")


def test_b6_hands_cross_the_border_and_the_other_one_draws():
    game = dealt()
    play(game, "0 build lumber_yard", "1 build loom_1", "2 build ore_vein")
    assert ids(game.hands[0]) == "glassworks_1 press_1 theater baths marketplace guard_tower"
    held = "clay_pool stone_pit clay_pit timber_yard altar barracks stockade"
    assert (game.holder(), ids(game.hands[1])) == (1, held)


def test_b6_the_holder_chooses_for_the_own_city_first():
    game = dealt()
    assert refused(game, 2, "build ore_vein") == "wrong_phase"
    game.say(0, "build lumber_yard")
    game.say(2, "build ore_vein")


def test_b6_the_holders_own_card_is_not_there_for_the_free_city():
    game = dealt()
    game.say(0, "build lumber_yard")
    assert refused(game, 2, "build lumber_yard") == "not_in_hand"
    assert refused(game, 2, "build loom_1") == "not_in_hand"  # that one is the opponent's


def test_b6_the_free_city_does_not_sell_while_a_card_can_be_played_for_it():
    game = dealt()
    game.say(0, "build lumber_yard")
    assert refused(game, 2, "sell altar") == "bad_choice"
    assert all(move.action != "sell" for move in game.answers(game.question(2)))


def test_b6_the_free_city_sells_when_nothing_can_be_played_for_it():
    game = dealt()
    game.hands[0] = cards(game, "altar stockade")
    give(game, 2, coins=1)
    game.say(0, "build altar")  # what is left is judged after the own card
    game.say(2, "sell stockade")
    game.say(1, "build theater")
    assert game.cities[2].coins == 4


def test_b6_a_stage_that_can_be_built_forbids_the_sale_too():
    game = dealt()
    game.hands[0] = cards(game, "altar stockade")
    give(game, 2, coins=0, built="quarry")  # two stones: the first stage of Ephesos
    game.say(0, "build altar")
    assert refused(game, 2, "sell stockade") == "bad_choice"
    game.say(2, "wonder stockade")


def test_b6_the_free_city_must_chain():
    game = two(age=2)
    give(game, 2, built="baths", coins=9)
    give(game, 0, built="quarry")
    game.say(2, "build aqueduct left=6")
    assert (game.moves[2].payment.free, game.moves[2].payment.coins) == ("chain", (0, 0, 0))


def test_b6_the_free_city_trades_with_both_players_and_its_holder_picks_the_seller():
    game = two()
    give(game, 0, built="lumber_yard")
    give(game, 1, built="lumber_yard")
    play(game, "2 build stockade right=2")
    assert coins(game) == [3 + 3, 3 + 3 + 2, 3 - 2]


def test_b6_players_buy_from_the_free_city():
    game = two()
    play(game, "1 build scriptorium")  # the papyrus of Ephesos
    assert coins(game)[1:] == [3 - 2, 3 + 3 + 2]


def test_b6_the_holder_decides_what_the_free_city_must_decide():
    game = two("gizah_a rhodos_a halikarnassos_a", turn=2)
    game.discard.append(card(game, "palace"))
    give(game, 2, built="foundry", stages=1)
    give(game, 2, built="foundry ore_vein")
    play(game, "2 wonder altar")
    question = game.question(2)
    assert (question.kind, game.decider(question.seat)) == ("pick", 1)
    answer(game, 2, "palace")
    assert points(game, 2, "civilian") == 8


def play_any(game):
    """Let both players and the holder do whatever is the last of the legal answers."""
    holder = game.holder()
    for seat in (holder, 2, 1 - holder):
        game.answer(seat, game.answers(game.question(seat))[-1])


def test_b6_hands_shrink_by_one_a_turn_and_the_holder_has_one_more():
    game = dealt()
    for turn in range(1, 6):
        play_any(game)
        assert sorted(len(hand) for hand in game.hands[:2]) == [7 - turn, 7 - turn + 1]


def test_b6_at_the_end_of_an_age_three_cards_are_left_over():
    game = dealt()
    for _ in range(6):
        play_any(game)
    assert game.age == 2
    assert set(game.leftovers) == {0, 1, 2}
    assert game.leftovers[2].id == "west_trading_post"  # the last card of the pile
    assert set(game.leftovers.values()) <= set(game.discard)


def test_b6_all_three_cities_fight():
    game = two(turn=6)
    give(game, 2, built="barracks")
    end_age(game)
    assert [(city.victories, city.defeats) for city in game.cities] == [
        ([], 1),
        ([], 1),
        ([1, 1], 0),
    ]


def test_b6_the_free_city_has_a_score_but_no_rank():
    game = two()
    give(game, 2, built="altar", coins=30)
    assert ranks(game, [points(game, seat) for seat in range(3)]) == [1, 1, None]


def test_b6_only_the_cards_of_the_three_player_game_and_five_guilds():
    rules = two().rules
    assert sum(rules.decks[1].values()) == 21
    assert rules.guilds_drawn == 5


def test_b6_the_free_city_is_the_third_seat_and_there_is_no_fourth():
    with pytest.raises(MoveError) as error:
        two("gizah_a rhodos_a ephesos_a olympia_a")
    assert error.value.code == "bad_record"


# With Leaders


def test_r28_d10_the_two_players_recruit_as_usual():
    game = two(sets="base leaders", turn=0)
    assert [question.seat for question in game.questions] == [0, 1]
    play(game, "0 recruit cleopatra", "1 recruit croesus")
    assert coins(game) == [6 - 4, 6 - 1 + 6, 3]


def test_r29_the_free_city_receives_no_leader():
    game = two(sets="base leaders", turn=0)
    four = cards(game, "alexander amytis plato midas"), cards(game, "nero varro hiram croesus")
    with pytest.raises(MoveError):
        game.deal(0, [*four, cards(game, "caesar euclid bilkis sappho")])
    game.deal(0, [*four, []])
    assert refused(game, 2, "recruit caesar") == "wrong_phase"


def test_r29_the_free_city_gets_no_leader_from_rome_b_either():
    game = two("gizah_a rhodos_a roma_b", sets="base leaders")
    four = cards(game, "alexander amytis plato midas"), cards(game, "nero varro hiram croesus")
    go_to(game, 1, 0)
    game.deal(0, [*four, []])
    play(game, "0 sell plato", "1 sell nero")
    give(game, 2, built="lumber_yard clay_pool stone_pit quarry loom_1")
    play(game, "2 wonder altar")
    assert (game.turn, game.cities[2].coins) == (2, 3 + 5)  # the coins, but no draw
    play(game, "2 wonder theater")
    assert (game.turn, game.cities[2].leaders) == (3, [])  # the points, but no extra leader


def test_r29_r61_the_free_city_may_copy_a_leader_with_the_courtesans():
    game = two(sets="base leaders", age=3)
    give(game, 0, leaders="caesar")
    give(game, 2, built="lumber_yard clay_pool glassworks_1 loom_1")
    play(game, "2 build courtesans_guild")
    assert game.decider(2) == 0
    answer(game, 2, "caesar")
    assert game.cities[2].shields == 2


# With Cities


def test_r165_r103_p15_eight_cards_seven_turns_and_three_black_cards():
    rules = two(sets="base cities").rules
    assert (rules.hand_size, rules.turns, rules.black_drawn) == (8, 7, 3)


def test_r165_the_free_city_still_changes_hands_every_turn():
    game = two(sets="base cities")
    holders = []
    for turn in range(1, 8):
        go_to(game, 2, turn)
        holders.append(game.holder())
    assert holders == [1, 0, 1, 0, 1, 0, 1]


def test_r166_the_player_of_the_free_city_decides_whether_it_pays_or_owes():
    game = two(sets="base cities", turn=2)
    play(game, "0 build hideout")
    question = game.question(2)
    assert (question.kind, question.amount, game.decider(2)) == ("debts", 1, 1)
    answer(game, 2, 1)
    assert (game.cities[2].debt, game.cities[2].coins) == (1, 6)


def test_r167_a_loss_by_the_free_city_hits_both_players():
    game = two(sets="base cities")
    play(game, "2 build hideout")
    assert [(question.kind, question.seat) for question in game.questions] == [
        ("debts", 0),  # also the one who chose the card
        ("debts", 1),
    ]


def test_r168_with_a_diplomatic_free_city_the_players_fight_once():
    game = two(sets="base cities", turn=6)
    give(game, 1, built="barracks")
    give(game, 2, built="clay_pool")
    play(game, "2 build residence")
    end_age(game)
    assert [(city.victories, city.defeats) for city in game.cities] == [([], 1), ([1], 0), ([], 0)]
    assert game.cities[2].diplomacy == 0


def test_r28_r165_two_players_with_both_sets():
    game = two("gizah_a petra_b byzantium_b", sets=BOTH, turn=0)
    assert coins(game) == [6, 6, 3]  # B10
    give(game, 1, built="clay_pool foundry")
    play(game, "1 wonder darius")  # Petra B: the others lose 2 coins, in Recruitment (P12)
    assert [(q.seat, q.amount, game.decider(q.seat)) for q in game.questions] == [
        (0, 2, 0),
        (2, 2, 0),
    ]
