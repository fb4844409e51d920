"""A whole collection on seats with the real firmware, with all that goes wrong; nothing is lost."""

import random

import pytest

from card_db.loader import load_box
from host_tools.enrol.collection import collection, people, tiles
from host_tools.sim.people.hands import sticker
from host_tools.table.tags import deck_of
from tests.enrol.workshop import DECK, ROLL, Workshop, run


def mishaps_of(things, seed=5):
    """A third of the cards have a mishap before them, or a tag that is read badly."""
    chance = random.Random(seed)
    kinds = [(["truncated"], ""), (["clone"], ""), ([], "weak"), ([], "garbled")]
    return {thing: chance.choice(kinds) for thing in things[8:] if chance.random() < 0.3}


@pytest.mark.slow
def test_a_collection_of_over_250_is_enrolled_whatever_happens(tmp_path):
    cards = collection(load_box("2e"), DECK.sets)
    things = [*cards, *tiles(1), *people(["Ann", "Bo"])]
    assert len(things) > 250
    mishaps = mishaps_of(things)
    shop = Workshop(tmp_path / "games.db", things, DECK)
    for left in (170, 90):  # the host is killed, with cards lying there, and started again
        run(shop, mishaps, lambda left=left: shop.work.left <= left)
        written = {row.uid for row in shop.tags.rows()}
        shop.kill()
        shop.open()
        assert {row.uid for row in shop.tags.rows()} == written
    run(shop, mishaps, lambda: shop.work.done)
    expected = {sticker(each, ROLL): (deck_of(each, "main"), each) for each in things}
    assert {row.uid: (row.deck, row.bearer) for row in shop.tags.rows()} == expected
    codes = [said.code for said in shop.said]
    print({code: codes.count(code) for code in sorted(set(codes))}, f"{shop.now:.0f} s")
    assert codes.count("taken") == len(things)
    for code in ("truncated", "used", "again"):
        assert codes.count(code) > 3, code


def garbled_few(path):
    """Some cards whose every reading begins with a wrong number."""
    things = collection(load_box("2e"), ("base",))[:6]
    shop = Workshop(path, things, DECK, seats=1)
    run(shop, {thing: ([], "garbled") for thing in things}, lambda: shop.work.done, seed=3)
    rows = {row.uid: row.bearer for row in shop.tags.rows()}
    shop.journal.close()
    return rows, {sticker(each, ROLL): each for each in things}


@pytest.mark.slow
def test_a_number_that_is_read_wrongly_is_never_taken(tmp_path):
    rows, expected = garbled_few(tmp_path / "games.db")
    assert rows == expected


@pytest.mark.slow
def test_without_the_quiet_moment_it_would_be(tmp_path, monkeypatch):
    monkeypatch.setattr("host_tools.enrol.enrolment.SETTLE_S", 0.0)
    rows, expected = garbled_few(tmp_path / "games.db")
    assert rows != expected


def test_a_refused_tag_gives_amber_and_a_low_tone(tmp_path):
    things = collection(load_box("2e"), ("base",))[:3]
    shop = Workshop(tmp_path / "games.db", things, DECK, seats=1)
    board = shop.boards[0]
    for _ in range(300):
        shop.step()
    board.parts.lay("8804a1b2")
    seen = set()
    for _ in range(150):
        shop.step()
        seen |= {board.parts.tone, board.parts.light}
    assert {196, (255, 110, 0)} <= seen
    assert shop.said[-1].code == "truncated"
    shop.journal.close()


def test_a_disk_that_takes_nothing_is_told_and_the_card_taken_when_it_does(tmp_path):
    things = collection(load_box("2e"), ("base",))[:2]
    shop = Workshop(tmp_path / "games.db", things, DECK, seats=1)
    db = shop.journal._db
    db.execute("PRAGMA query_only = ON")
    run(shop, {}, lambda: shop.sitting.trouble)
    assert "the journal cannot be written" in shop.sitting.trouble
    assert shop.work.left == 2
    db.execute("PRAGMA query_only = OFF")
    run(shop, {}, lambda: shop.work.done)
    assert shop.sitting.trouble == ""
    shop.journal.close()


def test_buttons_take_back_and_put_off(tmp_path):
    things = collection(load_box("2e"), ("base",))[:3]
    shop = Workshop(tmp_path / "games.db", things, DECK, seats=1)
    run(shop, {}, lambda: shop.work.left == 1)
    parts = shop.boards[0].parts

    def press(button):
        parts.lift()
        for held in (True, False):
            (parts.press if held else parts.release)(button)
            for _ in range(30):
                shop.step()

    press("left")
    assert [said.code for said in shop.said][-1] == "undone"
    assert len(shop.tags.rows()) == 1
    press("right")
    assert shop.work.put_off == [things[1]]
    assert shop.asked(0) == things[2]
    shop.journal.close()
