"""The cards that nobody has shown yet: hands that can be, drawn by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from card_db.cards import Card
from host_tools.rules.game import Game
from host_tools.rules.questions import LEADERS_DRAWN
from host_tools.rules.ruleset import LEADERS_DEALT

Hands = Mapping[int, Sequence[Card]]


@dataclass(frozen=True, slots=True)
class Known:
    """Cards that are known to be in a hand after all, by seat: from what was played later."""

    cards: Hands = field(default_factory=dict)
    leaders: Hands = field(default_factory=dict)


NOTHING = Known()


def fill(game: Game, played: Sequence[int], chance: random.Random, known: Known = NOTHING) -> Game:
    """Return a copy in which every unknown hand is dealt from the cards that can be in it.

    `played` says how many leaders each seat has played. A new Age is left to its dealer.
    """
    twin = game.copy()
    _fill_leaders(twin, played, chance, known.leaders)
    if twin.hands is None and (twin.turn > 1 or (twin.turn == 1 and known.cards)):
        _fill_hands(twin, chance, known.cards)
    return twin


def _fill_hands(game: Game, chance: random.Random, known: Hands) -> None:
    pool = _age_pool(game, chance, [card for hand in known.values() for card in hand])
    chance.shuffle(pool)
    game.hands = [
        _hand(size, known.get(seat, ()), pool) for seat, size in enumerate(hand_sizes(game))
    ]


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


def _age_pool(game: Game, chance: random.Random, known: Iterable[Card]) -> list[Card]:
    """Return what is left of the Age's deck; of guilds and black cards as many as were drawn."""
    rules = game.rules
    out = Counter(known)
    for card, copies in game.used.items():
        out[card] += copies
    always, guilds, black = rules.packs[game.age]
    pool = _without(always, out)
    for pack, drawn in ((guilds, rules.guilds_drawn), (black, rules.black_drawn)):
        left = _without(pack, out)
        wanted = min(drawn, len(pack)) - (len(pack) - len(left))
        pool += chance.sample(left, min(max(0, wanted), len(left)))
    return pool


def _without(cards: Iterable[Card], out: Counter[Card]) -> list[Card]:
    left = Counter({card: out[card] for card in out})
    found = []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
        else:
            found.append(card)
    return found


def _fill_leaders(game: Game, played: Sequence[int], chance: random.Random, known: Hands) -> None:
    """Deal leaders to whoever still holds some; the draft of a new game is left to its dealer."""
    rules = game.rules
    unknown = [seat for seat in rules.players if game.leader_hands[seat] is None]
    if not rules.leaders or not unknown or (game.index == 0 and not known):
        return
    named = {card for hand in known.values() for card in hand}
    box = [card for card in rules.leaders_sorted if not game.used[card] and card not in named]
    chance.shuffle(box)
    for seat in unknown:
        hand = _hand(_leaders_held(game, seat, played[seat]), known.get(seat, ()), box)
        game.leader_hands[seat] = hand
        game.used.update(hand)
    if rules.free_city is not None:
        game.leader_hands[rules.free_city] = []
    if game.recruiting:
        game.questions = [q for q in game.questions if game.leader_hands[q.seat]]


def _leaders_held(game: Game, seat: int, played: int) -> int:
    """R23, R92: leaders are given back after the last Recruitment, but see `keeps_leaders`."""
    if game.age == 3 and not game.recruiting and not game.rules.keeps_leaders(seat):
        return 0
    city = game.cities[seat]
    draws = sum(
        effect.verb == "draw"
        for stage in city.wonder.stages[: city.stages]
        for effect in stage.effects
    )
    return max(0, LEADERS_DEALT + LEADERS_DRAWN * draws - played)
