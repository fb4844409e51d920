"""The words of history and statistics."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from card_db.loader import load_box
from host_tools.results.played import Played
from host_tools.texts import say
from host_tools.texts.cards import name_in

ROMAN = ("", "I", "II", "III")


def day(at: float) -> str:
    """Return the day of a time, the same for all languages."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d")


def category(name: str, lang: str) -> str:
    """Return the name of a line of the score sheet."""
    return say(f"category.{name}", lang)


@cache
def wonder_name(wonder: str, side: str, lang: str) -> str:
    """Return a wonder's name with its side, by whatever printing has it."""
    for edition in ("1e", "2e"):
        if board := load_box(edition).wonders.get(f"{wonder}_{side.lower()}"):
            return f"{name_in(board, lang)} {say(f'card.side.{side}', lang)}"
    return f"{wonder} {side}"


def boxes(game: Played, lang: str) -> str:
    """Say what was played: sets, printing, variant."""
    words = [f"set_{name}" for name in game.sets if name != "base"] or ["set_base"]
    words += [f"edition_{game.edition}"]
    words += [f"variant_{game.variant}"] if game.variant != "standard" else []
    return ", ".join(say(f"results.{word}", lang) for word in words)
