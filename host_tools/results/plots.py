"""The plots of the pages, each with title, units, numbers and a description in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from host_tools.results import svg
from host_tools.results.played import ROMAN, PlayedGame, category, day, wonder_name
from host_tools.results.stats import Stats
from host_tools.rules.scoring import CATEGORIES
from host_tools.texts import decimal, say

SPOKEN = 8  # lines in the description of a picture; the table has all of them
DRAWN = 12  # players in a picture
HUES = {
    "military": "red", "treasury": "coin", "wonder": "stage", "civilian": "blue",
    "scientific": "green", "commercial": "yellow", "guilds": "purple", "leaders": "white",
    "cities": "black",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture, and its description for those who cannot see it."""

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


def _told(sentences: list[str], lang: str) -> str:
    more = len(sentences) - SPOKEN
    rest = [say("results.more_alt", lang, number=more)] if more > 0 else []
    return " ".join([*sentences[:SPOKEN], *rest])


def scores(stats: Stats, lang: str) -> Plot:
    """Plot how many points players score."""
    sentences = [
        say("results.scores_alt", lang, player=line.player, least=min(line.totals),
            most=line.best, median=decimal(median(line.totals), lang), games=line.games)
        for line in stats.players
    ]  # fmt: skip
    alt = _told(sentences, lang)
    title = say("results.scores_title", lang)
    rows = [(line.player, line.totals) for line in stats.players[:DRAWN]]
    head = ["player", "games", "worst", "median", "quartiles", "best"]
    return Plot(
        "scores", title, svg.spreads(title, alt, say("results.points", lang), rows), alt,
        _head(head, lang),
        [
            [line.player, str(line.games), str(min(line.totals)),
             decimal(median(line.totals), lang), _half(line.totals, lang), str(line.best)]
            for line in stats.players
        ],
        say("results.spread_note", lang),
    )  # fmt: skip


def _head(keys: list[str], lang: str) -> list[str]:
    words = [say(f"results.{key}", lang) for key in keys]
    return [word[:1].upper() + word[1:] for word in words]


def _half(values: Iterable[float], lang: str) -> str:
    low, _, top = svg.quarters(list(values))
    return f"{decimal(low, lang)} – {decimal(top, lang)}"


def wonders(stats: Stats, lang: str) -> Plot:
    """Plot how often each side of a wonder wins."""
    title = say("results.wonders_title", lang)
    named = [(wonder_name(line.wonder, line.side, lang), line) for line in stats.wonders]
    sentences = [
        say("results.wonders_alt", lang, wonder=name, wins=line.wins, games=line.games,
            rate=decimal(100 * line.wins / line.games, lang, 0))
        for name, line in named
    ]  # fmt: skip
    alt = _told(sentences, lang)
    rows = [
        svg.Bar(name, 100 * line.wins / line.games, f"{line.wins}/{line.games}",
                100 * line.expected / line.games)
        for name, line in named
    ]  # fmt: skip
    return Plot(
        "wonders", title, svg.bars(title, alt, say("results.wonders_unit", lang), rows, 100.0), alt,
        _head(["wonder", "games", "wins", "win_rate", "expected", "mean"], lang),
        [
            [name, str(line.games), str(line.wins), _rate(line.wins / line.games, lang),
             _rate(line.expected / line.games, lang), decimal(line.mean, lang)]
            for name, line in named
        ],
        say("results.wonders_note", lang),
    )  # fmt: skip


def _rate(share: float, lang: str) -> str:
    return f"{decimal(100 * share, lang, 0)} %"


def periods(stats: Stats, lang: str) -> Plot:
    """Plot the categories over time."""
    title = say("results.periods_title", lang)
    used = [
        at for at in range(len(CATEGORIES)) if any(p.means[at] is not None for p in stats.periods)
    ]
    drawn = [
        svg.Curve(category(CATEGORIES[at], lang), [p.means[at] for p in stats.periods],
                  f"c-{HUES[CATEGORIES[at]]}", svg.DASHES[at])
        for at in used
    ]  # fmt: skip
    known = [(line.name, [v for v in line.values if v is not None]) for line in drawn]
    sentences = [
        say("results.periods_alt", lang, category=name, first=decimal(values[0], lang),
            last=decimal(values[-1], lang))
        for name, values in known
    ]  # fmt: skip
    alt = _told(sentences, lang)
    dates = [day(period.until) for period in stats.periods]
    step = 1 + len(dates) // 6
    steps = svg.Steps(
        say("results.periods_axis", lang), {at: dates[at] for at in range(0, len(dates), step)}
    )
    rows = [
        [dates[at], str(period.games),
         *("–" if (v := period.means[c]) is None else decimal(v, lang) for c in used)]
        for at, period in enumerate(stats.periods)
    ]  # fmt: skip
    head = [*_head(["until", "games"], lang), *(line.name for line in drawn)]
    drawing = svg.lines(title, alt, say("results.periods_unit", lang), drawn, steps)
    return Plot("periods", title, drawing, alt, head, rows)


def duels(stats: Stats, lang: str) -> Plot:
    """Plot who finishes ahead of whom."""
    title = say("results.duels_title", lang)
    sentences = [
        say("results.duels_alt", lang, a=d.first, b=d.second, ahead=d.ahead, games=d.games)
        for d in stats.duels
    ]
    alt = _told(sentences, lang)
    names = [line.player for line in sorted(stats.players, key=lambda p: (-p.games, p.player))]
    names = names[: DRAWN - 2]
    met = {(d.first, d.second): (d.ahead, d.games) for d in stats.duels}
    met |= {(d.second, d.first): (d.behind, d.games) for d in stats.duels}
    cells = [[_cell(met.get((row, column))) for column in names] for row in names]
    shades = [[_shade(met.get((row, column))) for column in names] for row in names]
    return Plot(
        "duels", title, svg.grid(title, alt, names, cells, shades, say("results.duels_unit", lang)),
        alt,
        _head(["players", "together", "ahead", "behind", "level"], lang),
        [
            [say("results.versus", lang, a=d.first, b=d.second), str(d.games), str(d.ahead),
             str(d.behind), str(d.level)]
            for d in stats.duels
        ],
    )  # fmt: skip


def _cell(met: tuple[int, int] | None) -> str:
    return f"{met[0]}/{met[1]}" if met else "–"


def _shade(met: tuple[int, int] | None) -> float | None:
    return met[0] / met[1] if met else None


def thinking(stats: Stats, lang: str) -> Plot:
    """Plot how long players think."""
    title = say("results.thinking_title", lang)
    sentences = [
        say("results.thinking_alt", lang, player=line.player, median=decimal(line.median, lang),
            longest=decimal(line.longest, lang), games=line.turns)
        for line in stats.thinking
    ]  # fmt: skip
    alt = _told(sentences, lang)
    rows = [(line.player, line.seconds) for line in stats.thinking[:DRAWN]]
    return Plot(
        "thinking", title, svg.spreads(title, alt, say("results.thinking_unit", lang), rows), alt,
        _head(["player", "turns", "mean", "median", "quartiles", "longest"], lang),
        [
            [line.player, str(line.turns), decimal(line.mean, lang), decimal(line.median, lang),
             _half(line.seconds, lang), decimal(line.longest, lang)]
            for line in stats.thinking
        ],
        say("results.spread_note", lang),
    )  # fmt: skip


def course(game: PlayedGame, lang: str) -> Plot | None:
    """Plot a game turn by turn; None for a sheet entered by hand."""
    if not game.course:
        return None
    title = say("results.course_title", lang)
    names = [seat.player or say("results.free_city", lang) for seat in game.seats]
    sentences = [
        say("results.course_alt", lang, player=name, points=seat.total)
        for name, seat in zip(names, game.seats, strict=True)
    ]
    alt = _told(sentences, lang)
    drawn = [
        svg.Curve(name, [turn.totals[at] for turn in game.course], f"s-{at}", svg.DASHES[at])
        for at, name in enumerate(names)
    ]
    first = {turn.age: at for at, turn in reversed(list(enumerate(game.course)))}
    steps = svg.Steps(
        say("results.course_axis", lang),
        {at + 1: say("results.age", lang, age=ROMAN[age]) for age, at in first.items()},
        tuple(at for at in first.values() if at),
    )
    rows = [
        [say("results.turn" if turn.turn else "results.recruit", lang, age=ROMAN[turn.age],
             turn=turn.turn),
         *map(str, turn.totals)]
        for turn in game.course
    ]  # fmt: skip
    drawing = svg.lines(title, alt, say("results.points", lang), drawn, steps)
    return Plot("course", title, drawing, alt, [say("results.turns", lang), *names], rows)
