"""Facts of the game: one data file a set and printing, checked when loaded.

- `cards`: `Card`, `Wonder`, `Effect` and `Box`, frozen rows of fact
- `loader`: `load_box("1e")`, with house cards if there are any
- `effects`: the verbs and modifiers that a card's effects are made of
- `bearers`: `Bearer`, the physical thing that bears a tag
- `rule_texts`: `rules()`, every rule by its number, with its source
- `lines`: `CardError`, a mistake in a data file as a sentence
"""

from card_db.compiled import places

__path__[:0] = places(__name__)
