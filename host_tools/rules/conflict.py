"""Conflicts at the end of an Age: who fights whom, and the tokens that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from host_tools.rules.ruleset import VICTORY, Ruleset
from host_tools.rules.turn import gain_victory

if TYPE_CHECKING:
    from host_tools.rules.game import Game


class Fight(NamedTuple):
    """Two seats that compare shields, and how many tokens each side can take."""

    seat: int
    left: int
    tokens: int


def fights(rules: Ruleset, diplomats: set[int]) -> list[Fight]:
    """Return the fights of an Age; `diplomats` use a Diplomacy token."""
    if rules.team:
        return _team_fights(rules, diplomats)
    present = [seat for seat in rules.seats if seat not in diplomats]
    if len(present) < 2:  # O5
        return []
    if len(present) == 2:  # R122: they fight once.
        return [Fight(present[0], present[1], 1)]
    # O4, R119: the seats on both sides of an absent one are adjacent.
    return [Fight(seat, present[(i + 1) % len(present)], 1) for i, seat in enumerate(present)]


def _team_fights(rules: Ruleset, diplomats: set[int]) -> list[Fight]:
    """R177 to R182: team-mates never fight; tokens are doubled, single with Diplomacy."""
    pairs = [
        (seat, rules.left[seat]) for seat in rules.seats if rules.mates[seat] != rules.left[seat]
    ]
    return [Fight(a, b, 1 if {a, b} & diplomats else 2) for a, b in pairs]


def resolve_conflicts(game: Game) -> None:
    """Give the Victory and Defeat tokens of the Age."""
    diplomats = {seat for seat, city in enumerate(game.cities) if city.diplomacy}
    for seat in diplomats:  # R118, R121: exactly one, and it must be used.
        game.cities[seat].diplomacy -= 1
    shields = [city.shields for city in game.cities]
    for fight in fights(game.rules, diplomats):
        if shields[fight.seat] != shields[fight.left]:
            winner, loser = fight.seat, fight.left
            if shields[winner] < shields[loser]:
                winner, loser = loser, winner
            _tokens(game, winner, loser, fight.tokens)


def _tokens(game: Game, winner: int, loser: int, number: int) -> None:
    for _ in range(number):
        gain_victory(game, winner, VICTORY[game.age])
    # R40, P16, P17: with Tomyris the winner takes the Defeat tokens too.
    taker = winner if game.cities[loser].defeats_to_winner else loser
    game.cities[taker].defeats += number
