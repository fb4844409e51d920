"""All seats together, without input or output: bytes and the time in, events and bytes out.

>>> hub = Hub()
>>> hub.connect("/dev/ttyACM0", now=0.0)
>>> hub.tick(now=0.0)
[]
>>> hub.outgoing("/dev/ttyACM0")
b'\\n#WH 1*AC4A6D32\\n'
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from secrets import randbelow

from firmware.link import HOST, MESSAGES, PROTOCOL, Message, parse
from host_tools.link.events import Event, Gone, Noticed
from host_tools.link.known_boards import Health, HubPort, KnownBoard, KnownBoards
from host_tools.link.session import BoardSession
from host_tools.link.wanted import SeatState

SIDS = 0x10000
FIRST_V_MAX = 100_000_000  # the wire has nine digits: enough is left to count up in
LEAVE_S = 30.0  # for which a port without a seat of its own is left alone

log = logging.getLogger(__name__)


class Hub:
    """One session a board, whatever port it is on; not for two threads at once.

    Identity is the board's uid. Of two ports with one uid the one that was plugged in last wins.
    """

    def __init__(self, first_sid: int | None = None) -> None:
        # Both numbers start at random, so that no seat takes us for an earlier host.
        start = randbelow(SIDS) if first_sid is None else first_sid
        first_v = 1 + randbelow(FIRST_V_MAX) if first_sid is None else 1
        self._sids = (f"{number % SIDS:04x}" for number in count(start))
        self._tickets: Iterator[int] = count(1)
        self._ranks = count(1)
        self._ports: dict[str, HubPort] = {}
        self._beaten: dict[str, int] = {}  # ports closed for a newer one, and their ranks
        self._strangers: set[str] = set()  # ports without a seat that were reported
        self._boards = KnownBoards(first_v)
        self._events: list[Event] = []
        self._unwanted: list[str] = []

    # Ports

    def connect(self, name: str, now: float) -> None:
        """Add a port that was opened."""
        self._drop(name)
        rank = self._beaten.get(name) or next(self._ranks)  # reopening is not plugging in
        self._ports[name] = HubPort(name, rank, now)
        if name in self._strangers:
            self._ports[name].be_patient()

    def disconnect(self, name: str, now: float) -> None:
        """Forget a port that was unplugged or broke."""
        self._beaten.pop(name, None)
        self._strangers.discard(name)
        self._drop(name)

    def receive(self, name: str, data: bytes, now: float) -> list[Event]:
        """Take bytes from a port; return the events in them."""
        port = self._ports.get(name)
        for body in port.splitter.feed(data) if port else ():
            message = parse(body)
            if port and message and MESSAGES[message.kind][0] != HOST:
                self._hear(port, message, body, now)
        return self._drain()

    def tick(self, now: float) -> list[Event]:
        """Repeat what is not confirmed; notice who has fallen silent."""
        for port in list(self._ports.values()):
            self._tick(port, now)
        return self._drain()

    def outgoing(self, name: str) -> bytes:
        """Take the bytes to write to a port now."""
        port = self._ports.get(name)
        return port.queue.take() if port else b""

    def unwanted(self) -> list[str]:
        """Take the ports to close and leave alone for `LEAVE_S`; they need no `disconnect`."""
        unwanted, self._unwanted = self._unwanted, []
        return unwanted

    # What the table wants

    def show(self, board: str, state: SeatState) -> None:
        """Show a state: sent until the seat shows it, then every second."""
        self._boards[board].wanted.show(state)

    def deck(self, board: str, game: str, uids: Iterable[bytes]) -> None:
        """Send the seat the tags of this game, so that it refuses others at once."""
        self._boards[board].wanted.deal(game, uids)

    def tiles(self, board: str, tiles: Mapping[str, Iterable[bytes]]) -> None:
        """Send the seat the tags of the action tiles, by their keys."""
        self._boards[board].wanted.lay_out(tiles)

    def assign(self, board: str, seat: int) -> None:
        """Give the board its seat; another seat means another session."""
        self._boards[board].wanted.seat = seat

    def ack(self, board: str, seq: int) -> None:
        """Confirm a report: it is on the disk. Ignored when its session is over."""
        self._answer(board, seq, None)

    def refuse(self, board: str, seq: int, reason: str) -> None:
        """Refuse a report."""
        self._answer(board, seq, reason)

    def health(self, board: str) -> Health:
        """Return the health of a board, known or not."""
        return (self._boards.get(board) or KnownBoard(board)).health()

    def boards(self) -> list[str]:
        """Return every board that is or was there, in the order in which they said hello."""
        return list(self._boards)

    def _answer(self, uid: str, ticket: int, refusal: str | None) -> None:
        board = self._boards.get(uid)
        if board and board.port and board.port.session:
            board.port.queue.put(board.port.session.answer(ticket, refusal))

    # What seats say

    def _hear(self, port: HubPort, message: Message, body: bytes, now: float) -> None:
        if port.name not in self._ports:  # closed by a frame before this one
            return
        if message.kind == "HI":
            self._greet(port, message, now)
        elif port.session is None:
            return
        elif message.sid != port.session.sid:
            port.session.strays += 1
        elif port.session.renumbered():  # a commitment of the old seat could never be opened
            self._welcome(port, port.session.hello, now)
        else:
            events, answer = port.session.receive(message, body, now)
            self._boards[port.session.board].joined = True
            self._events += events
            port.queue.put(answer)

    def _greet(self, port: HubPort, hello: Message, now: float) -> None:
        port.greeted = True
        if hello.ver != PROTOCOL:
            self._outdated(port, hello)
            return
        session = port.session
        if session and (session.board, session.hello.boot) == (hello.board, hello.boot):
            if not session.open:  # it has not had our welcome yet
                session.heard = now
                return
        elif session and session.board != hello.board:
            self._end(port, "other")
        rival = self._boards[hello.board].port
        if rival and rival is not port:
            loser = min(rival, port, key=lambda either: either.rank)
            self._beat(loser, hello.board)
            if loser is port:
                return
        self._welcome(port, hello, now)

    def _welcome(self, port: HubPort, hello: Message, now: float) -> None:
        board = self._boards[hello.board]
        session = BoardSession(next(self._sids), hello, board.wanted, self._tickets, now)
        board.welcome(session, port)
        port.queue.put(session.tick(now))

    def _outdated(self, port: HubPort, hello: Message) -> None:
        self._end(port, "update")
        if port.outdated != hello.board:
            port.outdated = hello.board
            runs = hello.info.get("fw", "?")
            text = f"Seat {hello.board} on {port.name} runs firmware {runs}: update me."
            self._notice("update", port.name, text, hello.board)

    def _beat(self, port: HubPort, uid: str) -> None:
        if port.name not in self._beaten:
            text = f"Two boards say they are {uid}: {port.name} was there first and is left alone."
            self._notice("twin", port.name, text, uid)
        self._beaten[port.name] = port.rank
        if port.session:
            self._boards[port.session.board].port = None
        del self._ports[port.name]
        self._unwanted.append(port.name)

    # Time

    def _tick(self, port: HubPort, now: float) -> None:
        if complaint := port.complaint(now):
            log.warning(complaint)
        session = port.session
        if session and session.dead(now):
            self._end(port, "silent")
        elif session and session.open and session.spoiled():
            self._welcome(port, session.hello, now)
        if port.session:
            port.queue.put(port.session.tick(now))
        elif port.unknown(now):
            self._reject(port)
        else:
            port.ask(now)

    def _reject(self, port: HubPort) -> None:
        if port.name not in self._strangers:
            self._strangers.add(port.name)
            text = f"{port.name} does not answer as a seat does and is asked again now and then."
            self._notice("unknown", port.name, text)
        del self._ports[port.name]
        self._unwanted.append(port.name)

    # Ends

    def _drop(self, name: str) -> None:
        if port := self._ports.pop(name, None):
            self._end(port, "unplugged")

    def _end(self, port: HubPort, why: str) -> None:
        session, port.session = port.session, None
        if session is None:
            return
        board = self._boards[session.board]
        board.port = None
        if board.joined:
            board.joined = False
            self._events.append(Gone(board.uid, why))

    def _notice(self, code: str, port: str, text: str, board: str = "") -> None:
        log.warning(text)
        self._events.append(Noticed(code, port, text, board))

    def _drain(self) -> list[Event]:
        events, self._events = self._events, []
        return events
