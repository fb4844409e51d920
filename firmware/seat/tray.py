"""What lies on the tray: polls in, the tags that can be believed out."""

TAGS_MAX = 4  # more are not told apart: two are too many already

CONFIRM = 2  # polls that must agree on a new uid: a garbled one comes once
LIFT_POLLS = 3  # polls, and
LIFT_MS = 250  # time without a tag, before it counts as lifted: weak tags flicker
GARBLED_MS = 1000  # of reads that never agree, before the tag counts as unreadable


class _Tag:
    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.settled = False
        self.hits = 1
        self.misses = 0  # polls in a row without it
        self.since = 0  # when the first of them was


class TrayFilter:
    """Believes a tag when it was read twice, and its absence when it was missed for a while.

    `tags` is what lies there, or None as long as nobody can know.

    >>> tray = TrayFilter()
    >>> for now in (0, 20):
    ...     tray.poll([b"card"], now)
    >>> tray.tags
    (b'card',)
    """

    def __init__(self, most: int = TAGS_MAX) -> None:
        self._most = most
        self.tags: tuple[bytes, ...] | None = None
        self.unreadable = False
        self._tags: list[_Tag] = []
        self._empty = 0  # polls in a row without any tag
        self._garbled = -1  # since when something is read that cannot be believed

    def poll(self, uids: "list[bytes] | tuple[bytes, ...]", now: int) -> None:
        """Take the uids that one poll has read."""
        if not uids and not self._tags and self.tags == ():
            self._note_garbled(False, now)
            return
        self._count(uids, now)
        self._tags = [tag for tag in self._tags if not self._gone(tag, now)]
        if not self._fading():
            self._settle()
        self._empty = 0 if uids else min(self._empty + 1, LIFT_POLLS)
        self._note_garbled(bool(uids) and not self._any_known(uids), now)
        settled = tuple([tag.uid for tag in self._tags if tag.settled])
        if settled or self.tags is not None or self._empty >= LIFT_POLLS:
            self.tags = settled

    def garble(self, now: int) -> None:
        """Note that something answers but no uid came through: no removal, and no tag either."""
        self.fail()
        self._note_garbled(True, now)

    def fail(self) -> None:
        """Note that the reader failed: an error is never a removal, so absence is proved again."""
        self._empty = 0
        for tag in self._tags:
            tag.misses = 0

    def eager(self) -> bool:
        """Return whether the next poll should come soon: something is on its way in or out."""
        return any(not tag.settled or tag.misses for tag in self._tags)

    def leaving(self, now: int) -> bool:
        """Return whether one more empty poll makes the tray empty, none of its cards heard since.

        >>> tray = TrayFilter()
        >>> for now, uids in ((0, [b"card"]), (20, [b"card"]), (40, []), (60, [])):
        ...     tray.poll(uids, now)
        >>> tray.leaving(80), tray.leaving(40 + LIFT_MS)
        (False, True)
        """
        for tag in self._tags:
            if not tag.settled or tag.misses < LIFT_POLLS - 1 or now - tag.since < LIFT_MS:
                return False
        return bool(self._tags)

    def newcomer(self) -> bytes:
        """Return the uid of the only tag in sight if it was read just once, or nothing."""
        tags = self._tags
        return tags[0].uid if len(tags) == 1 and tags[0].hits == 1 and not tags[0].misses else b""

    def _count(self, uids: "list[bytes] | tuple[bytes, ...]", now: int) -> None:
        for tag in self._tags:
            if tag.uid in uids:
                tag.hits += 1 - tag.settled
                tag.misses = 0
                continue
            if tag.misses == 0:
                tag.since = now
            tag.misses += 1
        for uid in uids:
            if len(self._tags) < self._most and not self._find(uid):
                self._tags.append(_Tag(uid))

    def _find(self, uid: bytes) -> bool:
        return any(tag.uid == uid for tag in self._tags)

    def _gone(self, tag: _Tag, now: int) -> bool:
        if tag.misses < LIFT_POLLS:
            return False
        return not tag.settled or now - tag.since >= LIFT_MS

    def _fading(self) -> bool:
        return any(tag.settled and tag.misses for tag in self._tags)

    def _settle(self) -> None:
        # Only while no settled tag is missing: a card under another is read by turns with it, and
        # a quick exchange must not look like two cards.
        for tag in self._tags:
            if tag.hits >= CONFIRM and tag.misses == 0:
                tag.settled = True

    def _any_known(self, uids: "list[bytes] | tuple[bytes, ...]") -> bool:
        return any(tag.settled and tag.uid in uids for tag in self._tags)

    def _note_garbled(self, garbled: bool, now: int) -> None:
        if not garbled:
            self._garbled = -1
        elif self._garbled < 0:
            self._garbled = now
        self.unreadable = garbled and now - self._garbled >= GARBLED_MS
