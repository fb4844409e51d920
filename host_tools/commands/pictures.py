"""The pictures on the terminal: the running table, score sheets, history and statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.results.played import PlayedGame, board_name, boxes, category, wonder_name
from host_tools.results.stats import Stats
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, FinalChoices, Item, by_category
from host_tools.texts import decimal, say
from host_tools.texts.scores import explain, rule_of, seat_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from host_tools.rules.game import Game
    from host_tools.table.views import PlayedView, PublicView, SeatView

# The name always stands beside the colour, which is never the only sign.
STYLES = {
    "military": "red",
    "treasury": "yellow",
    "wonder": "white",
    "civilian": "blue",
    "scientific": "green",
    "commercial": "yellow",
    "guilds": "magenta",
    "leaders": "white",
    "cities": "bright_black",
}


# The running table


def table_picture(view: PublicView) -> RenderableType:
    """Draw the public view as a table."""
    from rich.table import Table as Grid

    title = f"Age {view['age']}, turn {view['turn']}: {view['phase_text']}"
    if view["missing"]:
        title += f" ({', '.join(view['missing'])})"
    grid = Grid(title=title, caption=view["trouble"] or " ".join(view["log"][-1:]), expand=True)
    for name in ("Player", "Wonder", "Coins", "Shields", "Points", "Card", "To do"):
        grid.add_column(name)
    for seat in view["seats"]:
        card = _did(seat["played"]) if seat["played"] else ""
        card += " ●" if seat["committed"] else " ○"
        grid.add_row(
            seat["player"] + ("" if seat["connected"] in (True, None) else " (away)"),
            f"{seat['wonder']} {seat['side']} {_stages(seat)}",
            str(seat["coins"]),
            str(seat["shields"]),
            str(seat["score"]["total"]),
            card,
            " ".join(seat["todo"]),
        )
    return grid


def _stages(seat: SeatView) -> str:
    """Return how many stages are built, and which where they came in another order."""
    raised = seat["raised"]
    in_order = raised == [*range(1, len(raised) + 1)]
    which = "" if in_order else f" ({', '.join(map(str, raised))})"
    return f"{len(raised)}/{len(seat['all_stages'])}{which}"


def _did(played: PlayedView) -> str:
    """Say what a seat did; a card that stays closed has no name here."""
    return (
        played["card"]["name"] if played["card"] else f"{played['action']} {played['stage'] or ''}"
    )


# Score sheets


def shown(game: Game) -> list[str]:
    """Return the lines that this game's sets can fill."""
    absent = {"leaders": not game.rules.leaders, "cities": not game.rules.cities}
    return [name for name in CATEGORIES if not absent.get(name)]


def score_sheet(game: Game, choices: FinalChoices | None = None, lang: str = "en") -> Table:
    """Lay the score sheet out as a table."""
    from rich.table import Table

    scores = [by_category(items) for items in sheets_of(game, choices)]
    table = Table(
        title=say("results.final" if game.over else "results.now", lang), title_style="bold"
    )
    table.add_column("")
    for seat in game.rules.seats:
        board = board_name(game.rules.wonders[seat], lang)
        table.add_column(f"{seat_name(game.rules, seat, lang)}\n{board}", justify="right")
    for name in shown(game):
        row = (str(score[name]) for score in scores)
        table.add_row(category(name, lang), *row, style=STYLES[name])
    table.add_section()
    totals = [score["total"] for score in scores]
    table.add_row(category("total", lang), *map(str, totals), style="bold")
    if game.rules.team:
        teams = (str(totals[seat] + totals[seat ^ 1]) for seat in game.rules.seats)
        table.add_row(say("results.team", lang), *teams, style="bold")
    table.add_row(say("results.rank", lang), *(str(r or "–") for r in ranks(game, totals)))
    return table


def explanation(
    game: Game, choices: FinalChoices | None = None, lang: str = "en"
) -> RenderableType:
    """Explain every point of every seat."""
    from rich.console import Group
    from rich.text import Text

    lines: list[RenderableType] = []
    for seat, items in enumerate(sheets_of(game, choices)):
        name, total = seat_name(game.rules, seat, lang), by_category(items)["total"]
        lines.append(Text(f"\n{name}: {total}", "bold"))
        lines.extend(_explained(items, lang))
    return Group(*lines)


def _explained(items: list[Item], lang: str) -> list[RenderableType]:
    from rich.text import Text

    found: list[RenderableType] = []
    for name in CATEGORIES:
        for item in (item for item in items if item.category == name):
            head = f"  {category(name, lang):<10} {item.points:>3}  "
            text = Text(head, STYLES[name])
            text.append(explain(item, lang), "default")
            text.append(f" [{rule_of(item)}]", "dim")
            found.append(text)
    return found


# History and statistics


def _table(title: str, words: list[str], lang: str, texts: int = 1) -> Table:
    """Make a table; the first columns are text, the others numbers."""
    from rich.table import Table

    table = Table(title=title, title_style="bold")
    for at, word in enumerate(words):
        shown = say(f"results.{word}", lang) if word else ""
        table.add_column(shown[:1].upper() + shown[1:], justify="left" if at < texts else "right")
    return table


def games_table(games: list[PlayedGame], lang: str) -> Table:
    """List games, the newest first."""
    words = ["game", "date", "players", "winner", "Points", "duration"]
    table = _table(say("results.history", lang), words, lang, texts=4)
    for game in reversed(games):
        players = sorted(game.players, key=lambda seat: (seat.rank or 0, seat.player or ""))
        best = max(seat.total for seat in game.players)
        table.add_row(
            name_of(game),
            game.date.strftime("%Y-%m-%d %H:%M"),
            ", ".join(seat.player or "" for seat in players),
            ", ".join(game.winners),
            str(best),
            _minutes(game, lang),
        )
    return table


def name_of(game: PlayedGame) -> str:
    """Return the word by which commands find a game again."""
    return game.uuid[:8] if game.number is None else str(game.number)


def _minutes(game: PlayedGame, lang: str) -> str:
    return "" if game.minutes is None else f"{round(game.minutes)} {say('results.minutes', lang)}"


def game_table(game: PlayedGame, lang: str) -> Table:
    """Lay the score sheet of one game out."""
    told = [game.date.strftime("%Y-%m-%d %H:%M"), boxes(game, lang), _minutes(game, lang)]
    table = _table(" · ".join(filter(None, told)), [""], lang)
    for seat in game.seats:
        who = seat.player or say("results.free_city", lang)
        head = f"{who}\n{wonder_name(seat.wonder, seat.side, lang)}"
        table.add_column(head, justify="right")
    for name in game.categories():
        points = [str(seat.scores[CATEGORIES.index(name)]) for seat in game.seats]
        table.add_row(category(name, lang), *points, style=STYLES[name])
    table.add_section()
    for word, sums in game.sums():
        table.add_row(say(f"results.{word}", lang), *map(str, sums), style="bold")
    table.add_row(say("results.rank", lang), *(str(s.rank or "–") for s in game.seats))
    if any(seat.thinking for seat in game.seats):
        paces = ["" if s.pace is None else decimal(s.pace, lang) for s in game.seats]
        table.add_row(say("results.pace", lang), *paces)
    return table


def _players(stats: Stats, lang: str) -> Table:
    words = ["player", "games", "wins", "win_rate", "mean", "best", "mean_rank", "pace"]
    table = _table(say("results.players", lang), words, lang)
    for line in stats.players:
        table.add_row(
            line.player, str(line.games), str(line.wins), _rate(line.wins / line.games, lang),
            decimal(line.mean, lang), str(line.best), decimal(line.rank, lang),
            "" if line.pace is None else decimal(line.pace, lang),
        )  # fmt: skip
    return table


def _rate(share: float, lang: str) -> str:
    return f"{decimal(100 * share, lang, 0)} %"


def _wonders(stats: Stats, lang: str) -> Table:
    words = ["wonder", "games", "wins", "win_rate", "expected", "mean"]
    table = _table(say("results.wonders_title", lang), words, lang)
    for line in stats.wonders:
        table.add_row(
            wonder_name(line.wonder, line.side, lang), str(line.games), str(line.wins),
            _rate(line.wins / line.games, lang), _rate(line.expected / line.games, lang),
            decimal(line.mean, lang),
        )  # fmt: skip
    return table


def _categories(stats: Stats, lang: str) -> Table:
    words = ["category", "by_best", "best", "mean", "winners_mean"]
    table = _table(say("results.categories_title", lang), words, lang, texts=2)
    for line in stats.categories:
        table.add_row(
            category(line.category, lang), line.by, str(line.best), decimal(line.mean, lang),
            decimal(line.winners, lang),
        )  # fmt: skip
    return table


def _duels(stats: Stats, lang: str) -> Table:
    words = ["players", "together", "ahead", "behind", "level"]
    table = _table(say("results.duels_title", lang), words, lang)
    for duel in stats.duels:
        versus = say("results.versus", lang, a=duel.first, b=duel.second)
        counts = (duel.games, duel.ahead, duel.behind, duel.level)
        table.add_row(versus, *map(str, counts))
    return table


def _thinking(stats: Stats, lang: str) -> Table:
    words = ["player", "turns", "mean", "median", "longest", "waited"]
    table = _table(
        f"{say('results.thinking_title', lang)} ({say('results.seconds', lang)})", words, lang
    )
    for line in stats.thinking:
        values = (line.mean, line.median, line.longest)
        waited = "" if line.waited is None else decimal(line.waited, lang)
        table.add_row(line.player, str(line.turns), *(decimal(v, lang) for v in values), waited)
    return table


def _phases(stats: Stats, lang: str) -> Table:
    words = ["phase", "turns", "mean", "median", "longest"]
    table = _table(
        f"{say('results.phases_title', lang)} ({say('results.seconds', lang)})", words, lang
    )
    for line in stats.phases:
        values = (line.mean, line.median, line.longest)
        name = say(f"results.phase_{line.phase}", lang)
        table.add_row(name, str(line.turns), *(decimal(v, lang) for v in values))
    return table


TABLES: dict[str, Callable[[Stats, str], Table]] = {
    "player": _players,
    "wonder": _wonders,
    "category": _categories,
    "pair": _duels,
    "thinking": _thinking,
    "phase": _phases,
}
"""What statistics can be counted by, and how it is shown."""
