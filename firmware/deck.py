"""The tags that may be played in this game, and the tiles of actions and players, by hash."""

from firmware.link import TILES

DECK_MAX = 1024  # tags: every set of both editions together has fewer


class Deck:
    """Filled in parts by the host; it judges a tag only when all parts have come."""

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
        """Add part `part` of `of`, both counted from 1; a part that came twice counts once."""
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
        """The tags that mean this key."""
        if key in TILES:
            self._tiles[key] = hashes

    def tile(self, text: str) -> str:
        """The key of an action tile, or nothing."""
        for key in TILES:  # a board's dicts have no order, and a tag may be given two keys
            if text in self._tiles.get(key, ()):
                return key
        return ""

    def refuses(self, text: str) -> bool:
        """Whether this tag is surely not one of the game."""
        return self._of > 0 and len(self._parts) == self._of and not self._has(text)

    def progress(self) -> str:
        """What has come, as told to the host: parts, of how many, tiles."""
        tiles = sum([len(hashes) for hashes in self._tiles.values()])
        return "{}/{}/{}".format(len(self._parts), self._of, tiles)

    def _has(self, text: str) -> bool:
        wanted = bytes.fromhex(text)
        place = self._hashes.find(wanted)
        while place >= 0 and place % 4:
            place = self._hashes.find(wanted, place + 1)
        return place >= 0
