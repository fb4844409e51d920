"""The payment solver against a trial of everything, and the rules of trade one by one."""

from functools import cache

import pytest

from card_db.cards import Card, Effect
from card_db.loader import load_box
from host_tools.rules.city import City
from host_tools.rules.game import Game
from host_tools.rules.payment import (
    Buy,
    Market,
    Seller,
    all_buys,
    buy_at,
    payment_for,
    payments,
    suffices,
    terms,
)
from host_tools.rules.production import ANY, letters, production, vector
from tests.rules.brute import EVERY, Purse, Stall, all_purchases, all_ways
from tests.rules.dice import Dice, throws
from tests.rules.table import (
    FREE,
    build_prices,
    card,
    coins,
    give,
    new_game,
    play,
    prices,
    refused,
    stage_prices,
)

# 24,000 cities in all: FEATURES and PARTS, two printings.
FEATURES = ("", "post market", "dock", "cache post market", "bilkis", "dropped",
            "bilkis dropped post market dock cache")  # fmt: skip
CITIES = 2000
PARTS = range(5)
REAL_CITIES = 1000
SOLD = ("W", "S", "C", "O", "G", "L", "P", "WS", "CO", "SC", "WO")
KEPT = ("WSCO", "GLP", EVERY, "WSC", "OGLP")


# Cities from scratch


def stall(dice: Dice, features: str) -> Stall:
    rights = [dice.perhaps(name in features) for name in ("post", "market", "dock", "cache")]
    return Stall(dice.one_of(("", *EVERY)), tuple(dice.some_of(SOLD, most=4)), *rights)


def purse(dice: Dice, features: str) -> Purse:
    return Purse(
        tuple(dice.some_of(SOLD + KEPT, most=5)),
        stall(dice, features),
        stall(dice, features),
        dice.upto(16),
        "bilkis" in features,
        dice.upto(2) if "dropped" in features else 0,
    )


def cost(dice: Dice, most: int = 7) -> str:
    return "".join(dice.some_of(EVERY, most))


def shop_of(purse: Purse) -> Market:
    """The same purse as the solver sees it."""
    own = makers(purse.own)
    for _ in range(purse.dropped):
        own = own.plus(ANY)
    return Market(own, seller(purse.left), seller(purse.right), 1 if purse.bilkis else None)


def makers(made):
    return production("/".join(kinds) for kinds in made if kinds)


def seller(stall: Stall) -> Seller:
    prices = terms(
        1 if stall.post else 2,
        1 if stall.market else 2,
        int(stall.dock),
        stall.board if stall.cache else "",
    )
    return Seller(makers((stall.board, *stall.cards)), prices)


@pytest.mark.slow
@pytest.mark.parametrize("features", FEATURES)
def test_all_ways_to_pay_are_found(features):
    @throws(CITIES, size=36, start=len(features))
    def check(dice):
        needed, price = cost(dice), dice.upto(3)
        payer = purse(dice, features)
        found = payments(vector(needed), shop_of(payer), payer.coins, price)
        assert prices(found) == all_ways(needed, payer, price)


@pytest.mark.slow
@pytest.mark.parametrize("features", FEATURES)
def test_purchases_are_all_that_suffice_and_exact_is_one_of_them(features):
    @throws(250, size=36, start=len(features))
    def check(dice):
        needed, payer = cost(dice, most=5), purse(dice, features)
        need, shop = vector(needed), shop_of(payer)
        expected = all_purchases(needed, payer)
        found = {spelled(bought): bought for bought in all_buys(need, shop)}
        assert set(found) == set(expected)
        for name, bought in found.items():
            assert suffices(need, shop, bought)
            assert payment_for(bought, shop).total == expected[name]
        assert_buy_at(need, shop, list(found.values()))


def spelled(bought: Buy) -> tuple[str, str, str]:
    return letters(bought.left), letters(bought.right), letters(bought.bank)


def assert_buy_at(need: int, shop: Market, found: list[Buy]) -> None:
    """A pair of coins for the neighbours is a price just when some purchase costs it."""
    prices = {payment_for(bought, shop).coins for bought in found}
    pairs = {price[:2] for price in prices}
    for pair in pairs | {(1, 0), (0, 3), (7, 7)}:
        bought = buy_at(need, shop, pair)
        assert (bought is not None) == (pair in pairs)
        if bought is not None:
            least = min(price for price in prices if price[:2] == pair)
            assert payment_for(bought, shop).coins == least
            assert bought in found


@pytest.mark.slow
@pytest.mark.parametrize("features", FEATURES)
def test_what_does_not_suffice_is_refused(features):
    @throws(500, size=48, start=len(features))
    def check(dice):
        needed = cost(dice, most=5)
        bought = Buy(*(vector(cost(dice, most)) for most in (3, 3, 2)))
        payer = purse(dice, features)
        good = spelled(bought) in all_purchases(needed, payer)
        assert suffices(vector(needed), shop_of(payer), bought) == good


@pytest.mark.slow
@pytest.mark.parametrize("features", FEATURES)
def test_r174_with_own_resources_first_nothing_needless_is_bought(features):
    @throws(250, size=36, start=len(features))
    def check(dice):
        needed, payer = cost(dice, most=5), purse(dice, features)
        need, shop = vector(needed), shop_of(payer)
        every = {together(bought) for bought in all_purchases(needed, payer)}
        found = {together(spelled(bought)) for bought in all_buys(need, shop, own_first=True)}
        assert found == {whole for whole in every if not any(less_than(o, whole) for o in every)}
        cheapest = payments(need, shop, coins=100)
        assert all(buy_at(need, shop, (p.left, p.right), own_first=True) for p in cheapest)


def together(bought: tuple[str, str, str]) -> str:
    return "".join(sorted("".join(bought)))


def less_than(part: str, whole: str) -> bool:
    return part != whole and all(part.count(kind) <= whole.count(kind) for kind in part)


# Cities of real cards


PAYING = ("make", "trade", "discount", "free")


@cache
def box_of(edition: str) -> tuple[list[Card], list[Card], list[Card]]:
    """The Age cards that help to pay, all Age cards, the leaders that help to pay."""
    cards = list(load_box(edition).cards.values())
    helpful = [card for card in cards if any(effect.verb in PAYING for effect in card.effects)]
    return (
        [card for card in helpful if card.age],
        [card for card in cards if card.age],
        [card for card in helpful if card.color == "white"],
    )


def city(dice: Dice, edition: str) -> City:
    helpful, every, leaders = box_of(edition)
    wonder = dice.one_of(list(load_box(edition).wonders.values()))
    built = City(wonder, dice.upto(12))
    for _ in range(dice.upto(6)):
        placed = dice.one_of(dice.one_of((helpful, helpful, every)))
        if placed.name not in built.names:
            built.place(placed)
    for _ in range(dice.upto(len(wonder.stages))):
        built.raise_stage(every[0])
    for leader in set(dice.some_of(leaders, most=2)):
        built.recruit(leader, 1)
    return built


@cache
def empty_game(edition: str, turn: int) -> Game:
    side = "a" if edition == "1e" else "day"
    three = " ".join(f"{wonder}_{side}" for wonder in ("gizah", "rhodos", "ephesos"))
    return new_game(three, turn=turn, edition=edition, sets="base leaders cities")


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_all_ways_to_pay_are_found_in_cities_of_real_cards(edition, part):
    @throws(REAL_CITIES, size=72, start=part)
    def check(dice):
        game = empty_game(edition, turn=dice.one_of((1, 4, 7)))
        hand = [dice.one_of(box_of(edition)[1]) for _ in range(3)]
        game.cities = [city(dice, edition) for _ in range(3)]
        game.markets.clear()
        for built in hand:
            assert build_prices(game, 0, built) == expected_ways(game, built)
        assert stage_prices(game, 0) == expected_stage_prices(game)


def expected_ways(game: Game, wanted: Card):
    """What the rulebook says of building a card in the first city."""
    city = game.cities[0]
    if wanted.name in [card.name for card in city.built]:
        return ()
    if any(card.id in wanted.free_from for card in city.built):
        return FREE
    if any(free(game, wanted, effect.value) for effect in effects(city, "free") if not effect.once):
        return FREE
    return all_ways(wanted.resources, purse_of(game, wanted.color), wanted.coins)


def free(game: Game, wanted: Card, right: object) -> bool:
    return {
        wanted.color: True,
        "new_color": wanted.color not in [card.color for card in game.cities[0].built],
        "first": game.turn == 1,
        "last": game.turn == 7,
    }.get(right, False)


def expected_stage_prices(game: Game):
    """What the next stage costs; where any order is allowed, each that is left (W7)."""
    city = game.cities[0]
    left = city.wonder.stages[city.stages :]
    unpaid = any(effect.value == "stage" for effect in effects(city, "free"))  # R143
    return tuple(
        way
        for stage in (left if city.wonder.any_order else left[:1])
        for way in all_ways("" if unpaid else stage.resources, purse_of(game, "stage"), stage.coins)
    )


def effects(city: City, verb: str) -> list[Effect]:
    stages = city.wonder.stages[: city.stages]
    return [
        effect
        for card in (*stages, *city.built, *city.leaders)
        for effect in card.effects
        if effect.verb == verb
    ]


def purse_of(game: Game, color: str) -> Purse:
    city, left, right = game.cities
    sold = [city.wonder.resource, *made([e for e in effects(city, "make") if e.sold])]
    kinds = "".join(set("".join(sold)))
    others = {"produced": [kinds], "missing": ["".join(set(EVERY) - set(kinds))]}
    kept = [effect for effect in effects(city, "make") if not effect.sold and not effect.price]
    own = sold + [kinds for effect in kept for kinds in others.get(effect.value) or made([effect])]
    return Purse(
        tuple(own),
        stall_of(left, "left", effects(city, "trade")),
        stall_of(right, "right", effects(city, "trade")),
        city.coins,
        any(effect.price for effect in effects(city, "make")),
        sum(effect.on == color for effect in effects(city, "discount") if effect.to == "own"),
    )


def made(makers_of: list[Effect]) -> list[str]:
    """Each source apart: "CC" is two of them, "C/O" is one that gives either."""
    texts = [str(effect.value) for effect in makers_of]
    return [t for text in texts for t in ([text.replace("/", "")] if "/" in text else text)]


def stall_of(city: City, side: str, rights: list[Effect]) -> Stall:
    here = {effect.value for effect in rights if effect.to in (side, "neighbours")}
    cards = made([effect for effect in effects(city, "make") if effect.sold])
    flags = [right in here for right in ("raw", "goods", "any", "start")]
    return Stall(city.wonder.resource, tuple(cards), *flags)


# The rules, one by one. Seat 1 sits at the left of seat 0, seat 2 at its right.


def test_both_neighbours_buy_the_same_two_stones_that_their_owner_uses():
    """RB p.4, example B: the seller takes 8 coins and builds with the same stones."""
    game = new_game("gizah_a alexandria_a ephesos_a", age=2)
    for seat, built in enumerate(("stone_pit", "", "")):
        give(game, seat, built, coins=4)
    play(game, "0 wonder forum", "1 wonder walls right=4", "2 wonder aqueduct left=4")
    assert coins(game) == [4 + 8, 0, 0]
    assert [city.stages for city in game.cities] == [1, 1, 1]


def test_a_card_with_a_choice_sells_one_of_the_two():
    game = new_game(age=2)
    give(game, 0, coins=9)
    give(game, 1, "timber_yard")
    give(game, 2, "forest_cave")
    assert build_prices(game, 0, card(game, "baths")) == FREE
    assert build_prices(game, 0, card(game, "caravansery")) == ((2, 2, 0),)


def test_the_buyer_chooses_the_dearer_neighbour():
    """RB p.4: free to purchase from either."""
    game = new_game("rhodos_a gizah_a alexandria_a")
    give(game, 0, "east_trading_post", coins=3)
    give(game, 2, "stone_pit")
    assert build_prices(game, 0, card(game, "baths")) == ((0, 1, 0), (2, 0, 0))
    play(game, "0 build baths left=2")
    assert coins(game)[0] == 1


def test_what_a_neighbour_makes_for_itself_is_not_sold():
    game = new_game("gizah_a alexandria_b ephesos_a", age=2)
    give(game, 0, coins=20)
    give(game, 1, "caravansery forum", stages=2)
    assert build_prices(game, 0, card(game, "caravansery")) == ()


def test_r37_bilkis_sells_one_resource_of_any_kind_for_a_coin():
    game = new_game(age=3, sets="base leaders")
    give(game, 0, leaders="bilkis", coins=9)
    assert build_prices(game, 0, card(game, "lighthouse")) == ((0, 0, 1),)  # SG
    assert build_prices(game, 0, card(game, "arena")) == ((2, 0, 1),)  # SSO
    assert build_prices(game, 0, card(game, "academy")) == ()  # SSSG


def test_r55_the_player_chooses_the_resource_that_is_dropped():
    game = new_game(age=2, sets="base leaders")
    give(game, 0, leaders="archimedes", coins=2)
    library = card(game, "library")  # SSL
    assert build_prices(game, 0, library) == ()
    give(game, 1, "stone_pit loom_1")
    assert build_prices(game, 0, library) == ((2, 0, 0),)
    give(game, 0, "stone_pit", coins=0)
    assert build_prices(game, 0, library) == FREE
    assert build_prices(game, 0, card(game, "walls")) == ()  # red: nothing is dropped


def test_r139_a_dock_takes_a_coin_off_the_first_resource_from_its_side():
    game = new_game("rhodos_a gizah_a alexandria_a", age=3, sets="base cities")
    give(game, 0, "clandestine_dock_west", coins=9)
    give(game, 1, "quarry")
    give(game, 2, "stone_pit")
    assert build_prices(game, 0, card(game, "arena")) == ((1, 2, 0), (3, 0, 0))  # SSO


def test_r140_with_a_trading_post_the_first_resource_costs_nothing():
    game = new_game("rhodos_a gizah_a alexandria_a", sets="base cities")
    give(game, 0, "clandestine_dock_west west_trading_post", coins=0)
    assert build_prices(game, 0, card(game, "baths")) == FREE


def test_r141_the_dock_serves_either_resource():
    """The rulebook's example: marketplace and Dock East, loom and stone from the right: 2 coins."""
    game = new_game("ephesos_a gizah_a halikarnassos_a", age=2, sets="base cities")
    give(game, 0, "marketplace clandestine_dock_east stone_pit", coins=9)
    give(game, 2, "stone_pit")
    give(game, 1, coins=0)
    found = build_prices(game, 0, card(game, "library"))  # SSL
    assert (0, 2, 0) in found


def test_p8_dock_and_bilkis_serve_once_a_turn():
    game = new_game("rhodos_a gizah_a alexandria_a", sets="base leaders cities")
    give(game, 0, "clandestine_dock_west", leaders="bilkis", coins=2)
    assert build_prices(game, 0, card(game, "baths")) == ((0, 0, 1), (1, 0, 0))
    game.cities[0].used |= {"left", "bank"}
    game.markets.clear()
    assert build_prices(game, 0, card(game, "baths")) == ((2, 0, 0),)


def test_r144_the_warehouse_doubles_one_resource_that_the_city_makes():
    game = new_game(age=2, sets="base cities")
    give(game, 0, "secret_warehouse", coins=0)
    assert stage_prices(game, 0) == FREE  # SS
    assert build_prices(game, 0, card(game, "caravansery")) == ()  # WW
    give(game, 0, "timber_yard")
    assert build_prices(game, 0, card(game, "caravansery")) == FREE


def test_r145_the_warehouse_does_not_double_a_yellow_or_black_card():
    game = new_game(age=2, sets="base cities")
    give(game, 0, "secret_warehouse caravansery black_market", coins=0)
    assert build_prices(game, 0, card(game, "sawmill")) == ()  # a coin
    assert build_prices(game, 0, card(game, "forum")) == FREE  # CC: caravansery and black market
    assert build_prices(game, 0, card(game, "courthouse")) == ()  # CCL


def test_r146_the_black_market_gives_what_the_city_does_not_make():
    game = new_game(age=2, sets="base cities")
    give(game, 0, "black_market clay_pool lumber_yard", coins=0)  # and stone from the board
    assert build_prices(game, 0, card(game, "temple")) == FREE  # WCG
    assert build_prices(game, 0, card(game, "forum")) == ()  # CC
    assert build_prices(game, 0, card(game, "library")) == ()  # SSL


def test_r146_yellow_cards_do_not_count_as_production_for_the_black_market():
    game = new_game(age=2, sets="base cities")
    give(game, 0, "black_market caravansery", coins=0)
    assert build_prices(game, 0, card(game, "forum")) == FREE  # CC: one from each


def test_p21_the_board_s_own_resource_is_a_coin_cheaper_from_either_neighbour():
    game = new_game("rhodos_day gizah_day ephesos_day", edition="2e", sets="base cities")
    give(game, 0, "smugglers_cache", coins=9)
    give(game, 1, "press_1")
    assert build_prices(game, 0, card(game, "baths")) == ((1, 0, 0),)  # S of Gizah's board
    assert build_prices(game, 0, card(game, "scriptorium")) == (
        (0, 1, 0),
        (2, 0, 0),
    )  # P of Ephesos


def test_no_purchase_is_named_that_the_neighbour_does_not_sell():
    game = new_game("rhodos_a gizah_a alexandria_a")
    give(game, 0, coins=9)
    assert refused(game, 0, "build baths right=2") == "bad_choice"
    assert refused(game, 0, "build baths left=1") == "bad_choice"
    give(game, 0, coins=1)
    assert refused(game, 0, "build baths") == "cannot_afford"
