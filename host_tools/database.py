"""What all SQLite files of Wondertable share: steps of a schema, and writes that are one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class NewerFileError(Exception):
    """A file has steps that this program does not know; the text says what to do."""


@contextmanager
def whole(db: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Do all that is done within, or nothing of it."""
    db.execute(begin)
    try:
        yield
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def migrate(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> None:
    """Bring the schema up to date, all or nothing; PRAGMA user_version counts the steps."""
    with whole(db):
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > len(steps):
            raise NewerFileError(
                f"{path} was written by a newer Wondertable. Update this one, or name another file."
            )
        for step in steps[version:]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(steps)}")
