"""The draft of the next game: what can be chosen, and what makes no game."""

from dataclasses import replace
from pathlib import Path

import pytest

from card_db.loader import house_lines
from host_tools.results.history import HistoryError
from host_tools.web.card_lists import deck_list
from host_tools.web.refusal import RefusedError
from host_tools.web.setup_draft import Players, SetupDraft
from tests.web.serving import plan_of

HOUSE = house_lines([Path(__file__).parents[2] / "docs" / "house.jsonl"])
TWO = [{"name": name, "wonder": "", "side": ""} for name in ("Ann", "Bo")]


def test_plans_are_remembered_in_the_words_of_the_page():
    plan = plan_of("gizah_a rhodos_b ephesos_a", mode="assisted", strict=True)
    assert SetupDraft(Players(), plan).agreed() == plan


def test_the_set_up_page_offers_house_wonders_and_plays_with_house_cards():
    plan = plan_of("gizah_a rhodos_b ephesos_a")
    wish = replace(plan, game_setup=replace(plan.game_setup, house=HOUSE))
    draft = SetupDraft(Players(), wish=wish)
    boards = draft.as_json("fr", running=False)["choices"]["boards"]
    ours = [board for board in boards["1e"] if board["id"] == "labyrinth"]
    assert ours == [{"id": "labyrinth", "name": "Labyrinthe", "side": "A", "sets": []}]
    assert [b["side"] for b in boards["2e"] if b["id"] == "labyrinth"] == ["Day"]
    player = {"name": "Ann", "wonder": "labyrinth", "side": ""}
    draft.save({**draft.plan, "players": [player, *draft.plan["players"][1:]]})
    setup = draft.agreed().game_setup
    assert setup.house == HOUSE and setup.seats[0].board == "labyrinth_a"
    assert deck_list(setup, draft.seed, "en")["groups"][0]["total"] == 22
    assert deck_list(setup, draft.seed, "en")["groups"][0]["dealt"] == 21
    assert SetupDraft(Players(), draft.agreed()).house == HOUSE


def test_the_page_begins_with_what_was_asked_for_on_the_command_line(tmp_path):
    """Names that nobody typed are of those who are known; wonders are left to chance."""
    plan = plan_of("gizah_a rhodos_b ephesos_a olympia_a", sets="base leaders", timer=60)
    seats = [*plan.game_setup.seats]
    seats[0] = replace(seats[0], player="Zoe")
    seats[1:] = [replace(seat, player=None) for seat in seats[1:]]
    wish = replace(plan, game_setup=replace(plan.game_setup, seats=tuple(seats)))
    people = Players(tmp_path / "players.json")
    people.remember(["Mia", "ZOE"])
    found = SetupDraft(people, wish=wish).plan
    assert [player["name"] for player in found["players"]] == ["Zoe", "Mia", "Ann", "Bo"]
    assert {player["wonder"] for player in found["players"]} == {""}
    assert (found["sets"], found["timer"]) == (["base", "leaders"], 60)


def test_a_wonder_is_offered_with_the_sides_and_sets_it_has():
    boards = SetupDraft(Players()).as_json("en", running=False)["choices"]["boards"]["1e"]
    found = [(b["side"], b["sets"]) for b in boards if b["id"] == "manneken_pis"]
    assert found == [("B", ["wonder_pack"])]
    abu_simbel = next(board for board in boards if board["id"] == "abu_simbel")
    assert abu_simbel["sets"] == ["wonder_pack", "leaders"]


def test_the_sets_are_those_of_a_printing():
    sets = SetupDraft(Players()).as_json("en", running=False)["choices"]["sets"]
    assert sets["1e"] == ["base", "leaders", "cities", "wonder_pack"]
    assert sets["2e"] == ["base", "leaders", "cities", "promo_guilds"]


def test_b10_and_b12_are_asked_where_they_matter():
    rulings = SetupDraft(Players()).as_json("en", running=False)["choices"]["rulings"]
    coins, numbers = rulings["free_city_coins"], rulings["house_numbers"]
    assert (coins["values"], coins["sets"]) == ([3, 6], ["leaders"])
    assert coins["players"] == {"two_player": [2]}
    assert numbers["editions"] == ["2e"]
    assert numbers["players"] == {"standard": [8], "two_player": [2], "team": [8]}


def test_b12_two_players_of_the_second_printing_are_a_house_rule():
    draft = SetupDraft(Players())
    plan = {**draft.plan, "edition": "2e", "variant": "two_player", "players": TWO}
    with pytest.raises(RefusedError, match="house_numbers") as refused:
        draft.save(plan)
    assert (refused.value.field, refused.value.rule) == ("ruling-house_numbers", "B12")
    draft.save({**plan, "rulings": {"house_numbers": True}})
    assert draft.agreed().game_setup.players == 2


def seated(*players):
    """Return players by "Ann" or "Ann gizah"."""
    words = [f"{player} ".split(" ") for player in players]
    return [{"name": name, "wonder": wonder, "side": ""} for name, wonder, *_ in words]


WRONG = {
    "no name": ({"players": seated("Ann", "", "Cy")}, "name-1", "Type a name"),
    "a name that a terminal would obey": (
        {"players": seated("Ann", "Bo", "[red]")}, "name-2", "begins with a letter or a digit",
    ),
    "one name twice": ({"players": seated("Ann", "Bo", "ANN")}, "name-2", "called ANN"),
    "one wonder twice": (
        {"players": seated("Ann gizah", "Bo", "Cy gizah")}, "wonder-2", "Another seat has",
    ),
    "an odd number in teams": (
        {"variant": "team", "players": seated(*"ABCDE")}, "variant", "for 4, 6, 8 players",
    ),
    "eight without Cities": ({"players": seated(*"ABCDEFGH")}, "sets", "Eight players need Cities"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_refusal_names_its_field_and_speaks_plainly_in_both_languages(name):
    change, field, words = WRONG[name]
    draft = SetupDraft(Players())
    with pytest.raises(RefusedError) as refused:
        draft.save({**draft.plan, **change})
    assert refused.value.field == field
    assert words in refused.value.text("en")
    french = refused.value.text("fr")
    for text in (refused.value.text("en"), french):
        assert "'gizah" not in text and "_" not in text.replace("_ ( )", "")
    assert french != refused.value.text("en")
    assert draft.plan == SetupDraft(Players()).plan


def test_who_has_played_before_comes_first(tmp_path):
    file = tmp_path / "players.json"
    draft = SetupDraft(Players(file, lambda: ["Zoë", "Yan"]))
    assert [player["name"] for player in draft.plan["players"]] == ["Zoë", "Yan", "Ann"]
    draft.save({**draft.plan, "players": seated("Ida", "zoë", "Cy")})
    assert draft.players.names() == ["Zoë", "Yan", "Ida", "Cy"]
    later = Players(file, lambda: ["Zoë", "Yan"])  # typed names outlive the evening
    assert later.names() == ["Zoë", "Yan", "Ida", "Cy"]


def test_the_players_of_a_game_that_begins_are_remembered_before_typed_names(tmp_path):
    players = Players(tmp_path / "players.json")
    draft = SetupDraft(players)
    draft.save({**draft.plan, "players": seated("Typo", "Bo", "Cy")})
    draft.save({**draft.plan, "players": seated("Ida", "Bo", "Cy")})
    draft.begun()
    assert players.names() == ["Ida", "Bo", "Cy", "Typo"]


def test_a_history_that_cannot_be_read_does_not_keep_anybody_from_playing():
    def broken():
        raise HistoryError("damaged")

    assert Players(None, broken).names() == []
