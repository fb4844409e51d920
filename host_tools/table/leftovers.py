"""Leftover cards of an Age: who need not show one, and why the others are asked for theirs."""

from typing import NamedTuple

from card_db.cards import Card
from host_tools.rules.agenda import LEFT_OVER, PICK
from host_tools.rules.digging import diggers
from host_tools.rules.game import Game
from host_tools.table.evening import Evening
from host_tools.texts import listed, say
from host_tools.texts.cards import name_in


class LeftoverText(NamedTuple):
    """Why a seat is asked for its leftover card: for a small display, and in full."""

    short: str
    full: str


def unneeded(evening: Evening) -> list[int]:
    """Return the seats whose leftover cards nobody can take: they are discarded unseen."""
    game = evening.game
    seats = [question.seat for question in game.questions if question.kind == LEFT_OVER]
    if not seats or (game.rules.digs if evening.setup.ask_leftovers else diggers(game)):
        return []
    return seats


def leftover_text(game: Game, lang: str = "en") -> LeftoverText:
    """Say why leftover cards are asked for now; only what lies on the table is named."""
    on_table = {task.source for task in game.agenda.tasks if task.kind == PICK}
    names = [*dict.fromkeys(_name(game, card, card in on_table, lang) for card in diggers(game))]
    if not names:  # as games asked before
        return LeftoverText(say("leftover.asked", lang), say("bar.left", lang))
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
