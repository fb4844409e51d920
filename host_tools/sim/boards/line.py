"""A host's end of a serial port: bytes in and out, never waiting."""

import os

from host_tools.sim.boards.port import raw, unblock


class Line:
    """An open port."""

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
        """Read what is there."""
        try:
            return os.read(self._fd, 65536)
        except OSError:  # nothing there, or unplugged
            return b""

    def close(self) -> None:
        """Close the port."""
        os.close(self._fd)
