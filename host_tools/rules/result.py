"""The outcome of a game as `wondertable replay --json` prints it."""

from __future__ import annotations

from typing import Any

from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.record import VERSION, Line
from host_tools.rules.replay import Replay
from host_tools.rules.scoring import Choices, Item, by_category, score


def sheets_of(game: Game, choices: Choices | None = None) -> list[list[Item]]:
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
    found: list[int | None] = [None] * game.rules.number
    for side, mine in zip(sides, strength, strict=True):
        for seat in side:
            found[seat] = 1 + sum(other > mine for other in strength)
    return found


def result(told: Replay, trace: bool = False) -> Line:
    """Return the object that `replay --json` prints for a good record."""
    found = outcome(told.game, told.choices)
    return found | {"trace": told.trace} if trace else found


def outcome(game: Game, choices: Choices | None = None) -> Line:
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
        "teams": _teams(game, scores, places),
    }


def _seat(game: Game, seat: int) -> dict[str, Any]:
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


def _teams(game: Game, scores: list[dict[str, int]], places: list[int | None]) -> list[Line] | None:
    if not game.rules.team:
        return None
    return [
        {
            "team": seat // 2,
            "seats": [seat, seat + 1],
            "total": scores[seat]["total"] + scores[seat + 1]["total"],
            "rank": places[seat],
        }
        for seat in range(0, game.rules.number, 2)
    ]


def failure(error: MoveError) -> Line:
    """Return the object that `replay --json` prints for a record that breaks the rules."""
    return {
        "record": VERSION,
        "ok": False,
        "line": error.line,
        "seat": error.seat,
        "error": error.code,
        "message": error.message,
    }
