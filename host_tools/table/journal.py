"""The journal of all games: SQLite, one writer, nothing acknowledged before it is on the disk."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.table.database import explained, opened
from host_tools.table.entries import Entry, decode, encode

_write = json.JSONEncoder(ensure_ascii=False).encode
_read = json.JSONDecoder().raw_decode  # what is written stands alone: half the time of `loads`

# Each step brings the schema from one version to the next.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY, begun REAL NOT NULL, state TEXT NOT NULL DEFAULT 'open'
    );
    CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games(id),
        number INTEGER NOT NULL,
        at REAL NOT NULL,
        entry TEXT NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE tags (
        deck TEXT NOT NULL, uid TEXT NOT NULL, card TEXT NOT NULL, PRIMARY KEY (deck, uid)
    ) WITHOUT ROWID;
    """,
    # A tag names one copy, and a uid is known once. The old table was never filled.
    """
    DROP TABLE tags;
    CREATE TABLE decks (name TEXT PRIMARY KEY, edition TEXT NOT NULL, sets TEXT NOT NULL);
    CREATE TABLE tags (
        number INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        deck TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        copy INTEGER NOT NULL,
        UNIQUE (deck, kind, name, copy)
    );
    """,
)


class JournalError(Exception):
    """The journal cannot be used; the text says why and what to do."""


class GameRow(NamedTuple):
    """A game in the list of games."""

    id: int
    begun: float
    state: str  # open, over, abandoned
    entries: int


class Journal:
    """The file in which everything that counts is written before it is confirmed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writing = False  # something that is one write has begun
        with explained(JournalError, partial(_explain, path)):
            # EXCLUSIVE: the first writer keeps the file, a second host is refused at once.
            self._db = opened(
                path, MIGRATIONS, timeout=0, locking_mode="EXCLUSIVE", journal_mode="WAL",
                synchronous="FULL", foreign_keys="ON",
            )  # fmt: skip
            if self._db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("malformed")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Make one write of all that is written within: when this ends it is on the disk.

        Or nothing of it is: a full disk becomes a sentence and leaves the journal as it was.
        """
        if self.writing:  # a part of a greater whole
            yield
            return
        self.writing = True
        try:
            yield
            if self._db.in_transaction:
                self._commit()
        except sqlite3.Error as error:
            raise JournalError(_explain(self.path, error)) from error
        finally:
            self.writing = False
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _commit(self) -> None:
        self._db.execute("COMMIT")

    def write(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        """Write rows by this statement, alone or as a part of a whole."""
        if not self.writing:
            with self.whole():
                self.write(statement, rows)
            return
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(statement, rows)

    def new_game(self, now: float) -> int:
        """Begin a game and return its number."""
        with self.whole():
            self.write("INSERT INTO games (begun) VALUES (?)", [(now,)])
            return int(self.rows("SELECT last_insert_rowid()")[0][0])

    def append(self, game: int, first: int, entries: Iterable[Entry], now: float) -> None:
        """Write entries from number `first` on."""
        rows: list[tuple[object, ...]] = []
        for number, entry in enumerate(entries, first):
            text = _write(encode(entry))
            rows.append((game, number, now, text, zlib.crc32(text.encode())))
        self.write("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)

    def mark(self, game: int, state: str) -> None:
        """Mark a game as open, over or abandoned."""
        self.write("UPDATE games SET state = ? WHERE id = ?", [(state, game)])

    def read(self, game: int) -> list[tuple[float, Entry]]:
        """Return all entries of a game with their times; a damaged one refuses the whole."""
        rows = self.rows(
            "SELECT number, at, entry, sum FROM entries WHERE game = ? ORDER BY 1", game
        )
        entries = []
        for expected, (number, at, text, check) in enumerate(rows):
            if number != expected or zlib.crc32(text.encode()) != check:
                raise JournalError(self._damaged(game, expected))
            try:
                entries.append((at, decode(_read(text)[0])))
            except ValueError as error:
                raise JournalError(self._damaged(game, expected, f" {error}")) from error
        return entries

    def _damaged(self, game: int, number: int, why: str = "") -> str:
        return (
            f"Entry {number} of game {game} in {self.path} is damaged.{why} Nothing was read. "
            "Restore the file from a backup, or begin a new game."
        )

    def games(self) -> list[GameRow]:
        """Return all games, the newest first."""
        rows = self.rows(
            "SELECT id, begun, state, (SELECT COUNT(*) FROM entries WHERE game = id) "
            "FROM games ORDER BY id DESC"
        )
        return [GameRow(*row) for row in rows]

    def rows(self, statement: str, *values: object) -> list[Any]:
        """Read rows by this statement."""
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(_explain(self.path, error)) from error


def _explain(path: Path, error: Exception) -> str:
    text = str(error).lower()
    for sign, sentence in _SENTENCES.items():
        if sign in text:
            return f"{path}: {sentence}"
    return f"{path} cannot be used as journal: {error}. Check the folder and its permissions."


_SENTENCES = {
    "locked": "another Wondertable uses this journal. Stop that one first, or name another file.",
    "malformed": "the journal is damaged; nothing was read. Restore a backup, or name another.",
    "not a database": "this is no journal; nothing was read. Restore a backup, or name another.",
    "full": "the disk is full: nothing was confirmed. Make room, the table goes on by itself.",
    "disk i/o": "the disk takes nothing: nothing was confirmed. Look after it, the table goes on.",
    "readonly": "the journal cannot be written. Check its permissions.",
    "unable to open": "the journal cannot be opened. Check the folder and its permissions.",
}
