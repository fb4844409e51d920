"""The start of a seat: builds it from its wiring and runs it for ever, whatever happens."""

import gc
import io
import sys
import time

from firmware.board import load
from firmware.cable import Cable
from firmware.guard import Guard
from firmware.identity import boot_number, keep_secret, kept_place
from firmware.parts import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECRET = "/seat.secret"  # outside /firmware, so that an update leaves it
PLACE = "/seat.json"  # written by `wondertable flash`
NAP_MS = 50
NAPS_MAX = 40


class Ticks:
    """The board's clock, which wraps, as one that does not."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since the start."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


def run() -> None:
    """Run the seat until Ctrl-C; a crash is reported to the host by the seat that follows it."""
    import machine

    guard = Guard(machine)
    crash, crashes = "", 0
    try:
        while True:
            try:
                _run(machine, guard, crash)
            except Exception as error:
                crash = describe(error)
                crashes += 1
            _nap(min(crashes, NAPS_MAX))
    finally:
        guard.stop()  # mpremote has interrupted us: nothing may reset the board now


def _run(machine: "Any", guard: Guard, crash: str) -> None:
    cable, clock = Cable(), Ticks()
    wiring, wrong = load()
    secret, kept = keep_secret(SECRET)
    loop = build(machine, wiring, cable, clock, secret, boot_number(), time.sleep_us, _heap)
    loop.seat.session.place = kept_place(PLACE)
    for code, text in (("crashed", crash), ("wiring", wrong)):
        if text:
            loop.seat.fault(code, text)
    if not kept:
        loop.seat.fault("no_secret", "the flash does not keep the seat's secret")
    while True:
        pause = loop.step()
        guard.watch(loop.seat.session.sid != "", clock.now())
        cable.rest(pause)


def _nap(naps: int) -> None:
    gc.collect()
    for _ in range(naps):
        time.sleep(NAP_MS / 1000)


def _heap() -> int:
    gc.collect()
    return gc.mem_free()


def describe(error: Exception) -> str:
    """The error and where it came from, in one short line."""
    out = io.StringIO()
    sys.print_exception(error, out)
    lines = out.getvalue().strip().split("\n")
    place = lines[-2].strip() if len(lines) > 1 else ""
    return "{} {}".format(lines[-1].strip(), place.replace('File "', "").replace('"', ""))
