"""Stages of the wonders: how they are built, and every stage of both printings (pages 5, 8, 9)."""

from collections import Counter

import pytest

from host_tools.rules.production import vector
from tests.rules.table import (
    answer,
    build_prices,
    card,
    coins,
    give,
    go_to,
    new_game,
    pass_on,
    play,
    points,
    refused,
    stage_prices,
)

# How they are built


def test_stages_are_built_from_the_first_to_the_last():
    """RB p.5: Gizah A: two stones, three woods, four stones."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="stone_pit quarry lumber_yard sawmill", coins=0)
    worth = []
    for _ in range(3):
        play(game, f"0 wonder {unplayed(game)}")
        worth.append(points(game, 0, "wonder"))
    assert worth == [3, 3 + 5, 3 + 5 + 7]


def unplayed(game):
    """A card of the Age that nobody has played: what goes under a stage does not matter."""
    deck = game.rules.decks[game.age]
    return next(one.id for one, copies in deck.items() if game.used[one] < copies)


def test_a_stage_cannot_be_skipped():
    """RB p.5: three woods are there, but the two stones of the first stage are not."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=2)
    give(game, 0, built="lumber_yard sawmill", coins=0)
    assert refused(game, 0, "wonder forum") == "cannot_afford"


def test_a_stage_is_built_once():
    """RB p.5."""
    game = new_game("rhodos_b gizah_a ephesos_a")
    give(game, 0, stages=2)
    assert refused(game, 0, "wonder altar") == "no_stage_left"


def test_any_number_of_stages_may_be_built_in_one_age():
    """RB p.5: all four of Gizah B in Age III."""
    game = new_game("gizah_b rhodos_a ephesos_a", age=3)
    give(game, 0, built="sawmill stone_pit quarry clay_pool brickyard press_1", coins=0)
    for _ in range(4):
        play(game, f"0 wonder {unplayed(game)}")
    assert game.cities[0].stages == 4


def test_no_stage_need_ever_be_built():
    """RB p.5."""
    game = new_game()
    for _ in range(18):
        play(game)
        pass_on(game)
    assert game.over and [city.stages for city in game.cities] == [0, 0, 0]


def test_the_stages_cost_is_paid_not_the_cards():
    """RB p.5: the Palace goes under a stage of two stones."""
    game = new_game("gizah_a rhodos_a ephesos_a", age=3)
    give(game, 0, built="stone_pit", coins=0)
    play(game, "0 wonder palace")
    assert game.cities[0].stages == 1 and coins(game)[0] == 0


def test_a_brown_cards_coin_is_not_paid_when_it_goes_under_a_stage():
    """RB p.5."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="stone_pit", coins=0)
    play(game, "0 wonder clay_pit")
    assert coins(game)[0] == 0


def test_the_card_under_a_stage_has_no_effect_and_is_no_structure():
    """RB p.5."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="stone_pit")
    play(game, "0 wonder stockade")
    city = game.cities[0]
    assert city.shields == 0 and "Stockade" not in city.names and not city.colors.get("red")
    assert [one.id for one in city.under] == ["stockade"]


def test_the_card_under_a_stage_is_no_discarded_card():
    """RB p.5, 8."""
    game = new_game("gizah_a rhodos_a ephesos_a")
    give(game, 0, built="stone_pit")
    play(game, "0 wonder stockade", "1 build altar", "2 build theater")
    assert game.discard == []


def test_a_structure_may_be_built_whose_twin_lies_under_a_stage():
    """RB p.5: what lies there is no structure."""
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a olympia_a")
    give(game, 0, built="stone_pit")
    play(game, "0 wonder altar")
    play(game, "0 build altar")


def test_any_card_of_the_hand_serves_even_one_that_lies_in_the_city():
    """RB p.5."""
    game = new_game("gizah_a rhodos_a ephesos_a babylon_a olympia_a")
    give(game, 0, built="stone_pit altar")
    play(game, "0 wonder altar")
    assert game.cities[0].stages == 1


def test_coins_of_a_stage_are_taken_once_and_at_once():
    """RB p.8, 9: Ephesos A."""
    game = new_game("ephesos_a rhodos_a gizah_a", age=2)
    give(game, 0, built="sawmill", stages=1, coins=0)
    play(game, "0 wonder forum")
    assert coins(game)[0] == 9
    play(game, "0 build vineyard")
    assert coins(game)[0] == 9 + 1


# Every stage of both printings: its cost, then what it gives. `p` points, `c` coins, `s` shields.

STAGES = {
    "1e": """
        alexandria_a     SS 3p | OO raw | GG 7p
        alexandria_b     CC raw | WW goods | SSS 7p
        babylon_a        CC 3p | WWW symbol | CCCC 7p
        babylon_b        CL 3p | WWG last_card | CCCP symbol
        ephesos_a        SS 3p | WW 9c | PP 7p
        ephesos_b        SS 4c 2p | WW 4c 3p | GLP 4c 5p
        gizah_a          SS 3p | WWW 5p | SSSS 7p
        gizah_b          WW 3p | SSS 5p | CCC 5p | SSSSP 7p
        halikarnassos_a  CC 3p | OOO dig | LL 7p
        halikarnassos_b  OO 2p dig | CCC 1p dig | GLP dig
        olympia_a        WW 3p | SS free_card | OO 7p
        olympia_b        WW posts | SS 5p | OOL guild
        rhodos_a         WW 3p | CCC 2s | OOOO 7p
        rhodos_b         SSS 3c 1s 3p | OOOO 4c 1s 4p
        """,
    "2e": """
        alexandria_day       SS 3p | OO raw | LP 7p
        alexandria_night     CC raw | OOO goods | WWWW 7p
        babylon_day          CC 3p | OOL symbol | WWWW 7p
        babylon_night        SS last_card | CCCG symbol
        ephesos_day          CC 3p | WW 9c | OOG 7p
        ephesos_night        SS 4c 2p | WW 4c 3p | OOL 4c 5p
        gizah_day            WW 3p | CCL 5p | SSSS 7p
        gizah_night          WW 3p | SSS 5p | CCC 5p | SSSSP 7p
        halikarnassos_day    OO 3p | GP dig | SSS 7p
        halikarnassos_night  CC 2p dig | GP 1p dig | WWW dig
        olympia_day          SS 3p | WW new_color | CCC 7p
        olympia_night        OO 2p first | CCC 3p last | GLP 5p
        rhodos_day           WW 3p | CCC 2s | OOOO 7p
        rhodos_night         SSS 3c 1s 3p | OOOO 4c 1s 4p
        """,
}


def every_stage():
    for edition, table in STAGES.items():
        for row in table.strip().splitlines():
            board, stages = row.strip().split(maxsplit=1)
            for at, stage in enumerate(stages.split("|")):
                cost, *gives = stage.split()
                yield pytest.param(edition, board, at, cost, gives, id=f"{board}-{at + 1}")


EVERY = list(every_stage())
SINGLE = {
    "W": "lumber_yard", "S": "stone_pit", "C": "clay_pool", "O": "ore_vein",
    "G": "glassworks_1", "L": "loom_1", "P": "press_1",
}  # fmt: skip
DOUBLE = {"W": "sawmill", "S": "quarry", "C": "brickyard", "O": "foundry"}


def suppliers(cost, own):
    """The cards that make up a cost together with what the board makes."""
    need = Counter(cost)
    need[own] -= own in cost
    cards = []
    for kind, number in need.items():
        if kind in DOUBLE:
            cards += [DOUBLE[kind]] * (number // 2) + [SINGLE[kind]] * (number % 2)
        else:
            cards += [SINGLE[kind]] * number
    return cards


def before_stage(edition, board, at, turn=1):
    """The board at seat 0 with `at` stages, no coins, and neighbours of other wonders."""
    side = "a" if edition == "1e" else "day"
    others = [name for name in ("gizah", "rhodos", "ephesos") if not board.startswith(name)]
    wonders = f"{board} {others[0]}_{side} {others[1]}_{side}"
    game = new_game(wonders, edition=edition, age=2, turn=turn)
    give(game, 0, stages=at, coins=0)
    return game


@pytest.mark.parametrize(("edition", "board", "at", "cost", "gives"), EVERY)
def test_a_stage_costs_just_what_stands_on_the_board(edition, board, at, cost, gives):
    """The boards."""
    game = before_stage(edition, board, at)
    game.cities[0].kept.clear()  # Alexandria's first stages would pay for the next.
    game.cities[0].produce()
    needed = suppliers(cost, game.cities[0].wonder.resource)
    for name in needed[:-1]:
        give(game, 0, built=name)
    assert stage_prices(game, 0) == ()
    give(game, 0, built=needed[-1])
    assert stage_prices(game, 0) == ((0, 0, 0),)


@pytest.mark.parametrize(("edition", "board", "at", "cost", "gives"), EVERY)
def test_a_stage_gives_what_stands_on_the_board(edition, board, at, cost, gives):
    """The boards; RB p.8, 9."""
    game = before_stage(edition, board, at, turn=6 if "last_card" in gives else 2)
    give(game, 0, built=" ".join(suppliers(cost, game.cities[0].wonder.resource)))
    city = game.cities[0]
    was = {"p": points(game, 0, "wonder"), "c": city.coins, "s": city.shields}
    play(game, "0 wonder walls", "1 sell vineyard", "2 sell school")
    now = {"p": points(game, 0, "wonder"), "c": city.coins, "s": city.shields}
    plain = {word[-1]: int(word[:-1]) for word in gives if word[:-1].isdigit()}
    assert {kind: now[kind] - was[kind] for kind in was} == {"p": 0, "c": 0, "s": 0} | plain
    for special in [word for word in gives if not word[:-1].isdigit()]:
        HAPPENS[special](game)


def makes(game, kinds, seat=0):
    city = game.cities[seat]
    alone = [city.own.covers(vector(kind)) for kind in kinds]
    return all(alone) and not any(city.sold.covers(vector(kind)) for kind in kinds)


def raw_materials(game):
    city = game.cities[0]
    without = [kind for kind in "WSCO" if not city.sold.covers(vector(kind))]
    assert without and makes(game, without)


def manufactured_goods(game):
    assert makes(game, "LP")  # glass comes from the board


def any_symbol(game):
    give(game, 0, built="scriptorium apothecary")
    assert points(game, 0, "scientific") == 1 + 1 + 1 + 7


def the_last_card(game):
    pass_on_leftovers(game)
    assert game.question(0).kind == "last_card"
    answer(game, 0, "sell aqueduct")


def pass_on_leftovers(game):
    while game.questions[0].kind == "left":
        answer(game, game.questions[0].seat, None)


def a_dig(game):
    assert game.question(0).kind == "pick"
    answer(game, 0, "vineyard")
    assert "Vineyard" in game.cities[0].names


def a_free_card(game):
    play(game, "0 build aqueduct free=olympia", "1 sell temple", "2 sell library")


def both_posts(game):
    give(game, 0, coins=1)
    assert build_prices(game, 0, card(game, "baths")) == ((1, 0, 0),)  # Gizah on the left
    assert build_prices(game, 0, card(game, "barracks")) == ((0, 1, 0),)  # Rhodos on the right


def a_copied_guild(game):
    before = points(game, 0, "wonder")
    give(game, 1, built="shipowners_guild")
    assert points(game, 0, "wonder") == before + sum(
        game.cities[0].colors.get(color, 0) for color in ("brown", "grey")
    )


def a_new_color_free(game):
    assert build_prices(game, 0, card(game, "courthouse")) == ((0, 0, 0),)


def the_first_card_free(game):
    assert build_prices(game, 0, card(game, "courthouse")) == ()
    go_to(game, 3, 1)
    assert build_prices(game, 0, card(game, "palace")) == ((0, 0, 0),)


def the_sixth_card_free(game):
    assert build_prices(game, 0, card(game, "courthouse")) == ()
    go_to(game, 2, 6)
    assert build_prices(game, 0, card(game, "courthouse")) == ((0, 0, 0),)


HAPPENS = {
    "raw": raw_materials,
    "goods": manufactured_goods,
    "symbol": any_symbol,
    "last_card": the_last_card,
    "dig": a_dig,
    "free_card": a_free_card,
    "posts": both_posts,
    "guild": a_copied_guild,
    "new_color": a_new_color_free,
    "first": the_first_card_free,
    "last": the_sixth_card_free,
}


def test_every_side_and_every_stage_is_in_the_table():
    """RB p.9: Gizah B has four stages, Rhodos B two; Babylon Night two."""
    for edition, table in STAGES.items():
        rows = [row.split(maxsplit=1) for row in table.strip().splitlines()]
        counted = {board: stages.count("|") + 1 for board, stages in rows}
        box = new_game(
            "gizah_a rhodos_a ephesos_a" if edition == "1e" else "gizah_day rhodos_day ephesos_day",
            edition=edition,
        ).rules.box
        assert counted == {w.id: len(w.stages) for w in box.wonders.values() if w.set == "base"}
        assert len(counted) == 14
