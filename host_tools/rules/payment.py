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
from typing import Final

from card_db.cards import RAW
from host_tools.rules import production
from host_tools.rules.production import (
    EVERYTHING,
    UNIT,
    Choices,
    Production,
    units,
    within,
    without,
)

Way = tuple[int, int, int]
FREE: Final[tuple[Way, ...]] = ((0, 0, 0),)
LEFT: Final = 1
RIGHT: Final = 2
NEVER: Final = 1000  # more coins than there are
_RAW_BITS: Final = sum([15 * UNIT[kind] for kind in RAW])


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


_TERMS: Final[dict[tuple[int, int, int, str], Terms]] = {}


def terms(raw: int = 2, goods: int = 2, rebate: int = 0, start: str = "") -> Terms:
    """Return the one Terms with these prices; `start` is a letter or nothing."""
    key = (raw, goods, rebate, start)
    known = _TERMS.get(key)
    if known is None:
        known = _TERMS[key] = Terms(raw, goods, rebate, 15 * UNIT[start] if start else 0)
    return known


PRINTED: Final = terms()


class Seller:
    """A neighbour as a buyer sees it: what it sells and for how much."""

    __slots__ = ("sold", "terms")

    def __init__(self, sold: Production, terms: Terms = PRINTED) -> None:
        self.sold = sold
        self.terms = terms


class Prices:
    """The terms of both neighbours and the bank; there is only one object for each set of them.

    It remembers what it has solved: the ways to get a rest depend on nothing but these terms, on
    how much of it each neighbour surely has, and on the choices that all three have for it. Thus
    cities that differ in what does not matter share their answers, also from game to game.
    """

    __slots__ = ("known", "lowest", "off")

    def __init__(self, left: Terms, right: Terms, bank: int | None) -> None:
        self.lowest = min(left.raw, left.goods, right.raw, right.goods)
        self.off = left.rebate + bool(left.start) + right.rebate + bool(right.start)
        if bank is not None:
            self.off += max(0, self.lowest - bank)
        self.known: dict[Case, Frontier] = {}


Case = tuple[int, int, int]
"""A rest, what the neighbours surely have of it, and the numbers of all choices for it."""
Frontier = tuple[int, int, tuple[Way, ...]]
"""What the cheapest way costs in all, and the dearest, and the ways."""
_PRICES: Final[dict[tuple[Terms, Terms, int | None], Prices]] = {}
_VECTOR_BITS: Final = 28
_NUMBER_BITS: Final = 20
_KNOWN_MOST: Final = 100_000  # A long run of games must not fill the memory.


def _prices(left: Terms, right: Terms, bank: int | None) -> Prices:
    if left is PRINTED and right is PRINTED and bank is None:
        return _PRINTED_PRICES
    key = (left, right, bank)
    known = _PRICES.get(key)
    if known is None:
        known = _PRICES[key] = Prices(left, right, bank)
    return known


_PRINTED_PRICES: Final = Prices(PRINTED, PRINTED, None)


def forget() -> None:
    """Empty all memories; only measurements want it."""
    for prices in (_PRINTED_PRICES, *_PRICES.values()):
        prices.known.clear()
    production.forget()


class Market:
    """What one city has to pay with: its own production, two neighbours, perhaps the bank."""

    __slots__ = ("bank", "left", "own", "prices", "reach", "right")

    def __init__(
        self, own: Production, left: Seller, right: Seller, bank: int | None = None
    ) -> None:
        self.own = own
        self.left = left
        self.right = right
        self.bank = bank  # Bilkis: what one resource of any kind costs at the bank
        self.prices = _prices(left.terms, right.terms, bank)
        # The kinds that can be had at all, as bits in a vector.
        anything = EVERYTHING if bank is not None else 0
        self.reach = own.reach | left.sold.reach | right.sold.reach | anything

    def frontier(self, rest: int, own: Choices) -> Frontier:
        """Return the undominated ways to get a rest for which the city has these choices."""
        left, right = self.left.sold, self.right.sold
        left_sure, left_open = left.choices.narrow(rest)
        right_sure, right_open = right.choices.narrow(rest)
        left_sure = rest - without(without(rest, left.sure), left_sure)
        right_sure = rest - without(without(rest, right.sure), right_sure)
        case = (
            rest,
            left_sure << _VECTOR_BITS | right_sure,
            (own.number << _NUMBER_BITS | left_open.number) << _NUMBER_BITS | right_open.number,
        )
        known = self.prices.known.get(case)
        if known is None:
            if len(self.prices.known) > _KNOWN_MOST:
                self.prices.known.clear()
            known = self._solve(rest, own)
            self.prices.known[case] = known
        return known

    def _solve(self, rest: int, own: Choices) -> Frontier:
        found = undominated([way for lack in own.lacks(rest) for way in self.purchases(lack)])
        totals = [left + right + bank for left, right, bank in found]
        return min(totals, default=NEVER), max(totals, default=0), found

    def purchases(self, lack: int) -> list[Way]:
        """Return the prices of every purchase of exactly `lack`."""
        found = self._split(lack, 0)
        if self.bank is not None:
            for unit in UNIT.values():
                if lack & 15 * unit:
                    found += self._split(lack - unit, self.bank)
        return found

    def _split(self, lack: int, bank: int) -> list[Way]:
        left, right = self.left, self.right
        return [
            (left.terms.price(part), right.terms.price(lack - part), bank)
            for part in parts(lack)
            if left.sold.covers(part) and right.sold.covers(lack - part)
        ]

    def out_of_reach(self, rest: int, choices: int, coins: int) -> bool:
        """Is `rest` certainly not to be had with these choices and coins, whoever sells it?"""
        if rest & ~self.reach:
            return True
        return (units(rest) - choices) * self.prices.lowest - self.prices.off > coins


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
    purse = coins - price
    if purse < 0:
        return ()
    rest = without(need, shop.own.sure)
    sure, choices = shop.own.choices.narrow(rest)
    rest = without(rest, sure)
    if not rest:
        return FREE if not price else ((0, 0, price),)
    if shop.out_of_reach(rest, len(choices.makers), purse):
        return ()
    least, most, found = shop.frontier(rest, choices)
    if least > purse:
        return ()
    if most <= purse and not price:
        return found
    return tuple([(a, b, c + price) for a, b, c in found if a + b + c <= purse])


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
