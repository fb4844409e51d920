"""Cities, 2020 printing: 42 black cards (O7, O10, O11, O17, P20, P21)."""

import pytest

from card_db.loader import load_box
from tests.rules.table import (
    answer,
    build_prices,
    buy,
    card,
    coins,
    give,
    new_game,
    play,
    points,
    refused,
)

FOUR = "gizah_day rhodos_day ephesos_day olympia_day"
EVERYTHING = "sawmill quarry brickyard foundry glassworks_1 loom_1 press_1"
PURSE = 9

# Age, coins, resources, then what happens when seat 0 of four builds the card while it holds the
# Victory tokens 1, 3, 3, 5, 5, 5 and two Defeat tokens. Seat 2, across the table, holds two
# Victory tokens and has two stages. Ongoing cards have tests of their own below.
CARDS = {
    "cells": (1, 0, "", {"points": 2 * 1}),
    "city_gates": (1, 1, "W", {"points": 4}),
    "customs": (1, 0, "", {"points": 4, "others": 1}),
    "dive": (1, 0, "", {"coins": 6, "neighbours": 1}),
    "east_clandestine_wharf": (1, 1, "", {}),
    "hideout": (1, 0, "", {"points": 2, "lose": [1, 1, 1]}),
    "militia": (1, 3, "", {"shields": 2}),
    "opium_stash": (1, 0, "", {"coins": 3, "lose": [1, 1, 1]}),
    "pigeonhole": (1, 1, "O", {}),
    "raider_camp": (1, 0, "", {"token": 1, "debts": 1}),
    "residence": (1, 0, "C", {"points": 1, "diplomacy": 1}),
    "secret_warehouse": (1, 2, "", {}),
    "smugglers_cache": (1, 0, "", {}),
    "west_clandestine_wharf": (1, 1, "", {}),
    "architect_firm": (2, 1, "P", {"points": 2}),
    "band_of_spies": (2, 2, "SC", {}),
    "black_market": (2, 0, "OL", {}),
    "consulate": (2, 0, "CP", {"points": 2, "diplomacy": 1}),
    "forging_agency": (2, 2, "", {}),
    "gambling_den": (2, 1, "", {"coins": 9, "neighbours": 2}),
    "guardhouse": (2, 2, "WO", {"points": 3 * 2}),
    "lair": (2, 0, "WG", {"points": 3, "lose": [2, 2, 2]}),
    "mercenaries": (2, 4, "P", {"shields": 3}),
    "opium_den": (2, 0, "P", {"coins": 4, "lose": [3, 3, 3]}),
    "raider_fort": (2, 1, "CO", {"token": 3, "debts": 1}),
    "sepulcher": (2, 0, "SGL", {"points": 4, "lose": [0, 2, 0]}),
    "tabularium": (2, 2, "WOL", {"points": 6}),
    "trade_center": (2, 0, "SCP", {"points": 6, "others": 2}),
    "brotherhood": (3, 0, "WWOL", {"points": 4, "lose": [3, 3, 3]}),
    "capitol": (3, 2, "SSCCGP", {"points": 8}),
    "cenotaph": (3, 0, "SCCGL", {"points": 5, "lose": [0, 2, 0]}),
    "chamber_of_builders": (3, 0, "WCGP", {"points": 4, "lose": [0, 2, 0]}),
    "contingent": (3, 5, "L", {"shields": 5}),
    "embassy": (3, 0, "SLP", {"points": 3, "diplomacy": 1}),
    "memorial": (3, 0, "WSL", {"coins": 2 * 2, "defeats": 0}),
    "mint": (3, 0, "WWCGL", {"points": 8, "others": 3}),
    "opium_distillery": (3, 0, "WG", {"coins": 5, "lose": [5, 5, 5]}),
    "prison": (3, 2, "COOP", {"points": 4 * 3}),
    "raider_garrison": (3, 2, "SSL", {"token": 5, "debts": 1}),
    "secret_network": (3, 0, "SP", {"coins": 1, "points": 1}),
    "slave_market": (3, 0, "WWOO", {"coins": 6, "points": 6}),
    "torture_chamber": (3, 3, "OOG", {}),
}


def second(wonders=FOUR, sets="base cities", **more):
    return new_game(wonders, edition="2e", sets=sets, **more)


def test_o17_fourteen_black_cards_an_age_are_all_in_the_table():
    black = [c for c in load_box("2e").cards.values() if c.color == "black"]
    assert sorted(c.id for c in black) == sorted(CARDS)
    assert [sum(c.age == age for c in black) for age in (1, 2, 3)] == [14, 14, 14]


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_o17_as_many_black_cards_as_players_and_hands_of_eight(number, age):
    wonders = f"{FOUR} babylon_day alexandria_day petra_day".split()[:number]
    rules = second(" ".join(wonders)).rules
    plain = sum(n for c, n in rules.decks[age].items() if c.color not in ("black", "purple"))
    guilds = rules.guilds_drawn if age == 3 else 0
    assert plain + guilds + rules.black_drawn == 8 * number
    assert (rules.black_drawn, rules.hand_size, rules.turns) == (number, 8, 7)


@pytest.mark.parametrize("name", CARDS)
def test_o17_a_black_card_costs_its_coins_and_resources(name):
    age, price, resources, _ = CARDS[name]
    game = second(age=age)
    found = card(game, name)
    assert (found.age, found.coins, sorted(found.resources)) == (age, price, sorted(resources))


@pytest.mark.parametrize("name", CARDS)
def test_o17_p20_a_black_card_does_what_it_says(name):
    age, price, _, does = CARDS[name]
    game = second(age=age)
    give(game, 0, built=EVERYTHING, coins=PURSE, victories=[1, 3, 3, 5, 5, 5], defeats=2)
    give(game, 2, victories=[1, 3], stages=2)
    play(game, f"0 build {name}")  # the others sell a card: 3 coins each

    others, near = does.get("others", 0), does.get("neighbours", 0)
    gains = [others + near, others, others + near]
    assert coins(game) == [PURSE - price + does.get("coins", 0), *(3 + 3 + gain for gain in gains)]
    city = game.cities[0]
    assert points(game, 0, "cities") == does.get("points", 0)
    assert (city.shields, city.diplomacy) == (does.get("shields", 0), does.get("diplomacy", 0))
    assert city.defeats == does.get("defeats", 2)
    assert city.victories[6:] == ([does["token"]] if "token" in does else [])
    debt = does.get("debts", 0)
    assert [c.debt for c in game.cities] == [0, debt, 0, debt]  # O11: only the two neighbours
    lost = {q.seat: q.amount for q in game.questions if q.kind == "debts"}
    assert lost == {s: n for s, n in enumerate(does.get("lose", []), 1) if n}


@pytest.mark.parametrize(
    ("age", "name"), [(1, "raider_camp"), (2, "raider_fort"), (3, "raider_garrison")]
)
def test_o11_a_debt_by_raiders_cannot_be_bought_off(age, name):
    game = second(age=age)
    give(game, 0, built=EVERYTHING)
    give(game, 1, coins=30)
    play(game, f"0 build {name}")
    assert game.cities[1].debt == 1
    assert game.turn == 2  # nobody was asked


def test_o10_nero_is_paid_for_a_raiders_token():
    game = second(sets="base leaders cities")
    give(game, 0, leaders="nero")
    play(game, "0 build raider_camp")
    assert game.cities[0].coins == 6 + 2


def test_o10_a_raiders_token_counts_like_one_from_a_conflict():
    game = second(sets="base leaders cities")
    give(game, 0, leaders="alexander")
    play(game, "0 build raider_camp")
    assert points(game, 0, "military") + points(game, 0, "leaders") == 2


def test_p20_losses_are_settled_at_the_end_of_the_turn_here_too():
    game = second()
    give(game, 1, coins=0)
    play(game, "0 build opium_stash", "1 build dive")
    assert game.answers(game.question(1)) == [0, 1]  # the six coins of this turn may pay


@pytest.mark.parametrize(
    ("wharf", "left", "right"),
    [("west_clandestine_wharf", 1, 2), ("east_clandestine_wharf", 2, 1)],
)
def test_r139_a_wharf_takes_a_coin_off_at_its_side(wharf, left, right):
    game = second("rhodos_day gizah_day ephesos_day")
    give(game, 0, built=wharf)
    give(game, 2, built="stone_pit")
    assert build_prices(game, 0, card(game, "baths")) == ((0, right, 0), (left, 0, 0))


def test_p21_the_smugglers_cache_makes_both_boards_resources_a_coin_cheaper():
    game = second("gizah_day rhodos_day ephesos_day")
    give(game, 0, built="smugglers_cache")
    game.say(0, "build barracks")  # the ore of Rhodos
    assert game.moves[0].payment.coins == (1, 0, 0)
    game = second("gizah_day rhodos_day ephesos_day")
    give(game, 0, built="smugglers_cache")
    game.say(0, "build scriptorium")  # the papyrus of Ephesos
    assert game.moves[0].payment.coins == (0, 1, 0)


def test_p21_a_second_unit_of_the_same_kind_is_not_the_boards():
    game = second("gizah_day rhodos_day ephesos_day", age=2)
    give(game, 0, built="smugglers_cache lumber_yard", coins=9)
    give(game, 1, built="ore_vein")
    game.say(0, "build statue")  # WOO: an ore of the board for 1, one of the Ore Vein for 2
    assert game.moves[0].payment.coins == (1 + 2, 0, 0)


def test_p21_other_resources_keep_their_price():
    game = second("gizah_day rhodos_day ephesos_day")
    give(game, 0, built="smugglers_cache")
    give(game, 1, built="lumber_yard")
    game.say(0, "build stockade")
    assert game.moves[0].payment.coins == (2, 0, 0)


def test_p21_the_cache_serves_every_turn_and_adds_up_with_the_rest():
    game = second("gizah_day rhodos_day ephesos_day")
    give(game, 0, built="smugglers_cache west_trading_post")
    buy(game, 0, "build barracks", left="O")
    assert game.moves[0].payment.coins == (0, 0, 0)


@pytest.mark.parametrize("mask", ["pigeonhole", "band_of_spies", "torture_chamber"])
def test_r128_the_masks_of_this_printing(mask):
    game = second()
    give(game, 0, built=f"dispensary {mask}")
    give(game, 1, built="apothecary")
    assert points(game, 0, "scientific") == 4


def test_r143_the_architect_firm_frees_stages_of_resources_but_not_of_coins():
    game = second("petra_day rhodos_day ephesos_day")
    give(game, 0, built="architect_firm", coins=5)
    play(game, "0 wonder altar")
    assert game.cities[0].coins == 5
    play(game, "0 wonder theater")
    assert (game.cities[0].coins, game.cities[0].stages) == (0, 2)


def test_r144_r146_warehouse_and_black_market_of_this_printing():
    game = second(age=3)
    give(game, 0, built="secret_warehouse black_market", coins=0)
    kinds = [mask.bit_count() for mask in game.cities[0].own.makers]
    assert sorted(kinds) == [1, 1, 6]  # the board, its double, and one of the six others


def test_o2_the_forging_agency_builds_a_card_of_the_discard_pile():
    game = second(age=2)
    game.discard.append(card(game, "militia"))
    play(game, "0 build forging_agency")
    assert game.question(0).kind == "pick"
    answer(game, 0, "militia")
    assert (game.cities[0].shields, game.cities[0].coins) == (2, 3 - 2)


def test_o2_the_forging_agency_finds_what_is_sold_in_the_same_turn():
    game = second(age=2)
    play(game, "0 build forging_agency", "1 sell walls", "2 sell forum", "3 sell vineyard")
    found = [c.id for c in game.answers(game.question(0)) if c]
    assert found == ["walls", "forum", "vineyard"]


def test_r78_semiramis_is_not_in_this_printing():
    game = second(sets="base leaders cities", turn=0)
    assert refused(game, 0, "recruit semiramis") == "not_in_this_game"
