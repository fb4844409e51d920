"""Flashes many boards at once, each in its own thread with its own transport."""

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from host_tools.flash import FlashError, install
from host_tools.flash.board_info import BoardInfo, look
from host_tools.flash.firmware import Firmware, compiled_firmware, source_firmware
from host_tools.flash.flash_plan import FlashOptions, FlashPlan, make_plan
from host_tools.flash.install import NO_WAY_BACK, PATIENCE, FlashProgress, Installation
from host_tools.flash.remote import Remote

STOPPED = "Stopped before it was done: it runs what it ran before. Repeat the command."
CHANGED = "Another board, or another program, is at {port} now: repeat the command."
DONE = {
    "install": "Firmware {version} is on it.",
    "update": "Firmware {version} is on it.",
    "downgrade": "Firmware {version} is on it, older than before.",
}


@dataclass(frozen=True, slots=True)
class FlashResult:
    """What happened to a board; `done` is whether it is now as it should be."""

    board: BoardInfo
    action: str
    done: bool
    text: str


class Flasher:
    """Makes plans and carries them out; `step` gets port and step, `wrote` port and bytes."""

    def __init__(
        self,
        options: FlashOptions | None = None,
        *,
        compiled: Firmware | None = None,
        source: Firmware | None = None,
        step: Callable[[str, str], None] = lambda port, name: None,
        wrote: Callable[[str, int], None] = lambda port, size: None,
        patience: float = PATIENCE,
    ) -> None:
        self._options = options or FlashOptions()
        self._source = source or source_firmware()
        self._compiled = compiled or (source if source else compiled_firmware())
        self._step = step
        self._wrote = wrote
        self._patience = patience
        self._stop = threading.Event()

    def plan(self, boards: Sequence[BoardInfo]) -> list[FlashPlan]:
        """Return what is to be done with every board."""
        return [make_plan(board, self._compiled, self._source, self._options) for board in boards]

    def stop(self) -> None:
        """Stop before the change-over; a board past it needs a few seconds more."""
        self._stop.set()

    def run(self, plans: Sequence[FlashPlan]) -> list[FlashResult]:
        """Carry the plans out, all at once."""
        if not plans:
            return []
        with ThreadPoolExecutor(len(plans)) as threads:
            futures = [threads.submit(self._carry_out, plan) for plan in plans]
            try:
                return [future.result() for future in futures]
            except KeyboardInterrupt:
                self.stop()
                return [future.result() for future in futures]

    def _carry_out(self, plan: FlashPlan) -> FlashResult:
        board = plan.board
        if plan.action in ("none", "refuse"):
            return FlashResult(board, plan.action, plan.action == "none", plan.why)
        remote = Remote(board.port)
        try:
            remote.open()
            theirs = self._flash(remote, plan).removeprefix("/")
            remote.restart()
        except FlashError as error:
            remote.restart()  # whatever happened, let the seat run
            return FlashResult(board, plan.action, False, str(error))
        finally:
            remote.close()
        known = replace(plan.after, port=remote.port)
        text = f"{DONE.get(plan.action, '')} {plan.outcome}".strip()
        text = text.format(version=known.version, theirs=theirs)
        return FlashResult(known, plan.action, True, text)

    def _flash(self, remote: Remote, plan: FlashPlan) -> str:
        progress = self._progress(plan.board.port)
        now, board = look(remote), plan.board
        if (now.uid, now.start, now.layout) != (board.uid, board.start, board.layout):
            raise FlashError(CHANGED.format(port=board.port))
        for path, content in plan.settings.items():
            progress.step(f"settings {path}")
            install.replace(remote, path, json.dumps(content).encode(), path + ".new", progress)
        if plan.firmware is None:
            return ""
        return Installation(remote, plan, plan.firmware, progress).run()

    def _progress(self, port: str) -> FlashProgress:
        def step(name: str) -> None:
            if self._stop.is_set() and name not in NO_WAY_BACK:
                raise FlashError(STOPPED)
            self._step(port, name)

        return FlashProgress(step, lambda size: self._wrote(port, size), self._patience)
