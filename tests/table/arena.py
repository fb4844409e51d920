"""The arena: a hall in which everything goes wrong, with a referee who sees it all."""

import random
from dataclasses import dataclass, field

from host_tools.link.events import Gone, Joined
from host_tools.table import decisions
from host_tools.table.evening import LAYING
from host_tools.table.states import ask_of
from tests.link.room import STEP_MS, Board, Cable
from tests.table.clumsy import LEAVE, TRY, WRONG, Clumsy
from tests.table.hall import Hall
from tests.table.ledger import POINTS, Crash, Ledger
from tests.table.referee import Referee
from tests.table.steady import Forgetful

AWAY_MS = 5000  # for which a seat is away at most
CALL_MS = 600  # between those who call for an undo
PORTS = [f"/dev/ttyACM{number}" for number in range(24)]


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong: shares of frames and writes, and chances a step for the rest."""

    damage: float = 0.0
    resets: float = 0.0
    replugs: float = 0.0
    flicker: float = 0.0
    voids: float = 0.0  # by the operator
    crashes: float = 0.0  # at a write
    pages: float = 0.0  # an open card is named on the seat's page, whatever its tray asks for
    calls: float = 0.0  # for an undo: by one, or by several
    clocks: float = 0.0  # the wall clock is set
    countdown: int = 0  # seconds
    wrong: float = 0.0  # the share of the turns of each seat with a wrong card
    absences: float = 0.0  # and with a seat that leaves, and comes back with another card
    minds: float = 0.0  # and with other cards before the right one, and keys for them
    at_write: dict[int, str] = field(default_factory=dict)  # the n-th write, and the point

    @property
    def again(self):
        """Whether a card may be laid again when all others are ready: its key may be too late."""
        return bool(self.flicker or self.voids or self.wrong or self.absences)


class Flickering(Board):
    """A board whose reader loses the card for a moment, or does not know what it sees."""

    def __init__(self, uid, rng, referee):
        super().__init__(uid, rng)
        self.flash = self._secret  # what the referee knows of it
        self.seen = ()  # what the reader saw last,
        self.seen_before = ()  # and what lay there when the last bytes came
        self.cleared = True  # the seat has seen its tray empty since the last refusal
        self._referee = referee
        self._blind = 0
        self._sight = ()

    def flicker(self, now, sight, milliseconds):
        self._blind, self._sight = now + milliseconds, sight

    def start(self, now):
        super().start(now)
        seat, welcome = self.seat, self.seat._hears["WE"]

        def watched(message, at):
            sid = seat.session.sid
            welcome(message, at)
            if seat.session.sid != sid:
                self._referee.on_welcome(seat)

        seat._hears["WE"] = watched

    def step(self, data, now):
        tray = self.tray
        self.tray = self._sight if now < self._blind else tray
        out = super().step(data, now)
        self.seen_before, self.seen = self.seen, self.tray or self.seen
        self.cleared = self.cleared or (self.seat is not None and self.seat._sight.tags == ())
        self.tray = tray
        return out


class ArenaTray(Forgetful):
    """A tray whose seat may go away, and come back with another card."""

    def __init__(self, arena, board, seat):
        super().__init__(arena, board, arena.seed)
        self._seat = seat

    @property
    def settled(self):
        """Whether the host knows if the seat has been away."""
        return self.board not in self.room.unnoticed

    def lay(self, uid, milliseconds=0):
        lies = super().lay(uid, milliseconds)
        if lies and milliseconds:
            self.room.figures["wrong cards"] += 1
            self.room.wrong.add(uid)
        return lies

    def press(self, button):
        super().press(button)
        if self.board.seat is not None:
            self.room.referee.on_key(self._seat, self.board, button)

    def leave(self, uid):
        self.board.tray = (bytes.fromhex(uid),)
        self.room.leave(self._seat)


class Counted(Cable):
    """A cable that says how much it has spoilt."""

    def __init__(self, board, rng, damage, figures):
        super().__init__(board, rng, damage)
        self._figures = figures

    def _spoil(self, frame):
        arrives, echo = super()._spoil(frame)
        self._figures["damaged"] += (arrives, echo) != (frame, b"")
        return arrives, echo


class Arena(Hall):
    """Plays a game under faults; `figures` says how bad it was."""

    def __init__(self, table_setup, path, seed, faults, keen=False, sizes=()):
        self.faults, self.keen, self.sizes = faults, keen, sizes
        self.referee = Referee(self)
        self.figures = dict.fromkeys(
            ("frames", "damaged", "resets", "replugs", "crashes", "flickers", "voids", "pages"), 0
        ) | dict.fromkeys(("calls", "undos", "clocks", "wrong cards", "absences"), 0)
        self.wrong = set()  # the tags that were laid though they may not be played
        self.spy = random.Random(f"spy {seed}")
        self._fate = random.Random(f"fate {seed}")
        self._absent = {}  # board: when it is plugged in again
        self.unnoticed = set()  # boards that went away, and the host does not know
        self._calls = []  # when, and which seat
        self._wrong_by = 0.0  # seconds, of the clock on the wall
        self._writes = 0
        super().__init__(table_setup, path, seed, faults.damage)
        self._begun = True

    # Furniture with eyes.

    def board(self, number):
        return Flickering(f"e66141{number:010x}", self.rng, self.referee)

    def open_journal(self):
        return Ledger(self.path, self.referee, self._point)

    def invite(self, cards):
        trays = {s: ArenaTray(self, board, s) for s, board in self.boards.items()}
        shares = {WRONG: self.faults.wrong, LEAVE: self.faults.absences, TRY: self.faults.minds}
        people = Clumsy(lambda: self.table.evening, cards, trays, self.seed, lambda: self.now)
        people.shares, people.undos = shares, self.faults.calls > 0
        people.keen = self.keen
        return people

    def wall(self):
        return super().wall() + self._wrong_by

    def plug(self, board, port, found_after=0):
        if not self.port_of(board):
            super().plug(board, port, found_after)
            self.cables[port] = Counted(board.whole, self.rng, self.damage, self.figures)

    def take(self, events):
        self._watch_desk()
        gone = [event.board for event in events if isinstance(event, Gone | Joined)]
        self.unnoticed = {board for board in self.unnoticed if board.uid not in gone}
        self.referee.on_events(events)
        super().take(events)
        self.referee.on_events([])

    def _watch_desk(self):
        hub = self.hub
        if "ack" in vars(hub):
            return
        ack = hub.ack

        def watched(board, seq):
            self.referee.on_ack_asked(board, seq)
            ack(board, seq)

        hub.ack = watched

    def _note(self, port, mark, data):
        self.referee.on_bytes(mark, data)
        messages = super()._note(port, mark, data)
        self.wire.clear()  # a long game's notes are of no use here
        for message in messages:
            self.figures["frames"] += 1
            self.referee.on_frame(port, mark, message)
        return messages

    # Trouble.

    def _point(self):
        """At which point of this write the host dies, if it does."""
        if not getattr(self, "_begun", False):
            return None
        self._writes += 1
        if self._fate.random() < self.faults.crashes:
            return self._fate.choice(POINTS)
        return self.faults.at_write.get(self._writes)

    def _strike(self):
        fate, faults = self._fate, self.faults
        for name, trouble in _TROUBLES.items():
            if fate.random() < getattr(faults, name):
                trouble(self, fate.choice(list(self.boards)))
        for call in [call for call in self._calls if self.now >= call[0]]:
            self._calls.remove(call)
            self._press_undo(call[1])
        for board in [board for board, at in self._absent.items() if self.now >= at]:
            del self._absent[board]
            free = [port for port in PORTS if port not in self.cables]
            self.plug(board, fate.choice(free), found_after=fate.randrange(0, 260, 10))

    def _reset(self, seat):
        if self.boards[seat].seat is not None:
            self.figures["resets"] += 1
            self.reset(self.boards[seat])

    def _pull(self, seat):
        board = self.boards[seat]
        port = self.port_of(board)
        if port is not None:
            self.figures["replugs"] += 1
            self.unplug(port, noticed=self._fate.random() < 0.5)
            self._absent[board] = self.now + self._fate.randrange(0, 800, 10)

    def leave(self, seat):
        """A seat goes away for a while, perhaps longer than the host takes to notice."""
        board = self.boards[seat]
        self.figures["absences"] += 1
        if (port := self.port_of(board)) is not None:
            self.unnoticed.add(board)
            self.unplug(port, noticed=self._fate.random() < 0.5)
        self._absent[board] = self.now + self._fate.randrange(0, AWAY_MS, STEP_MS)

    def _flicker(self, seat):
        self.figures["flickers"] += 1
        sight = self._fate.choice([(), (), None])
        self.boards[seat].flicker(self.now, sight, self._fate.randrange(20, 300, 10))

    def _void(self, seat):
        evening = self.table.evening
        if evening.phase == LAYING and seat in evening.round.commits:
            self.figures["voids"] += 1
            self.table.record(decisions.void(evening, seat), self.wall())

    def _page(self, seat):
        """A person who has decided answers on the page, with the same card."""
        evening = self.table.evening
        ask = ask_of(evening, seat)
        uid = self.people.decided(ask) if ask and ask.takes_card else None
        if uid is not None:
            self.figures["pages"] += 1
            self.wrong.add(uid)  # it may lie there still when the next round begins
            if self.keen:  # then it could lock the table before the others have pressed their keys
                self.boards[seat].tray = ()
            card = self.people.cards.card(uid)
            self.table.lay_page(ask, card.id, self.wall())

    def _call(self, seat):
        """One, two or all call for an undo, one after another."""
        self.figures["calls"] += 1
        others = [other for other in self.boards if other != seat]
        self._fate.shuffle(others)
        callers = [seat, *others][: self._fate.choice([1, 2, 2, len(self.boards)])]
        times = sorted(self._fate.randrange(0, CALL_MS, STEP_MS) for _ in callers)
        self._calls += [
            (self.now + time, caller) for time, caller in zip(times, callers, strict=True)
        ]

    def _press_undo(self, seat):
        board, evening = self.boards[seat], self.table.evening
        how = self._fate.choice(["button", "button", "page", "operator"])
        if how == "button" and board.seat is not None:
            board.seat.press(1, True, self.now)
        elif how == "page" and evening.turn_shown() >= 0:
            self.referee.on_call(seat)
            self.table.record(self.table.call_mistake(seat), self.wall())
        elif how == "operator" and self.table.call is not None:
            self.referee.on_operator()
            self.table.record(decisions.undo(evening), self.wall())

    def _set_clock(self, seat):
        self.figures["clocks"] += 1
        self._wrong_by = self._fate.uniform(-3, 3) * 3600

    # Time.

    def step(self):
        try:
            self._strike()
            super().step()
        except Crash:
            self.crash()
        self.referee.on_lights()

    def crash(self):
        """The host dies, and is away for a while; what boards say meanwhile may wait for it."""
        self.figures["crashes"] += 1
        self.referee.on_crash()
        said = dict.fromkeys(self.cables, b"")
        for _ in range(self._fate.choice([0, 1, 20, 100])):
            self.now += STEP_MS
            for port, cable in self.cables.items():
                for seat in cable.board.seats:
                    said[port] += seat.step(b"", self.now)
        try:
            super().crash()
            self.referee.on_restart([entry for _, entry in self.journal.read(self.table.number)])
            for port, data in said.items():
                if self._fate.random() < 0.5:
                    self.heard(self.hub.receive(port, data[-4096:], self.now / 1000))
        except Crash:
            self.crash()


_TROUBLES = {
    "resets": Arena._reset,
    "replugs": Arena._pull,
    "flicker": Arena._flicker,
    "voids": Arena._void,
    "pages": Arena._page,
    "calls": Arena._call,
    "clocks": Arena._set_clock,
}
