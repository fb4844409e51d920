"""A tournament: who plays at which table, and the standings.

A player's game is worth the share of the opponents that were beaten, a tie half: 1 for a win, 0
for the last place, whatever the size of the table. Ties are broken by all points, then all coins,
as the rules break them between cities; then by what the opponents have reached. Players who are
equal even then share a rank.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from host_tools.rules.names import name_key

SMALLEST, LARGEST = 3, 7
TRIES = 60  # partners tried for a player who would meet somebody again
ROUNDS = 40  # through all tables
Met = Mapping[str, Mapping[str, int]]  # how often a player has met each other one


# Standings


def key_of(player: str) -> str:
    """Return what makes two spellings the same player.

    >>> key_of(" Ann ") == key_of("ANN"), key_of("Zoë") == key_of("Zoe\u0308")
    (True, True)
    """
    return name_key(player)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's part of one game."""

    player: str
    points: int
    coins: int
    rank: int


@dataclass(slots=True)
class Standing:
    """A player's rank in the tournament."""

    player: str
    rank: int = 0
    games: int = 0
    wins: int = 0
    worth: Fraction = Fraction(0)
    points: int = 0
    coins: int = 0
    opponents: Fraction = Fraction(0)
    met: list[str] = field(default_factory=list)  # keys of opponents, once a game

    @property
    def strength(self) -> tuple[Fraction, int, int, Fraction]:
        """The numbers that decide, in this order."""
        return self.worth, self.points, self.coins, self.opponents


def worth(result: PlayerResult, game: Sequence[PlayerResult]) -> Fraction:
    """Return the share of opponents beaten, a tie counting half.

    >>> game = ranked([("Ann", 50, 3), ("Bo", 40, 1), ("Cy", 40, 1)])
    >>> [str(worth(result, game)) for result in game]
    ['1', '1/4', '1/4']
    """
    others = len(game) - 1
    beaten = sum(other.rank > result.rank for other in game)
    tied = sum(other.rank == result.rank for other in game) - 1
    return Fraction(2 * beaten + tied, 2 * others) if others else Fraction(0)


def standings(
    players: Iterable[str], games: Iterable[Sequence[PlayerResult]], strict: bool = True
) -> list[Standing]:
    """Return all players, the best first; with `strict` only these, else all who have played."""
    by_key = {key_of(player): Standing(player) for player in players}
    for game in games:
        for result in game:
            key = key_of(result.player)
            if key not in by_key:
                if strict:
                    continue
                by_key[key] = Standing(result.player)
            mine = by_key[key]
            mine.games += 1
            mine.wins += result.rank == 1
            mine.worth += worth(result, game)
            mine.points += result.points
            mine.coins += result.coins
            mine.met += [key_of(o.player) for o in game if key_of(o.player) != key]
    for mine in by_key.values():
        mine.opponents = sum((by_key[o].worth for o in mine.met if o in by_key), Fraction(0))
    ordered = sorted(by_key.values(), key=lambda s: ([-n for n in s.strength], key_of(s.player)))
    for place, mine in enumerate(ordered):
        before = ordered[place - 1]
        mine.rank = before.rank if place and before.strength == mine.strength else place + 1
    return ordered


def ranked(scores: Sequence[tuple[str, int, int]]) -> list[PlayerResult]:
    """Rank (player, points, coins) by points, then coins; equal ones share a rank.

    >>> [result.rank for result in ranked([("Ann", 40, 2), ("Bo", 40, 3), ("Cy", 40, 2)])]
    [2, 1, 2]
    """
    return [
        PlayerResult(player, points, coins, 1 + sum((p, c) > (points, coins) for _, p, c in scores))
        for player, points, coins in scores
    ]


# Seating


class SeatingError(ValueError):
    """These players cannot be seated; the text says why."""


def sizes(players: int, size: int) -> list[int]:
    """Return the sizes of tables: near the one asked for, and as equal as possible.

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
    return [least + (table < more) for table in range(tables)]


def meetings(tables: Iterable[Sequence[str]]) -> Met:
    """Count how often each two players have met."""
    met: dict[str, Counter[str]] = {}
    for table in tables:
        for player in table:
            met.setdefault(player, Counter()).update(o for o in table if o != player)
    return met


def repeats(table: Sequence[str], met: Met) -> int:
    """Count meetings that would not be the first."""
    return sum(met.get(a, {}).get(b, 0) for n, a in enumerate(table) for b in table[n + 1 :])


def seat_plan(
    players: Sequence[str], size: int, past: Iterable[Sequence[str]], seed: int
) -> list[list[str]]:
    """Draw tables with as few repeated meetings as possible; the same seed draws the same."""
    chance, met = random.Random(seed), meetings(past)
    drawn = list(players)
    chance.shuffle(drawn)
    tables, begin = [], 0
    for number in sizes(len(drawn), size):
        tables.append(drawn[begin : begin + number])
        begin += number
    for _ in range(ROUNDS):
        again = [number for number, table in enumerate(tables) if repeats(table, met)]
        if not again:
            break
        for number in again:
            _improve(tables, number, met, chance)
    for table in tables:
        chance.shuffle(table)
    return tables


def _improve(tables: list[list[str]], number: int, met: Met, chance: random.Random) -> None:
    """Swap players who meet again with players of other tables, where that helps."""
    table = tables[number]
    for seat, player in enumerate(table):
        cost = _costs(player, table, met)
        for _ in range(TRIES if cost and len(tables) > 1 else 0):
            other = tables[chance.randrange(len(tables))]
            place = chance.randrange(len(other))
            if other is table:
                continue
            partner = other[place]
            before = cost + _costs(partner, other, met)
            after = _costs(partner, table, met, player)
            if after < before and after + _costs(player, other, met, partner) < before:
                table[seat], other[place] = partner, player
                break


def _costs(player: str, table: Sequence[str], met: Met, without: str = "") -> int:
    """Count whom a player has met before; twice is worse than two others once."""
    known = met.get(player)
    if not known:
        return 0
    return sum(known[other] ** 2 for other in table if other in known and other != without)
