"""What stays closed: cards that were sold, that lie under a stage, or that were left over.

They are face down for everybody until the game is over; only whoever laid one knows it.
"""

from collections import Counter
from collections.abc import Iterator

from card_db.cards import Card
from host_tools.rules.agenda import LEFT_OVER
from host_tools.rules.game import Game
from host_tools.rules.moves import SELL, Move, is_closed
from host_tools.rules.questions import Answer
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import FinalChoices, Item
from host_tools.table.evening import Evening

Closed = tuple[int, Card, str]
"""Who laid a card closed, the card, and for what; "" for a leftover one."""


def open_sheets(game: Game, choices: FinalChoices | None = None) -> list[list[Item]]:
    """Return the points of every seat that everybody may know.

    W21: what the colour of a card under a stage counts is told at the end of the game.
    """
    sheets = sheets_of(game, choices)
    if game.over:
        return sheets
    return [[item for item in items if not by_closed_card(item)] for items in sheets]


def by_closed_card(item: Item) -> bool:
    """Return whether only a card under a stage tells these points."""
    return item.effect is not None and item.effect.per == "under"


def seen_by(evening: Evening, seat: int) -> Counter[Card]:
    """Count the cards that whoever decides for a seat has seen leave the hands.

    These are all that lie open, and the closed ones that were laid by the same person.
    """
    decider = evening.game.decider(seat)
    again = evening.game.returned
    seen = Counter(_open_cards(evening))
    seen.update(
        card
        for who, card, action in _closed(evening)
        # B13: a leader that was sold may come back to a hand that drew.
        if who == decider and not (action == SELL and decider in again.get(card, ()))
    )
    return seen


def _open_cards(evening: Evening) -> Iterator[Card]:
    for city in evening.game.cities:
        yield from city.built
        yield from city.leaders
        yield from (leader for leader, _ in city.face_down)  # everybody saw it before


def closed_cards(evening: Evening) -> Iterator[tuple[int, Card]]:
    """Return every card that was laid closed in the turns that count, and by whom."""
    for who, card, _ in _closed(evening):
        yield who, card


def _closed(evening: Evening) -> Iterator[Closed]:
    """Two take turns to lay the Free City's cards, and do not know each other's."""
    turns = [(past.before, past.moves, past.answers) for past in evening.past]
    for game, moves, answers in [*turns, (evening.game, *evening.this_turn())]:
        for seat, card, action in _closed_in(moves, answers):
            yield game.decider(seat), card, action


def _closed_in(moves: dict[int, Move], answers: list[tuple[int, str, Answer]]) -> Iterator[Closed]:
    for seat, move in moves.items():
        if is_closed(move.action):
            yield seat, move.card, move.action
    for seat, kind, answer in answers:
        if isinstance(answer, Move) and is_closed(answer.action):
            yield seat, answer.card, answer.action
        elif kind == LEFT_OVER and isinstance(answer, Card):
            yield seat, answer, ""
