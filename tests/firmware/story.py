"""Stories in which anything may happen to a seat, told by bytes; they run in both Pythons.

Run by MicroPython or Python: `story.py seed count length` prints a digest of every hundred stories.
"""

import hashlib
import sys

from firmware.board import PICO, profile_of, wiring_of
from firmware.fields import escape, unescape
from firmware.link import LINE_MAX, PHASES, SEAT, Splitter, frame, parse, short_hash
from firmware.panel.display import fold, wrap
from firmware.panel.lights import PATTERNS, lamp_at, light_at
from firmware.panel.panel import Button
from firmware.seat.seat import SeatLogic
from firmware.seat.session import Inbox
from firmware.seat.tray import TrayFilter

BOOT = "00000001"
SID = "0001"
OPENING = bytes([0, 1, 3, 0, 1, 66, 32, 2, 1])  # a session, an empty tray, round 1, an answer
TAGS = (b"\x04\xa1\xb2\xc3\xd4\xe5\xf6", b"\x04\x11\x22\x33", b"\x04" + bytes(range(9)))
TRAYS = ((), TAGS[:1], TAGS[1:2], TAGS[:2], TAGS[2:], (TAGS[0], TAGS[2]), None)
KEYS = ("build", "wonder", "sell", "left")
FAULTS = ("reader_dead", "unreadable", "crashed", "low_memory")
BODIES = (
    b"ST 0001 3 play g1 2 - ask:bW- - - Lay %E9 5%24",
    b"HI 1 e6614103e7452d2f 0badcafe fw=0.1.0 cap=rfid1,btn",
    b"DK 0001 1 2 00a1b2c3 11223344",
    b"ER 0001 4 two_cards One %24 card",
)


class Story:
    """A seat, a tray and a button; `run` returns all that they said and checks what must hold."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0
        self.seat = SeatLogic("e6614103e7452d2f", BOOT, bytes(range(32)), "rfid1")
        self.inbox = Inbox([self.seat])
        self.tray = TrayFilter()
        self.button = Button()
        self.splitter = Splitter(SEAT)
        self.now = 0
        self.said: list[bytes] = []
        self._verbs = [self.welcome, self.state, self.answer, self.lay, self.press, self.wait]
        self._verbs += [self.noise, self.deck, self.tiles, self.fault, self.poll, self.damage]
        self._verbs += [self.body, self.words, self.state, self.answer]

    def run(self) -> "list[bytes]":
        while self._place < len(self._data):
            self._verbs[self.byte() % len(self._verbs)]()
            self.look()
        return self.said

    def byte(self) -> int:
        self._place += 1
        return self._data[self._place - 1] if self._place <= len(self._data) else 0

    def take(self, count: int) -> bytes:
        self._place += count
        return self._data[self._place - count : self._place]

    def send(self, kind: str, **fields: object) -> None:
        self.receive(frame(kind, **fields))

    def receive(self, data: bytes) -> None:
        self.inbox.receive(data, self.now)
        self.hear(self.seat.tick(self.now))

    def hear(self, data: bytes) -> None:
        assert b"\x03" not in data
        self.said.append(data)
        for body in self.splitter.feed(data):
            assert len(body) <= LINE_MAX - 12
            message = parse(body)
            assert message is not None
            assert message.kind != "RV" or self.seat.state.phase in ("reveal", "open")
            assert message.kind != "TG" or self.seat.state.phase == "enrol"
        assert (self.splitter.noise, self.splitter.damaged) == (0, 0)

    # The verbs: each takes one or two bytes of the story.

    def welcome(self) -> None:
        number = self.byte()
        sid = f"{number % 3:04x}"
        version = 2 if number % 8 == 7 else 1
        self.send("WE", ver=version, boot=BOOT, sid=sid, seat=number % 8)

    def state(self) -> None:
        self.receive(self.wanted())

    def wanted(self) -> bytes:
        choice, more = self.byte(), self.byte()
        sid = self.seat.session.sid or SID
        game = ("g1", "g2")[more // 16 % 2]
        return frame(
            "ST",
            sid=sid,
            v=self.seat.state.v + choice // 64,
            phase=PHASES[choice % len(PHASES)],
            game=game,
            round=more // 32,
            step=("", "7", "8")[more % 3],
            light=("", "ask:bW-", "nudge", "grace:bWs")[more % 4],
            sound=("", "low")[more // 2 % 2],
            x=("", short_hash(sid, game, TAGS[0]))[choice // 32 % 2],
            text="é$" * (more % 5),
        )

    def answer(self) -> None:
        choice = self.byte()
        sid, seq = self.seat.session.sid or SID, self.seat._flight.seq + choice % 5 // 4
        if choice % 2:
            self.send("AK", sid=sid, seq=seq)
        else:
            self.send("NK", sid=sid, seq=seq, reason="no")

    def lay(self) -> None:
        self.seat.lay(TRAYS[self.byte() % len(TRAYS)], self.now)

    def press(self) -> None:
        choice = self.byte()
        self.seat.press(choice % 3, choice > 127, self.now)
        self.said.append(self.button.sample(choice % 2 == 0, self.now + choice).encode())

    def wait(self) -> None:
        self.now += self.byte() * 16
        self.hear(self.seat.tick(self.now))

    def noise(self) -> None:
        self.receive(self.take(self.byte() % 64))

    def deck(self) -> None:
        choice = self.byte()
        sid = self.seat.session.sid or SID
        hashes = [short_hash(sid, "g1", tag) for tag in TAGS[: choice % 4]]
        self.send("DK", sid=sid, part=choice % 4, of=choice // 4 % 4, hashes=hashes)

    def tiles(self) -> None:
        choice = self.byte()
        sid = self.seat.session.sid or SID
        hashes = [short_hash(sid, "g1", tag) for tag in TAGS[2 : 2 + choice // 4 % 2]]
        self.send("TL", sid=sid, key=KEYS[choice % 4], hashes=hashes)

    def fault(self) -> None:
        choice = self.byte()
        code = FAULTS[choice % 4]
        if choice > 127:
            self.seat.mend(code)
        else:
            self.seat.fault(code, "why " * (choice % 50))

    def poll(self) -> None:
        choice = self.byte()
        self.now += choice // 8
        if choice % 8 == 7:
            self.tray.fail()
        seen = [tag for place, tag in enumerate(TAGS) if choice >> place & 1]
        self.tray.poll(seen, self.now)
        self.said.append(b" ".join(self.tray.tags or ()))
        self.seat.lay(self.tray.tags, self.now)

    def damage(self) -> None:
        line, where, how = self.wanted(), self.byte(), self.byte()
        place = where % len(line)
        changed = line[:place] + bytes([line[place] ^ how]) + line[place + 1 :]
        self.receive(changed[: len(line) - how % 3] + changed[how:])

    def body(self) -> None:
        choice, where, how = self.byte(), self.byte(), self.byte()
        body = BODIES[choice % len(BODIES)]
        place = where % len(body)
        message = parse(body[:place] + bytes([how]) + body[place + 1 :])
        if message is not None:
            info = ["{}={}".format(*pair) for pair in sorted(message.info.items())]
            words = [str(value) for value in message.values()[:-1]] + info + list(message.hashes)
            self.said.append((" ".join(words) + message.text).encode())

    def words(self) -> None:
        text = "".join([chr(byte) for byte in self.take(self.byte() % 32)])
        self.said.append(escape(text).encode() + unescape("%" + text).encode())
        self.said.append("/".join(wrap(fold(text), 8)).encode())

    def look(self) -> None:
        """Whatever happened, there is something to show."""
        seat = self.seat
        assert len(seat.lamps()) == 3
        shown = [seat.light(), seat.lamps(), seat.text(), seat.take_sound(), str(seat.take_blink())]
        colours = [light_at(seat.light(), self.now), lamp_at(seat.lamps()[0], self.now)]
        assert seat.light() in PATTERNS
        self.said.append((" ".join(shown) + repr(colours)).encode())


def stories(seed: int, count: int, length: int) -> "list[bytes]":
    """So many random stories, each in a session; the same for the same seed in any Python."""
    made = []
    for _ in range(count):
        data = bytearray(length)
        for place in range(length):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            data[place] = seed >> 16 & 255
        made.append(OPENING + bytes(data))
    return made


def main() -> None:
    """Print a digest of every hundred stories."""
    seed, count, length = [int(word) for word in sys.argv[1:4]]
    print(wiring_of("pico", {"buzzer": None}) == PICO, profile_of("ESP32"))
    for block in range(count // 100):
        digest = hashlib.sha256()
        for data in stories(seed + block, 100, length):
            for said in Story(data).run():
                digest.update(said + b"\n")
        print(block, digest.digest().hex())


if __name__ == "__main__":
    main()
