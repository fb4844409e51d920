"""Firmware put on one board so that at any moment either the old or the new one is whole.

The new files go into the slot that nothing starts. When all are verified, one rename replaces
main.py: before it the old slot starts, after it the new one, on trial. Only the hello of the new
firmware ends the trial; without it the fourth start is the old firmware again, even if the host
is gone. The port stays open from the change-over to the end, since opening or closing it resets
many boards.
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
from host_tools.flash.board_info import MANIFEST
from host_tools.flash.firmware import Firmware
from host_tools.flash.flash_plan import FlashPlan
from host_tools.flash.remote import FULL, Remote
from host_tools.flash.slots import LEFT, MARKS, ROOT, SLOTS, STARTS, TRIAL, fill
from host_tools.link.known_boards import board_id
from host_tools.link.port import Port, PortError
from host_tools.link.serial_port import FAILURES

ASK_S = 0.5
NAP_S = 0.02
AWAY: tuple[type[Exception], ...] = (PortError, *FAILURES)  # not back yet, or gone again


def ports_of(port: str, uid: str) -> list[str]:
    """Return where a board may be after a reset: its name may change, its USB serial number not."""
    same = [port.device for port in comports() if (port.serial_number or "").lower() == uid]
    return same or [port]


def wait_for_hello(
    remote: Remote, names: Callable[[], Sequence[str]], uid: str, patience: float
) -> str:
    """Return the version that a board says hello with, empty for silence; its port stays open."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for name in [remote.port] if remote.is_open else names():
            remote.port = name
            try:
                return _listen(remote.listen(), uid, end)
            except AWAY:
                remote.close()
        time.sleep(NAP_S)
    return ""


def _listen(port: Port, uid: str, end: float) -> str:
    splitter, ask_at = Splitter(SEAT), 0.0
    while (now := time.monotonic()) < end:
        if now >= ask_at:
            ask_at = now + ASK_S
            port.write(frame("WH", ver=PROTOCOL))
        for body in splitter.feed(port.read()):
            message = parse(body)
            if message and message.kind == "HI" and board_id(message.board) == uid:
                return message.info.get("fw", "?")
        time.sleep(NAP_S)
    return ""


START, NEW_START = "/main.py", "/main.new"
THEIRS = ("/main.theirs.py", *(f"/main.theirs{number}.py" for number in range(2, 10)))
NEW_THEIRS = "/main.theirs.new"
KEEP = f"with open({START!r}, 'rb') as a, open({NEW_THEIRS!r}, 'wb') as b:\n b.write(a.read())"
NO_WAY_BACK = (f"rename {START}", "reset", "hello", "confirm", "tidy", "roll back")
PATIENCE = 30.0  # seconds that a board may take from a reset to its hello

WRONG = "{path} was not written as it was sent: repeat the command, or try another cable."
NO_HELLO = "The new firmware did not say hello"
WRONG_HELLO = "It said hello with firmware {heard} instead of {wanted}"
NO_START = "The new firmware did not start"
RESET = "It was reset {times} while the new firmware was on trial"
BACK = "{cause}, so {old} runs again. {help}"
HELP = "See what it prints with `mpremote repl` and Ctrl-D, or report it."
HELP_RESET = "Try another cable and another USB socket, without a hub, and repeat the command."
UNREACHED = (
    "{cause}, and it does not answer any more: unplug it, plug it in again and repeat the command."
)


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
        self._keeps_start = plan.keeps_start
        self._theirs = ""
        self._firmware = firmware
        self._progress = progress
        self._layout = plan.board.layout
        self._slot = self._layout.spare if self._layout else SLOTS[0]
        self._old = self._layout.proven if self._layout else self._slot

    @property
    def _on_trial(self) -> bool:
        return self._layout is not None and self._layout.trial

    def run(self) -> str:
        """Do it all, or leave the board as it was and raise a FlashError.

        Return where a main.py of somebody else is kept.
        """
        if self._keeps_start:
            self._progress.step("keep theirs")
            self._theirs = self._keep_start()
        if self._on_trial:
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
        return self._theirs

    # The new files, which nothing starts yet

    def _stage(self) -> None:
        remote, on_trial = self._remote, self._old != self._slot  # if there is a way back
        files = dict.fromkeys((TRIAL, LEFT[STARTS]) if on_trial else (), b"")
        files |= self._firmware.files
        self._progress.step("wipe")
        remote.wipe(self._slot)
        self._check_room()
        manifest = {"version": self._firmware.version, "files": self._firmware.digests}
        files[MANIFEST] = json.dumps(manifest).encode()
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

    def _keep_start(self) -> str:
        """Copy a main.py of somebody else, and return where it is; older copies stay."""
        remote, content = self._remote, _digest(self._remote, START)
        for path in THEIRS[:-1]:
            if not remote.exists(path):
                break
            if _digest(remote, path) == content:  # from an update that was cut off
                return path
        else:
            path = THEIRS[-1]
        remote.run(KEEP)
        if _digest(remote, NEW_THEIRS) != content:
            raise FlashError(WRONG.format(path=NEW_THEIRS))
        remote.rename(NEW_THEIRS, path)
        return path

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
        board, remote, wanted = self._board, self._remote, self._firmware.version
        heard = wait_for_hello(
            remote, lambda: ports_of(board.port, board.uid), board.uid, self._progress.patience
        )
        if heard == wanted and self._confirm():
            return
        self._progress.step("roll back")
        if not remote.is_open:
            remote.port = ports_of(board.port, board.uid)[0]
        cause, help = NO_HELLO, HELP
        try:
            remote.open()
            cause, help = self._cause(heard)
            self._roll_back()
        except FlashError as error:
            remote.close()
            raise FlashError(UNREACHED.format(cause=cause)) from error
        old = f"firmware {board.version}" if board.version else "what was there before"
        raise FlashError(BACK.format(cause=cause, old=old, help=help))

    def _cause(self, heard: str) -> tuple[str, str]:
        """Return why the new firmware was not confirmed, and what to do about it."""
        wanted, starts = self._firmware.version, self._starts()
        went_back = heard in (wanted, self._board.version) and heard != ""
        if heard and not went_back:
            return WRONG_HELLO.format(heard=heard, wanted=wanted), HELP
        # We did the first reset ourselves; that with which it went back is one more.
        resets = starts - 1 + went_back
        if resets > 0:
            times = "once" if resets == 1 else f"{resets} times"
            return RESET.format(times=times), HELP_RESET
        return NO_START if went_back else NO_HELLO, HELP

    def _starts(self) -> int:
        """Return how often the new slot was started on trial."""
        left = [
            left for left, mark in enumerate(LEFT) if self._remote.exists(f"{self._slot}/{mark}")
        ]
        return STARTS - left[0] if left else 0

    def _confirm(self) -> bool:
        """End the trial of the slot that runs, if it is ours; False when the old one runs."""
        remote = self._remote
        self._progress.step("confirm")
        remote.open(fresh=False)  # keep what runs now, not what would run next
        if remote.run("print(sys.path[0])").strip() != self._slot:
            return False
        for mark in MARKS:
            remote.wipe(f"{self._slot}/{mark}")
        self._progress.step("tidy")
        if ROOT not in (self._slot, self._old):
            remote.wipe("/firmware")  # from before there were slots
        remote.restart()
        return True

    def _roll_back(self) -> None:
        """Make the old firmware start again at once."""
        remote = self._remote
        if self._theirs and not (self._board.damaged or self._on_trial):
            remote.rename(self._theirs, START)
        elif self._old != self._slot:
            self._start_from(self._old, self._old)
        else:
            remote.wipe(START)
        remote.wipe(self._slot)
        remote.restart()


def _digest(remote: Remote, path: str) -> str:
    return remote.run(f"print(_digest({path!r}))").strip()


def replace(remote: Remote, path: str, data: bytes, new: str, progress: FlashProgress) -> None:
    """Replace a file: write the new one beside it, verify it, then rename it in one commit."""
    remote.write(new, data)
    if _digest(remote, new) != sha256(data).hexdigest():
        raise FlashError(WRONG.format(path=new))
    progress.step(f"rename {path}")
    remote.rename(new, path)
