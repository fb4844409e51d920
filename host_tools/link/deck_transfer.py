"""Sending a deck to a board: the tags it accepts, as short hashes, until it has them all."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware.link import TILES, line, short_hash

PART = 10  # hashes in one line
PARTS_MAX = 99
PACE_S = 0.02  # between lines: a small board's buffer holds two of them
PATIENCE_S = 0.3  # after the last line, for the seat to report what it has


@dataclass(frozen=True, slots=True)
class DeckTags:
    """The tags of a deck and of the action tiles; ValueError when they are too many for a seat."""

    game: str
    deck: tuple[bytes, ...] = field(repr=False)
    tiles: tuple[tuple[str, tuple[bytes, ...]], ...] = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.deck) > PART * PARTS_MAX:
            raise ValueError(f"a seat can hold {PART * PARTS_MAX} tags, not {len(self.deck)}")
        for key, uids in self.tiles:
            if key not in TILES or len(uids) > PART:
                raise ValueError(f"a seat can hold {PART} tiles for each of {', '.join(TILES)}")

    def frames(self, sid: str) -> list[bytes]:
        """Return every line of the deck for one session."""
        hashes = self._hashes(sid, self.deck)
        parts = [hashes[place : place + PART] for place in range(0, len(hashes), PART)]
        deck = [line("DK", sid, part, len(parts), names) for part, names in enumerate(parts, 1)]
        tiles = [line("TL", sid, key, self._hashes(sid, uids)) for key, uids in self.tiles]
        return deck + tiles

    def progress(self) -> str:
        """Return what a seat reports that has all of it."""
        parts = -(-len(self.deck) // PART)
        return f"{parts}/{parts}/{sum(len(uids) for _, uids in self.tiles)}"

    def _hashes(self, sid: str, uids: Iterable[bytes]) -> list[str]:
        return [short_hash(sid, self.game, uid) for uid in uids]


class DeckTransfer:
    """A deck on its way in one session: line by line, again and again until the seat has it all."""

    def __init__(self, tags: DeckTags, sid: str) -> None:
        self.tags = tags
        self.started = False
        self.done = False
        self._frames = tags.frames(sid)
        self._place = 0
        self._next = 0.0

    def due(self, now: float) -> bytes:
        """Return the line that is due now, if any."""
        if self.done or not self._frames or now < self._next:
            return b""
        self.started = True
        frame = self._frames[self._place]
        self._place = (self._place + 1) % len(self._frames)
        self._next = now + (PACE_S if self._place else PATIENCE_S)
        return frame

    def wants_answer(self) -> bool:
        """Return whether the last line was just sent, so that an answer is worth asking for."""
        return self.started and self._place == 0

    def confirm(self, progress: str) -> None:
        """Compare what the seat reports that it has; a later loss starts the transfer again."""
        self.done = progress == self.tags.progress()
