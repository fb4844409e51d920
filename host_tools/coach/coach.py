"""The coach: compares each move of a finished game with the best other one.

Every move is compared with others by rollouts that share their chance: the same hands, the same
later deals, and what the others really did in that turn. It looks at all turns briefly first;
those that seem to have cost most are then played again, so that no lucky first look counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import mean, stdev

from card_db.cards import Card
from host_tools.bots.bots import BotGame, move_value, worth
from host_tools.bots.dealer import Dealer, Known, fill
from host_tools.coach.rollout import POLICY, Z, outcome
from host_tools.coach.story import Story, known_at, leaders_in, move_of
from host_tools.rules.costs import moves
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.moves import SELL, WONDER, Move
from host_tools.rules.questions import PLAY

ROLLOUTS = 64
BRIEF = 8  # a first look takes this fraction of the rollouts
OTHERS = 3  # other moves tried, the most promising ones
FINALISTS = 5  # turns of a player that are examined closely
NAMED = 3


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move cost: points and chance to win, each with its 95 % error."""

    number: int  # of the turn in the story
    seat: int
    played: Move
    better: Move
    points: float
    error: float
    chance: float
    chance_error: float


class Coach:
    """Goes through a story; `costs` has the result after `work`."""

    def __init__(self, story: Story, rollouts: int = ROLLOUTS, seed: int = 1) -> None:
        self.story = story
        self.rollouts = max(2, rollouts)
        self.seed = seed
        self.players = story.game.rules.players
        self.steps = len(story.turns) + len(self.players)
        self.costs: dict[int, list[Cost]] = {seat: [] for seat in self.players}
        """By seat, the turns that cost most, the dearest first; only those beyond their error."""

    def work(self) -> Iterator[int]:
        """Do all the work; yield after each step."""
        brief = max(2, self.rollouts // BRIEF)
        first: dict[int, list[Cost]] = {seat: [] for seat in self.players}
        for number in range(len(self.story.turns)):
            for seat in self.players:
                cost = self._first_look(number, seat, brief)
                if cost is not None and cost.points > 0:
                    first[seat].append(cost)
            yield 1
        for seat in self.players:
            dearest = sorted(first[seat], key=_points, reverse=True)[:FINALISTS]
            sure = [self._weigh(cost, "close", self.rollouts) for cost in dearest]
            clear = [cost for cost in sure if cost.points > cost.error]
            self.costs[seat] = sorted(clear, key=_points, reverse=True)[:NAMED]
            yield 1

    def _first_look(self, number: int, seat: int, rollouts: int) -> Cost | None:
        """Find the best of the other moves by a few rollouts."""
        turn = self.story.turns[number]
        if seat not in turn.plays:
            return None
        known = known_at(self.story, number)
        game = Trial(self.story, number, f"{self.seed}.{number}", known).game
        played = move_of(turn, game, seat)
        costs = [
            self._weigh(Cost(number, seat, played, move, 0, 0, 0, 0), "brief", rollouts)
            for move in others(game, seat, played, _held(turn.before, known, seat))[:OTHERS]
        ]
        return max(costs, key=_points, default=None)

    def _weigh(self, cost: Cost, look: str, rollouts: int) -> Cost:
        """Play both moves on, with the same chance."""
        points, chances = [], []
        known = known_at(self.story, cost.number)
        for number in range(rollouts):
            seed = f"{self.seed}.{look}.{cost.number}.{number}"
            trial = Trial(self.story, cost.number, seed, known)
            mine, other = (trial.play_on(cost.seat, m) for m in (cost.played, cost.better))
            points.append(other[1] - mine[1])
            chances.append(other[0] - mine[0])
        of_points, of_chances = (mean(points), _error(points)), (mean(chances), _error(chances))
        return Cost(cost.number, cost.seat, cost.played, cost.better, *of_points, *of_chances)


def _points(cost: Cost) -> float:
    return cost.points


def _error(values: Sequence[float]) -> float:
    return Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


class Trial:
    """One possible set of hands and deals at a turn, to try moves in."""

    def __init__(self, story: Story, number: int, seed: str, known: Known) -> None:
        self.turn = story.turns[number]
        self.seed = seed
        before = self.turn.before
        played = leaders_in(story.turns[:number], before.rules.number)
        self.game = fill(before, played, Dealer(f"{seed} hands").draw, known)

    def play_on(self, seat: int, move: Move) -> tuple[float, int]:
        """Return a seat's share of the victory and its points after this move."""
        game = self.game.copy()
        table = BotGame(game, POLICY, Dealer(self.seed))
        for question in list(game.questions):
            if question.kind == PLAY and question.seat in self.turn.plays:
                chosen = move if question.seat == seat else self._real(game, question.seat)
                if chosen is not None:
                    game.answer(question.seat, chosen)
        shares, points = outcome(table.play())
        return shares[seat], points[seat]

    def _real(self, game: Game, seat: int) -> Move | None:
        """Return a seat's real move; None for a Free City whose card is gone in this trial."""
        try:
            return move_of(self.turn, game, seat)
        except MoveError:
            return None


def _held(before: Game, known: Known, seat: int) -> Sequence[Card]:
    """Return the cards that a seat held for certain and could have played."""
    if before.recruiting:
        hand = before.leader_hands[seat]
        return known.leaders.get(seat, ()) if hand is None else hand
    return known.cards.get(seat, ()) if before.hands is None else before.hands[seat]


def others(game: Game, seat: int, played: Move, held: Sequence[Card]) -> list[Move]:
    """Return the moves worth trying: each build once, one stage, one sale; the best first."""
    onward = game.rules.right[seat] if game.age == 2 else game.rules.left[seat]
    best: dict[tuple[str, str], tuple[float, Move]] = {}
    for move in moves(game, seat, held):
        given_up = move.action in (SELL, WONDER)
        key = (move.action, "" if given_up else move.card.id)
        value = move_value(game, seat, move)
        if given_up:  # Of two cards to give up, the one that the next player would want.
            value += worth(game, onward, move.card) / 100
        if key not in best or value > best[key][0]:
            best[key] = value, move
    same = (played.action, "" if played.action in (SELL, WONDER) else played.card.id)
    best.pop(same, None)
    return [move for _, move in sorted(best.values(), key=lambda pair: -pair[0])]
