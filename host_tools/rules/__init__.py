"""The game of 7 Wonders: no input or output, no chance, no clock.

- `setup`, `ruleset`: what is agreed before a game, and what follows from it
- `game`: `Game`, its open questions and what an answer does; `phases` is its course
- `moves`, `payment`: `Move` and `Payment`, values; `costs` lists all legal ones
- `dealing`: hands, dealt by a chance that is handed in
- `scoring`: every point of a seat with its source
- `record`, `replay`, `writing`, `result`: a game read from and written to a game record
"""

from card_db.compiled import places

__path__[:0] = places(__name__)
