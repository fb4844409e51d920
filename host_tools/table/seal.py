"""The seal of a journal: digests over all that it holds, so that no damage goes unnoticed.

Each entry carries the digest of the one before it; the last one of a game stands in the game's row,
which has a digest too, as tags and decks have; and one row seals them all. The number and digest of
that row are also kept in a small file of their own, which a damaged database cannot take along.
"""

import os
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from host_tools.link.private_file import private

SIZE: Final = 16
NOTHING: Final = bytes(SIZE)
_SLOT: Final = struct.Struct(f">4sQ{SIZE}sI")  # sign, number of the write, digest, sum
_SIGN: Final = b"WTh1"
_APART: Final = 512  # bytes from one slot to the other: a torn write spoils only one


def digest(*values: object) -> bytes:
    """Return the digest of some plain values."""
    return blake2b(repr(values).encode(), digest_size=SIZE).digest()


def either(one: bytes, other: bytes) -> bytes:
    """Return two digests as one, in whatever order they come; a second time takes one out again."""
    return (int.from_bytes(one) ^ int.from_bytes(other)).to_bytes(SIZE)


class Seal(NamedTuple):
    """The row that seals a journal: the number of the last write, and digests of all rows."""

    number: int = 0
    games: bytes = NOTHING
    tags: bytes = NOTHING
    tables: bytes = NOTHING

    @property
    def digest(self) -> bytes:
        """Return what stands for all of it."""
        return digest(*self)

    def write(self, db: sqlite3.Connection) -> None:
        """Write this seal in place of the one before."""
        row = self.number, self.games, self.tags, self.digest
        db.execute("UPDATE seal SET number = ?, games = ?, tags = ?, digest = ?", row)


def seal_of(db: sqlite3.Connection) -> Seal:
    """Return the seal of a journal."""
    number, games, tags = db.execute("SELECT number, games, tags FROM seal").fetchone()
    return Seal(number, games, tags, tables_digest(db))


def tables_digest(db: sqlite3.Connection) -> bytes:
    """Return the digest of the schema."""
    statement = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    return digest(db.execute(statement).fetchall())


def tags_digest(rows: Callable[[str], Iterable[object]]) -> bytes:
    """Return the digest of all tags and decks, which are read by `rows`."""
    tags = [*rows("SELECT number, digest FROM tags ORDER BY number")]
    return digest(tags, [*rows("SELECT name, digest FROM decks ORDER BY name")])


class HeadFile:
    """The number and the digest of the last write, in a file beside the journal.

    Two slots take turns: a write that is torn leaves the one before it.
    """

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(f"{journal.name}-head")

    def read(self) -> tuple[int, bytes]:
        """Return the newest number and its digest; 0 if there is none that is whole."""
        data = self.path.read_bytes() if self.path.exists() else b""
        slots = [*_slot(data), *_slot(data[_APART:])]
        return max(slots, default=(0, NOTHING))

    def write(self, number: int, digest: bytes) -> None:
        """Write a number and its digest; on the disk when this returns."""
        slot = _SLOT.pack(_SIGN, number, digest, 0)[:-4]
        file = private(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0))
        try:
            os.lseek(file, number % 2 * _APART, os.SEEK_SET)
            os.write(file, slot + zlib.crc32(slot).to_bytes(4))
            _sync(file)
        finally:
            os.close(file)


_sync = getattr(os, "fdatasync", os.fsync)


def _slot(data: bytes) -> Iterator[tuple[int, bytes]]:
    slot = data[: _SLOT.size]
    if len(slot) == _SLOT.size and slot[:4] == _SIGN:
        _, number, head, check = _SLOT.unpack(slot)
        if zlib.crc32(slot[:-4]) == check:
            yield number, head
