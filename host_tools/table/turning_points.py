"""Turning points: the turns that moved the gap between the winner and the runner-up most."""

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
    """A turn by its place in the history, and the gap between two sides before and after it."""

    turn: int
    before: int
    after: int

    @property
    def gain(self) -> int:
        """How many points more the first side got; less than nothing where it fell back."""
        return self.after - self.before


def turning_points(
    course: Sequence[Sequence[int]], first: Side, second: Side
) -> list[TurningPoint]:
    """Return the largest changes of the gap in the order of play; of equal ones, the latest.

    `course` are the totals before the first turn and after every turn.
    """
    gaps = [_sum(totals, first) - _sum(totals, second) for totals in course]
    points = [
        TurningPoint(turn, *gap) for turn, gap in enumerate(pairwise(gaps)) if gap[0] != gap[1]
    ]
    return sorted(sorted(points, key=lambda point: (-abs(point.gain), -point.turn))[:MOST])


def _sum(totals: Sequence[int], side: Side) -> int:
    return sum(totals[seat] for seat in side)


def best_sides(rules: Ruleset, ranks: Sequence[int | None]) -> tuple[Side, Side]:
    """Return the winner and the runner-up; the Free City has no rank and is neither."""
    step = 2 if rules.team else 1
    sides = [tuple(range(seat, seat + step)) for seat in range(0, rules.number, step)]
    placed = sorted((rank, side) for side in sides if (rank := ranks[side[0]]) is not None)
    return placed[0][1], placed[1][1]


def moments(
    evening: Evening,
    sheets: list[list[Item]],
    played: list[TotalsView],
    ranks: Sequence[int | None],
    lang: str,
) -> list[MomentView]:
    """Return a sentence for each turning point of a game that is over."""
    rules = evening.game.rules
    first, second = best_sides(rules, ranks)
    course = [totals_of(evening.past[0].before), *(turn["totals"] for turn in played)]
    found = []
    for point in turning_points(course, first, second):
        gainer, other = (first, second) if point.gain > 0 else (second, first)
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
    """Return what a turning point did to the order of the two sides."""
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
