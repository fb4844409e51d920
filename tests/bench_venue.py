"""What a table costs at a venue, as tables grow from 1 to 200: messages, bytes, processor, memory.

Tables of three play real games of bots, a turn after the other as fast as they can, and a real
Mosquitto carries all to a venue and to one more listener.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import tempfile
import threading
import time
from pathlib import Path

from host_tools.venue.book import Book
from host_tools.venue.subscriber import Venue
from tests.venue.broker import broker
from tests.venue.fair import Fair, eventually
from tests.venue.spy import Spy

TABLES = (1, 10, 50, 200)
TURNS = 6  # of one Age; a game has three
TURN_S = 30.0  # how long people take for a turn, to tell what a second costs
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


def main() -> None:
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


if __name__ == "__main__":
    main()
