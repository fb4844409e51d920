"""The set-up that the options of `play` ask for: who plays, and with which wonders."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from card_db.loader import house_box
from host_tools.bots.dealer import NAMES, Dealer
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_names
from host_tools.rules.ruleset import Ruleset, drawn_apart
from host_tools.rules.setup import Setup
from host_tools.table.entries import TableSetup
from host_tools.venue.seating import Seating


def names_of(players: str) -> Sequence[str]:
    """Return who plays: by name, or as many of our own as are asked for."""
    number = re.fullmatch(r"[+-]?[0-9.]*", players.strip())
    names = NAMES if number else check_names(players.split(","))
    many = players.strip() if number else str(len(names))
    if many not in map(str, range(2, len(NAMES) + 1)):
        most = len(NAMES)
        raise MoveError(
            "bad_record", f"2 to {most} people play, not {many!r:.20}: --players Ann,Bo,Cy"
        )
    return names[: int(many)]


def agreed(names: Sequence[str], wonders: Sequence[str], *box: Any) -> Setup:
    """Return the set-up of a game; MoveError where the rules know no such wonder, side or set."""
    dealer = Dealer(time.time_ns())

    def draw() -> Setup:
        return named(dealer.setup(len(names), *box), names, wonders)

    setup = draw()
    cards = house_box(setup.edition, setup.house)
    setup = replace(setup, seats=drawn_apart(cards, lambda: draw().seats))
    Ruleset(setup)
    return setup


def seated(seating: Seating, lines: Sequence[str]) -> Setup:
    """Return the set-up that the venue wants."""
    box = (seating.edition, seating.sets, seating.variant, seating.rulings, lines)
    return agreed(seating.players, seating.wonders, *box)


def named(drawn: Setup, names: Sequence[str], wonders: Sequence[str]) -> Setup:
    """Put names and chosen wonders in the place of drawn ones."""
    if len(wonders) > len(drawn.seats):
        raise MoveError(
            "bad_record", f"{len(wonders)} wonders are too many for {len(drawn.seats)} seats."
        )
    chosen = [wonder.partition(":") for wonder in wonders]
    chosen += [("", "", "")] * (len(drawn.seats) - len(chosen))
    taken = {wonder for wonder, _, _ in chosen}
    free = (seat.wonder for seat in drawn.seats if seat.wonder not in taken)
    seats = []
    for at, (seat, (wonder, _, side)) in enumerate(zip(drawn.seats, chosen, strict=True)):
        player = names[at] if at < len(names) else seat.player
        seats.append(
            replace(seat, player=player, wonder=wonder or next(free), side=side or seat.side)
        )
    return replace(drawn, seats=tuple(seats))


def wish_of(plan: TableSetup, names: Sequence[str]) -> TableSetup:
    """Return what the set-up page begins with; it knows better names than ours."""
    setup = plan.game_setup
    if names != NAMES[: len(names)]:
        return plan
    unnamed = tuple(replace(seat, player=None) for seat in setup.seats)
    return replace(plan, game_setup=replace(setup, seats=unnamed))
