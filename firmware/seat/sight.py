"""What the tags on the tray mean now: the card, an action tile, or what is wrong with them."""

from firmware.link import TILES, Message, short_hash

DECK_MAX = 1024  # tags: every set of both editions together has fewer


class Deck:
    """The game's tags, sent by the host in parts; a tag is judged only when all have arrived."""

    def __init__(self) -> None:
        self._hashes = bytearray()
        self.clear()

    def clear(self) -> None:
        """Forget everything: another session or another game has other hashes."""
        self._hashes = bytearray()
        self._parts: set[int] = set()
        self._of = 0
        self._tiles: dict[str, tuple[str, ...]] = {}

    def take(self, part: int, of: int, hashes: "tuple[str, ...]") -> None:
        """Add part `part` of `of`, both counted from 1; a part that comes twice counts once."""
        if of != self._of:
            self._of = of
            self._parts = set()
            self._hashes = bytearray()
        if not 1 <= part <= of or part in self._parts:
            return
        self._parts.add(part)
        for text in hashes:
            if len(self._hashes) < 4 * DECK_MAX:
                self._hashes.extend(bytes.fromhex(text))

    def take_tiles(self, key: str, hashes: "tuple[str, ...]") -> None:
        """Note the tags that mean this key."""
        if key in TILES:
            self._tiles[key] = hashes

    def tile(self, text: str) -> str:
        """Return the key of an action tile, or nothing."""
        for key in TILES:  # a board's dicts have no order, and a tag may be given two keys
            if text in self._tiles.get(key, ()):
                return key
        return ""

    def refuses(self, text: str) -> bool:
        """Return whether this tag is certainly not in the game."""
        return self._of > 0 and len(self._parts) == self._of and not self._has(text)

    def progress(self) -> str:
        """Return what has arrived, for `UP`: parts, of how many, tiles."""
        tiles = sum([len(hashes) for hashes in self._tiles.values()])
        return "{}/{}/{}".format(len(self._parts), self._of, tiles)

    def _has(self, text: str) -> bool:
        wanted = bytes.fromhex(text)
        place = self._hashes.find(wanted)
        while place >= 0 and place % 4:
            place = self._hashes.find(wanted, place + 1)
        return place >= 0


class Sight:
    """Judges the tags that lie there by the host's state and the game's hashes."""

    def __init__(self) -> None:
        self.tags: tuple[bytes, ...] | None = None  # None: not known yet
        self.card: bytes | None = None
        self.tile = ""
        self.trouble = ""
        self.left = False  # only what must be taken away first lies there
        self._tile_tag = b""
        self._resting: tuple[bytes, ...] = ()  # tags that lay here before this round began
        self._spent: tuple[bytes, ...] = ()  # tiles that have answered and still lie there
        self._held: tuple[bytes, ...] = ()  # no commitment until the tray has been empty,
        self._complaint = ""  # and what is wrong with them

    def lay(self, tags: "tuple[bytes, ...] | None") -> None:
        """Take what lies there."""
        if self.tags is None:  # after a reset a tile that lies there may have answered before
            self._resting = self._spent = tags or ()
        self.tags = tags
        lying = tags or ()
        self._resting = tuple([tag for tag in self._resting if tag in lying])
        self._spent = tuple([tag for tag in self._spent if tag in lying])
        if tags == ():
            self._held = ()

    def hold(self, tags: "tuple[bytes, ...]", complaint: str) -> None:
        """Let these tags be no cards until the tray has been empty."""
        lying = self._held + tags if self.tags is None else self.tags
        self._held = tuple([tag for tag in lying if tag in self._held or tag in tags])
        self._complaint = complaint

    def holds(self) -> bool:
        """Return whether the tray must be cleared first."""
        return self._held != ()

    def rest(self) -> None:
        """Begin a round: what lies there now was not laid for it."""
        self._resting = self.tags or ()

    def rests(self, tag: bytes) -> bool:
        """Return whether this tag lay there before the round began."""
        return tag in self._resting

    def spend(self) -> None:
        """Note that the tile has answered: it must be lifted before it answers again."""
        self._spent = self._spent + (self._tile_tag,)
        self.tile = ""

    def judge(self, state: Message, sid: str, deck: Deck) -> None:
        """Work out what each tag means now."""
        self.card, self.tile, self.trouble = None, "", ""
        self.left = bool(self.tags)
        cards = []
        for tag in self.tags or ():
            name = short_hash(sid, state.game, tag)
            self.left = self.left and (name == state.x or tag in self._held)
            if self._is_card(tag, state, name, deck):
                cards.append(tag)
        if len(cards) > 1:
            self.trouble = "two_cards"
        elif cards and not self.trouble:
            self.card = cards[0]

    def _is_card(self, tag: bytes, state: Message, name: str, deck: Deck) -> bool:
        if name == state.x:  # stale-card rule: what was played last is never committed again
            if tag not in self._resting:
                self.trouble = "played"
            return False
        if tag in self._held and state.phase != "enrol":
            self.trouble = self._complaint
            return False
        key = deck.tile(name) if state.step or state.phase != "enrol" else ""
        if key:
            if tag not in self._spent:
                self.tile, self._tile_tag = key, tag
            return False
        if state.phase != "enrol" and deck.refuses(name):  # any tag may be enrolled
            self.trouble = "unknown"
            return False
        return True
