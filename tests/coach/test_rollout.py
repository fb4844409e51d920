"""Rollouts from what everybody knows: nothing secret goes in, every hand that comes out can be."""

from collections import Counter
from random import Random

import pytest

from host_tools.bots.dealer import Dealer, hand_sizes
from host_tools.coach.rollout import Rollouts, Tally, position_of, wilson
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from tests.coach.calibration import played, position_at, public_lines, turns_of

ALL = ("base", "leaders", "cities")
SORTS = (
    (3, ("base",), "standard"), (5, ALL, "standard"), (2, ALL, "two_player"), (4, ALL, "team"),
)  # fmt: skip


@pytest.mark.parametrize("sort", SORTS)
def test_sampled_hands_are_what_the_true_hands_could_be(sort):
    lines, _ = played(sort, 3)
    for turn, upto in enumerate(turns_of(lines)):
        true = replay(dump(lines[:upto]).encode()).game
        position = position_at(lines, turn)
        assert position.game.hands is None
        sampled = position.possible(Dealer(turn).draw)
        if true.turn > 1:
            assert [len(hand) for hand in sampled.hands] == [len(hand) for hand in true.hands]
            assert [len(hand) for hand in true.hands] == hand_sizes(true)
            # Only guilds and black cards are drawn; what is not in the pile is under a stage.
            under = [city.under for city in true.cities]
            hidden = _plain(true.age, *true.hands, *under, true.discard)
            assert _plain(true.age, *sampled.hands, sampled.discard) <= hidden
            seen = Counter(card for hand in (*sampled.hands, sampled.discard) for card in hand)
            for card, number in seen.items():
                assert number + position.game.used[card] <= true.rules.decks[card.age][card]
        if true.index and true.rules.leaders:
            assert _sizes(sampled.leader_hands) == _sizes(true.leader_hands)


def _plain(age, *hands):
    cards = (card for hand in hands for card in hand)
    return Counter(c for c in cards if c.age == age and c.color not in ("purple", "black"))


def _sizes(hands):
    return [len(hand or ()) for hand in hands]


def test_another_deal_of_the_same_plays_gives_the_same_chances():
    """Two hands are exchanged among the cards that are still hidden: nobody can tell."""
    lines, _ = played((4, ("base",), "standard"), 5)
    upto = turns_of(lines)[3]
    deal = next(line for line in lines if line["type"] == "deal")
    shown = {play["card"] for line in lines[:upto] for play in line.get("plays", ())}
    hands = [list(hand) for hand in deal["hands"]]
    one, two = (next(card for card in hand if card not in shown) for hand in hands[:2])
    hands[0][hands[0].index(one)], hands[1][hands[1].index(two)] = two, one
    other = [{**line, "hands": hands} if line is deal else line for line in lines[:upto]]
    assert replay(dump(other).encode()).game.hands != replay(dump(lines[:upto]).encode()).game.hands
    found = [
        Rollouts(position_of(dump(public_lines(some)).encode()), "seed").run(12).wins
        for some in (lines[:upto], other)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("sort", SORTS)
def test_the_public_record_holds_no_hand_and_still_is_a_record(sort):
    lines, game = played(sort, 8)
    text = dump(public_lines(lines))
    assert '"deal"' not in text and '"drawn"' not in text
    told = replay(text.encode()).game
    assert told.over
    assert [city.coins for city in told.cities] == [city.coins for city in game.cities]


def test_the_same_seed_plays_the_same_rollouts_and_another_others():
    lines, _ = played((3, ALL, "standard"), 2)
    position = position_at(lines, 4)
    first, again, other = (Rollouts(position, seed).run(15).wins for seed in ("a", "a", "b"))
    assert first == again
    assert first != other


def test_in_steps_or_at_once_is_the_same():
    lines, _ = played((3, ("base",), "standard"), 2)
    position = position_at(lines, 9)
    steps = Rollouts(position, 1)
    for _ in range(4):
        steps.run(3)
    assert steps.tally.wins == Rollouts(position, 1).run(12).wins


def test_before_the_last_turn_a_player_far_ahead_wins_nearly_always():
    lines, _ = played((3, ("base",), "standard"), 4)
    position = position_at(lines, 17)
    position.game.cities[1].victories += [5] * 20
    tally = Rollouts(position, 1).run(20)
    assert tally.chance(1) == 1
    assert tally.interval(1)[0] < 0.9  # Twenty games cannot tell more than that.


def test_team_mates_win_together_and_ties_are_shared():
    lines, _ = played((4, ALL, "team"), 6)
    tally = Rollouts(position_at(lines, 5), 1).run(10)
    assert tally.chance(0) == tally.chance(1)
    assert tally.chance(0) + tally.chance(2) == pytest.approx(1)
    tie = Tally(3)
    tie.add([0.5, 0.5, 0])
    assert [tie.chance(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_the_interval_holds_the_figure_also_at_its_ends():
    for games in range(1, 300):
        for chance in (0.0, 1 / games, 1.0):
            low, high = wilson(chance, games)
            assert 0 <= low <= chance <= high <= 1


def test_the_interval_covers_the_true_chance_nearly_always():
    chance = Random(1)
    for true in (0.03, 0.3, 0.5, 0.9):
        hits = 0
        for _ in range(400):
            low, high = wilson(sum(chance.random() < true for _ in range(60)) / 60, 60)
            hits += low <= true <= high
        assert hits >= 0.9 * 400
