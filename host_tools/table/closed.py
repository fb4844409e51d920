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
    """Count the cards that whoever decides for a seat has seen leave the hands.

    These are all that lie open, and the closed ones that were laid by the same person.
    """
    decider = evening.game.decider(seat)
    seen = Counter(_open_cards(evening))
    seen.update(card for who, card in closed_cards(evening) if who == decider)
    return seen


def _open_cards(evening: Evening) -> Iterator[Card]:
    for city in evening.game.cities:
        yield from city.built
        yield from city.leaders


def closed_cards(evening: Evening) -> Iterator[tuple[int, Card]]:
    """Return every card that was laid closed in the turns that count, and by whom.

    Two take turns to lay the Free City's cards, and do not know each other's.
    """
    turns = [(past.before, past.moves, past.answers) for past in evening.past]
    for game, moves, answers in [*turns, (evening.game, *evening.this_turn())]:
        for seat, card in _closed_in(moves, answers):
            yield game.decider(seat), card


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
