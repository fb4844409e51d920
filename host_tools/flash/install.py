"""Firmware put on one board so that at any moment either the old or the new one is whole.

The new files go into the slot that nothing starts. When all are verified, one rename replaces
main.py: before it the old slot starts, after it the new one, on trial. Only the hello of the new
firmware ends the trial; without it the second start is the old firmware again, even if the host
is gone.
"""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from serial.tools.list_ports import comports

from firmware.link import PROTOCOL, SEAT, Splitter, frame, parse
from host_tools.flash import FlashError
from host_tools.flash.board_info import MANIFEST, MARKS
from host_tools.flash.firmware import Firmware
from host_tools.flash.flash_plan import FlashPlan
from host_tools.flash.remote import FULL, Remote
from host_tools.flash.slots import ROOT, SLOTS, fill
from host_tools.link.port import Port, PortError
from host_tools.link.serial_port import FAILURES, open_serial

ASK_S = 0.5
NAP_S = 0.02


def ports_of(port: str, uid: str) -> list[str]:
    """Return where a board may be after a reset: its name may change, its USB serial number not."""
    same = [port.device for port in comports() if (port.serial_number or "").lower() == uid]
    return same or [port]


def wait_for_hello(
    names: Callable[[], Sequence[str]], uid: str, patience: float
) -> tuple[str, str]:
    """Return the port and the version of a seat that says hello; both empty for silence."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for name in names():
            with suppress(PortError, *FAILURES):  # not back yet, or gone again
                if version := _listen(open_serial(name), uid, end):
                    return name, version
        time.sleep(NAP_S)
    return "", ""


def _listen(port: Port, uid: str, end: float) -> str:
    splitter, ask_at = Splitter(SEAT), 0.0
    try:
        while (now := time.monotonic()) < end:
            if now >= ask_at:
                ask_at = now + ASK_S
                port.write(frame("WH", ver=PROTOCOL))
            for body in splitter.feed(port.read()):
                message = parse(body)
                if message and message.kind == "HI" and message.board == uid:
                    return message.info.get("fw", "?")
            time.sleep(NAP_S)
    finally:
        port.close()
    return ""


START, NEW_START, THEIRS = "/main.py", "/main.new", "/main.theirs.py"
KEEP = f"with open({START!r}, 'rb') as a, open({THEIRS!r}, 'wb') as b:\n b.write(a.read())"
NO_WAY_BACK = (f"rename {START}", "reset", "hello", "confirm", "tidy", "roll back")
PATIENCE = 30.0  # seconds that a board may take from a reset to its hello

WRONG = "{path} was not written as it was sent: repeat the command, or try another cable."
NO_HELLO = "The new firmware did not say hello, so {old} runs again. {help}"
WRONG_HELLO = "It said hello with firmware {heard} instead of {wanted}; {old} runs again. {help}"
UNREACHED = "Unplug it and plug it in again: it then starts what it ran before."
HELP = "See what it prints with `mpremote repl` and Ctrl-D, or report it."


@dataclass(frozen=True, slots=True)
class FlashProgress:
    """Callbacks: `step` before every step, `wrote` when bytes are written."""

    step: Callable[[str], None] = lambda name: None
    wrote: Callable[[int], None] = lambda size: None
    patience: float = PATIENCE


class Installation:
    """The change of one board from the old firmware to the new."""

    def __init__(
        self, remote: Remote, plan: FlashPlan, firmware: Firmware, progress: FlashProgress
    ) -> None:
        self._remote = remote
        self._board = plan.board
        self._firmware = firmware
        self._progress = progress
        self._layout = plan.board.layout
        self._slot = self._layout.spare if self._layout else SLOTS[0]
        self._old = self._layout.proven if self._layout else self._slot

    def run(self) -> None:
        """Do it all, or leave the board as it was and raise a FlashError."""
        if self._layout and self._layout.trial:
            self._progress.step("settle")  # or wiping a slot on trial would break the next start
            self._start_from(self._old, self._old)
        try:
            self._stage()
        except FlashError:
            with suppress(FlashError):
                self._remote.wipe(self._slot)
                self._remote.wipe(NEW_START)
            raise
        self._progress.step("swap")
        self._start_from(self._slot, self._old)
        self._progress.step("reset")
        self._remote.reset()
        self._progress.step("hello")
        self._prove()

    # The new files, which nothing starts yet

    def _stage(self) -> None:
        remote, files = self._remote, dict(self._firmware.files)
        self._progress.step("wipe")
        remote.wipe(self._slot)
        self._check_room()
        manifest = {"version": self._firmware.version, "files": self._firmware.digests}
        files[MANIFEST] = json.dumps(manifest).encode()
        if self._old != self._slot:  # there is something to go back to
            files[MARKS[0]] = b""
        self._progress.step("folder")
        for folder in self._firmware.folders:
            remote.make_folder(f"{self._slot}/{folder}".rstrip("/"))
        for name, data in files.items():
            self._progress.step(f"write {name}")
            remote.write(f"{self._slot}/{name}", data, self._progress.wrote)
        self._progress.step("verify")
        wanted = {name: sha256(data).hexdigest() for name, data in files.items()}
        found = remote.digests(self._slot)
        for name in sorted({*wanted, *found}):
            if found.get(name) != wanted.get(name):
                raise FlashError(WRONG.format(path=f"{self._slot}/{name}"))
        if self._board.foreign:
            self._progress.step("keep theirs")
            remote.run(KEEP)

    def _check_room(self) -> None:
        block = self._board.block
        files = sum(-(-len(data) // block) * block for data in self._firmware.files.values())
        free = int(self._remote.run("disk = os.statvfs('/')\nprint(disk[0] * disk[3])"))
        if free < files + 10 * block:  # folders, manifest, main.py
            raise FlashError(FULL)

    # The change-over

    def _start_from(self, slot: str, old: str) -> None:
        data = fill(self._firmware.start, slot, old)
        replace(self._remote, START, data, NEW_START, self._progress)

    # After it

    def _prove(self) -> None:
        board, wanted = self._board, self._firmware.version
        port, heard = wait_for_hello(
            lambda: ports_of(board.port, board.uid), board.uid, self._progress.patience
        )
        self._remote.port = port or ports_of(board.port, board.uid)[0]
        if heard == wanted and self._confirm():
            return
        self._progress.step("roll back")
        back = self._roll_back()
        old = f"firmware {board.version}" if board.version else "what was there before"
        words = WRONG_HELLO if heard not in ("", wanted) else NO_HELLO
        help = HELP if back else UNREACHED
        raise FlashError(words.format(heard=heard, wanted=wanted, old=old, help=help))

    def _confirm(self) -> bool:
        """End the trial of the slot that runs, if it is ours; False when the old one runs."""
        remote = self._remote
        self._progress.step("confirm")
        remote.open(fresh=False)  # keep what runs now, not what would run next
        if remote.run("print(sys.path[0])").strip() != self._slot:
            remote.close()
            return False
        for mark in MARKS:
            remote.wipe(f"{self._slot}/{mark}")
        self._progress.step("tidy")
        if ROOT not in (self._slot, self._old):
            remote.wipe("/firmware")  # from before there were slots
        remote.restart()
        return True

    def _roll_back(self) -> bool:
        """Make the old firmware start again at once; False when the board cannot be reached."""
        remote = self._remote
        try:
            remote.open()
            if self._old != self._slot:
                self._start_from(self._old, self._old)
            elif self._board.foreign:
                remote.rename(THEIRS, START)
            else:
                remote.wipe(START)
            remote.wipe(self._slot)
            remote.restart()
        except FlashError:
            remote.close()
            return False
        return True


def replace(remote: Remote, path: str, data: bytes, new: str, progress: FlashProgress) -> None:
    """Replace a file: write the new one beside it, verify it, then rename it in one commit."""
    remote.write(new, data)
    if remote.run(f"print(_digest({new!r}))").strip() != sha256(data).hexdigest():
        raise FlashError(WRONG.format(path=new))
    progress.step(f"rename {path}")
    remote.rename(new, path)
