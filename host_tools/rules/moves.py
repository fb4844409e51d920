"""A move: what one seat does with one card, and how it pays.

>>> from card_db.loader import load_box
>>> str(Move(load_box("1e").cards["baths"], "build", left=2))
'build baths left=2'
"""

from __future__ import annotations

from dataclasses import dataclass

from card_db.cards import Card
from host_tools.rules.payment import LEFT, RIGHT, Purchase, Way

BUILD, WONDER, SELL, RECRUIT = "build", "wonder", "sell", "recruit"
CHAIN = "chain"


@dataclass(frozen=True, slots=True)
class Move:
    """A complete move: card, action and the coins that go to each neighbour and to the bank."""

    card: Card
    action: str
    left: int = 0
    right: int = 0
    bank: int = 0
    free: str = ""  # "chain", or the limited right that is used: "olympia", "caligula"
    bought: Purchase | None = None  # named where the coins alone do not tell it (B5, P7)

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
