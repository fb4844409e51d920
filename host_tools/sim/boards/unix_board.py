"""A board that runs the real firmware in the real MicroPython, on a port that any tool can open.

with UnixBoard() as board:
    serial.Serial(board.port)
"""

import os
import select
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from host_tools.sim.boards.board_port import PtyHost, PtyPort
from host_tools.sim.boards.micropython import MicroPython, PartsServer, Terminal, write_files
from host_tools.sim.boards.virtual_board import WiringChanges, board_files
from host_tools.sim.chips.seat_parts import BoardParts
from host_tools.wiring.check import checked_wiring

RAW = b"raw REPL; CTRL-B to exit\r\n"
FRIENDLY = b'Type "help()" for more information.\r\n'


class UnixBoard:
    """One board: a flash, a port, wires, and a thread that carries bytes between them."""

    def __init__(
        self,
        files: Mapping[str, bytes] | None = None,
        uid: bytes = b"\xe6unixpt1",
        changes: WiringChanges = None,
    ) -> None:
        board = BoardParts(checked_wiring("pico", changes), lambda: time.monotonic_ns() // 1000)
        self.seats, self.parts, self.wires = board.seats, board.seats[0], board.wires
        self.lock = self.wires.lock
        self._folder = Path(tempfile.mkdtemp(prefix="wondertable-board-"))
        write_files(board_files(files, changes), self._folder / "files")
        self._server = PartsServer(self.wires, uid, self._on_reset, self._on_ready)
        self._host_end: PtyHost | None = None
        self._terminal = Terminal()
        self._wake_read, self._wake_write = os.pipe()
        self._port: PtyPort | None = None
        self._running: MicroPython | None = None
        self._raw = False
        self._seen = b""
        self._to_board = bytearray()
        self._ready = False
        self._closing = False
        self._thread = threading.Thread(target=self._carry, name="virtual board", daemon=True)
        self.plug()
        self._thread.start()

    # What a person can do to it.

    @property
    def port(self) -> str:
        """Return the name of the port while the board is plugged in."""
        if self._port is None:
            raise RuntimeError("the board is not plugged in")
        return self._port.name

    def plug(self) -> None:
        """Plug the cable in: the port has another name than last time."""
        with self.lock:
            if self._port is None:
                self._port = PtyPort()
                self._start(cause=1)
        self._wake()

    def unplug(self) -> None:
        """Pull the cable: power and port are gone."""
        with self.lock:
            self._stop()
            if self._port is not None:
                self._port.close()
                self._port = None
            self.hang_up()
        self._wake()

    def reset(self) -> None:
        """Press the reset button; the port stays."""
        with self.lock:
            self._stop()
            if self._port is not None:
                self._port.forget()
            self._start(cause=2)
        self._wake()

    def close(self) -> None:
        """Throw the board away."""
        self.unplug()
        self._closing = True
        self._wake()
        self._thread.join()
        self._terminal.close()
        os.close(self._wake_read)
        os.close(self._wake_write)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> "UnixBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def flash(self) -> Path:
        """Return the file that is its flash."""
        return self._folder / "flash"

    # A host's end of the port, for tests without another host.

    def send(self, data: bytes) -> None:
        """Write bytes to the board."""
        if self._port is not None:
            self._host().write(data)

    def take(self) -> bytes:
        """Read what the board has written."""
        return self._host().read() if self._port is not None else b""

    def now(self) -> int:
        """Return real milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def run(self, milliseconds: int) -> None:
        """Let real time pass."""
        time.sleep(milliseconds / 1000)

    def hang_up(self) -> None:
        """Close our own end of the port, so that another tool can have it."""
        if self._host_end is not None:
            self._host_end.close()
            self._host_end = None

    def _host(self) -> PtyHost:
        if self._host_end is None:
            self._host_end = PtyHost(self.port)
        return self._host_end

    # Starting and stopping MicroPython.

    def _start(self, *, cause: int, raw: bool = False) -> None:
        self._server.restart(cause)
        self._raw = raw
        self._seen = b""
        self._ready = False
        self._running = MicroPython(
            self._terminal, self.flash, self._folder / "files", raw_repl=raw
        )
        # On a board the raw REPL outlives a soft reset; here it is asked for again.
        self._to_board = bytearray(b"\x01" if raw else b"")

    def _stop(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running = None
            self._terminal.restart()
            self.wires.release()

    def _soft_reset(self) -> None:
        """Restart after Ctrl-D, and print what a board prints."""
        self._drain()
        self._stop()
        if self._port is not None:
            self._port.write(b"MPY: soft reboot\r\n")
        self._start(cause=5, raw=self._raw)

    def _on_reset(self, kind: int) -> None:
        if kind == 5:
            self._soft_reset()
        else:
            self.reset()

    def _on_ready(self) -> None:
        self._ready = True

    # Carrying bytes.

    def _wake(self) -> None:
        os.write(self._wake_write, b"!")

    def _carry(self) -> None:
        while not self._closing:
            ready = self._wait()
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
                continue
            with self.lock:
                self._carry_once(ready)

    def _wait(self) -> list[int]:
        with self.lock:
            sources: list[int] = [self._wake_read]
            if self._port is not None and self._running is not None:
                sources += [self._port.fd, self._terminal.fd, self._running.wires.fileno()]
        try:
            return select.select(sources, [], [], 0.1)[0]
        except OSError:  # the cable was pulled just now
            return []

    def _carry_once(self, ready: list[int]) -> None:
        port, running = self._port, self._running
        if port is None or running is None:
            return
        if port.fd in ready:
            self._to_board += port.read()
        if self._terminal.fd in ready:
            self._drain()
        port.flush()
        if running.wires.fileno() in ready:
            try:
                self._server.serve(running.wires)
            except (ConnectionError, EOFError):
                self._soft_reset()
        self._feed()

    def _feed(self) -> None:
        """Pass on what the host wrote, as much as the terminal takes.

        Not before the flash is mounted: Ctrl-C would give a REPL on the files of this computer.
        """
        while self._to_board and self._ready:
            try:
                written = os.write(self._terminal.fd, self._to_board[:256])
            except BlockingIOError:
                return
            del self._to_board[:written]

    def _drain(self) -> None:
        """Pass on what the board wrote, with a board's line ends."""
        while True:
            try:
                data = os.read(self._terminal.fd, 4096)
            except BlockingIOError:
                return
            if self._port is not None:
                self._port.write(self._cook(data))

    def _cook(self, data: bytes) -> bytes:
        cooked = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        self._seen = (self._seen + cooked)[-256:]
        raw, friendly = self._seen.rfind(RAW), self._seen.rfind(FRIENDLY)
        if raw != friendly:
            self._raw = raw > friendly
        return cooked
