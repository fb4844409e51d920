"""One run of the real MicroPython, from power-on to reset, and the socket to simulated parts."""

import os
import pty
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from host_tools.sim.boards.board_port import raw, unblock
from host_tools.sim.chips.seat_parts import Wires


class PartsServer:
    """The host's end of the socket of `shim/parts_socket.py`: acts on the wires, and answers.

    `on_reset` gets 2 for a reset and 5 for a soft one; `on_ready` is called when the flash is
    mounted.
    """

    def __init__(
        self,
        wires: Wires,
        uid: bytes,
        on_reset: Callable[[int], None],
        on_ready: Callable[[], None],
    ) -> None:
        self._wires = wires
        self._waiting = bytearray()
        self._messages: dict[str, tuple[str, Callable[..., bytes | None]]] = {
            "P": ("<BB", wires.drive),
            "p": ("<B", lambda pin: bytes([wires.level(pin)])),
            "S": ("<H", wires.spi),
            "I": ("<BH", self._i2c_write),
            "J": ("<BH", self._i2c_read),
            "i": ("<B", lambda address: bytes([address in wires.i2c_parts])),
            "U": ("<BH", self._uart_write),
            "u": ("<B", self._uart_read),
            "W": ("<BIH", wires.pwm),
            "L": ("<BH", wires.pixels.__setitem__),
            "X": ("<B", on_reset),
            "R": ("<", on_ready),
            "N": ("<", lambda: uid),
            "C": ("<", lambda: bytes([self._cause])),
            "=": ("<8s", lambda mark: mark),
        }

    def serve(self, connection: socket.socket) -> None:
        """Act on whole messages; keep half a message until the rest arrives."""
        try:
            data = connection.recv(65536, socket.MSG_DONTWAIT)
        except BlockingIOError:  # called for a connection that was replaced meanwhile
            return
        if not data:
            raise EOFError("the board has ended")
        self._waiting += data
        answers = bytearray()
        while (answer := self._next()) is not None:
            answers += answer
        if answers:
            connection.sendall(answers)

    def restart(self, cause: int) -> None:
        """Drop half a message of a board that is gone; the next one asks why it was reset."""
        self._waiting.clear()
        self._cause = cause

    def _next(self) -> bytes | None:
        if not self._waiting:
            return None
        kind = chr(self._waiting[0])
        layout, act = self._messages[kind]
        size = 1 + struct.calcsize(layout)
        if len(self._waiting) < size:
            return None
        values = struct.unpack_from(layout, self._waiting, 1)
        if kind not in "SIUL":
            del self._waiting[:size]
            return act(*values) or b""
        end = size + values[-1]
        if len(self._waiting) < end:
            return None
        data = bytes(self._waiting[size:end])
        del self._waiting[:end]
        return act(*values[:-1], data) or b""

    def _i2c_write(self, address: int, data: bytes) -> bytes:
        try:
            self._wires.i2c_parts[address].take(data)
        except (KeyError, OSError):  # no part acknowledges
            return b"\0"
        return b"\1"

    def _i2c_read(self, address: int, count: int) -> bytes:
        try:
            data = self._wires.i2c_parts[address].give(count)
        except (KeyError, OSError):
            return bytes(1 + count)
        return b"\1" + data + bytes(count - len(data))

    def _uart_write(self, number: int, data: bytes) -> None:
        if number in self._wires.uart_parts:
            self._wires.uart_parts[number].take(data)

    def _uart_read(self, number: int) -> bytes:
        part = self._wires.uart_parts.get(number)
        data = part.give(64) if part else b""
        return bytes([len(data)]) + data + bytes(64 - len(data))


SHIM = Path(__file__).with_name("shim")
HEAP = "233wK"  # a Pico's heap, counted in words: they are twice as wide here

# The terminal must be the process's own, or Ctrl-C would not interrupt it.
LAUNCH = """
import fcntl, sys, termios
from micropython_run import run_main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.exit(run_main(sys.argv))
"""


def available() -> bool:
    """Return whether there is a MicroPython for this machine."""
    return find_spec("micropython_run") is not None


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a board's files into a folder of the host."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class Terminal:
    """The inner terminal on which MicroPython runs; it outlives resets."""

    def __init__(self) -> None:
        self.fd, self.slave = pty.openpty()
        raw(self.slave)
        settings = termios.tcgetattr(self.slave)
        settings[3] |= termios.ISIG | termios.NOFLSH  # Ctrl-C interrupts and loses nothing else
        settings[6][termios.VQUIT] = settings[6][termios.VSUSP] = b"\0"
        self._settings = settings
        unblock(self.fd)
        self.restart()

    def restart(self) -> None:
        """Undo what a process that was killed left behind."""
        termios.tcflush(self.slave, termios.TCIOFLUSH)
        termios.tcsetattr(self.slave, termios.TCSANOW, self._settings)

    def close(self) -> None:
        """Close the terminal."""
        os.close(self.fd)
        os.close(self.slave)


class MicroPython:
    """A running interpreter; `wires` is our end of the socket to the simulated parts."""

    def __init__(self, terminal: Terminal, flash: Path, files: Path, *, raw_repl: bool) -> None:
        self.wires, theirs = socket.socketpair()
        mode = "raw" if raw_repl else "main"
        start = (SHIM / "start.py", theirs.fileno(), flash, files, mode)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", LAUNCH, "-X", f"heapsize={HEAP}", "-i", *map(str, start)],
                cwd=files,
                stdin=terminal.slave,
                stdout=terminal.slave,
                stderr=terminal.slave,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def kill(self) -> None:
        """Cut the power."""
        self._process.kill()
        self._process.wait()
        self.wires.close()
