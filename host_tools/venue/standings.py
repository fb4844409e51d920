"""The standings of a tournament: worked out from results, nothing stored but what happened.

A player's game is worth the part of the opponents that were beaten, a tie half: 1 for a win, 0
for the last place, whatever the size of the table. Equal players are told apart by all their
points, then all their coins, as the rules tell cities apart; then by what their opponents have
reached; who is equal even then shares a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction


def key_of(player: str) -> str:
    """Return what makes two spellings the same player.

    >>> key_of(" Ann ") == key_of("ANN")
    True
    """
    return " ".join(player.split()).casefold()


@dataclass(frozen=True, slots=True)
class Line:
    """One player's part of one game."""

    player: str
    points: int
    coins: int
    rank: int


@dataclass(slots=True)
class Standing:
    """Where a player stands."""

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
        """What decides, in this order."""
        return self.worth, self.points, self.coins, self.opponents


def worth(line: Line, game: Sequence[Line]) -> Fraction:
    """Return the part of the opponents that was beaten, a tie half.

    >>> game = [Line("Ann", 50, 3, 1), Line("Bo", 40, 1, 2), Line("Cy", 40, 1, 2)]
    >>> [str(worth(line, game)) for line in game]
    ['1', '1/4', '1/4']
    """
    others = len(game) - 1
    beaten = sum(other.rank > line.rank for other in game)
    tied = sum(other.rank == line.rank for other in game) - 1
    return Fraction(2 * beaten + tied, 2 * others) if others else Fraction(0)


def standings(
    players: Iterable[str], games: Iterable[Sequence[Line]], strict: bool = True
) -> list[Standing]:
    """Return all players, the best first; unknown names count only when that is not `strict`."""
    found = {key_of(player): Standing(player) for player in players}
    for game in games:
        for line in game:
            key = key_of(line.player)
            if key not in found:
                if strict:
                    continue
                found[key] = Standing(line.player)
            mine = found[key]
            mine.games += 1
            mine.wins += line.rank == 1
            mine.worth += worth(line, game)
            mine.points += line.points
            mine.coins += line.coins
            mine.met += [key_of(o.player) for o in game if key_of(o.player) != key]
    for mine in found.values():
        mine.opponents = sum((found[o].worth for o in mine.met if o in found), Fraction(0))
    ordered = sorted(found.values(), key=lambda s: (_falling(s), key_of(s.player)))
    for place, mine in enumerate(ordered):
        before = ordered[place - 1] if place else None
        same = before is not None and before.strength == mine.strength
        mine.rank = before.rank if same and before is not None else place + 1
    return ordered


def _falling(standing: Standing) -> tuple[Fraction | int, ...]:
    return tuple(-value for value in standing.strength)


def ranked(scores: Sequence[tuple[str, int, int]]) -> list[Line]:
    """Rank (player, points, coins) by points, then coins; equal ones share a rank.

    >>> [line.rank for line in ranked([("Ann", 40, 2), ("Bo", 40, 3), ("Cy", 40, 2)])]
    [2, 1, 2]
    """
    return [
        Line(player, points, coins, 1 + sum((p, c) > (points, coins) for _, p, c in scores))
        for player, points, coins in scores
    ]
