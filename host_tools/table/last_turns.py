"""The last turns, as everybody saw them: who played what, and which coins went where."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TypedDict, cast

from host_tools.rules.game import Game
from host_tools.rules.moves import Move
from host_tools.table.evening import Evening, PastTurn
from host_tools.table.instructions import TurnFacts, facts_of
from host_tools.table.view import card_view, played_view
from host_tools.table.views import CardView, FactsView, PlayedView

SHOWN = 3


class SeatTurnView(TypedDict):
    """What one seat did in a turn; `also` are cards that came from elsewhere, all of them open."""

    seat: int
    played: PlayedView | None
    also: list[CardView]
    facts: FactsView


class TurnView(TypedDict):
    """A turn that is over."""

    age: int
    turn: int
    seats: list[SeatTurnView]


def last_turns(evening: Evening, lang: str = "en", number: int = SHOWN) -> list[TurnView]:
    """Return the last turns that are over, the newest first; closed cards stay closed."""
    turns = list(_turns(evening))[-number:]
    return [_turn(past, after, lang) for past, after in reversed(turns)]


def _turns(evening: Evening) -> Iterator[tuple[PastTurn, Game]]:
    """Return every turn with the game as it stood after it."""
    past = evening.past
    now = evening.last_turn()[0] if evening.in_turn() else evening.game
    return zip(past, [*(turn.before for turn in past[1:]), now], strict=True) if past else iter(())


def _turn(past: PastTurn, after: Game, lang: str) -> TurnView:
    extras = [(seat, move) for seat, _, move in past.answers if isinstance(move, Move)]
    facts = facts_of(past.before, after, [*past.moves.items(), *extras])
    return {
        "age": past.before.age,
        "turn": past.before.turn,
        "seats": [_seat(past, seat, fact, lang) for seat, fact in facts.items()],
    }


def _seat(past: PastTurn, seat: int, facts: TurnFacts, lang: str) -> SeatTurnView:
    cards = past.before.rules.box.cards
    return {
        "seat": seat,
        "played": played_view(past.before, seat, past.moves, lang),
        "also": [card_view(cards[card], lang) for card in facts.built],
        "facts": cast(FactsView, asdict(facts)),
    }
