"""A record told turn by turn: how the game stood before each turn, and what was played in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from card_db.cards import Box, Card
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.intents import complete
from host_tools.rules.moves import Move
from host_tools.rules.plays import intent_of
from host_tools.rules.record import Line, bad, numbered_lines, parse_line, setup_of
from host_tools.rules.replay import Replay


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the game before it, each seat's play as it is written, and its cards in order."""

    before: Game
    plays: dict[int, Line]
    cards: dict[int, list[Card]]  # the card played, then that of an extra play


@dataclass(slots=True)
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
    told: Replay | None = None
    story: Story | None = None
    for number, text in numbered_lines(data):
        try:
            line = parse_line(text)
            if told is None or story is None:
                setup = setup_of(line)
                told = Replay(setup, box=boxes[setup.edition] if boxes else None)
                story = Story(told.game, [], {})
            else:
                _tell(story, told, line)
        except MoveError as error:
            error.line = number
            raise
    if told is None or story is None:
        raise bad("The file holds no record: its first line must be a setup.")
    told.finish()
    story.game = told.game.copy()
    story.game.on_step = None
    return story


def _tell(story: Story, told: Replay, line: Line) -> None:
    if line["type"] != "settle":
        told.finish()  # so that the game before a turn owes nothing
    before = told.game.copy()
    before.on_step = None
    told.apply(line)
    if line["type"] == "turn":
        story.turns.append(_turn(before, line))
        for play in line["plays"]:
            if "left" in play:
                story.left[line["age"], play["seat"]] = before.rules.card(play["left"])
    elif line["type"] == "undo":
        story.turns.pop()
    elif line["type"] == "age_end":
        for entry in line["discarded"]:
            card = told.game.rules.card(entry["card"])
            story.left[line["age"], entry["seat"]] = card


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
