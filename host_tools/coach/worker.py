"""The process that plays rollouts: reads one position a line, writes chances as they improve.

Run as `python -m host_tools.coach.worker`; it ends when its input is closed.
"""

import json
import os
import queue
import sys
import threading
import time

from host_tools.coach.chances import News, Order
from host_tools.coach.rollout import Rollouts, Tally, position_of

NICE = 15  # the table comes first
TELL_S = 0.5  # between two reports of better figures at least,
GROWTH = 1.2  # and this factor more games: each report is drawn on all screens
BATCH = 5  # rollouts between two checks for a new position
ENOUGH = 4000  # rollouts: the error is then 1.5 %


def main() -> None:
    """Play rollouts until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    order = _newest(asked)
    while order is not None:
        if order["record"] is not None:
            _work(order, order["record"], asked)
        order = _newest(asked)


def _listen(asked: queue.SimpleQueue[Order | None]) -> None:
    for line in sys.stdin:
        asked.put(json.loads(line))
    asked.put(None)


def _newest(asked: queue.SimpleQueue[Order | None]) -> Order | None:
    """Wait for an order; only the newest one counts."""
    order = asked.get()
    while order is not None and not asked.empty():
        order = asked.get()
    return order


def _work(order: Order, record: str, asked: queue.SimpleQueue[Order | None]) -> None:
    """Play one position until it is known well enough, or there is a newer order."""
    rollouts = Rollouts(position_of(record.encode()), order["seed"])
    reported, games = time.monotonic(), 0
    while asked.empty() and rollouts.tally.games < ENOUGH:
        tally = rollouts.run(BATCH)
        if time.monotonic() - reported >= TELL_S and tally.games >= GROWTH * games:
            reported, games = time.monotonic(), tally.games
            _tell(order, tally)
    if asked.empty():
        _tell(order, rollouts.tally)


def _tell(order: Order, tally: Tally) -> None:
    seats = range(len(tally.wins))
    news: News = {
        "key": order["key"],
        "games": tally.games,
        "chances": [[tally.chance(seat), *tally.interval(seat)] for seat in seats],
    }
    sys.stdout.write(json.dumps(news) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
