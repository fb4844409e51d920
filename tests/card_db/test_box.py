"""A box holds what the printed box holds."""

from collections import Counter

import pytest

from card_db.loader import load_box

SETS = ("base", "leaders", "cities")


def deck_for(box, sets, age, players):
    """Every copy that a game deals in this Age, before cards drawn by lot."""
    return [
        card
        for card in box.cards.values()
        if card.age == age and card.set in sets and card.color not in ("purple", "black", "white")
        for number in card.copies
        if number <= players
    ]


def drawn_for(box, sets, age, color):
    """The guilds, black cards or leaders (age 0) that a game may draw from."""
    cards = box.cards.values()
    return [card for card in cards if (card.age, card.color) == (age, color) and card.set in sets]


@pytest.mark.parametrize("edition", ["1e", "2e"])
@pytest.mark.parametrize(
    ("age", "sizes"),
    [(1, [21, 28, 35, 42, 49]), (2, [21, 28, 35, 42, 49]), (3, [16, 22, 28, 34, 40])],
)
def test_the_deck_of_an_age_fits_the_players(edition, age, sizes):
    box = load_box(edition)
    assert [len(deck_for(box, {"base"}, age, players)) for players in range(3, 8)] == sizes


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_with_the_guilds_an_age_three_deck_deals_seven_cards_each(edition):
    box = load_box(edition)
    assert len(drawn_for(box, {"base"}, 3, "purple")) == 10
    for players in range(3, 8):
        assert len(deck_for(box, {"base"}, 3, players)) + players + 2 == 7 * players


def test_a_deck_holds_a_card_as_often_as_its_numbers_allow():
    deck = deck_for(load_box("1e"), {"base"}, 1, 5)
    assert Counter(card.id for card in deck)["tavern"] == 2


@pytest.mark.parametrize(
    ("edition", "age", "color", "set_name", "count"),
    [
        ("1e", 0, "white", "leaders", 36),
        ("1e", 0, "white", "cities", 6),
        ("1e", 3, "purple", "leaders", 4),
        ("1e", 3, "purple", "cities", 3),
        ("1e", 1, "black", "cities", 9),
        ("1e", 2, "black", "cities", 9),
        ("1e", 3, "black", "cities", 9),
        ("2e", 0, "white", "leaders", 55),
        ("2e", 3, "purple", "leaders", 0),
        ("2e", 1, "black", "cities", 14),
        ("2e", 2, "black", "cities", 14),
        ("2e", 3, "black", "cities", 14),
    ],
)
def test_an_expansion_holds_as_many_cards_as_its_box(edition, age, color, set_name, count):
    assert len(drawn_for(load_box(edition), {set_name}, age, color)) == count


def test_the_leaders_of_2020_come_in_three_decks():
    leaders = drawn_for(load_box("2e"), SETS, 0, "white")
    assert Counter(card.deck for card in leaders) == {"standard": 34, "expert": 15, "cities": 6}


@pytest.mark.parametrize(("edition", "sides"), [("1e", 27), ("2e", 22)])
def test_every_wonder_has_two_sides(edition, sides):
    """But one: too little is known of the other side of Manneken Pis."""
    wonders = load_box(edition).wonders.values()
    assert len(wonders) == sides
    numbers = Counter(side.name for side in wonders)
    assert {name: n for name, n in numbers.items() if n != 2} in ({}, {"Manneken Pis": 1})


def test_a_stage_is_a_card_with_an_id_of_its_own():
    stage = load_box("1e").wonders["gizah_b"].stages[3]
    assert (stage.id, stage.name, stage.color, stage.age) == (
        "gizah_b_4",
        "Gizah stage 4",
        "stage",
        0,
    )


@pytest.mark.parametrize("edition", ["1e", "2e"])
@pytest.mark.parametrize("good", ["loom", "glassworks", "press"])
def test_a_grey_card_of_two_ages_is_two_cards_of_one_name(edition, good):
    cards = load_box(edition).cards
    first, second = cards[f"{good}_1"], cards[f"{good}_2"]
    assert first.name == second.name
    assert (first.age, second.age) == (1, 2)


def test_the_printings_are_not_mixed():
    first, second = (load_box(edition).cards["gambling_den"] for edition in ("1e", "2e"))
    assert (first.age, first.effects[0].value) == (1, 6)
    assert (second.age, second.effects[0].value) == (2, 9)


def test_a_printing_is_read_once():
    assert load_box("1e") is load_box("1e")
