"""The cable to the host: standard input and output, one byte at a time and never waiting."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHUNK = 256


class Cable:
    """Ctrl-C is not touched: on a board's port it interrupts the program, for mpremote."""

    def __init__(self) -> None:
        self._in: Any = sys.stdin.buffer
        self._out: Any = sys.stdout.buffer
        self._poll: Any = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._chunk = bytearray(CHUNK)

    def read(self) -> bytes:
        """What has arrived, maybe nothing."""
        size = 0
        while size < CHUNK and self._waits(0):
            if not self._in.readinto(self._byte):  # more than one would wait for all of them
                break
            self._chunk[size] = self._byte[0]
            size += 1
        return bytes(self._chunk[:size]) if size else b""

    def write(self, data: bytes) -> None:
        """Send; what a full pipe does not take is lost, and the protocol says it again."""
        self._out.write(data)

    def rest(self, duration: int) -> None:
        """Wait for so many milliseconds, or until something arrives."""
        self._waits(duration)

    def _waits(self, duration: int) -> bool:
        for _, event in self._poll.ipoll(duration):
            return bool(event & select.POLLIN)
        return False
