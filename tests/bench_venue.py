"""What a table costs at a venue, as tables grow from 1 to 200: messages, bytes, processor, memory.

Tables of three play real games of bots, a turn after the other as fast as they can, and a real
Mosquitto carries all to a venue and to one more listener. Then 500 tables on paper send whole games
among garbage: what the venue's process pays for one of them, and whether every result arrives.
"""

from __future__ import annotations

import dataclasses
import gc
import json
import logging
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from host_tools.venue.book import Book
from host_tools.venue.broker_outbox import encoded
from host_tools.venue.mqtt import Address, Connection
from host_tools.venue.subscriber import Venue
from host_tools.web.venue_pages import VenuePages
from tests.venue import paper
from tests.venue.broker import broker
from tests.venue.fair import Fair, eventually
from tests.venue.garbage import Garbage
from tests.venue.spy import Spy

TABLES = (1, 10, 50, 200)
TURNS = 6  # of one Age; a game has three
TURN_S = 30.0  # how long people take for a turn, to tell what a second costs
CROWDS = (50, 500)  # tables on paper
STATES = 40  # that each of them sends
GARBAGE = 0.05  # of all messages
PICTURES = 20  # of the page, while they send
WINDOW = 500  # unconfirmed messages of the sender
FLAT = 1.2
TICKS = os.sysconf("SC_CLK_TCK")

Row = tuple[int, dict[str, float]]


def process(pid: int) -> tuple[float, float]:
    """Return the processor seconds and the megabytes of a process."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(words[11]) + int(words[12])) / TICKS, resident * os.sysconf("SC_PAGE_SIZE") / 1e6


class Times:
    """How long each turn's event took from the table to the venue's listener."""

    def __init__(self) -> None:
        self.told: dict[str, float] = {}
        self.took: list[float] = []

    def say(self, message: dict[str, object]) -> None:
        self.told[str(message["id"])] = time.perf_counter()

    def hear(self, topic: str, payload: bytes) -> None:
        if b'"turn_resolved"' in payload:
            begun = self.told.get(json.loads(payload)["id"])
            if begun is not None:
                self.took.append(time.perf_counter() - begun)


def sent(fair: Fair) -> tuple[int, int]:
    """Return how many messages and bytes all tables have sent."""
    publishers = [table.publisher for table in fair.tables]
    return sum(p.sent for p in publishers), sum(p.sent_bytes for p in publishers)


def measure(tables: int) -> dict[str, float]:
    """Play the turns of an Age at so many tables."""
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name,
        broker(Path(name)) as running,
    ):
        folder, fair, times = Path(name), Fair(), Times()
        book = Book(folder / "venue.db")
        venue = Venue(running.address(), book)
        venue.start()
        spy = Spy(running.address(), times.hear, ("fair/v1/tables/+/events",))
        threads = threading.active_count()
        for number in range(tables):
            table = fair.add(folder / str(number), str(number), running.address(), seed=number)
            table.begin()
            table.chronicle.listeners.insert(0, times.say)  # before it is sent
        fair.drained(300)
        threads = threading.active_count() - threads
        already = sent(fair)
        before, ours = process(running.pid), time.process_time()
        begun = time.perf_counter()
        for _ in range(TURNS):
            fair.turn()
            fair.drained(300)
        took = time.perf_counter() - begun
        after, ours = process(running.pid), time.process_time() - ours
        eventually(lambda: len(times.took) >= tables * TURNS, "all turns", 300)
        turns = tables * TURNS
        messages, size = (now - then for now, then in zip(sent(fair), already, strict=True))
        found = {
            "messages": messages / turns,
            "bytes": size / turns,
            "broker_ms": 1000 * (after[0] - before[0]) / turns,
            "broker_mb": after[1],
            "host_ms": 1000 * ours / turns,
            "arrives_ms": 1000 * statistics.median(times.took),
            "slowest_ms": 1000 * max(times.took),
            "turns_a_second": turns / took,
            "threads": threads / tables,
        }
        venue.stop()
        spy.close()
        fair.close()
        book.close()
    return found


HEADS = {
    "messages": "messages a turn",
    "bytes": "bytes a turn",
    "host_ms": "ms of the tables' computer a turn, game and venue included",
    "broker_ms": "ms of the broker's processor a turn",
    "broker_mb": "MB of the broker in all",
    "arrives_ms": "ms until a turn has arrived, median",
    "slowest_ms": "… the slowest",
    "turns_a_second": "turns a second, all tables at full speed",
    "threads": "threads a table",
}


# Garbage


def seated(tables: int) -> list[tuple[str, list[str]]]:
    return [(str(n), [f"Player {4 * n + seat}" for seat in range(4)]) for n in range(tables)]


def games(tables: int) -> Iterator[dict[str, object]]:
    """Yield all messages of tables that play one game each, all at the same time."""
    plan, chance = seated(tables), random.Random(tables)
    yield from (paper.link(name) for name, _ in plan)
    for turn in range(STATES):
        for name, players in plan:
            seats = [paper.status(n, player, turn) for n, player in enumerate(players)]
            yield paper.state(name, game=name, seats=seats, turn=turn % 7, missing=[1, 3])
    for name, players in plan:
        scores = {player: (chance.randrange(30, 70), 3) for player in players}
        yield paper.state(name, "over", name)
        yield paper.result(name, name, **scores)
        yield paper.link(name, online=False)


def send(address: Address, tables: int, share: float) -> None:
    """Send all of it, and garbage in between; runs in a process of its own."""
    sender, chance = Connection(address, ""), random.Random(tables)
    garbage = Garbage(tables, [paper.link("x"), paper.state("x", game="x"), paper.result("x", "x")])
    sender.open()
    under_way = 0
    for message in games(tables):
        parcels = [(paper.topic(message, address.prefix), encoded(message))]
        if chance.random() < share:
            topic, payload = garbage.message()
            parcels.append((topic.replace("wondertable", address.prefix, 1), payload))
        for topic, payload in parcels:
            sender.publish(topic, payload, retain=False)
            under_way += 1
        while under_way - len(sender.confirmed) >= WINDOW:
            sender.run(0.1)
    while len(sender.confirmed) < under_way:
        sender.run(0.1)
    sender.close()


def crowd(tables: int, share: float) -> tuple[float, int, int]:
    """Return the venue's processor time a table in ms, and how many results and refusals."""
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name,
        broker(Path(name)) as running,
    ):
        book = Book(Path(name) / "venue.db")
        book.enter([player for _, players in seated(tables) for player in players])
        book.plan(1, seated(tables))
        venue = Venue(running.address(), book)
        pages = VenuePages(venue)
        venue.start()
        eventually(lambda: venue._connection is not None, "the broker")
        begun, wanted = time.process_time(), tables * (STATES + 4)
        settings = json.dumps([dataclasses.asdict(running.address()), tables, share])
        sender = subprocess.Popen([sys.executable, "-m", "tests.bench_venue", settings])
        for picture in range(1, PICTURES + 1):
            part = wanted * picture // PICTURES
            eventually(
                lambda part=part: venue.received - venue.unreadable >= part,  # type: ignore[misc]
                "the messages", 300, lambda: time.sleep(0.05),
            )  # fmt: skip
            pages._draw([("public", "en")])
        took = time.process_time() - begun
        sender.wait(300)
        eventually(
            lambda: all(pair["lines"] for pair in pages.tournament()["pairings"]), "a result"
        )
        venue.stop()
        results, refused = sum(bool(pair.game) for pair in book.pairings()), venue.unreadable
        book.close()
    return 1000 * took / tables, results, refused


def among_garbage() -> None:
    """Print what a table costs among few and many, with garbage and without."""
    logging.disable(logging.WARNING)
    few, many = CROWDS
    rows = {(n, share): crowd(n, share) for share in (0.0, GARBAGE) for n in CROWDS}
    print(f"\n{'tables on paper, a game of ' + str(STATES) + ' states each':58}", end="")
    print("".join(f"{tables:>10}" for tables in CROWDS) + f"{'times':>10}")
    for share in (0.0, GARBAGE):
        costs = [rows[tables, share][0] for tables in CROWDS]
        text = f"ms of the venue's processor a table, {share:.0%} garbage"
        print(f"{text:58}" + "".join(f"{cost:>10.2f}" for cost in (*costs, costs[1] / costs[0])))
    cost, results, refused = rows[many, GARBAGE]
    flat = cost / rows[few, GARBAGE][0]
    print(
        f"{results} of {many} results arrived among {refused} refused messages; a table costs "
        f"{flat:.2f} times as much as among {few} ({FLAT} is allowed)."
    )
    if results != many or flat > FLAT:
        sys.exit("The venue does not hold what it promises.")


def main() -> None:
    if sys.argv[1:]:
        address, tables, share = json.loads(sys.argv[1])
        send(Address(**address), tables, share)
        return
    gc.set_threshold(100_000, 50, 100)  # many tables in one process, which nobody has
    rows: list[Row] = [(tables, measure(tables)) for tables in TABLES]
    print(f"{'tables':58}" + "".join(f"{tables:>10}" for tables, _ in rows))
    for name, text in HEADS.items():
        print(f"{text:58}" + "".join(f"{found[name]:>10.1f}" for _, found in rows))
    last = rows[-1][1]
    print(
        f"\nAt a turn each {TURN_S:.0f} s a table sends {last['messages'] / TURN_S:.2f} messages "
        f"and {last['bytes'] / TURN_S:.0f} bytes a second; 10,000 tables send "
        f"{10_000 * last['messages'] / TURN_S:.0f} and "
        f"{10_000 * last['bytes'] / TURN_S / 1e6:.1f} MB, and take "
        f"{10_000 * last['broker_ms'] / TURN_S / 1000:.2f} cores of brokers."
    )
    among_garbage()


if __name__ == "__main__":
    main()
