"""What stays closed: cards that were sold, that lie under a stage, or that were left over.

They are face down for everybody until the game is over; only whoever laid one knows it.
"""

from collections import Counter
from collections.abc import Iterator

from card_db.cards import Card
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.moves import Move, is_closed
from host_tools.rules.questions import Answer
from host_tools.table.evening import Evening


def seen_by(evening: Evening, seat: int) -> Counter[Card]:
    """Count the cards that a seat has seen leave the hands: all that lie open, and its own."""
    seen = Counter(_open_cards(evening))
    seen.update(card for at, card in closed_cards(evening) if at == seat)
    return seen


def _open_cards(evening: Evening) -> Iterator[Card]:
    for city in evening.game.cities:
        yield from city.built
        yield from city.leaders


def closed_cards(evening: Evening) -> Iterator[tuple[int, Card]]:
    """Return every card that was laid closed in the turns that count, and at which seat."""
    turns = [(past.moves, past.answers) for past in evening.past]
    for moves, answers in [*turns, evening.this_turn()]:
        yield from _closed_in(moves, answers)


def _closed_in(
    moves: dict[int, Move], answers: list[tuple[int, str, Answer]]
) -> Iterator[tuple[int, Card]]:
    for seat, move in moves.items():
        if is_closed(move.action):
            yield seat, move.card
    for seat, kind, answer in answers:
        if isinstance(answer, Move) and is_closed(answer.action):
            yield seat, answer.card
        elif kind == LEFT_OVER and isinstance(answer, Card):
            yield seat, answer
