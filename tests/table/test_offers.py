"""What a seat's page is offered: prices, gains as the rules count them, and what is in the way."""

import pytest

from host_tools.rules.errors import MoveError
from host_tools.rules.intents import complete
from host_tools.rules.moves import Intent
from host_tools.table.offers import obstacles_view, offers_view
from host_tools.table.private_view import private_view
from host_tools.texts.obstacles import obstacle
from tests.rules.table import give, new_game
from tests.table.paper import lay, new_table, turn


def offered(table, seat, card):
    """What a card offers: by action, who is paid for what, points, coins and the stage."""
    evening = table.evening
    found = offers_view(evening, seat, evening.game.rules.card(card))
    return {
        move["action"]: (move["coins"], move["bought"], move["points"], move["gains"])
        for move in found
    }


def test_an_offer_says_whom_it_pays_for_what_and_what_it_gives(tmp_path):
    table = new_table(tmp_path)  # Gizah, Rhodos, Ephesos
    turn(table, "build altar", "build stone_pit", "sell clay_pit")
    assert offered(table, 0, "stockade") == {
        "wonder": ([2, 0, 0], ["S", "", ""], 3, 0),
        "sell": ([0, 0, 0], [], 0, 3),
    }
    assert offered(table, 0, "baths")["build"] == ([0, 0, 0], [], 3, 0)
    assert offered(table, 0, "scriptorium")["build"] == ([0, 2, 0], ["", "P", ""], 1, 0)


def test_points_are_the_difference_that_a_card_makes_to_the_score_now(tmp_path):
    table = new_table(tmp_path)
    give(table.evening.game, 0, built="scriptorium apothecary glassworks_1")
    # A set of three different symbols scores 7 and each of them 1; two are there.
    assert offered(table, 0, "workshop")["build"][2] == 7 + 1


def test_coins_that_a_card_gives_are_no_points_and_its_price_is_no_loss(tmp_path):
    table = new_table(tmp_path, "gizah_a rhodos_a ephesos_a babylon_a")
    assert offered(table, 0, "tavern")["build"] == ([0, 0, 0], [], 0, 5)
    assert offered(table, 0, "timber_yard")["build"] == ([0, 0, 1], ["", "", ""], 0, 0)


OBSTACLES = [
    ("workshop", "glass is missing and neither neighbour sells it."),
    ("stockade", "wood is missing and neither neighbour sells it."),
]


@pytest.mark.parametrize(("card", "text"), OBSTACLES)
def test_why_a_card_cannot_be_built_stands_at_the_card_with_its_rule(tmp_path, card, text):
    table = new_table(tmp_path)
    evening = table.evening
    found = obstacles_view(evening, 0, evening.game.rules.card(card), "en")
    assert {"action": "build", "text": text, "rule": "G20"} in found


def refusal(game, play):
    action, card = play.split()
    with pytest.raises(MoveError) as refused:
        complete(game, 0, Intent(card, action))
    return refused.value


@pytest.mark.parametrize(
    ("wonders", "play", "coins"),
    [
        ("gizah_a rhodos_a ephesos_a", "build stockade", 3),  # nobody sells wood
        ("gizah_a rhodos_a ephesos_a", "build barracks", 1),  # ore is too dear
        ("gizah_a rhodos_a ephesos_a", "build timber_yard", 0),  # coins
        ("gizah_a rhodos_a ephesos_a", "wonder altar", 0),
    ],
)
def test_the_page_and_the_command_line_give_the_same_reason(wonders, play, coins):
    game = new_game(wonders)
    game.cities[0].coins = coins
    error = refusal(game, play)
    assert obstacle(error, "en").rstrip(".") in error.message
    assert obstacle(error, "fr") != obstacle(error, "en")


def test_the_question_names_the_card_and_its_offers(tmp_path):
    table = new_table(tmp_path, grace=None)
    lay(table, "baths", "loom_1", "clay_pit")
    asked = private_view(table, 0)
    assert asked["text"] == "Baths: what will you do with it?"
    assert [offer["action"] for offer in asked["ask"]["offers"]] == ["build", "sell"]
    assert (
        private_view(table, 0, "fr")["text"]
        == "Bains\N{NO-BREAK SPACE}: qu'en faites-vous\N{NO-BREAK SPACE}?"
    )


def test_of_a_card_that_nobody_knows_the_bar_says_what_can_be_said(tmp_path):
    table = new_table(tmp_path, grace=None)
    turn(table, "sell altar", "build stone_pit", "sell theater")
    table.commit_page(0, "baths", 0.0)
    del table.secrets[0]  # as with a reader in sealed mode
    asked = private_view(table, 0)["ask"]
    assert asked["card"] is None and asked["optional"]
    assert [(o["action"], o["builds"], o["points"], o["gains"]) for o in asked["offers"]] == [
        ("wonder", 1, 3, 0),
        ("sell", 0, 0, 3),
    ]
