"""One run of the real MicroPython, from power-on to reset: a process on a terminal of its own."""

import os
import pty
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from host_tools.sim.boards.port import raw, unblock

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
    """Tell whether there is a MicroPython for this machine."""
    return find_spec("micropython_run") is not None


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Lay a board's files out in a folder of the host."""
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
        run_script(SHIM / "fill.py", folder / "flash", folder / "files")
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
        """Give the terminal back."""
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
