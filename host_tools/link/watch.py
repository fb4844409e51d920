"""A thread that watches the harbour, since listing, opening and closing ports may take a while."""

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

from host_tools.link.harbour import Harbour, News

LOOK_S = 0.25

Item = TypeVar("Item")


class Watch:
    """Hands news from the harbour to the pump and wishes of the pump to the harbour."""

    def __init__(self, harbour: Harbour, wake: Callable[[], None]) -> None:
        self._harbour = harbour
        self._wake = wake
        self._news: SimpleQueue[News] = SimpleQueue()
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stop = threading.Event()
        self._called = threading.Event()
        self._thread = threading.Thread(target=self._run, name="harbour watch", daemon=True)
        self._thread.start()

    def news(self) -> list[News]:
        """Take what has been seen since the last call."""
        return take_all(self._news)

    def leave(self, name: str, seconds: float) -> None:
        """Let a port be closed and left alone for a while."""
        self._wish(lambda: self._harbour.leave(name, seconds, time.monotonic()))

    def lose(self, name: str) -> None:
        """Say that a port broke."""
        self._wish(lambda: self._harbour.lose(name, time.monotonic()))

    def release(self, name: str) -> None:
        """Say that a port that is gone is not read any more."""
        self._wish(lambda: self._harbour.release(name))

    def stop(self, seconds: float) -> bool:
        """Close everything; False when a port held us up for longer than this."""
        self._stop.set()
        self._called.set()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _wish(self, wish: Callable[[], None]) -> None:
        self._wishes.put(wish)
        self._called.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            for wish in take_all(self._wishes):
                wish()
            news = self._harbour.look(time.monotonic())
            if news.arrived or news.gone or news.notices:
                self._news.put(news)
                self._wake()
            self._called.wait(LOOK_S)
            self._called.clear()
        self._harbour.close()


def take_all(queue: "SimpleQueue[Item]") -> "list[Item]":
    """Everything that waits in a queue."""
    taken = []
    while True:
        try:
            taken.append(queue.get_nowait())
        except Empty:
            return taken
