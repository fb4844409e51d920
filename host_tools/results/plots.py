"""The plots of the pages: each with title, units, numbers, and the same said in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from host_tools.results.played import Played
from host_tools.results.stats import Stats
from host_tools.results.svg import (
    DASHES,
    Bar,
    Line,
    Steps,
    bars,
    grid,
    lines,
    quarters,
    spreads,
)
from host_tools.results.words import ROMAN, category, day, number, say, wonder_name
from host_tools.rules.scoring import CATEGORIES

SPOKEN = 8  # lines that the text beside a picture tells; the table has all of them
DRAWN = 12  # players in a picture
HUES = {
    "military": "red", "treasury": "coin", "wonder": "stage", "civilian": "blue",
    "scientific": "green", "commercial": "yellow", "guilds": "purple", "leaders": "white",
    "cities": "black",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture and the same for those who cannot see it."""

    key: str
    title: str
    svg: str
    alt: str
    head: list[str]
    rows: list[list[str]]
    note: str = ""


def plots_of(stats: Stats, lang: str) -> list[Plot]:
    """Return all plots that have something to show."""
    if not stats.games:
        return []
    found = [scores(stats, lang), wonders(stats, lang), periods(stats, lang), duels(stats, lang)]
    return [*found, thinking(stats, lang)] if stats.thinking else found


def _told(sentences: Iterable[str], lang: str) -> str:
    found = list(sentences)
    more = len(found) - SPOKEN
    rest = [say(lang, "more_alt", number=more)] if more > 0 else []
    return " ".join([*found[:SPOKEN], *rest])


def scores(stats: Stats, lang: str) -> Plot:
    """How many points players make."""
    alt = _told(
        (
            say(lang, "scores_alt", player=line.player, least=min(line.totals), most=line.best,
                median=number(median(line.totals), lang), games=line.games)
            for line in stats.players
        ),
        lang,
    )  # fmt: skip
    title = say(lang, "scores_title")
    rows = [(line.player, line.totals) for line in stats.players[:DRAWN]]
    head = ["player", "games", "worst", "median", "quartiles", "best"]
    return Plot(
        "scores", title, spreads(title, alt, say(lang, "points"), rows), alt, _head(head, lang),
        [
            [line.player, str(line.games), str(min(line.totals)),
             number(median(line.totals), lang), _half(line.totals, lang), str(line.best)]
            for line in stats.players
        ],
        say(lang, "spread_note"),
    )  # fmt: skip


def _head(keys: list[str], lang: str) -> list[str]:
    words = [say(lang, key) for key in keys]
    return [word[:1].upper() + word[1:] for word in words]


def _half(values: Iterable[float], lang: str) -> str:
    low, _, top = quarters(list(values))
    return f"{number(low, lang)} – {number(top, lang)}"


def wonders(stats: Stats, lang: str) -> Plot:
    """How often the sides of wonders win."""
    title = say(lang, "wonders_title")
    named = [(wonder_name(line.wonder, line.side, lang), line) for line in stats.wonders]
    alt = _told(
        (
            say(lang, "wonders_alt", wonder=name, wins=line.wins, games=line.games,
                rate=number(100 * line.wins / line.games, lang, 0))
            for name, line in named
        ),
        lang,
    )  # fmt: skip
    rows = [
        Bar(name, 100 * line.wins / line.games, f"{line.wins}/{line.games}",
            100 * line.expected / line.games)
        for name, line in named
    ]  # fmt: skip
    return Plot(
        "wonders", title, bars(title, alt, say(lang, "wonders_unit"), rows, 100.0), alt,
        _head(["wonder", "games", "wins", "win_rate", "expected", "mean"], lang),
        [
            [name, str(line.games), str(line.wins), _rate(line.wins / line.games, lang),
             _rate(line.expected / line.games, lang), number(line.mean, lang)]
            for name, line in named
        ],
        say(lang, "wonders_note"),
    )  # fmt: skip


def _rate(share: float, lang: str) -> str:
    return f"{number(100 * share, lang, 0)} %"


def periods(stats: Stats, lang: str) -> Plot:
    """How the categories develop."""
    title = say(lang, "periods_title")
    used = [
        at for at in range(len(CATEGORIES)) if any(p.means[at] is not None for p in stats.periods)
    ]
    drawn = [
        Line(category(CATEGORIES[at], lang), [p.means[at] for p in stats.periods],
             f"c-{HUES[CATEGORIES[at]]}", DASHES[at])
        for at in used
    ]  # fmt: skip
    known = [(line.name, [v for v in line.values if v is not None]) for line in drawn]
    alt = _told(
        (
            say(lang, "periods_alt", category=name, first=number(values[0], lang),
                last=number(values[-1], lang))
            for name, values in known
        ),
        lang,
    )  # fmt: skip
    dates = [day(period.until) for period in stats.periods]
    step = 1 + len(dates) // 6
    steps = Steps(say(lang, "periods_axis"), {at: dates[at] for at in range(0, len(dates), step)})
    rows = [
        [dates[at], str(period.games),
         *("–" if (v := period.means[c]) is None else number(v, lang) for c in used)]
        for at, period in enumerate(stats.periods)
    ]  # fmt: skip
    head = [*_head(["until", "games"], lang), *(line.name for line in drawn)]
    svg = lines(title, alt, say(lang, "periods_unit"), drawn, steps)
    return Plot("periods", title, svg, alt, head, rows)


def duels(stats: Stats, lang: str) -> Plot:
    """Who ends before whom."""
    title = say(lang, "duels_title")
    alt = _told(
        (
            say(lang, "duels_alt", a=d.first, b=d.second, ahead=d.ahead, games=d.games)
            for d in stats.duels
        ),
        lang,
    )
    names = [line.player for line in sorted(stats.players, key=lambda p: (-p.games, p.player))]
    names = names[: DRAWN - 2]
    met = {(d.first, d.second): (d.ahead, d.games) for d in stats.duels}
    met |= {(d.second, d.first): (d.behind, d.games) for d in stats.duels}
    cells = [[_cell(met.get((row, column))) for column in names] for row in names]
    shades = [[_shade(met.get((row, column))) for column in names] for row in names]
    return Plot(
        "duels", title, grid(title, alt, names, cells, shades, say(lang, "duels_unit")), alt,
        _head(["players", "together", "ahead", "behind", "level"], lang),
        [
            [say(lang, "versus", a=d.first, b=d.second), str(d.games), str(d.ahead),
             str(d.behind), str(d.level)]
            for d in stats.duels
        ],
    )  # fmt: skip


def _cell(met: tuple[int, int] | None) -> str:
    return f"{met[0]}/{met[1]}" if met else "–"


def _shade(met: tuple[int, int] | None) -> float | None:
    return met[0] / met[1] if met else None


def thinking(stats: Stats, lang: str) -> Plot:
    """How long players think."""
    title = say(lang, "thinking_title")
    alt = _told(
        (
            say(lang, "thinking_alt", player=line.player, median=number(line.median, lang),
                longest=number(line.longest, lang), games=line.turns)
            for line in stats.thinking
        ),
        lang,
    )  # fmt: skip
    rows = [(line.player, line.seconds) for line in stats.thinking[:DRAWN]]
    return Plot(
        "thinking", title, spreads(title, alt, say(lang, "thinking_unit"), rows), alt,
        _head(["player", "turns", "mean", "median", "quartiles", "longest"], lang),
        [
            [line.player, str(line.turns), number(line.mean, lang), number(line.median, lang),
             _half(line.seconds, lang), number(line.longest, lang)]
            for line in stats.thinking
        ],
        say(lang, "spread_note"),
    )  # fmt: skip


def course(game: Played, lang: str) -> Plot | None:
    """How a game went, turn by turn; None for a sheet that was entered by hand."""
    if not game.course:
        return None
    title = say(lang, "course_title")
    names = [seat.player or say(lang, "free_city") for seat in game.seats]
    alt = _told(
        (
            say(lang, "course_alt", player=name, points=seat.total)
            for name, seat in zip(names, game.seats, strict=True)
        ),
        lang,
    )
    drawn = [
        Line(name, [turn.totals[at] for turn in game.course], f"s-{at}", DASHES[at])
        for at, name in enumerate(names)
    ]
    first = {turn.age: at for at, turn in reversed(list(enumerate(game.course)))}
    steps = Steps(
        say(lang, "course_axis"),
        {at + 1: say(lang, "age", age=ROMAN[age]) for age, at in first.items()},
        tuple(at for at in first.values() if at),
    )
    rows = [
        [say(lang, "turn" if turn.turn else "recruit", age=ROMAN[turn.age], turn=turn.turn),
         *map(str, turn.totals)]
        for turn in game.course
    ]  # fmt: skip
    svg = lines(title, alt, say(lang, "points"), drawn, steps)
    return Plot("course", title, svg, alt, [say(lang, "turns"), *names], rows)
