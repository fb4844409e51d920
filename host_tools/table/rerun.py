"""An evening out of its capture: the same seats meet a new host, as fast as it can listen.

Time is that of the capture and only jumps; nothing waits. What no seat said, such as the lock and
what was decided on pages, comes when all is said that was said before it. Reports that do not fit
are told in `misfits`.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from host_tools.link.capture import CaptureEntry, Recorder, read_capture
from host_tools.link.captured import CapturedPort, CapturedSeat, Saying, scripts_of
from host_tools.link.events import Event
from host_tools.link.hub import Hub
from host_tools.table.entries import Serve, decode, encode
from host_tools.table.evening import LAYING
from host_tools.table.host import Shelf
from host_tools.table.journal import Journal
from host_tools.table.table import Table

STEP_S = 0.25  # the longest jump: sessions live on a beat a second
ROUNDS = 100  # of talk at one moment; more than a report and its answers need
PATIENCE_S = 60.0  # after the last line of the capture
# The longest silence: seats beat every second, so that in a longer one none was plugged in.
SILENCE_S = 300.0


class _Hub(Hub):
    """A hub for seats of a capture: they have judged their tags already, and are never too slow."""

    room = math.inf

    def deck(self, board: str, game: str, uids: Iterable[bytes]) -> None:
        """Nothing to tell."""


class Rerun:
    """Plays a capture into a journal of its own; `tables` are the games in it, in order."""

    def __init__(self, capture: Path, journal: Journal) -> None:
        entries = list(_without_silence(read_capture(capture)))
        self.tables: list[Table] = []
        self._journal = journal
        self._hub = _Hub(first_sid=1)
        self._now = 0.0
        self._shelf = Shelf(journal, self._hub, clock=lambda: self._now)
        self._notes = [entry for entry in entries if entry.what == "game"]
        self._seats = [
            CapturedSeat(uid, [each for each in script if not each.refused], lambda: self._now)
            for uid, script in scripts_of(entries).items()
        ]
        self._ports = {  # each board has one port here, wherever it was plugged in then
            board: CapturedPort(
                [seat for seat in self._seats if seat.board == board], lambda: self._now
            )
            for board in dict.fromkeys(seat.board for seat in self._seats)
        }
        self._open: set[str] = set()
        self._last = max((entry.at for entry in entries), default=0.0)

    @property
    def misfits(self) -> list[Saying]:
        """What seats said that the new host did not ask for, or did not answer."""
        found = [saying for seat in self._seats for saying in seat.misfits]
        return sorted(found, key=lambda saying: saying.at)

    def run(self) -> None:
        """Play everything, to the end of the capture."""
        while self._now <= self._last + PATIENCE_S:
            self._plug()
            self._talk()
            if not self._notes and all(seat.finished() for seat in self._seats):
                return
            self._now = self._next()

    def _next(self) -> float:
        """Jump to what happens next."""
        times = [seat.next_at() for seat in self._seats]
        times += [entry.at for entry in self._notes[:1]]
        step = self._now + STEP_S if self._open else math.inf  # without seats nothing happens
        coming = min((at for at in times if at > self._now), default=self._now + STEP_S)
        return min(step, coming)

    # What the table said of itself.

    def _decide(self) -> bool:
        """Do what the table did next, if it is time; say whether there was anything."""
        if not self._notes or self._notes[0].at > self._now:
            return False
        if any(seat.next_at() <= self._notes[0].at for seat in self._seats):
            return False
        facts: dict[str, Any] = json.loads(self._notes.pop(0).data)
        if "entries" in facts:
            self._begin(facts)
        elif self.tables and self.tables[-1].name == facts["game"]:
            self._go_on(self.tables[-1], facts)
        return True

    def _begin(self, facts: dict[str, Any]) -> None:
        with self._journal.whole():
            number = self._journal.new_game(self._now)
            self._journal.append(number, 0, map(decode, facts["entries"]), self._now)
        table = self._shelf.take_up(number, facts["tags"])
        table.name = facts["game"]  # a commitment holds for the name that the game had then
        table.refresh()
        self.tables.append(table)

    def _go_on(self, table: Table, facts: dict[str, Any]) -> None:
        if "decided" in facts:
            table.record([decode(entry) for entry in facts["decided"]], self._now)
        for seat, board in facts.get("boards", {}).items():
            table.serve(int(seat), board, self._now)
        if facts.get("audit"):
            table.begin_audit()
        elif "audit" in facts:
            table.end_audit()

    # Bytes.

    def _plug(self) -> None:
        for board, port in self._ports.items():
            if board not in self._open and port.next_at() <= self._now:
                self._open.add(board)
                self._hub.connect(board, self._now)

    def _talk(self) -> None:
        """Let all that can be said at this moment be said and answered."""
        for _ in range(ROUNDS):
            said = [self._exchange(board) for board in sorted(self._open, key=self._turn)]
            if not self._decide() and not any(said):
                return

    def _turn(self, board: str) -> tuple[float, str]:
        return self._ports[board].next_at(), board

    def _exchange(self, board: str) -> bool:
        """Carry what a board and the host have for each other; say whether there was anything."""
        data = self._ports[board].read()
        self._take(self._hub.receive(board, data, self._now))
        self._take(self._hub.tick(self._now))
        answer = self._hub.outgoing(board)
        self._ports[board].write(answer)
        return bool(data or answer)

    def _take(self, events: list[Event]) -> None:
        if events and self.tables:
            self.tables[-1].steady = self._now
            self.tables[-1].receive(events, self._now)
            self.tables[-1].refresh()  # not by `tick`: that may lock


def _without_silence(entries: Iterable[CaptureEntry]) -> Iterator[CaptureEntry]:
    """Shorten every gap in which nothing was on any cable and nobody decided anything."""
    before = cut = 0.0
    for entry in entries:
        cut += max(0.0, entry.at - before - SILENCE_S)
        before = max(before, entry.at)
        yield replace(entry, at=entry.at - cut)


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
        """Where a seat tells a card before the lock, the capture waits."""
        setup, free = table.evening.setup, table.evening.game.rules.free_city
        tells = setup.mode == "assisted" or setup.shared or free is not None
        if tells and table.evening.phase == LAYING:
            self._recorder.hold()
        else:
            self._recorder.release()

    def _tell(self, table: Table) -> None:
        decided, table.decided = table.decided, []
        boards, audit = dict(table.evening.boards), table.audit is not None
        if table is not self._known:
            self._known = table
            entries = [encode(entry) for _, entry in table.journal.read(table.number)]
            self._note(table, entries=entries, tags=dict(table.tags))
        else:
            for batch in decided:
                if entries := [encode(entry) for entry in batch if not isinstance(entry, Serve)]:
                    self._note(table, decided=entries)
            if boards != self._boards:
                self._note(table, boards=boards)
            if audit != self._audit:
                self._note(table, audit=audit)
        self._boards, self._audit = boards, audit

    def _note(self, table: Table, **facts: Any) -> None:
        text = json.dumps({"game": table.name, **facts}, ensure_ascii=True)
        self._recorder.note(self._clock(), "", "game", text.encode())
