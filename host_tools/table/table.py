"""The table: it takes what seats report, journals it, applies it, and only then confirms it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from card_db.cards import Card
from host_tools.link.events import Event, Gone, Joined, Pressed, Report, Tagged
from host_tools.link.hub import Hub
from host_tools.link.wanted import SeatState
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent
from host_tools.table import decisions, reports
from host_tools.table.asks import Ask, asks
from host_tools.table.audit import Audit, report
from host_tools.table.entries import (
    OPERATOR,
    RESTARTED,
    Begin,
    Commit,
    Entry,
    Lock,
    OnTray,
    TableSetup,
    Timed,
    Undo,
    Void,
)
from host_tools.table.evening import LAYING, Evening, evening_of, fold
from host_tools.table.journal import Journal, JournalError
from host_tools.table.mistake import Call, Mistake
from host_tools.table.pace import Pace
from host_tools.table.states import (
    ask_of,
    audit_state,
    call_state,
    missing_seats,
    new_wire_name,
    nudged_state,
    served,
    state_of,
    wire_name,
)


class Receipt(NamedTuple):
    """What a board hears of its report once that is on the disk."""

    board: str
    seq: int
    refusal: str  # or nothing: it is taken


class Table:
    """One evening with its journal and its boards. `now` is given, nothing here has a clock."""

    def __init__(
        self,
        journal: Journal,
        game: int,
        evening: Evening,
        tags: Mapping[str, str],
        hub: Hub,
        lang: str = "en",
    ) -> None:
        self.journal = journal
        self.number = game
        self.name = evening.name or wire_name(game)
        self.evening = evening
        self.tags = tags
        self.hub = hub
        self.lang = lang
        self.present: set[str] = set()  # boards with a session
        self.audit: Audit | None = None
        self.trouble = ""  # what keeps the journal from being written
        self.secrets: dict[int, reports.Secret] = {}
        self.confirmed: dict[int, str] = {}  # commitments of this session's boards, "" for pages
        self.steady = 0.0  # the time by a clock that nobody sets, at the last tick
        self.mistake = Mistake()
        self._called: Call | None = None  # as it was shown
        self.decided: list[list[Entry]] = []  # what no board reported; a tape takes it
        self.pace = Pace(evening.setup.countdown, evening.setup.timer)
        self._nudged: dict[int, str] = {}  # as it was shown
        self._counting = False  # the same of the countdown
        self._shown: dict[str, SeatState] = {}
        self._ahead = False  # the evening holds what could not be written
        self._changed = False  # since the boards were told what to show
        self.listeners: list[Callable[[], None]] = []

    @classmethod
    def begin(
        cls,
        journal: Journal,
        setup: TableSetup,
        tags: Mapping[str, str],
        hub: Hub,
        now: float,
        lang: str = "en",
    ) -> Table:
        """Begin a new game, in one write: there is never a game without its set-up."""
        evening = Evening(setup)  # which may refuse the set-up
        evening.name = new_wire_name()
        with journal.whole():
            table = cls(journal, journal.new_game(now), evening, tags, hub, lang)
            table.record([Begin(setup, evening.name)], now)
        table.refresh()
        return table

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game: int,
        tags: Mapping[str, str],
        hub: Hub,
        now: float,
        lang: str = "en",
    ) -> Table:
        """Go on with a game in the very question that was open."""
        entries = journal.read(game)
        if not entries:
            raise JournalError(f"There is no game {game} in {journal.path}. `wondertable games`.")
        table = cls(journal, game, evening_of(entries), tags, hub, lang)
        table._ask_again(entries, now)
        # What follows by itself may not have been written before the host died.
        table.record(decisions.automatic(table.evening), now)
        reports.seat_boards(table)
        table.refresh()
        return table

    def _ask_again(self, entries: Timed, now: float) -> None:
        """What only the memory knew is gone: those seats choose once more."""
        by = {entry.seat: entry.by for _, entry in entries if isinstance(entry, Commit)}
        current = self.evening.round
        lost = [seat for seat in current.commits if by.get(seat) and seat not in current.cards]
        self.record([Void(seat, RESTARTED) for seat in lost], now)

    def note_left_cards(self, before: Evening, now: float) -> None:
        """Note what the game before has left on the trays: nobody commits that."""
        if self.evening.past or self.evening.round.cards:  # a game that goes on knows its own
            return
        left = {board: before.uids.get(seat, "") for seat, board in before.boards.items() if board}
        boards = self.evening.boards.items()
        self.record([OnTray(seat, left[board]) for seat, board in boards if left.get(board)], now)

    # Writing

    def record(self, entries: list[Entry], now: float) -> None:
        """Write entries and what follows by itself, and show it; on the disk before it returns."""
        with self._whole():
            self._add(entries, now)
            self.decided.append(entries)
        if not self.journal.writing:
            self.refresh()

    def _add(self, entries: list[Entry], now: float) -> None:
        """Write and apply entries, as a part of a whole."""
        evening = self.evening
        before = _state(evening)
        while entries:
            self.journal.append(self.number, evening.entries, entries, now)
            for entry in entries:
                evening.apply(entry)
                if isinstance(entry, Undo):
                    self.mistake = Mistake()  # whoever called has been heard
            entries = decisions.automatic(evening)
        if _state(evening) != before:  # over, or open again after an undo
            self.journal.mark(self.number, _state(evening))
        numbers = evening.round.numbers
        self.secrets = {s: k for s, k in self.secrets.items() if numbers.get(s) == k.round}
        self._changed = True

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Make one write of all that is recorded within; if it fails, nothing has happened."""
        if self.journal.writing:
            yield
            return
        if self._ahead:
            self._fold_again()
        known, secrets, decided = self.evening.entries, dict(self.secrets), len(self.decided)
        try:
            with self.journal.whole():
                yield
        except Exception:
            self.secrets = secrets
            del self.decided[decided:]
            if self.evening.entries != known:
                self._ahead = True
                with suppress(JournalError):  # tried again before the next write
                    self._fold_again()
            raise
        if self.evening.entries != known:
            self.trouble = ""

    def _fold_again(self) -> None:
        """Go back to what is on the disk: the evening ran ahead of a write that failed."""
        entries = [entry for _, entry in self.journal.read(self.number)]
        self.evening = fold(self.evening.setup, entries)
        self._ahead = False

    def refresh(self) -> None:
        """Let every board show what is true now."""
        self._changed, self._called = False, self.call
        for board in dict.fromkeys(self.evening.boards.values()):
            if board and (state := self.state_of(board)) != self._shown.get(board):
                self._shown[board] = state
                self.hub.show(board, state)
        for tell in self.listeners:
            tell()

    def state_of(self, board: str) -> SeatState:
        """Return what a board that serves a seat is to show now."""
        seat = served(self.evening, board)
        assert seat is not None
        if self.audit is not None:
            done = seat in self.audit.done
            return audit_state(self.name, self.evening.round_number, done, self.lang)
        state = state_of(self.evening, seat, self.name, self.lang, self.absent())
        if nudge := self._nudged.get(seat):
            state = nudged_state(state, nudge)
        if self._counting:
            state = replace(state, sound="lock")
        if tag := self._free_citys_tag(seat):
            state = replace(state, stale=tag)
        return state if self.call is None else call_state(state, self.call.seat == seat, self.lang)

    def _free_citys_tag(self, seat: int) -> bytes:
        """Return the tag of the Free City's card, which may lie on the tray of who chose it."""
        free = self.evening.game.rules.free_city
        if free is None or free not in self.secrets or self.evening.game.decider(free) != seat:
            return b""
        return bytes.fromhex(self.secrets[free].uid)

    # Time

    def tick(self, now: float, steady: float | None = None) -> None:
        """Show what has changed; lock when all have committed and the countdown is over.

        During an audit the game waits.
        `now` is for the journal; times are measured by `steady`, a clock that nobody sets.
        """
        self.steady = now if steady is None else steady
        self._watch()
        if self._changed or self._called != self.call:
            self.refresh()
        ready = decisions.may_lock(self.evening) and not self.absent() and self.audit is None
        try:
            cards = dict(self.evening.round.commits) if ready else {}
            over = self.pace.countdown.over(cards, self.steady)
            if self._counting != (ready and not over):
                self._counting = not self._counting
                self._changed = True
            if over:
                self._lock(now)
            self._end_grace(now)
        except JournalError as error:  # A full disk is shown, and it is tried again.
            self.trouble = str(error)

    def _watch(self) -> None:
        """Note for whom the table waits, and remind who is late."""
        evening = self.evening
        waits = evening.paused or self.audit is not None
        late = [] if waits else missing_seats(evening, self.absent())
        laying = evening.phase == LAYING and not waits
        players = len(evening.game.rules.players)
        self.pace.watch(late, players, evening.round_number, laying, self.steady)
        nudged = {s: how for s in late if (how := self.pace.nudge(s, self.steady))}
        if nudged != self._nudged:
            self._nudged, self._changed = nudged, True

    def _end_grace(self, now: float) -> None:
        """Build the cards of those who have not pressed anything within the grace."""
        evening, grace = self.evening, self.evening.setup.grace
        if grace is None:
            return
        found = {} if evening.paused or self.audit is not None else asks(evening)
        waiting = [(s, ask.step) for s, ask in found.items() if ask.default and self._asked(ask)]
        self.pace.grace.follow(waiting, self.steady)
        over = [seat for seat, _ in self.pace.grace.reached(grace, self.steady)]
        if over:
            self.record([e for seat in over for e in decisions.default_action(evening, seat)], now)

    def _asked(self, ask: Ask) -> bool:
        """Can whoever decides for a seat see its question now? Another may come before it."""
        shown = ask_of(self.evening, self.evening.game.decider(ask.seat))
        return shown == ask and self.reachable(ask.seat)

    def reachable(self, seat: int) -> bool:
        """Can whoever decides for a seat press a button now: is the board there, or a page used?"""
        board = self.evening.boards.get(self.evening.game.decider(seat))
        return not board or board in self.present

    def _lock(self, now: float) -> None:
        """Lock, and in the same breath open all cards that the memory knows."""
        found: list[Entry] = [Lock()]
        with self._whole():
            self._add(found, now)
            for seat, secret in list(self.secrets.items()):
                if seat in self.evening.round.closed():
                    free = seat == self.evening.game.rules.free_city  # it has no tray
                    uid = "" if free else secret.uid
                    opened = decisions.open_card(self.evening, seat, secret.card, uid)
                    self._add(opened, now)
                    found = [*found, *opened]
            self.decided.append(found)
        self.refresh()

    def absent(self) -> list[int]:
        """Return the seats whose commitment was not confirmed in the session that is open now."""
        evening = self.evening
        return [
            seat
            for seat in evening.round.closed()
            if evening.phase == LAYING
            and self.confirmed.get(seat) not in ("", evening.boards.get(seat))
        ]

    # Undo

    @property
    def call(self) -> Call | None:
        """The mistake that is called now."""
        return self.mistake.called(self.evening.turn_shown(), self.steady)

    def call_mistake(self, seat: int, board: str = "") -> list[Entry]:
        """Call for an undo, or agree to one that another seat has called."""
        undo = decisions.undo(self.evening)  # which may be refused
        agreed = self.mistake.call(self.evening.turn_shown(), seat, board, self.steady)
        self._changed = True
        return undo if agreed else []

    # What boards report

    def receive(self, events: Sequence[Event], now: float) -> None:
        """Take what has come together; all of it is one write, and then it is confirmed.

        The boards are told what to show by the next `tick`: confirmations go first.
        """
        answers: list[Receipt] = []
        try:
            with self._whole():
                for place, event in enumerate(events):
                    handle = _HANDLERS.get(type(event))
                    if handle and event not in events[:place]:  # what came twice is judged once
                        answers += handle(self, event, now)
        except JournalError as error:  # Not confirmed: the seats say it again.
            self.trouble = str(error)
            self._changed = True
            return
        except Exception:
            if len(events) == 1:
                raise
            self._one_by_one(events, now)
            return
        for board, seq, refusal in answers:
            if refusal:
                self.hub.refuse(board, seq, refusal)
            else:
                self.hub.ack(board, seq)

    def _one_by_one(self, events: Sequence[Event], now: float) -> None:
        """Take events alone: one that cannot be taken must not keep back the others."""
        failed = None
        for event in events:
            try:
                self.receive([event], now)
            except Exception as error:
                failed = error
        if failed is not None:
            raise failed

    def _joined(self, event: Joined, now: float) -> list[Receipt]:
        self.present.add(event.board)
        self._doubt(event.board)
        known = self.evening.seat_of(event.board) is not None
        if not known and not reports.take_place(self, event.board, event.info.get("seat", ""), now):
            reports.invite(self, event.board)
        self._changed = True
        return []

    def _gone(self, event: Gone, now: float) -> list[Receipt]:
        self.present.discard(event.board)
        self._doubt(event.board)
        self._changed = True
        return []

    def _doubt(self, board: str) -> None:
        """The card of a board that was away may be another one now."""
        self.confirmed = {seat: by for seat, by in self.confirmed.items() if by != board}

    def _report(self, event: Report, now: float) -> list[Receipt]:
        """Journal what a seat reports; refuse what does not fit the moment."""
        seat = served(self.evening, event.board)
        refusal = ""
        if seat is None:
            if isinstance(event, Pressed) and not reports.claim(self, event, now):
                refusal = "bad_choice"
        elif self.audit is None or not self._audited(seat, event):
            try:
                if entries := reports.REPORTS[type(event)](self, seat, event):
                    self._add(entries, now)
            except MoveError as error:
                refusal = error.code
        return [Receipt(event.board, event.seq, refusal)]

    def card_of(self, uid: str, seat: int) -> Card:
        """Return the card behind a tag."""
        if uid not in self.tags:
            raise decisions.refuse("This tag belongs to no card of the deck.", seat, "unknown_card")
        return self.evening.game.rules.card(self.tags[uid], seat)

    # What people decide on pages

    def commit_page(
        self, seat: int, card_id: str, now: float, action: str = "", choose: bool = False
    ) -> None:
        """Commit a card without a reader, perhaps with what is done with it and how it is paid.

        The host keeps the card in its memory until the lock.
        """
        card = self.evening.game.rules.card(card_id, seat)
        if action:
            decisions.check_action(self.evening, seat, card, action)
        with self._whole():
            self.record(reports.known(self, seat, card, "", "page"), now)
            if action:
                self.record(decisions.declare(self.evening, seat, action, choose), now)
        self.refresh()

    def lay_page(self, ask: Ask, card_id: str, now: float) -> None:
        """Lay a card without a reader, as an answer; the Free City's is a secret until the lock."""
        if self.evening.phase == LAYING:
            self.commit_page(ask.seat, card_id, now)
            return
        card = self.evening.game.rules.card(card_id, ask.seat)
        self.record(decisions.lay_openly(self.evening, ask.seat, card), now)

    # Audit

    def begin_audit(self) -> None:
        """Let every seat lay its cards one after another."""
        self.audit = Audit(self.evening.game)
        self.refresh()

    def end_audit(self, lang: str = "") -> list[str]:
        """Go on with the game, and say what the audit has found."""
        found = report(self.audit, lang or self.lang) if self.audit else []
        self.audit = None
        self.refresh()
        return found

    def _audited(self, seat: int, event: Event) -> bool:
        assert self.audit is not None
        if isinstance(event, Tagged) and event.uid in self.tags:
            self.audit.laid[event.uid] = (seat, self.card_of(event.uid, seat))
        elif isinstance(event, Pressed) and event.key == "ok":
            self.audit.done.add(seat)
        else:
            return False
        self._changed = True
        return True

    def correct(self, seat: int, intent: Intent, now: float) -> None:
        """Replace what a seat did in the last turn."""
        self.record(decisions.correct(self.evening, seat, intent), now)

    def serve(self, seat: int, board: str, now: float) -> None:
        """Let a board (or none: the seat's page) serve a seat."""
        entries = decisions.replace_board(self.evening, seat, board)
        if entries and seat in self.evening.round.closed() and seat not in self.secrets:
            entries.append(Void(seat, OPERATOR))  # nobody else can open what that board has sealed
        self.record(entries, now)
        reports.seat_boards(self)
        if board:
            reports.invite_all(self)  # they may have been asked about this seat


def _state(evening: Evening) -> str:
    if evening.abandoned:
        return "abandoned"
    return "over" if evening.game.over else "open"


_HANDLERS: dict[type, Callable[[Table, Any, float], list[Receipt]]] = {
    Joined: Table._joined,
    Gone: Table._gone,
    **dict.fromkeys(reports.REPORTS, Table._report),
}
