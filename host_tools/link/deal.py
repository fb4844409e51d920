"""The tags that a seat may know, on their way to it as short hashes, until it says it has them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware.commitment import short_hash
from firmware.link import TILES, line

PART = 10  # hashes in one line
PARTS_MAX = 99
PACE_S = 0.02  # between lines: a small board's buffer holds two of them
PATIENCE_S = 0.3  # after the last line, for the seat to say what has come


@dataclass(frozen=True, slots=True)
class Cards:
    """The deck of a game and the action tiles; ValueError when a seat cannot know them all."""

    game: str
    deck: tuple[bytes, ...] = field(repr=False)
    tiles: tuple[tuple[str, tuple[bytes, ...]], ...] = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.deck) > PART * PARTS_MAX:
            raise ValueError(f"a seat can know {PART * PARTS_MAX} tags, not {len(self.deck)}")
        for key, uids in self.tiles:
            if key not in TILES or len(uids) > PART:
                raise ValueError(f"a seat can know {PART} tiles for each of {', '.join(TILES)}")

    def frames(self, sid: str) -> list[bytes]:
        """Write every line of the deal for one session."""
        hashes = self._hashes(sid, self.deck)
        parts = [hashes[place : place + PART] for place in range(0, len(hashes), PART)]
        deck = [line("DK", sid, part, len(parts), names) for part, names in enumerate(parts, 1)]
        tiles = [line("TL", sid, key, self._hashes(sid, uids)) for key, uids in self.tiles]
        return deck + tiles

    def progress(self) -> str:
        """What a seat says that has all of it."""
        parts = -(-len(self.deck) // PART)
        return f"{parts}/{parts}/{sum(len(uids) for _, uids in self.tiles)}"

    def _hashes(self, sid: str, uids: Iterable[bytes]) -> list[str]:
        return [short_hash(sid, self.game, uid) for uid in uids]


class Deal:
    """One deal in one session: line by line, from the start again until the seat has it all."""

    def __init__(self, cards: Cards, sid: str) -> None:
        self.cards = cards
        self.started = False
        self.done = False
        self._frames = cards.frames(sid)
        self._place = 0
        self._next = 0.0

    def due(self, now: float) -> bytes:
        """The line that is due by now, if any."""
        if self.done or not self._frames or now < self._next:
            return b""
        self.started = True
        frame = self._frames[self._place]
        self._place = (self._place + 1) % len(self._frames)
        self._next = now + (PACE_S if self._place else PATIENCE_S)
        return frame

    def told(self) -> bool:
        """Whether the last line has just gone out, so that an answer is worth asking for."""
        return self.started and self._place == 0

    def confirm(self, progress: str) -> None:
        """Take what the seat says that it has; a level, so that a loss is noticed later too."""
        self.done = progress == self.cards.progress()
