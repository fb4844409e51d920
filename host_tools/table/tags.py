"""The tags that are known: which uid is which copy, in SQLite beside the games."""

from collections.abc import Iterable
from typing import NamedTuple

from card_db.bearers import CARD, PLAYER, TILE, Bearer
from card_db.cards import Box
from card_db.loader import house_box
from host_tools.table.journal import Journal
from host_tools.table.seal import digest

ANY_DECK = ""  # tiles and people belong to the table, whatever deck is played


class DeckRow(NamedTuple):
    """A deck: the printing and the sets of its box, and the lines of its house cards."""

    name: str
    edition: str
    sets: tuple[str, ...]
    house: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, edition: str, contents: str) -> "DeckRow":
        """Read what `contents` writes."""
        sets, *house = contents.split("\n")
        return cls(name, edition, tuple(sets.split(",")), tuple(house))

    @property
    def contents(self) -> str:
        """The sets on a line with commas, then the house cards, a line each."""
        return "\n".join([",".join(self.sets), *self.house])

    @property
    def box(self) -> Box:
        """All cards and wonders of this deck's box."""
        return house_box(self.edition, self.house)


class TagRow(NamedTuple):
    """One tag and what bears it."""

    uid: str
    deck: str
    bearer: Bearer


class Tags:
    """The tags of a journal's file. A uid is known once, whatever the deck."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    # What `play` wants.

    def cards(self, deck: str) -> dict[str, str]:
        """Return which uid is which card in a deck."""
        return {row.uid: row.bearer.name for row in self.of_deck(deck)}

    def tiles(self) -> dict[str, list[bytes]]:
        """Return the uids of the action tiles by their keys."""
        found: dict[str, list[bytes]] = {}
        for row in self._table_rows(TILE):
            found.setdefault(row.bearer.name, []).append(bytes.fromhex(row.uid))
        return found

    def players(self) -> dict[str, str]:
        """Return which uid names which person."""
        return {row.uid: row.bearer.name for row in self._table_rows(PLAYER)}

    def _table_rows(self, kind: str) -> list[TagRow]:
        return [row for row in self.of_deck(ANY_DECK) if row.bearer.kind == kind]

    # Decks.

    def decks(self) -> list[DeckRow]:
        """Return all decks by name."""
        rows = self._journal.rows("SELECT name, edition, sets FROM decks ORDER BY name")
        return [DeckRow.of(*row) for row in rows]

    def deck(self, name: str) -> DeckRow | None:
        """Return a deck by its name."""
        return next((deck for deck in self.decks() if deck.name == name), None)

    def put_deck(self, deck: DeckRow) -> None:
        """Write what is in the box of a deck; its tags stay."""
        row = (deck.name, deck.edition, deck.contents)
        statement = "INSERT OR REPLACE INTO decks VALUES (?, ?, ?, ?)"
        self._journal.write_tags(statement, [(*row, digest(*row))])

    def drop_deck(self, name: str) -> None:
        """Forget a deck and its tags."""
        with self._journal.whole():
            self._journal.write_tags("DELETE FROM tags WHERE deck = ?", [(name,)])
            self._journal.write_tags("DELETE FROM decks WHERE name = ?", [(name,)])

    # Tags.

    def rows(self) -> list[TagRow]:
        """Return every tag, the oldest first."""
        found = self._journal.rows("SELECT uid, deck, kind, name, copy FROM tags ORDER BY number")
        return [TagRow(uid, deck, Bearer(*bearer)) for uid, deck, *bearer in found]

    def of_deck(self, deck: str) -> list[TagRow]:
        """Return the tags of a deck, the oldest first."""
        return [row for row in self.rows() if row.deck == deck]

    def change(self, drop: Iterable[str] = (), add: Iterable[TagRow] = ()) -> None:
        """Forget some uids and write some tags, all or nothing; on the disk when it returns."""
        rows: list[tuple[object, ...]] = [
            (row.uid, row.deck, row.bearer.kind, row.bearer.name, row.bearer.copy) for row in add
        ]
        with self._journal.whole():
            self._journal.write_tags("DELETE FROM tags WHERE uid = ?", [(uid,) for uid in drop])
            self._journal.write_tags(
                "INSERT INTO tags (uid, deck, kind, name, copy, digest) VALUES (?, ?, ?, ?, ?, ?)",
                [(*row, digest(*row)) for row in rows],
            )


def deck_of(bearer: Bearer, deck: str) -> str:
    """Return where a tag is kept: cards in their deck, everything else with the table."""
    return deck if bearer.kind == CARD else ANY_DECK
