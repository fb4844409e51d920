"""Games with made-up results, for tests of what is counted, drawn and written."""

from dataclasses import replace

from host_tools.results.played import JOURNAL, PlayedGame, SeatResult, TurnTimes, TurnTotals, ranked
from host_tools.table.entries import WONDERTABLE, uuid5

WONDERS = ("gizah", "rhodos", "ephesos", "babylon", "olympia", "alexandria", "petra", "byzantium")
DAY = 86_400.0
NEW_YEAR = 1_704_110_400.0  # 2024-01-01 12:00 UTC


def seat(player, points, at=0, rank=None, thinking=(), leaders=0, coins=0):
    """Points in military, the rest in blue cards."""
    scores = (3, 0, 0, points - 3 - leaders, 0, 0, 0, leaders, 0)
    return SeatResult(player, WONDERS[at], "A", scores, rank, coins, tuple(thinking))


def game(*results, day=0, number=1, sets=("base",), course=False, thinking=None, edition="1e"):
    """`game(("Ann", 50), ("Bo", 61), …)`, ranked by points."""
    ranks = ranked([(points, 0) for _, points in results])
    seats = tuple(
        seat(name, points, at, ranks[at], (thinking or {}).get(name, ()))
        for at, (name, points) in enumerate(results)
    )
    ended = NEW_YEAR + day * DAY
    turns = [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]
    standings = tuple(
        TurnTotals(age, turn, tuple(points * (at + 1) // 18 for _, points in results))
        for at, (age, turn) in enumerate(turns)
    )
    uuid = str(uuid5(WONDERTABLE, f"{results} {day} {number}"))
    return PlayedGame(
        uuid, JOURNAL, number, ended - 2400, ended, 40.0, edition, sets, "standard", seats,
        standings if course else (),
    )  # fmt: skip


NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")


def evening(players=4, **more):
    """A game with as many players."""
    thinking = {name: (2.0 + at, 9.0 + at, 4.5) for at, name in enumerate(NAMES)}
    results = ((name, 40 + 3 * at) for at, name in enumerate(NAMES[:players]))
    return game(*results, course=True, thinking=thinking, **more)


def timed(game):
    """The same game with times: a turn took 41 seconds, and the last seat was waited for."""
    turns = (TurnTimes(20.0, 3.0, 2.0, 0.0), TurnTimes(46.0, 3.0, 2.0, 6.0)) * 9
    seats = tuple(replace(seat, waited=65.0 * at) for at, seat in enumerate(game.seats))
    return replace(game, seats=seats, times=turns)
