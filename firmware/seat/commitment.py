"""One seat's play in one slot: what it has said of its card, and what the host has heard."""

OPEN_PHASES = ("play", "open")  # a card may still be laid, lifted and changed
TRIED_MAX = 4

UNKNOWN = b"?"  # what the host has on record may be anything: a new session
NOTHING = b""


class Commitment:
    """Says what must be reported next; tags are given as they lie, answers as they come."""

    def __init__(self, game: str, turn: int, committed: bytes) -> None:
        self.game = game
        self.turn = turn
        self.committed = committed  # the uid that the host has on record, as far as we know
        self.opened = NOTHING  # the uid whose opening the host has confirmed
        self._said: tuple[str, bytes] | None = None  # CM or LF that is still without an answer
        self._tried: list[bytes] = []  # uids that may be on record, the likeliest first
        self._refused: list[tuple[str, bytes]] = []

    def forget(self) -> None:
        """A new session: nothing counts as acknowledged."""
        self.committed = UNKNOWN
        self.opened = NOTHING
        self.retry()

    def retry(self) -> None:
        """The table has changed: what was refused before may be said again."""
        self._refused = []

    def refused(self, uid: "bytes | None") -> bool:
        """Whether the host has just turned this card down."""
        return ("CM", uid) in self._refused or ("RV", uid) in self._refused

    def lost(self) -> bool:
        """Whether nothing is left to open: a reset, and the card was taken away."""
        return not self.opened and self._said is None and self._opening(None) is None

    def report(self, phase: str, card: "bytes | None", sure: bool) -> "tuple[str, bytes] | None":
        """The kind and the uid to report; `sure` means that the tray is known, not only silent."""
        if phase in OPEN_PHASES:
            return self._say(self._before_lock(phase, card, sure))
        if phase == "locked":
            return self._said
        if phase == "reveal":
            return self._said or self._opening(card)
        return None

    def _before_lock(
        self, phase: str, card: "bytes | None", sure: bool
    ) -> "tuple[str, bytes] | None":
        if card is not None and ("CM", card) not in self._refused:
            if self.committed != card:
                return ("CM", card)
            return self._unless_refused("RV", card) if phase == "open" else None
        if sure and self.committed != NOTHING:
            return self._unless_refused("LF", NOTHING)
        return None

    def _opening(self, card: "bytes | None") -> "tuple[str, bytes] | None":
        if self.opened:
            return None
        for uid in self._tried:
            if ("RV", uid) not in self._refused:
                return ("RV", uid)
        # After a reset nobody knows what lies there: the host says whether it is on record, before
        # a card is named that may be the next one already.
        return self._unless_refused("CM", card) if card else None

    def _unless_refused(self, kind: str, uid: bytes) -> "tuple[str, bytes] | None":
        told = kind == "RV" and self.opened == uid
        return None if told or (kind, uid) in self._refused else (kind, uid)

    def _say(self, what: "tuple[str, bytes] | None") -> "tuple[str, bytes] | None":
        if what is not None and what[0] != "RV":
            self._said = what
            self.committed = UNKNOWN  # until the answer: either may be on record
            if what[0] == "CM":
                self._prefer(what[1])
        return what

    def _prefer(self, uid: bytes) -> None:
        others = [other for other in self._tried if other != uid]
        self._tried = [uid] + others[: TRIED_MAX - 1]

    def accept(self, kind: str, uid: bytes) -> None:
        """The host has it."""
        if kind == "RV":
            self.opened = uid
            return
        self._said = None
        self.committed = uid
        if kind == "CM":
            self._prefer(uid)
        else:
            self._tried = []

    def refuse(self, kind: str, uid: bytes) -> None:
        """The host does not take it."""
        self._refused.append((kind, uid))
        if kind == "RV":
            return
        self._said = None
        if kind == "CM":
            self._tried = [other for other in self._tried if other != uid]
