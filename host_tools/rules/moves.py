"""A move: what one seat does with one card, and how it pays.

>>> from card_db.loader import load_box
>>> str(Move(load_box("1e").cards["baths"], "build", left=2))
'build baths left=2'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from card_db.cards import Card
from host_tools.rules.payment import LEFT, RIGHT, Purchase, Way

BUILD: Final = "build"
WONDER: Final = "wonder"
SELL: Final = "sell"
RECRUIT: Final = "recruit"
CHAIN: Final = "chain"


class Move:
    """A complete move: card, action and the coins that go to each neighbour and to the bank.

    A value like a frozen dataclass, but written out: a game makes a thousand of them, and this
    way they cost a third.
    """

    __slots__ = ("action", "bank", "bought", "card", "free", "left", "right")

    def __init__(
        self,
        card: Card,
        action: str,
        left: int = 0,
        right: int = 0,
        bank: int = 0,
        free: str = "",
        bought: Purchase | None = None,
    ) -> None:
        self.card: Final = card
        self.action: Final = action
        self.left: Final = left
        self.right: Final = right
        self.bank: Final = bank
        self.free: Final = free  # "chain", or the limited right that is used: "olympia"
        self.bought: Final = bought  # named where the coins alone do not tell it (B5, P7)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (
            self.card is other.card
            and self.action == other.action
            and self.way == other.way
            and self.free == other.free
            and self.bought == other.bought
        )

    def __hash__(self) -> int:
        return hash((self.card, self.action, self.way, self.free, self.bought))

    def __repr__(self) -> str:
        return f"<Move {self}>"

    @property
    def plain(self) -> bool:
        """Is nothing paid, and no right named?"""
        paid = self.left or self.right or self.bank
        return not (paid or self.free or self.bought is not None)

    @property
    def way(self) -> Way:
        """The coins of this move: left, right, bank."""
        return self.left, self.right, self.bank

    @property
    def bought_from(self) -> int:
        """Which neighbours sold something, as LEFT and RIGHT flags."""
        if self.bought is not None:
            return self.bought.sellers
        return (LEFT if self.left else 0) | (RIGHT if self.right else 0)

    def __str__(self) -> str:
        paid = [f"{n}={c}" for n, c in zip(("left", "right", "bank"), self.way, strict=True) if c]
        free = [f"free={self.free}"] if self.free else []
        return " ".join([self.action, self.card.id, *paid, *free])


@dataclass(frozen=True, slots=True)
class Intent:
    """A move as a person says it: perhaps without the payment, perhaps with the purchase."""

    card: str
    action: str
    buy: Purchase | None = None
    pay: tuple[int, int] | None = None
    free: str = ""


def parse(text: str) -> Intent:
    """Read the one-line notation; coins for the bank follow from the rest.

    >>> parse("build baths left=2").pay
    (2, 0)
    """
    action, card, *rest = text.split()
    named = dict(word.split("=", 1) for word in rest)
    pay = None
    if "left" in named or "right" in named:
        pay = int(named.get("left", 0)), int(named.get("right", 0))
    return Intent(card, action, pay=pay, free=named.get("free", ""))
