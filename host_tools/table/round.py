"""One round of cards: who is asked, what is committed, opened, declared and paid."""

from __future__ import annotations

from dataclasses import dataclass, field

from card_db.cards import Card
from host_tools.rules.moves import Move


@dataclass(slots=True)
class Round:
    """The cards of one turn, or of one extra play, on their way into the game.

    Each seat knows the number of its round. A seat that must lay again gets a new number, so that
    nothing of the old one counts for the new.
    """

    numbers: dict[int, int]  # seats that commit in secret, and the numbers of their rounds
    plain: list[int] = field(default_factory=list)  # seats whose card is laid openly, afterwards
    commits: dict[int, str] = field(default_factory=dict)
    locked: bool = False
    cards: dict[int, Card] = field(default_factory=dict)
    actions: dict[int, str] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)

    @property
    def seats(self) -> list[int]:
        """All seats that play in this round, the open ones last."""
        return [*self.numbers, *self.plain]

    def missing(self) -> list[int]:
        """The seats that have not committed."""
        return [seat for seat in self.numbers if seat not in self.commits]

    def closed(self) -> list[int]:
        """The committed seats whose card is not open yet."""
        return [seat for seat in self.numbers if seat in self.commits and seat not in self.cards]

    def unlaid(self) -> list[int]:
        """The seats whose card is to be laid openly now."""
        if self.closed() or (self.numbers and not self.locked):
            return []
        return [seat for seat in self.plain if seat not in self.cards]

    def complete(self) -> bool:
        """Is everything decided?"""
        return all(seat in self.moves for seat in self.seats)

    def again(self, seat: int, number: int) -> None:
        """Forget what a seat has laid; it lays once more under a new number."""
        self.commits.pop(seat, None)
        self.cards.pop(seat, None)
        self.actions.pop(seat, None)
        self.moves.pop(seat, None)
        if seat in self.numbers:
            self.numbers[seat] = number
