"""What the host asks a seat, and what answers: a key, or a card that is named."""

from firmware.link import CARD, CLAIM, MAGIC, PLACES, Message
from firmware.seat.commitment import NOTHING, OPEN_PHASES

LETTERS = {  # how the host names the keys in the light of a state, "ask:bW-"
    "b": "build",
    "w": "wonder",
    "s": "sell",
    "l": "left",
    "o": "ok",
    "r": "right",
    "u": "undo",
}
USUAL = "bws"
DARK = "---"
TAPS_MAX = 8
SECRET_PHASES = OPEN_PHASES + ("locked", "reveal")  # an answer is as secret as the card


def step_of(state: Message) -> "tuple[str, int, str]":
    """Return the game, the round and the step of a state: what an answer belongs to."""
    return (state.game, state.round, state.step)


class KeyQuestion:
    """One answer a step: repeated until the host has it, dropped when the step has passed.

    A secret answer belongs to the card on the tray, no lamp shows it, and every press is reported:
    nobody can tell one key from another, nor whether it is the same one again.
    """

    def __init__(self) -> None:
        self.letters = DARK
        self.secret = False
        self._step: tuple[str, int, str] = ("", 0, "")
        self._card: bytes | None = None  # what lay there before the lock
        self._touched: tuple[object, ...] | None = None  # question and card when the press began
        self._open = False
        self._answer = ""  # pressed, and not confirmed by the host
        self._confirmed = ""

    def ask(self, state: Message) -> None:
        """Take the question that this state carries, if any."""
        step = step_of(state)
        if step != self._step:
            self._answer = self._confirmed = ""
        self._step = step
        self.secret = state.phase in SECRET_PHASES
        self._open = True
        letters = state.light.partition(":")[2]
        if not state.step:
            self.letters = DARK
        else:
            self.letters = (letters + DARK)[:3] if letters else USUAL

    def close(self) -> None:
        """Begin a new session: nothing is asked yet, and nothing counts as confirmed."""
        self._open = False
        self._confirmed = ""
        self.letters = DARK

    def lie(self, card: "bytes | None") -> None:
        """Take the card that lies there before the lock; forget the answer for another one."""
        if card != self._card:
            self._card = card
            self._answer = self._confirmed = ""

    def touch(self) -> None:
        """Begin a press."""
        self._touched = self._step + (self._card,)

    def press(self, button: int, long: bool) -> bool:
        """Answer by a button; return False when it means nothing now."""
        asked = self._step + (self._card,)
        began, self._touched = self._touched or asked, None
        if began[:2] != asked[:2] or (not long and began != asked):
            return False  # the question in which the press began has passed, or its card
        if long:
            return self.take("undo")
        return self.take(LETTERS.get(self.letters[button].lower(), ""))

    def take(self, key: str) -> bool:
        """Answer by a key; return False when it is not offered now."""
        offered = [LETTERS.get(letter.lower()) for letter in self.letters]
        calls = key == "undo" and self._step[0] != ""  # anyone may call a mistake in a game
        claims = key in PLACES and self._step[2].startswith(CLAIM)
        if not self._open or not key or not (calls or claims or key in offered):
            return False
        if calls or self.secret or key != self._confirmed:  # else the host has this answer
            self._answer = key
        return True

    def report(self) -> "tuple[object, ...] | None":
        """Return the answer that the host has not confirmed yet."""
        if not self._open or not self._answer:
            return None
        return ("BT",) + self._step + (self._answer,)

    def answered(self, accepted: bool) -> None:
        """Take the host's word; after a refusal the question is open again."""
        self._confirmed = self._answer if accepted else ""
        self._answer = ""

    def lamps(self) -> str:
        """Return the letters of the lit buttons: after an answer only that one, if not secret."""
        chosen = "" if self.secret else self._answer or self._confirmed
        lit = [
            letter if chosen in ("", "undo") or LETTERS.get(letter.lower()) == chosen else "-"
            for letter in self.letters
        ]
        return "".join(lit)


class Taps:
    """Tags that the host asks for, each named once, in a queue in case the host is busy.

    In a game the next state may be lost on its way, and the card that is laid then is a secret. So
    a tag that answers a question is named only when the host, asked after the tag was laid, says
    that the question is still open.
    """

    def __init__(self) -> None:
        self._step: tuple[object, ...] = ()
        self._uids: list[bytes] = []
        self._wanted = False  # the first one may be named
        self._named: tuple[str, ...] = ()  # its report, which stays as it is until it is answered
        self.taken = b""  # lies there, and the host has it
        self.vouched: dict[bytes, tuple[str, ...]] = {}  # by uid: the fields sig and mark of TG

    def ask(self, step: "tuple[object, ...]") -> None:
        """Take another question, or none: nobody asks for what was laid before."""
        self._step = step
        self._empty()

    def lie(self, tags: "tuple[bytes, ...]") -> None:
        """Take what lies there now."""
        if self.taken not in tags:
            self.taken = b""
        for uid in list(self.vouched):
            if uid not in tags and uid not in self._uids:
                del self.vouched[uid]

    def add(self, uid: bytes) -> bool:
        """Queue a tag that was laid, if the host lacks it; return False when the queue is full."""
        if uid == self.taken:
            return True
        if len(self._uids) >= TAPS_MAX:
            return False
        self._uids.append(uid)
        return True

    def vouch(self, uid: bytes, signature: bytes, magic: bool) -> None:
        """Take what the reader has learned of a tag's origin; it is reported with the tag."""
        sig = signature.hex()
        self.vouched[uid] = (sig, MAGIC) if magic else (sig,)

    def forget(self) -> None:
        """Begin a new session: nothing counts as taken."""
        self.taken = b""
        self.ask(())

    def report(self) -> "tuple[object, ...] | None":
        """Return the first tag that the host lacks, or the question whether it may be named."""
        if not self._uids:
            return None
        if self._step and not self._wanted:
            return ("BT",) + self._step + (CARD,)
        if not self._named:
            uid = self._uids[0]
            self._named = ("TG", uid.hex()) + self.vouched.get(uid, ())
        return self._named

    def told(self) -> bytes:
        """Return the tag that was named and is not answered yet, if any."""
        return self._uids[0] if self._named else NOTHING

    def allow(self, wanted: bool) -> None:
        """Take the host's word: it wants the tag, or the question has passed."""
        self._wanted = wanted
        if not wanted:
            self._empty()

    def answered(self, accepted: bool) -> None:
        """Take the host's word: it has the tag, or refuses it."""
        self.taken = self._uids[0] if accepted else b""
        self._uids = self._uids[1:]
        self._named = ()
        self._wanted = False

    def _empty(self) -> None:
        self._uids = []
        self._named = ()
        self._wanted = False
