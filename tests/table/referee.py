"""The referee: watches every byte, write and light, and asserts the rules of the protocol."""

import json
import logging

from firmware.link import SEAT, commit, make_nonce
from firmware.seat.commitment import NOTHING, OPEN_PHASES, UNKNOWN
from firmware.seat.question import LETTERS
from host_tools.link.events import Committed, Gone, Joined, Pressed, Withdrawn
from host_tools.rules.moves import BUILD, RECRUIT
from host_tools.table.asks import asks, moves_with
from host_tools.table.entries import (
    Commit,
    Declare,
    Lock,
    OnTray,
    Open,
    Pay,
    Reply,
    Undeclare,
    Undo,
    Void,
    Withdraw,
    encode,
)
from host_tools.table.evening import LAYING
from host_tools.table.mistake import AGREE_S
from host_tools.table.private_view import private_view
from host_tools.table.view import public_view

# What may change in a view while cards are laid; none of it can tell a card.
MOVING = (
    "committed", "waited_for", "connected", "missing", "countdown", "log", "round", "trouble",
    "again", "undo", "paused", "pause_reason",
)  # fmt: skip
PHASE = ("phase", "phase_text")  # after the lock
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
        self._speakers = {}  # (port, sid): the seat's uid
        self._light_seen = set()
        self._view_before = self._view_locked = None
        self._confirmed = {}  # board: the commitment that it has confirmed in this session
        self._laid_at = 0  # when the last card was laid
        self._told = set()  # (seat, round): the card was told on a page
        self._refused = {}  # seat: the tag that does not count before its tray has been empty
        self._callers = {}  # seat: when it called for an undo of the turn that is shown
        self._operator = False  # confirms it
        self._foul = ""  # seen in the middle of a write
        self._present = set()  # boards with a session
        self._keys = set()  # (seat, round, key, tag): what was pressed, and which card lay there
        self._actions = {}  # (seat, round): what counts of that,
        self._synced_actions = {}  # and what of it is on the disk
        self._not_possible = set()  # (seat, round): chose what cannot be done with the card
        self._asked_at = {}  # (seat, round): since when it can press, or its card is built

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
            for board in self._hall.cables[port].board.seats:
                if board.seat.session.sid == message.sid:
                    self._speakers[port, message.sid] = board.uid
        elif message.kind == "NK":
            report = self._reports.get((port, message.sid, message.seq))
            secret = report and report.kind == "BT" and report.step.endswith("s")
            told = secret and report.key != "undo"
            rule(not told, "a refusal tells which key was pressed before the lock")
        elif message.kind == "AK":
            self._on_ack(port, self._reports.get((port, message.sid, message.seq)))

    def _on_ack(self, port, report):
        evening = self._hall.table.evening
        rule(len(self.durable) == evening.entries, "an AK before its record is synced")
        if report is None or report.kind not in ("CM", "RV"):
            return
        seat = evening.seat_of(self._speakers[port, report.sid])
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
                (self._present.add if isinstance(event, Joined) else self._present.discard)(
                    event.board
                )
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
        if isinstance(entry, Declare | Undeclare | Pay):
            self._check_action(evening, entry)
        if isinstance(entry, Declare | Undeclare | Commit | Withdraw | Void):
            key = (entry.seat, evening.round_of(entry.seat))
            self._actions.pop(key, None)  # it was chosen for the card before
            if isinstance(entry, Declare):
                self._actions[key] = entry.action
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
            if isinstance(entry, OnTray):
                self._known.add(entry.uid)  # it was laid openly
            if isinstance(entry, Reply):
                self._steps.add(note)
            elif isinstance(entry, Lock):
                self._locked |= set(note.items())
                self._view_locked = self._view_before and self._fixed_view()
            elif note:
                _AFTER[type(entry)](self, note, entry)
        self._unsynced = []
        self._synced_actions = dict(self._actions)
        self._look_before_the_reveal()

    def on_crash(self):
        self._actions = dict(self._synced_actions)
        self._unsynced, self._confirmed, self._callers = [], {}, {}
        self._present, self._asked_at = set(), {}

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
            if seat in current.actions:
                key = [seat, current.numbers[seat], current.actions[seat]]
                pressed = [uid for *what, uid in self._keys if what == key]
                promises = [self.promise(seat, current.numbers[seat], uid) for uid in pressed]
                rule(current.commits[seat] in promises, "a key counts for another card")

    def _check_undo(self, entry):
        """A turn is taken back when two seats, or one and the operator, have called for it."""
        late = self._hall.now - 1000 * AGREE_S
        calls = self._callers.items()
        callers = [seat for seat, (turn, when) in calls if turn == entry.turn and when > late]
        rule(self._operator or len(callers) > 1, f"a turn is taken back for {callers} alone")
        self._callers, self._operator = {}, False
        self._view_before = self._view_locked = None
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

    # What is done with the cards.

    def on_key(self, seat, board, button):
        """A person presses a button while a card lies there; a reader may see the one before."""
        key = LETTERS.get(board.seat._question.letters[button].lower())
        for uid in {*board.tray[:1], *board.seen[:1]}:
            self._keys.add((seat, board.seat.state.round, key, uid))

    def _check_action(self, evening, entry):
        """An action counts for the card for which it was chosen; nothing else is done with it."""
        current, seat = evening.round, entry.seat
        key = (seat, evening.round_of(seat))
        if isinstance(entry, Undeclare):
            if current.locked:
                self._not_possible.add(key)
        elif isinstance(entry, Pay):
            if seat in current.numbers:
                chosen = self._actions.get(key)
                same = chosen == current.actions[seat] or (chosen, current.actions[seat]) == (
                    "build", "recruit",
                )  # fmt: skip
                rule(same, f"{current.actions[seat]} is played, and {chosen} was chosen")
        elif current.locked and seat in current.numbers and seat not in current.actions:
            by_page = not evening.boards.get(evening.game.decider(seat))
            if not (by_page or self._events):
                self._check_default(evening, key, entry.action)

    def _check_default(self, evening, key, action):
        """Nobody has pressed: a card is built where that is legal, and its player could press."""
        seat, grace = key[0], evening.setup.grace
        rule(grace is not None, "a card is built though people want to be asked")
        legal = moves_with(evening, seat, evening.round.cards[seat])
        rule(action in legal and action in (BUILD, RECRUIT), f"{action} by itself is not legal")
        rule(self._there(evening, seat), "a card is built while its seat is away")
        rule(key not in self._not_possible, "a card is built though something else was chosen")
        waited = self._hall.now - self._asked_at.get(key, self._hall.now)
        rule(waited >= 1000 * grace, "a card is built before the grace is over")

    def _watch_grace(self):
        """Note who could press now, or would have to."""
        evening = self._hall.table.evening
        waiting = [seat for seat, ask in asks(evening).items() if ask.default]
        if evening.paused:
            waiting = []
        now = self._hall.now
        keys = [(s, evening.round_of(s)) for s in waiting if self._there(evening, s)]
        self._asked_at = {key: self._asked_at.get(key, now) for key in keys}

    def _there(self, evening, seat):
        """Whether whoever decides for a seat has a board that is there, or a page."""
        board = evening.boards.get(evening.game.decider(seat))
        return not board or board in self._present

    def _on_declare(self, key, entry):
        evening = self._hall.table.evening
        now = evening.round  # the same write may have taken the key back
        if evening.phase == LAYING and key[0] in now.commits and key[0] in now.actions:
            self._compare_keys(evening, key[0])

    def _compare_keys(self, evening, seat):
        """Whatever the key is, boards and pages of the others show the same."""
        hall, actions = self._hall, evening.round.actions
        kept, thorough = actions[seat], hall.spy.random() < VIEWS
        seen = []
        for action in ("build", "wonder", "sell"):
            actions[seat], evening.asked = action, None
            shown = [hall.table.state_of(board) for board in evening.boards.values() if board]
            others = [s for s in hall.boards if s != seat] if thorough else []
            views = [private_view(hall.table, other) for other in others]
            seen.append((shown, views, public_view(hall.table) if thorough else None))
        actions[seat], evening.asked = kept, None
        if not seen[0] == seen[1] == seen[2]:
            self._foul = "it can be seen which key was pressed before the lock"

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

    def _look_before_the_reveal(self):
        """All is revealed at once, when everybody has decided."""
        if self._view_locked is None:
            return
        current = self._hall.table.evening.round
        if current.locked and current.numbers:
            if self._fixed_view() != self._view_locked:
                self._foul = "a public view tells of a card before the reveal"
        else:
            self._view_locked = None

    def _fixed_view(self):
        """The public view without what may change before the reveal."""
        view = public_view(self._hall.table)
        moving = (*MOVING, *PHASE) if self._hall.table.evening.round.locked else MOVING
        seats = [{k: v for k, v in seat.items() if k not in MOVING} for seat in view["seats"]]
        return {k: v for k, v in view.items() if k not in moving} | {"seats": seats}

    def _search_private_views(self):
        hall = self._hall
        secrets, open_cards = self.secrets(), hall.table.evening.round.cards
        for seat in hall.boards:
            text = json.dumps(private_view(hall.table, seat), ensure_ascii=False)
            own = secrets.get(seat) if self._assisted() or seat in hall.table.secrets else None
            for owner, uid in secrets.items():
                card = hall.people.cards.card(uid)
                names = [uid, f'"{card.id}"', f'"{card.name}"']
                mine = hall.people.cards.card(own) if own else open_cards.get(seat)
                if mine is card:  # perhaps the other copy of it
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
        rule(not self._foul, self._foul)
        self._watch_grace()
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
    Declare: Referee._on_declare,
    Withdraw: Referee._on_withdraw,
    Open: Referee._on_open,
    Void: Referee._on_open,
}
