"""The score sheet on the terminal: one column a seat, and each point explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host_tools.rules.explaining import explain
from host_tools.rules.result import ranks, sheets_of
from host_tools.rules.scoring import CATEGORIES, Choices, Item, by_category

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from host_tools.rules.game import Game

# Name and colour of each line; the name stands beside the colour, which is never the only sign.
LINES = {
    "military": ("Military", "Militaire", "red"),
    "treasury": ("Treasury", "Trésor", "yellow"),
    "wonder": ("Wonder", "Merveille", "white"),
    "civilian": ("Civilian", "Civil", "blue"),
    "scientific": ("Science", "Science", "green"),
    "commercial": ("Commerce", "Commerce", "yellow"),
    "guilds": ("Guilds", "Guildes", "magenta"),
    "leaders": ("Leaders", "Leaders", "white"),
    "cities": ("Cities", "Cities", "bright_black"),
    "total": ("Total", "Total", "bold"),
}
WORDS = {
    "en": {"now": "Score as it stands", "end": "Final score", "rank": "Rank", "team": "Team"},
    "fr": {"now": "Score actuel", "end": "Score final", "rank": "Rang", "team": "Équipe"},
}


def line_name(category: str, lang: str = "en") -> str:
    """Return the name of a line of the sheet."""
    return LINES[category][1 if lang == "fr" else 0]


def shown(game: Game) -> list[str]:
    """Return the lines that this game's sets can fill."""
    absent = {"leaders": not game.rules.leaders, "cities": not game.rules.cities}
    return [name for name in CATEGORIES if not absent.get(name)]


def sheet(game: Game, choices: Choices | None = None, lang: str = "en") -> Table:
    """Lay the score sheet out as a table."""
    from rich.table import Table

    words = WORDS[lang]
    scores = [by_category(items) for items in sheets_of(game, choices)]
    table = Table(title=words["end" if game.over else "now"], title_style="bold")
    table.add_column("")
    for seat in game.rules.seats:
        wonder = game.rules.wonders[seat]
        table.add_column(f"{game.rules.name(seat)}\n{wonder.name} {wonder.side}", justify="right")
    for name in shown(game):
        row = (str(score[name]) for score in scores)
        table.add_row(line_name(name, lang), *row, style=LINES[name][2])
    table.add_section()
    totals = [score["total"] for score in scores]
    table.add_row(line_name("total", lang), *map(str, totals), style="bold")
    if game.rules.team:
        teams = (str(totals[seat] + totals[seat ^ 1]) for seat in game.rules.seats)
        table.add_row(words["team"], *teams, style="bold")
    table.add_row(words["rank"], *(str(r or "–") for r in ranks(game, totals)))
    return table


def explanation(game: Game, choices: Choices | None = None, lang: str = "en") -> RenderableType:
    """Explain every point of every seat."""
    from rich.console import Group
    from rich.text import Text

    lines: list[RenderableType] = []
    for seat, items in enumerate(sheets_of(game, choices)):
        lines.append(Text(f"\n{game.rules.name(seat)}: {by_category(items)['total']}", "bold"))
        lines.extend(_explained(items, lang))
    return Group(*lines)


def _explained(items: list[Item], lang: str) -> list[RenderableType]:
    from rich.text import Text

    found: list[RenderableType] = []
    for name in CATEGORIES:
        for item in (item for item in items if item.category == name):
            head = f"  {line_name(name, lang):<10} {item.points:>3}  "
            text = Text(head, LINES[name][2])
            text.append(explain(item, lang), "default")
            found.append(text)
    return found
