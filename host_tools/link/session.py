"""A session with one boot of one board, from the welcome until it falls silent."""

from collections.abc import Iterator

from firmware.link import PROTOCOL, SEQ_MAX, Message, line
from host_tools.link.deck_transfer import DeckTransfer
from host_tools.link.events import REPORTS, Event, Faulted, Joined, Shown
from host_tools.link.wanted import Wanted

INSISTS = 5  # repeats of an overtaken report, after which the session is out of step


def overtaken(seq: int, newest: int) -> bool:
    """Return whether a report is older than the newest one; numbers wrap around."""
    return (seq - newest) % SEQ_MAX > SEQ_MAX // 2


class Reports:
    """The newest report: a seat has one in flight, and older ones are void."""

    def __init__(self, tickets: Iterator[int]) -> None:
        self.stale = 0  # in a row
        self._tickets = tickets
        self._ticket = 0
        self._seq = 0
        self._body = b""
        self._accepted = False

    def take(self, seq: int, body: bytes) -> int:
        """Return the ticket under which the table answers this report; 0 when it is void."""
        if body != self._body:
            if self._ticket and overtaken(seq, self._seq):
                self.stale += 1
                return 0
            self._ticket, self._seq, self._body = next(self._tickets), seq, body
            self._accepted = False
        self.stale = 0
        return self._ticket

    def accepted(self, ticket: int) -> bool:
        """Return whether the table has accepted this report, so that only the answer was lost."""
        return self._accepted and ticket == self._ticket

    def settle(self, ticket: int, accepted: bool) -> int:
        """Return the number on the wire that an answer goes to; 0 when the report is void."""
        if ticket != self._ticket or not ticket:
            return 0
        self._accepted = accepted
        return self._seq


AGAIN_S = 0.2  # until a state that is not confirmed is sent again
BEAT_S = 1.0  # until a confirmed one is
SILENCE_S = 3.0
QUIET_S = 1.5  # a seat says something every second
ASTRAY = 2  # strays in a row: one may be late, two mean that the seat followed a late welcome


class BoardSession:
    """Sends a seat its wanted state until it shows it, and hands on what the seat reports."""

    def __init__(
        self, sid: str, hello: Message, wanted: Wanted, tickets: Iterator[int], now: float
    ) -> None:
        self.sid = sid
        self.hello = hello
        self.board = hello.board
        self.seat = wanted.seat
        self.open = False  # a frame of this session arrived: both directions work
        self.heard = now
        self.shown = 0
        self.lag = 0.0  # seconds from a new state to the seat that shows it
        self.info = hello.info
        self._wanted = wanted
        self._reports = Reports(tickets)
        self._transfer = DeckTransfer(wanted.tags, sid)
        self.said = -BEAT_S  # when the state was sent last
        self.dealt = -BEAT_S  # when a line of the deck was
        self._invited = False
        self._said_v = 0
        self._first_said = now
        self._collides = False
        self.strays = 0  # frames of another session since the last one of ours

    # Input

    def receive(self, message: Message, body: bytes, now: float) -> tuple[list[Event], bytes]:
        """Take a message of this session; return its events and the immediate answer."""
        self.heard = now
        self.strays = 0
        events: list[Event] = []
        if not self.open:
            self.open = True
            events.append(Joined(self.board, self.hello.info, self.hello.boot))
        if message.kind == "UP":
            events.append(self._show(message, now))
            return events, b""
        return self._report(message, body, events)

    def _show(self, message: Message, now: float) -> Shown:
        # Only an earlier host can have sent a later state: we happen to use its session number.
        self._collides = message.v > self._wanted.v
        if message.v == self._wanted.v != self.shown:
            self.lag = now - self._first_said
        self.shown = message.v
        self.info = message.info
        if message.v >= self._wanted.game_v:
            self._transfer.confirm(message.info.get("dk", ""))
        return Shown(self.board, message.v, message.info)

    def _report(
        self, message: Message, body: bytes, events: list[Event]
    ) -> tuple[list[Event], bytes]:
        ticket = self._reports.take(message.seq, body)
        if not ticket:
            return events, b""
        if self._reports.accepted(ticket):  # only our answer was lost
            return events, self.answer(ticket)
        event = REPORTS[message.kind](self.board, ticket, message)
        events.append(event)
        return events, self.answer(ticket) if isinstance(event, Faulted) else b""

    def answer(self, ticket: int, refusal: str | None = None) -> bytes:
        """The answer to a report; nothing when the report is void by now."""
        seq = self._reports.settle(ticket, refusal is None)
        if not seq:
            return b""
        return line("AK", self.sid, seq) if refusal is None else line("NK", self.sid, seq, refusal)

    # Time

    def dead(self, now: float) -> bool:
        """Return whether the seat has been silent for too long."""
        return now - self.heard >= SILENCE_S

    def quiet(self, now: float) -> bool:
        """Return whether nothing has come for longer than a seat in its session ever waits."""
        return now - self.heard >= QUIET_S

    def spoiled(self) -> bool:
        """Return whether a new session is needed."""
        # The hashes of two decks must never mix on a seat, so each deck has a session of its own.
        another_deck = self._transfer.started and self._transfer.tags is not self._wanted.tags
        astray = self.strays >= ASTRAY or self._reports.stale >= INSISTS
        return self._collides or another_deck or self.renumbered() or astray

    def renumbered(self) -> bool:
        """Return whether the board was given another seat since the welcome."""
        return self.seat != self._wanted.seat

    def has_news(self) -> bool:
        """Return whether the seat has not been sent its state or its welcome yet."""
        return self._said_v != self._wanted.v

    def due(self, now: float) -> bytes:
        """Return the next piece that is due, if any: the welcome, then the state."""
        if now < self.said + self._pause():
            return b""
        self._invited = not self.open and not self._invited
        return self._invite() if self._invited else self._state(now)

    def _invite(self) -> bytes:
        welcome = line("WE", PROTOCOL, self.hello.boot, self.sid, self.seat)
        # It answers another session: our hello may have come late, from an earlier boot.
        return welcome + line("WH", PROTOCOL) if self.strays >= ASTRAY else welcome

    def _pause(self) -> float:
        if self.has_news():
            return 0.0
        return BEAT_S if self.open and self.shown == self._wanted.v else AGAIN_S

    def _state(self, now: float) -> bytes:
        if self._said_v != self._wanted.v:
            self._said_v, self._first_said = self._wanted.v, now
        self.said = now
        return self._wanted.state.frame(self.sid, self._wanted.v)

    def deck_line(self, now: float) -> bytes:
        """Return the line of the deck that is due, if any."""
        if not self.open or self.shown < self._wanted.game_v:
            return b""  # a seat forgets its deck when the game changes
        if self._transfer.tags is not self._wanted.tags:
            self._transfer = DeckTransfer(self._wanted.tags, self.sid)
        frame = self._transfer.due(now)
        if frame:
            self.dealt = now
            if self._transfer.wants_answer():
                self.said = -BEAT_S  # the state asks for it
        return frame
