"""Seating: who plays at which table, so that people meet others than before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

SMALLEST, LARGEST = 3, 7
TRIES = 60  # partners tried for a player who would meet somebody again
ROUNDS = 40  # through all tables


class SeatingError(ValueError):
    """Nobody can be seated so; the text says why."""


def sizes(players: int, size: int) -> list[int]:
    """Return the sizes of tables: as asked for, and as equal as can be.

    >>> sizes(13, 4), sizes(11, 4), sizes(14, 5)
    ([5, 4, 4], [4, 4, 3], [5, 5, 4])
    """
    if not SMALLEST <= size <= LARGEST:
        raise SeatingError(f"A table seats {SMALLEST} to {LARGEST} players, not {size}.")
    fitting = [
        tables for tables in range(1, players // SMALLEST + 1) if -(-players // tables) <= LARGEST
    ]
    if not fitting:
        raise SeatingError(
            f"{players} players cannot be seated at tables of {SMALLEST} to {LARGEST}."
        )
    tables = min(fitting, key=lambda tables: (abs(players / tables - size), -tables))
    least, more = divmod(players, tables)
    return [least + (at < more) for at in range(tables)]


Met = Mapping[str, Mapping[str, int]]
"""How often a player has met each other one."""


def meetings(tables: Iterable[Sequence[str]]) -> Met:
    """Count how often each two players have met."""
    found: dict[str, Counter[str]] = {}
    for table in tables:
        for player in table:
            found.setdefault(player, Counter()).update(o for o in table if o != player)
    return found


def repeats(table: Sequence[str], met: Met) -> int:
    """Count meetings that would not be the first."""
    return sum(met.get(a, {}).get(b, 0) for n, a in enumerate(table) for b in table[n + 1 :])


def seat_plan(
    players: Sequence[str], size: int, past: Iterable[Sequence[str]], seed: int
) -> list[list[str]]:
    """Draw tables in which as few as possible meet again; the same seed draws the same."""
    chance, met = random.Random(seed), meetings(past)
    drawn = list(players)
    chance.shuffle(drawn)
    tables, begin = [], 0
    for many in sizes(len(drawn), size):
        tables.append(drawn[begin : begin + many])
        begin += many
    for _ in range(ROUNDS):
        again = [at for at, table in enumerate(tables) if repeats(table, met)]
        if not again:
            break
        for at in again:
            _improve(tables, at, met, chance)
    for table in tables:
        chance.shuffle(table)
    return tables


def _improve(tables: list[list[str]], at: int, met: Met, chance: random.Random) -> None:
    """Let the players of a table who meet again change places with others, where that helps."""
    for seat, player in enumerate(tables[at]):
        cost = _costs(player, tables[at], met)
        for _ in range(TRIES if cost and len(tables) > 1 else 0):
            other = chance.randrange(len(tables))
            place = chance.randrange(len(tables[other]))
            if other == at:
                continue
            partner = tables[other][place]
            before = cost + _costs(partner, tables[other], met)
            after = _costs(partner, tables[at], met, player)
            if after < before and after + _costs(player, tables[other], met, partner) < before:
                tables[at][seat], tables[other][place] = partner, player
                break


def _costs(player: str, table: Sequence[str], met: Met, without: str = "") -> int:
    """Count whom a player has met before; twice is worse than two others once."""
    known = met.get(player)
    if not known:
        return 0
    return sum(known[other] ** 2 for other in table if other in known and other != without)
