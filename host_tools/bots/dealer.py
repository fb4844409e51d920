"""Chance from a seed: wonders, the hands of an Age, and hidden hands."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from card_db.cards import Card
from card_db.loader import house_box, load_box
from host_tools.rules import dealing
from host_tools.rules.dealing import Draw
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.ruleset import LEADERS_DEALT, LEADERS_DRAWN, Ruleset, boards, drawn_apart
from host_tools.rules.setup import Seat, Setup, set_problems

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
KnownCards = Mapping[int, Sequence[Card]]


class Dealer:
    """Deals everything that players do not choose; the same seed deals the same."""

    def __init__(self, seed: int | str) -> None:
        self.chance = random.Random(seed)

    def setup(
        self,
        players: int,
        edition: str = "1e",
        sets: tuple[str, ...] = ("base",),
        variant: str = "standard",
        rulings: Mapping[str, int] | None = None,
        house: tuple[str, ...] = (),
    ) -> Setup:
        """Draw a wonder and a side for every seat; copying wonders make no ring."""
        for problem in set_problems(sets, edition):
            raise MoveError("bad_record", problem)
        if variant == "two_player" and players != 2:
            text = f"The variant two_player is for 2, not for {players}."
            raise MoveError("bad_record", text, rule="G107")
        number = 3 if variant == "two_player" else players
        box = house_box(edition, house) if house else load_box(edition)
        sides = boards(box, frozenset(sets))
        if number > len(sides):
            raise MoveError("bad_record", f"{number} players need the Cities set too.", rule="R169")
        seats = [*drawn_apart(box, lambda: self._seats(sides, number))]
        if variant == "two_player":
            seats[2] = Seat(None, seats[2].wonder, seats[2].side, free_city=True)
        return Setup(tuple(seats), edition, sets, variant, rulings=rulings or {}, house=house)

    def _seats(self, sides: Mapping[str, Sequence[str]], number: int) -> tuple[Seat, ...]:
        wonders = self.chance.sample([*sides], number)
        return tuple(
            Seat(name, wonder, self.chance.choice(sides[wonder]))
            for name, wonder in zip(NAMES, wonders, strict=False)
        )

    def draw(self, cards: list[Card], number: int) -> list[Card]:
        """Draw some of the cards, or shuffle all of them."""
        if number < len(cards):
            return self.chance.sample(cards, number)
        cards = cards.copy()
        self.chance.shuffle(cards)
        return cards

    def hands(self, rules: Ruleset, age: int) -> list[list[Card]]:
        """Shuffle and deal an Age, or four leaders each before the draft."""
        return dealing.hands(rules, age, self.draw)


@dataclass(frozen=True, slots=True)
class Known:
    """Cards known to be in a hand, by seat, from later plays."""

    cards: KnownCards = field(default_factory=dict)
    leaders: KnownCards = field(default_factory=dict)


NOTHING = Known()


def fill(game: Game, played: Sequence[int], draw: Draw, known: Known = NOTHING) -> Game:
    """Return a copy in which every unknown hand is dealt from its possible cards.

    `played` says how many leaders each seat has played. A new Age is left to its dealer.
    """
    twin = game.copy()
    _fill_leaders(twin, played, draw, known.leaders)
    if twin.hands is None and (twin.turn > 1 or (twin.turn == 1 and known.cards)):
        _fill_hands(twin, draw, known.cards)
    return twin


def fill_pile(game: Game, pile: Mapping[int, int], draw: Draw) -> None:
    """Lay as many cards of each Age on the discard pile, from those that nobody sees or holds."""
    seen = _out(game, game.hands or ())
    for age, number in pile.items():
        cards = draw(dealing.deck(game.rules, age, draw, seen), number)
        game.discard += cards
        game.used.update(cards)


def _fill_hands(game: Game, draw: Draw, known: KnownCards) -> None:
    rest = dealing.deck(game.rules, game.age, draw, _out(game, known.values()))
    pool = draw(rest, len(rest))
    game.hands = [
        _hand(size, known.get(seat, ()), pool) for seat, size in enumerate(hand_sizes(game))
    ]


def _out(game: Game, hands: Iterable[Sequence[Card]]) -> Counter[Card]:
    """Count the copies that have been seen or are in these hands."""
    seen = game.used.copy()
    for hand in hands:
        seen.update(hand)
    return seen


def _hand(size: int, known: Sequence[Card], pool: list[Card]) -> list[Card]:
    more = min(max(0, size - len(known)), len(pool))
    return [*known, *(pool.pop() for _ in range(more))]


def hand_sizes(game: Game) -> list[int]:
    """Count the cards in each hand before a turn; B6: the Free City's holder has drawn one."""
    size = game.rules.hand_size - game.turn + 1
    sizes = [size] * game.rules.number
    if game.rules.free_city is not None:
        sizes[game.rules.free_city] -= 1
        sizes[game.holder()] += 1
    return sizes


def _fill_leaders(game: Game, played: Sequence[int], draw: Draw, known: KnownCards) -> None:
    """Deal leaders to seats that still hold some; the draft of a new game is left to its dealer."""
    rules = game.rules
    unknown = [seat for seat in rules.players if game.leader_hands[seat] is None]
    if not rules.leaders or not unknown or (game.index == 0 and not known):
        return
    named = {card for hand in known.values() for card in hand}
    box = [card for card in rules.leaders_sorted if not game.used[card] and card not in named]
    box = draw(box, len(box))
    # Leaders that were sold or lie under a stage, where nobody knows which.
    closed = sum(played) - sum(game.used[card] for card in rules.leaders_sorted)
    for seat in unknown:
        hand = _hand(_leaders_held(game, seat, played[seat]), known.get(seat, ()), box)
        game.leader_hands[seat] = hand
        game.used.update(hand)
    game.used.update(_hand(closed, (), box))
    if rules.free_city is not None:
        game.leader_hands[rules.free_city] = []
    if game.recruiting:
        game.questions = [q for q in game.questions if game.leader_hands[q.seat]]


def _leaders_held(game: Game, seat: int, played: int) -> int:
    """R23, R92: leaders are given back after the last Recruitment, but see `keeps_leaders`."""
    if game.age == 3 and not game.recruiting and not game.rules.keeps_leaders(seat):
        return 0
    city = game.cities[seat]
    draws = sum(effect.verb == "draw" for stage in city.built_stages for effect in stage.effects)
    return max(0, LEADERS_DEALT + LEADERS_DRAWN * draws - played)
