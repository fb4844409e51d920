"""The history as files for other programs: CSV, JSON, and plays for Board Game Stats.

docs/results.md lists the fields that Board Game Stats needs.
"""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote
from uuid import uuid5

from host_tools.results.by_hand import write_csv
from host_tools.results.played import PlayedGame, SeatResult, utc, wonder_name
from host_tools.table.entries import WONDERTABLE

Json = dict[str, Any]
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Wondertable"
# Ids at BoardGameGeek. Both printings of an expansion use the id of the first.
GAMES = {"1e": (68448, "7 Wonders", 2010), "2e": (316377, "7 Wonders (Second Edition)", 2020)}
EXPANSIONS = {
    "leaders": (92539, "7 Wonders: Leaders", 2011),
    "cities": (111661, "7 Wonders: Cities", 2012),
}
USUAL = "standard"  # a variant that needs no word
BOARDS = {
    "base": "Base game",
    "leaders": "Leaders",
    "cities": "Cities",
    "wonder_pack": "Wonder Pack",
    "promo_guilds": "Promo guilds",
    "two_player": "Two players",
    "team": "Teams",
}
"""Set or variant: its English name, whatever the language, so that plays are sorted alike."""


def stable_id(kind: str, name: object) -> str:
    """Return the same id for the same thing, so that a second import updates it.

    >>> stable_id("player", "Ann") == stable_id("player", "Ann") != stable_id("player", "Bo")
    True
    """
    return str(uuid5(WONDERTABLE, f"{kind} {name}"))


def _number(uuid: str) -> int:
    """Return the number that the parts of a file use to refer to one another."""
    return int(uuid[:7], 16)


def create_play(game: PlayedGame, location: str = "") -> Json:
    """Return the link's data: all fields that the app requires, even those it calls optional.

    And little more: a phone must read the QR code from across the table.
    """
    bgg, name, _ = GAMES[game.edition]
    play: Json = {
        "sourceName": SOURCE,
        "sourcePlayId": game.uuid,
        "playDate": utc(game.ended),
        "board": board(game),
        "game": {
            "name": name,
            "sourceGameId": str(bgg),
            "bggId": bgg,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat.player,
                "sourcePlayerId": stable_id("player", seat.player)[:8],
                "role": wonder_name(seat.wonder, seat.side, "en"),
                "score": seat.total,
                "rank": seat.rank,
                "winner": seat.won,
                "startPlayer": False,  # all play at the same time
            }
            for seat in game.players
        ],
    }
    if game.minutes is not None:
        play["durationMin"] = round(game.minutes)
    if location:
        play["location"] = location
    return play


def board(game: PlayedGame) -> str:
    """Return what the app calls the board or variant: it can sort plays by it.

    Each player's own board, the wonder, is the role.
    """
    return ", ".join(BOARDS.get(name, name) for name in (*game.sets, game.variant) if name != USUAL)


def play_link(game: PlayedGame, location: str = "") -> str:
    """Return the link that opens the app, or its store page, on a phone."""
    text = json.dumps(create_play(game, location), ensure_ascii=False, separators=(",", ":"))
    return f"{CREATE_PLAY}?data={quote(text, safe=':,')}"


def play_file(games: list[PlayedGame]) -> Json:
    """Return the contents of a `.bgsplay` file."""
    players = sorted({seat.player for game in games for seat in game.players if seat.player})
    boxes = [GAMES[edition] for edition in GAMES if any(g.edition == edition for g in games)]
    more = [EXPANSIONS[name] for name in EXPANSIONS if any(name in g.sets for g in games)]
    changed = utc(max((game.ended for game in games), default=0.0))
    return {
        "about": "Plays of 7 Wonders from Wondertable, to be opened with Board Game Stats.",
        "players": [_player(name, changed) for name in players],
        "locations": [],
        "games": [
            *(_box(box, changed, expansion=False) for box in boxes),
            *(_box(box, changed, expansion=True) for box in more),
        ],
        "plays": [_play(game) for game in games],
        "userInfo": {"meRefId": _number(stable_id("player", players[0])) if players else 0},
    }


def _player(name: str, changed: str) -> Json:
    uuid = stable_id("player", name)
    return {
        "uuid": uuid,
        "id": _number(uuid),
        "name": name,
        "isAnonymous": False,
        "bggUsername": "",
        "modificationDate": changed,
    }


def _box(box: tuple[int, str, int], changed: str, expansion: bool) -> Json:
    bgg, name, year = box
    uuid = stable_id("box", bgg)
    return {
        "uuid": uuid,
        "id": _number(uuid),
        "name": name,
        "bggId": bgg,
        "bggName": name,
        "bggYear": year,
        "isBaseGame": int(not expansion),
        "isExpansion": int(expansion),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "minPlayerCount": 2,
        "maxPlayerCount": 8 if name == EXPANSIONS["cities"][1] else 7,
        "modificationDate": changed,
    }


def _play(game: PlayedGame) -> Json:
    date = utc(game.ended)
    return {
        "uuid": game.uuid,
        "playDate": date,
        "playDateYmd": int(date[:10].replace("-", "")),
        "entryDate": date,
        "modificationDate": date,
        "gameRefId": _number(stable_id("box", GAMES[game.edition][0])),
        "expansionPlays": [
            {"gameRefId": _number(stable_id("box", EXPANSIONS[name][0])), "bggId": 0}
            for name in game.sets
            if name in EXPANSIONS
        ],
        "durationMin": round(game.minutes or 0),
        "ignored": False,
        "manualWinner": True,  # ties are broken by coins, which the app does not know
        "rounds": 0,
        "scoringSetting": 0,
        "usesTeams": game.variant == "team",
        "comments": "",
        "board": board(game),
        "playerScores": [_score(game, number, seat) for number, seat in enumerate(game.players)],
    }


def _score(game: PlayedGame, number: int, seat: SeatResult) -> Json:
    score: Json = {
        "playerRefId": _number(stable_id("player", seat.player)),
        "score": str(seat.total),
        "rank": seat.rank,
        "winner": seat.won,
        "startPlayer": False,
        "newPlayer": False,
        "seatOrder": number + 1,
        "role": wonder_name(seat.wonder, seat.side, "en"),
    }
    return score | {"team": str(1 + number // 2)} if game.variant == "team" else score


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[list[PlayedGame]], str]] = {
    "csv": write_csv,
    "json": lambda games: _dump({"version": 1, "games": [game.as_json() for game in games]}),
    "bgsplay": lambda games: _dump(play_file(games)),
}
"""Format: how games are written in it."""
