"""How surely the card that lies on the tray is read: hits out of all tries."""

MOST = 999


class Rate:
    """Counts for one card. Misses count only once it is read again: else it was being lifted.

    >>> rate = Rate()
    >>> for hit in (True, False, True, True, False): rate.note(b"card", hit)
    >>> rate.word()
    '3/4'
    """

    def __init__(self) -> None:
        self.uid = b""  # the card that is counted, if any
        self._hits = 0
        self._tries = 0
        self._misses = 0  # in a row

    def note(self, uid: bytes, hit: bool) -> None:
        """The card was looked for."""
        if uid != self.uid:
            self.uid, self._hits, self._tries, self._misses = uid, 0, 0, 0
        if not hit:
            self._misses += 1
            return
        self._hits += 1
        self._tries += 1 + self._misses
        self._misses = 0
        if self._tries > MOST:
            self._hits, self._tries = self._hits // 2, self._tries // 2

    def lifted(self) -> None:
        """No single card lies there."""
        self.uid = b""

    def word(self) -> str:
        """Hits and tries, or "-" when no single card lies there."""
        return "{}/{}".format(self._hits, self._tries) if self.uid else "-"
