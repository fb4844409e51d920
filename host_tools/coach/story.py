"""A record told turn by turn: how the game stood before each turn, and what was played in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from card_db.cards import Box, Card
from host_tools.rules.game import Game
from host_tools.rules.intents import complete
from host_tools.rules.moves import Move
from host_tools.rules.plays import intent_of
from host_tools.rules.record import Line
from host_tools.rules.replay import Replay, replay


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the game before it, each seat's play as it is written, and its cards in order."""

    before: Game
    plays: dict[int, Line]
    cards: dict[int, list[Card]]  # the card played, then that of an extra play


@dataclass(frozen=True, slots=True)
class Story:
    """The turns of a game that count, the cards left over by Age and seat, and how it stands."""

    game: Game
    turns: list[Turn]
    left: dict[tuple[int, int], Card]

    @property
    def leaders_played(self) -> list[int]:
        """How many leaders each seat has played, to whatever end."""
        return leaders_in(self.turns, self.game.rules.number)


def leaders_in(turns: list[Turn], seats: int) -> list[int]:
    """Count the leaders that each seat plays in some turns."""
    return [
        sum(card.color == "white" for turn in turns for card in turn.cards.get(seat, ()))
        for seat in range(seats)
    ]


def read_story(data: bytes, boxes: Mapping[str, Box] | None = None) -> Story:
    """Play a record through; MoveError tells the line of the first broken rule."""
    turns: list[Turn] = []
    left: dict[tuple[int, int], Card] = {}
    told = replay(data, boxes=boxes, watch=lambda told, line: _watch(told, line, turns, left))
    game = told.game.copy()
    game.on_step = None
    return Story(game, turns, left)


def _watch(told: Replay, line: Line, turns: list[Turn], left: dict[tuple[int, int], Card]) -> None:
    rules = told.game.rules
    if line["type"] == "turn":
        told.finish()  # so that the game before a turn owes nothing
        before = told.game.copy()
        before.on_step = None
        turns.append(_turn(before, line))
        last = [(play["seat"], play["left"]) for play in line["plays"] if "left" in play]
    elif line["type"] == "age_end":
        last = [(entry["seat"], entry["card"]) for entry in line["discarded"]]
    else:
        if line["type"] == "undo" and turns:
            age = turns.pop().before.age
            for key in [key for key in left if key[0] == age]:
                del left[key]  # It comes to that only in the last turn of an Age.
        return
    left.update({(line["age"], seat): rules.card(card, seat) for seat, card in last})


def _turn(before: Game, line: Line) -> Turn:
    rules = before.rules
    plays = {play["seat"]: play for play in line["plays"]}
    cards = {
        seat: [rules.card(part["card"]) for part in (play, play.get("extra")) if part]
        for seat, play in plays.items()
    }
    return Turn(before, plays, cards)


def move_of(turn: Turn, game: Game, seat: int) -> Move:
    """Return what a seat did in a turn, as a complete move."""
    return complete(game, seat, intent_of(turn.plays[seat], seat))
