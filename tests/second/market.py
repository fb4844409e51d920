"""Payments: every way to get what a card or stage costs, by brute force."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from .city import RAW, City


class Bill(NamedTuple):
    """Coins to the left, the right and the bank, and the limited effects that were used."""

    left: int = 0
    right: int = 0
    bank: int = 0
    used: frozenset = frozenset()

    @property
    def total(self) -> int:
        return self.left + self.right + self.bank

    @property
    def sellers(self) -> list[str]:
        return sorted(key[2] for key in self.used if key[0] == "bought")  # P7: also for nothing


class Producer(NamedTuple):
    """One thing that makes resources; `board` if it is the resource printed on the board."""

    gives: tuple[str, ...]
    board: bool = False
    price: int = 0
    sold: bool = True
    key: tuple = ()


def selections(things: Sequence) -> Iterator[tuple]:
    for number in range(len(things) + 1):
        yield from combinations(things, number)


def without(need: str, part: Iterable[str]) -> str | None:
    for letter in part:
        if letter not in need:
            return None
        need = need.replace(letter, "", 1)
    return need


def producers(city: City) -> Iterator[Producer]:
    if city.board.resource:
        yield Producer((city.board.resource,), board=True)
    for active in city.having("make"):
        gives = city.gives(active.effect["make"])
        rest = (active.effect.get("price", 0), active.effect.get("sold", True), active.key())
        for one in gives[0] if len(gives) == 1 else [gives]:
            yield Producer(tuple(one), False, *rest)


class Market:
    """What one city can use and buy: its own producers, its neighbours' and the bank's."""

    def __init__(self, city: City, left: City, right: City) -> None:
        self.city, self.trades = city, city.having("trade")
        own = list(producers(city))
        self.sources = {
            "own": [p for p in own if not p.price],
            "left": [p for p in producers(left) if p.sold and not p.price],
            "right": [p for p in producers(right) if p.sold and not p.price],
            "bank": [p for p in own if p.price and p.key not in city.used],
        }

    def _prices(self, side: str, producer: Producer, letter: str, used: frozenset) -> Iterator:
        if side in ("own", "bank"):
            yield producer.price, used | {producer.key} if producer.price else used
            return
        kinds = ["any", "raw" if letter in RAW else "goods"] + ["start"] * producer.board  # P21
        trades = [t for t in self.trades if t.effect["trade"] in kinds]
        trades = [t for t in trades if t.effect["with"] in (side, "neighbours", "others")]
        always = [trade.effect["price"] for trade in trades if not trade.limit]
        gone, used = used | self.city.used, used | {("bought", 0, side, "turn")}
        for chosen in selections([t for t in trades if t.limit and t.key(side) not in gone]):
            prices = always + [trade.effect["price"] for trade in chosen]
            new_price = min([price for price in prices if price > 0], default=2)
            rebates = sum(price for price in prices if price < 0)  # R140: they add up
            yield max(0, new_price + rebates), used | {trade.key(side) for trade in chosen}

    def _use(self, states: dict[str, set[Bill]], side: str) -> dict[str, set[Bill]]:
        # A state is a need and the bills up to it.
        payee = "bank" if side == "own" else side
        needed = set("".join(states))
        for producer in [p for p in self.sources[side] if needed & set("".join(p.gives))]:
            result = {need: set(bills) for need, bills in states.items()}
            parts = {part for gives in producer.gives for part in selections(gives) if part}
            for need, part in product(states, parts):
                rest, bills = without(need, part), states[need]
                for letter in part if rest is not None else ():
                    bills = {
                        bill._replace(**{payee: getattr(bill, payee) + price, "used": used})
                        for bill in bills
                        for price, used in self._prices(side, producer, letter, bill.used)
                    }
                if rest is not None:
                    affordable = {bill for bill in bills if bill.total <= self.city.coins}
                    result.setdefault(rest, set()).update(affordable)
            states = result
        return states

    def ways(self, resources: str, coins: int, discount: int, buy: dict | None) -> set[Bill]:
        needs = {"".join(sorted(resources))}
        for _ in range(discount):  # R55: the player chooses what is dropped
            needs |= {need[:n] + need[n + 1 :] for need in needs for n in range(len(need))}
        bills = {Bill(bank=coins)} if coins <= self.city.coins else set()
        if not buy:  # B5: own resources may also be left unused
            states = dict.fromkeys(needs, bills)
            for side in self.sources:
                states = self._use(states, side)
            return states.get("", set())
        for side in ("left", "right", "bank"):
            bills = self._use({buy.get(side, ""): bills}, side).get("", set())
        rests = {without(need, "".join(buy.values())) for need in needs} - {None}
        return bills if "" in self._use({rest: {Bill()} for rest in rests}, "own") else set()


def cheapest(bills: set[Bill]) -> Bill:
    """Return the cheapest way: the least to the right, then to the left, the fewest sellers."""
    return min(bills, key=lambda b: (b.total, b.right, b.left, len(b.sellers), sorted(b.used)))


def undominated(bills: Iterable[Bill]) -> list[list[int]]:
    triples = sorted({bill[:3] for bill in bills})
    beaten = {b for a, b in product(triples, triples) if a != b and all(map(int.__le__, a, b))}
    return [list(triple) for triple in triples if triple not in beaten]
