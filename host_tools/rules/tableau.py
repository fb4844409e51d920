"""Cities entered by hand at the end of a game, to be scored without a record.

They use the words of `wondertable replay --json`, so that its seats can be scored again.
"""

import json
from collections.abc import Mapping

from card_db.cards import SYMBOLS, Box, Card
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import (
    PARTS,
    Fields,
    RecordLine,
    bad,
    check_fields,
    check_players,
    check_words,
    load_json,
    setup_of,
)
from host_tools.rules.replay import check_final
from host_tools.rules.ruleset import VICTORY, Ruleset
from host_tools.rules.science import Counts
from host_tools.rules.scoring import FinalChoices

_SETUP = {"edition": "1e", "sets": ["base"], "variant": "standard"}
_FOLLOWS: Fields = {
    "shields": (int, False),
    "score": (dict, False),
    "rank": ((int, type(None)), False),
}
"""What `replay --json` prints besides, and what follows from the rest."""
_SEAT: Fields = {
    **PARTS["seat"],
    "seat": (int, False),
    "stages": ((int, list), False),
    "raised": (list, False),
    "under": (list, False),
    "built": (list, False),
    "leaders": (list, False),
    "face_down": (dict, False),
    "copied": (str, False),
    "coins": (int, False),
    "debt": (int, False),
    "victory_tokens": (list, False),
    "defeat_tokens": (int, False),
    "diplomacy_tokens": (int, False),
    "copy_guild": (str, False),
    "science": (dict, False),
    **_FOLLOWS,
}
_FILE: Fields = {
    "edition": (str, False),
    "sets": (list, False),
    "variant": (str, False),
    "rulings": (dict, False),
    "house": (list, False),
    "seats": (list, True),
}


def is_tableau(data: bytes) -> bool:
    """Is this one JSON object with seats, rather than the lines of a record?"""
    try:
        entered = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(entered, dict) and "seats" in entered and "type" not in entered


def tableau(data: bytes, boxes: Mapping[str, Box] | None = None) -> tuple[Game, FinalChoices]:
    """Return a finished game with these cities, and what they chose at its end.

    MoveError names what cannot be.
    """
    entered = load_json(data)
    check_fields(entered, "the file", _FILE)
    check_words(entered.get("sets", []), "sets")
    for index, row in enumerate(entered["seats"]):
        _check_seat(index, row)
    check_players(entered["seats"])
    seats = [{name: row[name] for name in PARTS["seat"] if name in row} for row in entered["seats"]]
    setup = setup_of({**_SETUP, **entered, "type": "setup", "record": 1, "seats": seats})
    box = boxes[setup.edition] if boxes and not setup.house else None
    game = Game(Ruleset(setup, box))
    game.index = len(game.rules.schedule)
    game.questions.clear()
    for seat, row in enumerate(entered["seats"]):
        _fill_city(game, seat, row)
    return game, _choices(game, entered["seats"])


def _check_seat(index: int, row: RecordLine) -> None:
    check_fields(row, "a seat", _SEAT)
    for name in ("built", "leaders", "under"):
        check_words(row.get(name, []), name)
    if row.get("seat", index) != index:
        raise bad(f"Seat {row['seat']} stands in the place of seat {index}.", index)
    check_fields(row.get("science", {}), "science", PARTS["science"])


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
        city.recruit(_leader(game, seat, name), game.age)
    for name, cost in row.get("face_down", {}).items():
        leader = _leader(game, seat, name)
        city.face_down.append((leader, _cost(leader, cost, seat)))
    if "copied" in row:
        _copy(game, seat, row["copied"])
    _fill_stages(game, seat, row)
    city.coins = _number(row, "coins", seat)
    city.debt = _number(row, "debt", seat)
    city.defeats = _number(row, "defeat_tokens", seat)
    city.diplomacy = _number(row, "diplomacy_tokens", seat)
    city.victories = [_token(value, seat) for value in row.get("victory_tokens", ())]


def _copy(game: Game, seat: int, name: str) -> None:
    city, leader = game.cities[seat], _leader(game, seat, name)
    effects = (effect for card in city.built for effect in card.effects)
    if not any(effect.verb == "copy" and effect.value == "leader" for effect in effects):
        text = f"{game.rules.name(seat)} has no guild that copies {leader.name}."
        raise MoveError("bad_choice", text, seat, "R61")
    city.copied = leader
    city.absorb(leader.id, leader.effects)


def _leader(game: Game, seat: int, name: str) -> Card:
    leader = game.rules.card(name, seat)
    if leader.color != "white":
        raise MoveError("bad_choice", f"{leader.name} is no leader: it is built.", seat, "R3")
    return leader


def _cost(leader: Card, cost: object, seat: int) -> int:
    """O19: some leaders cost the Age in which they were recruited."""
    allowed = (1, 2, 3) if leader.coins == "age" else (leader.coins,)
    if not isinstance(cost, int) or isinstance(cost, bool) or cost not in allowed:
        said = " or ".join(map(str, allowed))
        raise MoveError("bad_choice", f"{leader.name} costs {said}, not {cost!r:.20}.", seat, "O19")
    return cost


def _fill_stages(game: Game, seat: int, row: RecordLine) -> None:
    """Build the stages: a number of them, or as they were raised where any order is allowed."""
    city, said = game.cities[seat], row.get("stages", 0)
    if "raised" in row:
        if said not in (0, len(row["raised"])):
            raise bad(f"{said!r:.20} stages are not the stages {row['raised']!r:.40}.", seat)
        said = row["raised"]
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


def _choices(game: Game, seats: list[RecordLine]) -> FinalChoices:
    guilds: dict[int, str] = {}
    science: dict[int, Counts] = {}
    for seat, row in enumerate(seats):
        if "copy_guild" in row:
            guilds[seat] = row["copy_guild"]
        if "science" in row:
            compass, gear, tablet = (row["science"].get(symbol, 0) for symbol in SYMBOLS)
            science[seat] = compass, gear, tablet
        check_final(game, seat, guilds.get(seat), science.get(seat))
    return {"copy_guild": guilds, "science": science}
