"""Statistics of the history: players, wonders, categories, pairs, times. Pure sums."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from statistics import fmean, median
from typing import Any

from host_tools.results.played import PlayedGame, SeatResult, TurnTimes, seats_of
from host_tools.rules.scoring import CATEGORIES

PERIODS = 12  # most points on a line over time


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """How a player does."""

    player: str
    games: int
    wins: int
    mean: float
    best: int
    rank: float
    pace: float | None  # seconds a turn, where they are known
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WonderLine:
    """How a side of a wonder does; `expected` is the number of wins by chance alone."""

    wonder: str
    side: str
    games: int
    wins: int
    expected: float
    mean: float


@dataclass(frozen=True, slots=True)
class CategoryLine:
    """Points of a category: for all, for winners, at best."""

    category: str
    mean: float
    winners: float
    best: int
    by: str


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players of the same games, and who finished ahead."""

    first: str
    second: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """How often they shared a rank."""
        return self.games - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class ThinkingLine:
    """How long a player takes to commit a card, in seconds."""

    player: str
    turns: int
    mean: float
    median: float
    longest: float
    seconds: tuple[float, ...]
    waited: float | None  # the mean of a game: how long the table waited for this player alone


@dataclass(frozen=True, slots=True)
class PhaseLine:
    """How long a phase of a turn takes, or the whole turn, in seconds."""

    phase: str
    turns: int
    mean: float
    median: float
    longest: float


@dataclass(frozen=True, slots=True)
class Period:
    """Some consecutive games: the mean points of each category."""

    until: float
    games: int
    means: tuple[float | None, ...]  # in the order of CATEGORIES; None if not played


@dataclass(frozen=True, slots=True)
class Stats:
    """All statistics of some games."""

    games: int
    players: list[PlayerLine]
    wonders: list[WonderLine]
    categories: list[CategoryLine]
    duels: list[Duel]
    thinking: list[ThinkingLine]
    phases: list[PhaseLine]
    periods: list[Period]

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        found = asdict(self)
        for period in found["periods"]:
            period["means"] = dict(zip(CATEGORIES, period["means"], strict=True))
        return found


def stats_of(games: list[PlayedGame]) -> Stats:
    """Return all statistics of these games."""
    return Stats(
        len(games),
        by_player(games),
        by_wonder(games),
        by_category(games),
        duels(games),
        thinking(games),
        phases(games),
        periods(games),
    )


def _by_player(games: list[PlayedGame]) -> dict[str, list[SeatResult]]:
    found = defaultdict(list)
    for _, seat in seats_of(games):
        found[seat.player or ""].append(seat)
    return found


def by_player(games: list[PlayedGame]) -> list[PlayerLine]:
    """Return one line a player, the most frequent winner first."""
    lines = [
        PlayerLine(
            player,
            len(seats),
            sum(seat.won for seat in seats),
            fmean(seat.total for seat in seats),
            max(seat.total for seat in seats),
            fmean(seat.rank or 0 for seat in seats),
            _mean(second for seat in seats for second in seat.thinking),
            tuple(seat.total for seat in seats),
        )
        for player, seats in _by_player(games).items()
    ]
    return sorted(lines, key=lambda line: (-line.wins / line.games, -line.mean, line.player))


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return fmean(found) if found else None


def by_wonder(games: list[PlayedGame]) -> list[WonderLine]:
    """Return a line for each side of a wonder, in the order of their names."""
    found = defaultdict(list)
    for game, seat in seats_of(games):
        found[seat.wonder, seat.side].append((game, seat))
    return [
        WonderLine(
            wonder,
            side,
            len(seats),
            sum(seat.won for _, seat in seats),
            # Partners win together, and so do those who share the first rank.
            sum(len(game.winners) / len(game.players) for game, _ in seats),
            fmean(seat.total for _, seat in seats),
        )
        for (wonder, side), seats in sorted(found.items())
    ]


def by_category(games: list[PlayedGame]) -> list[CategoryLine]:
    """Return one line a category, over the games whose sets have it."""
    lines = []
    for at, name in enumerate(CATEGORIES):
        seats = [seat for game, seat in seats_of(games) if name in game.categories()]
        if seats:
            best = max(seats, key=lambda seat: seat.scores[at])
            mean = fmean(seat.scores[at] for seat in seats)
            winners = _mean(seat.scores[at] for seat in seats if seat.won) or 0.0
            lines.append(CategoryLine(name, mean, winners, best.scores[at], best.player or ""))
    return lines


def duels(games: list[PlayedGame]) -> list[Duel]:
    """Return all pairs that have met, the most frequent first."""
    met: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game in games:
        seats = sorted(game.players, key=lambda seat: seat.player or "")
        for one, other in combinations(seats, 2):
            lead = (other.rank or 0) - (one.rank or 0)
            met[one.player or "", other.player or ""].append(lead)
    lines = [
        Duel(*pair, len(leads), sum(n > 0 for n in leads), sum(n < 0 for n in leads))
        for pair, leads in met.items()
    ]
    return sorted(lines, key=lambda duel: (-duel.games, duel.first, duel.second))


def thinking(games: list[PlayedGame]) -> list[ThinkingLine]:
    """Return how long players take to commit a card, the quickest first."""
    lines = [
        ThinkingLine(
            player,
            len(seconds),
            fmean(seconds),
            median(seconds),
            max(seconds),
            seconds,
            _mean(seat.waited for seat in seats if seat.waited is not None),
        )
        for player, seats in _by_player(games).items()
        if (seconds := tuple(second for seat in seats for second in seat.thinking))
    ]
    return sorted(lines, key=lambda line: (line.mean, line.player))


def phases(games: list[PlayedGame]) -> list[PhaseLine]:
    """Return how long each phase of a turn takes, and the whole turn last."""
    turns = [turn for game in games for turn in game.times]
    columns = {phase: [getattr(turn, phase) for turn in turns] for phase in TurnTimes._fields}
    columns["turn"] = [turn.total for turn in turns]
    return [
        PhaseLine(phase, len(turns), fmean(seconds), median(seconds), max(seconds))
        for phase, seconds in columns.items()
        if seconds
    ]


def periods(games: list[PlayedGame]) -> list[Period]:
    """Cut the history into at most twelve periods of equal size."""
    number = min(PERIODS, len(games))
    cuts = [round(at * len(games) / number) for at in range(number + 1)] if number else []
    return [_period(games[a:b]) for a, b in pairwise(cuts)]


def _period(games: list[PlayedGame]) -> Period:
    means = tuple(
        _mean(seat.scores[at] for game, seat in seats_of(games) if name in game.categories())
        for at, name in enumerate(CATEGORIES)
    )
    return Period(games[-1].ended, len(games), means)
