"""Fault campaigns: the same people play the same game with and without faults.

`python -m tests.table.campaign --games 1000` prints a table. Most games are cut after a few turns,
others are played to the final score, and some of those with 8 seats, Leaders and Cities.
"""

import argparse
import logging
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host_tools.bots.dealer import Dealer
from host_tools.rules.result import sheets_of
from host_tools.rules.scoring import total
from host_tools.table.entries import TableSetup
from tests.rules.table import city_facts
from tests.table.arena import Arena, Faults

FULL = ("base", "leaders", "cities")
WALLS = ("base", "wonder_pack")
WALL = (  # Somebody has stages for nothing, in any order: which one is asked again and again
    '{"id": "wall_a", "name": "Wall", "side": "A", "resource": "L", "effects": [{"order": "any"}]}',
    *(f'{{"stage": {n}, "effects": [{{"points": {n}}}, {{"coins": 1}}]}}' for n in range(1, 5)),
)
MINUTES = 20  # simulated, for one game
ALL_TURNS = 99
KINDS = {
    "damage 5 %": Faults(damage=0.05),
    "damage 20 %": Faults(damage=0.2),
    "damage 50 %": Faults(damage=0.5),
    "resets": Faults(resets=0.02),
    "replugs": Faults(replugs=0.02),
    "host crashes": Faults(crashes=0.05),
    "flickering cards": Faults(flicker=0.1),
    "voids": Faults(voids=0.05),
    "answers on pages": Faults(damage=0.3, pages=0.2),
    "wrong cards left lying": Faults(wrong=0.3),
    "undo calls by several": Faults(calls=0.003),
    "clock set back and forth": Faults(clocks=0.02, countdown=1),
    "absent seats at the lock": Faults(absences=0.5),
    "changed minds": Faults(minds=0.5),
    "all at once": Faults(
        0.1, 0.005, 0.005, 0.02, 0.01, 0.02, 0.05, calls=0.003, clocks=0.01, wrong=0.1, absences=0.1
    ),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What is played; `turns` is where a short game is cut."""

    players: int = 3
    sets: tuple[str, ...] = ("base",)
    mode: str = "sealed"
    strict: bool = False
    turns: int = ALL_TURNS
    grace: int | None = 0
    ask_payment: bool = False
    countdown: int = 0
    keen: bool = False  # people press before the lock, and change their minds
    sizes: tuple[int, ...] = ()  # of the boards that have several seats


def shape_of(seed: int) -> Shape:
    """Mix small games with whole ones, and whole ones with everything at eight seats."""
    mode = "assisted" if seed % 4 == 3 else "sealed"
    strict = seed % 3 == 2
    if seed % 50 == 0:
        return agreed(seed, Shape(8, FULL, mode, strict))
    if seed % 10 == 7:
        return agreed(seed, Shape(4, FULL, mode, strict))
    if seed % 10 == 5:
        return agreed(seed, Shape(3, WALLS, mode, strict))
    return agreed(seed, Shape(3, ("base",), mode, strict, ALL_TURNS if seed % 10 == 2 else 3))


def agreed(seed: int, shape: Shape) -> Shape:
    """Draw what people may agree on, and how they behave."""
    chance = random.Random(f"agreed {seed}")
    return replace(
        shape,
        grace=chance.choice([None, None, None, 0, 0, 0, 0, 2]),  # which takes long to simulate
        ask_payment=chance.random() < 0.3,
        countdown=int(chance.random() < 0.1),
        keen=chance.random() < 0.5,
    )


def setup_of(seed: int, shape: Shape, countdown: int = 0) -> TableSetup:
    variant = "two_player" if shape.players == 2 else "standard"
    house = WALL if shape.sets == WALLS else ()
    setup = Dealer(seed).setup(shape.players, sets=shape.sets, variant=variant, house=house)
    if house and "wall" not in [seat.wonder for seat in setup.seats]:
        first, *others = setup.seats
        setup = replace(setup, seats=(replace(first, wonder="wall", side="A"), *others))
    return TableSetup(
        setup,
        mode=shape.mode,
        countdown=max(countdown, shape.countdown),
        strict=shape.strict,
        grace=shape.grace,
        ask_payment=shape.ask_payment,
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game came to: every play by its round, and all that the cities are."""

    plays: dict
    end: object
    scores: tuple
    figures: dict


def play(seed: int, shape: Shape, faults: Faults, watch=None) -> Outcome:
    """Play one game; raises when a rule is broken or the table gets stuck."""
    table_setup = setup_of(seed, shape, faults.countdown)
    memory = Path("/dev/shm")  # where the disk's own slowness proves nothing
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        path = Path(folder) / "journal.db"
        arena = Arena(table_setup, path, seed, faults, shape.keen, shape.sizes)
        log = logging.getLogger("host_tools")
        log.addHandler(arena.referee)
        try:
            arena.until(lambda: _ended(arena, shape.turns), MINUTES * 60_000, arena)
        finally:
            log.removeHandler(arena.referee)
            arena.journal.close()
    return outcome_of(arena.table.evening, shape.turns, arena.figures)


def _ended(arena, turns):
    evening = arena.table.evening
    return evening.game.over or len(evening.past) >= turns


def plays_of(evening, turns=ALL_TURNS):
    """Every move and every answer by its round."""
    plays = {}
    for number, past in enumerate(evening.past[:turns]):
        for seat, move in past.moves.items():
            plays[number, seat, "move"] = str(move)
        for nth, (seat, kind, value) in enumerate(sorted(past.answers, key=str)):
            plays[number, seat, kind, nth] = str(value)
    return plays


def outcome_of(evening, turns=ALL_TURNS, figures=None):
    plays = plays_of(evening, turns)
    scores = tuple(total(items) for items in sheets_of(evening.game))
    return Outcome(plays, _end(evening.game), scores, figures or {})


def _end(game):
    """All that can be seen; the order of the discard pile is the order of quick hands."""
    pile = sorted(card.id for card in game.discard)
    return [city_facts(city) for city in game.cities], game.bank, pile


@cache
def reference(seed: int, shape: Shape) -> Outcome:
    """The same game without faults, and with a board for each seat."""
    return play(seed, replace(shape, sizes=()), Faults())


def compare(found: Outcome, expected: Outcome) -> Counter:
    """Count what is lost, doubled or wrong."""
    wrong = [
        number for number, play in expected.plays.items() if found.plays.get(number, play) != play
    ]
    same = (found.end, found.scores) == (expected.end, expected.scores)
    return Counter(
        lost=len(expected.plays.keys() - found.plays.keys()),
        doubled=len(found.plays.keys() - expected.plays.keys()),
        wrong=len(wrong) or int(not same),
    )


def campaign(faults: Faults, seeds, shape=shape_of) -> Counter:
    """Play many games under these faults; whatever breaks a rule raises with its seed."""
    figures = Counter()
    for seed in seeds:
        played = shape(seed)
        if faults.again:  # nor would there ever be a quiet second
            played = replace(played, keen=False, countdown=0)
        try:
            found = play(seed, played, faults)
        except AssertionError as error:
            error.add_note(f"seed {seed}, {played}, {faults}")
            raise
        different = compare(found, reference(seed, played))
        figures += Counter(found.figures) + different
        whole = played.turns == ALL_TURNS
        figures += Counter(games=1, whole=whole, eight=whole and played.players == 8)
    return figures


COLUMNS = (
    "games", "whole", "eight", "frames", "damaged", "resets", "replugs", "crashes", "flickers",
    "voids", "pages", "wrong cards", "calls", "undos", "clocks", "absences", "lost", "doubled",
    "wrong",
)  # fmt: skip


def show(found: dict[str, Counter]) -> None:
    table = Table("campaign", *COLUMNS, "s")
    for kind, figures in found.items():
        row = (f"{figures[name]:,}" for name in COLUMNS)
        table.add_row(kind, *row, f"{figures['seconds']}")
    Console(width=230).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind")
    asked = parser.parse_args()
    found = {}
    for kind in asked.kind or KINDS:
        begun = time.process_time()
        found[kind] = campaign(KINDS[kind], range(asked.first, asked.first + asked.games))
        found[kind]["seconds"] = round(time.process_time() - begun)
    show(found)


if __name__ == "__main__":
    main()
