"""A tape of the evening: the capture of its wire, with all that is needed to play it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from host_tools.link.capture import Recorder
from host_tools.table.evening import LAYING
from host_tools.table.table import Table


class Tape:
    """Writes each game and who sits where into the capture, and nothing before the lock.

    `follow` is told of every change of the table, in the thread that moves the bytes.
    """

    def __init__(
        self, recorder: Recorder, table: Callable[[], Table | None], clock: Callable[[], float]
    ) -> None:
        self._recorder = recorder
        self._table = table
        self._clock = clock
        self._known: Table | None = None
        self._boards: dict[int, str] = {}

    def follow(self) -> None:
        """Take what the table has become."""
        table = self._table()
        if table is not None:
            self._hold(table)
            self._tell(table)

    def _hold(self, table: Table) -> None:
        """Assisted or on a shared reader a card is told before the lock: the capture waits."""
        plan = table.evening.plan
        if (plan.mode == "assisted" or plan.shared) and table.evening.phase == LAYING:
            self._recorder.hold()
        else:
            self._recorder.release()

    def _tell(self, table: Table) -> None:
        boards = dict(table.evening.boards)
        if table is not self._known:
            self._known = table
            entries = [entry for _, entry in table.journal.read(table.number)]
            self._note({"game": table.name, "entries": entries, "tags": dict(table.tags)})
        elif boards != self._boards:
            self._note({"game": table.name, "boards": boards})
        self._boards = boards

    def _note(self, facts: dict[str, Any]) -> None:
        text = json.dumps(facts, ensure_ascii=True)
        self._recorder.note(self._clock(), "", "game", text.encode())
