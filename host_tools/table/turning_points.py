"""Turning points: the turns that moved the winner and the strongest rival of that turn most."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from host_tools.rules.ruleset import ROMAN, Ruleset
from host_tools.rules.scoring import CATEGORIES, Item, by_category
from host_tools.table.closed import open_sheets
from host_tools.table.evening import Evening
from host_tools.table.look_back import totals_of
from host_tools.table.views import MomentView, TotalsView
from host_tools.texts import listed, say
from host_tools.texts.scores import seat_name

MOST = 3
Side = tuple[int, ...]
"""One seat, or two partners."""


class TurningPoint(NamedTuple):
    """A turn by its place in the history, the best other side after it, and the winner's lead."""

    turn: int
    rival: Side
    before: int
    after: int

    @property
    def gain(self) -> int:
        """How many points more the winner got; less than nothing where the rival came closer."""
        return self.after - self.before


def turning_points(course: Sequence[Sequence[int]], sides: Sequence[Side]) -> list[TurningPoint]:
    """Return the largest changes of the lead in the order of play; of equal ones, the latest.

    `course` are the totals before the first turn and after every turn; the first side has won.
    """
    winner, *others = sides
    points = []
    for turn, (old, new) in enumerate(pairwise(course)):
        rival = max(others, key=lambda side: _sum(new, side))
        leads = (_sum(totals, winner) - _sum(totals, rival) for totals in (old, new))
        points.append(TurningPoint(turn, rival, *leads))
    moved = sorted((p for p in points if p.gain), key=lambda p: (-abs(p.gain), -p.turn))
    return sorted(moved[:MOST])


def _sum(totals: Sequence[int], side: Side) -> int:
    return sum(totals[seat] for seat in side)


def sides_by_rank(rules: Ruleset, ranks: Sequence[int | None]) -> list[Side]:
    """Return who can win, the winner first; the Free City has no rank."""
    step = 2 if rules.team else 1
    sides = [tuple(range(seat, seat + step)) for seat in range(0, rules.number, step)]
    placed = sorted((rank, side) for side in sides if (rank := ranks[side[0]]) is not None)
    return [side for _, side in placed]


def moments(
    evening: Evening,
    sheets: list[list[Item]],
    played: list[TotalsView],
    ranks: Sequence[int | None],
    lang: str,
) -> list[MomentView]:
    """Return a sentence for each turning point of a game that is over."""
    rules = evening.game.rules
    sides = sides_by_rank(rules, ranks)
    course = [totals_of(evening.past[0].before), *(turn["totals"] for turn in played)]
    found = []
    for point in turning_points(course, sides):
        gainer, other = (sides[0], point.rival) if point.gain > 0 else (point.rival, sides[0])
        reason = _reason(_gains(evening, point.turn, sheets), gainer, other)
        text = say(
            f"moment.{_kind(point)}",
            lang,
            when=_when(played[point.turn], lang),
            number=abs(point.gain),
            gainer=_names(rules, gainer, lang),
            other=_names(rules, other, lang),
            category=say(f"category.{reason}", lang),
        )
        found.append(MomentView(turn=point.turn, text=text))
    return found


def _kind(point: TurningPoint) -> str:
    """Return what a turning point did to the order of winner and rival."""
    if not point.after:
        return "level"
    ahead = (point.after > 0) == (point.gain > 0)
    was_ahead = point.before * point.gain > 0
    return "ahead" if ahead and not was_ahead else "gain"


def _gains(evening: Evening, turn: int, sheets: list[list[Item]]) -> list[dict[str, int]]:
    """Return the points of every seat in a turn, by category."""
    past = evening.past
    after = open_sheets(past[turn + 1].before) if turn + 1 < len(past) else sheets
    return [
        {name: new[name] - old[name] for name in CATEGORIES}
        for old, new in zip(
            map(by_category, open_sheets(past[turn].before)), map(by_category, after), strict=True
        )
    ]


def _reason(gains: list[dict[str, int]], gainer: Side, other: Side) -> str:
    """Return the category that made the most of a gain."""

    def part(name: str) -> int:
        return sum(gains[seat][name] for seat in gainer) - sum(gains[seat][name] for seat in other)

    return max(CATEGORIES, key=part)


def _when(turn: TotalsView, lang: str) -> str:
    key = "results.turn" if turn["turn"] else "results.recruit"
    return say(key, lang, age=ROMAN[turn["age"]], turn=turn["turn"])


def _names(rules: Ruleset, side: Side, lang: str) -> str:
    return listed([seat_name(rules, seat, lang) for seat in side], "and", lang)
