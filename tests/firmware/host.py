"""Small hosts for scenarios: they welcome seats, keep them told, acknowledge, and take notes."""

from itertools import count

from firmware.link import PROTOCOL, SEAT, Splitter, frame, opens, parse, short_hash

SEAT_NUMBER = 3
SIDS = count(0x1001)  # no two hosts share a session or a game, though they may share a board
GAMES = count(1)
ACKNOWLEDGED = ("CM", "LF", "RV", "BT", "TG", "ER")


class Host:
    """One end of one cable; `until` lets time pass until something is so."""

    def __init__(self, board, pause=5, seat=SEAT_NUMBER):
        self.board = board
        self.seat = seat
        self._pause = pause
        self.game = f"g{next(GAMES)}"
        self.heard = []
        self.committed = {}
        self.opened = {}
        self.keys = []
        self.taps = []
        self.faults = []
        self.acknowledges = True
        self.speaks = True
        self.calls = True  # asks who is there until a seat says hello
        self.boot = ""
        self.sid = ""
        self._versions = count(1)
        self._splitter = Splitter(SEAT)
        self._state = None
        self._shown = 0
        self._said_at = 0
        self._deck = ()

    # What the host wants.

    def show(self, phase, *, turn=1, step="", light="", sound="", x="", text=""):
        self._state = {"phase": phase, "game": self.game, "round": turn, "step": step, "x": x}
        self._state |= {"light": light, "sound": sound, "text": text, "v": next(self._versions)}
        self._said_at = -10_000

    def deal(self, *uids):
        """Say which tags are in this game."""
        self._deck = tuple(bytes.fromhex(uid) for uid in uids)
        self._send_deck()

    def hash_of(self, uid):
        return short_hash(self.sid, self.game, bytes.fromhex(uid))

    def _send_deck(self):
        if self._deck and self.sid:
            hashes = [short_hash(self.sid, self.game, uid) for uid in self._deck]
            self._send("DK", sid=self.sid, part=1, of=1, hashes=hashes)

    # Time.

    def until(self, so, milliseconds=60_000, what=""):
        end = self.board.now() + milliseconds
        while not so():
            heard = [message.values() for message in self.heard[-8:]]
            assert self.board.now() < end, f"never: {what or so}; last heard {heard}"
            self.step()

    def wait(self, milliseconds):
        end = self.board.now() + milliseconds
        while self.board.now() < end:
            self.step()

    def step(self):
        self.board.run(self._pause)
        for body in self._splitter.feed(self.board.take()):
            message = parse(body)
            if message is not None:
                self.hear(message)
        self.speak()

    def start(self):
        self.until(lambda: self.sid and self._shown, what="a session")

    # Talk.

    def _send(self, kind, **fields):
        if self.speaks:
            self.board.send(frame(kind, **fields))

    def speak(self):
        pause = 200 if self._state and self._shown < self._state["v"] else 1000
        if self.board.now() - self._said_at < pause:
            return
        self._said_at = self.board.now()
        if not self.sid and self.calls:
            self._send("WH", ver=PROTOCOL)
        elif self.sid and self._state:
            self._send("ST", sid=self.sid, **self._state)

    def hear(self, message):
        self.heard.append(message)
        self.heard_at = self.board.now()
        if message.kind == "HI":
            self._greeted(message)
        elif message.sid != self.sid:
            return
        elif message.kind == "UP":
            self._shown = message.v
        elif message.kind in ACKNOWLEDGED and self.acknowledges and self.speaks:
            self._note(message)
            self._send("AK", sid=self.sid, seq=message.seq)

    def _greeted(self, message):
        if not self.speaks:
            return
        self.boot = message.boot
        self.sid = f"{next(SIDS):04x}"
        self._shown = 0
        self._send("WE", ver=PROTOCOL, boot=message.boot, sid=self.sid, seat=self.seat)
        self._said_at = -10_000
        self._send_deck()

    def _note(self, message):
        slot = (message.game, message.round)
        if message.kind == "CM":
            self.committed[slot] = message.commit
        elif message.kind == "LF":
            self.committed.pop(slot, None)
        elif message.kind == "RV":
            promise = self.committed[slot]
            assert opens(promise, message.nonce, *slot, self.seat, message.uid)
            self.opened[slot] = message.uid
        elif (
            message.kind == "BT" and (entry := (*slot, message.step, message.key)) not in self.keys
        ):
            self.keys.append(entry)
        elif message.kind == "TG":
            self.taps.append(message.uid)
        elif message.kind == "ER":
            self.faults.append(message.code)

    # Questions to the notes.

    def commit(self, turn=1):
        return self.committed.get((self.game, turn))

    def kinds(self):
        return [message.kind for message in self.heard]


class Hosts:
    """The hosts of all seats on one board, at one end of its cable; seat numbers count from 1."""

    def __init__(self, board, pause=5):
        self.board = board
        self.heard = []  # (when, message)
        self.seats = [Host(board, seat=place + 1) for place in range(len(board.seats))]
        for host in self.seats:
            host.game = self.seats[0].game
            host.step = self.step
            host.calls = host is self.seats[0]  # one call is for all of them
        self.until = self.seats[0].until
        self.wait = self.seats[0].wait
        self._pause = pause
        self._splitter = Splitter(SEAT)

    def step(self):
        self.board.run(self._pause)
        for body in self._splitter.feed(self.board.take()):
            message = parse(body)
            if message is not None:
                self.heard.append((self.board.now(), message))
                self._deliver(message)
        for host in self.seats:
            host.speak()

    def _deliver(self, message):
        if message.kind == "HI":
            self.seats[int(message.board.partition(".")[2] or 1) - 1].hear(message)
        for host in self.seats:
            if message.sid and message.sid == host.sid:
                host.hear(message)

    def show(self, phase, **changes):
        for host in self.seats:
            host.show(phase, **changes)

    def start(self):
        for host in self.seats:
            host.start()

    def hellos(self):
        return [(now, message) for now, message in self.heard if message.kind == "HI"]
