"""The game of 7 Wonders: no input or output, no chance, no clock."""

from card_db.compiled import places

__path__[:0] = places(__name__)
