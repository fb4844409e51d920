"""A session with one boot of one board, from the welcome to the silence."""

from collections.abc import Iterator

from firmware.link import PROTOCOL, Message, line
from host_tools.link.deal import Deal
from host_tools.link.events import REPORTS, Event, Faulted, Joined, Shown
from host_tools.link.reports import INSISTS, Reports
from host_tools.link.wanted import Wanted

AGAIN_S = 0.2  # between two tellings of what is not confirmed
BEAT_S = 1.0  # between two tellings of what is
SILENCE_S = 3.0
ASTRAY = 2  # frames of another session in a row: a late welcome has led the seat there


class Session:
    """Tells a seat what is wanted until it shows it, and hands on what the seat reports."""

    def __init__(
        self, sid: str, hello: Message, wanted: Wanted, tickets: Iterator[int], now: float
    ) -> None:
        self.sid = sid
        self.hello = hello
        self.board = hello.uid
        self.seat = wanted.seat
        self.open = False  # a frame of this session has come: both ways work
        self.heard = now
        self.shown = 0
        self.lag = 0.0  # seconds from a new state to the seat that shows it
        self.info = hello.info
        self._wanted = wanted
        self._reports = Reports(tickets)
        self._deal = Deal(wanted.cards, sid)
        self._said = -BEAT_S
        self._said_v = 0
        self._first_said = now
        self._collides = False
        self._strange = 0  # frames of another session since the last one of ours

    # What comes in.

    def receive(self, message: Message, body: bytes, now: float) -> tuple[list[Event], bytes]:
        """Take a message of this session; return what it means and what is answered at once."""
        self.heard = now
        self._strange = 0
        events: list[Event] = []
        if not self.open:
            self.open = True
            events.append(Joined(self.board, self.hello.info, self.hello.boot))
        if message.kind == "UP":
            events.append(self._show(message, now))
            return events, b""
        return self._report(message, body, events)

    def wonder(self) -> None:
        """A frame of another session came: one may be late, two mean that the seat is there."""
        self._strange += 1

    def _show(self, message: Message, now: float) -> Shown:
        # Only a host before us can have sent a later state: we have drawn its session's number.
        self._collides = message.v > self._wanted.v
        if message.v == self._wanted.v != self.shown:
            self.lag = now - self._first_said
        self.shown = message.v
        self.info = message.info
        if message.v >= self._wanted.game_v:
            self._deal.confirm(message.info.get("dk", ""))
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

    # Time.

    def dead(self, now: float) -> bool:
        """Whether the seat has been silent for too long."""
        return now - self.heard >= SILENCE_S

    def spoiled(self) -> bool:
        """Whether only a new session puts this right."""
        # The hashes of two deals must never mix on a seat, so each deal has a session of its own.
        redealt = self._deal.started and self._deal.cards is not self._wanted.cards
        renumbered = self.seat != self._wanted.seat
        astray = self._strange >= ASTRAY or self._reports.stale >= INSISTS
        return self._collides or redealt or renumbered or astray

    def tick(self, now: float) -> bytes:
        """What is due by now: the welcome, the state, a line of the deal."""
        out = self._deal_line(now) if self.open else b""
        if now < self._said + self._pause():
            return out
        return out + (b"" if self.open else self._invite()) + self._state(now)

    def _invite(self) -> bytes:
        welcome = line("WE", PROTOCOL, self.hello.boot, self.sid, self.seat)
        # It talks, but not to us: the hello may have been a late one of a boot that is over.
        return welcome + line("WH", PROTOCOL) if self._strange >= ASTRAY else welcome

    def _pause(self) -> float:
        if self._said_v != self._wanted.v:
            return 0.0
        return BEAT_S if self.open and self.shown == self._wanted.v else AGAIN_S

    def _state(self, now: float) -> bytes:
        if self._said_v != self._wanted.v:
            self._said_v, self._first_said = self._wanted.v, now
        self._said = now
        return self._wanted.state.frame(self.sid, self._wanted.v)

    def _deal_line(self, now: float) -> bytes:
        if self.shown < self._wanted.game_v:  # a seat forgets its deck when the game changes
            return b""
        if self._deal.cards is not self._wanted.cards:
            self._deal = Deal(self._wanted.cards, self.sid)
        frame = self._deal.due(now)
        return frame + self._state(now) if frame and self._deal.told() else frame
