"""Many tables at one broker: brokers, tables and the venue die; each result counts once."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from host_tools.venue.book import Book, player_results
from host_tools.venue.mqtt import Connection
from host_tools.venue.subscriber import Venue
from host_tools.venue.tournament import seat_plan
from tests.venue.broker import broker
from tests.venue.fair import eventually, quick_folder
from tests.venue.spy import Spy

pytestmark = pytest.mark.slow

PARTS = 2
LONG_S = 280.0


class Part:
    """Some of the tables, as a process."""

    def __init__(self, folder: Path, number: int, address, tables) -> None:
        self._settings = folder / f"part{number}.json"
        self._settings.write_text(
            json.dumps(
                {"folder": str(folder), "address": dataclasses.asdict(address), "tables": tables}
            )
        )
        self._log = folder / f"part{number}.log"
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.venue.run_fair", str(self._settings)],
                stdout=log, stderr=log, cwd=Path(__file__).parents[2],
                env=os.environ | {"WONDERTABLE_PURE": ""},  # what is tested here is not the rules
            )  # fmt: skip

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def finish(self) -> dict:
        try:
            self._process.wait(LONG_S)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGUSR1)  # Where does it stand?
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
        truth = self._settings.with_suffix(".truth")
        assert truth.exists(), self._log.read_text()[-3000:]
        return json.loads(truth.read_text())

    def close(self) -> None:
        if self._process.poll() is None:
            self.kill()


def scored(lines):
    """Points and ranks, as results tell them."""
    return [(score["total"], rank) for score, rank in lines]


@pytest.mark.parametrize(
    ("tables", "kills"), [(1, 1), (200, 1), pytest.param(200, 6, marks=pytest.mark.soak)]
)
def test_every_result_of_a_fair_counts_once(tables, kills):
    people = [f"Player {number}" for number in range(3 * tables)]
    drawn = {str(n): seated for n, seated in enumerate(seat_plan(people, 3, [], 1), 1)}
    with quick_folder() as folder, broker(folder) as running:
        book = Book(folder / "venue.db")
        book.enter(people)
        book.plan(1, list(drawn.items()))
        venue = Venue(running.address(), book)
        venue.start()
        names = list(drawn)
        parts = [
            Part(folder, at, running.address(), {n: drawn[n] for n in names[at::PARTS]})
            for at in range(min(PARTS, tables))
        ]
        try:
            for kill in range(kills):
                turns = tables * (1 + 2 * kill)
                eventually(lambda turns=turns: heard(venue) > turns, "the games", LONG_S)
                running.kill()
                parts[kill % len(parts)].kill()
                eventually(lambda: "broke" in venue.trouble or venue.trouble, "the trouble")
                running.start()
                parts[kill % len(parts)].start()
                eventually(lambda: not venue.trouble, "the broker")
            told = [part.finish() for part in parts]
        finally:
            for part in parts:
                part.close()
        truth = {game: lines for part in told for game, lines in part["truth"].items()}
        assert len(truth) == tables
        eventually(lambda: len(book.results()) == tables, "all results")
        venue = started_again(venue, running, book)
        say_everything_twice(running, venue, tables)
        venue.stop()
        told = {
            r["game"]: [(s["score"]["total"], s["rank"]) for s in r["seats"]]
            for r in book.results()
        }
        assert told == {game: scored(lines) for game, lines in truth.items()}
        assert book.strays() == []
        found = book.standings()
        assert [standing.games for standing in found] == [1] * len(people)
        points = sum(line.points for result in book.results() for line in player_results(result))
        assert sum(standing.points for standing in found) == points
        assert sum(standing.worth for standing in found) == pytest.approx(1.5 * tables)
        book.close()


def heard(venue):
    """How far all tables together have come."""
    with venue.lock:
        states = [table.state for table in venue.tables.values() if table.state]
    return sum((s.get("age", 1) - 1) * 6 + s.get("turn", 0) for s in states)


def started_again(venue, running, book):
    """The venue itself dies; the next one knows everything."""
    venue.stop()
    found = Venue(running.address(), book)
    found.start()
    return found


def say_everything_twice(running, venue, tables):
    """Every retained result is delivered twice more."""
    eventually(lambda: venue.received >= tables, "what is retained")
    before = venue.received
    with Spy(running.address(), topics=("fair/v1/tables/+/results/+",)) as spy:
        eventually(lambda: len(spy.heard) >= tables, "all results", LONG_S)
    speaker = Connection(running.address(), "")
    speaker.open()
    for topic, payload in spy.heard * 2:
        speaker.finish(speaker.publish(topic, payload, True))
    speaker.close()
    eventually(lambda: venue.received >= before + 2 * tables, "the doubles", LONG_S)
