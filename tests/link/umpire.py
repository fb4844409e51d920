"""A table without rules: cards are laid, locked and revealed, and every promise is checked.

Players lay a card, sometimes another one first, and wait for the blue light. When all have seen
it, the round is locked and revealed. Whatever the cables do, the card that is revealed must be
the card that lies there.
"""

from firmware.link import commit, make_nonce, opens
from host_tools.link.events import Committed, Opened, Withdrawn
from host_tools.link.wanted import SeatState
from tests.link.room import Room

GAME = "g1"
PATIENCE_MS = 120_000  # simulated, for one phase of one round


def card(seat, number):
    return bytes([4, seat, number, 0xAA, 0xBB, 0xCC, 0xDD])


class Umpire(Room):
    """Plays rounds in a room; `trouble` is called at each step and may do anything to it."""

    def __init__(self, seed=0, damage=0.0, seats=4, trouble=None, sizes=()):
        super().__init__(seed, damage)
        self.players = [self.board(number) for number in range(1, seats + 1)]
        self.share(self.players, sizes)
        self.seat_of = {board.uid: seat for seat, board in enumerate(self.players, 1)}
        self.trouble = trouble or (lambda room: None)
        self.phase = "idle"
        self.turn = 0
        self.promises = {}  # uid of the board: commitment of this round
        self.shown = {}  # uid of the board: the card it has opened
        self.last = {}
        self.answers = []
        for board in self.players:
            self.hub.assign(board.uid, self.seat_of[board.uid])
            self.hub.deck(board.uid, GAME, [card(s, n) for s in range(1, 9) for n in range(8)])
            board.tray = ()

    def start(self):
        for number, board in enumerate(self.players):
            self.plug(board, f"/dev/ttyACM{number}")

    # What the host does.

    def show(self, phase):
        self.phase = phase
        for board in self.players:
            stale = self.last.get(board.uid)
            self.hub.show(board.uid, SeatState(phase, GAME, self.turn, stale=stale))

    def heard(self, events):
        super().heard(events)
        for event in events:
            if isinstance(event, Committed | Withdrawn | Opened):
                self._judge(event)

    def _judge(self, event):
        taken = (event.game, event.round) == (GAME, self.turn) and self._take(event)
        durable = self.now + self.rng.randrange(0, 800, 10)  # a journal takes its time
        self.answers.append((durable, event, taken))

    def _answer(self):
        due = [answer for answer in self.answers if answer[0] <= self.now]
        self.answers = [answer for answer in self.answers if answer[0] > self.now]
        for _, event, taken in due:
            if taken:
                self.hub.ack(event.board, event.seq)
            else:
                self.hub.refuse(event.board, event.seq, "no")

    def _take(self, event):
        if isinstance(event, Opened):
            return self._open(event)
        if isinstance(event, Committed):
            if self.phase != "play":
                return self.promises[event.board] == event.commit
            self.promises[event.board] = event.commit
            return True
        if self.phase == "play":
            self.promises.pop(event.board, None)
        return self.phase == "play"

    def _open(self, event):
        assert self.phase == "reveal", "a card was opened before the lock"
        promise, seat = self.promises[event.board], self.seat_of[event.board]
        if not opens(promise, event.nonce, GAME, self.turn, seat, event.uid):
            return False
        self.shown[event.board] = bytes.fromhex(event.uid)
        return True

    # What must always be so.

    def step(self):
        self.trouble(self)
        super().step()
        self._answer()
        if self.phase == "play":
            for board in self.players:
                self._check_light(board)

    def _check_light(self, board):
        # The seat may be a moment behind its host, but never believe what is not on record.
        if board.seat and board.tray and self.is_blue(board):
            assert self.promises.get(board.uid) == self._promise(board, board.tray[0])

    def _promise(self, board, uid):
        nonce = make_nonce(board._secret, GAME, self.turn)
        return commit(nonce, GAME, self.turn, self.seat_of[board.uid], uid)

    def is_blue(self, board):
        seat = board.seat
        slot = (GAME, self.turn)
        right = seat is not None and (seat.state.game, seat.state.round) == slot
        return right and seat.light() == "committed"

    # What the players do.

    def play_round(self):
        self.turn += 1
        self.promises, self.shown = {}, {}
        self.show("play")
        cards = {board.uid: card(self.seat_of[board.uid], self.turn % 8) for board in self.players}
        for board in self.players:
            self.wait(self.rng.randrange(0, 300, 10))
            if self.rng.random() < 0.3:  # another card first, or the same one lifted again
                board.tray = (card(self.seat_of[board.uid], (self.turn + 3) % 8),)
                self.wait(self.rng.randrange(0, 1500, 10))
                board.tray = ()
                self.wait(self.rng.randrange(0, 500, 10))
            board.tray = (cards[board.uid],)
        self.step()  # before it a light may still mean the card before
        self.until(lambda: all(map(self.is_blue, self.players)), PATIENCE_MS, "blue lights")
        assert all(self._promise(b, cards[b.uid]) == self.promises[b.uid] for b in self.players)
        self.show("locked")
        self.wait(300)
        self.show("reveal")
        self.until(lambda: len(self.shown) == len(self.players), PATIENCE_MS, "openings")
        assert self.shown == cards
        self.last = cards
        for board in self.players:
            if self.rng.random() < 0.7:  # some leave their card lying into the next round
                board.tray = ()
