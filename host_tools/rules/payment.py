"""Every payment for a card or a stage that no other payment beats.

>>> from host_tools.rules.production import production, vector
>>> market = Market(production(["W"]), Seller(production(["S"])), Seller(production(["S", "C"])))
>>> payments(vector("WS"), market, coins=3)
(<Payment right=2>, <Payment left=2>)
"""

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

Coins = tuple[int, int, int]
"""Coins to the left neighbour, to the right neighbour, to the bank."""
LEFT: Final = 1
RIGHT: Final = 2
NEVER: Final = 1000  # more coins than there are
_RAW_BITS: Final = sum([15 * UNIT[kind] for kind in RAW])


@dataclass(frozen=True, slots=True)
class Buy:
    """Resources bought from each neighbour and from the bank, as vectors."""

    left: int = 0
    right: int = 0
    bank: int = 0

    @property
    def sellers(self) -> int:
        """Which neighbours sell something, as LEFT and RIGHT flags."""
        return (LEFT if self.left else 0) | (RIGHT if self.right else 0)


class Payment:
    """One way to pay: the coins that go to each neighbour and to the bank.

    A value like a frozen dataclass, but written out: a game makes many, and this way they cost
    a third.
    """

    __slots__ = ("bank", "buy", "free", "left", "right", "stage")

    def __init__(
        self,
        left: int = 0,
        right: int = 0,
        bank: int = 0,
        free: str = "",
        buy: Buy | None = None,
        stage: int = 0,
    ) -> None:
        self.left: Final = left
        self.right: Final = right
        self.bank: Final = bank
        self.free: Final = free  # "chain", or the limited right that is used: "olympia"
        self.buy: Final = buy  # named where the coins alone do not tell it (B5, P7)
        self.stage: Final = stage  # the stage that is paid for, where the board leaves a choice

    @property
    def coins(self) -> Coins:
        """The coins to the left, to the right and to the bank."""
        return self.left, self.right, self.bank

    @property
    def total(self) -> int:
        """All coins together."""
        return self.left + self.right + self.bank

    @property
    def sellers(self) -> int:
        """Which neighbours sell something, as LEFT and RIGHT flags: also for no coins (P7)."""
        if self.buy is not None:
            return self.buy.sellers
        return (LEFT if self.left else 0) | (RIGHT if self.right else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Payment) and (
            self.left == other.left
            and self.right == other.right
            and self.bank == other.bank
            and self.free == other.free
            and self.buy == other.buy
            and self.stage == other.stage
        )

    def __hash__(self) -> int:
        return hash((self.coins, self.free, self.buy, self.stage))

    def __str__(self) -> str:
        """Write it as a move does, without what is bought: `left=2 free=olympia`."""
        named = {
            "left": self.left,
            "right": self.right,
            "bank": self.bank,
            "free": self.free,
            "stage": self.stage,
        }
        return " ".join([f"{name}={value}" for name, value in named.items() if value])

    def __repr__(self) -> str:
        return f"<Payment {self}>"


_TO_BANK: Final = tuple([(Payment(bank=price),) for price in range(10)])
FREE: Final = _TO_BANK[0]


def to_bank(price: int) -> tuple[Payment, ...]:
    """Return the one payment where nothing is bought and `price` goes to the bank."""
    return _TO_BANK[price] if price < len(_TO_BANK) else (Payment(bank=price),)


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

    It remembers what it has solved: the payments for a rest depend on nothing but these terms, on
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
Frontier = tuple[int, int, tuple[Payment, ...]]
"""The price of the cheapest payment, that of the dearest, and the payments."""
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
        """Return the undominated payments for a rest for which the city has these choices."""
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
        best = undominated([coins for lack in own.lacks(rest) for coins in self.prices_of(lack)])
        totals = [left + right + bank for left, right, bank in best]
        payments = tuple([Payment(left, right, bank) for left, right, bank in best])
        return min(totals, default=NEVER), max(totals, default=0), payments

    def prices_of(self, lack: int) -> list[Coins]:
        """Return what exactly `lack` costs, in all ways to buy it."""
        prices = self._split(lack, 0)
        if self.bank is not None:
            for unit in UNIT.values():
                if lack & 15 * unit:
                    prices += self._split(lack - unit, self.bank)
        return prices

    def _split(self, lack: int, bank: int) -> list[Coins]:
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
    contained = [0]
    for unit in UNIT.values():
        number = whole // unit & 15
        if number:
            contained = [part + i * unit for part in contained for i in range(number + 1)]
    return tuple(contained)


def undominated(prices: Iterable[Coins]) -> tuple[Coins, ...]:
    """Leave out every price for which another is at most as dear for all three."""
    kept: list[Coins] = []
    for price in sorted(set(prices)):
        left, right, bank = price
        for other in kept:
            if other[0] <= left and other[1] <= right and other[2] <= bank:
                break
        else:
            kept.append(price)
    return tuple(kept)


def payments(need: int, market: Market, coins: int, price: int = 0) -> tuple[Payment, ...]:
    """Return all affordable undominated payments for `need` with `price` coins to the bank."""
    purse = coins - price
    if purse < 0:
        return ()
    rest = without(need, market.own.sure)
    sure, choices = market.own.choices.narrow(rest)
    rest = without(rest, sure)
    if not rest:
        return to_bank(price)
    if market.out_of_reach(rest, len(choices.makers), purse):
        return ()
    least, most, known = market.frontier(rest, choices)
    if least > purse:
        return ()
    if not price:
        return known if most <= purse else tuple([p for p in known if p.total <= purse])
    return tuple([Payment(p.left, p.right, p.bank + price) for p in known if p.total <= purse])


def suffices(need: int, market: Market, buy: Buy, own_first: bool = False) -> bool:
    """Can `need` be had by buying just this, all of it used (B5)?

    `own_first` is R174: in team play nothing is bought that the city could have made.
    """
    whole = buy.left + buy.right + buy.bank
    if not within(whole, need) or (buy.bank and (market.bank is None or units(buy.bank) > 1)):
        return False
    if not (market.left.sold.covers(buy.left) and market.right.sold.covers(buy.right)):
        return False
    if own_first:
        return whole in market.own.lacks(need)
    return market.own.covers(need - whole)


def payment_for(buy: Buy, market: Market, price: int = 0) -> Payment:
    """Return the payment that buys just this, with `price` coins to the bank besides."""
    fee = (market.bank or 0) if buy.bank else 0
    left, right = market.left.terms.price(buy.left), market.right.terms.price(buy.right)
    return Payment(left, right, price + fee, buy=buy)


def with_stage(payment: Payment, stage: int) -> Payment:
    """Return the same payment, for this stage."""
    if stage == payment.stage:
        return payment
    return Payment(payment.left, payment.right, payment.bank, payment.free, payment.buy, stage)


def by_seller(payment: Payment, need: int, market: Market, price: int, sides: int) -> list[Payment]:
    """P7: tell apart who sells for no coins, where a sale on these sides (flags) matters.

    Whoever can buy from both for nothing does; ways that differ in nothing that matters are one.
    """
    found: dict[int, Payment] = {}
    for buy in all_buys(need, market, own_first=True):
        named = payment_for(buy, market, price)
        if named.coins == payment.coins:
            found.setdefault(named.sellers & sides, with_stage(named, payment.stage))
    most = [flags for flags in found if not any(flags & more == flags != more for more in found)]
    if most in ([], [payment.sellers & sides]):
        return [payment]
    return [found[flags] for flags in sorted(most)]


def all_buys(need: int, market: Market, own_first: bool = False) -> Iterator[Buy]:
    """Return everything that can be bought for `need`, also what is dearer than it must be."""
    fees = [0, *(unit for unit in UNIT.values() if market.bank is not None and need & 15 * unit)]
    for fee in fees:
        for left in parts(need - fee):
            if not market.left.sold.covers(left):
                continue
            for right in parts(need - fee - left):
                buy = Buy(left, right, fee)
                if suffices(need, market, buy, own_first):
                    yield buy


def buy_at(
    need: int, market: Market, price: tuple[int, int], own_first: bool = False
) -> Buy | None:
    """Return what to buy for just `price` to left and right, and least to the bank.

    Of equal ones that with the fewest sellers, then with the least from the right.
    """
    payments = [payment_for(buy, market) for buy in all_buys(need, market, own_first)]
    fitting = [p for p in payments if (p.left, p.right) == price]
    return min(fitting, key=_fewest_sellers).buy if fitting else None


def _fewest_sellers(payment: Payment) -> tuple[int, int, int, int]:
    assert payment.buy is not None
    return payment.bank, payment.sellers.bit_count(), payment.buy.right, payment.buy.left
