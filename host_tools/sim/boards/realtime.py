"""A board of simulated time on a port and in real time, so that other tools can talk to it.

The in-process board for machines without MicroPython; the emulated Pico for mpremote.
"""

import threading
import time
from types import TracebackType

from host_tools.sim.boards.board import Board
from host_tools.sim.boards.port import Port

STEP = 0.005  # seconds
MOST_MS = 20  # at once: a board slower than the wall clock lags behind, but stays at hand


class RealTimeBoard:
    """Another board whose clock a thread keeps at the wall's, and whose cable is a port."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.parts = board.parts
        self._port: Port | None = Port()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="virtual seat", daemon=True)
        self._thread.start()

    @property
    def port(self) -> str:
        """The name of the port as long as the board is plugged in."""
        if self._port is None:
            raise RuntimeError("the board is not plugged in")
        return self._port.name

    def _carry(self) -> None:
        last = time.monotonic()
        while not self._closing.wait(STEP):
            with self.parts.wires.lock:
                due = min(MOST_MS, int(1000 * (time.monotonic() - last)))
                last = time.monotonic()
                if self._port is not None:
                    self._board.send(self._port.read())
                    self._board.run(due)
                    self._port.write(self._board.take())

    def now(self) -> int:
        """Return the board's time in milliseconds."""
        return self._board.now()

    def run(self, milliseconds: int) -> None:
        """Let real time pass."""
        time.sleep(milliseconds / 1000)

    def reset(self) -> None:
        """Press the reset button; the port stays."""
        with self.parts.wires.lock:
            self._board.reset()

    def unplug(self) -> None:
        """Pull the cable: power and port are gone."""
        with self.parts.wires.lock:
            self._board.unplug()
            if self._port is not None:
                self._port.close()
                self._port = None

    def plug(self) -> None:
        """Plug the cable in: the port has another name than last time."""
        with self.parts.wires.lock:
            if self._port is None:
                self._port = Port()
                self._board.plug()

    def close(self) -> None:
        """Throw the board away."""
        self._closing.set()
        self._thread.join()
        self.unplug()
        self._board.close()

    def __enter__(self) -> "RealTimeBoard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
