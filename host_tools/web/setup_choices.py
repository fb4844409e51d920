"""What can be chosen on the set-up page: printings, sets, wonders, rulings, and their limits."""

from typing import TypedDict

from card_db.cards import Box
from card_db.loader import HOUSE, SIDES
from host_tools.rules.names import NAME_MAX
from host_tools.rules.setup import (
    EDITIONS,
    ONE_EDITION,
    PLAYERS,
    RULINGS,
    SECOND_PRINTING,
    SETS,
    VARIANTS,
)
from host_tools.table.entries import LONGEST_COUNTDOWN, LONGEST_GRACE, LONGEST_TIMER, MODES
from host_tools.texts.cards import name_in

NEEDED = "base"  # no game without it
RULED_SETS = {
    "free_city_coins": ["leaders"],
    "rome_draws_sold": ["leaders"],
    "stone_of_all_cards": ["wonder_pack"],
}
"""Sets without which a ruling decides nothing."""


class BoardChoice(TypedDict):
    """A side of a wonder that can be chosen with all of its sets; the house has none."""

    id: str
    name: str
    side: str
    sets: list[str]


class RulingView(TypedDict):
    """A ruling that the table may choose: the usual one by printing, and all there are.

    It matters with these printings and all of these sets, for these numbers of players by variant.
    """

    usual: dict[str, bool | int]
    values: list[bool | int]
    editions: list[str]
    sets: list[str]
    players: dict[str, list[int]]


class ChoicesView(TypedDict):
    """All that can be chosen; `players` says how many can play a variant."""

    editions: list[str]
    sets: dict[str, list[str]]
    needed_sets: list[str]
    variants: list[str]
    players: dict[str, list[int]]
    modes: list[str]
    sides: dict[str, list[str]]
    rulings: dict[str, RulingView]
    boards: dict[str, list[BoardChoice]]
    countdown_max: int
    grace_max: int
    timer_max: int
    name_max: int


def choices(boxes: dict[str, Box], lang: str) -> ChoicesView:
    """Return all that can be chosen; `boxes` are what there is to choose from, by printing."""
    return {
        "editions": list(EDITIONS),
        "sets": {edition: _sets(edition) for edition in EDITIONS},
        "needed_sets": [NEEDED],
        "variants": list(VARIANTS),
        "players": {variant: numbers(variant) for variant in VARIANTS},
        "modes": list(MODES),
        "sides": {edition: list(sides) for edition, sides in SIDES.items()},
        "rulings": {name: _ruling(name) for name in RULINGS},
        "boards": {edition: _boards(box, lang) for edition, box in boxes.items()},
        "countdown_max": LONGEST_COUNTDOWN,
        "grace_max": LONGEST_GRACE,
        "timer_max": LONGEST_TIMER,
        "name_max": NAME_MAX,
    }


def numbers(variant: str) -> list[int]:
    """Return how many people can play; the Free City is a seat without one."""
    return [number - (variant == "two_player") for number in PLAYERS[variant]]


def _sets(edition: str) -> list[str]:
    return [name for name in SETS if ONE_EDITION.get(name, edition) == edition]


def _boards(box: Box, lang: str) -> list[BoardChoice]:
    return [
        {
            "id": board.id.rsplit("_", 1)[0],
            "name": name_in(board, lang),
            "side": board.side,
            "sets": [name for name in (board.set, *board.needs) if name != HOUSE],
        }
        for board in box.wonders.values()
        if board.side in SIDES[box.edition]
    ]


def _ruling(name: str) -> RulingView:
    ruling, players = RULINGS[name], {variant: numbers(variant) for variant in VARIANTS}
    editions = list(EDITIONS)
    if name == "free_city_coins":
        players = {"two_player": players["two_player"]}
    if name == "house_numbers":  # B12
        editions = ["2e"]
        players = {
            variant: [number for number in players[variant] if number not in usual]
            for variant, usual in SECOND_PRINTING.items()
        }
    return {
        "usual": dict(ruling.usual),
        "values": list(ruling.values),
        "editions": editions,
        "sets": RULED_SETS.get(name, []),
        "players": players,
    }
