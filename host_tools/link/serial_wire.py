"""A serial port, opened raw, without echo and for us alone."""

import errno
import os
import select
import sys
from contextlib import suppress

import serial

from host_tools.link.wire import CHUNK, POLLED, PortError, Wire

POSIX = sys.platform != "win32"
FAILURES: tuple[type[Exception], ...] = (OSError, ValueError)  # pyserial's errors are OSErrors
if sys.platform != "win32":
    import termios

    FAILURES += (termios.error,)  # of a port that vanishes while it is opened or closed

LOCK = True if POSIX else None  # on Windows a port is exclusive anyway
BAUD = 115200  # for the boards with a serial bridge; USB itself does not care

DENIED = (
    "{name} may not be opened: add yourself to the group dialout (sudo usermod -aG dialout $USER),"
    " log in again and plug the seat in again."
)
BUSY = "{name} is in use: is another Wondertable, mpremote or a terminal running on it?"
MISSING = "{name} is not there: is its cable in?"
BROKEN = "{name} cannot be opened: {error}."

CODES = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",
    errno.ENOENT: "missing",
    errno.ENODEV: "missing",
    errno.ENXIO: "missing",
}
WINDOWS = {"PermissionError": "busy", "FileNotFoundError": "missing"}  # only in the error's text
SENTENCES = {"denied": DENIED, "busy": BUSY, "missing": MISSING, "broken": BROKEN}


def open_serial(name: str) -> Wire:
    """Open a serial port; PortError with a sentence when it cannot be."""
    try:
        # Reads and writes of pyserial are not used on POSIX: its write spins on a full port.
        port = serial.Serial(name, BAUD, timeout=0, write_timeout=0, exclusive=LOCK)
    except FAILURES as error:
        raise explain(name, error) from error
    return SelectedPort(port) if POSIX else PolledPort(port)


def explain(name: str, error: Exception) -> PortError:
    """Turn what the system says into a sentence that names the thing to touch."""
    code = CODES.get(getattr(error, "errno", None) or 0, "")
    code = code or next((word for kind, word in WINDOWS.items() if kind in str(error)), "broken")
    return PortError(code, SENTENCES[code].format(name=name, error=error))


class SelectedPort:
    """A port that can be waited on: Linux and macOS."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._fd = port.fileno()

    def fileno(self) -> int:
        """What to wait on."""
        return self._fd

    def read(self) -> bytes:
        """What has come."""
        if not select.select([self._fd], [], [], 0)[0]:
            return b""
        data = os.read(self._fd, CHUNK)
        if not data:  # ready, and yet nothing to read: that is how an unplugged port looks
            raise OSError(errno.ENODEV, "the port is gone")
        return data

    def write(self, data: bytes) -> int:
        """Write what fits."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close; what was not sent is thrown away, or a dead port would hold us for seconds."""
        with suppress(*FAILURES):
            self._port.reset_output_buffer()
        with suppress(*FAILURES):
            self._port.close()


class PolledPort:
    """A port that can only be asked: Windows."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def fileno(self) -> int:
        """Nothing to wait on."""
        return POLLED

    def read(self) -> bytes:
        """What has come."""
        return bytes(self._port.read(CHUNK))

    def write(self, data: bytes) -> int:
        """Write what fits; while the last write is under way, nothing does."""
        if self._port.out_waiting:
            return 0
        return self._port.write(data) or 0

    def close(self) -> None:
        """Close."""
        with suppress(*FAILURES):
            self._port.close()
