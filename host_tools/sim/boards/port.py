"""A serial port that exists only in memory: a pseudo-terminal that any host tool can open."""

import fcntl
import os
import pty
import termios
import time
import tty
from collections import deque

HELD = 4096
PATIENCE = 0.5  # seconds: a Pico gives a host that does not read so long, then drops
REMEMBERED = 16

# Ends of ports that are gone. As long as one is open, its name is given to nobody else: a host
# that lost a board goes on looking for that name, and would take whoever had it for the board.
_gone: deque[int] = deque()


def raw(fd: int) -> None:
    """Take all cooking out of a terminal, as a USB port has none."""
    tty.setraw(fd, termios.TCSANOW)


def unblock(fd: int) -> None:
    """Let reads and writes return at once."""
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK)


class Port:
    """The board's end of a port; `name` is what a host opens. Nobody reading never blocks it."""

    def __init__(self) -> None:
        self.fd, self._slave = pty.openpty()
        self.name = os.ttyname(self._slave)
        raw(self._slave)
        unblock(self.fd)
        self._held = bytearray()
        self._since = 0.0
        self.dropped = 0

    def read(self) -> bytes:
        """Take what a host has written."""
        try:
            return os.read(self.fd, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Give bytes to whoever reads; what waits for longer than the patience is dropped."""
        now = time.monotonic()
        if not self._held:
            self._since = now
        self._held += data
        self.flush()
        if self._held and (now - self._since > PATIENCE or len(self._held) > HELD):
            self.dropped += len(self._held)
            self._held.clear()

    def flush(self) -> None:
        """Try once more to write what is held back."""
        while self._held:
            try:
                written = os.write(self.fd, self._held)
            except BlockingIOError:
                return
            del self._held[:written]
            self._since = time.monotonic()

    def forget(self) -> None:
        """Drop what nobody has read yet, as a port does whose board is reset."""
        self._held.clear()
        termios.tcflush(self._slave, termios.TCIFLUSH)

    def close(self) -> None:
        """Vanish, as a port does whose cable is pulled."""
        os.close(self.fd)
        _gone.append(self._slave)
        if len(_gone) > REMEMBERED:
            os.close(_gone.popleft())
