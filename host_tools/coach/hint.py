"""A hint: what the builder bot would do with some cards, from them and what lies open.

>>> from host_tools.rules.ruleset import Ruleset
>>> from host_tools.rules.setup import Seat, Setup
>>> wonders = ("gizah", "rhodos", "ephesos")
>>> game = Game(Ruleset(Setup(tuple(Seat(w.title(), w, "A") for w in wonders))))
>>> str(hint(game, 0, [game.rules.card("loom_1"), game.rules.card("altar")]))
'build loom_1'
"""

from collections.abc import Sequence

from card_db.cards import Card
from host_tools.bots.bots import move_value
from host_tools.coach.lesson import seen_from
from host_tools.rules.costs import moves
from host_tools.rules.game import Game
from host_tools.rules.moves import Move


def hint(game: Game, seat: int, cards: Sequence[Card]) -> Move:
    """Return the bot's move with one of these cards; of equal ones the first."""
    known = seen_from(game)
    return max(moves(known, seat, cards), key=lambda move: move_value(known, seat, move))
