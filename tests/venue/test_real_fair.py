"""A fair of real tables: each takes its seating from the venue and plays on virtual seats."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path

import pytest

from host_tools.rules.replay import replay
from host_tools.rules.result import result
from tests.venue.broker import PASSWORD, USER, broker
from tests.venue.fair import eventually
from tests.venue.spy import Spy
from tests.venue.test_fair import quick_folder

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-c", "from host_tools.cli import main; main()"]
ROOT = Path(__file__).parents[2]
AT_ONCE = 2  # tables that play at the same time: each has a computer of its own at a real fair
LONG_S = 240.0
SOME_TURNS = 4


def environment() -> dict[str, str]:
    # What is tested here is not the rules: they may be compiled.
    return os.environ | {"WONDERTABLE_PURE": "", "WONDERTABLE_MQTT_PASSWORD": PASSWORD}


class Hall:
    """The venue, its tables and their folders; `run` calls the command line."""

    def __init__(self, folder: Path, address: str, stack: ExitStack) -> None:
        self.folder, self.address, self._stack = folder, address, stack
        self.book = folder / "venue.db"
        self.journals: dict[str, list[Path]] = defaultdict(list)  # of a table, the newest last

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [*COMMAND, *words], cwd=ROOT, env=environment(), capture_output=True, text=True,
            timeout=LONG_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def venue(self, *words: str) -> str:
        return self.run("venue", "--book", str(self.book), *words)

    def start(self, log: str, *words: str) -> subprocess.Popen:
        with (self.folder / log).open("ab") as out:
            running = subprocess.Popen(
                [*COMMAND, *words], cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL,
                stdout=out, stderr=out,
            )  # fmt: skip
        self._stack.callback(ended, running)
        return running

    def open_venue(self) -> subprocess.Popen:
        words = ("--book", str(self.book), "--mqtt", self.address, "--port", "0")
        return self.start("venue.log", "venue", *words)

    def play(self, table: str, *words: str, new: bool = False) -> subprocess.Popen:
        """Start a table; with `new` another computer takes its place."""
        journals = self.journals[table]
        if new or not journals:
            journals.append(self.folder / f"table{table}" / str(len(journals)) / "games.db")
            journals[-1].parent.mkdir(parents=True)
        words = words or ("play", "--yes", "--countdown", "0", "--grace", "0")
        place = ("--table", table, "--mqtt", self.address, "--journal", str(journals[-1]))
        return self.start(f"table{table}.log", *words, *place, "--seats", "sim:", "--no-web")

    def finish(self, table: str, playing: subprocess.Popen) -> None:
        code = playing.wait(LONG_S)
        log = (self.folder / f"table{table}.log").read_text()
        assert code == 0, f"table {table} ended with {code}: {log[-3000:]}"

    def standings(self) -> dict:
        return json.loads(self.venue("standings", "--json"))

    def done(self) -> bool:
        """Has every table of the round its result?"""
        return all(pairing["lines"] for pairing in self.standings()["pairings"])

    def records(self) -> list[str]:
        """The record of every game that was played to its end."""
        found = []
        for journal in (journal for journals in self.journals.values() for journal in journals):
            games = json.loads(self.run("games", "--journal", str(journal), "--json"))
            over = [game["id"] for game in games if game["state"] == "over"]
            found += [self.run("export", str(n), "--journal", str(journal)) for n in over]
        return found


def ended(process: subprocess.Popen) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def computed(records: list[str]) -> dict[str, tuple[int, int, float, int]]:
    """Everybody's games, wins, worth and points, worked out from the records alone."""
    games, wins, points, worth = Counter(), Counter(), Counter(), defaultdict(Fraction)
    for text in records:
        seats = result(replay(text.encode()))["seats"]
        strength = {seat["player"]: (seat["score"]["total"], seat["coins"]) for seat in seats}
        for player, mine in strength.items():
            others = [other for name, other in strength.items() if name != player]
            beaten = sum(Fraction(2 * (mine > other) + (mine == other), 2) for other in others)
            games[player] += 1
            wins[player] += all(mine >= other for other in others)
            points[player] += mine[0]
            worth[player] += beaten / len(others)
    return {
        player: (games[player], wins[player], round(float(worth[player]), 2), points[player])
        for player in games
    }


@pytest.mark.parametrize(
    ("tables", "rounds"), [(3, 2), pytest.param(20, 3, marks=pytest.mark.soak)]
)
def test_a_fair_of_real_tables_counts_what_their_records_say(tables, rounds):
    """In each round the broker is killed; one table dies and goes on, one is replaced."""
    with quick_folder() as folder, broker(folder) as running, ExitStack() as stack:
        address = f"mqtt://{USER}@127.0.0.1:{running.port}/fair"
        hall = Hall(folder, address, stack)
        people = folder / "people.csv"
        people.write_text("\n".join(f"Player {n}" for n in range(3 * tables)))
        hall.venue("players", str(people))
        hall.open_venue()
        for number in range(1, rounds + 1):
            hall.venue("seating", "--draw", "--size", "3", "--seed", str(number))
            hall.venue("begin")
            play_round(hall, running, tables)
            eventually(hall.done, f"the results of round {number}", LONG_S)
            hall.venue("close")
        told = hall.standings()
        truth = computed(hall.records())
        assert {
            row["player"]: (row["games"], row["wins"], row["worth"], row["points"])
            for row in told["standings"]
        } == truth
        assert [games for games, *_ in truth.values()] == [rounds] * (3 * tables)
        assert told["strays"] == []


def turns(heard) -> int:
    """How far a table is in its first Age, by its last state."""
    states = [json.loads(payload) for _, payload in heard if payload]
    return states[-1].get("turn", 0) if states and states[-1]["phase"] != "over" else 0


def play_round(hall: Hall, running, tables: int) -> None:
    """Play all tables, some at a time; trouble comes while the first two play."""
    waiting = [str(number) for number in range(1, tables + 1)]
    playing = {table: hall.play(table) for table in waiting[:AT_ONCE]}
    dying, failing = waiting[:2]
    del waiting[:AT_ONCE]
    with Spy(running.address(), topics=(f"fair/v1/tables/{dying}/state",)) as spy:
        eventually(lambda: turns(spy.heard) >= SOME_TURNS, "some turns", LONG_S)
    running.kill()
    playing[dying].kill()  # as a power cut does: it goes on where it was
    playing[dying].wait()
    running.start()
    playing[dying] = hall.play(dying, "resume")
    assert playing[failing].poll() is None, "its game was over before it could fail"
    playing[failing].kill()  # for good: another computer plays a new game there
    playing[failing].wait()
    playing[failing] = hall.play(failing, new=True)
    while playing:
        table, game = playing.popitem()
        hall.finish(table, game)
        if waiting:
            table = waiting.pop(0)
            playing[table] = hall.play(table)
