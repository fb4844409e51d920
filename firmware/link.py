"""Frames and messages of the wire, declared once for both ends: seat (`$`) and host (`#`)."""

from binascii import crc32
from hashlib import sha256

from firmware.fields import KINDS, REST

VERSION = "0.1.0"  # of the firmware, sent as fw=
PROTOCOL = 1  # of the wire, sent as ver

SEAT = "$"  # the mark of a seat's frames
HOST = "#"  # the mark of the host's frames
BODY_MAX = 108
LINE_MAX = 120  # LF, mark, body, "*", eight digits, LF

# The type of each message, then its mark and its fields in the order of the wire.
MESSAGES = {
    "HI": "$ ver board boot info",
    "CM": "$ sid seq game round commit",
    "LF": "$ sid seq game round",
    "RV": "$ sid seq game round uid nonce",
    "BT": "$ sid seq game round step key",
    "TG": "$ sid seq uid sig mark",
    "UP": "$ sid v info",
    "ER": "$ sid seq code text",
    "WH": "# ver",
    "WE": "# ver boot sid seat",
    "ST": "# sid v phase game round step light sound x text",
    "DK": "# sid part of hashes",
    "TL": "# sid key hashes",
    "AK": "# sid seq",
    "NK": "# sid seq reason",
}

# Left off at the end of a line where there is nothing to say; older seats do not know them.
OPTIONAL = ("sig", "mark")

# Field: its kind, and how long it may be. Names of games and marks are short so that the longest
# messages, RV and TG with a 10-byte uid, still fit: text, pairs and hashes are last and take the
# rest of the line.
FIELDS = {
    "ver": ("number", 3),
    "seq": ("number", 4),
    "round": ("number", 3),
    "seat": ("number", 2),
    "v": ("number", 9),
    "part": ("number", 2),
    "of": ("number", 2),
    "sid": ("hex", 4),
    "boot": ("hex", 8),
    "commit": ("hex", 32),
    "nonce": ("hex", 64),
    "uid": ("uid", 32),
    "sig": ("signature", 64),
    "mark": ("word", 8),
    "board": ("board", 34),
    "game": ("word", 5),
    "step": ("word", 8),
    "key": ("word", 8),
    "phase": ("word", 8),
    "light": ("word", 14),
    "sound": ("word", 8),
    "x": ("word", 8),
    "code": ("word", 16),
    "text": ("text", BODY_MAX),
    "reason": ("text", BODY_MAX),
    "hashes": ("hashes", BODY_MAX),
    "info": ("pairs", BODY_MAX),
}

# What a state can ask a seat to show. Without a light it shows that of its phase, so that every
# phase is a light too; the rest is what a seat shows by itself, or the host on top of a phase.
PHASES = ("idle", "exam", "enrol", "play", "open", "locked", "reveal", "ask", "done", "update")
LIGHTS = PHASES + (
    ("off", "hello", "read", "committed", "wait", "warn", "fault")
    + ("grace", "pay", "take", "nudge")
)
SOUNDS = ("low", "tick", "chime", "lock", "reveal", "ask", "win", "nudge")
KEYS = ("build", "wonder", "sell", "left", "right", "ok", "undo")
CLAIM = "claim"  # how the steps begin that ask a board for its seat
# A player's tag, which answers a claim: the seat of that player.
PLACES = ("seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7")
TILES = KEYS + PLACES  # what a tag that is no card can mean
MAGIC = "magic"  # the mark of a tag that gives itself away as a copy
AUDIT = "audit"  # the step that asks for all cards of a city
CARD = "card"  # the key by which a seat asks whether the card on its tray is still asked for

SEQ_MAX = 9999  # reports are numbered from 1 to this, then from 1 again

_LAYOUTS = {kind: line.split(" ")[1:] for kind, line in MESSAGES.items()}
_WRITERS = {
    kind: [(KINDS[FIELDS[name][0]][1], FIELDS[name][1]) for name in names]
    for kind, names in _LAYOUTS.items()
}


class Message:
    """One message: its type in `kind`, its fields under their names in `FIELDS`.

    >>> parse(b"AK 0a1b 7").values()
    ['AK', '0a1b', 7]
    """

    ver: int = 0
    board: str = ""
    uid: str = ""
    sig: "str | None" = None  # nobody looked; "" means that the tag has none
    mark: str = ""
    boot: str = ""
    sid: str = ""
    seq: int = 0
    game: str = ""
    round: int = 0
    commit: str = ""
    nonce: str = ""
    step: str = ""
    key: str = ""
    v: int = 0
    code: str = ""
    seat: int = 0
    phase: str = ""
    light: str = ""
    sound: str = ""
    x: str = ""
    part: int = 0
    of: int = 0
    text: str = ""
    reason: str = ""
    hashes: "tuple[str, ...]" = ()
    info: "dict[str, str]" = {}  # noqa: RUF012  only ever replaced, never filled

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def values(self) -> "list[object]":
        """Return the type and the fields in the order of the wire, without those left off."""
        values = [getattr(self, name) for name in _LAYOUTS[self.kind]]
        return [self.kind] + (values[: values.index(None)] if None in values else values)


def check(mark: str, body: bytes) -> bytes:
    """Return the eight digits that follow the star."""
    return "{:08X}".format(crc32(body, crc32(mark.encode())) & 0xFFFFFFFF).encode()


def frame(kind: str, **fields: object) -> bytes:
    """Return one whole line of the wire; a text or telemetry that is too long is cut.

    >>> frame("AK", sid="0a1b", seq=7)
    b'\\n#AK 0a1b 7*BB9678B1\\n'
    """
    names = [name for name in _LAYOUTS[kind] if name in fields or name not in OPTIONAL]
    return line(kind, *[fields[name] for name in names])


def line(kind: str, *values: object) -> bytes:
    """Return the same with the values in the order of the wire.

    >>> line("AK", "0a1b", 7) == frame("AK", sid="0a1b", seq=7)
    True
    """
    words = [kind]
    for (write, longest), value in zip(_WRITERS[kind], values):
        if longest == BODY_MAX:  # the rest of the line: cut to the room that is left
            longest = BODY_MAX - len(" ".join(words)) - 1
        words.append(write(value, longest))
    if not words[-1]:
        words.pop()  # no pairs, no hashes
    raw = " ".join(words).encode()
    if len(raw) > BODY_MAX:
        raise ValueError("too long for the wire: " + kind)
    mark = MESSAGES[kind][0]
    return b"".join((b"\n", mark.encode(), raw, b"*", check(mark, raw), b"\n"))


def parse(body: bytes) -> "Message | None":
    """Return the message in a body, or None: it never raises, whatever the bytes."""
    if not _allowed(body):
        return None
    parts = body.decode().split(" ")
    layout = _LAYOUTS.get(parts[0])
    if layout is None:
        return None
    message = Message(parts[0])
    for place, name in enumerate(layout):
        value = _value(name, parts, place + 1)
        if value is None:
            return message if name in OPTIONAL else None
        setattr(message, name, value)
    return message


def _value(name: str, parts: "list[str]", place: int) -> object:
    kind, longest = FIELDS[name]
    read = KINDS[kind][0]
    if kind in REST:
        return read(parts[place:])
    return read(parts[place], longest) if place < len(parts) else None


class Splitter:
    """Cuts incoming bytes into the bodies of good frames; counts and drops everything else."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.noise = 0  # lines that were no frame at all
        self.damaged = 0  # frames that were cut, changed or too long
        self._mark = mark.encode()
        self._line = b""  # from the last mark on; nothing before a mark is kept
        self._marked = False
        self._seen = False

    def feed(self, data: bytes) -> "list[bytes]":
        """Take bytes as they arrive; return the bodies that they complete."""
        bodies: list[bytes] = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._keep(data[start:])
                return bodies
            self._keep(data[start:end])
            body = self._close()
            if body is not None:
                bodies.append(body)
            start = end + 1

    def _keep(self, piece: bytes) -> None:
        if not piece:
            return
        self._seen = self._seen or piece != b"\r"
        place = piece.rfind(self._mark)
        if place >= 0:
            self._marked = True
            self._line = piece[place : place + LINE_MAX]
        elif self._marked:
            self._line += piece[: LINE_MAX - len(self._line)]

    def _close(self) -> "bytes | None":
        line, marked, seen = self._line, self._marked, self._seen
        self._line, self._marked, self._seen = b"", False, False
        if not marked:
            self.noise += seen
            return None
        body = self._open(line[:-1] if line.endswith(b"\r") else line)
        if body is None:
            self.damaged += 1
        return body

    def _open(self, line: bytes) -> "bytes | None":
        body, digits = line[1:-9], line[-8:]
        if not 1 <= len(body) <= BODY_MAX or line[-9:-8] != b"*":
            return None
        return body if digits == check(self.mark, body) else None


def _allowed(body: bytes) -> bool:
    if not body or min(body) < 0x20 or max(body) > 0x7E:
        return False
    return b"$" not in body and b"#" not in body and b"*" not in body


# What a seat says of its card before the lock, and how it is opened afterwards. In the hashes a
# game is its name, a round two bytes, a seat one byte, a nonce and a uid themselves.


def make_nonce(secret: bytes, game: str, round: int) -> bytes:
    """Return the nonce of a round: the same after a reset, so that a card commits alike."""
    return sha256(secret + game.encode() + _two(round)).digest()


def commit(nonce: bytes, game: str, round: int, seat: int, uid: bytes) -> str:
    """Return the 32 hex digits that bind a seat to a tag in a round without naming the tag."""
    data = b"CM1" + nonce + game.encode() + _two(round) + bytes([seat & 255]) + uid
    return sha256(data).digest()[:16].hex()


def opens(promise: str, nonce: str, game: str, round: int, seat: int, uid: str) -> bool:
    """Return whether what a seat revealed is what it had promised."""
    return commit(bytes.fromhex(nonce), game, round, seat, bytes.fromhex(uid)) == promise


def short_hash(sid: str, game: str, uid: bytes) -> str:
    """Return the 8 hex digits that name a tag to a seat, salted by session and game."""
    return sha256(b"DK1" + sid.encode() + game.encode() + uid).digest()[:4].hex()


def _two(number: int) -> bytes:
    return bytes([number >> 8 & 255, number & 255])
