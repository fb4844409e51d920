"""A record turn by turn: the game before each turn, what was played, and from which hands."""

from collections.abc import Mapping
from dataclasses import dataclass

from card_db.cards import Box, Card
from host_tools.bots.dealer import Known
from host_tools.rules.game import Game
from host_tools.rules.intents import complete
from host_tools.rules.moves import Move
from host_tools.rules.plays import intent_of, parts_of
from host_tools.rules.record import RecordLine
from host_tools.rules.replay import Replay, replay
from host_tools.rules.ruleset import Ruleset

Cards = dict[int, list[Card]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the game before it, each seat's play as recorded, and its cards in order."""

    before: Game
    plays: dict[int, RecordLine]
    cards: dict[int, list[Card]]  # the card played, then the one of an extra play


@dataclass(frozen=True, slots=True)
class Story:
    """The turns that count, the cards left over by Age and seat, and the game after them."""

    game: Game
    turns: list[Turn]
    left: dict[tuple[int, int], Card]

    @property
    def leaders_played(self) -> list[int]:
        """How many leaders each seat has played, for any action."""
        return leaders_in(self.turns, self.game.rules.number)


def leaders_in(turns: list[Turn], seats: int) -> list[int]:
    """Count the leaders that each seat plays in some turns."""
    return [
        sum(card.color == "white" for turn in turns for card in turn.cards.get(seat, ()))
        for seat in range(seats)
    ]


def read_story(data: bytes, boxes: Mapping[str, Box] | None = None) -> Story:
    """Play through a record; MoveError names the line of the first broken rule."""
    turns: list[Turn] = []
    left: dict[tuple[int, int], Card] = {}
    played = replay(data, boxes=boxes, watch=lambda played, line: _watch(played, line, turns, left))
    game = played.game.copy()
    game.on_step = None
    return Story(game, turns, left)


def _watch(
    played: Replay, line: RecordLine, turns: list[Turn], left: dict[tuple[int, int], Card]
) -> None:
    rules = played.game.rules
    if line["type"] == "turn":
        played.finish()  # so that nothing is open before a turn
        before = played.game.copy()
        before.on_step = None
        turns.append(_turn(before, line))
        last = [(play["seat"], play["left"]) for play in line["plays"] if "left" in play]
    elif line["type"] == "age_end":
        last = [(entry["seat"], entry["card"]) for entry in line["discarded"]]
    else:
        if line["type"] == "undo" and turns:
            age = turns.pop().before.age
            for key in [key for key in left if key[0] == age]:
                del left[key]  # This happens only in the last turn of an Age.
        return
    left.update({(line["age"], seat): rules.card(card, seat) for seat, card in last})


def _turn(before: Game, line: RecordLine) -> Turn:
    rules = before.rules
    plays = {play["seat"]: play for play in line["plays"]}
    cards = {
        seat: [rules.card(part["card"]) for part in parts_of(play)] for seat, play in plays.items()
    }
    return Turn(before, plays, cards)


def move_of(turn: Turn, game: Game, seat: int) -> Move:
    """Return what a seat did in a turn, as a complete move."""
    return complete(game, seat, intent_of(turn.plays[seat], seat))


# Hands are worked out from later plays: hands are passed on, so a card that a neighbour plays next
# turn was in this hand. Except for the cards left over, the later turns of an Age show every hand.


def known_at(story: Story, number: int) -> Known:
    """Return the cards known to be in the hands before a turn of a story."""
    game = story.turns[number].before
    leaders: Cards = {}
    if None in [game.leader_hands[seat] for seat in game.rules.players]:
        leaders = _leaders(story, number)
    return Known({} if game.hands is not None else _hands(story, number), leaders)


def is_complete(story: Story) -> bool:
    """Return whether the record has a deal for every hand."""
    return all(turn.before.hands is not None for turn in story.turns if turn.before.turn)


def _leaders(story: Story, number: int) -> Cards:
    """Return the leaders played later: they stay with their player, so all are in the hand."""
    hands: Cards = {}
    for turn in story.turns[number:]:
        for seat, cards in turn.cards.items():
            hands.setdefault(seat, []).extend(card for card in cards if card.color == "white")
    return hands


def _hands(story: Story, number: int) -> Cards:
    game = story.turns[number].before
    if not game.turn:
        return {}
    if game.rules.free_city is not None:
        return _of_two(story, number)
    hands: Cards = {seat: [] for seat in game.rules.seats}
    for later in story.turns[number:]:
        if later.before.age != game.age:
            break
        passes = later.before.turn - game.turn
        for seat, cards in later.cards.items():
            plain = [card for card in cards if card.color != "white"]
            hands[_held_by(game.rules, game.age, seat, passes)] += plain
    for (age, seat), card in story.left.items():
        if age == game.age:
            hands[_held_by(game.rules, age, seat, game.rules.turns - game.turn)].append(card)
    return hands


def _held_by(rules: Ruleset, age: int, seat: int, passes: int) -> int:
    """Return who held a hand this many passes before a seat got it."""
    back = rules.left if age == 2 else rules.right
    for _ in range(passes):
        seat = back[seat]
    return seat


def _of_two(story: Story, number: int) -> Cards:
    """Use this turn only: with a Free City the pile mixes the hands."""
    turn = story.turns[number]
    hands: Cards = {}
    for seat, cards in turn.cards.items():
        hands.setdefault(turn.before.decider(seat), []).append(cards[0])
    return hands
