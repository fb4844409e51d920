"""A move: what one seat does with one card, and how it pays.

>>> from card_db.loader import load_box
>>> str(Move(load_box("1e").cards["baths"], "build", Payment(left=2)))
'build baths left=2'
"""

from dataclasses import dataclass
from typing import Final

from card_db.cards import Card
from host_tools.rules.payment import FREE, Buy, Payment

BUILD: Final = "build"
WONDER: Final = "wonder"
SELL: Final = "sell"
RECRUIT: Final = "recruit"
CHAIN: Final = "chain"
BY_CHAIN: Final = Payment(free=CHAIN)


def is_closed(action: str) -> bool:
    """Does a card that is used like this stay face down for everybody (B15)?"""
    return action in (SELL, WONDER)


class Move:
    """A complete move: card, action and payment; a value, written out as `Payment` is."""

    __slots__ = ("action", "card", "payment")

    def __init__(self, card: Card, action: str, payment: Payment = FREE[0]) -> None:
        self.card: Final = card
        self.action: Final = action
        self.payment: Final = payment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (
            self.card is other.card
            and self.action == other.action
            and self.payment == other.payment
        )

    def __hash__(self) -> int:
        return hash((self.card, self.action, self.payment))

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __str__(self) -> str:
        return f"{self.action} {self.card.id} {self.payment}".rstrip()


@dataclass(frozen=True, slots=True)
class Intent:
    """A move as a person says it: perhaps without the payment, perhaps with what is bought."""

    card: str
    action: str
    buy: Buy | None = None
    pay: tuple[int, int] | None = None
    free: str = ""
    stage: int = 0  # counted from 1, where the board leaves a choice


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
    stage = int(named.get("stage", 0))
    return Intent(card, action, pay=pay, free=named.get("free", ""), stage=stage)
