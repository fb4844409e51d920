"""The process that plays rollouts: reads one position a line, writes chances as they improve.

Run as `python -m host_tools.coach.worker`; it ends when its input is closed.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any

from host_tools.coach.rollout import Rollouts, Tally, position_of

NICE = 15  # the table comes first
TELL_S = 0.5  # between two reports of better figures at least,
GROWTH = 1.2  # and this factor more games: each report is drawn on all screens
BATCH = 5  # rollouts between two checks for a new position
ENOUGH = 4000  # rollouts: the error is then 1.5 %
Said = dict[str, Any]


def main() -> None:
    """Work until the input is closed."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked: queue.SimpleQueue[Said | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    order = _newest(asked)
    while order is not None:
        if order["record"] is not None:
            _work(order, asked)
        order = _newest(asked)


def _listen(asked: queue.SimpleQueue[Said | None]) -> None:
    for line in sys.stdin:
        asked.put(json.loads(line))
    asked.put(None)


def _newest(asked: queue.SimpleQueue[Said | None]) -> Said | None:
    """Wait for a position; return the newest and skip older ones."""
    order = asked.get()
    while order is not None and not asked.empty():
        order = asked.get()
    return order


def _work(order: Said, asked: queue.SimpleQueue[Said | None]) -> None:
    """Play one position until it is known well enough, or a newer one arrives."""
    rollouts = Rollouts(position_of(order["record"].encode()), order["seed"])
    told, games = time.monotonic(), 0
    while asked.empty() and rollouts.tally.games < ENOUGH:
        tally = rollouts.run(BATCH)
        if time.monotonic() - told >= TELL_S and tally.games >= GROWTH * games:
            told, games = time.monotonic(), tally.games
            _tell(order, tally)
    if asked.empty():
        _tell(order, rollouts.tally)


def _tell(order: Said, tally: Tally) -> None:
    seats = range(len(tally.wins))
    said = {
        "key": order["key"],
        "games": tally.games,
        "chances": [[tally.chance(seat), *tally.interval(seat)] for seat in seats],
    }
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
