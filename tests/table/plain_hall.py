"""A hall whose seats know the wire's document only, and clumsy people who use them."""

import random

from host_tools.table.entries import Void
from tests.link.plain_seat import PlainSeat
from tests.table.hall import Hall
from tests.table.steady import Steady

KEYS = {"b": "build", "w": "wonder", "s": "sell", "l": "left", "o": "ok", "r": "right"}
BOOT_MS = 400
LIFTED_MS = 150
WRONG_MS = 1500  # for which a wrong card lies at most
NO_CARD = "04ffffffffffff"  # the tag of no card


class PlainBoard:
    """A board with a plain seat; it keeps its secret, and all else is lost at each start."""

    def __init__(self, uid, rng):
        self.uid = uid
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
        """Whether a card lies here that the host has on record."""
        return self.board.seat is not None and self.board.seat.committed and self.idle

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
        self.lay(None)

    def press(self, button):
        seat = self.board.seat
        letters = seat.light.partition(":")[2] if seat else ""
        if letters and seat.step == self.step[2] and letters[button] != "-":
            seat.press(KEYS[letters[button].lower()])


class Clumsy(Steady):
    """People who lay wrong cards and leave them lying, lift cards, and change their minds.

    In some turns a card that the host must refuse lies there for a while, and may be locked. In
    others people try their other cards first: one of them thinks until all the rest have settled.
    """

    share = 0.0  # of the turns

    def _lay_secret(self, evening, seat, place):
        turn = (self._seed, evening.game.age, evening.game.turn)
        plan = self._once("plan", seat, "", make=lambda: self._plan(evening, seat, turn))
        if plan and place.idle:
            self._laid[seat] = plan[-1][0]
            if place.lay(*plan[-1]):
                plan.pop()
        elif not plan and (seat != self._thinker(turn) or self._rest_settled(seat)):
            super()._lay_secret(evening, seat, place)
            self._decided["right", seat, ""] = place.lies(self._laid.get(seat))

    def _plan(self, evening, seat, turn):
        """Return what is laid before the right card, and for how long."""
        chance = random.Random(f"plan {turn} {seat}")
        thinker = self._thinker(turn)
        if thinker == seat or chance.random() >= self.share:
            return []
        if thinker is None:
            return [(self._wrong(evening, chance), chance.randrange(30, WRONG_MS))]
        hand = self.cards.hands.get(seat, []) if evening.game.turn else []
        return [(uid, chance.randrange(0, 300)) for uid in hand if chance.random() < 0.5]

    def _wrong(self, evening, chance):
        """A card of another Age, a copy that was played before, or a tag that is no card."""
        age = evening.game.age if evening.game.turn else 0
        other = [uid for uid in self.cards.tags if self.cards.card(uid).age != age]
        return chance.choice([NO_CARD, *sorted(evening.spent())[:8], *chance.sample(other, 8)])

    def _thinker(self, turn):
        return random.Random(f"thinker {turn}").choice([None, *self.places])

    def _rest_settled(self, seat):
        return all(
            place.settled and self._decided.get(("right", other, ""))
            for other, place in self.places.items()
            if other != seat
        )


class PlainHall(Hall):
    """A hall in which every seat is a plain one, resets happen, and people are clumsy."""

    resets = replugs = 0.0  # chances a step

    def board(self, number):
        return PlainBoard(f"b0a2d{number}", self.rng)

    def invite(self, cards):
        trays = {seat: PlainTray(self, board) for seat, board in self.boards.items()}
        return Clumsy(lambda: self.table.evening, cards, trays, self.seed, lambda: self.now)

    def step(self):
        board = self.rng.choice(list(self.boards.values()))
        if self.rng.random() < self.resets:
            self.reset(board)
        if self.rng.random() < self.replugs:
            self.unplug(self.port_of(board), noticed=self.rng.random() < 0.5)
            self.plug(board, f"/dev/ttyUSB{self.now}")
        super().step()

    def voids(self):
        return [e for _, e in self.journal.read(self.table.number) if isinstance(e, Void)]
