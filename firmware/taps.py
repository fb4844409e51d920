"""Tags for the host outside a round: each is named once, in the order in which they were laid."""

TAPS_MAX = 8


class Taps:
    """A short queue, so that quick hands lose nothing while the host is busy."""

    def __init__(self) -> None:
        self._uids: list[bytes] = []

    def add(self, uid: bytes) -> None:
        """A tag was laid."""
        if len(self._uids) < TAPS_MAX:
            self._uids.append(uid)

    def clear(self) -> None:
        """Nobody asks for tags any more."""
        self._uids = []

    def report(self) -> "tuple[object, ...] | None":
        """The first tag that the host does not know yet."""
        return ("TG", self._uids[0].hex()) if self._uids else None

    def answered(self) -> None:
        """The host has taken it, or does not want it."""
        self._uids = self._uids[1:]
