"""Every way to pay for a card or a stage that no other way beats.

A way is a triple of coins: to the left neighbour, to the right neighbour, to the bank.

>>> from host_tools.rules.production import production, vector
>>> shop = Market(production(["W"]), Seller(production(["S"])), Seller(production(["S", "C"])))
>>> ways(vector("WS"), shop, coins=3)
((0, 2, 0), (2, 0, 0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from card_db.cards import RAW
from host_tools.rules.production import UNIT, Production, units, within

Way = tuple[int, int, int]
FREE: tuple[Way, ...] = ((0, 0, 0),)
LEFT, RIGHT = 1, 2
_RAW_BITS = sum(15 * UNIT[kind] for kind in RAW)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The prices at one neighbour; there is only one object for each set of prices."""

    raw: int = 2
    goods: int = 2
    rebate: int = 0  # a dock: off the first resource of the turn
    start: int = 0  # the bits of the board's resource when it is a coin cheaper (P21)

    def price(self, bought: int) -> int:
        """Return the price of these resources together."""
        raw = units(bought & _RAW_BITS)
        whole = raw * self.raw + (units(bought) - raw) * self.goods
        if bought & self.start:
            whole -= 1
        # R140, R141: a dock takes a coin off one resource, never below nothing.
        return whole - self.rebate if whole > self.rebate else 0


@cache
def terms(raw: int = 2, goods: int = 2, rebate: int = 0, start: str = "") -> Terms:
    """Return the one Terms with these prices; `start` is a letter or nothing."""
    return Terms(raw, goods, rebate, 15 * UNIT[start] if start else 0)


PRINTED = terms()


@dataclass(frozen=True, slots=True, eq=False)
class Seller:
    """A neighbour as a buyer sees it: what it sells and for how much."""

    sold: Production
    terms: Terms = PRINTED


class Market:
    """What one city has to pay with: its own production, two neighbours, perhaps the bank.

    There is one object for each different market, see `market`; it remembers its purchases.
    """

    __slots__ = ("_bought", "bank", "cheapest", "left", "own", "right")

    def __init__(
        self, own: Production, left: Seller, right: Seller, bank: int | None = None
    ) -> None:
        self.own = own
        self.left = left
        self.right = right
        self.bank = bank  # Bilkis: what one resource of any kind costs at the bank
        lowest = min(left.terms.raw, left.terms.goods, right.terms.raw, right.terms.goods)
        rebates = [terms.rebate + bool(terms.start) for terms in (left.terms, right.terms)]
        self.cheapest = lowest, sum(rebates) + (max(0, lowest - bank) if bank is not None else 0)
        self._bought: dict[int, tuple[Way, ...]] = {}

    def purchases(self, lack: int) -> tuple[Way, ...]:
        """Return the prices of buying exactly `lack` that no other purchase beats."""
        known = self._bought.get(lack)
        if known is None:
            known = self._bought[lack] = undominated(self._buy(lack))
        return known

    def _buy(self, lack: int) -> Iterator[Way]:
        yield from self._split(lack, 0)
        if self.bank is not None:
            for unit in UNIT.values():
                if lack & 15 * unit:
                    yield from self._split(lack - unit, self.bank)

    def _split(self, lack: int, bank: int) -> Iterator[Way]:
        left, right = self.left, self.right
        for part in parts(lack):
            if left.sold.covers(part) and right.sold.covers(lack - part):
                yield left.terms.price(part), right.terms.price(lack - part), bank

    def out_of_reach(self, lack: int, coins: int) -> bool:
        """Is buying `lack` certainly dearer than `coins`, whoever sells it?"""
        price, rebates = self.cheapest
        return units(lack) * price - rebates > coins


_MARKETS: dict[tuple[Production, Production, Terms, Production, Terms, int | None], Market] = {}


def market(own: Production, left: Seller, right: Seller, bank: int | None = None) -> Market:
    """Return the one Market of these parts."""
    key = (own, left.sold, left.terms, right.sold, right.terms, bank)
    known = _MARKETS.get(key)
    if known is None:
        if len(_MARKETS) > 200_000:  # A long run of games must not fill the memory.
            _MARKETS.clear()
        known = _MARKETS[key] = Market(own, left, right, bank)
    return known


@cache
def parts(whole: int) -> tuple[int, ...]:
    """Return every vector that is contained in `whole`, itself and nothing included."""
    found = [0]
    for unit in UNIT.values():
        number = whole // unit & 15
        if number:
            found = [part + i * unit for part in found for i in range(number + 1)]
    return tuple(found)


def undominated(found: Iterable[Way]) -> tuple[Way, ...]:
    """Leave out every way for which another is at most as dear for all three."""
    kept: list[Way] = []
    for way in sorted(set(found)):
        left, right, bank = way
        for other in kept:
            if other[0] <= left and other[1] <= right and other[2] <= bank:
                break
        else:
            kept.append(way)
    return tuple(kept)


def ways(need: int, shop: Market, coins: int, price: int = 0) -> tuple[Way, ...]:
    """Return all affordable undominated ways to get `need` and pay `price` to the bank."""
    if price > coins:
        return ()
    lacks = shop.own.lacks(need) if need else (0,)
    if lacks[0] == 0:
        return FREE if not price else ((0, 0, price),)
    found: list[Way] = []
    for lack in lacks:
        if not shop.out_of_reach(lack, coins - price):
            for left, right, bank in shop.purchases(lack):
                if left + right + bank + price <= coins:
                    found.append((left, right, bank + price))
    return tuple(found) if len(lacks) == 1 else undominated(found)


@dataclass(frozen=True, slots=True)
class Purchase:
    """Resources bought, as vectors, from each neighbour and from the bank."""

    left: int = 0
    right: int = 0
    bank: int = 0

    @property
    def sellers(self) -> int:
        """Which neighbours sold something, as LEFT and RIGHT flags: also for no coins (P7)."""
        return (LEFT if self.left else 0) | (RIGHT if self.right else 0)


def suffices(need: int, shop: Market, bought: Purchase, own_first: bool = False) -> bool:
    """Can `need` be had with just this purchase, all of it used (B5)?

    `own_first` is R174: in team play nothing is bought that the city could have made.
    """
    whole = bought.left + bought.right + bought.bank
    if not within(whole, need) or (bought.bank and (shop.bank is None or units(bought.bank) > 1)):
        return False
    if not (shop.left.sold.covers(bought.left) and shop.right.sold.covers(bought.right)):
        return False
    if own_first:
        return whole in shop.own.lacks(need)
    return shop.own.covers(need - whole)


def price_of(bought: Purchase, shop: Market, price: int = 0) -> Way:
    """Return what this purchase costs, with `price` coins to the bank besides."""
    fee = (shop.bank or 0) if bought.bank else 0
    return (
        shop.left.terms.price(bought.left),
        shop.right.terms.price(bought.right),
        price + fee,
    )


def purchases(need: int, shop: Market, own_first: bool = False) -> Iterator[Purchase]:
    """Try every sufficient purchase, also one that is dearer than it must be."""
    fees = [0, *(unit for unit in UNIT.values() if shop.bank is not None and need & 15 * unit)]
    for fee in fees:
        for left in parts(need - fee):
            if not shop.left.sold.covers(left):
                continue
            for right in parts(need - fee - left):
                bought = Purchase(left, right, fee)
                if suffices(need, shop, bought, own_first):
                    yield bought


def exact(
    need: int, shop: Market, pay: tuple[int, int], own_first: bool = False
) -> Purchase | None:
    """Return the purchase that pays just `pay` to left and right, and least to the bank.

    Of equal ones that with the fewest sellers: where a sale for no coins matters, it is named.
    """
    found = [
        (price_of(bought, shop)[2], bought.sellers.bit_count(), bought.left, bought.right, bought)
        for bought in purchases(need, shop, own_first)
        if price_of(bought, shop)[:2] == pay
    ]
    return min(found, key=lambda row: row[:-1])[-1] if found else None
