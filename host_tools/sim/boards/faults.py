"""Faults to watch a table recover: cables that are pulled, boards that reset."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from host_tools.sim.boards.fleet import Fleet

EVERY_S = (12.0, 30.0)
AWAY_S = (2.0, 6.0)


class Gremlin:
    """Pulls cables and presses reset buttons; call `tick` often, not from the table's thread."""

    def __init__(
        self,
        fleet: Fleet,
        chance: random.Random,
        tell: Callable[[str], None],
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fleet, self._chance, self._tell = fleet, chance, tell
        self._speed, self._clock = speed, clock
        self._next = self._later(EVERY_S)
        self._away: tuple[int, float] | None = None  # seat, until when

    def _later(self, seconds: tuple[float, float]) -> float:
        return self._clock() + self._chance.uniform(*seconds) / self._speed

    def tick(self) -> None:
        """Do the next mischief, or put the last one right."""
        if self._away is not None:
            seat, until = self._away
            if self._clock() >= until:
                self._fleet.seats[seat].board.plug()
                self._away = None
                self._tell(f"The cable of seat {seat} is in again.")
        elif self._clock() >= self._next:
            self._next = self._later(EVERY_S)
            self._mischief(self._chance.randrange(len(self._fleet.seats)))

    def _mischief(self, seat: int) -> None:
        board = self._fleet.seats[seat].board
        if self._chance.random() < 0.3:
            board.reset()
            self._tell(f"Seat {seat} is reset.")
            return
        board.unplug()
        self._away = (seat, self._later(AWAY_S))
        self._tell(f"The cable of seat {seat} is pulled.")
