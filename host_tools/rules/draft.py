"""The Leader draft that opens a game: each keeps a leader, the rest goes on to the right.

>>> from host_tools.rules.setup import Seat, Setup
>>> seats = tuple(Seat(w.title(), w, "A") for w in ("gizah", "rhodos", "ephesos"))
>>> rules = Ruleset(Setup(seats, sets=("base", "leaders")))
>>> box = sorted(rules.leader_deck, key=lambda card: card.id)
>>> draft = Draft(rules, [box[0:4], box[4:8], box[8:12]])
>>> while not draft.over:
...     for seat in rules.seats:
...         draft.keep(seat, draft.hands[seat][0])
>>> [card.id for card in draft.kept[0]]  # ready for `Game.deal(0, draft.kept)`
['alexander', 'caesar', 'hannibal', 'aristotle']
"""

from __future__ import annotations

from collections.abc import Sequence

from card_db.cards import Card
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset


class Draft:
    """The hands that go round, what everybody has kept, and who has chosen this time."""

    __slots__ = ("chosen", "hands", "kept", "rules")

    def __init__(self, rules: Ruleset, hands: Sequence[Sequence[Card]]) -> None:
        _check(rules, hands)
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.kept: list[list[Card]] = [[] for _ in rules.seats]  # the hands for `Game.deal(0, …)`
        self.chosen: dict[int, Card] = {}  # secret until all have chosen

    @property
    def over(self) -> bool:
        """Has everybody four leaders?"""
        return not any(self.hands)

    def keep(self, seat: int, leader: Card) -> None:
        """Keep one leader of the hand; when all have chosen, the hands are passed."""
        name = self.rules.name(seat)
        if self.over or seat not in self.rules.players:
            raise MoveError("wrong_phase", f"{name} has no leader to choose now.", seat)
        if seat in self.chosen:
            raise MoveError("wrong_phase", f"{name} has chosen: wait for the others.", seat)
        if leader not in self.hands[seat]:
            raise MoveError("not_in_hand", f"{name} does not hold {leader.name}.", seat)
        self.chosen[seat] = leader
        if len(self.chosen) == len(self.rules.players):
            self._pass()

    def _pass(self) -> None:
        """R11 to R14, R84: what is left goes to the right; R30: two players exchange."""
        players = self.rules.players
        for seat, leader in self.chosen.items():
            self.hands[seat].remove(leader)
            self.kept[seat].append(leader)
        self.chosen.clear()
        passed = [self.hands[seat] for seat in players]
        for at, seat in enumerate(players):
            self.hands[seat] = passed[(at + 1) % len(players)]  # from the left
        if sum(map(len, passed)) == len(players):  # R14: the last card is no choice.
            for seat in players:
                self.kept[seat].append(self.hands[seat].pop())


def _check(rules: Ruleset, hands: Sequence[Sequence[Card]]) -> None:
    """R10, R29, R82: four leaders of this game for every player, none for the Free City."""
    dealt = [card for hand in hands for card in hand]
    wanted = [LEADERS_DEALT if seat in rules.players else 0 for seat in rules.seats]
    if [len(hand) for hand in hands] != wanted:
        raise MoveError("bad_record", f"Every player is dealt {LEADERS_DEALT} leaders.")
    for card in dealt:
        if card not in rules.leader_deck:
            raise MoveError("not_in_this_game", f"{card.name} is no leader of this game.")
        if dealt.count(card) > 1:
            raise MoveError("card_already_used", f"{card.name} is dealt twice; there is only one.")
