"""Live win chances: a separate process gets positions and sends back figures.

Nothing here waits for that process: `ask` returns at once, only the newest position counts, and
a process that dies is started again.
"""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict

REST_S = (0.5, 2.0, 10.0, 30.0)  # before a restart, longer each time
ENDING_S = 5.0
SEED = 1
Record = Callable[[], str]
"""Writes the record of the turns so far; called in a thread that may take its time."""

log = logging.getLogger(__name__)


class Order(TypedDict):
    """What the process is to work on: the record of the turns so far, or nothing."""

    key: int
    seed: int
    record: str | None


class News(TypedDict):
    """What the process has found out about the position of that key."""

    key: int
    games: int
    chances: list[list[float]]


@dataclass(frozen=True, slots=True)
class Figures:
    """The result of the rollouts of one position: each seat's chance and its 95 % interval."""

    key: int
    games: int
    chances: tuple[tuple[float, float, float], ...]


class Chances:
    """Our end of the process; `changed` is called in another thread when figures arrive."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self.figures: Figures | None = None  # of the newest position, or nothing yet
        self.restarts = 0
        self.process: subprocess.Popen[str] | None = None
        self._changed = changed
        self._key = 0
        self._sent = 0  # the key sent last
        self._record: Record | None = None
        self._news = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="chances", daemon=True)
        self._thread.start()

    def ask(self, record: Record | None) -> None:
        """Work on this position from now on, or on none; drop earlier figures."""
        with self._news:
            self._key += 1
            self._record = record
            self.figures = None
            self._news.notify_all()

    def stop(self) -> None:
        """Let the process end; return at once."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self.process is not None:
            self.process.kill()  # so that no writer waits for it to read

    def close(self) -> None:
        """End the process, and wait until it is gone."""
        self.stop()
        self._thread.join(ENDING_S)

    # In its own thread.

    def _run(self) -> None:
        while not self._closed:
            process = self.process = _start()
            listener = threading.Thread(target=self._listen, args=(process,), daemon=True)
            listener.start()
            self._feed(process)
            process.kill()
            process.wait()
            listener.join(ENDING_S)
            _put_away(process)
            if not self._closed:
                self._note_death(process)

    def _note_death(self, process: subprocess.Popen[str]) -> None:
        rest = REST_S[min(self.restarts, len(REST_S) - 1)]
        self.restarts += 1
        log.warning(
            "The process for the chances ended (exit code %s); starting it again.",
            process.returncode,
        )
        self._changed()
        with self._news:
            self._news.wait_for(lambda: self._closed, rest)

    def _feed(self, process: subprocess.Popen[str]) -> None:
        """Send each new position, until the process ends or we stop."""
        assert process.stdin is not None
        self._sent = 0
        while True:
            with self._news:
                self._news.wait_for(lambda: self._ends(process) or self._key != self._sent)
                if self._ends(process):
                    return
                self._sent, record = self._key, self._record
            text = record() if record else None
            order: Order = {"key": self._sent, "seed": SEED, "record": text}
            try:
                process.stdin.write(json.dumps(order) + "\n")
                process.stdin.flush()
            except OSError:
                return

    def _ends(self, process: subprocess.Popen[str]) -> bool:
        return self._closed or process.poll() is not None

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._take(json.loads(line))
        process.wait()
        with self._news:
            self._news.notify_all()

    def _take(self, news: News) -> None:
        with self._news:
            if news["key"] != self._key or self._record is None:
                return  # It is about an earlier position.
            chances = tuple((a, b, c) for a, b, c in news["chances"])
            self.figures = Figures(news["key"], news["games"], chances)
        self._changed()


def _put_away(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # Nobody reads what was still to be written.
                pipe.close()


def _start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "host_tools.coach.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,  # Ctrl-C at the terminal is for the table
    )
