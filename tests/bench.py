"""Measure the rules on one core, compiled and as plain Python, and print one table: `make bench`.

Every figure is the median of several rounds of one run, in processor time, so that other programs
on the machine count as little as possible; each round measures everything once, so that a busy
minute spoils one round of all rows and not all rounds of one. `--baseline FILE` shows the figures
of an earlier run beside the new ones, `--save FILE` keeps these.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from card_db import cards
from host_tools.bots.bots import BotGame
from host_tools.bots.dealer import Dealer
from host_tools.rules import payment
from host_tools.rules.dealing import due
from host_tools.rules.game import Game
from host_tools.rules.phases import deal, one_of, play_out
from host_tools.rules.production import Production, production, vector
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import sheets_of
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.writing import Scribe

ROUNDS = 7
FULL = ("base", "leaders", "cities")
# Games a second that the fastest known implementation, a compiled one that finds only one way to
# pay, reaches on a machine of this kind; half of it is wanted with Leaders and Cities.
WANTED = {3: 1100, 5: 730, 7: 600}
START_UP_MS = 150
COLD = "nothing known yet"
Work = Callable[[int], float]  # the number of a round -> the figure of that round
clock = time.process_time


def rate(work: Callable[[], object], times: int) -> float:
    """Do something so many times; return how often a second it is done."""
    begun = clock()
    for _ in range(times):
        work()
    return times / (clock() - begun)


def a_fixed_loop() -> None:
    """Something that never changes: what the machine itself can do at this moment."""
    counts: dict[tuple[int, int], int] = {}
    for number in range(60_000):
        key = (number & 255, number & 7)
        counts[key] = counts.get(key, 0) + 1


def new_game(seed: str, players: int, sets=("base",), variant="standard") -> Game:
    return Game(Ruleset(Dealer(seed).setup(players, "1e", sets, variant)))


def random_games(players: int, games: int, sets=("base",), variant="standard", cold=False) -> Work:
    """Play uniform random games: all options of all hand cards are computed."""

    def run(first: int) -> float:
        if cold:
            payment.forget()
        seeds = iter(range(games * first, games * (first + 1)))

        def one() -> None:
            dealer = Dealer(next(seeds))
            game = Game(Ruleset(dealer.setup(players, "1e", sets, variant)))
            play_out(game, dealer.chance.random)

        return rate(one, games)

    return run


def seat_turn(players: int, age: int | None = None) -> Work:
    """Return the microseconds that one seat's turn takes, in all Ages or in one."""

    def run(first: int) -> float:
        spent, turns = 0.0, 0
        for number in range(20):
            game, chance = new_game(f"turn {first}.{number}", players), random.Random(number).random
            while not game.over:
                if (due_now := due(game)) is not None:
                    deal(game, due_now, chance)
                begun, counts = clock(), age in (None, game.age)
                for _ in range(len(game.questions)):  # a whole turn
                    question = game.questions[0]
                    game.answer(question.seat, one_of(game.answers(question), chance))
                if counts:
                    spent += clock() - begun
                    turns += players
        return spent / turns * 1e6

    return run


def random_markets(number: int) -> list[tuple[int, payment.Market, int]]:
    """Make up questions for the payment solver: a cost, a city with two neighbours, coins."""
    chance = random.Random(1)
    makers = ["W", "S", "C", "O", "G", "L", "P", "C/O", "W/S", "S/C", "CC", "OO", "W/S/C/O"]
    costs = ["WSCOGLP", "CCOGLP", "WWSO", "SSOG", "SSSO", "WCC", "CCL", "WOO", "GLP", "WSCOO"]

    def some(most: int) -> Production:
        return production(chance.sample(makers, chance.randrange(most)))

    return [
        (
            vector(chance.choice(costs)),
            payment.Market(some(7), payment.Seller(some(6)), payment.Seller(some(6))),
            chance.randrange(12),
        )
        for _ in range(number)
    ]


def payments(warm: bool) -> Work:
    """Ask the solver, with empty memories or the second time round."""
    asked = random_markets(3000)

    def run(first: int) -> float:
        if not warm:
            payment.forget()
        return len(asked) * rate(lambda: [payment.payments(*question) for question in asked], 1)

    return run


def a_record(players: int) -> bytes:
    dealer = Dealer("record")
    table = BotGame(dealer.setup(players), "builder", dealer)
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    table.play()
    return dump(scribe.lines).encode()


def a_late_game() -> Game:
    """A game of seven with Leaders and Cities that has reached its last turns."""
    game, chance = new_game("late", 7, FULL), random.Random(1).random
    while game.age < 3 or game.turn < 5:
        if (age := due(game)) is not None:
            deal(game, age, chance)
        question = game.questions[0]
        game.answer(question.seat, one_of(game.answers(question), chance))
    return game


def copy_kilobytes(first: int) -> float:
    game = a_late_game()
    tracemalloc.start()
    kept = [game.copy() for _ in range(100)]
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return used / len(kept) / 1024


def start_up_ms(first: int) -> float:
    """Start `wondertable --version` in a process of its own."""
    program = "from host_tools.cli import main; main(['--version'])"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def rows() -> dict[str, tuple[Work, float | None]]:
    """What is measured: name -> (work, the figure to be reached)."""
    record, game = a_record(7), a_late_game()
    return {
        **{
            f"random games a second, {n} players, base": (random_games(n, 200), wanted)
            for n, wanted in WANTED.items()
        },
        **{
            f"random games a second, {n} players, all sets": (random_games(n, 80, FULL), wanted / 2)
            for n, wanted in WANTED.items()
        },
        "random games a second, 8 in teams, all sets": (random_games(8, 40, FULL, "team"), None),
        f"the same, {COLD}, 40 games, 5 players, base": (random_games(5, 40, cold=True), None),
        **{f"µs a seat's turn, {n} players": (seat_turn(n), None) for n in WANTED},
        **{f"µs a seat's turn, 5 players, Age {'I' * age}": (seat_turn(5, age), None)
           for age in (1, 2, 3)},
        f"payment queries a second, {COLD}": (payments(warm=False), None),
        "payment queries a second, known cases": (payments(warm=True), None),
        "score sheets of 7 seats a second": (lambda _: rate(lambda: sheets_of(game), 50), None),
        "copies of a late 7-player game a second (undo)": (lambda _: rate(game.copy, 500), None),
        "replays of a 7-player record a second": (lambda _: rate(lambda: replay(record), 8), None),
        "replays with all options a second": (
            lambda _: rate(lambda: replay(record, with_options=True), 8), None,
        ),
        "kB a copy of a late 7-player game": (copy_kilobytes, None),
        "ms start-up of the command": (start_up_ms, START_UP_MS),
        "a fixed loop a second (the machine)": (lambda _: rate(a_fixed_loop, 5), None),
    }  # fmt: skip


def figures() -> dict[str, float]:
    """Measure everything in this process; what empties the memories comes last."""
    works = {name: work for name, (work, _) in rows().items()}
    rounds: dict[str, list[float]] = {name: [] for name in works}
    for cold in (False, True):
        for number in range(ROUNDS):
            for name, work in works.items():
                if (COLD in name) == cold:
                    rounds[name].append(work(number))
    return {name: median(found) for name, found in rounds.items()} | {
        "MB at most in all": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "compiled": float(not cards.__file__.endswith(".py")),
    }


def measured(pure: bool) -> dict[str, float]:
    """Measure everything in a process of its own, with or without the compiled rules."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--figures"],
        env=os.environ | {"WONDERTABLE_PURE": "1" if pure else ""},
        check=True,
        stdout=subprocess.PIPE,
    )
    found: dict[str, float] = json.loads(told.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", type=Path, help="figures of an earlier run")
    parser.add_argument("--save", type=Path, help="where to keep the figures of this run")
    parser.add_argument("--figures", action="store_true", help="measure only this build, as JSON")
    asked = parser.parse_args()
    if asked.figures:
        print(json.dumps(figures()))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    before = json.loads(asked.baseline.read_text("utf-8")) if asked.baseline else {}
    builds = {"plain": measured(pure=True), "compiled": measured(pure=False)}
    if not builds["compiled"].pop("compiled"):
        del builds["compiled"]
    show(builds, before)
    if asked.save:
        asked.save.write_text(json.dumps(builds, indent=1) + "\n", "utf-8")


def show(builds: dict[str, dict[str, float]], before: dict[str, dict[str, float]]) -> None:
    wanted = {name: figure for name, (_, figure) in rows().items()}
    table = Table("one core")
    for build in builds:
        table.add_column(build, justify="right")
        if build in before:
            table.add_column("before", justify="right")
    table.add_column("to be reached", justify="right")
    for name in builds["plain"]:
        if name == "compiled":
            continue
        cells = []
        for build, found in builds.items():
            cells.append(f"{found[name]:,.0f}")
            if build in before:
                cells.append(f"{before[build][name]:,.0f}" if name in before[build] else "")
        figure = wanted.get(name)
        table.add_row(name, *cells, f"{figure:,.0f}" if figure else "")
    Console(width=110).print(table)
    if "compiled" not in builds:
        print("The rules are not compiled: `make engine` does it where a C compiler is there.")


if __name__ == "__main__":
    main()
