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
from host_tools.link.known_boards import ROOM, Health, HubPort, KnownBoard, KnownBoards, board_id
from host_tools.link.session import BoardSession
from host_tools.link.wanted import SeatState

SIDS = 0x10000
FIRST_V_MAX = 100_000_000  # the wire has nine digits: enough is left to count up in
LEAVE_S = 30.0  # for which a port without a seat of its own is left alone

log = logging.getLogger(__name__)


class Hub:
    """One session a seat, whatever port its board is on; not for two threads at once.

    Identity is the uid in a hello: a board's id, with a point and a number where the board has
    several seats. Of two ports with one board the one that was plugged in last wins.
    """

    room: float = ROOM  # bytes for a port in each `PACE_S`

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
        self._drop(name, now)
        rank = self._beaten.get(name) or next(self._ranks)  # reopening is not plugging in
        self._ports[name] = HubPort(name, rank, now, self.room)
        if name in self._strangers:
            self._ports[name].be_patient()

    def disconnect(self, name: str, now: float) -> None:
        """Forget a port that was unplugged or broke."""
        self._beaten.pop(name, None)
        self._strangers.discard(name)
        self._drop(name, now)

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
        if board and board.port and board.session:
            board.port.queue.put(board.session.answer(ticket, refusal))

    # What seats say

    def _hear(self, port: HubPort, message: Message, body: bytes, now: float) -> None:
        if port.name not in self._ports:  # closed by a frame before this one
            return
        if message.kind == "HI":
            self._greet(port, message, now)
        elif session := port.session(message.sid):
            self._report(port, session, message, body, now)
        else:
            port.stray(now)

    def _report(
        self, port: HubPort, session: BoardSession, message: Message, body: bytes, now: float
    ) -> None:
        if session.renumbered():  # a commitment of the old seat could never be opened
            self._welcome(port, session.hello, now)
            return
        events, answer = session.receive(message, body, now)
        self._boards[session.board].joined = True
        self._events += events
        port.queue.put(answer)

    def _greet(self, port: HubPort, hello: Message, now: float) -> None:
        port.greeted = True
        if hello.ver != PROTOCOL:
            self._outdated(port, hello, now)
            return
        for stranger in port.strangers(hello.board):
            self._end(port, stranger, "other", now)
        if port.full(hello.board) or self._goes_on(port, hello, now):
            return
        for rival in [other for other in self._ports.values() if other is not port]:
            if rival.board == board_id(hello.board):
                loser = min(rival, port, key=lambda either: either.rank)
                self._beat(loser, hello.board, now)
                if loser is port:
                    return
        self._welcome(port, hello, now)

    def _goes_on(self, port: HubPort, hello: Message, now: float) -> bool:
        """Return whether the seat's session goes on after a hello of the same boot."""
        session = port.sessions.get(hello.board)
        if session is None or session.hello.boot != hello.boot:
            return False
        if not session.open:  # it has not had our welcome yet
            session.heard = now
            return True
        # It may answer a question that was meant for another seat of its board.
        return port.was_asked(now) and not session.quiet(now)

    def _welcome(self, port: HubPort, hello: Message, now: float) -> None:
        board = self._boards[hello.board]
        session = BoardSession(next(self._sids), hello, board.wanted, self._tickets, now)
        board.welcome(session, port, now)

    def _outdated(self, port: HubPort, hello: Message, now: float) -> None:
        for uid in list(port.sessions):
            self._end(port, uid, "update", now)
        board = board_id(hello.board)
        if port.outdated != board:
            port.outdated = board
            runs = hello.info.get("fw", "?")
            text = f"Seat {hello.board} on {port.name} runs firmware {runs}: update me."
            self._notice("update", port.name, text, hello.board)

    def _beat(self, port: HubPort, uid: str, now: float) -> None:
        board = board_id(uid)
        if port.name not in self._beaten:
            text = (
                f"Two boards say they are {board}: {port.name} was there first and is left alone."
            )
            self._notice("twin", port.name, text, board)
        self._beaten[port.name] = port.rank
        for other in list(port.sessions):
            if other == uid:  # it is welcomed at the other port: no more than a restart
                self._boards[uid].port = None
            else:
                self._end(port, other, "twin", now)
        del self._ports[port.name]
        self._unwanted.append(port.name)

    # Time

    def _tick(self, port: HubPort, now: float) -> None:
        if complaint := port.complaint(now):
            log.warning(complaint)
        for uid, session in list(port.sessions.items()):
            if session.dead(now):
                self._end(port, uid, "silent", now)
            elif session.open and session.spoiled():
                self._welcome(port, session.hello, now)
        port.speak(now)
        if port.unknown(now):
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

    def _drop(self, name: str, now: float) -> None:
        if port := self._ports.pop(name, None):
            for uid in list(port.sessions):
                self._end(port, uid, "unplugged", now)

    def _end(self, port: HubPort, uid: str, why: str, now: float) -> None:
        port.end(uid, now)
        board = self._boards[uid]
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
