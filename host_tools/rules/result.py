"""The result of a game as `wondertable replay --json` prints it, also of cities entered by hand."""

import json
from collections.abc import Mapping

from card_db.cards import Box
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import (
    PARTS,
    VERSION,
    Fields,
    RecordLine,
    bad,
    check_fields,
    check_players,
    check_words,
    setup_of,
)
from host_tools.rules.replay import Replay
from host_tools.rules.ruleset import VICTORY, Ruleset
from host_tools.rules.scoring import FinalChoices, Item, by_category, score

_SETUP = {"edition": "1e", "sets": ["base"], "variant": "standard"}
_SEAT: Fields = {
    **PARTS["seat"],
    "stages": ((int, list), False),
    "under": (list, False),
    "built": (list, False),
    "leaders": (list, False),
    "coins": (int, False),
    "debt": (int, False),
    "victory_tokens": (list, False),
    "defeat_tokens": (int, False),
}
_FILE: Fields = {
    "edition": (str, False),
    "sets": (list, False),
    "variant": (str, False),
    "seats": (list, True),
}


def sheets_of(game: Game, choices: FinalChoices | None = None) -> list[list[Item]]:
    """Return the explained points of every seat."""
    return [score(game, seat, choices) for seat in game.rules.seats]


def ranks(game: Game, totals: list[int]) -> list[int | None]:
    """Rank the seats by points, then coins; equal ones share a rank. The Free City has none.

    R184: in team play the two totals are added, and both have the rank of their team.
    """
    sides: list[list[int]]
    if game.rules.team:
        sides = [[seat, seat + 1] for seat in range(0, game.rules.number, 2)]
    else:
        sides = [[seat] for seat in game.rules.players]
    strength = [
        (sum(totals[seat] for seat in side), sum(game.cities[seat].coins for seat in side))
        for side in sides
    ]
    ranked: list[int | None] = [None] * game.rules.number
    for side, mine in zip(sides, strength, strict=True):
        for seat in side:
            ranked[seat] = 1 + sum(other > mine for other in strength)
    return ranked


def result(replay: Replay, trace: bool = False) -> RecordLine:
    """Return the object that `replay --json` prints for a good record."""
    result = outcome(replay.game, replay.choices)
    return result | {"trace": replay.trace} if trace else result


def outcome(game: Game, choices: FinalChoices | None = None) -> RecordLine:
    """Return every city with its score and rank."""
    scores = [by_category(sheet) for sheet in sheets_of(game, choices)]
    places = ranks(game, [line["total"] for line in scores])
    return {
        "record": VERSION,
        "ok": True,
        "finished": game.over,
        "seats": [
            _seat(game, seat) | {"score": scores[seat], "rank": places[seat]}
            for seat in game.rules.seats
        ],
        "teams": teams(game, [line["total"] for line in scores], places),
    }


def _seat(game: Game, seat: int) -> RecordLine:
    chosen, city = game.rules.setup.seats[seat], game.cities[seat]
    return {
        "seat": seat,
        "player": chosen.player,
        "wonder": chosen.wonder,
        "side": chosen.side,
        "coins": city.coins,
        "debt": city.debt,
        "shields": city.shields,
        "victory_tokens": list(city.victories),
        "defeat_tokens": city.defeats,
        "diplomacy_tokens": city.diplomacy,
        "stages": city.stages,
        "built": [card.id for card in city.built],
        "leaders": [card.id for card in city.leaders],
    }


def teams(game: Game, totals: list[int], places: list[int | None]) -> list[RecordLine] | None:
    """Return every team with its seats, points and rank; None where everybody plays alone."""
    if not game.rules.team:
        return None
    return [
        {
            "team": seat // 2,
            "seats": [seat, seat + 1],
            "total": totals[seat] + totals[seat + 1],
            "rank": places[seat],
        }
        for seat in range(0, game.rules.number, 2)
    ]


def failure(error: MoveError) -> RecordLine:
    """Return the object that `replay --json` prints for a record that breaks the rules."""
    return {
        "record": VERSION,
        "ok": False,
        "line": error.line,
        "seat": error.seat,
        "error": error.code,
        "message": error.message,
        **({"rule": error.rule} if error.rule else {}),
    }


# Cities entered by hand at the end of a game, to be scored without a record.


def is_tableau(data: bytes) -> bool:
    """Is this one JSON object with seats, rather than the lines of a record?"""
    try:
        entered = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(entered, dict) and "seats" in entered and "type" not in entered


def tableau(data: bytes, boxes: Mapping[str, Box] | None = None) -> Game:
    """Return a finished game with these cities; MoveError names what cannot be."""
    entered: RecordLine = json.loads(data)
    check_fields(entered, "the file", _FILE)
    check_words(entered.get("sets", []), "sets")
    for row in entered["seats"]:
        check_fields(row, "a seat", _SEAT)
        for name in ("built", "leaders", "under"):
            check_words(row.get(name, []), name)
    check_players(entered["seats"])
    seats = [{name: row[name] for name in PARTS["seat"] if name in row} for row in entered["seats"]]
    setup = setup_of({**_SETUP, **entered, "type": "setup", "record": 1, "seats": seats})
    game = Game(Ruleset(setup, boxes[setup.edition] if boxes else None))
    game.index = len(game.rules.schedule)
    game.questions.clear()
    for seat, row in enumerate(entered["seats"]):
        _fill_city(game, seat, row)
    return game


def _fill_city(game: Game, seat: int, row: RecordLine) -> None:
    city, rules = game.cities[seat], game.rules
    for name in row.get("built", ()):
        card = rules.card(name, seat)
        if card.name in city.names or card.color == "white":
            white = card.color == "white"
            code, rule = ("wrong_phase", "R3") if white else ("already_built", "G41")
            text = f"{card.name} cannot be among the cards of this city."
            raise MoveError(code, text, seat, rule)
        city.place(card)
    for name in row.get("leaders", ()):
        leader = rules.card(name, seat)
        if leader.color != "white":
            raise MoveError("bad_choice", f"{leader.name} is no leader: it is built.", seat, "R3")
        city.recruit(leader, game.age)
    _fill_stages(game, seat, row)
    city.coins = _number(row, "coins", seat)
    city.debt = _number(row, "debt", seat)
    city.defeats = _number(row, "defeat_tokens", seat)
    city.victories = [_token(value, seat) for value in row.get("victory_tokens", ())]


def _fill_stages(game: Game, seat: int, row: RecordLine) -> None:
    """Build the stages: a number of them, or a list of numbers where any order is allowed."""
    city, said = game.cities[seat], row.get("stages", 0)
    if isinstance(said, int) and not 0 <= said <= len(city.wonder.stages):
        text = f"{city.wonder.name} does not have {said} stages."
        raise MoveError("no_stage_left", text, seat, "G50")
    numbers: list[int] = said if isinstance(said, list) else [*range(1, said + 1)]
    for number in numbers:
        if number not in [index + 1 for index in city.open_stages()]:
            text = f"{city.wonder.name} does not have the stages {said}."
            raise MoveError("no_stage_left", text, seat, "G50")
        city.raise_stage(city.wonder.stages[0], number)
    # Where nobody says which cards lie there, nothing counts their colours.
    city.under = [game.rules.card(name, seat) for name in row.get("under", ())]
    if len(city.under) > len(numbers):
        raise bad(f"{len(city.under)} cards cannot lie under {len(numbers)} stages.", seat)


def _number(row: RecordLine, name: str, seat: int) -> int:
    number: int = row.get(name, 0)
    if number < 0:
        raise bad(f"{name} cannot be less than nothing.", seat)
    return number


def _token(value: object, seat: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in VICTORY[1:]:
        raise bad(f"There is no Victory token {value!r}: they are worth 1, 3 and 5.", seat)
    return value
