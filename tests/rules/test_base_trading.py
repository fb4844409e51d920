"""Trade with the two neighbours (rulebook pages 4, 8, 9 and 12)."""

import pytest

from host_tools.rules.production import NOTHING
from tests.rules.table import build_prices, card, coins, give, new_game, play, refused, stage_prices

FOUR = "babylon_a rhodos_a gizah_a ephesos_a"
# Neighbours that make papyrus and loom, a city that makes clay.
QUIET = "babylon_a ephesos_a halikarnassos_a"


def ways(game, name, seat=0):
    return build_prices(game, seat, card(game, name))


def test_the_left_neighbour_is_the_next_seat_and_the_right_one_the_seat_before():
    """Seats are numbered clockwise."""
    game = new_game(FOUR)
    assert game.rules.left == (1, 2, 3, 0) and game.rules.right == (3, 0, 1, 2)


def test_trade_is_only_with_the_two_adjacent_cities():
    """RB p.4: seat 2 makes stone, but it sits across the table."""
    game = new_game(FOUR)
    assert refused(game, 0, "build baths") == "cannot_afford"
    play(game, "1 build baths left=2")
    assert coins(game)[2] == 3 + 2 + 3


def test_a_resource_costs_two_coins_that_go_to_its_owner_not_to_the_bank():
    """RB p.4."""
    game = new_game("babylon_a gizah_a ephesos_a")
    play(game, "0 build baths left=2", "1 build lumber_yard", "2 build altar")
    assert coins(game) == [3 - 2, 3 + 2, 3] and game.bank == 0


@pytest.mark.parametrize(
    ("board", "built"),
    [("gizah_a", ""), ("ephesos_a", "stone_pit"), ("ephesos_a", "timber_yard")],
    ids=["board", "brown", "brown of choice"],
)
def test_boards_and_brown_cards_sell(board, built):
    """RB p.4."""
    game = new_game(f"babylon_a {board} halikarnassos_a")
    give(game, 1, built=built)
    assert ways(game, "baths") == ((2, 0, 0),)


@pytest.mark.parametrize(
    ("built", "name"),
    [("glassworks_1", "workshop"), ("loom_1", "apothecary"), ("press_1", "scriptorium")],
)
def test_grey_cards_sell(built, name):
    """RB p.4."""
    game = new_game("babylon_a rhodos_a gizah_a")
    give(game, 1, built=built)
    assert ways(game, name) == ((2, 0, 0),)


@pytest.mark.parametrize(
    ("edition", "board", "built", "stages", "names"),
    [
        ("1e", "ephesos_a", "caravansery", 0, "baths barracks stockade"),
        ("1e", "ephesos_a", "forum", 0, "workshop apothecary"),
        ("1e", "alexandria_a", "", 2, "baths barracks stockade"),
        ("1e", "alexandria_b", "", 1, "baths barracks stockade"),
        ("1e", "alexandria_b", "", 2, "apothecary scriptorium"),
        ("2e", "alexandria_day", "", 2, "baths barracks guard_tower"),
        ("2e", "alexandria_night", "", 2, "baths barracks apothecary"),
    ],
)
def test_yellow_cards_and_stages_do_not_sell(edition, board, built, stages, names):
    """RB p.4, 8, 9, 12."""
    side = "a" if edition == "1e" else "day"
    game = new_game(f"babylon_{side} {board} olympia_{side}", edition=edition)
    give(game, 1, built=built, stages=stages)
    game = without_boards(game)
    for name in names.split():
        assert ways(game, name) == (), name


def without_boards(game):
    """Let the other two boards make nothing, so that only the one city could sell."""
    for seat in (0, 2):
        game.cities[seat].sold = game.cities[seat].own = NOTHING
    game.markets.clear()
    return game


def test_the_seller_is_not_asked():
    """RB p.4: nobody can refuse to sell."""
    game = new_game("babylon_a gizah_a ephesos_a")
    play(game, "0 build baths left=2", "1 sell altar", "2 sell theater")
    assert [question.kind for question in game.questions] == ["play"] * 3


def test_both_neighbours_buy_the_same_stones_which_their_owner_uses_too():
    """RB p.4, example B: two stones sold to each neighbour, 8 coins, and used at home."""
    game = new_game("gizah_b ephesos_a alexandria_a", age=2)
    give(game, 0, stages=1, coins=4)
    give(game, 1, built="quarry", coins=0)
    give(game, 2, coins=4)
    play(game, "0 wonder walls left=4", "1 wonder forum", "2 wonder school right=4")
    assert coins(game) == [0, 8, 0]
    assert [city.stages for city in game.cities] == [2, 1, 1]


def test_a_buyer_gets_no_more_than_the_neighbour_makes():
    """RB p.4."""
    game = new_game("alexandria_a gizah_a ephesos_a")
    give(game, 0, coins=9)
    assert stage_prices(game, 0) == ()
    give(game, 1, built="stone_pit")
    assert stage_prices(game, 0) == ((4, 0, 0),)


def test_a_double_brown_card_sells_both_units():
    """RB p.4."""
    game = new_game(QUIET, age=2)
    give(game, 0, coins=9)
    give(game, 1, built="sawmill")
    assert ways(game, "caravansery") == ((4, 0, 0),)


def test_a_card_of_two_resources_sells_one_unit_to_each_buyer():
    """RB p.12: wood or stone, not both; the Workers Guild wants wood, stone, clay, ore, ore."""
    game = new_game(QUIET, age=3)
    give(game, 0, built="foundry", coins=9)
    give(game, 1, built="timber_yard")
    assert ways(game, "workers_guild") == ()
    give(game, 1, built="lumber_yard")
    assert ways(game, "workers_guild") == ((4, 0, 0),)


def test_a_buyer_takes_either_kind_whatever_the_owner_uses_it_for():
    """RB p.12: the owner builds Baths with the stone, the neighbour buys the wood."""
    game = new_game(QUIET)
    give(game, 0, built="timber_yard")
    play(game, "0 build baths", "1 build stockade right=2", "2 sell altar")
    assert coins(game)[:2] == [3 + 2, 3 - 2]


def test_both_neighbours_may_take_different_kinds_from_one_card():
    """RB p.12."""
    game = new_game(QUIET)
    give(game, 0, built="timber_yard")
    play(game, "0 sell altar", "1 build stockade right=2", "2 build baths left=2")
    assert coins(game)[0] == 3 + 3 + 2 + 2


def test_resources_may_come_from_both_neighbours_in_one_turn():
    """RB p.4."""
    game = new_game(QUIET, age=3)
    give(game, 0, coins=20)
    give(game, 1, built="lumber_yard ore_vein glassworks_1")
    give(game, 2, built="stone_pit")
    play(game, "0 build palace left=8 right=4")
    assert coins(game) == [20 - 12, 3 + 3 + 8, 3 + 3 + 4]


def test_where_both_sell_the_buyer_chooses_whom_to_pay():
    """RB p.4."""
    for text, after in (("left=2", [1, 8, 6]), ("right=2", [1, 6, 8])):
        game = new_game(QUIET)
        give(game, 1, built="stone_pit")
        give(game, 2, built="stone_pit")
        play(game, f"0 build baths {text}", "1 sell altar", "2 sell theater")
        assert coins(game) == after


def test_the_buyer_may_choose_the_dearer_neighbour():
    """RB p.4."""
    game = new_game(QUIET)
    give(game, 0, built="east_trading_post")
    give(game, 1, built="stone_pit")
    give(game, 2, built="stone_pit")
    assert ways(game, "baths") == ((0, 1, 0), (2, 0, 0))
    play(game, "0 build baths left=2")
    assert coins(game)[0] == 1


def test_purchases_serve_a_stage_of_the_wonder_too():
    """RB p.4."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, built="stone_pit")
    play(game, "0 wonder altar left=2")
    assert game.cities[0].stages == 1 and coins(game)[:2] == [1, 8]


DISCOUNTS = [
    # post, resource of the neighbours, price on the left, price on the right
    ("", "baths", 2, 2),
    ("east_trading_post", "baths", 2, 1),
    ("east_trading_post", "workshop", 2, 2),
    ("west_trading_post", "baths", 1, 2),
    ("west_trading_post", "workshop", 2, 2),
    ("marketplace", "baths", 2, 2),
    ("marketplace", "workshop", 1, 1),
    ("east_trading_post west_trading_post", "baths", 1, 1),
    ("east_trading_post west_trading_post marketplace", "workshop", 1, 1),
]


@pytest.mark.parametrize(("posts", "name", "left", "right"), DISCOUNTS)
def test_posts_and_marketplace_set_the_price_to_one(posts, name, left, right):
    """RB p.12: east is the right neighbour, west the left, the Marketplace both."""
    for side, price in ((1, (left, 0, 0)), (2, (0, right, 0))):
        game = new_game(QUIET)
        give(game, 0, built=posts)
        give(game, side, built="stone_pit glassworks_1")
        assert ways(game, name) == (price,)


@pytest.mark.parametrize("kind", ["lumber_yard", "stone_pit", "ore_vein", "brickyard"])
def test_a_post_serves_for_every_raw_material(kind):
    """RB p.12."""
    name = {
        "lumber_yard": "stockade",
        "stone_pit": "baths",
        "ore_vein": "barracks",
        "brickyard": "guard_tower",
    }[kind]
    game = new_game("gizah_a ephesos_a halikarnassos_a" if kind != "stone_pit" else QUIET)
    give(game, 0, built="west_trading_post")
    give(game, 1, built=kind)
    assert ways(game, name) == ((1, 0, 0),)


@pytest.mark.parametrize("name", ["workshop", "apothecary", "scriptorium"])
def test_the_marketplace_serves_for_every_manufactured_good(name):
    """RB p.12."""
    game = new_game("babylon_a rhodos_a gizah_a")
    give(game, 0, built="marketplace")
    give(game, 2, built="glassworks_1 loom_1 press_1")
    assert ways(game, name) == ((0, 1, 0),)


def test_a_discount_is_the_buyers_own():
    """RB p.12: who buys from the owner of a post pays the full price."""
    game = new_game("babylon_a gizah_a ephesos_a")
    give(game, 1, built="east_trading_post west_trading_post marketplace")
    assert ways(game, "baths") == ((2, 0, 0),)


def test_discounts_of_olympia_b_and_the_posts_do_not_add_up():
    """RB p.9."""
    game = new_game("olympia_b gizah_a rhodos_a")
    give(game, 0, stages=1)
    assert ways(game, "baths") == ((1, 0, 0),) and ways(game, "barracks") == ((0, 1, 0),)
    give(game, 0, built="east_trading_post west_trading_post")
    assert ways(game, "baths") == ((1, 0, 0),) and ways(game, "barracks") == ((0, 1, 0),)


def test_olympia_b_gives_no_discount_on_manufactured_goods():
    """RB p.9."""
    game = new_game("olympia_b ephesos_a rhodos_a")
    give(game, 0, stages=1)
    assert ways(game, "scriptorium") == ((2, 0, 0),)


@pytest.mark.parametrize("post", ["east_trading_post", "west_trading_post"])
def test_with_olympia_b_the_posts_can_still_be_built(post):
    """RB p.9."""
    game = new_game("olympia_b gizah_a rhodos_a")
    give(game, 0, stages=1)
    play(game, f"0 build {post}")


def test_b5_a_resource_that_the_city_makes_itself_may_be_bought():
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, built="stone_pit", coins=0)
    play(game, "0 build baths left=2", "1 build altar")
    assert coins(game)[:2] == [1, 2]


def test_b5_what_the_city_makes_is_no_way_to_pay_more_in_the_options():
    """The dominated way is legal but is not shown."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, built="stone_pit")
    assert ways(game, "baths") == ((0, 0, 0),)


def test_b5_nothing_may_be_bought_beyond_the_cost():
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 1, built="stone_pit")
    assert refused(game, 0, "build baths left=4") == "bad_choice"


def test_a_price_that_nobody_asks_is_refused():
    game = new_game("babylon_a gizah_a ephesos_a")
    assert refused(game, 0, "build baths left=1") == "bad_choice"
    assert refused(game, 0, "build baths right=2") == "bad_choice"
