"""A hall whose seats know the wire's document only."""

from host_tools.table.entries import Void
from tests.link.plain_seat import PlainSeat
from tests.link.room import STEP_MS
from tests.table.clumsy import Clumsy
from tests.table.hall import Hall

KEYS = {"b": "build", "w": "wonder", "s": "sell", "l": "left", "o": "ok", "r": "right"}
BOOT_MS = 400
LIFTED_MS = 150
AWAY_MS = 5000  # longer than a host takes to notice
NO_CARD = "04ffffffffffff"  # the tag of no card


class PlainBoard:
    """A board with a plain seat; it keeps its secret, and all else is lost at each start."""

    def __init__(self, uid, rng):
        self.uid = uid
        self.whole, self.seats = self, [self]
        self.tray = ()
        self.seat = None
        self._rng = rng
        self._secret = rng.randbytes(32)
        self._born = 0

    def start(self, now):
        self.seat = PlainSeat(self.uid, f"{self._rng.getrandbits(32):08x}", self._secret)
        self._born = now + BOOT_MS

    def stop(self):
        self.seat = None

    def step(self, data, now):
        if self.seat is None or now < self._born:
            return b""
        self.seat.lay(*self.tray)
        self.seat.receive(data, now / 1000)
        return self.seat.tick(now / 1000)


class PlainTray:
    """What a person does at a plain seat: a card that does not count is lifted and laid again."""

    def __init__(self, room, board):
        self.room, self.board = room, board
        self.step = ("", 0, "")  # what the person is asked
        self._free_at = 0  # when the hand is free

    def asks_for_secret(self, number):
        seat = self.board.seat
        return seat is not None and seat.round == number and seat.phase in ("play", "open")

    def lies(self, uid):
        return uid is not None and self.board.tray == (bytes.fromhex(uid),)

    @property
    def settled(self):
        """Whether the host knows that the card lies here, or that the seat is away."""
        seat = self.board.seat
        return seat is None or (seat.committed and self.idle)

    @property
    def idle(self):
        return self.room.now >= self._free_at

    def lay(self, uid, milliseconds=0):
        """Lay a card on an empty tray and leave it there for a while; return whether it lies."""
        tags = (bytes.fromhex(uid),) if uid else ()
        tray, seat = self.board.tray, self.board.seat
        if not self.idle or (tags == tray and not (seat and seat.amber)):
            return False
        self.board.tray = () if tray else tags
        self._free_at = self.room.now + (LIFTED_MS if tray else milliseconds)
        return not tray

    def clear(self):
        if self.board.tray:
            self.board.tray, self._free_at = (), self.room.now + LIFTED_MS

    def leave(self, uid):
        """Pull the cable, and come back after a while with another card on the tray."""
        self.board.tray = (bytes.fromhex(uid),)
        self.room.pull(self.board, noticed=True)

    def press(self, button):
        seat = self.board.seat
        letters = seat.light.partition(":")[2] if seat else ""
        if letters and seat.step == self.step[2] and letters[button] != "-":
            seat.press(KEYS[letters[button].lower()])


class PlainHall(Hall):
    """A hall in which every seat is a plain one, resets happen, and people are clumsy."""

    tray = PlainTray
    resets = replugs = 0.0  # chances a step

    def __init__(self, *more):
        self._away = {}  # boards, and when they come back
        super().__init__(*more)

    def board(self, number):
        return PlainBoard(f"b0a2d{number}", self.rng)

    def invite(self, cards):
        trays = {seat: self.tray(self, board) for seat, board in self.boards.items()}
        people = Clumsy(lambda: self.table.evening, cards, trays, self.seed, lambda: self.now)
        people.strangers = [NO_CARD]
        return people

    def step(self):
        board = self.rng.choice(list(self.boards.values()))
        if self.rng.random() < self.resets:
            self.reset(board)
        if self.rng.random() < self.replugs:
            self.pull(board, noticed=self.rng.random() < 0.5)
        for late in [late for late, when in self._away.items() if self.now >= when]:
            del self._away[late]
            self.plug(late, f"/dev/ttyUSB{self.now}{late.uid[-1]}")
        super().step()

    def pull(self, board, noticed):
        """Pull a cable, and plug it in elsewhere after a while."""
        if board.whole not in self._away:
            self.unplug(self.port_of(board), noticed)
            self._away[board.whole] = self.now + self.rng.randrange(0, AWAY_MS, STEP_MS)

    def voids(self):
        return [e for _, e in self.journal.read(self.table.number) if isinstance(e, Void)]
