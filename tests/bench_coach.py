"""Measure rollouts on one core, from the first turn, from Age II and from Age III: `make bench`."""

import os
import time
from statistics import median

from rich.console import Console
from rich.table import Table

from host_tools.coach.rollout import Rollouts
from tests.coach.calibration import played, position_at, turns_of

ALL = ("base", "leaders", "cities")
SORTS = {
    "3 players, base": (3, ("base",), "standard"),
    "5 players, base": (5, ("base",), "standard"),
    "7 players, base": (7, ("base",), "standard"),
    "5 players, all sets": (5, ALL, "standard"),
    "8 in teams, all sets": (8, ALL, "team"),
}
ROUNDS = 5
GAMES = 40


def rollouts_a_second(position, policy):
    """The median of several rounds, in processor time."""
    found = []
    for number in range(ROUNDS):
        begun = time.process_time()
        Rollouts(position, number, policy).run(GAMES)
        found.append(GAMES / (time.process_time() - begun))
    return median(found)


def main():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    table = Table("Rollouts a second from", "bots", "Age I", "Age II", "Age III", "last turn")
    for name, sort in SORTS.items():
        lines, _ = played(sort, 1)
        every = len(turns_of(lines))
        for policy in ("builder", "random"):
            speeds = [
                rollouts_a_second(position_at(lines, turn), policy)
                for turn in (0, every // 3, 2 * every // 3, every - 1)
            ]
            table.add_row(name, policy, *(f"{speed:,.0f}" for speed in speeds))
    Console().print(table)


if __name__ == "__main__":
    main()
