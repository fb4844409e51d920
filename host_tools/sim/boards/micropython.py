"""One run of the real MicroPython, from power-on to reset, and the socket to simulated parts."""

import os
import pty
import socket
import struct
import subprocess
import sys
import tempfile
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
        self._uid = uid
        self._on_reset = on_reset
        self._on_ready = on_ready
        self.cause = 1
        self._waiting = bytearray()
        self._messages: dict[int, tuple[str, Callable[..., bytes]]] = {
            ord("P"): ("<BB", self._drive),
            ord("p"): ("<B", lambda pin: bytes([wires.level(pin)])),
            ord("S"): ("<H", self._spi),
            ord("I"): ("<BH", self._i2c_write),
            ord("J"): ("<BH", self._i2c_read),
            ord("i"): ("<B", lambda address: bytes([address in wires.i2c_parts])),
            ord("U"): ("<BH", self._uart_write),
            ord("u"): ("<B", self._uart_read),
            ord("W"): ("<BIH", self._pwm),
            ord("L"): ("<BH", self._light),
            ord("X"): ("<B", self._reset),
            ord("R"): ("<", self._ready),
            ord("N"): ("<", lambda: self._uid),
            ord("C"): ("<", lambda: bytes([self.cause])),
            ord("="): ("<8s", lambda mark: mark),
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

    def restart(self) -> None:
        """Drop half a message of a board that is gone."""
        self._waiting.clear()

    def _next(self) -> bytes | None:
        if not self._waiting:
            return None
        layout, act = self._messages[self._waiting[0]]
        size = 1 + struct.calcsize(layout)
        if len(self._waiting) < size:
            return None
        values = struct.unpack_from(layout, self._waiting, 1)
        if chr(self._waiting[0]) not in "SIUL":
            del self._waiting[:size]
            return act(*values)
        end = size + values[-1]
        if len(self._waiting) < end:
            return None
        data = bytes(self._waiting[size:end])
        del self._waiting[:end]
        return act(*values[:-1], data)

    def _drive(self, pin: int, level: int) -> bytes:
        self._wires.drive(pin, level)
        return b""

    def _spi(self, data: bytes) -> bytes:
        return self._wires.spi(data)

    def _i2c_write(self, address: int, data: bytes) -> bytes:
        part = self._wires.i2c_parts.get(address)
        if part is None:
            return b"\0"
        part.take(data)
        return b"\1"

    def _i2c_read(self, address: int, count: int) -> bytes:
        part = self._wires.i2c_parts.get(address)
        data = part.give(count) if part else b""
        return bytes([part is not None]) + data + bytes(count - len(data))

    def _uart_write(self, number: int, data: bytes) -> bytes:
        if number in self._wires.uart_parts:
            self._wires.uart_parts[number].take(data)
        return b""

    def _uart_read(self, number: int) -> bytes:
        part = self._wires.uart_parts.get(number)
        data = part.give(64) if part else b""
        return bytes([len(data)]) + data + bytes(64 - len(data))

    def _pwm(self, pin: int, frequency: int, duty: int) -> bytes:
        self._wires.pwm(pin, frequency, duty)
        return b""

    def _light(self, pin: int, data: bytes) -> bytes:
        self._wires.pixels[pin] = data
        return b""

    def _reset(self, kind: int) -> bytes:
        self._on_reset(kind)
        return b""

    def _ready(self) -> bytes:
        self._on_ready()
        return b""


SHIM = Path(__file__).with_name("shim")
HEAP = "233wK"  # a Pico's heap, counted in words: they are twice as wide here

SCRIPT = "import sys; from micropython_run import run_main; sys.exit(run_main(sys.argv))"

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


def run_script(script: Path, *arguments: Path, heap: str = HEAP, timeout: float = 60) -> str:
    """Run a script to its end, without a board around it, and return what it prints."""
    command = [
        sys.executable,
        "-c",
        SCRIPT,
        "-X",
        f"heapsize={heap}",
        *map(str, (script, *arguments)),
    ]
    done = subprocess.run(
        command, check=True, cwd=script.parent, timeout=timeout, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def make_flash(files: Mapping[str, bytes]) -> bytes:
    """Make the image of a flash with these files on it, as a Pico would have written it."""
    with tempfile.TemporaryDirectory(prefix="wondertable-flash-") as name:
        folder = Path(name)
        write_files(files, folder / "files")
        run_script(SHIM / "flash_file.py", folder / "flash", folder / "files")
        return (folder / "flash").read_bytes()


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
