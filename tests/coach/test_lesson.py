"""What a newcomer asks about a card, answered in numbers of the own city."""

from collections import Counter

import pytest

from host_tools.coach.hint import hint
from host_tools.coach.lesson import lesson, seen_from
from host_tools.coach.primer import WORDS, primer
from host_tools.rules.errors import MoveError
from tests.rules.table import card, give, new_game


def told(game, name, seat=0, **more):
    return lesson(game, seat, card(game, name), **more)


def names(cards):
    return [each.name for each in cards]


# What does this card do for me?


def test_how_many_points_is_it_now():
    baths = told(new_game(), "baths")
    assert (baths.points, baths.coins) == (3, 0)
    assert [item.source.name for item in baths.items] == ["Baths"]


def test_how_many_coins_do_i_get():
    game = new_game(age=2)
    give(game, 0, built="lumber_yard")
    give(game, 1, built="ore_vein clay_pool")
    assert told(game, "vineyard").coins == 3


def test_is_a_second_symbol_worth_more_than_the_first():
    game = new_game(age=2)
    assert told(game, "dispensary").points == 1
    give(game, 0, built="apothecary")
    assert told(game, "dispensary").points == 3  # 4 for two, of which 1 is there already
    give(game, 0, built="workshop")
    assert told(game, "library").points == 1 + 7  # a set of three


def test_what_could_my_city_produce_then():
    game = new_game()
    assert told(game, "clay_pit").makes == ("S", "CO")
    assert told(game, "baths").makes == ()


def test_would_i_win_the_next_conflict():
    game = new_game(age=2)
    give(game, 1, built="barracks")
    walls = told(game, "walls")
    assert walls.shields == (0, 2)
    assert {rival.seat: rival.shields for rival in walls.rivals} == {1: 1, 2: 0}
    assert walls.victory == 3


def test_whom_do_i_fight_when_my_neighbour_is_a_diplomat():
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a", age=2, sets="base cities")
    give(game, 1, diplomacy=1)
    assert {rival.seat for rival in told(game, "walls").rivals} == {2, 3}


def test_a_guild_counts_what_the_neighbours_have_now():
    game = new_game(age=3)
    give(game, 1, built="lumber_yard ore_vein")
    give(game, 2, built="clay_pool")
    assert told(game, "workers_guild").points == 3


def test_coins_in_the_treasury_are_no_points_of_the_card():
    game = new_game()
    tavern = told(game, "tavern")
    assert (tavern.coins, tavern.points) == (5, 0)


def test_a_leader_is_recruited():
    game = new_game(age=1, turn=0, sets="base leaders")
    assert told(game, "croesus").coins == 6


def test_why_can_i_not_have_it_twice():
    game = new_game()
    give(game, 0, built="baths")
    with pytest.raises(MoveError, match="Baths is in this city already"):
        told(game, "baths")


# What could I build next?


def test_which_cards_are_free_after_it():
    assert names(told(new_game(), "baths").chains) == ["Aqueduct"]


def test_which_cards_could_i_pay_then():
    game = new_game()
    give(game, 0, coins=0)
    assert "Stockade" in names(told(game, "lumber_yard").opens)  # wood
    assert "Stockade" not in names(told(game, "clay_pool").opens)
    assert "Baths" not in names(told(game, "lumber_yard").opens)  # stone, as the board makes it


@pytest.mark.parametrize(("coins", "enough"), [(3, True), (2, False)])
def test_what_it_costs_itself_is_gone_for_the_next_card(coins, enough):
    game = new_game()
    give(game, 0, built="clay_pool", coins=coins)
    opens = names(told(game, "timber_yard").opens)  # 1 coin; then ore is bought from Rhodos
    assert ("Stables" in opens) == enough


def test_a_card_that_i_have_seen_leave_is_not_promised():
    game = new_game()
    give(game, 0, coins=0)
    stockade = card(game, "stockade")
    copies = game.rules.decks[1][stockade]
    assert stockade in told(game, "lumber_yard").opens
    assert stockade not in told(game, "lumber_yard", gone=Counter({stockade: copies})).opens


def test_in_the_last_turn_of_an_age_nothing_of_that_age_comes():
    game = new_game(age=1, turn=6)
    assert {other.age for other in told(game, "lumber_yard").opens} <= {2, 3}
    last = told(new_game(age=3, turn=6), "arena")
    assert (last.chains, last.opens) == ((), ())


# What would the bot do?


def test_a_hint_is_a_legal_move_with_one_of_the_cards():
    game = new_game(age=2)
    hand = [card(game, name) for name in ("aqueduct", "vineyard", "walls")]
    move = hint(game, 0, hand)
    assert move.card in hand
    game.answer(0, move)


def test_a_hint_about_one_card_tells_what_to_do_with_it():
    game = new_game(age=3)
    give(game, 0, coins=0)
    assert str(hint(game, 0, [card(game, "palace")])) == "sell palace"


def test_a_hint_does_not_depend_on_hidden_cards():
    game = new_game("gizah_a rhodos_a ephesos_a", age=3, turn=3)
    give(game, 1, stages=1)
    hand = [card(game, name) for name in ("senate", "arsenal", "workers_guild", "lodge")]
    before, taught = hint(game, 0, hand), told(game, "senate")
    for hidden in ("palace", "gardens", "study"):
        twin = game.copy()
        twin.hands = [[card(game, hidden)] for _ in game.rules.seats]
        twin.discard.append(card(game, hidden))
        twin.used[card(game, hidden)] += 1
        twin.leftovers[1] = card(game, hidden)
        twin.cities[1].under[:] = [card(game, hidden)]
        assert hint(twin, 0, hand) == before
        assert lesson(twin, 0, card(game, "senate")) == taught


def test_no_card_under_a_stage_counts_and_the_game_stays_as_it_was():
    game = new_game()
    for seat in (0, 1):
        give(game, seat, stages=1)
        game.cities[seat].under[:] = [card(game, "baths")]
    assert not any(city.under for city in seen_from(game).cities)
    assert game.cities[0].under and game.cities[1].under


# Words


def test_words_of_a_set_are_explained_where_it_is_played():
    assert {word.set for word in primer(("base",))} == {"base"}
    assert primer(("base", "leaders", "cities")) == list(WORDS)
