"""The referee: watches every byte, write and light, and asserts the rules of the protocol."""

import json
import logging

from firmware.link import SEAT, commit, make_nonce
from firmware.seat.commitment import NOTHING, OPEN_PHASES, UNKNOWN
from host_tools.link.events import Committed, Gone, Joined, Pressed, Withdrawn
from host_tools.table.asks import asks
from host_tools.table.entries import Commit, Lock, Open, Reply, Undo, Void, Withdraw, encode
from host_tools.table.mistake import AGREE_S
from host_tools.table.view import private_view, public_view

# What may change in a view while cards are laid; none of it can tell a card.
MOVING = (
    "committed", "waited_for", "connected", "missing", "countdown", "log", "round", "trouble",
    "again", "undo", "paused", "pause_reason",
)  # fmt: skip
VIEWS = 0.1  # the share of the lays whose views and raw journal are searched


class FoulError(AssertionError):
    """A rule of the protocol was broken."""


def rule(holds, text):
    if not holds:
        raise FoulError(text)


class Referee(logging.Handler):
    """Sees all that a spy could see, and knows what must not be seen."""

    def __init__(self, hall):
        super().__init__()
        self._hall = hall
        self.durable = []  # every entry that is on the disk
        self._unsynced = []  # entries of a write that is under way, with the round of each
        self.promises = {}  # (seat, round): the commitment on the disk
        self._promised = set()  # all that there ever were
        self._opened = set()  # (seat, round)
        self._known = set()  # the tags that were opened
        self._events = []  # what is being taken together
        self._acked = False  # one of them
        self._steps = set()  # (seat, step): the questions that are answered on the disk
        self._locked = set()  # (seat, round)
        self._reports = {}  # (port, sid, seq): what a seat reported
        self._light_seen = set()
        self._view_before = None
        self._confirmed = {}  # board: the commitment that it has confirmed in this session
        self._laid_at = 0  # when the last card was laid
        self._told = set()  # (seat, round): the card was told on a page
        self._refused = {}  # seat: the tag that does not count before its tray has been empty
        self._callers = {}  # seat: when it called for an undo of the turn that is shown
        self._operator = False  # confirms it

    # Bytes.

    def on_bytes(self, mark, data):
        rule(b"\x03" not in data, "0x03 on the wire")
        if mark == SEAT and self._assisted():
            return  # the seat's own opening is on its own cable
        for name, uid in self._readable():
            rule(name.encode() not in data, f"{uid} can be read on the wire before the lock")

    def _assisted(self):
        return self._hall.table.evening.setup.mode == "assisted"

    def _readable(self):
        """Everything that would tell a secret card."""
        for uid in self.secrets().values():
            card = self._hall.people.cards.card(uid)
            yield from ((uid, uid), (card.id, uid), (card.name, uid))

    def secrets(self):
        """The cards whose round is not locked on the disk; a seat that lays again has a new one."""
        round_of = self._hall.table.evening.round_of
        found = self._hall.people.secrets().items()
        found = {seat: uid for seat, uid in found if uid not in self._known}
        return {
            seat: uid for seat, uid in found.items() if (seat, round_of(seat)) not in self._locked
        }

    def on_frame(self, port, mark, message):
        if mark == SEAT:
            self._reports[port, message.sid, message.seq] = message
        elif message.kind == "AK":
            self._on_ack(port, self._reports.get((port, message.sid, message.seq)))

    def _on_ack(self, port, report):
        evening = self._hall.table.evening
        rule(len(self.durable) == evening.entries, "an AK before its record is synced")
        if report is None or report.kind not in ("CM", "RV"):
            return
        seat = evening.seat_of(self._hall.cables[port].board.uid)
        key = (seat, report.round)
        if report.kind == "CM":
            rule((*key, report.commit) in self._promised, "an AK before the commitment is synced")
        elif report.kind == "RV":
            rule(key in self._opened or self._assisted(), "an AK before the opening is synced")

    # Writes.

    def on_events(self, events):
        self._events, self._acked = events, False
        for event in events:
            if isinstance(event, Joined | Gone):
                self._confirmed.pop(event.board, None)
            elif isinstance(event, Committed):
                self._confirmed[event.board] = event.commit
            elif isinstance(event, Pressed) and event.key == "undo":
                evening = self._hall.table.evening
                seat = evening.seat_of(event.board)
                if event.round == evening.round_of(seat):
                    self.on_call(seat)

    def on_call(self, seat):
        self._callers[seat] = (self._hall.table.evening.turn_shown(), self._hall.now)

    def on_operator(self):
        self._operator = True

    def on_ack_asked(self, board, seq):
        self._acked = True
        rule(not self._unsynced, "an AK before its record is synced")
        later = [event for event in self._events if getattr(event, "board", None) == board]
        if later and isinstance(later[-1], Withdrawn) and later[-1].seq == seq:
            seat = self._hall.table.evening.seat_of(board)
            gone = (seat, later[-1].round) not in self.promises
            rule(gone, "an AK before the withdrawal is synced")

    def before_entries(self, entries):
        """Entries are about to be written; the evening is as it was when they were decided."""
        rule(not self._acked, "an AK before its record is synced")
        kinds = [type(entry) for entry in entries]
        before_lock = entries[: kinds.index(Lock)] if Lock in kinds else entries
        text = json.dumps([encode(entry) for entry in before_lock], ensure_ascii=False)
        for name, uid in self._readable() if hasattr(self._hall, "people") else ():
            rule(f'"{name}"' not in text, f"{uid} is written before the lock")
        if hasattr(self._hall, "people"):
            self._look_at_pages(kinds)
        self._unsynced += [(entry, self._note_of(entry)) for entry in entries]

    def _note_of(self, entry):
        """What will be true of this entry when it is on the disk."""
        if not hasattr(self._hall, "table"):
            return None
        evening = self._hall.table.evening
        if isinstance(entry, Void) and entry.uid:
            exchanged = entry.why == "bad_choice" and self._hall.faults.absences
            rule(exchanged or entry.uid in self._hall.wrong, "a card was refused that is not wrong")
        if isinstance(entry, Commit) and entry.by:
            self._told.add((entry.seat, evening.round_of(entry.seat)))
        elif isinstance(entry, Commit):
            self._check_commit(entry)
        if isinstance(entry, Reply):
            return self._check_step(entry.seat)
        if isinstance(entry, Lock):
            self._check_lock(evening)
            return dict(evening.round.numbers)
        if isinstance(entry, Undo):
            self._check_undo(entry)
        if isinstance(entry, Void):
            self._refused[entry.seat] = entry.uid
            self._hall.boards[entry.seat].cleared = False
        return (entry.seat, evening.round_of(entry.seat)) if type(entry) in _AFTER else None

    def on_synced(self):
        for entry, note in self._unsynced:
            self.durable.append(entry)
            if isinstance(entry, Reply):
                self._steps.add(note)
            elif isinstance(entry, Lock):
                self._locked |= set(note.items())
            elif note:
                _AFTER[type(entry)](self, note, entry)
        self._unsynced = []

    def on_crash(self):
        self._unsynced, self._confirmed, self._callers = [], {}, {}

    def _check_commit(self, entry):
        """A commitment counts in its own round only, for a card of that seat."""
        hall, seat = self._hall, entry.seat
        number = hall.table.evening.round_of(seat)
        board = hall.boards[seat]
        uids = [uid[0] for uid in (board.tray, board.seen, board.seen_before) if uid]
        made = {self.promise(seat, number, uid): uid.hex() for uid in uids}
        rule(entry.commit in made, "a commitment of another round, or of a card that never lay")
        tag = made[entry.commit]
        refused = tag == self._refused.get(seat) and not board.cleared
        rule(not refused, "a refused card is committed before its tray has been empty")
        played = tag == hall.table.evening.uids.get(seat)
        rule(not played, "the card that was played last is committed again")

    def _check_lock(self, evening):
        """Only what the seats have confirmed in their present sessions is locked, and in time."""
        current = evening.round
        waited = (self._hall.now - self._laid_at) / 1000
        rule(waited >= evening.setup.countdown, "a lock before the countdown was over")
        for seat in current.closed():
            if (seat, current.numbers[seat]) in self._told:
                continue
            confirmed = self._confirmed.get(evening.boards.get(seat))
            rule(confirmed == current.commits[seat], f"seat {seat} is locked unconfirmed")

    def _check_undo(self, entry):
        """A turn is taken back when two seats, or one and the operator, have called for it."""
        late = self._hall.now - 1000 * AGREE_S
        calls = self._callers.items()
        callers = [seat for seat, (turn, when) in calls if turn == entry.turn and when > late]
        rule(self._operator or len(callers) > 1, f"a turn is taken back for {callers} alone")
        self._callers, self._operator, self._view_before = {}, False, None
        left = [tag.hex() for board in self._hall.boards.values() for tag in board.tray]
        self._hall.wrong |= set(left)  # nobody may have taken them away before the next lock
        if self._hall.table.evening.round.locked:  # these cards may be opened still
            self._known |= set(self._hall.people._laid.values())
        self._hall.figures["undos"] += 1

    def _check_step(self, seat):
        """Every question has a step of its own, or an old answer would count for a new one."""
        ask = asks(self._hall.table.evening).get(seat)
        if ask is None:  # it follows by itself at a restart
            return None
        step = (seat, ask.step)
        rule(step not in self._steps, f"two questions have the same step: {step}")
        return step

    def promise(self, seat, number, uid):
        hall = self._hall
        nonce = make_nonce(hall.boards[seat].flash, hall.table.name, number)
        return commit(nonce, hall.table.name, number, seat, uid)

    def _on_commit(self, key, entry):
        self._laid_at = self._hall.now
        self.promises[key] = entry.commit
        self._promised.add((*key, entry.commit))

    def _on_withdraw(self, key, entry):
        self.promises.pop(key, None)

    def _on_open(self, key, entry):
        rule(isinstance(entry, Void) or key not in self._opened, "a card is opened twice")
        self._opened.add(key)
        self._known.add(getattr(entry, "uid", None))

    def on_restart(self, entries):
        rule(entries == self.durable, "the journal is not what was written")

    # Pages and files.

    def _look_at_pages(self, kinds):
        hall = self._hall
        if kinds[0] is Commit and not hall.table.evening.round.commits:
            watched = hall.spy.random() < VIEWS
            self._view_before = self._fixed_view() if watched else None
        if kinds[0] is Lock and self._view_before is not None:
            rule(self._fixed_view() == self._view_before, "a public view tells of a commitment")
            self._search_private_views()
            self._search_files()

    def _fixed_view(self):
        view = public_view(self._hall.table)
        seats = [{k: v for k, v in seat.items() if k not in MOVING} for seat in view["seats"]]
        return {k: v for k, v in view.items() if k not in MOVING} | {"seats": seats}

    def _search_private_views(self):
        hall = self._hall
        secrets = self.secrets()
        for seat in hall.boards:
            text = json.dumps(private_view(hall.table, seat), ensure_ascii=False)
            own = secrets.get(seat) if self._assisted() or seat in hall.table.secrets else None
            for owner, uid in secrets.items():
                card = hall.people.cards.card(uid)
                names = [uid, f'"{card.id}"', f'"{card.name}"']
                if own and hall.people.cards.card(own) is card:  # perhaps the other copy of it
                    names = [uid] if uid != own else []
                known = [name for name in names if name in text]
                rule(not known, f"seat {seat} sees {known} of seat {owner}; its own is {own}")

    def _search_files(self):
        files = [self._hall.path, *self._hall.path.parent.glob(self._hall.path.name + "-*")]
        raw = b"".join(path.read_bytes() for path in files)
        for uid in self.secrets().values():
            rule(uid.encode() not in raw, f"{uid} is in the journal's file before the lock")

    def emit(self, record):
        text = record.getMessage()
        tags = self._hall.tags
        rule(not any(uid in text for uid in tags), "a tag is in the log")
        rule(not any(f"{card} " in f"{text} " for card in set(tags.values())), "a card in the log")

    # Seats.

    def on_welcome(self, seat):
        play, question = seat._play, seat._question
        nothing = (play.committed, play.opened, question._confirmed) == (UNKNOWN, NOTHING, "")
        rule(nothing, "a new session starts with something acknowledged")

    def on_lights(self):
        for number, board in self._hall.boards.items():
            seat = board.seat
            if seat is None or not seat.session.sid or seat.state.phase not in OPEN_PHASES:
                continue
            card, key = seat._sight.card, (number, seat.state.round)
            if (key, card) not in self._light_seen and seat.light() == "committed":
                self._light_seen.add((key, card))
                rule((*key, self.promise(*key, card)) in self._promised, "a blue light too early")


_AFTER = {
    Commit: Referee._on_commit,
    Withdraw: Referee._on_withdraw,
    Open: Referee._on_open,
    Void: Referee._on_open,
}
