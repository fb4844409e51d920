"""A room: a hub, seats with the real firmware, bad cables between them, and one simulated clock.

Times are in milliseconds, as on the boards; the hub is told seconds.
"""

from itertools import islice
from random import Random

from firmware.link import HOST, SEAT, Splitter, parse
from firmware.seat.seat import SeatLogic
from firmware.seat.session import Inbox
from host_tools.link.events import REPORTS, Joined, Report
from host_tools.link.hub import LEAVE_S, Hub

STEP_MS = 10
BOOT_MS = 400
READ_MS = 60  # until a reader that has just started knows what lies there


class Board:
    """One board with its flash and its tray; what its seat knows is lost at each start."""

    def __init__(self, uid, rng, cap="rfid1,btn"):
        self.uid = uid
        self.whole, self.seats = self, [self]
        self.tray = ()
        self.seat = None
        self._cap = cap
        self._rng = rng
        self._secret = rng.randbytes(32)
        self._born = 0

    def start(self, now):
        boot = f"{self._rng.getrandbits(32):08x}"
        self.seat = SeatLogic(self.uid, boot, self._secret, self._cap)
        self._inbox = Inbox([self.seat])
        self._born = now

    def stop(self):
        self.seat = None

    def step(self, data, now):
        if self.seat is None or now < self._born + BOOT_MS:
            return b""
        age = now - self._born
        out = b""
        if data:
            self._inbox.receive(data, age)
            self.seat.telemetry = [("noise", self._inbox.noise())]
            out = self.seat.tick(age)
        if age >= BOOT_MS + READ_MS:
            self.seat.lay(self.tray, age)
        return out + self.seat.tick(age)


class SharedBoard:
    """One board with several seats: they have one cable and start together."""

    def __init__(self, seats):
        self.uid, self.whole, self.seats = seats[0].uid, self, seats
        for number, seat in enumerate(seats, 1):
            seat.uid, seat.whole = f"{self.uid}.{number}", self

    def start(self, now):
        for seat in self.seats:
            seat.start(now)

    def stop(self):
        for seat in self.seats:
            seat.stop()


class Cable:
    """Both directions of one cable; `damage` is the share of the frames that suffer."""

    def __init__(self, board, rng, damage=0.0):
        self.board = board
        self.damage = damage
        self._rng = rng
        self._late = []

    def carry(self, data, other):
        """What arrives of these bytes, and what of them comes back as an echo."""
        if not data or not self.damage:
            return data, b""
        arrives, echo = b"", b""
        for frame in data.split(b"\n"):
            if not frame:
                continue
            piece, back = self._spoil(b"\n" + frame + b"\n")
            arrives, echo = arrives + piece, echo + back
        return arrives, echo if other else b""

    def _spoil(self, frame):
        if self._rng.random() >= self.damage:
            if self._late and self._rng.random() < 0.2:  # an old frame comes once more
                return frame + self._late.pop(), b""
            return frame, b""
        place = self._rng.randrange(len(frame))
        flipped = bytes([frame[place] ^ 1 << self._rng.randrange(8)])
        self._late = [*self._late[-3:], frame]
        return self._rng.choice(
            [
                (b"", b""),
                (frame[:place], b""),
                (frame[place:], b""),
                (frame[:place] + flipped + frame[place + 1 :], b""),
                (frame + frame, b""),
                (frame[:place] + frame, b""),
                (b">>> \r\n\xff\x00" + frame[:place], b""),
                (frame, frame),
            ]
        )


class Room:
    """Plug boards into ports, let time pass, and hear what the hub makes of it."""

    def __init__(self, seed=0, damage=0.0):
        self.rng = Random(seed)
        self.damage = damage
        self.hub = Hub(first_sid=seed)
        self.now = 0
        self.cables = {}
        self.closed = {}  # ports that the hub does not want for now, and until when
        self.events = []
        self.wire = []  # every frame that was sent: time, port, message
        self.said = {}  # uid of a board: all that it has reported, in order
        self.floor = {}  # uid of a board: how far in that the host has heard

    # Things that happen in a room.

    def board(self, number):
        return Board(f"e66141{number:010x}", self.rng)

    def plug(self, board, port, found_after=0):
        """Plug a board in; its port is found and opened a little later."""
        if self.port_of(board):  # with another of its seats
            return
        board.whole.start(self.now)
        self.cables[port] = Cable(board.whole, self.rng, self.damage)
        self.hub.disconnect(port, self.now / 1000)  # no name is used anew before that is noticed
        self.closed[port] = self.now + found_after

    def unplug(self, port, noticed=True):
        """Pull a cable; a host may be slow to notice that a port is gone."""
        self.cables.pop(port).board.stop()
        self.closed.pop(port, None)
        if noticed:
            self.hub.disconnect(port, self.now / 1000)

    def port_of(self, board):
        whole = board.whole
        return next((port for port, cable in self.cables.items() if cable.board is whole), None)

    def share(self, boards, sizes):
        """Let these be seats of boards of these sizes, in order; the rest have one each."""
        left = iter(boards)
        for size in sizes:
            if len(seats := list(islice(left, size))) > 1:
                SharedBoard(seats)

    def reset(self, board):
        board.whole.start(self.now)

    # Time.

    def step(self):
        self.now += STEP_MS
        for port in list(self.cables):
            self._move(port)
        self.heard(self.hub.tick(self.now / 1000))
        for unwanted in self.hub.unwanted():
            self.closed[unwanted] = self.now + int(1000 * LEAVE_S)
        for port in [port for port, until in self.closed.items() if self.now >= until]:
            del self.closed[port]
            self.hub.connect(port, self.now / 1000)

    def wait(self, milliseconds):
        for _ in range(0, milliseconds, STEP_MS):
            self.step()

    def until(self, so, milliseconds=10_000, what=""):
        start = self.now
        while not so():
            assert self.now < start + milliseconds, f"never: {what}; last {self.events[-6:]}"
            self.step()
        return self.now - start

    def heard(self, events):
        for event in events:
            if isinstance(event, Joined):
                self._raise_floor(event.board)
            assert not isinstance(event, Report) or self.is_true(event), f"a false event: {event}"
        self.events += events

    def is_true(self, event):
        """Whether the seat has said this, and the host has heard of nothing later from it.

        A host cannot know that a late frame has been replaced by one that never arrived.
        """
        said = self.said.get(event.board, [])
        for place in range(self.floor.get(event.board, 0), len(said)):
            if event == REPORTS[said[place].kind](event.board, event.seq, said[place]):
                self.floor[event.board] = place
                return True
        return False

    def _raise_floor(self, uid):
        """A session has begun: nothing that was said before it counts any more."""
        sid, said = self.hub._boards[uid].session.sid, self.said.get(uid, [])
        places = [place for place, message in enumerate(said) if message.sid == sid]
        self.floor[uid] = places[0] if places else len(said)

    def _move(self, port):
        cable, echo, arrives = self.cables[port], b"", b""
        if sent := self.hub.outgoing(port):
            assert b"\x03" not in sent
            self._note(port, HOST, sent)
            arrives, echo = cable.carry(sent, other=True)
        said = b"".join(self._let_speak(port, seat, arrives) for seat in cable.board.seats)
        said, _ = cable.carry(said, other=False)
        if not (echo or said):
            return
        for piece in (echo + said).splitlines(keepends=True):  # judged before the next one counts
            if port not in self.closed:
                self.heard(self.hub.receive(port, piece, self.now / 1000))

    def _let_speak(self, port, seat, arrives):
        said = seat.step(arrives, self.now)
        if said:
            self._remember(seat, self._note(port, SEAT, said))
        return said

    def _note(self, port, mark, data):
        messages = [parse(body) for body in Splitter(mark).feed(data)]
        self.wire += [(self.now, port, message) for message in messages]
        return messages

    def _remember(self, board, messages):
        said = self.said.setdefault(board.uid, [])
        for message in messages:
            if message.kind in REPORTS and (not said or message.values() != said[-1].values()):
                said.append(message)

    # Questions to the notes.

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def frames(self, *kinds):
        return [message for _, _, message in self.wire if message.kind in kinds]
