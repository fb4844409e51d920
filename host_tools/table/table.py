"""The table: it takes what seats report, journals it, applies it, and only then confirms it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from card_db.cards import Card
from host_tools.link.events import (
    Committed,
    Event,
    Gone,
    Joined,
    Opened,
    Pressed,
    Tagged,
    Withdrawn,
)
from host_tools.link.state import State
from host_tools.rules.errors import MoveError
from host_tools.rules.moves import Intent
from host_tools.table import decisions
from host_tools.table.audit import Audit, report
from host_tools.table.evening import Evening, evening_of
from host_tools.table.journal import Entry, Journal, JournalError
from host_tools.table.plan import Plan
from host_tools.table.reports import REPORTS, Secret, known
from host_tools.table.states import audit_state, plain, served, state_of
from host_tools.table.tags import Tags

CLAIM = {"en": "Press: seat of {player}", "fr": "Pressez : place de {player}"}
WIRE_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Desk(Protocol):
    """The seats' boards, as the table sees them."""

    def show(self, board: str, state: State) -> None:
        """Let a board show this, whatever happens to the wire."""

    def ack(self, board: str, seq: int) -> None:
        """Confirm a report: it is in the journal."""

    def refuse(self, board: str, seq: int, reason: str) -> None:
        """Refuse a report."""

    def assign(self, board: str, seat: int) -> None:
        """Say which seat a board serves."""

    def deck(self, board: str, game: str, uids: list[bytes]) -> None:
        """Tell a board which tags can be played."""

    def tiles(self, board: str, tiles: dict[str, list[bytes]]) -> None:
        """Tell a board which tags are action tiles."""


def wire_name(game: int) -> str:
    """Name a game for the wire: at most five signs.

    >>> wire_name(1), wire_name(1000)
    ('g1', 'grs')
    """
    digits = ""
    while game:
        game, digit = divmod(game, 36)
        digits = WIRE_DIGITS[digit] + digits
    return "g" + digits[-4:]


class Table:
    """One evening with its journal and its boards. `now` is given, nothing here has a clock."""

    def __init__(
        self,
        journal: Journal,
        game: int,
        evening: Evening,
        tags: Mapping[str, str],
        desk: Desk,
        lang: str = "en",
    ) -> None:
        self.journal = journal
        self.number = game
        self.name = wire_name(game)
        self.evening = evening
        self.tags = tags
        self.desk = desk
        self.lang = lang
        self.present: set[str] = set()  # boards with a session
        self.audit: Audit | None = None
        self.trouble = ""  # what keeps the journal from being written
        self.secrets: dict[int, Secret] = {}
        self._all_since: float | None = None  # since when everybody has committed
        self._shown: dict[str, State] = {}
        self.listeners: list[Callable[[], None]] = []

    @classmethod
    def begin(
        cls,
        journal: Journal,
        plan: Plan,
        tags: Mapping[str, str],
        desk: Desk,
        now: float,
        lang: str = "en",
    ) -> Table:
        """Begin a new game."""
        evening = Evening(plan)
        game = journal.new_game(now)
        table = cls(journal, game, evening, tags, desk, lang)
        table.record([{"do": "setup", "plan": plan.as_json()}], now)
        return table

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game: int,
        tags: Mapping[str, str],
        desk: Desk,
        now: float,
        lang: str = "en",
    ) -> Table:
        """Go on with a game in the very question that was open."""
        entries = [entry for _, entry in journal.read(game)]
        if not entries:
            raise JournalError(f"There is no game {game} in {journal.path}. `wondertable games`.")
        table = cls(journal, game, evening_of(entries), tags, desk, lang)
        table._ask_again(entries, now)
        # What follows by itself may not have been written before the host died.
        table.record(decisions.automatic(table.evening), now)
        table._seat_boards()
        table.refresh()
        return table

    def _ask_again(self, entries: list[Entry], now: float) -> None:
        """What only the memory knew is gone: those seats choose once more."""
        by = {e["seat"]: e.get("by", "") for e in entries if e["do"] == "commit"}
        lay = self.evening.lay
        lost = [seat for seat in lay.commits if by.get(seat) and seat not in lay.cards]
        for seat in lost:
            self.record([decisions.void_entry(self.evening, seat, "the host was restarted.")], now)

    # Writing

    def record(self, entries: list[Entry], now: float) -> None:
        """Write entries, apply them and what follows by itself; on the disk before it returns."""
        while entries:
            self.journal.append(self.number, self.evening.entries, entries, now)
            self.trouble = ""
            for entry in entries:
                self.evening.apply(entry)
            entries = decisions.automatic(self.evening)
        if self.evening.game.over or self.evening.abandoned:
            self.journal.end(self.number, "abandoned" if self.evening.abandoned else "over")
        self._forget_old_secrets()
        self.refresh()

    def _forget_old_secrets(self) -> None:
        slots = self.evening.lay.slots
        self.secrets = {s: k for s, k in self.secrets.items() if slots.get(s) == k.slot}

    def refresh(self) -> None:
        """Let every board show what is true now."""
        for board in dict.fromkeys(self.evening.boards.values()):
            if board and (state := self._state(board)) != self._shown.get(board):
                self._shown[board] = state
                self.desk.show(board, state)
        for tell in self.listeners:
            tell()

    def _state(self, board: str) -> State:
        seat = served(self.evening, board)
        assert seat is not None
        if self.audit is not None:
            return audit_state(self.name, self.evening.round, seat in self.audit.done, self.lang)
        return state_of(self.evening, seat, self.name, self.lang)

    # Time

    def tick(self, now: float) -> None:
        """Lock when all have committed and the countdown is over."""
        if not decisions.may_lock(self.evening):
            self._all_since = None
            return
        if self._all_since is None:
            self._all_since = now
        if now - self._all_since >= self.evening.plan.countdown:
            self._all_since = None
            self._try(lambda: self.record(self._lock_entries(), now))

    def countdown(self, now: float) -> float | None:
        """Return the seconds to the lock, or None when somebody is missing."""
        if self._all_since is None:
            return None
        return max(0.0, self.evening.plan.countdown - (now - self._all_since))

    def _lock_entries(self) -> list[Entry]:
        """The lock, and in the same breath all cards that the memory knows."""
        found: list[Entry] = [{"do": "lock"}]
        for seat, secret in self.secrets.items():
            if seat in self.evening.lay.commits and seat not in self.evening.lay.cards:
                found += decisions.open_card(self.evening, seat, secret.card, secret.uid)
        return found

    def _try(self, work: Callable[[], None]) -> bool:
        """Do something that needs the disk; a full disk is shown and tried again."""
        try:
            work()
        except JournalError as error:
            self.trouble = str(error)
            return False
        return True

    # What boards report

    def receive(self, event: Event, now: float) -> None:
        """Take an event of the link; it is confirmed when it is in the journal."""
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event, now)

    def _joined(self, event: Joined, now: float) -> None:
        self.present.add(event.board)
        seat = self.evening.seat_of(event.board)
        if seat is None:
            self._invite(event.board)
        for tell in self.listeners:
            tell()

    def _seat_boards(self) -> None:
        """Tell every board its seat and its tags, before it can commit anything for another."""
        tiles = Tags(self.journal).tiles()
        uids = [bytes.fromhex(uid) for uid in self._playable()]
        for seat, board in self.evening.boards.items():
            if board:
                self.desk.assign(board, seat)
                self.desk.deck(board, self.name, uids)
                self.desk.tiles(board, tiles)

    def unserved(self) -> int | None:
        """Return the first seat that no board serves."""
        boards = self.evening.boards
        return next((s for s in self.evening.game.rules.players if not boards.get(s)), None)

    def _invite(self, board: str) -> None:
        """Let a board that serves nobody claim a seat with its middle button."""
        seat = self.unserved()
        if seat is not None:
            text = plain(CLAIM[self.lang].format(player=self.evening.game.rules.name(seat)))
            self.desk.show(board, State("ask", self.name, 0, f"claim{seat}", "ask:-o-", text=text))

    def _claim(self, event: Pressed, now: float) -> None:
        seat = self.unserved()
        if seat is not None and event.step == f"claim{seat}":
            self.serve(seat, event.board, now)
        for board in self.present - set(self.evening.boards.values()):
            self._invite(board)

    def _playable(self) -> list[str]:
        """Return the tags of the cards that can be in this game."""
        rules = self.evening.game.rules
        known = {card.id for deck in rules.decks.values() for card in deck}
        known |= {card.id for card in rules.leader_deck}
        return [uid for uid, card in self.tags.items() if card in known]

    def _gone(self, event: Gone, now: float) -> None:
        self.present.discard(event.board)
        for tell in self.listeners:
            tell()

    def _report(self, event: Committed | Withdrawn | Opened | Pressed | Tagged, now: float) -> None:
        """Journal what a seat reports, then confirm it; refuse what does not fit the moment."""
        seat = served(self.evening, event.board)
        if seat is None:
            if isinstance(event, Pressed):
                self._claim(event, now)
            self.desk.ack(event.board, event.seq)
            return
        if self.audit is not None and self._audited(seat, event):
            self.desk.ack(event.board, event.seq)
            return
        try:
            entries = REPORTS[type(event)](self, seat, event)
            if entries:
                self.record(entries, now)
        except MoveError as error:
            self.desk.refuse(event.board, event.seq, error.code)
            return
        except JournalError as error:  # Not confirmed: the seat says it again.
            self.trouble = str(error)
            return
        self.desk.ack(event.board, event.seq)

    def card_of(self, uid: str, seat: int) -> Card:
        """Return the card behind a tag."""
        if uid not in self.tags:
            raise decisions.refuse("This tag belongs to no card of the deck.", seat, "unknown_card")
        return self.evening.game.rules.card(self.tags[uid], seat)

    # What people decide on pages

    def commit_page(self, seat: int, card_id: str, now: float) -> None:
        """Commit a card without a reader; the host keeps it in its memory until the lock."""
        card = self.evening.game.rules.card(card_id, seat)
        self.record(known(self, seat, card, "", "page"), now)

    # Audit

    def begin_audit(self) -> None:
        """Let every seat lay its cards one after another."""
        self.audit = Audit(self.evening.game)
        self.refresh()

    def end_audit(self) -> list[str]:
        """Go on with the game, and say what the audit has found."""
        found = report(self.audit, self.lang) if self.audit else []
        self.audit = None
        self.refresh()
        return found

    def _audited(self, seat: int, event: Event) -> bool:
        assert self.audit is not None
        if isinstance(event, Tagged) and event.uid in self.tags:
            self.audit.lay(seat, event.uid, self.card_of(event.uid, seat))
        elif isinstance(event, Pressed) and event.key == "ok":
            self.audit.finish(seat)
        else:
            return False
        self.refresh()
        return True

    def correct(self, seat: int, intent: Intent, now: float) -> None:
        """Replace what a seat did in the last turn."""
        self.record(decisions.correct(self.evening, seat, intent), now)

    def serve(self, seat: int, board: str, now: float) -> None:
        """Let a board (or none: the seat's page) serve a seat."""
        self.record(decisions.replace_board(self.evening, seat, board), now)
        self._seat_boards()


_HANDLERS: dict[type, Callable[[Table, Event, float], None]] = {
    Joined: Table._joined,  # type: ignore[dict-item]
    Gone: Table._gone,  # type: ignore[dict-item]
    Committed: Table._report,  # type: ignore[dict-item]
    Withdrawn: Table._report,  # type: ignore[dict-item]
    Opened: Table._report,  # type: ignore[dict-item]
    Pressed: Table._report,  # type: ignore[dict-item]
    Tagged: Table._report,  # type: ignore[dict-item]
}
