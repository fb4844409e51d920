"""A second seat, written from the wire's document alone: it shares no code with the firmware.

Bytes and the time in seconds in, bytes out. It knows no deck, no lights and no texts: what is not
in the document it does in the simplest way. Only what no one could guess was looked up: in the
hashes a round is two bytes and a seat one, a tag's short hash begins with "DK1", session and game,
an empty field is "-", the phase of assisted play is "open", and reports count from 1 to 9999.
"""

import hashlib
import zlib

VERSION = "1"
HELLO_S, SILENCE_S = 1.0, 3.0
AGAIN_S, AGAIN_MAX_S = 0.2, 2.0
BUFFER = 512  # bytes of a line that has not ended
UNKNOWN = "unknown"  # what the host has on record of this round
EMPTY = ""
_BEFORE_LOCK = ("play", "open")
_ASKS_FOR_CARD = (*_BEFORE_LOCK, "enrol")
SEQ_MAX = 9999


def frame(*words):
    body = "$" + " ".join(str(word) for word in words)
    return f"\n{body}*{zlib.crc32(body.encode()):08X}\n".encode()


def body_of(line):
    """Return the words of a host's line, or none if it is anything else."""
    line = line.removesuffix(b"\r")
    line = line[line.rfind(b"#") :] if b"#" in line else b""
    body, star, crc = line[:-9], line[-9:-8], line[-8:]
    if star != b"*" or any(not 0x20 <= byte <= 0x7E for byte in body):
        return []
    if crc != b"%08X" % zlib.crc32(body):
        return []
    return body[1:].decode().split(" ")


def nonce_of(secret, game, number):
    return hashlib.sha256(secret + game.encode() + number.to_bytes(2)).digest()


def commitment(nonce, game, number, seat, uid):
    slot = game.encode() + number.to_bytes(2) + bytes([seat])
    return hashlib.sha256(b"CM1" + nonce + slot + uid).hexdigest()[:32]


def short_hash(sid, game, uid):
    return hashlib.sha256(b"DK1" + sid.encode() + game.encode() + uid).hexdigest()[:8]


class PlainSeat:
    """One boot of a seat; `lay` and `press` are what a person does."""

    def __init__(self, uid, boot, secret):
        self.uid, self.boot = uid, boot
        self._secret = secret  # kept in the board's flash
        self._tags = ()  # what lies on the tray
        self._barred = None  # a tag that is no commitment until the tray has been empty
        self._buffer = b""
        self._out = b""
        self._sid, self._seat = "", 0
        self._heard = 0.0
        self._next_hello = 0.0
        self._slot = None  # (game, round)
        self._sealed = {}  # the commitments that were sent in this slot, and their cards
        self._forget()

    def _forget(self):
        """A new session: nothing is acknowledged, nothing is known."""
        self.phase, self.game, self.round, self.step, self.x = "", "", 0, "-", "-"
        self.light = "-"  # which keys are lit: for the person, not for us
        self._v = -1
        self._seq = 0
        self._report = None  # the one report in flight: its words without sid and seq
        self._again, self._pause = 0.0, AGAIN_S
        self._record = UNKNOWN  # the commitment that the host has acknowledged in this slot
        self._opened = None  # the card that the host has acknowledged as opened
        self._pressed = None
        self._complained = False

    # What a person does.

    def lay(self, *tags):
        if tags != self._tags and self.phase in _BEFORE_LOCK:
            self._pressed = None  # a key before the lock belongs to its card
        self._tags = tags
        if not tags:
            self._barred = None
        if len(tags) < 2:
            self._complained = False

    def press(self, key):
        """Press a button; one that is held for long is `undo`."""
        if self._sid and (self._pressed is None or self.phase in _BEFORE_LOCK):
            self._pressed = ("BT", self.game, self.round, self.step, key)

    @property
    def amber(self):
        """Whether the card that lies here does not count until it is lifted."""
        return bool(self._tags) and self.phase in _ASKS_FOR_CARD and self._counts() is None

    @property
    def committed(self):
        """Whether the host has the card that lies here on record."""
        return self._sealed.get(self._record) in self._tags

    # The wire.

    def receive(self, data, now):
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        self._buffer = self._buffer[-BUFFER:]
        for line in lines:
            words = body_of(line)
            hear = _HEARS.get(words[0]) if words else None
            try:
                if hear and hear(self, words[1:], now) is not False:
                    self._heard = now
            except (ValueError, IndexError):  # a field is missing or is no number
                continue

    def tick(self, now):
        """Return the bytes to send now."""
        if self._sid and now - self._heard >= SILENCE_S:
            self._sid = ""
            self._forget()
        if not self._sid:
            if now >= self._next_hello:
                self._hello(now)
        else:
            self._speak(now)
        out, self._out = self._out, b""
        return out

    def _hello(self, now):
        self._next_hello = now + HELLO_S
        self._out += frame("HI", VERSION, self.uid, self.boot, "fw=plain", "cap=rfid1,btn")

    def _who(self, words, now):
        self._hello(now)

    def _welcome(self, words, now):
        ver, boot, sid, seat = words[:4]
        if ver != VERSION or boot != self.boot:
            return False
        if sid != self._sid:
            self._forget()
            self._sid, self._seat = sid, int(seat)
        return True

    def _state(self, words, now):
        sid, v, phase, game, number, step, light, _sound, x = words[:9]
        if sid != self._sid:
            return False
        if int(v) >= self._v:
            self.phase, self.game, self.round, self.step, self.x = phase, game, int(number), step, x
            self.light, self._v = light, int(v)
            self._begin((game, int(number)))
        self._out += frame("UP", sid, self._v)
        return True

    def _begin(self, slot):
        if slot == self._slot:
            return
        if set(self._tags) & set(self._sealed.values()):
            self._barred = self._tags[0]  # it was played or voided, and still lies there
        self._slot, self._sealed = slot, {}
        self._record, self._opened = UNKNOWN, None

    def _answer(self, words, now, refused=False):
        sid, seq = words[:2]
        if sid != self._sid:
            return False
        if self._report and int(seq) == self._seq:
            report, self._report = self._report, None
            self._settle(report, refused)
        return True

    def _refuse(self, words, now):
        return self._answer(words, now, refused=True)

    def _settle(self, report, refused):
        kind, *fields = report
        if kind == "BT":
            self._pressed = None
        elif kind == "ER":
            self._complained = True
        elif kind == "TG":
            self._bar(bytes.fromhex(fields[0]))
        elif (fields[0], fields[1]) == self._slot:
            self._settle_play(kind, fields, refused)

    def _settle_play(self, kind, fields, refused):
        if refused:
            if kind != "LF" and self.phase in _ASKS_FOR_CARD:
                self._bar(self._sealed[fields[2]] if kind == "CM" else bytes.fromhex(fields[2]))
        elif kind == "RV":
            self._opened = bytes.fromhex(fields[2])
        else:
            self._record = fields[2] if kind == "CM" else EMPTY

    def _bar(self, tag):
        if tag in self._tags:
            self._barred = tag

    # Reports: what is true now, one at a time, until it is acknowledged.

    def _speak(self, now):
        wanted = self._wanted()
        if wanted is None:
            self._report = None
            return
        if wanted != self._report:
            self._report, self._seq = wanted, self._seq % SEQ_MAX + 1
            self._again, self._pause = now, AGAIN_S
        if now >= self._again:
            kind, *fields = wanted
            self._out += frame(kind, self._sid, self._seq, *fields)
            self._again, self._pause = now + self._pause, min(2 * self._pause, AGAIN_MAX_S)

    def _wanted(self):
        if self._pressed and self.phase not in _BEFORE_LOCK:
            return self._pressed
        if len(self._tags) > 1 and not self._complained:
            return ("ER", "two_cards", "two cards lie here")
        card = _SAYS[self.phase](self) if self.phase in _SAYS else None
        return card or self._pressed  # before the lock, once the card is on record

    def _counts(self):
        """Return the one card on the tray, if it may be played."""
        if len(self._tags) != 1 or self._tags[0] == self._barred:
            return None
        if self._tags[0] == self._opened and self.phase == "enrol":
            return None  # the card of this turn
        stale = self.x != "-" and self.x.lower() == short_hash(self._sid, self.game, self._tags[0])
        return None if stale else self._tags[0]

    def _secretly(self):
        card = self._counts()
        if card is None:
            lies = self._tags and self._record == UNKNOWN  # no withdrawal, and not an empty tray
            return None if lies or self._record == EMPTY else ("LF", self.game, self.round)
        nonce = nonce_of(self._secret, self.game, self.round)
        commit = commitment(nonce, self.game, self.round, self._seat, card)
        self._sealed.pop(commit, None)
        self._sealed[commit] = card  # the last one
        return None if self._record == commit else ("CM", self.game, self.round, commit)

    def _at_once(self):
        """Assisted play: the commitment, and when that is on record the card."""
        return self._secretly() or (self._openly() if self._record != EMPTY else None)

    def _openly(self):
        sent = list(self._sealed.values())
        card = self._sealed.get(self._record) or (sent[-1] if sent else self._counts())
        if card in (None, self._opened):  # after a reset: what lies there
            return None
        nonce = nonce_of(self._secret, self.game, self.round)
        return ("RV", self.game, self.round, card.hex(), nonce.hex())

    def _by_name(self):
        card = self._counts()
        return None if card is None else ("TG", card.hex())


_HEARS = {
    "WH": PlainSeat._who,
    "WE": PlainSeat._welcome,
    "ST": PlainSeat._state,
    "AK": PlainSeat._answer,
    "NK": PlainSeat._refuse,
}
_SAYS = {
    "play": PlainSeat._secretly,
    "open": PlainSeat._at_once,
    "reveal": PlainSeat._openly,
    "enrol": PlainSeat._by_name,
}
