"""Enrolment: what is asked for, what is taken, what is refused and why."""

import pytest

from card_db.bearers import Bearer
from card_db.loader import load_box
from host_tools.enrol.collection import Names, collection, people, piles, tiles
from host_tools.enrol.enrolment import LOOK_S
from host_tools.table.tags import TagRow
from host_tools.texts import LANGUAGES, say
from tests.enrol.scene import BROWN, GREY, Scene, uid

CLAY = Bearer("card", "clay_pit", 3)


def test_cards_are_asked_for_as_they_lie_and_get_their_tags():
    scene = Scene()
    for number, card in enumerate(BROWN + GREY):
        assert scene.asked("a") == card
        assert scene.lay("a", number) == ""
    assert scene.tags == {uid(n): card for n, card in enumerate(BROWN + GREY)}
    assert scene.work.done
    assert scene.work.ask("a").text == "All done here. Thank you"


def test_what_has_a_tag_is_not_asked_for_again():
    scene = Scene(known=[TagRow(uid(1), "main", CLAY)])
    assert scene.asked("a") == "clay_pool:3"
    assert scene.work.left == 4


@pytest.mark.parametrize(
    ("tag", "code", "says"),
    [
        ("8804a1b2", "truncated", "Only half of this tag's number was read (8804a1b2)"),
        ("08a1b2c3", "random", "a phone or a bank card"),
        ("00000000000000", "blank", "no number of its own"),
        (uid(900), "used_elsewhere", "is Clay Pit 3+ of the deck travel already"),
        (uid(901), "used", "is tile Build already"),
    ],
)
def test_a_tag_that_cannot_be_the_card_is_refused_with_a_sentence(tag, code, says):
    known = [TagRow(uid(900), "travel", CLAY), TagRow(uid(901), "", Bearer("tile", "build"))]
    scene = Scene(known=known)
    assert scene.lay("a", tag) == code
    assert says in scene.told
    assert scene.work.ask("a").light == "warn"
    assert scene.asked("a") == "clay_pit:3"
    assert len(scene.tags) == 2


def test_a_clone_of_an_enrolled_tag_is_refused():
    scene = Scene()
    scene.lay("a", 1)
    scene.lay("a", 2)
    assert scene.lay("a", 1) == "used"
    assert scene.told == (
        "This tag is Clay Pit 3+ already. If Clay Pool 5+ lies there, its sticker is a clone: put"
        " another one on it. Otherwise lay Clay Pool 5+."
    )
    assert scene.tags == {uid(1): "clay_pit:3", uid(2): "clay_pool:3"}


def test_a_weak_tag_that_flickers_after_it_was_taken_disturbs_nobody():
    scene = Scene()
    scene.lay("a", 1)
    told = list(scene.work.said)
    for _ in range(5):
        assert scene.lay("a", 1) == ""
    assert scene.work.said == told
    assert scene.asked("a") == "clay_pool:3"


def test_the_same_tag_a_while_later_is_a_clone_or_a_mistake():
    scene = Scene()
    scene.lay("a", 1)
    scene.wait(10.0)
    assert scene.lay("a", 1) == "used"


def test_two_readings_of_one_card_that_differ_are_not_taken_for_two_cards():
    scene = Scene()
    scene.read("a", 666)
    scene.read("a", 1)
    scene.wait()
    assert scene.told == ("This tag was read in two ways. Lift it, then lay Clay Pit 3+ again.")
    assert scene.work.ask("a").sound == "low"
    assert scene.tags == {}
    scene.lay("a", 1)
    assert scene.tags == {uid(1): "clay_pit:3"}


def test_only_a_majority_of_the_readings_counts():
    scene = Scene()
    for number in (1, 2, 3):
        scene.read("a", number)
    scene.lay("a", 1)
    assert scene.tags == {}  # two of four
    scene.lay("a", 1)
    assert scene.tags == {uid(1): "clay_pit:3"}


def test_one_tag_at_two_seats_at_once_is_taken_by_neither():
    scene = Scene(seats="ab")
    scene.lay("a", 1)
    scene.now += LOOK_S
    scene.read("a", 7)
    assert scene.read("b", 7) == "twin"
    scene.wait()
    assert scene.tags == {uid(1): "clay_pit:3"}


def test_a_card_that_lies_there_when_the_seat_joins_was_not_laid_for_its_question():
    scene = Scene()
    scene.work.join("b", scene.now)
    assert scene.lay("b", 1) == "changed"
    assert scene.tags == {}


# Several seats


def test_seats_have_the_numbers_that_their_boards_were_flashed_with():
    work = Scene(seats="").work
    for board, built_in in (("a", ""), ("b", "1"), ("c", "5"), ("d", "x")):
        work.join(board, 0.0, built_in)
    work.join("b", 1.0, "1")
    assert {board: place.number for board, place in work.stations.items()} == {
        "a": 1,
        "b": 2,
        "c": 5,
        "d": 3,
    }


def test_every_seat_that_is_used_has_a_pile_of_its_own():
    scene = Scene(seats="ab")
    assert (scene.asked("a"), scene.asked("b")) == ("clay_pit:3", "clay_pit:3")
    scene.lay("b", 1)
    assert (scene.asked("a"), scene.asked("b")) == ("glassworks_1:3", "clay_pool:3")
    scene.now += LOOK_S
    scene.lay("a", 2)
    assert (scene.asked("a"), scene.asked("b")) == ("glassworks_1:6", "clay_pool:3")


def test_an_unused_seat_whose_card_has_just_changed_takes_nothing_for_a_moment():
    scene = Scene(seats="ab")
    scene.read("a", 1)
    assert scene.read("b", 2) == "changed"
    assert scene.told.endswith("another card: Glassworks, Age I 3+.")
    scene.now += LOOK_S
    assert scene.read("b", 2) == ""


def test_one_person_at_one_of_many_seats_gets_every_pile_in_turn():
    scene = Scene(seats="abcd")
    for number, card in enumerate(BROWN + GREY):
        assert scene.asked("c") == card
        scene.lay("c", number)
    assert scene.work.done


def test_a_seat_with_nothing_left_says_so_while_another_still_works():
    scene = Scene(seats="ab")
    scene.lay("a", 1)
    scene.now += LOOK_S
    scene.lay("b", 11)
    scene.lay("b", 12)
    assert scene.asked("b") is None
    assert scene.lay("b", 13) == "nothing"
    assert not scene.work.done


def test_the_pile_of_a_seat_that_is_unplugged_goes_to_another():
    scene = Scene(seats="ab")
    scene.lay("a", 1)
    scene.work.leave("a", scene.now)
    assert scene.asked("b") == "clay_pool:3"
    scene.now += LOOK_S
    for number in range(2, 6):
        assert scene.lay("b", number) == ""
    assert scene.work.done


def test_a_seat_that_comes_back_goes_on_and_can_still_undo():
    scene = Scene()
    scene.lay("a", 1)
    scene.work.leave("a", scene.now)
    scene.work.join("a", scene.now)
    assert scene.asked("a") == "clay_pool:3"
    scene.press("a", "undo")
    assert scene.asked("a") == "clay_pit:3"
    assert scene.tags == {}


# Buttons


def test_undo_takes_back_tag_after_tag():
    scene = Scene()
    assert scene.work.ask("a").keys == "--r"
    scene.lay("a", 1)
    scene.lay("a", 2)
    assert scene.work.ask("a").keys == "u-r"
    scene.press("a", "undo")
    scene.press("a", "undo")
    assert scene.tags == {}
    assert scene.asked("a") == "clay_pit:3"
    assert scene.press("a", "undo") == "no_undo"
    for number in (2, 1, 3, 4, 5):
        scene.lay("a", number)
    assert scene.work.done
    assert scene.tags[uid(2)] == "clay_pit:3"


def test_undo_reaches_into_the_pile_before():
    scene = Scene()
    for number in range(3):
        scene.lay("a", number)
    scene.press("a", "undo")
    assert scene.asked("a") == "clay_pool:5"
    scene.lay("a", 2)
    assert scene.asked("a") == "glassworks_1:3"


def test_a_card_that_cannot_be_found_is_put_off():
    scene = Scene(["clay_pit:3", "clay_pool:3"])
    scene.press("a", "right")
    assert scene.told.startswith("Clay Pit 3+ comes later")
    scene.lay("a", 1)
    assert scene.work.done
    assert [str(bearer) for bearer in scene.work.put_off] == ["clay_pit:3"]
    assert scene.work.left == 1


def test_a_lost_tag_is_replaced_and_the_old_one_is_free_again():
    scene = Scene(["clay_pit:3"], known=[TagRow(uid(1), "main", CLAY)], again=True)
    assert scene.asked("a") == "clay_pit:3"
    scene.lay("a", 2)
    assert scene.tags == {uid(2): "clay_pit:3"}
    scene.press("a", "undo")
    assert scene.tags == {uid(1): "clay_pit:3"}


# The collection


@pytest.mark.parametrize(
    ("edition", "players", "number"), [("1e", 7, 224), ("2e", 7, 245), ("1e", 3, 144)]
)
def test_a_collection_has_every_copy_once(edition, players, number):
    found = collection(load_box(edition), ("base", "leaders", "cities"), players)
    assert len(found) == len(set(found)) == number


def test_leaders_of_cities_are_asked_for_with_the_cards_of_that_box():
    box = load_box("2e")
    found = collection(box, ("base", "leaders", "cities"))
    names = Names(box)
    order = list(dict.fromkeys(names.pile(bearer) for bearer in found))
    assert order[:3] == ["Age I, brown (base)", "Age I, grey (base)", "Age I, blue (base)"]
    assert order.index("Leaders (Leaders)") + 1 == order.index("Leaders (Cities)")
    assert len(piles(box, found)) == len(order)


def test_every_name_is_told_from_every_other_and_fits_a_display():
    for edition in ("1e", "2e"):
        for lang in LANGUAGES:
            names = Names(load_box(edition), lang)
            things = collection(names.box, ("base", "leaders", "cities")) + tiles(3)
            told = [names(bearer) for bearer in things]
            assert len(set(told)) == len(told)
            assert max(len(say("enrol.short_lay", lang, name=name)) for name in told) <= 40


@pytest.mark.parametrize("name", ["", " ", "=SUM(A1)", "a:b", "x" * 25, "\t\x07"])
def test_a_name_that_a_spreadsheet_or_a_display_cannot_hold_is_refused(name):
    with pytest.raises(ValueError, match="A name has 1 to 24 letters"):
        people([name])
