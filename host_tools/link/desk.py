"""All seats together, without input or output: bytes and the time in, events and bytes out.

>>> desk = Desk()
>>> desk.connect("/dev/ttyACM0", now=0.0)
>>> desk.tick(now=0.0)
[]
>>> desk.outgoing("/dev/ttyACM0")
b'\\n#WH 1*AC4A6D32\\n'
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from secrets import randbelow

from firmware.link import HOST, MESSAGES, PROTOCOL, Message, parse
from host_tools.link.boards import Board, Boards, Health
from host_tools.link.cable import Cable
from host_tools.link.events import Event, Gone, Noticed
from host_tools.link.session import Session
from host_tools.link.state import State

SIDS = 0x10000
FIRST_V_MAX = 100_000_000  # the wire has nine digits: enough is left to count up in
LEAVE_S = 30.0  # a port without a seat of its own is left alone for so long

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Unwanted:
    """A port to close and to leave alone for some seconds."""

    port: str
    seconds: float


class Desk:
    """Ports come and go, seats are known by their boards; not for two threads at once.

    Identity is the board's uid. Of two ports with one uid the one that was plugged in last wins.
    """

    def __init__(self, first_sid: int | None = None) -> None:
        # Both numbers start anywhere, so that no seat takes us for the host before us.
        start = randbelow(SIDS) if first_sid is None else first_sid
        first_v = 1 + randbelow(FIRST_V_MAX) if first_sid is None else 1
        self._sids = (f"{number % SIDS:04x}" for number in count(start))
        self._tickets: Iterator[int] = count(1)
        self._ranks = count(1)
        self._cables: dict[str, Cable] = {}
        self._beaten: dict[str, int] = {}  # ports closed for a newer one, and their ranks
        self._strangers: set[str] = set()  # ports without a seat that the operator knows of
        self._boards = Boards(first_v)
        self._events: list[Event] = []
        self._unwanted: list[Unwanted] = []

    # Ports.

    def connect(self, port: str, now: float) -> None:
        """A port was opened."""
        self._drop(port, "unplugged")
        rank = self._beaten.get(port) or next(self._ranks)  # reopening is not plugging in
        self._cables[port] = Cable(port, rank, now)

    def disconnect(self, port: str, now: float) -> None:
        """A port is gone: unplugged, or broken."""
        self._beaten.pop(port, None)
        self._strangers.discard(port)
        self._drop(port, "unplugged")

    def receive(self, port: str, data: bytes, now: float) -> list[Event]:
        """Take what came from a port; return what it means."""
        cable = self._cables.get(port)
        for body in cable.splitter.feed(data) if cable else ():
            message = parse(body)
            if cable and message and MESSAGES[message.kind][0] != HOST:
                self._hear(cable, message, body, now)
        return self._drain()

    def tick(self, now: float) -> list[Event]:
        """Let time pass: repeat what is not confirmed, notice who has fallen silent."""
        for cable in list(self._cables.values()):
            self._tick(cable, now)
        return self._drain()

    def outgoing(self, port: str) -> bytes:
        """Take the bytes to write to a port now."""
        cable = self._cables.get(port)
        return cable.outbox.take() if cable else b""

    def unwanted(self) -> list[Unwanted]:
        """Take the ports to close; they need no `disconnect`."""
        unwanted, self._unwanted = self._unwanted, []
        return unwanted

    # What the table wants.

    def show(self, board: str, state: State) -> None:
        """Want this state shown: told until the seat shows it, then each second."""
        self._boards[board].wanted.show(state)

    def deck(self, board: str, game: str, uids: Iterable[bytes]) -> None:
        """Let the seat know the tags of this game, so that it can tell a stranger at once."""
        self._boards[board].wanted.deal(game, uids)

    def tiles(self, board: str, tiles: Mapping[str, Iterable[bytes]]) -> None:
        """Let the seat know the tags of the action tiles, by their keys."""
        self._boards[board].wanted.lay_out(tiles)

    def assign(self, board: str, seat: int) -> None:
        """Give the board its place at the table; another place means another session."""
        self._boards[board].wanted.seat = seat

    def ack(self, board: str, seq: int) -> None:
        """A report is durable; nothing happens when its session is over."""
        self._answer(board, seq, None)

    def refuse(self, board: str, seq: int, reason: str) -> None:
        """A report is not taken."""
        self._answer(board, seq, reason)

    def health(self, board: str) -> Health:
        """How a board fares, known or not."""
        return (self._boards.find(board) or Board(board)).health()

    def boards(self) -> list[str]:
        """Every board that is or was there."""
        return self._boards.known()

    def _answer(self, uid: str, ticket: int, refusal: str | None) -> None:
        board = self._boards.find(uid)
        if board and board.cable and board.cable.session:
            board.cable.outbox.put(board.cable.session.answer(ticket, refusal))

    # What seats say.

    def _hear(self, cable: Cable, message: Message, body: bytes, now: float) -> None:
        if cable.port not in self._cables:  # closed by a frame before this one
            return
        if message.kind == "HI":
            self._greet(cable, message, now)
        elif cable.session is None:
            return
        elif message.sid != cable.session.sid:
            cable.session.wonder()
        else:
            events, answer = cable.session.receive(message, body, now)
            self._boards[cable.session.board].joined = True
            self._events += events
            cable.outbox.put(answer)

    def _greet(self, cable: Cable, hello: Message, now: float) -> None:
        cable.greeted = True
        if hello.ver != PROTOCOL:
            self._outdated(cable, hello)
            return
        session = cable.session
        if session and (session.board, session.hello.boot) == (hello.uid, hello.boot):
            if not session.open:  # it has not had our welcome yet
                session.heard = now
                return
        elif session and session.board != hello.uid:
            self._end(cable, "other")
        rival = self._boards[hello.uid].cable
        if rival and rival is not cable:
            loser = min(rival, cable, key=lambda each: each.rank)
            self._beat(loser, hello.uid)
            if loser is cable:
                return
        self._welcome(cable, hello, now)

    def _welcome(self, cable: Cable, hello: Message, now: float) -> None:
        board = self._boards[hello.uid]
        session = Session(next(self._sids), hello, board.wanted, self._tickets, now)
        board.welcome(session, cable)
        cable.outbox.put(session.tick(now))

    def _outdated(self, cable: Cable, hello: Message) -> None:
        self._end(cable, "update")
        if cable.outdated != hello.uid:
            cable.outdated = hello.uid
            runs = hello.info.get("fw", "?")
            text = f"Seat {hello.uid} on {cable.port} runs firmware {runs}: update me."
            self._notice("update", cable.port, text, hello.uid)

    def _beat(self, cable: Cable, uid: str) -> None:
        if cable.port not in self._beaten:
            text = f"Two boards say they are {uid}: {cable.port} was there first and is left alone."
            self._notice("twin", cable.port, text, uid)
        self._beaten[cable.port] = cable.rank
        if cable.session:
            self._boards[cable.session.board].cable = None
        del self._cables[cable.port]
        self._unwanted.append(Unwanted(cable.port, LEAVE_S))

    # Time.

    def _tick(self, cable: Cable, now: float) -> None:
        if complaint := cable.complaint(now):
            log.warning(complaint)
        session = cable.session
        if session and session.dead(now):
            self._end(cable, "silent")
        elif session and session.open and session.spoiled():
            self._welcome(cable, session.hello, now)
        if cable.session:
            cable.outbox.put(cable.session.tick(now))
        elif cable.unknown(now):
            self._reject(cable)
        else:
            cable.ask(now)

    def _reject(self, cable: Cable) -> None:
        if cable.port not in self._strangers:
            self._strangers.add(cable.port)
            text = f"{cable.port} does not answer as a seat does and is asked again now and then."
            self._notice("unknown", cable.port, text)
        del self._cables[cable.port]
        self._unwanted.append(Unwanted(cable.port, LEAVE_S))

    # Ends.

    def _drop(self, port: str, why: str) -> None:
        cable = self._cables.pop(port, None)
        if cable:
            self._end(cable, why)

    def _end(self, cable: Cable, why: str) -> None:
        session, cable.session = cable.session, None
        if session is None:
            return
        board = self._boards[session.board]
        board.cable = None
        if board.joined:
            board.joined = False
            self._events.append(Gone(board.uid, why))

    def _notice(self, code: str, port: str, text: str, board: str = "") -> None:
        log.warning(text)
        self._events.append(Noticed(code, port, text, board))

    def _drain(self) -> list[Event]:
        events, self._events = self._events, []
        return events
