"""Chance, from a seed: who gets which wonder, the shuffled decks, the leaders from the box."""

from __future__ import annotations

import random
from functools import cache

from card_db.cards import Box, Card
from card_db.loader import load_box
from host_tools.rules.dealing import due
from host_tools.rules.errors import MoveError
from host_tools.rules.game import Game
from host_tools.rules.ruleset import LEADERS_DEALT, Ruleset
from host_tools.rules.setup import SIDES, Seat, Setup

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")


class Dealer:
    """Deals everything that players do not decide; the same seed deals the same."""

    def __init__(self, seed: int | str) -> None:
        self.chance = random.Random(seed)

    def setup(
        self,
        players: int,
        edition: str = "1e",
        sets: tuple[str, ...] = ("base",),
        variant: str = "standard",
        box: Box | None = None,
    ) -> Setup:
        """Draw a wonder and a side for every seat."""
        number = 3 if variant == "two_player" else players
        wonders = _wonders(box or load_box(edition), sets)
        if number > len(wonders):
            raise MoveError("bad_record", f"{number} seats need more wonders than these sets have.")
        seats = [
            Seat(name, wonder, self.chance.choice(SIDES[edition]))
            for name, wonder in zip(NAMES, self.chance.sample(wonders, number), strict=False)
        ]
        if variant == "two_player":
            seats[2] = Seat(None, seats[2].wonder, seats[2].side, free_city=True)
        return Setup(tuple(seats), edition, sets, variant)

    def due(self, game: Game) -> int | None:
        """Return the Age whose hands are to be dealt now; 0 for leaders, None for nothing."""
        return due(game)

    def hands(self, rules: Ruleset, age: int) -> list[list[Card]]:
        """Shuffle and deal an Age, or four leaders each before the draft."""
        if age == 0:
            return self._leaders(rules)
        deck = self.deck(rules, age)
        self.chance.shuffle(deck)
        size = rules.hand_size
        return [deck[seat * size : (seat + 1) * size] for seat in rules.seats]

    def deck(self, rules: Ruleset, age: int) -> list[Card]:
        """Return the Age's cards with the guilds and black cards drawn at random."""
        always, guilds, black = rules.packs[age]
        drawn = self.chance.sample(guilds, rules.guilds_drawn) if guilds else []
        return always + drawn + self.chance.sample(black, min(len(black), rules.black_drawn))

    def _leaders(self, rules: Ruleset) -> list[list[Card]]:
        drawn = self.from_box(sorted(rules.leader_deck, key=_id), LEADERS_DEALT * rules.number)
        return [
            [] if seat == rules.free_city else drawn[seat * LEADERS_DEALT :][:LEADERS_DEALT]
            for seat in rules.seats
        ]

    def from_box(self, leaders: list[Card], number: int) -> list[Card]:
        """Draw leaders, as many as there are at most."""
        return self.chance.sample(leaders, min(number, len(leaders)))

    def drawn(self, game: Game, number: int) -> tuple[Card, ...]:
        """R72, P14: draw leaders that were never dealt."""
        left = [card for card in game.rules.leader_deck if not game.used[card]]
        return tuple(self.from_box(sorted(left, key=_id), number))


@cache
def _wonders(box: Box, sets: tuple[str, ...]) -> list[str]:
    return sorted({b.id.rsplit("_", 1)[0] for b in box.wonders.values() if b.set in sets})


def _id(card: Card) -> str:
    return card.id
