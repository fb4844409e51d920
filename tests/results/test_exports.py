"""What Board Game Stats gets: every field that its importers demand (docs/results.md)."""

import dataclasses
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
import segno

from host_tools.results.exports import BOARDS, create_play, play_file, play_link
from host_tools.rules.setup import SETS, VARIANTS
from host_tools.web.qr import qr_svg
from tests.results.sheets import evening, game

DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def test_the_link_carries_every_field_that_is_demanded():
    found = create_play(evening(3, sets=("base", "leaders")))
    assert found["sourceName"] == "Wondertable"
    assert UUID.fullmatch(found["sourcePlayId"])
    assert found["playDate"] == "2024-01-01 12:00:00"  # in UTC, wherever the table stands
    assert found["durationMin"] == 40
    assert found["board"] == "Base game, Leaders"
    assert "location" not in found and "comments" not in found
    assert found["game"] == {
        "name": "7 Wonders",
        "sourceGameId": "68448",
        "bggId": 68448,
        "highestWins": True,
        "noPoints": False,
    }
    for player, points in zip(found["players"], (40, 43, 46), strict=True):
        assert player["score"] == points
        assert player["winner"] is (points == 46)
        assert player["rank"] == (49 - points) // 3
        assert player["startPlayer"] is False
        assert player["name"] and player["sourcePlayerId"] and player["role"]


def test_the_link_tells_where_it_was_played():
    found = create_play(evening(3), "Wondertable 7")
    assert found["location"] == "Wondertable 7"
    assert (
        json.loads(parse_qs(urlsplit(play_link(evening(3), "Café & Co")).query)["data"][0])[
            "location"
        ]
        == "Café & Co"
    )


@pytest.mark.parametrize("name", [*SETS, *VARIANTS])
def test_the_board_is_in_plain_words(name):
    assert name == "standard" or BOARDS[name][0].isupper()
    team = dataclasses.replace(evening(4), variant="team", sets=("base", "cities"))
    assert create_play(team)["board"] == "Base game, Cities, Teams"


def test_equal_players_have_the_same_rank():
    tie = game(("Ann", 50), ("Bo", 50), ("Cy", 30))
    assert [player["rank"] for player in create_play(tie)["players"]] == [1, 1, 3]


def test_a_player_has_the_same_id_in_every_game_and_nobody_elses():
    first, second = create_play(evening(4)), create_play(evening(4, day=9))
    ids = [player["sourcePlayerId"] for player in first["players"]]
    assert ids == [player["sourcePlayerId"] for player in second["players"]]
    assert len(set(ids)) == 4
    assert first["sourcePlayId"] != second["sourcePlayId"]


def test_the_second_printing_is_another_game():
    found = game(("Ann", 50), ("Bo", 40), ("Cy", 30), edition="2e")
    assert create_play(found)["game"]["bggId"] == 316377


def test_a_sheet_without_a_clock_tells_no_duration():
    assert "durationMin" not in create_play(dataclasses.replace(evening(), minutes=None))


def test_the_link_holds_it_all_as_one_parameter():
    found = evening(3)
    seats = (dataclasses.replace(found.seats[0], player='Zoë & "Max" +1'), *found.seats[1:])
    found = dataclasses.replace(found, seats=seats)
    link = urlsplit(play_link(found))
    assert (link.scheme, link.netloc, link.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    assert json.loads(parse_qs(link.query)["data"][0]) == create_play(found)
    assert all(32 < ord(sign) < 127 and sign not in '"<>{}' for sign in play_link(found))


@pytest.mark.parametrize("players", [3, 8])
def test_the_code_holds_a_full_table_with_long_names(players):
    found = evening(players)
    seats = tuple(
        dataclasses.replace(seat, player=f"Maximilienne-Charlotte É{at}")
        for at, seat in enumerate(found.seats)
    )
    full = dataclasses.replace(found, seats=seats, sets=("base", "leaders", "cities"))
    link = play_link(full, "Wondertable " + "x" * 40)  # the longest name of a table
    assert "<svg" in qr_svg(link, "l")
    assert segno.make(link, error="l").version < 40


def test_the_file_refers_only_to_what_it_holds():
    games = [evening(4), evening(5, day=3, sets=("base", "leaders", "cities")), _second()]
    found = json.loads(json.dumps(play_file(games)))
    assert set(found) == {"about", "players", "locations", "games", "plays", "userInfo"}
    players = {player["id"]: player["name"] for player in found["players"]}
    boxes = {box["id"]: box for box in found["games"]}
    assert sorted(players.values()) == ["Ann", "Bo", "Cy", "Di", "Ed"]
    assert sorted(box["bggId"] for box in boxes.values()) == [68448, 92539, 111661, 316377]
    assert found["userInfo"]["meRefId"] in players
    for play, told in zip(found["plays"], games, strict=True):
        assert play["uuid"] == told.uuid
        assert DATE.fullmatch(play["playDate"])
        assert str(play["playDateYmd"]) == play["playDate"][:10].replace("-", "")
        assert boxes[play["gameRefId"]]["isBaseGame"] == 1
        assert all(boxes[more["gameRefId"]]["isExpansion"] for more in play["expansionPlays"])
        assert len(play["expansionPlays"]) == len(told.sets) - 1
        scores = {players[line["playerRefId"]]: line for line in play["playerScores"]}
        for seat in told.players:
            line = scores[seat.player]
            assert (line["score"], line["winner"]) == (str(seat.total), seat.won)
            assert line["startPlayer"] is line["newPlayer"] is False
    for thing in (*found["players"], *found["games"], *found["plays"]):
        assert UUID.fullmatch(thing["uuid"])


def _second():
    return game(("Ann", 50), ("Bo", 40), ("Cy", 30), day=5, edition="2e")


def test_ids_of_the_file_stay_the_same_whatever_else_is_in_it():
    alone, among = play_file([evening(3)]), play_file([_second(), evening(3), evening(5, day=8)])
    for kind in ("players", "games"):
        ids = {thing["name"]: (thing["uuid"], thing["id"]) for thing in among[kind]}
        assert all(ids[t["name"]] == (t["uuid"], t["id"]) for t in alone[kind])
    assert alone["plays"][0] == among["plays"][1]


def test_partners_are_a_team():
    play = play_file([dataclasses.replace(evening(4), variant="team")])["plays"][0]
    assert play["usesTeams"] is True
    assert [line["team"] for line in play["playerScores"]] == ["1", "1", "2", "2"]
