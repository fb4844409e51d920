"""Games played on by chance alone: the rollouts of the table, the games of `make bench`."""

from collections import Counter
from random import Random

import pytest

from host_tools.rules.dealing import hands
from host_tools.rules.phases import drawn, play_out
from host_tools.rules.result import sheets_of
from tests.rules.random_play import draw, new_game
from tests.rules.table import fingerprint

SORTS = (
    "1e standard 3 base", "1e standard 7 base leaders cities", "1e two_player 3 base leaders",
    "1e team 8 base leaders cities", "2e standard 5 base leaders cities",
)  # fmt: skip


@pytest.mark.parametrize("sort", SORTS)
def test_a_game_is_played_to_its_end_and_the_same_chance_plays_it_again(sort):
    games = [play_out(new_game(sort, Random(1)), Random(2).random) for _ in range(2)]
    assert all(game.over for game in games)
    assert fingerprint(games[0]) == fingerprint(games[1])
    other = play_out(new_game(sort, Random(1)), Random(3).random)
    assert fingerprint(other) != fingerprint(games[0])


@pytest.mark.parametrize("sort", SORTS)
def test_a_copy_is_played_out_and_the_position_stays(sort):
    game, chance = new_game(sort, Random(5)), Random(6)
    for _ in range(3):
        play_out(game.copy(), chance.random)
    assert fingerprint(game) == fingerprint(new_game(sort, Random(5)))


def test_rollouts_of_one_position_end_differently():
    game, chance = new_game(SORTS[0], Random(7)), Random(8)
    ends = [sheets_of(play_out(game.copy(), chance.random)) for _ in range(6)]
    assert len({str(end) for end in ends}) > 1


@pytest.mark.parametrize("sort", SORTS)
def test_hands_are_as_many_cards_as_the_rules_deal(sort):
    rules = new_game(sort, Random(1)).rules
    for age in (1, 2, 3):
        dealt_hands = hands(rules, age, draw(Random(age)))
        dealt = Counter(card for hand in dealt_hands for card in hand)
        assert [len(hand) for hand in dealt_hands] == [rules.hand_size] * rules.number
        assert dealt <= rules.decks[age]
    if rules.leaders:
        leaders = hands(rules, 0, draw(Random(4)))
        assert [len(hand) for hand in leaders] == [
            4 if at in rules.players else 0 for at in rules.seats
        ]


def test_every_card_is_drawn_as_often_as_the_others():
    rules, chance = new_game(SORTS[0], Random(1)).rules, Random(9)
    guilds = rules.packs[3].guilds
    counts = Counter(card for _ in range(3000) for card in drawn(guilds, 5, chance.random))
    assert set(counts) == set(guilds)
    expected = 3000 * 5 / len(guilds)
    assert all(abs(number - expected) < 5 * expected**0.5 for number in counts.values())
