"""What a deck must hold for a game: every copy, and how many guilds and black cards are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from card_db.bearers import CARD, Bearer
from card_db.loader import load_box
from host_tools.rules.errors import MoveError
from host_tools.rules.ruleset import AGES, Ruleset
from host_tools.rules.setup import SIDES, Seat, Setup

DRAWN = ("purple", "black")


class Drawn(NamedTuple):
    """Cards of which only some are in a shuffled deck."""

    number: int
    among: frozenset[Bearer]


class Expected(NamedTuple):
    """The cards of a shuffled deck for one game."""

    fixed: frozenset[Bearer]
    drawn: tuple[Drawn, ...]

    def knows(self, bearer: Bearer) -> bool:
        """Can it be in this deck?"""
        return bearer in self.fixed or any(bearer in drawn.among for drawn in self.drawn)

    @property
    def number(self) -> int:
        """How many cards are in the deck?"""
        return len(self.fixed) + sum(drawn.number for drawn in self.drawn)


def rules_for(edition: str, sets: Sequence[str], players: int) -> Ruleset:
    """Return the rules of a game of so many players; MoveError with a sentence if there is none."""
    if players == 2:
        return rules_of(edition, sets, 3, "two_player")
    return rules_of(edition, sets, players, "standard")


def rules_of(edition: str, sets: Sequence[str], number: int, variant: str) -> Ruleset:
    """Return the rules with any wonders: decks do not depend on them."""
    box = load_box(edition)
    wonders = sorted({w.id.rsplit("_", 1)[0] for w in box.wonders.values() if w.set in sets})
    if number > len(wonders):
        raise MoveError("bad_record", f"{number} seats need more wonders than these sets have.")
    free = variant == "two_player"
    seats = tuple(
        Seat(f"Player {at}", wonder, SIDES[edition][0], free_city=free and at == 2)
        for at, wonder in enumerate(wonders[:number])
    )
    return Ruleset(Setup(seats, edition, tuple(sets), variant))


def expected(rules: Ruleset, ages: Iterable[int] = (0, *AGES)) -> Expected:
    """Return what lies in the deck of these Ages; 0 for the leaders."""
    chosen = tuple(ages)
    cards = {card: None for age in AGES if age in chosen for card in rules.decks[age]}
    if 0 in chosen:
        cards |= dict.fromkeys(rules.leader_deck)
    fixed, groups = set[Bearer](), dict[tuple[str, int], set[Bearer]]()
    for card in cards:
        copies = {Bearer(CARD, card.id, c) for c in card.copies if c <= min(rules.number, 7)}
        if card.color in DRAWN:
            groups.setdefault((card.color, card.age), set()).update(copies)
        else:
            fixed |= copies
    numbers = {"purple": rules.guilds_drawn, "black": rules.black_drawn}
    drawn = (
        Drawn(min(numbers[color], len(among)), frozenset(among))
        for (color, _), among in sorted(groups.items())
    )
    return Expected(frozenset(fixed), tuple(drawn))
