"""A finished game, as the history keeps it, and its texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from statistics import fmean
from typing import Any, NamedTuple

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
    """Return a wonder's name with its side, from whichever printing has it."""
    for edition in ("1e", "2e"):
        if board := load_box(edition).wonders.get(f"{wonder}_{side.lower()}"):
            return f"{name_in(board, lang)} {say(f'card.side.{side}', lang)}"
    return f"{wonder} {side}"


def boxes(game: PlayedGame, lang: str) -> str:
    """Say what was played: sets, printing, variant."""
    words = [f"set_{name}" for name in game.sets if name != "base"] or ["set_base"]
    words += [f"edition_{game.edition}"]
    words += [f"variant_{game.variant}"] if game.variant != "standard" else []
    return ", ".join(say(f"results.{word}", lang) for word in words)
