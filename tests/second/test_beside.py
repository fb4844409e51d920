"""Both engines play the same random games: coins, shields, tokens, options and scores are equal."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from host_tools.rules.record import setup_line
from tests.rules.random_play import combinations, random_setup
from tests.rules.table import setup
from tests.second.beside import differences, record_of
from tests.second.changed_rules import CHANGES

ROOT = Path(__file__).parents[2]
ENGINE = ("cards.py", "city.py", "game.py", "hands.py", "market.py", "score.py")


def kinds() -> dict[str, list[str]]:
    """Every printing, variant, set and box, each with its numbers of seats."""
    kinds: dict[str, list[str]] = {}
    for sort in combinations():
        edition, variant, _, *sets = sort.split()
        kinds.setdefault(" ".join((edition, variant, *sets)), []).append(sort)
    return kinds


KINDS = kinds()


def assert_equal_games(kind: str, games: range) -> None:
    for number in games:
        rng = Random(f"{kind} {number}")
        sort = rng.choice(KINDS[kind])
        setup = random_setup(sort, rng)
        lines = record_of(setup, rng)
        assert [*differences(setup, lines, rng)] == [], f"{sort}, game {number} of {kind}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_both_engines_say_the_same_of_two_hundred_games(kind):
    assert_equal_games(kind, range(200))


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_both_engines_say_the_same_of_five_thousand_games(kind):
    assert_equal_games(kind, range(200, 5200))


def turn(age: int, number: int, *plays: str) -> dict:
    """A line of a record: "build baths", or "sell stockade; build baths" with an extra play."""
    parts = [[p.split() for p in play.split("; ")] for play in plays]
    said = [[{"action": action, "card": card} for action, card in play] for play in parts]
    rows = [
        {"seat": seat, **main, **({"extra": extra[0]} if extra else {})}
        for seat, (main, *extra) in enumerate(said)
    ]
    return {"type": "turn", "age": age, "turn": number, "plays": rows}


DOCKS = (
    turn(1, 0, "recruit hatshepsut", "sell midas", "sell nero", "sell varro"),
    turn(1, 1, "build loom_1", "build lumber_yard", "sell altar", "build glassworks_1"),
    turn(1, 2, "wonder workshop", "build timber_yard", "sell theater", "sell marketplace"),
    turn(1, 3, "sell scriptorium", "sell scriptorium", "sell apothecary", "sell press_1"),
    turn(1, 4, "wonder barracks", "sell pawnshop", "sell guard_tower", "sell clay_pit"),
    turn(1, 5, "build clandestine_dock_west", "build stone_pit", "sell tavern", "sell excavation"),
    turn(1, 6, "build west_trading_post", "sell ore_vein", "sell clay_pool", "sell ore_vein"),
)
"""Babylon has Hatshepsut and may play its last card; its left neighbour sells cheaply."""


@pytest.mark.parametrize("rulings", [{}, {"babylon_new_turn": False}], ids=["anew", "once"])
def test_both_engines_know_who_sold_for_nothing_where_nobody_says_it(rulings):
    wonders, sets = "babylon_b rhodos_a ephesos_a gizah_a", "base leaders cities"
    agreed = setup(wonders, sets=sets, rulings=rulings)
    sold = ("sell guard_tower", "sell east_trading_post", "sell lumber_yard")
    last = turn(1, 7, "build stockade; build baths", *sold)
    record = [setup_line(agreed), *DOCKS, last]
    assert [*differences(agreed, record, Random(1))] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CHANGES)), ids=[change.rule for change in CHANGES])
def test_a_rule_that_is_changed_in_one_engine_is_noticed(number):
    played = subprocess.run(
        [sys.executable, "-m", "tests.second.changed_rules", str(number)],
        cwd=ROOT,
        env=os.environ | {"WONDERTABLE_PURE": "1"},
        capture_output=True,
        text=True,
    )
    assert played.stdout.strip().isdecimal(), played.stdout + played.stderr[-2000:]


def test_twenty_rules_are_changed():
    assert len({change.rule for change in CHANGES}) >= 20


def test_the_second_engine_stays_small_and_looks_at_nothing_of_the_first():
    sources = [(ROOT / "tests" / "second" / name).read_text("utf-8") for name in ENGINE]
    assert sum(len(source.splitlines()) for source in sources) <= 900
    assert not any("host_tools" in source or "card_db." in source for source in sources)
