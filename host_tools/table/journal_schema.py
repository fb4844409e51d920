"""The tables of a journal, and the steps by which older ones get there."""

import sqlite3
import zlib

from host_tools.table.database import Step
from host_tools.table.seal import NOTHING, Seal, digest, either, tables_digest, tags_digest

_SEALED = """
    ALTER TABLE games ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN head BLOB NOT NULL DEFAULT x'';
    ALTER TABLE games ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    ALTER TABLE decks ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tags ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    CREATE TABLE chain (
        game INTEGER NOT NULL REFERENCES games(id),
        number INTEGER NOT NULL,
        at REAL NOT NULL,
        entry TEXT NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE seal (
        number INTEGER NOT NULL, games BLOB NOT NULL, tags BLOB NOT NULL, digest BLOB NOT NULL
    );
    INSERT INTO seal VALUES (0, x'', x'', x'')
    """


def _seal_all(db: sqlite3.Connection) -> None:
    """Seal what was written when only the text of an entry had a sum.

    The entries of a game up to the first damaged one are taken; a survey misses the others.
    """
    for statement in _SEALED.split(";"):
        db.execute(statement)
    games = NOTHING
    for game, begun, state in db.execute("SELECT id, begun, state FROM games").fetchall():
        rows = db.execute(
            "SELECT number, at, entry, sum FROM entries WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
        row = game, begun, state, len(rows), _seal_entries(db, game, rows)
        db.execute("REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)", (*row, digest(*row)))
        games = either(games, digest(*row))
    for table, columns in (
        ("tags", "uid, deck, kind, name, copy"),
        ("decks", "name, edition, sets"),
    ):
        for key, *values in db.execute(f"SELECT rowid, {columns} FROM {table}").fetchall():
            db.execute(f"UPDATE {table} SET digest = ? WHERE rowid = ?", (digest(*values), key))
    db.execute("DROP TABLE entries")
    db.execute("ALTER TABLE chain RENAME TO entries")
    Seal(1, games, tags_digest(db.execute), tables_digest(db)).write(db)


def _seal_entries(
    db: sqlite3.Connection, game: int, rows: list[tuple[int, float, str, int]]
) -> bytes:
    head = NOTHING
    for expected, (number, at, text, check) in enumerate(rows):
        if number != expected or type(text) is not str or zlib.crc32(text.encode()) != check:
            break
        head = digest(head, game, number, at, text)
        db.execute("INSERT INTO chain VALUES (?, ?, ?, ?, ?)", (game, number, at, text, head))
    return head


MIGRATIONS: tuple[Step, ...] = (
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
    _seal_all,
)
