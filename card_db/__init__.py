"""Facts of the game: one data file a set and printing, checked when loaded."""

from card_db.compiled import places

__path__[:0] = places(__name__)
