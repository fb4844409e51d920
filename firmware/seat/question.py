"""The question that the host asks a seat, and the key that answers it."""

from firmware.link import CLAIM, PLACES, Message

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


class KeyQuestion:
    """One answer a step: said again until the host has it, forgotten when the step has passed."""

    def __init__(self) -> None:
        self.letters = DARK
        self._slot: tuple[str, int, str] = ("", 0, "")
        self._open = False
        self._answer = ""  # pressed, and not yet with the host
        self._told = ""  # the host has it

    def ask(self, state: Message) -> None:
        """Take the question that this state carries, if any."""
        slot = (state.game, state.round, state.step)
        if slot != self._slot:
            self._answer = self._told = ""
        self._slot = slot
        self._open = True
        letters = state.light.partition(":")[2]
        if not state.step:
            self.letters = DARK
        else:
            self.letters = (letters + DARK)[:3] if letters else USUAL

    def close(self) -> None:
        """A new session: nothing is asked yet, and nothing counts as told."""
        self._open = False
        self._told = ""
        self.letters = DARK

    def press(self, button: int, long: bool) -> bool:
        """Answer by a button; False when it means nothing now."""
        if long:
            return self.take("undo")
        return self.take(LETTERS.get(self.letters[button].lower(), ""))

    def take(self, key: str) -> bool:
        """Answer by a key; False when it is not offered now."""
        offered = [LETTERS.get(letter.lower()) for letter in self.letters]
        calls = key == "undo" and self._slot[0] != ""  # anyone may call a mistake in a game
        claims = key in PLACES and self._slot[2].startswith(CLAIM)
        if not self._open or not key or not (calls or claims or key in offered):
            return False
        if calls or key != self._told:  # a second press of the same key is no second answer
            self._answer = key
        return True

    def report(self) -> "tuple[object, ...] | None":
        """The answer that the host has not confirmed yet."""
        if not self._open or not self._answer:
            return None
        return ("BT",) + self._slot + (self._answer,)

    def answered(self, accepted: bool) -> None:
        """The host has taken the answer, or refused it: then the question is open again."""
        self._told = self._answer if accepted else ""
        self._answer = ""

    def lamps(self) -> str:
        """The letters of the buttons that are lit: after an answer only that one."""
        chosen = self._answer or self._told
        lit = [
            letter if chosen in ("", "undo") or LETTERS.get(letter.lower()) == chosen else "-"
            for letter in self.letters
        ]
        return "".join(lit)
