"""One player's city: what lies there, and the sums that follow from it.

`absorb` is the one place that keeps the sums; `tests/rules/test_city.py` checks them against a
city that is built anew from its cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from card_db.cards import SYMBOLS, Card, Effect, Wonder
from host_tools.rules.payment import PRINTED, Terms, terms
from host_tools.rules.production import ANY, Production, masks, production

SIDES: Final = ("left", "right")
FACTS: Final = (
    "bank_price", "built", "coins", "colors", "copied", "cuts", "debt", "defeats",
    "defeats_to_winner", "diplomacy", "events", "face_down", "free", "ids", "kept", "leader_ages",
    "leaders", "names", "own", "raised", "rights", "shields_each", "shields_per_defeat", "sold",
    "symbols", "trade", "trades", "under", "used", "used_rights", "victories", "wonder",
)  # fmt: skip
"""All that a city knows."""


class City:
    """The facts of one seat. Lists hold what happened; sums are kept by `absorb`."""

    __slots__ = FACTS

    def __init__(self, wonder: Wonder, coins: int, like: City | None = None) -> None:
        if like is not None:
            self._be_like(like)
            return
        self.wonder = wonder
        self.coins: int = coins
        self.debt: int = 0
        self.diplomacy: int = 0
        self.victories: list[int] = []
        self.defeats: int = 0
        self.raised: list[int] = []  # the stages that are built, counted from 0, as they came
        self.under: list[Card] = []  # the card under each of them
        self.built: list[Card] = []
        self.leaders: list[Card] = []
        self.leader_ages: list[int] = []  # the Age in which each was recruited
        self.face_down: list[tuple[Card, int]] = []  # Abu Simbel: leader and its cost
        self.copied: Card | None = None  # the leader under the Courtesan token
        self.names: set[str] = set()
        self.ids: set[str] = set()
        self.used: set[str] = set()  # what serves once a turn: "left", "right", "bank", "berenice"
        self.used_rights: set[str] = set()  # what serves once an Age
        self.reset_sums()

    def reset_sums(self) -> None:
        """Forget all that `absorb` has gathered, and start from the board."""
        self.sold: Production = production((self.wonder.resource,))
        self.kept: list[int | str] = []  # makers that neighbours cannot buy from
        self.own: Production = self.sold
        self.trade: list[tuple[int, int, int, int]] = [(2, 2, 0, 0), (2, 2, 0, 0)]
        self.trades: bool = False  # at other prices than the printed ones
        self.bank_price: int | None = None
        self.colors: dict[str, int] = {}
        # Resources fewer by kind of card; coins fewer for "leader" and for the "neighbours'" ones.
        self.cuts: dict[str, int] = {}
        self.free: set[str] = set()
        self.rights: dict[str, str] = {}  # limited rights to build for nothing: name -> kind
        self.events: dict[str, tuple[Effect, ...]] = {}
        self.shields_each: int = 0
        self.shields_per_defeat: int = 0
        self.defeats_to_winner: bool = False
        self.symbols: tuple[int, int, int] = (0, 0, 0)
        self.absorb(self.wonder_name, self.wonder.effects)

    @property
    def wonder_name(self) -> str:
        """The wonder's id without its side: how records name a right that it gives."""
        return self.wonder.id.rsplit("_", 1)[0]

    @property
    def shields(self) -> int:
        """Shields as they would count now; R157: a Defeat token is one with Semiramis."""
        return self.shields_each + self.shields_per_defeat * self.defeats

    @property
    def stages(self) -> int:
        """How many stages are built."""
        return len(self.raised)

    @property
    def built_stages(self) -> list[Card]:
        """The stages that are built, in the order of the board."""
        return [self.wonder.stages[number] for number in sorted(self.raised)]

    def open_stages(self) -> list[int]:
        """Return the stages that can be built next: one, or all where any order is allowed."""
        number = len(self.wonder.stages)
        if self.wonder.any_order:
            return [stage for stage in range(number) if stage not in self.raised]
        return [len(self.raised)] if len(self.raised) < number else []

    def stage_number(self, named: int) -> int:
        """Return the stage that a payment names, counted from 1, or else the next one."""
        return named or len(self.raised) + 1

    def under_stage(self, stage: Card | None) -> Card | None:
        """Return the card under a built stage, where it is known."""
        for number, card in zip(self.raised, self.under, strict=False):
            if self.wonder.stages[number] is stage:
                return card
        return None

    def terms(self, side: int, start: str) -> Terms:
        """Return the prices at a neighbour whose board makes `start`."""
        if not self.trades:
            return PRINTED
        raw, goods, rebate, cache = self.trade[side]
        if rebate and SIDES[side] in self.used:
            rebate = 0
        return terms(raw, goods, rebate, start if cache else "")

    def place(self, card: Card) -> None:
        """Lay an Age card in the city; its lasting effects hold from now on."""
        self.built.append(card)
        self.names.add(card.name)
        self.ids.add(card.id)
        self.colors[card.color] = self.colors.get(card.color, 0) + 1
        self.absorb(card.id, card.effects)

    def recruit(self, card: Card, age: int) -> None:
        """Lay a leader beside the board."""
        self.leaders.append(card)
        self.leader_ages.append(age)
        self.absorb(card.id, card.effects)

    def raise_stage(self, card: Card, number: int = 0) -> Card:
        """Put a card under a stage, counted from 1, or under the next one; return that stage."""
        index = number - 1 if number else self.open_stages()[0]
        stage = self.wonder.stages[index]
        self.raised.append(index)
        self.under.append(card)
        self.absorb(self.wonder_name, stage.effects)
        return stage

    def absorb(self, source: str, effects: tuple[Effect, ...]) -> None:
        """Add lasting effects to the sums."""
        for effect in effects:
            if effect.on and effect.verb != "discount":
                self.events[effect.on] = (*self.events.get(effect.on, ()), effect)
            elif add := _LASTING.get(effect.verb):
                add(self, source, effect)

    def rebuild(self) -> None:
        """Gather the sums anew from what lies in the city."""
        self.reset_sums()
        for card in self.built:
            self.colors[card.color] = self.colors.get(card.color, 0) + 1
        for source, card in [
            *((card.id, card) for card in self.built),
            *((self.wonder_name, stage) for stage in self.built_stages),
            *((card.id, card) for card in self.leaders),
            *((card.id, card) for card in (self.copied,) if card),
        ]:
            self.absorb(source, card.effects)

    def produce(self) -> None:
        """Work out what the city itself can use (R144, R146)."""
        own = self.sold
        for maker in self.kept:
            if maker == "produced":
                maker = self.sold.kinds
            elif maker == "missing":
                maker = ANY & ~self.sold.kinds
            if maker:
                own = own.plus(int(maker))
        self.own = own

    def copy(self) -> City:
        """Return a city that shares nothing changeable with this one."""
        return City(self.wonder, self.coins, like=self)

    def _be_like(self, other: City) -> None:
        self.bank_price = other.bank_price
        self.built = other.built.copy()
        self.coins = other.coins
        self.colors = other.colors.copy()
        self.copied = other.copied
        self.cuts = other.cuts.copy()
        self.debt = other.debt
        self.defeats = other.defeats
        self.defeats_to_winner = other.defeats_to_winner
        self.diplomacy = other.diplomacy
        self.events = other.events.copy()
        self.face_down = other.face_down.copy()
        self.free = other.free.copy()
        self.ids = other.ids.copy()
        self.kept = other.kept.copy()
        self.leader_ages = other.leader_ages.copy()
        self.leaders = other.leaders.copy()
        self.names = other.names.copy()
        self.own = other.own
        self.raised = other.raised.copy()
        self.rights = other.rights.copy()
        self.shields_each = other.shields_each
        self.shields_per_defeat = other.shields_per_defeat
        self.sold = other.sold
        self.symbols = other.symbols
        self.trade = other.trade.copy()
        self.trades = other.trades
        self.under = other.under.copy()
        self.used = other.used.copy()
        self.used_rights = other.used_rights.copy()
        self.victories = other.victories.copy()
        self.wonder = other.wonder


def _make(city: City, source: str, effect: Effect) -> None:
    made = str(effect.value)
    if effect.price:
        city.bank_price = min(effect.price, city.bank_price or effect.price)
        return
    if effect.sold:
        for mask in masks(made):
            city.sold = city.sold.plus(mask)
    else:
        city.kept.extend([made] if made in ("produced", "missing") else masks(made))
    city.produce()


def _trade(city: City, source: str, effect: Effect) -> None:
    city.trades = True
    for side, name in enumerate(SIDES):
        if effect.to not in (name, "neighbours"):
            continue
        raw, goods, rebate, start = city.trade[side]
        city.trade[side] = {
            "raw": (effect.price, goods, rebate, start),
            "goods": (raw, effect.price, rebate, start),
            "any": (raw, goods, rebate - effect.price, start),
            "start": (raw, goods, rebate, start - effect.price),
        }[str(effect.value)]


def _discount(city: City, source: str, effect: Effect) -> None:
    kind = effect.on if effect.to == "own" else effect.to
    city.cuts[kind] = city.cuts.get(kind, 0) + int(effect.value)


def _free(city: City, source: str, effect: Effect) -> None:
    if effect.once == "age":
        city.rights[source] = str(effect.value)
    else:
        city.free.add(str(effect.value))


def _shields(city: City, source: str, effect: Effect) -> None:
    if effect.per == "defeat":
        city.shields_per_defeat += int(effect.value)
    else:
        city.shields_each += int(effect.value)


def _defeats(city: City, source: str, effect: Effect) -> None:
    if effect.value == "winner":
        city.defeats_to_winner = True


def _science(city: City, source: str, effect: Effect) -> None:
    if effect.value in SYMBOLS:
        index = SYMBOLS.index(str(effect.value))
        counts = list(city.symbols)
        counts[index] += 1
        city.symbols = (counts[0], counts[1], counts[2])


_LASTING: Final[dict[str, Callable[[City, str, Effect], None]]] = {
    "make": _make,
    "trade": _trade,
    "discount": _discount,
    "free": _free,
    "shields": _shields,
    "defeats": _defeats,
    "science": _science,
}
