"""A finished game, as the history keeps it, and its texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from statistics import fmean
from typing import Any, NamedTuple

from card_db.cards import Wonder
from card_db.loader import load_box
from host_tools.rules.scoring import CATEGORIES
from host_tools.texts import say
from host_tools.texts.cards import name_in

JOURNAL, SHEET = "journal", "sheet"
Json = dict[str, Any]
ROMAN = ("", "I", "II", "III")


class TurnTotals(NamedTuple):
    """Everybody's points after a turn."""

    age: int
    turn: int
    totals: tuple[int, ...]


class TurnTimes(NamedTuple):
    """The seconds of a turn, by phase."""

    choosing: float = 0.0  # until the last commitment
    countdown: float = 0.0  # until the lock
    declaring: float = 0.0  # until the reveal: actions and payments
    questions: float = 0.0  # after the reveal

    @property
    def total(self) -> float:
        """The seconds of all phases."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result. The Free City of the two-player game has no player and no rank."""

    player: str | None
    wonder: str
    side: str
    scores: tuple[int, ...]  # one a category, in the order of CATEGORIES
    rank: int | None
    coins: int | None = None  # unknown on a sheet entered by hand
    thinking: tuple[float, ...] = ()  # seconds before each commitment
    waited: float | None = None  # seconds that the table waited for this seat alone

    @property
    def total(self) -> int:
        """The sum of all categories."""
        return sum(self.scores)

    @property
    def won(self) -> bool:
        """First, alone or with others."""
        return self.rank == 1

    @property
    def pace(self) -> float | None:
        """Mean seconds before a commitment, if known."""
        return fmean(self.thinking) if self.thinking else None

    def as_json(self) -> Json:
        """Return the seat as JSON."""
        return {
            "player": self.player,
            "wonder": self.wonder,
            "side": self.side,
            "score": {**dict(zip(CATEGORIES, self.scores, strict=True)), "total": self.total},
            "rank": self.rank,
            "coins": self.coins,
            "thinking": list(self.thinking),
            "waited": self.waited,
        }


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its result."""

    uuid: str
    source: str  # journal, or a sheet entered by hand
    number: int | None  # in the journal
    begun: float
    ended: float
    minutes: float | None  # without pauses and breaks
    edition: str
    sets: tuple[str, ...]
    variant: str
    seats: tuple[SeatResult, ...]
    course: tuple[TurnTotals, ...] = ()
    times: tuple[TurnTimes, ...] = ()  # one a turn, where they are known

    @property
    def players(self) -> list[SeatResult]:
        """All seats but the Free City."""
        return [seat for seat in self.seats if seat.player is not None]

    @property
    def winners(self) -> list[str]:
        """The seats of the first rank."""
        return [seat.player for seat in self.seats if seat.player is not None and seat.won]

    @property
    def date(self) -> datetime:
        """When it ended, on this computer's clock."""
        return datetime.fromtimestamp(self.ended)

    def sums(self) -> list[tuple[str, list[int]]]:
        """Return the last lines of the score sheet: totals, and in team play team totals."""
        totals = [seat.total for seat in self.seats]
        if self.variant != "team":
            return [("total", totals)]
        return [("total", totals), ("team", [n + totals[at ^ 1] for at, n in enumerate(totals)])]

    def categories(self) -> list[str]:
        """Return the score sheet's lines for the sets of this game."""
        return [
            name for name in CATEGORIES if name not in ("leaders", "cities") or name in self.sets
        ]

    def renamed(self, names: dict[str, str]) -> PlayedGame:
        """Return the game with other names for its players."""
        seats = (replace(s, player=names.get(s.player or "", s.player)) for s in self.seats)
        return replace(self, seats=tuple(seats))

    def as_json(self) -> Json:
        """Return the game as JSON."""
        return {
            "uuid": self.uuid,
            "source": self.source,
            "number": self.number,
            "begun": utc(self.begun) + "Z",
            "ended": utc(self.ended) + "Z",
            "minutes": None if self.minutes is None else round(self.minutes, 1),
            "edition": self.edition,
            "sets": list(self.sets),
            "variant": self.variant,
            "seats": [seat.as_json() for seat in self.seats],
            "course": [standing._asdict() for standing in self.course],
            "times": [turn._asdict() for turn in self.times],
        }


def utc(at: float) -> str:
    """Return a UTC time as `yyyy-MM-dd HH:mm:ss`.

    >>> utc(0.0)
    '1970-01-01 00:00:00'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def ranked(strength: list[tuple[int, int]]) -> list[int]:
    """Rank by points, then coins; equal ones share a rank.

    >>> ranked([(50, 3), (61, 0), (50, 7)])
    [3, 1, 2]
    """
    return [1 + sum(other > mine for other in strength) for mine in strength]


def seats_of(games: list[PlayedGame]) -> list[tuple[PlayedGame, SeatResult]]:
    """Return all seats with a player."""
    return [(game, seat) for game in games for seat in game.players]


# Its words


def day(at: float) -> str:
    """Return the date, written the same in all languages."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d")


def category(name: str, lang: str) -> str:
    """Return the name of a line of the score sheet."""
    return say(f"category.{name}", lang)


@cache
def wonder_name(wonder: str, side: str, lang: str) -> str:
    """Return a wonder's name with its side, from whichever printing has it.

    The history does not keep house boxes: a wonder of theirs is called as its id says.

    >>> wonder_name("gizah", "A", "en"), wonder_name("pays_d_oz", "A", "en")
    ('Gizah A', 'Pays D Oz A')
    """
    for edition in ("1e", "2e"):
        if board := load_box(edition).wonders.get(f"{wonder}_{side.lower()}"):
            return board_name(board, lang)
    return f"{wonder.replace('_', ' ').title()} {say(f'card.side.{side}', lang)}"


def board_name(board: Wonder, lang: str) -> str:
    """Return the name of a wonder with its side."""
    return f"{name_in(board, lang)} {say(f'card.side.{board.side}', lang)}"


def boxes(game: PlayedGame, lang: str) -> str:
    """Say what was played: sets, printing, variant."""
    words = [f"set_{name}" for name in game.sets if name != "base"] or ["set_base"]
    words += [f"edition_{game.edition}"]
    words += [f"variant_{game.variant}"] if game.variant != "standard" else []
    return ", ".join(say(f"results.{word}", lang) for word in words)


def pace_of(game: PlayedGame, lang: str) -> str:
    """Say how long a turn took and for whom the table waited; nothing where that is unknown."""
    return " ".join(filter(None, (_turn_took(game, lang), _waited_for(game, lang))))


def _turn_took(game: PlayedGame, lang: str) -> str:
    if not game.times:
        return ""
    means = [round(fmean(seconds)) for seconds in zip(*game.times, strict=True)]
    spans = {phase: span(mean, lang) for phase, mean in zip(TurnTimes._fields, means, strict=True)}
    return say("results.turn_took", lang, turn=span(sum(means), lang), **spans)


def _waited_for(game: PlayedGame, lang: str) -> str:
    slowest = max(game.players, key=lambda seat: seat.waited or 0.0)
    if not slowest.waited:
        return ""
    time = span(slowest.waited, lang)
    return say("results.waited_for", lang, player=slowest.player, time=time)


def span(seconds: float, lang: str) -> str:
    """Write a time.

    >>> span(41.2, "en"), span(130, "en")
    ('41 s', '2 min 10 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    key = "results.span_minutes" if minutes else "results.span_seconds"
    return say(key, lang, minutes=minutes, seconds=rest)
