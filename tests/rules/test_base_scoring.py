"""Points at the end of the game (rulebook pages 6, 9 and 12)."""

import pytest

from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, by_category, total
from tests.rules.table import give, new_game, points

# Green cards by their symbol.
TABLETS = ["scriptorium", "library", "school", "university"]
COMPASSES = ["apothecary", "dispensary", "lodge", "academy"]
GEARS = ["workshop", "laboratory", "study", "observatory"]


def green(compasses, gears, tablets):
    return " ".join([*COMPASSES[:compasses], *GEARS[:gears], *TABLETS[:tablets]])


def test_the_score_sheet_has_the_order_of_the_rulebook():
    """RB p.6; Leaders and Cities come last."""
    assert CATEGORIES[:7] == (
        "military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds",
    )  # fmt: skip


def test_the_total_is_the_sum_of_the_categories():
    """RB p.6."""
    game = new_game(age=3)
    give(game, 0, built="altar scriptorium haven lumber_yard workers_guild", stages=1, defeats=1)
    give(game, 1, built="ore_vein clay_pool")
    for sheet in sheets_of(game):
        lines = by_category(sheet)
        assert lines.pop("total") == sum(lines.values()) == total(sheet)
    assert by_category(sheets_of(game)[0]) == {
        "military": -1, "treasury": 1, "wonder": 3, "civilian": 2, "scientific": 1,
        "commercial": 1, "guilds": 2, "leaders": 0, "cities": 0, "total": 9,
    }  # fmt: skip


@pytest.mark.parametrize(("coins", "worth"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (100, 33)])
def test_three_coins_are_a_point_and_the_rest_is_lost(coins, worth):
    """RB p.6."""
    game = new_game()
    give(game, 0, coins=coins)
    assert points(game, 0, "treasury") == worth


BLUE = {
    "altar": 2, "theater": 2, "baths": 3, "pawnshop": 3, "courthouse": 4, "temple": 3,
    "aqueduct": 5, "statue": 4, "gardens": 5, "senate": 6, "town_hall": 6, "pantheon": 7,
    "palace": 8,
}  # fmt: skip


@pytest.mark.parametrize("name", BLUE)
def test_a_blue_card_gives_its_points(name):
    """RB p.6."""
    game = new_game()
    give(game, 0, built=name)
    assert points(game, 0, "civilian") == points(game, 0) - 1 == BLUE[name]


@pytest.mark.parametrize(
    ("symbols", "worth"),
    [
        ((0, 0, 0), 0),
        ((1, 0, 0), 1),
        ((0, 2, 0), 4),
        ((0, 0, 3), 9),
        ((4, 0, 0), 16),
        ((1, 1, 1), 3 + 7),
        ((3, 2, 1), 21),  # RB p.6
        ((3, 2, 2), 31),  # RB p.6
        ((2, 2, 2), 12 + 14),
        ((4, 4, 4), 48 + 28),
    ],
)
def test_equal_symbols_count_squared_and_sets_seven(symbols, worth):
    """RB p.6."""
    game = new_game()
    give(game, 0, built=green(*symbols))
    assert points(game, 0, "scientific") == worth


@pytest.mark.parametrize(
    ("symbols", "free", "worth"),
    [
        ((0, 0, 0), 1, 1),
        ((1, 1, 0), 1, 3 + 7),  # the missing one
        ((4, 0, 0), 1, 25),  # RB p.6: 25 with one free choice
        ((4, 0, 0), 2, 36),  # RB p.6: 36 with two
        ((4, 1, 0), 1, 26),  # the fifth (25 + 1) beats the set (16 + 1 + 1 + 7 = 25)
        ((3, 1, 0), 1, 9 + 1 + 1 + 7),  # the set (18) beats the fourth (16 + 1 = 17)
        ((2, 2, 0), 2, 4 + 4 + 4 + 14),  # two sets
        ((1, 1, 1), 1, 4 + 1 + 1 + 7),
    ],
)
def test_free_symbols_are_chosen_at_scoring_so_that_the_sum_is_best(symbols, free, worth):
    """RB p.6, 8, 9, 12: Babylon's stage and the Scientists Guild."""
    game = new_game("babylon_a rhodos_a ephesos_a", age=3)
    give(game, 0, built=green(*symbols), stages=2)
    if free == 2:
        give(game, 0, built="scientists_guild")
    assert points(game, 0, "scientific") == worth


def test_a_free_symbol_is_not_chosen_when_it_is_built():
    """RB p.8: what comes later is still taken into account."""
    game = new_game("babylon_a rhodos_a ephesos_a", age=3)
    give(game, 0, built=green(2, 0, 0), stages=2)
    assert points(game, 0, "scientific") == 9
    give(game, 0, built="workshop")
    assert points(game, 0, "scientific") == 4 + 1 + 1 + 7


def test_the_scientists_guild_counts_under_science():
    """RB p.12."""
    game = new_game(age=3)
    give(game, 0, built="scientists_guild")
    assert points(game, 0, "scientific") == 1 and points(game, 0, "guilds") == 0


# Both neighbours hold two of each colour, the owner one, the city across the table one.
OWN = "lumber_yard loom_1 altar tavern stockade scriptorium"
NEIGHBOUR = (
    "ore_vein clay_pool press_1 glassworks_1 baths theater marketplace bazar "
    "barracks walls apothecary workshop"
)
GUILDS = {
    "workers_guild": 4,  # 1 for each brown card of the neighbours
    "craftsmens_guild": 2 * 4,  # 2 for each grey card
    "traders_guild": 4,
    "philosophers_guild": 4,
    "spies_guild": 4,
    "magistrates_guild": 4,
    "shipowners_guild": 1 + 1 + 1,  # own brown, grey and purple, itself included
    "builders_guild": 1 + 2 + 2,  # stages here and at both neighbours
    "strategists_guild": 3 + 3,  # defeat tokens of the neighbours
}


def with_guild(name):
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a", age=3)
    give(game, 0, built=f"{OWN} {name}", stages=1, defeats=2)
    for seat in (1, 3):
        give(game, seat, built=NEIGHBOUR, stages=2, defeats=3)
    give(game, 2, built=OWN, stages=3, defeats=5)
    return game


@pytest.mark.parametrize("name", GUILDS)
def test_a_guild_counts_what_stands_on_it(name):
    """RB p.12: the six plain guilds count both neighbours and not the owner."""
    assert points(with_guild(name), 0, "guilds") == GUILDS[name]


@pytest.mark.parametrize("name", GUILDS)
def test_a_guild_costs_the_neighbours_nothing(name):
    """RB p.12."""
    without = points(with_guild("altar"), 1)
    assert points(with_guild(name), 1) == without


@pytest.mark.parametrize(
    ("name", "seat", "more"),
    [
        ("workers_guild", 1, "stone_pit"),
        ("craftsmens_guild", 3, "loom_1"),
        ("shipowners_guild", 0, "workers_guild"),
    ],
)
def test_guilds_count_the_final_state_of_the_cities(name, seat, more):
    """RB p.12: also what is built after the guild."""
    game = with_guild(name)
    before = points(game, 0, "guilds")
    give(game, seat, built=more)
    assert points(game, 0, "guilds") > before


def test_the_builders_guild_counts_own_stages():
    """RB p.12."""
    game = with_guild("builders_guild")
    give(game, 0, stages=2)
    assert points(game, 0, "guilds") == GUILDS["builders_guild"] + 2


def test_red_cards_brown_cards_and_grey_cards_give_no_points_of_their_own():
    """RB p.6."""
    game = new_game()
    give(game, 0, built="stockade lumber_yard loom_1 tavern", coins=0)
    assert points(game, 0) == 0


def tie(*seats):
    """Points by blue cards, and coins, for three seats; the ranks that follow."""
    game = new_game()
    for seat, (built, coins) in enumerate(seats):
        give(game, seat, built=built, coins=coins)
    return ranks(game, [points(game, seat) for seat in range(3)])


def test_most_points_win():
    """RB p.6."""
    assert tie(("altar", 0), ("palace", 0), ("", 0)) == [2, 1, 3]


def test_with_equal_points_most_coins_win():
    """RB p.6: the whole treasury counts, also coins that gave no point."""
    assert tie(("altar", 1), ("altar", 2), ("", 0)) == [2, 1, 3]


def test_with_equal_points_and_coins_the_tie_stands():
    """RB p.6."""
    assert tie(("altar", 1), ("altar", 1), ("", 0)) == [1, 1, 3]


def test_coins_do_not_beat_points():
    """RB p.6: 7 points with 9 coins, of which 3 are points, against 8 with none."""
    assert tie(("senate altar", 0), ("courthouse", 9), ("", 0)) == [1, 2, 3]
