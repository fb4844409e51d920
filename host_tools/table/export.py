"""An evening as a game record, at any time."""

from __future__ import annotations

from host_tools.rules.game import Game
from host_tools.rules.record import Line
from host_tools.rules.writing import Scribe
from host_tools.table.evening import Evening


def record_of(evening: Evening) -> list[Line]:
    """Return the lines of a record: every turn that counts, none that was taken back."""
    scribe = Scribe(Game(evening.game.rules))
    turns = [(past.moves, past.answers) for past in evening.past]
    if evening.in_turn():
        turns.append(evening.this_turn())
    for moves, answers in turns:
        for seat, move in moves.items():
            scribe.answer(seat, move)
        for seat, _, value in answers:
            scribe.answer(seat, value)
    return scribe.lines
