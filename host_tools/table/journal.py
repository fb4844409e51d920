"""The journal of all games: SQLite, one writer, nothing acknowledged before it is on the disk."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from host_tools.link.private_file import private_folder
from host_tools.table.database import JOURNAL, explained, in_use, loaded, opened, scrub
from host_tools.table.entries import Entry, decode, encode
from host_tools.table.journal_schema import MIGRATIONS
from host_tools.table.seal import NOTHING, HeadFile, Seal, digest, either, seal_of, tags_digest
from host_tools.table.survey import Survey

_PUT_GAME = """
    INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
    state = excluded.state, entries = excluded.entries, head = excluded.head,
    digest = excluded.digest
"""
_write = json.JSONEncoder(ensure_ascii=False).encode
_read = json.JSONDecoder().raw_decode  # what is written stands alone: half the time of `loads`


class JournalError(Exception):
    """The journal cannot be used; the text says why and what to do."""


class GameRow(NamedTuple):
    """A game in the list of games."""

    id: int
    begun: float
    state: str  # open, over, abandoned
    entries: int


class Journal:
    """The file in which everything that counts is written before it is confirmed.

    One that is only read stays as it is, whatever its version; if it is not there, it is empty.
    """

    def __init__(self, path: Path, reading: bool = False) -> None:
        self.path = path
        self.writing = False  # something that is one write has begun
        self._head = HeadFile(path)
        with explained(JournalError, partial(_explain, path)):
            if reading:
                self._db = checked(path)
                return
            checked(path).close()
            if not path.exists():
                private_folder(path.parent)
                self._head.write(0, NOTHING)  # before the log: a log without it is in doubt
            # EXCLUSIVE: the first writer keeps the file, a second host is refused at once.
            self._db = opened(
                path, JOURNAL, MIGRATIONS, timeout=0, locking_mode="EXCLUSIVE",
                journal_mode="WAL", synchronous="FULL", foreign_keys="ON",
            )  # fmt: skip
            self._seal = seal_of(self._db)
            self._begin()
            self._confirm()

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
                self._confirm()
        except sqlite3.Error as error:
            raise JournalError(_explain(self.path, error)) from error
        finally:
            self.writing = False
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _begin(self) -> None:
        self._games, self._tags_changed = self._seal.games, False

    def _commit(self) -> None:
        """Seal and write what has been written since the last time."""
        tags = tags_digest(self._db.execute) if self._tags_changed else self._seal.tags
        seal = self._seal._replace(number=self._seal.number + 1, games=self._games, tags=tags)
        seal.write(self._db)
        self._db.execute("COMMIT")
        self._seal = seal

    def _confirm(self) -> None:
        """Keep the number of the last write where a damaged log cannot take it along."""
        try:
            self._head.write(self._seal.number, self._seal.digest)
        except OSError as error:  # It is written, but must not be acknowledged.
            raise JournalError(_explain(self.path, error)) from error

    def _write(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        """Write rows by this statement, as a part of a whole."""
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
            self._begin()
        self._db.executemany(statement, rows)

    def write_tags(self, statement: str, rows: list[tuple[object, ...]]) -> None:
        """Write rows of tags or decks, the last value of each its digest."""
        with self.whole():
            self._write(statement, rows)
            self._tags_changed = True

    def _put(
        self, game: int, begun: float, state: str, entries: int, head: bytes, old: bytes
    ) -> None:
        """Write the row of a game, in place of one with the digest `old`."""
        row = game, begun, state, entries, head
        self._write(_PUT_GAME, [(*row, digest(*row))])
        self._games = either(self._games, either(old, digest(*row)))

    def _game(self, game: int) -> Any:
        """Return the row of a game that is there."""
        statement = "SELECT begun, state, entries, head, digest FROM games WHERE id = ?"
        return self._db.execute(statement, (game,)).fetchone()

    def new_game(self, now: float, number: int | None = None) -> int:
        """Begin a game and return its number, the next one unless it is given."""
        with self.whole():
            if number is None:
                number = int(self.rows("SELECT COALESCE(MAX(id), 0) + 1 FROM games")[0][0])
            self._put(number, float(now), "open", 0, NOTHING, NOTHING)
            return number

    def append(self, game: int, first: int, entries: Iterable[Entry], now: float) -> None:
        """Write entries from number `first` on."""
        with self.whole():
            begun, state, count, head, old = self._game(game)
            if first != count:
                raise ValueError(f"Entry {first} cannot follow {count} entries of game {game}.")
            texts = [(float(now), _write(encode(entry))) for entry in entries]
            head = self._chain(game, first, texts, head)
            self._put(game, begun, state, count + len(texts), head, old)

    def _chain(self, game: int, first: int, texts: list[tuple[float, str]], head: bytes) -> bytes:
        """Write entries with their digests after one with the digest `head`; return the last."""
        rows: list[tuple[object, ...]] = []
        for number, (at, text) in enumerate(texts, first):
            row = game, number, at, text
            head = digest(head, *row)
            rows.append((*row, head))
        self._write("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        return head

    def rewrite(self, game: int, change: Callable[[Entry], Entry]) -> None:
        """Write other entries in place of those of a game, as many and at the same times."""
        with self.whole():
            begun, state, count, _, old = self._game(game)
            stored = self.rows("SELECT at, entry FROM entries WHERE game = ? ORDER BY number", game)
            texts = [
                (at, text if other == entry else _write(encode(other)))
                for (at, text), (_, entry) in zip(stored, self.read(game), strict=True)
                for other in [change(entry)]
            ]
            self._write("DELETE FROM entries WHERE game = ?", [(game,)])
            self._put(game, begun, state, count, self._chain(game, 0, texts, NOTHING), old)

    def scrub(self) -> None:
        """Leave nothing in the file of what was rewritten."""
        with explained(JournalError, partial(_explain, self.path)):
            scrub(self._db)

    def mark(self, game: int, state: str) -> None:
        """Mark a game as open, over or abandoned."""
        with self.whole():
            begun, _, count, head, old = self._game(game)
            self._put(game, begun, state, count, head, old)

    def read(self, game: int) -> list[tuple[float, Entry]]:
        """Return all entries of a game with their times."""
        rows = self.rows("SELECT number, at, entry FROM entries WHERE game = ? ORDER BY 1", game)
        entries = []
        for number, at, text in rows:
            try:
                entries.append((at, decode(_read(text)[0])))
            except ValueError as error:
                raise JournalError(
                    f"Entry {number} of game {game} in {self.path} cannot be read. {error} "
                    "Was it written by another version? Update this one."
                ) from error
        return entries

    def games(self) -> list[GameRow]:
        """Return all games, the newest first."""
        rows = self.rows("SELECT id, begun, state, entries FROM games ORDER BY id DESC")
        return [GameRow(*row) for row in rows]

    def rows(self, statement: str, *values: object) -> list[Any]:
        """Read rows by this statement."""
        try:
            return self._db.execute(statement, values).fetchall()
        except (sqlite3.Error, OverflowError) as error:
            raise JournalError(_explain(self.path, error)) from error


def checked(path: Path) -> sqlite3.Connection:
    """Return what is in a journal, in memory; raise JournalError on any doubt."""
    db, survey = surveyed(path)
    if not survey.doubts:
        return db
    raise JournalError(
        f"{path} is damaged: {survey.doubts[0]}. Known to be good: {survey.good_part()}. Nothing "
        f"was changed; `wondertable games repair --journal {path} NEW.db` writes the good part to "
        "a new file."
    )


def surveyed(path: Path) -> tuple[sqlite3.Connection, Survey]:
    """Look at copies of a journal's files: SQLite would throw away a log that is damaged."""
    head = HeadFile(path)
    if head.read()[0] and not path.exists():
        raise JournalError(
            f"{path} is gone, but {head.path.name} knows it. Put it back; or delete "
            f"{head.path.name} too, to begin again."
        )
    with (
        explained(JournalError, partial(_explain, path)),
        TemporaryDirectory(prefix="wondertable-") as folder,
    ):
        copy = Path(folder) / path.name
        logged = _copy(path, copy)
        db = loaded(copy, JOURNAL, MIGRATIONS, timeout=0, called=path)
        survey = Survey(db)
    if doubt := _lost(head, survey.seal, logged):
        survey.doubts.append(doubt)
    return db, survey


def _lost(head: HeadFile, seal: Seal, logged: bool) -> str:
    """Say what is missing, by what was confirmed: a kill may only leave more than that."""
    number, known = head.read()
    if number > seal.number:
        return (
            f"{number - seal.number} confirmed writes are missing (if you have put an older copy "
            f"there yourself, delete {head.path.name})"
        )
    if number == seal.number and known != seal.digest:
        return "the last write is not the one that was confirmed"
    if not number and logged and seal.number > 1:
        return f"it was not closed, and {head.path.name} is missing"
    return ""


def _copy(path: Path, copy: Path) -> bool:
    """Copy the files of a journal; say whether there is a log, as a kill leaves it."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and in_use(path):
        raise sqlite3.OperationalError("database is locked")
    logged = log.exists() and log.stat().st_size > 0
    if logged:
        shutil.copyfile(log, f"{copy}-wal")
    if path.exists():
        shutil.copyfile(path, copy)
    return logged


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
    "no space": "the disk is full: nothing was confirmed. Make room, the table goes on by itself.",
    "full": "the disk is full: nothing was confirmed. Make room, the table goes on by itself.",
    "disk i/o": "the disk takes nothing: nothing was confirmed. Look after it, the table goes on.",
    "readonly": "the journal cannot be written. Check its permissions.",
    "unable to open": "the journal cannot be opened. Check the folder and its permissions.",
}
