"""Leftover cards of an Age: why they are asked for."""

from typing import NamedTuple

from card_db.cards import Card
from host_tools.rules.agenda import PICK
from host_tools.rules.digging import diggers
from host_tools.rules.game import Game
from host_tools.texts import listed, say
from host_tools.texts.cards import name_in


class LeftoverText(NamedTuple):
    """Why a seat is asked for its leftover card: for a small display, and in full."""

    short: str
    full: str


def leftover_text(game: Game, lang: str = "en") -> LeftoverText:
    """Say why leftover cards are asked for now; only what lies on the table is named."""
    on_table = {task.source for task in game.agenda.tasks if task.kind == PICK}
    names = [*dict.fromkeys(_name(game, card, card in on_table, lang) for card in diggers(game))]
    return LeftoverText(
        say("leftover.short", lang, digger=names[0]),
        say("leftover.full", lang, diggers=listed(names, "or", lang)),
    )


def _name(game: Game, card: Card, on_table: bool, lang: str) -> str:
    if card.color == "stage":
        wonder = next(wonder for wonder in game.rules.wonders if card in wonder.stages)
        return name_in(wonder, lang)
    if on_table:
        return name_in(card, lang)
    return say("leftover.leader" if card.color == "white" else "leftover.card", lang)
