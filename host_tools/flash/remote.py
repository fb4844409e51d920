"""A board's REPL and file system, through mpremote; every failure becomes a sentence."""

import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import serial
from mpremote import transport_serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.flash import FlashError
from host_tools.flash.board_code import SOURCE, BoardReply
from host_tools.link.port import Port, PortError
from host_tools.link.serial_port import FAILURES, as_port, connect, hang_up

PATIENCE = 20.0  # seconds that a board may take for one answer: computers stall, too
GLANCE_S = 0.5  # for one read until the REPL has answered
TRIES_S = (1, 2, 4, 8, 15)  # for a board to show its REPL
RUNNING_TRIES_S = (10, 20)  # the same for one whose program must not restart
LONGEST_S = 30  # for any one answer
LEAVE_S = 2.0  # for a board that does not answer any more to start its program
BUSY_S = 2.0  # after which a busy port belongs to somebody else
NAP_S = 0.05
CHUNK = 512
ASKED = 3  # times for the facts: a late line of the program may be mixed with the first answer
HELLO, HELLOS = b"$HI ", 3  # more than a late line in one answer: the program runs again

SILENT = (
    "{port} does not answer: unplug the board, plug it in again and repeat the command; if it stays"
    " silent, hold BOOTSEL while you plug it in and put MicroPython on it (--uf2)."
)
LOST = "{port} disappeared: was the board reset, or is its cable loose? Repeat the command."
RESET = "The board at {port} stopped answering: it was reset, or it hangs. Repeat the command."
FULL = "The board's flash is full: remove files of your own from it (mpremote fs ls), and repeat."
FAILED = "MicroPython on {port} refused: {error}. Repeat the command; nothing is lost."

# mpremote prints what it did not understand, into bars, tables and JSON.
transport_serial.print = lambda *_: None


class _Transport(SerialTransport):  # type: ignore[misc]
    """mpremote's transport on a port that is open already.

    Its own way to open one does not tell busy from missing, and its own way to close one may leave
    it open. Its time limits also hold for a board that keeps talking.
    """

    def __init__(self, port: serial.Serial) -> None:
        self.serial = port
        self.device_name = port.name
        self.in_raw_repl = self.mounted = False
        self.held = False  # at its REPL, where no program of its own runs
        self.silent = False  # the last answer did not come
        self.use_raw_paste = True

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = 10,
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Read up to `ending`, or until the time is over, even if a seat keeps saying hello."""
        data = bytearray()
        heard = now = time.monotonic()
        end = now + (timeout_overall or LONGEST_S)
        while not data.endswith(ending) and now < end:
            new = self.serial.read(1)
            now = time.monotonic()
            if new:
                heard = now
                if data_consumer:
                    data_consumer(new)
                    data.clear()
                data += new
                if self.held and new == b" " and data.count(HELLO) >= HELLOS:
                    raise TransportError("its program runs again")
            elif timeout is not None and now > heard + timeout:
                break
        return bytes(data)


class Remote:
    """One board, held at its REPL from `open` to `close`; nobody else has the port then."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._transport: _Transport | None = None

    def __enter__(self) -> "Remote":
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self, *, fresh: bool = True) -> None:
        """Stop what runs on the board; without `fresh`, keep its memory. An open port is kept."""
        try:
            transport = self._connect()
            transport.serial.timeout = GLANCE_S
            transport.serial.write_timeout = PATIENCE
            self._interrupt(transport, fresh)
        except PortError as error:
            raise FlashError(str(error)) from error
        except (TransportError, *FAILURES) as error:
            self.close()
            raise FlashError(SILENT.format(port=self.port)) from error
        self.run(SOURCE)

    def listen(self) -> Port:
        """Return the port for bytes instead of the REPL; one that is open is kept."""
        port = self._connect().serial
        port.timeout = port.write_timeout = 0
        return as_port(port)

    @property
    def is_open(self) -> bool:
        """Return whether it has the port."""
        return self._transport is not None

    def _connect(self) -> _Transport:
        """Open the port once, or many a board would restart for each time.

        Another program, or Linux itself, may hold a new port for a moment.
        """
        end = time.monotonic() + BUSY_S
        while self._transport is None:
            try:
                self._transport = _Transport(connect(self.port))
            except PortError as error:
                if error.code != "busy" or time.monotonic() > end:
                    raise
                time.sleep(NAP_S)
        return self._transport

    def _interrupt(self, transport: _Transport, fresh: bool) -> None:
        """Get to the REPL; a board that is starting may miss the first calls.

        Only a fresh start ends with an unmistakable line. Otherwise a late answer to the first call
        would be taken for that to the second, so wait longer.
        """
        tries = TRIES_S if fresh else RUNNING_TRIES_S
        transport.held = transport.silent = False
        for last, patience in enumerate(tries, 1 - len(tries)):
            try:
                transport.enter_raw_repl(soft_reset=fresh, timeout_overall=patience)
                break
            except TransportError:
                if last == 0:
                    raise
        # From here on mpremote expects every read to be complete.
        transport.serial.timeout = PATIENCE
        transport.held = True

    def close(self) -> None:
        """Close the port."""
        transport, self._transport = self._transport, None
        if transport is not None:
            hang_up(transport.serial)

    def run(self, code: str) -> str:
        """Run code on the board and return what it prints."""
        with self._explained() as transport:
            return bytes(transport.exec(code)).decode(errors="replace")

    def facts(self, slots: tuple[str, ...]) -> BoardReply:
        """Return what the board says of itself."""
        for _ in range(ASKED):
            with suppress(ValueError):
                facts: BoardReply = json.loads(self.run(f"_facts({slots!r})"))
                return facts
        raise FlashError(SILENT.format(port=self.port))

    def digests(self, folder: str) -> dict[str, str]:
        """Return the sha256 of every file in a folder, as the board reads it."""
        if not self.exists(folder):
            return {}
        lines = self.run(f"_digests({folder!r})").splitlines()
        pairs = (line.split(" ", 1) for line in lines if line)
        return {name: digest for digest, name in pairs}

    def read(self, path: str) -> str:
        """Return a text file; nothing if it is not there."""
        return self.run(f"print(_text({path!r}), end='')").replace("\r\n", "\n")

    def exists(self, path: str) -> bool:
        """Return whether a file or folder is there."""
        return self.run(f"print(_kind({path!r}))").strip() != ""

    def make_folder(self, path: str) -> None:
        """Make a folder."""
        self.run(f"os.mkdir({path!r})")

    def write(self, path: str, data: bytes, wrote: Callable[[int], None] | None = None) -> None:
        """Write a file; call `wrote` with the size of every part."""
        done = 0

        def progress(so_far: int, _: int) -> None:
            nonlocal done
            if wrote:
                wrote(so_far - done)
            done = so_far

        with self._explained() as transport:
            transport.fs_writefile(path, data, chunk_size=CHUNK, progress_callback=progress)

    def rename(self, old: str, new: str) -> None:
        """Rename a file, all or nothing (littlefs renames in one commit)."""
        self.run(f"os.rename({old!r}, {new!r})")

    def wipe(self, path: str) -> None:
        """Remove a file, or a folder with its content, if it is there."""
        self.run(f"_wipe({path!r})")

    def reset(self) -> None:
        """Reset the board as if it were plugged in now; the port stays open if it outlives that."""
        with self._explained() as transport, suppress(TransportError, *FAILURES):
            # It may reset before it answers.
            transport.exec_raw_no_follow("import machine, time\ntime.sleep(0.1)\nmachine.reset()")

    def restart(self) -> None:
        """Run main.py again on the same port, and close the port."""
        transport = self._transport
        if transport is not None:
            with suppress(TransportError, *FAILURES):
                patience = LEAVE_S if transport.silent else PATIENCE
                transport.serial.timeout = GLANCE_S
                transport.exit_raw_repl()
                transport.serial.write(b"\x04")
                # Closed too early, the port would lose what is not sent yet.
                transport.read_until(1, b"soft reboot\r\n", patience, timeout_overall=patience)
        self.close()

    @contextmanager
    def _explained(self) -> Iterator[_Transport]:
        transport = self._transport
        if transport is None:
            raise FlashError(LOST.format(port=self.port))
        if transport.silent:  # to wait again would be in vain
            raise FlashError(RESET.format(port=self.port))
        try:
            yield transport
        except TransportExecError as error:
            last = (error.error_output.strip().splitlines() or ["no reason given"])[-1]
            full = "ENOSPC" in last or last == "OSError: 28"
            raise FlashError(FULL if full else FAILED.format(port=self.port, error=last)) from error
        except OSError as error:
            full = error.errno == 28  # mpremote makes the board's errors its own
            raise FlashError((FULL if full else LOST).format(port=self.port)) from error
        except (TransportError, struct.error, *FAILURES) as error:
            transport.silent = True
            raise FlashError(RESET.format(port=self.port)) from error
