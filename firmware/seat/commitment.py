"""A seat's card in one round: what the seat has reported, and what the host has on record."""

OPEN_PHASES = ("play", "open")  # a card may still be laid, lifted and changed
TRIED_MAX = 4

UNKNOWN = b"?"  # what the host has on record may be anything: a new session
UNSURE = b"!"  # or the last report, or the one before it: no answer yet, or a refusal
NOTHING = b""


class Commitment:
    """Decides what must be reported next, from what lies there and what the host has answered."""

    def __init__(self, game: str, round: int, committed: bytes) -> None:
        self.game = game
        self.round = round
        self.committed = committed  # the uid that the host has on record, as far as we know
        self.opened = NOTHING  # the uid whose opening the host has confirmed
        self.known = NOTHING  # the card that the host has confirmed last
        self.over = False  # a later round has begun: nothing is reported for this one
        self._told = NOTHING  # the card whose opening it has confirmed, ever
        self._unanswered: tuple[str, bytes] | None = None  # a CM or LF
        self._tried: list[bytes] = []  # uids that may be on record, the likeliest first
        self._refused: list[tuple[str, bytes]] = []

    def forget(self) -> None:
        """Begin a new session: nothing counts as acknowledged."""
        self.committed = UNKNOWN
        self.opened = NOTHING
        self.retry()

    def cleared(self) -> None:
        """Let the host know that the tray has been empty."""
        if self.committed == NOTHING:
            self.committed = UNKNOWN

    def retry(self) -> None:
        """Allow what was refused before to be reported again: the table has changed."""
        self._refused = []

    def refused(self, uid: "bytes | None") -> bool:
        """Return whether the host has refused this card."""
        return ("CM", uid) in self._refused or ("RV", uid) in self._refused

    def hides(self, uid: bytes, rests: bool) -> bool:
        """Return whether this card may be committed and was never opened: nobody may know it.

        `rests`: it has lain there since the round began, or since the seat was started.
        """
        if uid in self._tried:
            return uid != self._told
        return rests and self.committed == UNKNOWN

    def lost(self) -> bool:
        """Return whether nothing is left to open: a reset, and the card was taken away."""
        return not self.opened and self._unanswered is None and self._opening(None) is None

    def report(
        self, phase: str, card: "bytes | None", sure: bool, left: bool
    ) -> "tuple[str, bytes] | None":
        """Return the kind and the uid to report.

        `sure`: what lies on the tray is known; `left`: it is only what must be taken away.
        """
        if self.over:
            return None
        if phase in OPEN_PHASES:
            return self._note(self._before_lock(phase, card, sure, left))
        if phase == "locked":
            return self._unanswered
        if phase == "reveal":
            return self._unanswered or self._opening(card)
        return None

    def _before_lock(
        self, phase: str, card: "bytes | None", sure: bool, left: bool
    ) -> "tuple[str, bytes] | None":
        if card is not None and ("CM", card) not in self._refused:
            if card == self.known and self._unanswered not in (None, ("CM", card)):
                return ("LF", NOTHING)  # it was away: what was answered for it is void
            if self.committed != card:
                return ("CM", card)
            return self._unless_refused("RV", card) if phase == "open" else None
        if left and self.committed == UNKNOWN:  # the host would take a withdrawal for a clear tray
            return None
        if sure and self.committed != NOTHING:
            return self._unless_refused("LF", NOTHING)
        return None

    def _opening(self, card: "bytes | None") -> "tuple[str, bytes] | None":
        if self.opened:
            return None
        for uid in self._tried:
            if ("RV", uid) not in self._refused:
                return ("RV", uid)
        # After a reset the card that lies there may be the next one already: before it is named,
        # the host says whether it is on record.
        return self._unless_refused("CM", card) if card else None

    def _unless_refused(self, kind: str, uid: bytes) -> "tuple[str, bytes] | None":
        known = kind == "RV" and self.opened == uid
        return None if known or (kind, uid) in self._refused else (kind, uid)

    def _note(self, report: "tuple[str, bytes] | None") -> "tuple[str, bytes] | None":
        if report is not None and report[0] != "RV":
            self._unanswered = report
            self.committed = UNSURE  # until the answer: either may be on record
            if report[0] == "CM":
                self._prefer(report[1])
        return report

    def _prefer(self, uid: bytes) -> None:
        others = [other for other in self._tried if other != uid]
        self._tried = [uid] + others[: TRIED_MAX - 1]

    def accept(self, kind: str, uid: bytes) -> None:
        """Note that the host has it."""
        if uid:
            self.known = uid
        if kind == "RV":
            self.opened = self._told = uid
            return
        self._unanswered = None
        self.committed = uid
        if kind == "CM":
            self._prefer(uid)
        else:
            self._tried = []

    def refuse(self, kind: str, uid: bytes) -> None:
        """Note that the host refuses it."""
        self._refused.append((kind, uid))
        if kind == "RV":
            return
        self._unanswered = None
        if kind == "CM":
            self._tried = [other for other in self._tried if other != uid]
