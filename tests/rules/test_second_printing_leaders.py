"""Leaders, 2020 printing: 55 leaders in three decks (R75 to R96)."""

import pytest

from card_db.loader import load_box
from host_tools.rules import science
from host_tools.rules.errors import MoveError
from host_tools.rules.scoring import CATEGORIES
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
    setup,
    told,
)

DAY = "gizah_day rhodos_day ephesos_day"
PRICES = {
    "standard": {
        "maecenas": 1,
        "imhotep": 3,
        "hammurabi": 2,
        "leonidas": 2,
        "archimedes": 4,
        "ramses": 5,
        "croesus": 1,
        "xenophon": 2,
        "vitruvius": 1,
        "nero": 1,
        "bilkis": 4,
        "hannibal": 2,
        "caesar": 5,
        "solomon": 3,
        "euclid": 5,
        "ptolemy": 5,
        "pythagoras": 5,
        "sappho": 1,
        "zenobia": 2,
        "nefertiti": 3,
        "cleopatra": 4,
        "phidias": 3,
        "praxiteles": 3,
        "nebuchadnezzar": 4,
        "varro": 3,
        "pericles": 6,
        "hypatia": 4,
        "hiram": 3,
        "midas": 3,
        "amytis": 4,
        "alexander": 3,
        "justinian": 3,
        "plato": 4,
        "aristotle": 3,
    },
    "expert": {
        "berenice": 2,
        "hatshepsut": 2,
        "nitocris": "age",
        "telesilla": 3,
        "tomyris": 4,
        "aganice": "age",
        "enheduanna": 4,
        "phryne": "age",
        "cornelia": "age",
        "eurypyle": "age",
        "theano": "age",
        "makeda": "age",
        "cynisca": "age",
        "gorgo": 5,
        "agrippina": 1,
    },
    "cities": {
        "caligula": 3,
        "diocletian": 2,
        "octavia": 1,
        "arsinoe": "age",
        "aspasia": 3,
        "darius": 4,
    },
}
ALL = [(deck, leader, price) for deck, row in PRICES.items() for leader, price in row.items()]
BOTH_PRINTINGS = sorted(set(load_box("1e").cards) & {leader for _, leader, _ in ALL})


def second(wonders=DAY, sets="base leaders", **more):
    return new_game(wonders, edition="2e", sets=sets, **more)


def with_cities(wonders=DAY, **more):
    return second(wonders, sets="base leaders cities", **more)


def last_turn(game, *moves):
    play(game, *moves)
    pass_on(game)


# The box and the set-up


def test_r75_thirty_four_standard_fifteen_expert_and_six_cities_leaders_and_no_guild():
    leaders = [c for c in load_box("2e").cards.values() if c.set == "leaders"]
    assert {c.color for c in leaders} == {"white"}
    decks = [c.deck for c in leaders]
    assert [decks.count(deck) for deck in ("standard", "expert", "cities")] == [34, 15, 6]
    boards = {w.name for w in load_box("2e").wonders.values() if w.set == "leaders"}
    assert boards == {"Roma", "Abu Simbel"}


@pytest.mark.parametrize("board", ["roma_day", "abu_simbel_night"])
def test_r76_roma_and_abu_simbel_need_leaders(board):
    with pytest.raises(MoveError) as error:
        second(f"{board} rhodos_day ephesos_day", sets="base")
    assert error.value.code == "not_in_this_game"


def test_r77_a_leader_is_unique():
    game = second(turn=0)
    game.say(0, "recruit midas")
    assert refused(game, 1, "recruit midas") == "card_already_used"


def test_r78_the_bonus_leaders_need_leaders_and_cities():
    assert refused(second(turn=0), 0, "recruit darius") == "not_in_this_game"
    with_cities(turn=0).say(0, "recruit darius")


def test_r80_everybody_starts_with_six_coins():
    assert coins(second(turn=0)) == [6, 6, 6]


def test_r83_the_decks_are_chosen():
    def leaders(*decks):
        rules = with_cities(decks=decks or None).rules
        return len(rules.leader_deck)

    assert leaders("standard") == 34
    assert leaders("standard", "expert") == 34 + 15
    assert leaders() == leaders("standard", "expert", "cities") == 55


def test_r83_an_expert_leader_is_not_in_a_game_with_the_standard_deck():
    game = second(turn=0, decks=("standard",))
    assert refused(game, 0, "recruit gorgo") == "not_in_this_game"


def test_r83_there_is_no_other_deck():
    with pytest.raises(MoveError) as error:
        setup(DAY, edition="2e", sets="base leaders", decks=("armada",))
    assert error.value.code == "bad_record"


@pytest.mark.parametrize(("deck", "leader", "price"), ALL)
def test_r86_r87_every_leader_costs_its_coins(deck, leader, price):
    game = with_cities(age=2, turn=0)
    assert card(game, leader).deck == deck
    due = 2 if price == "age" else price
    give(game, 0, coins=due - 1)
    assert refused(game, 0, f"recruit {leader}") == "cannot_afford"
    give(game, 0, coins=due)
    game.say(0, f"recruit {leader}")
    assert game.moves[0].payment.coins == (0, 0, due)


def test_r75_no_leader_is_missing_in_the_table():
    assert {leader for _, leader, _ in ALL} == {c.id for c in with_cities().rules.leader_deck}


@pytest.mark.parametrize("leader", BOTH_PRINTINGS)
def test_r86_a_leader_of_both_printings_does_the_same(leader):
    """What each of them does is played in test_leaders_effects and test_cities_leaders."""
    assert load_box("2e").cards[leader].effects == load_box("1e").cards[leader].effects


@pytest.mark.parametrize(("age", "price"), [(1, 1), (2, 2), (3, 3)])
def test_r87_a_leader_with_the_age_as_its_cost(age, price):
    game = second(age=age, turn=0)
    play(game, "0 recruit cynisca")
    assert game.cities[0].coins == 6 - price


def test_r85_r86_r89_r90_recruit_raise_a_stage_or_sell():
    game = second(turn=0)
    give(game, 1, built="sawmill")
    play(game, "0 recruit caesar", "1 wonder midas", "2 sell plato")
    assert game.cities[0].shields == 2
    assert game.cities[1].stages == 1
    assert coins(game) == [6 - 5, 6, 6 + 3]


def test_r91_the_remaining_leaders_wait():
    game = second(turn=0)
    hands = ("midas plato hiram varro", "nero sappho ramses euclid", "caesar croesus gorgo theano")
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in hands])
    play(game, "0 sell midas", "1 sell nero", "2 sell caesar")
    assert (game.step.kind, [len(hand) for hand in game.leader_hands]) == ("turn", [3, 3, 3])


def test_r92_r93_p13_in_age_three_the_other_leader_goes_back_but_not_roma_nights():
    game = second("roma_night rhodos_day ephesos_day", turn=0)
    hands = ("midas plato hiram varro", "nero sappho ramses euclid", "caesar croesus gorgo theano")
    game.deal(0, [[card(game, name) for name in hand.split()] for hand in hands])
    go_to(game, 3, 0)
    play(game, "0 sell midas", "1 sell nero", "2 sell caesar")
    assert [len(hand) for hand in game.leader_hands] == [3, 0, 0]


def test_r94_leaders_and_cities_have_lines_of_their_own_and_the_game_ends_in_age_three():
    assert {"leaders", "cities"} <= set(CATEGORIES)
    game = second(age=3, turn=6)
    last_turn(game)
    assert game.over


@pytest.mark.parametrize("number", range(1, 13))
def test_r95_equal_symbols_score_their_square_up_to_nine_and_beyond(number):
    assert science.score((number, 0, 0)) == number * number


def test_r95_ten_compasses_of_every_origin():
    game = with_cities("babylon_day rhodos_day ephesos_day")
    four = "apothecary dispensary lodge academy"
    masks = "pigeonhole band_of_spies"
    give(game, 0, built=f"{four} scientists_guild {masks}", stages=2, leaders="euclid enheduanna")
    give(game, 1, built="apothecary dispensary")
    # 4 green, Euclid, Enheduanna, the guild, Babylon and two masks
    assert points(game, 0, "scientific") == 100


# Leaders that are new in this printing


@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_nitocris_takes_a_victory_token_of_the_age(age, token):
    game = second(age=age, turn=0)
    play(game, "0 recruit nitocris")
    assert game.cities[0].victories == [token]


def test_o10_nero_is_paid_for_the_token_of_nitocris():
    game = second(turn=0)
    give(game, 0, leaders="nero")
    play(game, "0 recruit nitocris")
    assert game.cities[0].coins == 6 - 1 + 2


def test_o16_telesilla_discards_her_defeats_and_everybody_else_gives_up_a_victory_token():
    game = second(age=3, turn=0)
    give(game, 0, defeats=3, victories=[1])
    give(game, 1, victories=[3, 1])
    give(game, 2, defeats=1)
    play(game, "0 recruit telesilla")
    assert game.cities[0].defeats == 0
    assert (game.question(1).kind, game.answers(game.question(1))) == ("give_up", [1, 3])
    assert game.question(2) is None  # no token, no question
    answer(game, 1, 3)
    assert [city.victories for city in game.cities] == [[1], [1], []]
    assert game.cities[2].defeats == 1


@pytest.mark.parametrize(("said", "left"), [(None, [3, 3]), (1, [3, 3]), (3, [1, 3])])
def test_o16_a_record_names_the_token_and_the_lowest_goes_if_nobody_says(said, left):
    replay = told(wonders=DAY, edition="2e", sets="base leaders")
    go_to(replay.game, 3, 0)
    give(replay.game, 1, victories=[1, 3, 3])
    more = {} if said is None else {"replace": {"give_up": said}}
    plays = [("telesilla", "recruit"), ("midas", "sell"), ("plato", "sell")]
    line = [{"seat": i, "card": c, "action": a} for i, (c, a) in enumerate(plays)]
    line[1] |= more
    replay.apply({"type": "turn", "age": 3, "turn": 0, "plays": line})
    assert replay.game.cities[1].victories == left


def test_o16_a_record_may_name_the_only_token_there_is():
    replay = told(wonders=DAY, edition="2e", sets="base leaders")
    go_to(replay.game, 3, 0)
    give(replay.game, 1, victories=[3])
    plays = [("telesilla", "recruit"), ("midas", "sell"), ("plato", "sell")]
    line = [{"seat": i, "card": c, "action": a} for i, (c, a) in enumerate(plays)]
    line[1]["replace"] = {"give_up": 3}
    replay.apply({"type": "turn", "age": 3, "turn": 0, "plays": line})
    assert replay.game.cities[1].victories == []


def test_aganice_replaces_one_symbol_by_the_best():
    game = second()
    give(game, 0, built="scriptorium library apothecary", leaders="aganice")
    assert points(game, 0, "scientific") == 3 + 7  # a set rather than three equal ones
    give(game, 0, built="university")
    assert points(game, 0, "scientific") == 4 * 4  # now four equal ones rather than a set


def test_aganice_may_leave_all_as_it_is():
    game = second()
    give(game, 0, built="scriptorium apothecary workshop", leaders="aganice")
    assert points(game, 0, "scientific") == 3 + 7


def test_o13_enheduanna_adds_one_of_the_most_frequent_symbol():
    game = second()
    give(game, 0, built="scriptorium library apothecary", leaders="enheduanna")
    assert points(game, 0, "scientific") == 3 * 3 + 1


def test_o13_with_a_tie_the_best_is_taken():
    game = second()
    give(game, 0, built="scriptorium library apothecary dispensary workshop", leaders="enheduanna")
    assert points(game, 0, "scientific") == 9 + 4 + 1 + 7


def test_o13_without_a_symbol_there_is_none_to_add():
    game = second()
    give(game, 0, leaders="enheduanna")
    assert points(game, 0, "scientific") == 0


MOST = {
    "phryne": ("altar theater", "baths"),
    "cornelia": ("tavern marketplace", "east_trading_post"),
    "eurypyle": ("barracks stockade", "guard_tower"),
    "theano": ("workshop apothecary", "scriptorium"),
}


@pytest.mark.parametrize(("leader", "cards"), MOST.items())
def test_o12_five_points_for_strictly_more_cards_than_each_neighbour(leader, cards):
    mine, one_more = cards
    game = second()
    give(game, 0, built=mine, leaders=leader)
    give(game, 1, built=one_more)
    assert points(game, 0, "leaders") == 5
    give(game, 1, built=mine.split()[0])  # now as many: no points
    assert points(game, 0, "leaders") == 0


def test_o12_a_city_that_is_no_neighbour_does_not_matter():
    game = second("gizah_day rhodos_day ephesos_day olympia_day")
    give(game, 0, built="altar", leaders="phryne")
    give(game, 2, built="altar theater baths")
    assert points(game, 0, "leaders") == 5


@pytest.mark.parametrize(("mine", "theirs", "expected"), [(7, 6, 5), (7, 7, 0), (0, 0, 0)])
def test_o12_makeda_scores_for_strictly_more_coins(mine, theirs, expected):
    game = second()
    give(game, 0, coins=mine, leaders="makeda")
    give(game, 1, coins=theirs)
    give(game, 2, coins=0)
    assert points(game, 0, "leaders") == expected


@pytest.mark.parametrize(("defeats", "expected"), [(0, 6), (1, 0)])
def test_cynisca_scores_without_a_defeat_token(defeats, expected):
    game = second()
    give(game, 0, defeats=defeats, leaders="cynisca")
    assert points(game, 0, "leaders") == expected


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [([5, 5, 5, 5], 10), ([3, 3, 5], 3), ([1, 1, 3, 3, 5, 5], 9), ([1, 3, 5], 0), ([1, 1, 1], 1)],
)
def test_o15_gorgo_scores_pairs_of_equal_tokens(tokens, expected):
    game = second()
    give(game, 0, victories=tokens, leaders="gorgo")
    assert points(game, 0, "leaders") == expected


def test_o14_agrippina_must_be_the_only_leader_that_lies_face_up():
    game = second()
    give(game, 0, leaders="agrippina")
    assert points(game, 0, "leaders") == 7
    give(game, 0, leaders="caesar")
    assert points(game, 0, "leaders") == 0


def test_o14_a_leader_turned_face_down_by_abu_simbel_does_not_disturb_agrippina():
    game = second("abu_simbel_day rhodos_day ephesos_day", age=2)
    give(game, 0, leaders="agrippina caesar", stages=2, built="quarry glassworks_1 loom_1")
    play(game, "0 wonder vineyard")
    answer(game, 0, "caesar")
    assert points(game, 0, "leaders") == 7


def test_r78_octavia_pays_for_stages_and_makes_the_others_lose_a_coin():
    game = with_cities("gizah_day rhodos_day ephesos_day")
    give(game, 0, leaders="octavia", built="sawmill")
    play(game, "0 wonder altar")
    assert game.cities[0].coins == 6 + 2
    assert [(q.kind, q.seat, q.amount) for q in game.questions] == [("debts", s, 1) for s in (1, 2)]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_r78_p20_arsinoe_gives_four_coins_and_takes_the_number_of_the_age(age):
    game = with_cities(age=age, turn=0)
    play(game, "0 recruit arsinoe")
    assert game.cities[0].coins == 6 - age + 4
    assert [q.amount for q in game.questions] == [age, age]  # settled at the end of the phase


def test_o1_halikarnassos_then_solomon_then_the_forging_agency():
    game = with_cities("roma_night halikarnassos_day ephesos_day", age=2)
    game.discard += [card(game, name) for name in ("altar", "theater", "baths")]
    give(game, 0, built="stone_pit clay_pool glassworks_1", stages=1, coins=9)
    give(game, 1, built="glassworks_1 press_1", stages=1)
    play(game, "0 wonder vineyard", "1 wonder forum", "2 build forging_agency")
    answer(game, 0, "recruit solomon")
    order = []
    while game.questions[0].kind == "pick":
        order.append(game.questions[0].seat)
        answer(game, game.questions[0].seat, None)
    assert order == [1, 0, 2]


def test_d1_maecenas_frees_roma_nights_extra_leaders_in_this_printing_too():
    game = second("roma_night rhodos_day ephesos_day", age=2)
    give(game, 0, leaders="maecenas", built="stone_pit clay_pool glassworks_1", stages=1)
    play(game, "0 wonder vineyard")
    answer(game, 0, "recruit pericles")
    assert game.cities[0].coins == 6


def test_o1_a_card_that_digs_may_be_dug_out_itself():
    replay = told(wonders=DAY, edition="2e", sets="base leaders cities")
    go_to(replay.game, 3, 0)
    replay.game.discard += [card(replay.game, name) for name in ("palace", "forging_agency")]
    plays = [("solomon", "recruit"), ("midas", "sell"), ("plato", "sell")]
    line = [{"seat": i, "card": c, "action": a} for i, (c, a) in enumerate(plays)]
    line[0]["from_discard"] = ["forging_agency", "palace"]
    replay.apply({"type": "turn", "age": 3, "turn": 0, "plays": line})
    assert [c.id for c in replay.game.cities[0].built] == ["forging_agency", "palace"]
    assert replay.game.cities[0].coins == 6 - 3


def test_r10_a_deck_with_too_few_leaders_for_the_table_is_refused():
    expert = {"edition": "2e", "sets": "base leaders", "decks": ("expert",)}
    new_game(DAY, turn=0, **expert)
    with pytest.raises(MoveError, match="4 players need 16 leaders, and there are 15"):
        new_game(f"{DAY} olympia_day", turn=0, **expert)
