"""Whole games at a simulated table: real firmware in every seat, people who lay cards."""

import pytest

from host_tools.bots.dealer import Dealer
from host_tools.commands.asked_setup import named
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import total
from host_tools.table.entries import TableSetup
from host_tools.table.evening import evening_of
from host_tools.table.export import record_of
from tests.table.campaign import WALLS, Shape, setup_of
from tests.table.hall import Hall, TileHall

pytestmark = pytest.mark.slow

FULL = ("base", "leaders", "cities")
GAMES = {
    "base": {"players": 3},
    "everything": {"players": 5, "sets": FULL},
    "teams of the second printing": {
        "players": 4,
        "sets": FULL,
        "variant": "team",
        "edition": "2e",
    },
    "two players": {"players": 2, "sets": FULL, "variant": "two_player"},
    "eight players": {"players": 8, "sets": ("base", "cities")},
}


def hall(tmp_path, seed=1, damage=0.0, mode="sealed", strict=False, kind=Hall, **setup) -> Hall:
    table_setup = TableSetup(Dealer(seed).setup(**setup), mode=mode, countdown=0, strict=strict)
    return kind(table_setup, tmp_path / "journal.db", seed, damage)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_from_the_first_card_to_the_score(tmp_path, game):
    table = hall(tmp_path, **GAMES[game])
    table.play()
    totals = [total(items) for items in sheets_of(table.table.evening.game)]
    assert 1 in ranks(table.table.evening.game, totals)


@pytest.mark.parametrize("seed", range(3))
def test_rome_draws_leaders_and_halikarnassos_digs_to_the_end(tmp_path, seed):
    """R72: Rome's first stage brings four leaders more; the pile holds what was just laid."""
    drawn = Dealer(seed).setup(3, sets=FULL)
    seated = named(drawn, (), ("roma:B", "halikarnassos:B", "alexandria:B"))
    Hall(TableSetup(seated, countdown=0), tmp_path / "journal.db", seed).play()


@pytest.mark.parametrize("mode", ["sealed", "assisted"])
@pytest.mark.parametrize("strict", [False, True])
def test_every_mode_leads_to_the_end(tmp_path, mode, strict):
    hall(tmp_path, players=3, mode=mode, strict=strict).play()


def test_a_whole_game_is_played_with_action_tiles_and_no_button(tmp_path):
    hall(tmp_path, players=3, sets=FULL, kind=TileHall).play()


@pytest.mark.parametrize("kind", [Hall, TileHall])
def test_w7_stages_are_chosen_by_buttons_and_by_tiles_to_the_end(tmp_path, kind):
    table_setup = setup_of(5, Shape(3, WALLS, grace=None))
    table = kind(table_setup, tmp_path / "journal.db", 5)
    table.play()
    evening = table.table.evening
    seat = [seat.wonder for seat in table_setup.game_setup.seats].index("wall")
    assert evening.game.cities[seat].raised != sorted(evening.game.cities[seat].raised)
    again = replay(dump(record_of(evening)).encode()).game
    assert [city.raised for city in again.cities] == [city.raised for city in evening.game.cities]
    assert sheets_of(again) == sheets_of(evening.game)


def test_damaged_frames_lose_nothing(tmp_path):
    hall(tmp_path, players=4, sets=FULL, damage=0.05).play()


def test_the_evening_is_the_fold_of_its_journal(tmp_path):
    table = hall(tmp_path, players=3)
    table.play()
    again = evening_of(table.journal.read(table.table.number)).game
    assert [city.coins for city in again.cities] == [
        city.coins for city in table.table.evening.game.cities
    ]
    assert sheets_of(again) == sheets_of(table.table.evening.game)


def test_a_crash_of_the_host_loses_nothing(tmp_path):
    table = hall(tmp_path, players=3, sets=FULL)
    while not table.table.evening.game.over:
        table.wait(table.rng.randrange(100, 3000))
        table.crash()
    assert table.table.evening.game.over
