"""A virtual board without a port of its own: its time passes as the wire is read."""

import time
from collections.abc import Callable
from typing import Protocol

from host_tools.link.port import POLLED

LONGEST_MS = 500  # in one go: after a pause a board catches up step by step


class TimedBoard(Protocol):
    """A board to which time is given."""

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""

    def take(self) -> bytes:
        """Read what the board has written."""

    def run(self, milliseconds: int) -> None:
        """Let time pass for it."""


class BoardWire:
    """The host's end of such a board."""

    def __init__(self, board: TimedBoard, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._board = board
        self._clock_ns = clock_ns
        self._last = clock_ns() // 1_000_000

    def fileno(self) -> int:
        """Nothing to wait on."""
        return POLLED

    def read(self) -> bytes:
        """Let the time pass that has passed, and take what the board said."""
        now = self._clock_ns() // 1_000_000
        if now > self._last:
            self._board.run(min(now - self._last, LONGEST_MS))
            self._last = now
        return self._board.take()

    def write(self, data: bytes) -> int:
        """Give it everything."""
        self._board.send(data)
        return len(data)

    def close(self) -> None:
        """Leave the board as it is: it may be opened again."""
