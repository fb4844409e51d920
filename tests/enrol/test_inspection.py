"""A shuffled deck is laid through a reader: what is missing, extra, double or unknown."""

import random

import pytest

from card_db.bearers import Bearer
from card_db.loader import load_box
from host_tools.enrol.check_screen import verdict
from host_tools.enrol.collection import Names, collection
from host_tools.enrol.inspection import Inspection, expected, rules_for
from host_tools.rules.errors import MoveError
from host_tools.table.tags import TagRow
from tests.enrol.scene import uid

SETS = ("base", "leaders", "cities")
NAMES = Names(load_box("1e"))
THINGS = collection(NAMES.box, SETS)
KNOWN = [TagRow(uid(n), "main", thing) for n, thing in enumerate(THINGS)]
UIDS = {row.bearer: row.uid for row in KNOWN}


def inspected(players=5, sets=SETS, ages=(0, 1, 2, 3), known=KNOWN):
    wanted = expected(rules_for("1e", sets, players), ages)
    work = Inspection(wanted, known, "main", NAMES)
    work.join("a", 0.0)
    return work


def shuffled(work):
    deck = [UIDS[bearer] for bearer in work.expected.fixed]
    for drawn in work.expected.drawn:
        deck += [UIDS[bearer] for bearer in sorted(drawn.among)[: drawn.number]]
    random.Random(4).shuffle(deck)
    return deck


def lay(work, deck):
    return [work.read("a", each, 5.0 * at) for at, each in enumerate(deck, 1)]


@pytest.mark.parametrize(
    ("players", "sets", "ages", "number"),
    [
        (3, ("base",), (1, 2, 3), 63),
        (5, ("base",), (1,), 35),
        (7, ("base",), (1, 2, 3), 147),
        (5, SETS, (1, 2, 3), 120),
        (2, ("base",), (1, 2, 3), 63),
        (8, SETS, (1, 2, 3), 168),
        (4, SETS, (0,), 42),
    ],
)
def test_a_shuffled_deck_that_is_complete_is_fine(players, sets, ages, number):
    work = inspected(players, sets, ages)
    deck = shuffled(work)
    assert len(deck) == work.expected.number == number
    assert set(lay(work, deck)) == {""}
    assert work.report().fine
    assert work.ask("a").text == "All there. Press the middle"
    work.press("a", "ok", 0.0)
    assert work.done


def test_everything_that_is_wrong_with_a_deck_is_told():
    other = TagRow(uid(900), "travel", Bearer("card", "altar", 3))
    work = inspected(3, ("base",), (1,), [*KNOWN, other])
    deck = shuffled(work)
    gone = deck.pop()
    extra = UIDS[Bearer("card", "clay_pool", 5)]
    refused = lay(work, [*deck, deck[0], extra, uid(900), "04ffffffffffaa"])
    assert refused[-4:] == ["double", "extra", "elsewhere", "unknown"]
    names = {row.uid: NAMES(row.bearer) for row in KNOWN}
    assert verdict(work.report(), work.expected, NAMES) == [
        f"Missing: {names[gone]}.",
        "Does not belong: Clay Pool 5+, Altar 3+.",
        f"Laid twice, or a clone: {names[deck[0]]}.",
        "Unknown tags: 04ffffffffffaa.",
    ]


@pytest.mark.parametrize(("number", "few", "many"), [(4, 1, 0), (5, 0, 0), (7, 0, 2)])
def test_guilds_are_counted_not_named(number, few, many):
    work = inspected(3, ("base",), (3,))
    (guilds,) = work.expected.drawn
    lay(work, [UIDS[bearer] for bearer in [*work.expected.fixed, *sorted(guilds.among)[:number]]])
    report = work.report()
    assert (report.missing, report.too_few, report.too_many) == ([], few, many)


def test_a_weak_tag_that_flickers_is_not_laid_twice():
    work = inspected()
    first = shuffled(work)[0]
    assert [work.read("a", first, at) for at in (1.0, 1.4, 3.0)] == ["", "", ""]
    assert work.report().double == []


def test_a_game_that_cannot_be_is_refused():
    with pytest.raises(MoveError, match="Eight players need the Cities set"):
        rules_for("1e", ("base", "leaders"), 8)
