"""The ports of virtual boards: pseudo-terminals that any tool can open."""

import fcntl
import os
import pty
import termios
import threading
import time
import tty
from collections import deque

from host_tools.sim.boards.virtual_board import VirtualBoard

HELD = 4096
PATIENCE = 0.5  # seconds that a Pico waits for a host that does not read, before it drops bytes
REMEMBERED = 16
STEP_S = 0.005
MOST_MS = 20  # at once: a board slower than real time lags behind, but still answers

# Ends of ports that are gone. While one is open, its name is not used again: a host that lost a
# board keeps looking for that name, and would take another port for the board.
_gone: deque[int] = deque()


def raw(fd: int) -> None:
    """Make a terminal raw, as a USB port is."""
    tty.setraw(fd, termios.TCSANOW)


def unblock(fd: int) -> None:
    """Let reads and writes return at once."""
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK)


class PtyPort:
    """The board's end of a pseudo-terminal; `name` is what a host opens. Writing never blocks."""

    def __init__(self) -> None:
        self.fd, self._slave = pty.openpty()
        self.name = os.ttyname(self._slave)
        raw(self._slave)
        unblock(self.fd)
        self._held = bytearray()
        self._since = 0.0
        self.dropped = 0

    def read(self) -> bytes:
        """Return what a host has written."""
        try:
            return os.read(self.fd, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Write bytes for the host; what it does not read in time is dropped."""
        now = time.monotonic()
        if not self._held:
            self._since = now
        self._held += data
        self.flush()
        if self._held and (now - self._since > PATIENCE or len(self._held) > HELD):
            self.dropped += len(self._held)
            self._held.clear()

    def flush(self) -> None:
        """Try again to write what is held back."""
        while self._held:
            try:
                written = os.write(self.fd, self._held)
            except BlockingIOError:
                return
            del self._held[:written]
            self._since = time.monotonic()

    def forget(self) -> None:
        """Drop what is not read yet, as a reset board does."""
        self._held.clear()
        termios.tcflush(self._slave, termios.TCIFLUSH)

    def close(self) -> None:
        """Disappear, as a port does when its cable is pulled."""
        os.close(self.fd)
        _gone.append(self._slave)
        if len(_gone) > REMEMBERED:
            os.close(_gone.popleft())


class PtyHost:
    """A host's end of a pseudo-terminal: bytes in and out, never waiting."""

    def __init__(self, name: str) -> None:
        self._fd = os.open(name, os.O_RDWR | os.O_NOCTTY)
        raw(self._fd)
        unblock(self._fd)

    def write(self, data: bytes) -> None:
        """Write bytes; what a full port does not take is lost, as on a real one."""
        try:
            os.write(self._fd, data)
        except OSError:  # full, or unplugged
            return

    def read(self) -> bytes:
        """Return what has arrived."""
        try:
            return os.read(self._fd, 65536)
        except OSError:  # nothing there, or unplugged
            return b""

    def close(self) -> None:
        """Close the port."""
        os.close(self._fd)


class RealTimeBoard:
    """A board of simulated time that a thread runs in real time, on a port of its own."""

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self.seats, self.parts = board.seats, board.parts
        self._port: PtyPort | None = PtyPort()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._carry, name="virtual seat", daemon=True)
        self._thread.start()

    @property
    def port(self) -> str:
        """Return the name of the port while the board is plugged in."""
        if self._port is None:
            raise RuntimeError("the board is not plugged in")
        return self._port.name

    def _carry(self) -> None:
        last = time.monotonic()
        while not self._closing.wait(STEP_S):
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
                self._port = PtyPort()
                self._board.plug()

    def close(self) -> None:
        """Throw the board away."""
        self._closing.set()
        self._thread.join()
        self.unplug()
        self._board.close()

    def __enter__(self) -> "RealTimeBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
