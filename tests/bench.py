"""Measure the engine on one core and print a table: `make bench`.

Each row is the median of several rounds in one run. `--baseline FILE` shows the figures of an
earlier run beside the new ones, `--save FILE` keeps these.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from host_tools.rules import payment
from host_tools.rules.game import Game
from host_tools.rules.playout import play_out
from host_tools.rules.production import Production, production, vector
from host_tools.rules.record import dump
from host_tools.rules.replay import replay
from host_tools.rules.result import sheets_of
from host_tools.rules.ruleset import Ruleset
from host_tools.rules.writing import Scribe
from host_tools.virtual.bot_game import BotGame
from host_tools.virtual.dealer import Dealer

ROUNDS = 5
FULL = ("base", "leaders", "cities")
# What the best other Python implementation known reaches on a machine of this kind, in games a
# second; ours must be at least two and a half times as fast.
KNOWN = {3: 80, 5: 40, 7: 26}


def random_games(players: int, games: int, sets=("base",), variant="standard") -> Callable:
    """Play uniform random games: all options of all hand cards are computed."""

    def run(first: int) -> int:
        for number in range(games):
            dealer = Dealer(f"bench {first}.{number}")
            game = Game(Ruleset(dealer.setup(players, "1e", sets, variant)))
            play_out(game, dealer.chance.random)
        return games

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


def payments(warm: bool) -> Callable:
    """Ask the solver; cold with empty memories, warm the second time round."""

    def run(first: int) -> int:
        questions = random_markets(3000)
        if warm:
            for need, shop, coins in questions:
                payment.ways(need, shop, coins)
        else:
            for shop in (shop for _, shop, _ in questions):
                for made in (shop.own, shop.left.sold, shop.right.sold):
                    made.forget()
        return timed(lambda: [payment.ways(need, shop, coins) for need, shop, coins in questions])

    return run


class Timed(int):
    """A number of things done, with the time that only they took."""

    seconds: float


def timed(work: Callable[[], list]) -> Timed:
    begun = time.perf_counter()
    done = Timed(len(work()))
    done.seconds = time.perf_counter() - begun
    return done


def a_record(players: int) -> bytes:
    dealer = Dealer("record")
    table = BotGame(dealer.setup(players), "builder", dealer)
    scribe = Scribe(table.game)
    table.deal, table.tell = scribe.deal, scribe.answer
    table.play()
    return dump(scribe.lines).encode()


def replays(with_options: bool) -> Callable:
    data = a_record(7)
    return lambda first: timed(lambda: [replay(data, with_options) for _ in range(10)])


def scorings() -> Callable:
    game = replay(a_record(7)).game
    return lambda first: timed(lambda: [sheets_of(game) for _ in range(50)])


def undos() -> Callable:
    game = Game(Ruleset(Dealer("undo").setup(7)))
    return lambda first: timed(lambda: [game.copy() for _ in range(500)])


def rows() -> dict[str, tuple[Callable, float | None]]:
    """What is measured: name -> (work, the figure to be reached)."""
    games = {n: random_games(n, 30) for n in KNOWN}
    return {
        **{f"random games, {n} players, base": (games[n], 2.5 * KNOWN[n]) for n in KNOWN},
        "random games, 5 players, all sets": (random_games(5, 12, FULL), None),
        "random games, 7 players, all sets": (random_games(7, 12, FULL), None),
        "random games, 8 players in teams, all sets": (random_games(8, 12, FULL, "team"), None),
        "payment queries, cold": (payments(warm=False), None),
        "payment queries, warm": (payments(warm=True), None),
        "score sheets of 7 seats": (scorings(), None),
        "copies of a game for undo": (undos(), None),
        "replays of a 7-player record": (replays(with_options=False), None),
        "replays with all options": (replays(with_options=True), None),
    }


def measure(work: Callable) -> float:
    """Return how often a second the work is done: the median of the rounds."""
    found = []
    for number in range(ROUNDS):
        begun = time.perf_counter()
        done = work(number)
        seconds = done.seconds if isinstance(done, Timed) else time.perf_counter() - begun
        found.append(done / seconds)
    return median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", type=Path, help="figures of an earlier run")
    parser.add_argument("--save", type=Path, help="where to keep the figures of this run")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    before = json.loads(asked.baseline.read_text()) if asked.baseline else {}
    table = Table("a second", "now", "before", "to be reached")
    figures = {}
    for name, (work, wanted) in rows().items():
        figures[name] = found = measure(work)
        earlier = f"{before[name]:,.0f}" if name in before else ""
        table.add_row(name, f"{found:,.0f}", earlier, f"{wanted:,.0f}" if wanted else "")
    Console().print(table)
    if asked.save:
        asked.save.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
