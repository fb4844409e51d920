"""The start of a seat: assembles it from its wiring and runs it for ever, whatever happens."""

import gc
import os
import select
import sys
import time

from firmware.assemble import assemble
from firmware.board import load, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECRET = "/seat.secret"  # outside /firmware, so that an update leaves it
SECRET_SIZE = 32
PLACE = "/seat.json"  # written by `wondertable flash`
NAP_MS = 50
NAPS_MAX = 40
CHUNK = 256
PATIENCE_MS = 8000
REWIND_MS = 1000  # the watchdog is put off at most this often


def run() -> None:
    """Run the seat until Ctrl-C; a crash is reported to the host by the seat that follows it."""
    import machine

    watchdog = Watchdog(machine)
    crash, crashes = "", 0
    try:
        while True:
            try:
                _run(machine, watchdog, crash)
            except Exception as error:
                crash = describe(error)
                crashes += 1
            gc.collect()
            for _ in range(min(crashes, NAPS_MAX)):
                time.sleep(NAP_MS / 1000)
    finally:
        watchdog.stop()  # mpremote has interrupted us: nothing may reset the board now


def _run(machine: "Any", watchdog: "Watchdog", crash: str) -> None:
    port, clock = StdioPort(), Ticks()
    wiring, wrong = load()
    secret, kept = keep_secret(SECRET)
    loop = assemble(
        machine,
        wiring,
        port,
        clock,
        secret,
        boot_number,
        time.sleep_us,
        _heap,
        kept_place(PLACE),
    )
    for code, text in (("crashed", crash), ("wiring", wrong)):
        if text:
            loop.fault(code, text)
    if not kept:
        loop.fault("no_secret", "the flash does not keep the seat's secret")
    while True:
        pause = loop.step()
        watchdog.watch(loop.in_session(), clock.now())
        port.wait(pause)


def _heap() -> int:
    gc.collect()
    return gc.mem_free()


def describe(error: Exception) -> str:
    """Return the error and where it was raised, in one short line."""
    import io

    out = io.StringIO()
    sys.print_exception(error, out)
    lines = out.getvalue().strip().split("\n")
    place = lines[-2].strip() if len(lines) > 1 else ""
    return "{} {}".format(lines[-1].strip(), place.replace('File "', "").replace('"', ""))


class Ticks:
    """The board's clock, which wraps, as one that does not."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Return milliseconds since the start."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class StdioPort:
    """The port to the host: standard input and output, read byte by byte without waiting.

    Ctrl-C is left alone: on a board's port it interrupts the program, for mpremote.
    """

    def __init__(self) -> None:
        self._in: Any = sys.stdin.buffer
        self._out: Any = sys.stdout.buffer
        self._poll: Any = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._chunk = bytearray(CHUNK)

    def read(self) -> bytes:
        """Return the bytes that have arrived, maybe none."""
        # No call within the loop: a Pico that serves eight seats hears many lines.
        ipoll, readinto, byte, chunk = self._poll.ipoll, self._in.readinto, self._byte, self._chunk
        size = 0
        while size < CHUNK:
            for _, event in ipoll(0):
                # A longer buffer would wait until it is full.
                if event & select.POLLIN and readinto(byte):
                    break
            else:
                break
            chunk[size] = byte[0]
            size += 1
        return bytes(chunk[:size]) if size else b""

    def write(self, data: bytes) -> None:
        """Send; what a full pipe does not take is lost, and the protocol repeats it."""
        self._out.write(data)

    def wait(self, milliseconds: int) -> bool:
        """Wait until a byte arrives, at most this long; return whether one has."""
        for _, event in self._poll.ipoll(milliseconds):
            return bool(event & select.POLLIN)
        return False


class Watchdog:
    """A timer that resets a stuck board, and never one that mpremote holds.

    The chips' own watchdogs cannot be stopped once they run, and would reset the board in the
    middle of a copy. A timer can be stopped, and a soft reset stops it too.
    """

    def __init__(self, machine: "Any") -> None:
        self._machine = machine
        self._timer: Any = None
        self._wound = 0

    def watch(self, needed: bool, now: int) -> None:
        """Keep the timer running while it is needed, and off otherwise; call this at every step."""
        if not needed:
            self.stop()
        elif self._timer is None or now - self._wound >= REWIND_MS:
            self._rewind(now)

    def stop(self) -> None:
        """Stop the timer: nothing resets the board any more."""
        if self._timer is not None:
            self._timer.deinit()
        self._timer = None

    def _rewind(self, now: int) -> None:
        self._wound = now
        if self._timer is None:
            self._timer = self._make()
        once, bite = self._machine.Timer.ONE_SHOT, self._bite
        try:  # in a hard interrupt it bites even when the loop hangs in a driver
            self._timer.init(mode=once, period=PATIENCE_MS, callback=bite, hard=True)
        except TypeError:  # an ESP32 has only soft ones
            self._timer.init(mode=once, period=PATIENCE_MS, callback=bite)

    def _make(self) -> "Any":
        try:
            return self._machine.Timer(-1)
        except ValueError:  # an ESP32 has only numbered ones
            return self._machine.Timer(0)

    def _bite(self, _: object) -> None:
        self._machine.reset()


def boot_number() -> str:
    """Return eight random digits that tell this start from every other."""
    return os.urandom(4).hex()


def keep_secret(path: str) -> "tuple[bytes, bool]":
    """Return the board's secret, made at the first start; False when the flash does not keep it."""
    try:
        with open(path, "rb") as file:
            secret = file.read()
        if len(secret) == SECRET_SIZE:
            return secret, True
    except OSError:  # the first start
        pass
    secret = os.urandom(SECRET_SIZE)
    try:
        with open(path + ".new", "wb") as file:
            file.write(secret)
        os.rename(path + ".new", path)  # whole or not at all, whenever the power fails
    except OSError:
        return secret, False
    return secret, True


def kept_place(path: str) -> int:
    """Return the number of the board's first seat at the table, or 0; the others follow."""
    try:
        return int(read_json(path)["seat"])
    except (OSError, ValueError, KeyError, TypeError):  # none was given to it
        return 0
