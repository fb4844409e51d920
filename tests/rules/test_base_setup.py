"""Set-up and shape of a game (rulebook pages 2 to 5)."""

import pytest

from card_db.loader import load_box
from host_tools.rules.ruleset import Ruleset
from tests.rules.table import build_prices, coins, give, new_game, play, points, setup

WONDERS = ["gizah", "rhodos", "ephesos", "babylon", "olympia", "halikarnassos", "alexandria"]
# RB p.8, 9 and the boards: what each city makes from the start.
START = {
    "1e": dict(zip(WONDERS, "SOPCWLG", strict=True)),
    "2e": dict(zip(WONDERS, "SOPWCLG", strict=True)),
}
SIDES = {"1e": ("a", "b"), "2e": ("day", "night")}
BOARDS = [(e, f"{wonder}_{side}") for e in SIDES for wonder in WONDERS for side in SIDES[e]]
# A card of Age I that costs just this resource.
ONE = {
    "S": "baths", "O": "barracks", "C": "guard_tower", "W": "stockade",
    "P": "scriptorium", "L": "apothecary", "G": "workshop",
}  # fmt: skip


def rules_for(number, edition="1e"):
    side = SIDES[edition][0]
    return Ruleset(setup(" ".join(f"{name}_{side}" for name in WONDERS[:number]), edition=edition))


def table_with(board, edition):
    """The board at seat 0 with neighbours that make nothing of the same kind."""
    wonder = board.rsplit("_", 1)[0]
    mine = START[edition][wonder]
    others = [name for name in WONDERS if name != wonder and START[edition][name] != mine]
    boards = (board, *(f"{name}_{SIDES[edition][0]}" for name in others[:2]))
    return new_game(" ".join(boards), edition=edition)


def test_a_game_has_three_ages_of_six_turns_each_ended_by_conflicts():
    """RB p.2, 5."""
    steps = [(step.kind, step.age, step.turn) for step in rules_for(3).schedule]
    assert steps == [
        step
        for age in (1, 2, 3)
        for step in (*(("turn", age, number) for number in range(1, 7)), ("conflict", age, 0))
    ]


@pytest.mark.parametrize("edition", ["1e", "2e"])
@pytest.mark.parametrize("number", range(3, 8))
def test_the_whole_deck_of_an_age_is_dealt_seven_cards_a_player(number, edition):
    """RB p.3."""
    rules = rules_for(number, edition)
    assert rules.hand_size == 7
    for age in (1, 2):
        assert rules.decks[age].total() == 7 * number
    plain = [card for card in rules.decks[3].elements() if card.color != "purple"]
    assert len(plain) + rules.guilds_drawn == 7 * number


@pytest.mark.parametrize(("number", "guilds"), [(3, 5), (4, 6), (5, 7), (6, 8), (7, 9)])
def test_age_iii_has_two_guilds_more_than_players(number, guilds):
    """RB p.3."""
    assert rules_for(number).guilds_drawn == guilds


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_there_are_ten_guilds_to_draw_from_once_each(edition):
    """RB p.3."""
    deck = rules_for(3, edition).decks[3]
    assert [copies for card, copies in deck.items() if card.color == "purple"] == [1] * 10


@pytest.mark.parametrize(
    ("card", "copies"),
    [
        ("altar", [1, 1, 2, 2, 2]),
        ("tavern", [0, 1, 2, 2, 3]),
        ("timber_yard", [1, 1, 1, 1, 1]),
        ("mine", [0, 0, 0, 1, 1]),
        ("palace", [1, 1, 1, 1, 2]),
    ],
)
def test_a_deck_holds_every_copy_whose_number_is_at_most_the_players(card, copies):
    """RB p.3: the number at the bottom of the card."""
    found = []
    for number in range(3, 8):
        rules = rules_for(number)
        fact = rules.box.cards[card]
        found.append(rules.decks[fact.age][fact])
    assert found == copies


@pytest.mark.parametrize("number", range(3, 8))
def test_everybody_starts_with_three_coins_and_nothing_else(number):
    """RB p.3."""
    game = new_game(" ".join(f"{name}_a" for name in WONDERS[:number]))
    assert coins(game) == [3] * number
    for city in game.cities:
        assert (city.built, city.stages, city.shields, city.debt) == ([], 0, 0, 0)


def test_coins_have_no_limit():
    """RB p.3."""
    game = new_game()
    give(game, 0, coins=1000)
    play(game, "0 sell altar")
    assert coins(game)[0] == 1003


def test_sides_may_be_mixed_in_one_game():
    """RB p.9."""
    game = new_game("gizah_a rhodos_b ephesos_a")
    assert [city.wonder.side for city in game.cities] == ["A", "B", "A"]


@pytest.mark.parametrize("edition", ["1e", "2e"])
def test_each_printing_has_seven_wonders_with_two_sides(edition):
    """RB p.3."""
    boards = [w.id for w in load_box(edition).wonders.values() if w.set == "base"]
    assert sorted(boards) == sorted(board for e, board in BOARDS if e == edition)


@pytest.mark.parametrize(("edition", "board"), BOARDS)
def test_the_boards_resource_is_made_from_the_start(edition, board):
    """RB p.4."""
    game = table_with(board, edition)
    give(game, 0, coins=0)
    wonder = board.rsplit("_", 1)[0]
    made = [kind for kind, name in ONE.items() if can_build(game, name)]
    assert made == [START[edition][wonder]]


def can_build(game, name):
    return bool(build_prices(game, 0, game.rules.box.cards[name]))


@pytest.mark.parametrize(("edition", "board"), BOARDS)
def test_the_boards_resource_may_be_bought_by_both_neighbours(edition, board):
    """RB p.4."""
    game = table_with(board, edition)
    name = ONE[START[edition][board.rsplit("_", 1)[0]]]
    play(game, f"1 build {name} right=2")
    assert coins(game)[0] == 3 + 3 + 2
    game = table_with(board, edition)
    play(game, f"2 build {name} left=2")
    assert coins(game)[0] == 3 + 3 + 2


def test_the_boards_resource_is_no_card_for_vineyard():
    """RB p.12: Gizah, Rhodos and Babylon make raw materials, and there is no brown card."""
    game = new_game("gizah_a rhodos_a babylon_a", age=2)
    play(game, "0 build vineyard", "1 sell forum", "2 sell walls")
    assert coins(game)[0] == 3


def test_the_boards_resource_is_no_card_for_bazar():
    """RB p.12."""
    game = new_game("ephesos_a alexandria_a halikarnassos_a rhodos_a", age=2)
    play(game, "0 build bazar")
    assert coins(game)[0] == 3


@pytest.mark.parametrize(
    ("card", "category", "least"),
    [
        ("workers_guild", "guilds", 0),
        ("craftsmens_guild", "guilds", 0),
        ("shipowners_guild", "guilds", 1),  # itself
        ("haven", "commercial", 0),
        ("chamber_of_commerce", "commercial", 0),
    ],
)
def test_the_boards_resource_is_no_card_at_scoring(card, category, least):
    """RB p.12."""
    game = new_game("gizah_a alexandria_a ephesos_a rhodos_a", age=3)
    give(game, 0, built=card)
    assert points(game, 0, category) == least
