"""A table with one seat: a host without rules that a test can make say anything."""

from firmware.link import SEAT, Message, Splitter, frame, opens, parse, short_hash
from firmware.seat.seat import SeatLogic
from firmware.seat.session import Inbox

UID = "e6614103e7452d2f"
BOOT = "0badcafe"
SECRET = bytes(range(32))
GAME = "g1"
FIELDS = {"step": "", "light": "", "sound": "", "x": "", "text": ""}

FORUM = bytes.fromhex("04a1b2c3d4e5f6")
ALTAR = bytes.fromhex("04112233445566")
LOOM = bytes.fromhex("04998877665544")
BUILD_TILE = bytes.fromhex("04b0b1b2b3b4b5")
SELL_TILE = bytes.fromhex("0450515253545a")


class Table:
    """A seat with number 3, its tray and its cable; `said` is what the host has heard."""

    def __init__(self) -> None:
        self.seat = SeatLogic(UID, BOOT, SECRET, "rfid1,btn")
        self.now = 0
        self.sid = ""
        self.v = 0
        self.said: list[Message] = []
        self._splitter = Splitter(SEAT)

    @property
    def seat(self) -> SeatLogic:
        """The seat; a reset puts another one in its place."""
        return self._seat

    @seat.setter
    def seat(self, seat: SeatLogic) -> None:
        self._seat = seat
        self._inbox = Inbox([seat])

    def receive(self, data: bytes) -> list[Message]:
        """Let bytes arrive at the seat; return what it answers at once."""
        self._inbox.receive(data, self.now)
        return self.tick()

    def hear(self, data: bytes) -> list[Message]:
        """Take what the seat sent; return the messages in it."""
        found = [parse(body) for body in self._splitter.feed(data)]
        assert None not in found, "the seat said something that nobody understands"
        assert self._splitter.damaged == 0
        new = [message for message in found if message is not None]
        self.said += new
        return new

    def send(self, kind: str, **fields: object) -> list[Message]:
        """Say one thing to the seat; return what it answers at once."""
        return self.receive(frame(kind, **fields))

    def wait(self, ms: int, step: int = 50) -> list[Message]:
        """Let time pass; return what the seat says by itself."""
        heard: list[Message] = []
        for _ in range(0, ms, step):
            self.now += step
            heard += self.hear(self.seat.tick(self.now))
        return heard

    def tick(self) -> list[Message]:
        return self.hear(self.seat.tick(self.now))

    def open(self, sid: str = "00a1") -> list[Message]:
        """Open a session."""
        self.sid = sid
        return self.send("WE", ver=1, boot=self.seat.session.boot, sid=sid, seat=3)

    def show(self, phase: str, turn: int = 1, *, game: str = GAME, **changes: str) -> list[Message]:
        """Let the host want another state."""
        self.v += 1
        fields = {**FIELDS, **changes}
        return self.send("ST", sid=self.sid, v=self.v, phase=phase, game=game, round=turn, **fields)

    def answer(self, message: Message, kind: str = "AK") -> list[Message]:
        """Acknowledge a report, or refuse it."""
        reason = {"reason": "no"} if kind == "NK" else {}
        return self.send(kind, sid=self.sid, seq=message.seq, **reason)

    def lay(self, *tags: bytes) -> list[Message]:
        """Let exactly these tags lie on the tray."""
        self.seat.lay(tags, self.now)
        return self.tick()

    def press(self, button: int, *, long: bool = False) -> list[Message]:
        self.seat.press(button, long, self.now)
        return self.tick()

    def hash(self, tag: bytes) -> str:
        return short_hash(self.sid, GAME, tag)

    def deal(self, *tags: bytes) -> None:
        """Send the whole deck in one part."""
        self.send("DK", sid=self.sid, part=1, of=1, hashes=[self.hash(tag) for tag in tags])

    def tiles(self, key: str, *tags: bytes) -> None:
        self.send("TL", sid=self.sid, key=key, hashes=[self.hash(tag) for tag in tags])

    def commit(self, tag: bytes) -> Message:
        """Lay a card and acknowledge it; return the commitment."""
        (promise,) = reports(self.lay(tag))
        assert promise.kind == "CM"
        self.answer(promise)
        return promise


def at_table(phase: str = "play", **changes: str) -> Table:
    """A table in a session, in round 1 of a game, with an empty tray that the host knows of."""
    table = Table()
    table.seat.lay((), 0)
    table.open()
    table.show(phase, **changes)
    for message in reports(table.said):
        table.answer(message)
    table.said.clear()
    return table


def reports(messages: list[Message]) -> list[Message]:
    """Those that want an answer."""
    return [message for message in messages if message.seq]


def kinds(messages: list[Message]) -> list[str]:
    """The types of the messages that want an answer."""
    return [message.kind for message in reports(messages)]


def fits(promise: Message, opening: Message) -> bool:
    """Whether an opening is that of a commitment, as the host checks it."""
    slot = (opening.game, opening.round)
    return slot == (promise.game, promise.round) and opens(
        promise.commit, opening.nonce, *slot, 3, opening.uid
    )
