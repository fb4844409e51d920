"""The result of a game as `wondertable replay --json` prints it."""

from card_db.cards import SYMBOLS
from host_tools.rules.city import City
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import VERSION, RecordLine
from host_tools.rules.replay import Replay
from host_tools.rules.scoring import FinalChoices, Item, by_category, score


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
            _seat(game, seat)
            | _besides(game, seat, choices or {})
            | {"score": scores[seat], "rank": places[seat]}
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


def _besides(game: Game, seat: int, choices: FinalChoices) -> RecordLine:
    """Return what the points of a seat depend on besides, where it is there.

    With it the seats can be scored again: `tableau` reads what this writes.
    """
    city = game.cities[seat]
    guild = choices.get("copy_guild", {}).get(seat)
    symbols = choices.get("science", {}).get(seat)
    found: RecordLine = {
        "free_city": seat == game.rules.free_city,
        "raised": [index + 1 for index in city.raised] if city.wonder.any_order else [],
        "under": [card.id for card in city.under] if _counts_under(city) else [],
        "face_down": {leader.id: cost for leader, cost in city.face_down},
        "copied": city.copied.id if city.copied else "",
        "copy_guild": guild,
        "science": dict(zip(SYMBOLS, symbols, strict=True)) if symbols else {},
    }
    return {name: value for name, value in found.items() if value}


def _counts_under(city: City) -> bool:
    """W20: does a stage count by the card under it?"""
    return any(effect.per == "under" for stage in city.built_stages for effect in stage.effects)


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
