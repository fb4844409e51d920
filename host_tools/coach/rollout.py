"""Rollouts: play a game to its end many times, from what everybody knows of it.

>>> from host_tools.rules.ruleset import Ruleset
>>> from host_tools.rules.setup import Seat, Setup
>>> wonders = ("gizah", "rhodos", "ephesos")
>>> setup = Setup(tuple(Seat(w.title(), w, "A") for w in wonders))
>>> tally = Rollouts(Position(Game(Ruleset(setup)), (0, 0, 0), {}), seed=1).run(4)
>>> tally.games, round(sum(tally.chance(seat) for seat in range(3)), 6)
(4, 1.0)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer, fill, fill_pile
from host_tools.coach.story import read_story
from host_tools.rules.dealing import Draw
from host_tools.rules.game import Game
from host_tools.rules.result import ranks, sheets_of

POLICY = "builder"  # the better bot, at a third of the speed of the other
Z = 1.96  # for 95 %


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody knows of a game between two turns, without hands and closed cards."""

    game: Game
    leaders_played: Sequence[int]  # by seat
    pile: Mapping[int, int]  # how many cards of each Age are in the discard pile

    def possible(self, draw: Draw) -> Game:
        """Return a game with hands and a discard pile as they can be."""
        game = fill(self.game, self.leaders_played, draw)
        fill_pile(game, self.pile, draw)
        return game


def position_of(data: bytes) -> Position:
    """Read a position from a record without deals; forget which cards lie face down."""
    story = read_story(data)
    game, pile = story.game, Counter(card.age for card in story.game.discard)
    game.discard.clear()
    game.leftovers.clear()
    game.used.clear()
    game.returned.clear()
    for city in game.cities:
        city.under.clear()
        game.used.update(city.built)
        game.used.update(city.leaders)
        game.used.update(leader for leader, _ in city.face_down)
    return Position(game, tuple(story.leaders_played), {age: pile[age] for age in sorted(pile)})


def outcome(game: Game) -> tuple[list[float], list[int]]:
    """Return each seat's share of the victory and its points, in teams the team's."""
    points = [sum(item.points for item in items) for items in sheets_of(game)]
    places = ranks(game, points)
    sides = {
        seat // 2 if game.rules.team else seat for seat, rank in enumerate(places) if rank == 1
    }
    if game.rules.team:
        points = [points[seat] + points[seat ^ 1] for seat in game.rules.seats]
    return [1 / len(sides) if rank == 1 else 0.0 for rank in places], points


def wilson(chance: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a chance.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    square = Z * Z / games
    middle = (chance + square / 2) / (1 + square)
    half = Z * sqrt(chance * (1 - chance) / games + square / (4 * games)) / (1 + square)
    # At 0 and 1 an end is the chance itself, except for rounding.
    return max(0.0, min(chance, middle - half)), min(1.0, max(chance, middle + half))


class Tally:
    """How often each seat has won; a shared victory is shared."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0.0] * seats

    def add(self, shares: Sequence[float]) -> None:
        """Count one game."""
        self.games += 1
        for seat, share in enumerate(shares):
            self.wins[seat] += share

    def chance(self, seat: int) -> float:
        """Return the share of games that a seat has won."""
        return self.wins[seat] / self.games if self.games else 0.0

    def interval(self, seat: int) -> tuple[float, float]:
        """Return the 95 % interval of a seat's chance."""
        return wilson(self.chance(seat), self.games)


class Rollouts:
    """Plays a position to the end; the same position and seed give the same games."""

    def __init__(self, position: Position, seed: int | str, policy: str = POLICY) -> None:
        self.position = position
        self.seed = seed
        self.policy = policy
        self.tally = Tally(position.game.rules.number)

    def run(self, games: int) -> Tally:
        """Play more games."""
        for _ in range(games):
            dealer = Dealer(f"{self.seed}.{self.tally.games}")
            game = self.position.possible(dealer.draw)
            self.tally.add(outcome(BotGame(game, self.policy, dealer).play())[0])
        return self.tally
