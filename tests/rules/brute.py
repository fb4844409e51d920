"""Payment by trial of everything: slow, plain, and written without a look at the solver.

Each resource of a cost is had from one source, and each source gives one resource a turn. All
assignments are tried; what each costs is added up in coins to the left, the right and the bank.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

RAW = "WSCO"
EVERY = "WSCOGLP"


@dataclass
class Stall:
    """A neighbour who sells: the board's resource, what its cards make, and our rights there."""

    board: str = ""
    cards: tuple[str, ...] = ()  # each the letters of which it gives one
    post: bool = False  # a trading post: raw materials for 1
    market: bool = False  # a marketplace: goods for 1
    dock: bool = False
    cache: bool = False  # Smuggler's Cache

    def price(self, kind: str) -> int:
        return 1 if (self.post if kind in RAW else self.market) else 2


@dataclass
class Purse:
    """All that a city can pay with."""

    own: tuple[str, ...]
    left: Stall
    right: Stall
    coins: int = 100
    bilkis: bool = False
    dropped: int = 0  # R55: resources of the cost that need not be paid


class Source(NamedTuple):
    """Where one resource can come from, once, and what it then costs; `uses` has a bit a maker."""

    uses: int
    price: tuple[int, int, int] = (0, 0, 0)
    seller: int | None = None  # 0 the left neighbour, 1 the right, 2 the bank


# The bits of those who give one resource a turn: own makers come first, then
DROPPED, BILKIS, SIDES = 16, 24, (32, 48)
BOARD, DOCK = 14, 15  # of a side, after its cards


def sources(purse: Purse, kind: str) -> Iterator[Source]:
    """Every way to get one resource of this kind."""
    for at, made in enumerate(purse.own):
        if kind in made:
            yield Source(1 << at)
    for at in range(purse.dropped):
        yield Source(1 << DROPPED + at)
    if purse.bilkis:
        yield Source(1 << BILKIS, (0, 0, 1), 2)
    for side, stall in enumerate((purse.left, purse.right)):
        for uses, coins in offers(stall, kind):
            price = (coins, 0, 0) if side == 0 else (0, coins, 0)
            yield Source(uses << SIDES[side], price, side)


def offers(stall: Stall, kind: str) -> Iterator[tuple[int, int]]:
    price = stall.price(kind)
    makers = [(1 << at, price) for at, made in enumerate(stall.cards) if kind in made]
    if kind == stall.board:
        makers.append((1 << BOARD, price - stall.cache))
    for maker, coins in makers:
        yield maker, coins
        if stall.dock:
            yield maker | 1 << DOCK, max(0, coins - 1)


def all_ways(cost: str, purse: Purse, price: int = 0) -> tuple[tuple[int, int, int], ...]:
    """Every affordable (left, right, bank) that no other one beats, sorted."""
    found = {(0, (0, 0, price))} if price <= purse.coins else set()
    for kind in cost:
        choices = list(sources(purse, kind))
        found = {
            (used | source.uses, paid)
            for used, before in found
            for source in choices
            if not used & source.uses and sum(paid := add(before, source.price)) <= purse.coins
        }
    return undominated({paid for _, paid in found})


def all_purchases(cost: str, purse: Purse) -> dict[tuple[str, str, str], int]:
    """Every sufficient purchase (left, right, bank) of just this cost, and its least price."""
    found = {(0, ("", "", ""), 0)}
    for kind in cost:
        choices = list(sources(purse, kind))
        found = {
            (used | source.uses, more(bought, source.seller, kind), paid + sum(source.price))
            for used, bought, paid in found
            for source in choices
            if not used & source.uses
        }
    least: dict[tuple[str, str, str], int] = {}
    for _, bought, paid in found:
        least[bought] = min(paid, least.get(bought, paid))
    return least


def more(bought: tuple[str, str, str], seller: int | None, kind: str) -> tuple[str, str, str]:
    left, right, bank = (
        "".join(sorted(part + kind, key=EVERY.index)) if at == seller else part
        for at, part in enumerate(bought)
    )
    return left, right, bank


def add(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def undominated(ways: set[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    def beaten(way: tuple[int, int, int]) -> bool:
        return any(
            other != way and all(o <= w for o, w in zip(other, way, strict=True)) for other in ways
        )

    return tuple(sorted(way for way in ways if not beaten(way)))
