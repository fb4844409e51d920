"""Enrolment on boards that run the real MicroPython, over pseudo-terminals."""

import time

import pytest

from card_db.loader import load_box
from host_tools.enrol.collection import collection
from host_tools.sim.boards import micropython
from host_tools.sim.people.hands import sticker
from tests.enrol.workshop import DECK, ROLL, RealWorkshop, run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not micropython.available(), reason="no MicroPython here"),
]
MISHAPS = [(["truncated"], ""), (["clone"], ""), ([], "weak"), ([], "garbled"), ([], "")]


@pytest.mark.timeout(180)
def test_some_cards_on_two_boards_with_a_killed_host(tmp_path):
    things = collection(load_box("2e"), ("base",))[9:19]  # the end of one pile, and the next
    mishaps = dict(zip(things[1:], MISHAPS * 2, strict=False))
    shop = RealWorkshop(tmp_path / "games.db", things, DECK, seats=2)
    shop.now = time.monotonic()
    try:
        run(shop, mishaps, lambda: shop.work.left <= 5)
        shop.kill()
        shop.open()
        run(shop, mishaps, lambda: shop.work.done)
        found = {row.uid: row.bearer for row in shop.tags.rows()}
    finally:
        shop.close()
    assert found == {sticker(each, ROLL): each for each in things}
    assert {"truncated", "used"} <= {said.code for said in shop.said}
