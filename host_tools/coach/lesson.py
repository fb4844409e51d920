"""A lesson: what a card would do for a seat now, and what it would open for later turns.

It counts only what lies open, and gives no advice.

>>> from host_tools.rules.ruleset import Ruleset
>>> from host_tools.rules.setup import Seat, Setup
>>> wonders = ("gizah", "rhodos", "ephesos")
>>> game = Game(Ruleset(Setup(tuple(Seat(w.title(), w, "A") for w in wonders))))
>>> baths = lesson(game, 0, game.rules.card("baths"))
>>> baths.points, [card.name for card in baths.chains]
(3, ['Aqueduct'])
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from card_db.cards import RESOURCES, Card
from host_tools.rules.conflict import fights
from host_tools.rules.costs import build_payments, card_payments
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.production import MASK
from host_tools.rules.ruleset import AGES, VICTORY
from host_tools.rules.scoring import Item, score, total
from host_tools.rules.turn import enter

ALONE, BY_TRADE, NOT_AT_ALL = range(3)


@dataclass(frozen=True, slots=True)
class Rival:
    """A seat whose shields are compared at the end of the Age, and its shields now."""

    seat: int
    shields: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """What changes with a card; nothing is said of what stays as it is."""

    card: Card
    coins: int  # from the bank at once, less what is given to it
    points: int  # more if the game ended now, coins left aside
    items: tuple[Item, ...]  # of the score sheet with this card that are not on the one without it
    makes: tuple[str, ...]  # all that the city could use in a turn, if that is more than now
    shields: tuple[int, int] | None  # before and after, if there are more
    rivals: tuple[Rival, ...]
    victory: int  # points for each rival with fewer shields at the end of this Age
    chains: tuple[Card, ...]  # cards that it makes free
    opens: tuple[Card, ...]  # other cards that become affordable, or affordable without trade


def lesson(game: Game, seat: int, card: Card, gone: Mapping[Card, int] | None = None) -> Lesson:
    """Return what a seat gets by building a card now; `gone` are the copies that it has seen."""
    if card.name in game.cities[seat].names:
        raise MoveError("already_built", f"{card.name} is in this city already.", seat, "G41")
    known = seen_from(game)
    after = _with(known, seat, card)
    mine, then = known.cities[seat], after.cities[seat]
    more = then.shields > mine.shields
    points, items = _scored(known, after, seat)
    later = _to_come(known, gone or Counter())
    chains = tuple(other for other in later if card.id in other.free_from)
    return Lesson(
        card,
        then.coins - mine.coins,
        points,
        items,
        tuple(map(_letters, then.own.makers)) if then.own is not mine.own else (),
        (mine.shields, then.shields) if more else None,
        _rivals(after, seat) if more else (),
        VICTORY[game.age],
        chains,
        tuple(other for other in _opened(known, after, seat, card, later) if other not in chains),
    )


def seen_from(game: Game) -> Game:
    """Return a copy of a game with what lies open, and no hands, piles or closed cards.

    Nobody's own closed cards are in it: two players who lay for the Free City keep secrets.
    """
    known = game.copy()
    known.hands = None
    known.leader_hands = [None] * game.rules.number
    known.discard.clear()
    known.leftovers.clear()
    known.used.clear()
    for city in known.cities:
        city.under.clear()
    return known


def _with(game: Game, seat: int, card: Card) -> Game:
    """Return the game in which a seat has brought a card into play, and nobody else has."""
    after = game.copy()
    city = after.cities[seat]
    if card.color == "white":
        city.recruit(card, game.age)
    else:
        city.place(card)
    enter(after, seat, card)
    return after


def _scored(before: Game, after: Game, seat: int) -> tuple[int, tuple[Item, ...]]:
    """Return the points that come with a card, and the items that explain them."""
    old, new = (
        [item for item in score(game, seat) if item.reason != "coins"] for game in (before, after)
    )
    return total(new) - total(old), tuple(item for item in new if item not in old)


def _rivals(game: Game, seat: int) -> tuple[Rival, ...]:
    diplomats = {other for other, city in enumerate(game.cities) if city.diplomacy}
    pairs = [(a, b) for a, b, _ in fights(game.rules, diplomats) if seat in (a, b)]
    others = [b if a == seat else a for a, b in pairs]
    return tuple(Rival(other, game.cities[other].shields) for other in others)


def _letters(maker: int) -> str:
    return "".join(kind for kind in RESOURCES if MASK[kind] & maker)


def _to_come(game: Game, gone: Mapping[Card, int]) -> list[Card]:
    """Return the cards that may still come into a hand after this turn."""
    rules = game.rules
    now = [game.age] if game.turn < rules.turns else []
    return [
        card
        for age in [*now, *(age for age in AGES if age > game.age)]
        for card, copies in rules.decks[age].items()
        if copies > gone.get(card, 0)
    ]


def _opened(before: Game, after: Game, seat: int, card: Card, later: Sequence[Card]) -> list[Card]:
    """Return the cards that are within better reach once this one is built and paid."""
    paid = [payment.total for payment in card_payments(before, seat, card)]
    after.cities[seat].coins -= min(paid, default=0)
    return [other for other in later if _reach(after, seat, other) < _reach(before, seat, other)]


def _reach(game: Game, seat: int, card: Card) -> int:
    payments = build_payments(game, seat, card)
    if not payments:
        return NOT_AT_ALL
    return min(BY_TRADE if payment.left or payment.right else ALONE for payment in payments)
