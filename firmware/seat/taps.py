"""Tags for the host outside a round: each is named once, in the order in which they were laid."""

from firmware.link import CARD

TAPS_MAX = 8


class Taps:
    """A short queue, so that quick hands lose nothing while the host is busy.

    In a game the next state may be lost on its way, and the card that is laid then is a secret. So
    a tag that answers a question is named only when the host, asked after the tag was laid, says
    that the question is still open.
    """

    def __init__(self) -> None:
        self._slot: tuple[object, ...] = ()
        self._uids: list[bytes] = []
        self._wanted = False  # the first one may be named
        self._taken = b""  # lies there, and the host has it

    def turn(self, slot: "tuple[object, ...]") -> None:
        """Another question, or none: nobody asks for what was laid before."""
        self._slot = slot
        self._empty()

    def lie(self, tags: "tuple[bytes, ...]") -> None:
        """What lies there now."""
        if self._taken not in tags:
            self._taken = b""

    def add(self, uid: bytes) -> None:
        """A tag was laid."""
        if len(self._uids) < TAPS_MAX and uid != self._taken:
            self._uids.append(uid)

    def forget(self) -> None:
        """A new session: nothing counts as taken."""
        self._taken = b""
        self.turn(())

    def report(self) -> "tuple[object, ...] | None":
        """The first tag that the host does not know yet, or the question whether it may be told."""
        if not self._uids:
            return None
        if self._slot and not self._wanted:
            return ("BT",) + self._slot + (CARD,)
        return ("TG", self._uids[0].hex())

    def asked(self, wanted: bool) -> None:
        """The host wants the tag, or the question has passed."""
        self._wanted = wanted
        if not wanted:
            self._empty()

    def answered(self, accepted: bool) -> None:
        """The host has taken it, or does not want it."""
        self._taken = self._uids[0] if accepted else b""
        self._uids = self._uids[1:]
        self._wanted = False

    def _empty(self) -> None:
        self._uids = []
        self._wanted = False
