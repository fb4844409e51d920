"""The Leader phase: four leaders each, one kept, the rest passed to the right."""

import pytest

from host_tools.rules.dealing import Draft
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.ruleset import Ruleset
from tests.rules.table import setup

LEADERS = """alexander amytis archimedes aristotle  bilkis caesar cleopatra croesus
             euclid hammurabi hannibal hatshepsut"""


def ruleset(**more):
    return Ruleset(setup(sets="base leaders", **more))


def draft_of(rules, leaders=LEADERS):
    cards = [rules.box.cards[name] for name in leaders.split()]
    hands = [cards[4 * at : 4 * at + 4] for at in range(len(rules.players))]
    return Draft(rules, hands + [[]] * (rules.number - len(hands)))


def keep(draft, *names):
    for seat, name in enumerate(names):
        draft.keep(seat, draft.rules.box.cards[name])


def names(hand):
    return " ".join(card.id for card in hand)


def refused(rules, hands):
    with pytest.raises(MoveError) as error:
        Draft(rules, [[rules.box.cards[name] for name in hand.split()] for hand in hands])
    return error.value.code


def test_r10_four_leaders_are_dealt_to_each_player():
    short = ["alexander amytis archimedes", "bilkis caesar cleopatra croesus", "euclid hiram"]
    assert refused(ruleset(), short) == "bad_record"


def test_r10_r77_every_leader_is_there_only_once():
    twice = ["alexander amytis archimedes aristotle", "alexander caesar cleopatra croesus"]
    assert refused(ruleset(), [*twice, "euclid hiram varro plato"]) == "card_already_used"


def test_r10_only_leaders_of_this_game_are_dealt():
    strange = ["alexander amytis archimedes aristotle", "bilkis caesar cleopatra darius"]
    assert refused(ruleset(), [*strange, "euclid hiram varro plato"]) == "not_in_this_game"


def test_r11_one_is_kept_and_three_go_to_the_right():
    draft = draft_of(ruleset())
    keep(draft, "alexander", "bilkis", "euclid")
    assert names(draft.kept[0]) == "alexander"
    assert names(draft.hands[2]) == "amytis archimedes aristotle"  # seat 2 sits right of seat 0
    assert names(draft.hands[0]) == "caesar cleopatra croesus"  # from the left


def test_r11_a_choice_is_secret_until_all_have_chosen():
    draft = draft_of(ruleset())
    keep(draft, "alexander", "bilkis")
    assert draft.kept == [[], [], []]
    assert len(draft.hands[0]) == 4


def test_r12_one_of_three_is_kept_and_two_go_to_the_right():
    draft = draft_of(ruleset())
    keep(draft, "alexander", "bilkis", "euclid")
    keep(draft, "caesar", "hannibal", "amytis")
    assert names(draft.hands[0]) == "hammurabi hatshepsut"
    assert names(draft.kept[0]) == "alexander caesar"


def test_r13_r14_the_last_one_is_no_choice_and_everybody_ends_with_four():
    draft = draft_of(ruleset())
    keep(draft, "alexander", "bilkis", "euclid")
    keep(draft, "caesar", "hannibal", "amytis")
    keep(draft, "hammurabi", "archimedes", "croesus")
    assert draft.over
    assert [names(kept) for kept in draft.kept] == [
        "alexander caesar hammurabi aristotle",
        "bilkis hannibal archimedes cleopatra",
        "euclid amytis croesus hatshepsut",
    ]


def test_r14_passing_goes_to_the_right_the_whole_time():
    draft = draft_of(ruleset())
    keep(draft, "alexander", "bilkis", "euclid")
    keep(draft, "caesar", "hannibal", "amytis")
    assert names(draft.hands[1]) == "archimedes aristotle"  # seat 0's cards, two places on
    keep(draft, "hammurabi", "archimedes", "croesus")
    assert draft.kept[0][-1].id == "aristotle"  # and back at seat 0 after three


def test_r81_r82_r84_the_second_printing_selects_in_the_same_way_and_then_age_one_begins():
    rules = ruleset(wonders="gizah_day rhodos_day ephesos_day", edition="2e")
    draft = draft_of(rules)
    while not draft.over:
        keep(draft, *(draft.hands[seat][0].id for seat in rules.seats))
    game = Game(rules)
    game.deal(0, draft.kept)
    assert [len(hand) for hand in game.leader_hands] == [4, 4, 4]
    assert (game.age, game.step.kind) == (1, "recruit")


def test_r30_two_players_exchange_their_hands():
    rules = ruleset(variant="two_player")
    draft = draft_of(rules, "alexander amytis archimedes aristotle bilkis caesar cleopatra croesus")
    keep(draft, "alexander", "bilkis")
    assert names(draft.hands[0]) == "caesar cleopatra croesus"
    keep(draft, "caesar", "amytis")
    assert names(draft.hands[0]) == "archimedes aristotle"
    keep(draft, "archimedes", "cleopatra")
    assert names(draft.kept[0]) == "alexander caesar archimedes croesus"
    assert names(draft.kept[1]) == "bilkis amytis cleopatra aristotle"


def test_r29_the_free_city_takes_no_part_in_the_draft():
    draft = draft_of(ruleset(variant="two_player"), " ".join(LEADERS.split()[:8]))
    assert draft.hands[2] == []
    with pytest.raises(MoveError) as error:
        draft.keep(2, draft.hands[0][0])
    assert error.value.code == "wrong_phase"


def test_a_leader_that_is_not_in_the_hand_is_not_kept():
    draft = draft_of(ruleset())
    with pytest.raises(MoveError) as error:
        keep(draft, "bilkis")
    assert (error.value.code, draft.chosen) == ("not_in_hand", {})


def test_nobody_chooses_twice_before_the_others_have_chosen():
    draft = draft_of(ruleset())
    keep(draft, "alexander")
    with pytest.raises(MoveError) as error:
        keep(draft, "amytis")
    assert error.value.code == "wrong_phase"
