"""A tape of the evening: the capture of its wire, with all that is needed to play it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from host_tools.link.capture import Recorder
from host_tools.table.evening import LAYING
from host_tools.table.table import Table


class Tape:
    """Writes into the capture what the wire does not tell, and no card too early.

    That is each game, who sits where, the lock, and what people and the operator do on pages.

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
        self._audit = False

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
        decided, table.decided = table.decided, []
        boards, audit = dict(table.evening.boards), table.audit is not None
        if table is not self._known:
            self._known = table
            entries = [entry for _, entry in table.journal.read(table.number)]
            self._note(table, entries=entries, tags=dict(table.tags))
        else:
            for batch in decided:
                if entries := [entry for entry in batch if entry["do"] != "board"]:
                    self._note(table, decided=entries)
            if boards != self._boards:
                self._note(table, boards=boards)
            if audit != self._audit:
                self._note(table, audit=audit)
        self._boards, self._audit = boards, audit

    def _note(self, table: Table, **facts: Any) -> None:
        text = json.dumps({"game": table.name, **facts}, ensure_ascii=True)
        self._recorder.note(self._clock(), "", "game", text.encode())
