"""Many boards flashed at once, each in a thread of its own with a transport of its own."""

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from host_tools.flash import install
from host_tools.flash.boards import Board, look
from host_tools.flash.errors import FlashError
from host_tools.flash.firmware import Firmware, compiled_firmware, source_firmware
from host_tools.flash.install import NO_WAY_BACK, PATIENCE, Installation, Watch
from host_tools.flash.plan import Options, Plan, make_plan
from host_tools.flash.remote import Remote

STOPPED = "Stopped before it was done: it runs what it ran before. Repeat the command."
CHANGED = "Another board, or another program, is at {port} now: repeat the command."
DONE = {
    "install": "Firmware {version} is on it.",
    "update": "Firmware {version} is on it.",
    "downgrade": "Firmware {version} is on it, older than before.",
    "settings": "{why}",
}


@dataclass(frozen=True, slots=True)
class Result:
    """What happened to a board: `done` tells whether it is as it should be now."""

    board: Board
    action: str
    done: bool
    told: str


class Flasher:
    """Plans and carries out; `step` is told port and step, `wrote` port and bytes."""

    def __init__(
        self,
        options: Options | None = None,
        *,
        compiled: Firmware | None = None,
        source: Firmware | None = None,
        step: Callable[[str, str], None] = lambda port, name: None,
        wrote: Callable[[str, int], None] = lambda port, size: None,
        patience: float = PATIENCE,
    ) -> None:
        self._options = options or Options()
        self._source = source or source_firmware()
        self._compiled = compiled or (source if source else compiled_firmware())
        self._step = step
        self._wrote = wrote
        self._patience = patience
        self._stop = threading.Event()

    def plan(self, boards: Sequence[Board]) -> list[Plan]:
        """What is to be done with each board."""
        return [make_plan(at, self._compiled, self._source, self._options) for at in boards]

    def stop(self) -> None:
        """End before the change-over; a board that is past it takes a few seconds more."""
        self._stop.set()

    def run(self, plans: Sequence[Plan]) -> list[Result]:
        """Carry the plans out, all at once."""
        if not plans:
            return []
        with ThreadPoolExecutor(len(plans)) as threads:
            waiting = [threads.submit(self._carry_out, plan) for plan in plans]
            try:
                return [at.result() for at in waiting]
            except KeyboardInterrupt:
                self.stop()
                return [at.result() for at in waiting]

    def _carry_out(self, plan: Plan) -> Result:
        board = plan.board
        if plan.action in ("none", "refuse"):
            return Result(board, plan.action, plan.action == "none", plan.why)
        remote = Remote(board.port)
        try:
            remote.open()
            self._flash(remote, plan)
            remote.restart()
        except FlashError as error:
            remote.restart()  # whatever happened, a seat shall run
            return Result(board, plan.action, False, str(error))
        finally:
            remote.close()
        version = plan.firmware.version if plan.firmware else board.version
        seat = plan.seat if plan.seat is not None else board.seat
        told = DONE[plan.action].format(version=version, why=plan.why)
        known = replace(board, port=remote.port, version=version, seat=seat)
        return Result(known, plan.action, True, told)

    def _flash(self, remote: Remote, plan: Plan) -> None:
        watch = self._watch(plan.board.port)
        found, board = look(remote), plan.board
        if (found.uid, found.start, found.layout) != (board.uid, board.start, board.layout):
            raise FlashError(CHANGED.format(port=board.port))
        for path, content in plan.settings.items():
            watch.step(f"settings {path}")
            install.replace(remote, path, json.dumps(content).encode(), path + ".new", watch)
        if plan.firmware is not None:
            Installation(remote, plan, plan.firmware, watch).run()

    def _watch(self, port: str) -> Watch:
        def step(name: str) -> None:
            if self._stop.is_set() and name not in NO_WAY_BACK:
                raise FlashError(STOPPED)
            self._step(port, name)

        return Watch(step, lambda size: self._wrote(port, size), self._patience)
