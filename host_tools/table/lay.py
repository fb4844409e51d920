"""One lay of cards: who is asked, what is committed, opened, declared and paid."""

from __future__ import annotations

from dataclasses import dataclass, field

from card_db.cards import Card
from host_tools.rules.moves import Move


@dataclass(slots=True)
class Lay:
    """The cards of one turn, or of one extra play, on their way into the game.

    A seat has a slot: the number of its round. A seat that must lay again gets a new one, so that
    what is left of the old one is never taken for the new.
    """

    slots: dict[int, int]  # seats that commit in secret, and their rounds
    plain: list[int] = field(default_factory=list)  # seats whose card is laid openly, afterwards
    commits: dict[int, str] = field(default_factory=dict)
    locked: bool = False
    cards: dict[int, Card] = field(default_factory=dict)
    actions: dict[int, str] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)

    @property
    def seats(self) -> list[int]:
        """All seats that play in this lay, the open ones last."""
        return [*self.slots, *self.plain]

    def missing(self) -> list[int]:
        """The seats that have not committed."""
        return [seat for seat in self.slots if seat not in self.commits]

    def closed(self) -> list[int]:
        """The committed seats whose card is not open yet."""
        return [seat for seat in self.slots if seat in self.commits and seat not in self.cards]

    def unlaid(self) -> list[int]:
        """The seats whose card is to be laid openly now."""
        if self.closed() or (self.slots and not self.locked):
            return []
        return [seat for seat in self.plain if seat not in self.cards]

    def complete(self) -> bool:
        """Is everything decided?"""
        return all(seat in self.moves for seat in self.seats)

    def again(self, seat: int, slot: int) -> None:
        """Forget what a seat has laid; it lays once more in a new slot."""
        self.commits.pop(seat, None)
        self.cards.pop(seat, None)
        self.actions.pop(seat, None)
        self.moves.pop(seat, None)
        if seat in self.slots:
            self.slots[seat] = slot

    def copy(self) -> Lay:
        """Return a lay of its own in the same state."""
        return Lay(
            self.slots.copy(),
            self.plain.copy(),
            self.commits.copy(),
            self.locked,
            self.cards.copy(),
            self.actions.copy(),
            self.moves.copy(),
        )
