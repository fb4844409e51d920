"""Hands in a record: deals, leftovers, extra plays and picks from the discard pile."""

import pytest

from tests.rules.lines import (
    FIRST,
    FIVE,
    HANDS_1,
    HANDS_2,
    age_end,
    babylon,
    broken,
    deal,
    extra,
    finished,
    play,
    sell_on,
    selling,
    telling,
    turn,
)
from tests.rules.table import coins, give

# Deals and hands


def test_a_deal_makes_the_hands_known():
    told = telling(deal(1, *HANDS_1))
    assert [[card.id for card in hand] for hand in told.game.hands] == [
        hand.split() for hand in HANDS_1
    ]


def test_without_a_deal_any_card_of_the_deck_may_be_played():
    assert telling(turn(1, 1, "0 sell press_1", "1 sell altar", "2 sell baths")).game.hands is None


def test_a_hand_may_hold_a_card_twice():
    hands = [
        "altar altar lumber_yard lumber_yard stone_pit stone_pit theater",
        "clay_pool clay_pool ore_vein ore_vein clay_pit timber_yard excavation",
        "forest_cave baths loom_1 press_1 glassworks_1 pawnshop marketplace",
        "east_trading_post west_trading_post tavern tavern guard_tower guard_tower stockade",
        "barracks barracks scriptorium scriptorium apothecary apothecary workshop",
    ]
    told = telling(deal(1, *hands), wonders=FIVE)
    told.apply(selling(told, "0 sell altar"))
    assert [card.id for card in told.game.hands[1]].count("altar") == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (deal(1, *HANDS_1[:2]), "bad_record"),
        (deal(1, *HANDS_1, "altar"), "bad_record"),
        (deal(1, "altar", *HANDS_1[1:]), "bad_record"),
        (deal(1, HANDS_1[0] + " press_1", *HANDS_1[1:]), "bad_record"),
        (deal(1, *[HANDS_1[0]] * 3), "card_already_used"),
        (deal(1, HANDS_1[0].replace("altar", "baths"), *HANDS_1[1:]), "card_already_used"),
        (deal(1, HANDS_2[0], *HANDS_1[1:]), "wrong_age"),
        (deal(1, HANDS_1[0].replace("altar", "tavern"), *HANDS_1[1:]), "not_in_this_game"),
        (deal(1, HANDS_1[0].replace("altar", "altr"), *HANDS_1[1:]), "unknown_card"),
        (deal(2, *HANDS_2), "wrong_phase"),
        (deal(0, "", "", ""), "wrong_phase"),
    ],
)
def test_a_deal_that_cannot_be(line, code):
    assert broken(telling(), line).code == code


def test_an_age_is_dealt_once():
    assert broken(telling(deal(1, *HANDS_1)), deal(1, *HANDS_1)).code == "wrong_phase"


def test_an_age_is_dealt_before_its_first_turn():
    assert broken(telling(FIRST), deal(1, *HANDS_1)).code == "wrong_phase"


def test_a_known_hand_is_followed_round_the_table():
    """After the first turn of Age I seat 1 holds what seat 0 held: hands pass to the left."""
    told = telling(deal(1, *HANDS_1), FIRST)
    error = broken(told, turn(1, 2, "0 sell press_1", "1 sell theater", "2 sell loom_1"))
    assert (error.code, error.seat) == ("not_in_hand", 1)
    told.apply(turn(1, 2, "0 sell press_1", "1 sell altar", "2 sell loom_1"))


def test_a_card_of_a_known_hand_is_played_only_once():
    told = telling(deal(1, *HANDS_1), FIRST)
    line = turn(1, 2, "0 sell press_1", "1 sell lumber_yard", "2 sell loom_1")
    assert broken(told, line).code == "not_in_hand"


def test_the_next_age_need_not_be_dealt():
    told = telling(deal(1, *HANDS_1))
    sell_on(told, 2, 1)
    told.apply(turn(2, 1, "0 sell forum", "1 sell walls", "2 sell vineyard"))
    assert told.game.hands is None


def test_a_later_age_may_be_the_first_that_is_dealt():
    told = telling()
    sell_on(told, 2, 1)
    told.apply(deal(2, *HANDS_2))
    line = turn(2, 1, "0 sell forum", "1 sell walls", "2 sell vineyard")
    assert broken(told, line).code == "not_in_hand"


# The end of an Age


def dealt_age():
    told = telling(deal(1, *HANDS_1))
    sell_on(told, 2, 1)
    return told, {seat: card.id for seat, card in told.game.leftovers.items()}


def test_leftovers_of_known_hands_lie_in_the_pile_without_age_end():
    told, left = dealt_age()
    assert len(left) == 3 and len(told.game.discard) == 21


def test_age_end_tells_the_leftovers_of_known_hands_again():
    told, left = dealt_age()
    told.apply(age_end(1, *(f"{seat} {card}" for seat, card in left.items())))
    assert len(told.game.discard) == 21


def test_age_end_may_not_contradict_known_hands():
    told, left = dealt_age()
    error = broken(told, age_end(1, f"0 {left[1]}"))
    assert (error.code, error.seat) == ("not_in_hand", 0)


def test_age_end_tells_the_leftovers_of_unknown_hands():
    told = telling()
    sell_on(told, 2, 1)
    unseen = [c.id for c, n in told.game.rules.decks[1].items() if told.game.used[c] < n]
    assert len(told.game.discard) == 18
    told.apply(age_end(1, *(f"{seat} {card}" for seat, card in enumerate(unseen))))
    assert {card.id for card in told.game.discard} == {card.id for card in told.game.rules.decks[1]}


def test_age_end_may_name_some_of_the_leftovers():
    told = telling()
    sell_on(told, 2, 1)
    told.apply(age_end(1))
    assert len(told.game.discard) == 18


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (age_end(1, "0 vineyard"), "wrong_age"),
        (age_end(1, "0 clay_pit"), "card_already_used"),
        (age_end(1, "0 altr"), "unknown_card"),
        (age_end(1, "0 tavern"), "not_in_this_game"),
        (age_end(1, "3 altar"), "bad_record"),
        (age_end(1, "0 workshop", "1 workshop"), "card_already_used"),
        (age_end(1, "0 workshop", "0 apothecary"), "not_in_hand"),
        (age_end(2), "wrong_phase"),
        (age_end(0), "wrong_phase"),
    ],
)
def test_an_age_end_that_cannot_be(line, code):
    told = telling()
    sell_on(told, 2, 1)
    assert broken(told, line).code == code


def test_an_age_ends_once_and_not_in_its_middle():
    told = telling(FIRST)
    assert broken(told, age_end(1)).code == "wrong_phase"
    sell_on(told, 2, 1)
    told.apply(age_end(1))
    assert broken(told, age_end(1)).code == "wrong_phase"
    told.apply(selling(told))
    assert broken(told, age_end(1)).code == "wrong_phase"


def test_the_last_age_ends_too():
    told = finished()
    told.apply(age_end(3))
    assert broken(told, age_end(3)).code == "wrong_phase"


def test_conflicts_need_no_age_end():
    told = telling()
    sell_on(told, 1, 6)
    give(told.game, 1, built="stockade")
    told.apply(selling(told))
    assert [city.victories for city in told.game.cities] == [[], [1, 1], []]
    assert [city.defeats for city in told.game.cities] == [1, 0, 1]


def digging(known=False):
    """The last turn of Age I; seat 0 can build Halikarnassos' second stage."""
    told = telling(*[deal(1, *HANDS_1)] * known, wonders="halikarnassos_a rhodos_a ephesos_a")
    sell_on(told, 1, 6)
    give(told.game, 0, built="ore_vein foundry", stages=1)
    return told


def unseen(told):
    """Three cards that nobody has played yet, for three unknown hands."""
    deck = told.game.rules.decks[told.game.age]
    return [card.id for card, copies in deck.items() if told.game.used[card] < copies]


def test_left_tells_the_leftover_in_time_for_a_pick_of_that_very_turn():
    told = digging()
    first, second, third, *rest = unseen(told)
    told.apply(
        turn(
            1, 6,
            play(f"0 wonder {first}", from_discard=rest[0]),
            play(f"1 sell {second}", left=rest[0]),
            f"2 sell {third}",
        )
    )  # fmt: skip
    assert rest[0] in told.game.cities[0].ids


def test_a_leftover_that_was_not_told_cannot_be_picked():
    told = digging()
    first, second, third, *rest = unseen(told)
    dig = play(f"0 wonder {first}", from_discard=rest[0])
    error = broken(told, turn(1, 6, dig, f"1 sell {second}", f"2 sell {third}"))
    assert (error.code, error.seat) == ("bad_choice", 0)


def test_age_end_agrees_with_left():
    told = digging()
    first, second, third, *rest = unseen(told)
    told.apply(
        turn(1, 6, f"0 wonder {first}", play(f"1 sell {second}", left=rest[0]), f"2 sell {third}")
    )
    assert broken(told, age_end(1, f"1 {rest[1]}")).code == "not_in_hand"
    told.apply(age_end(1, f"1 {rest[0]}", f"2 {rest[1]}"))
    assert len(told.game.discard) == 15 + 2 + 2


def test_known_leftovers_can_be_picked_in_that_very_turn():
    told = digging(known=True)
    last = told.game.hands[2][1].id
    dig = play(f"0 wonder {told.game.hands[0][0].id}", from_discard=last)
    told.apply(selling(told, dig))
    assert last in told.game.cities[0].ids


def test_left_agrees_with_a_known_hand():
    told = digging(known=True)
    mine, other = (card.id for card in told.game.hands[1])
    wrong = selling(told, play(f"1 sell {mine}", left=mine))
    assert broken(told, wrong).code == "not_in_hand"
    told.apply(selling(told, play(f"1 sell {mine}", left=other)))


def test_a_leftover_of_the_age_before_is_no_leftover_of_this_turn():
    told, left = dealt_age()
    error = broken(told, selling(told, play("1 sell forum", left=left[1])))
    assert (error.code, error.seat) == ("bad_choice", 1)


@pytest.mark.parametrize(
    ("left", "code"),
    [
        ("vineyard", "wrong_age"),
        ("clay_pit", "card_already_used"),
        ("tavern", "not_in_this_game"),
        ("altr", "unknown_card"),
    ],
)
def test_a_leftover_that_cannot_be(left, code):
    told = digging()
    first, second, third, *_ = unseen(told)
    line = turn(1, 6, f"0 sell {first}", play(f"1 sell {second}", left=left), f"2 sell {third}")
    error = broken(told, line)
    assert (error.code, error.seat) == (code, 1)


def test_a_card_is_left_over_once():
    told = digging()
    first, second, third, last, *_ = unseen(told)
    sales = play(f"1 sell {second}", left=last), play(f"2 sell {third}", left=last)
    line = turn(1, 6, f"0 sell {first}", *sales)
    assert broken(told, line).code == "card_already_used"


# Extra plays and picks


def test_extra_is_babylons_last_card():
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    told.apply(selling(told, play(f"0 sell {first}", extra=extra("sell", last))))
    assert coins(told.game)[0] == 9 and 0 not in told.game.leftovers


def test_without_extra_the_last_card_is_left_over():
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    told.apply(selling(told, f"0 sell {first}"))
    assert coins(told.game)[0] == 6 and told.game.leftovers[0].id == last


def test_extra_is_the_card_that_is_held():
    told = babylon()
    first, other = told.game.hands[0][0].id, told.game.hands[1][0].id
    line = selling(told, play(f"0 sell {first}", extra=extra("sell", other)))
    error = broken(told, line)
    assert (error.code, error.seat) == ("not_in_hand", 0)


def test_extra_of_an_unknown_hand_is_a_card_that_is_not_out():
    told = babylon(known=False)
    first, second, third, last, *_ = unseen(told)
    others = f"1 sell {second}", f"2 sell {third}"
    twice = turn(1, 6, play(f"0 sell {first}", extra=extra("sell", second)), *others)
    assert broken(told, twice).code == "card_already_used"
    once = play(f"0 sell {first}", extra=extra("sell", last))
    told.apply(turn(1, 6, once, *others))
    assert coins(told.game)[0] == 9


def test_who_plays_the_last_card_has_none_left():
    told = babylon(known=False)
    first, second, third, last, other, *_ = unseen(told)
    both = play(f"0 sell {first}", extra=extra("sell", last), left=other)
    line = turn(1, 6, both, f"1 sell {second}", f"2 sell {third}")
    error = broken(told, line)
    assert (error.code, error.seat) == ("bad_choice", 0) and "left" in error.message


def test_babylons_extra_card_is_not_among_the_leftovers_of_known_hands():
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    told.apply(selling(told, play(f"0 sell {first}", extra=extra("sell", last))))
    assert broken(told, age_end(1, f"0 {last}")).code == "not_in_hand"


def test_who_does_not_play_the_last_card_may_tell_it():
    told = babylon(known=False)
    first, second, third, last, *_ = unseen(told)
    told.apply(
        turn(1, 6, play(f"0 sell {first}", left=last), f"1 sell {second}", f"2 sell {third}")
    )
    assert told.game.leftovers[0].id == last


def test_extra_is_no_leader_in_a_turn_of_an_age():
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    line = selling(told, play(f"0 sell {first}", extra=extra("recruit", last)))
    assert broken(told, line).code == "wrong_phase"


def test_b1_picks_and_extra_plays_happen_in_the_order_of_the_ruling():
    """1e: Babylon first, so that Halikarnassos can take the card that Babylon sold."""
    told = babylon()
    first, last = (card.id for card in told.game.hands[0])
    dig = play(f"1 wonder {told.game.hands[1][0].id}", from_discard=last)
    sale = play(f"0 sell {first}", extra=extra("sell", last))
    told.apply(selling(told, dig, sale))
    assert last in told.game.cities[1].ids


def test_b1_the_option_turns_the_order_round():
    told = babylon(rulings={"babylon_first": False})
    first, last = (card.id for card in told.game.hands[0])
    dig = play(f"1 wonder {told.game.hands[1][0].id}", from_discard=last)
    sale = play(f"0 sell {first}", extra=extra("sell", last))
    assert broken(told, selling(told, dig, sale)).code == "bad_choice"


@pytest.mark.parametrize("picked", ["palace", "vineyard", "workshop"])
def test_a_pick_comes_from_the_pile(picked):
    told = digging()
    dig = play(f"0 wonder {unseen(told)[0]}", from_discard=picked)
    assert broken(told, selling(told, dig)).code == "bad_choice"


def test_a_pick_may_be_left_out():
    told = digging()
    told.apply(selling(told, f"0 wonder {unseen(told)[0]}"))
    assert len(told.game.cities[0].built) == 2


def test_several_picks_of_one_play_stand_in_a_list():
    """Solomon and a Courtesans Guild copy of him; here a list of one for one right."""
    told = digging()
    pile = told.game.discard[0].id
    told.apply(selling(told, play(f"0 wonder {unseen(told)[0]}", from_discard=[pile])))
    assert pile in told.game.cities[0].ids


def test_more_picks_than_rights_are_refused():
    told = digging()
    piles = [told.game.discard[0].id, told.game.discard[1].id]
    line = selling(told, play(f"0 wonder {unseen(told)[0]}", from_discard=piles))
    assert broken(told, line).code == "bad_choice"
