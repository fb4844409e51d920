"""What all SQLite files of Wondertable share: how they open, their schema, writes that are one."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class NewerFileError(Exception):
    """A file has steps that this program does not know; the text says what to do."""


def opened(path: Path, steps: Sequence[str], timeout: float, **pragmas: str) -> sqlite3.Connection:
    """Open a file, a new one too, and bring its schema up to date; `timeout` is for its lock.

    One thread at a time may use the connection, whichever has opened it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path, isolation_level=None, timeout=timeout, check_same_thread=False)
    try:
        for name, value in pragmas.items():
            db.execute(f"PRAGMA {name} = {value}")
        if _version(db) != len(steps):
            _migrate(db, path, steps)
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def explained(kind: type[Exception], say: Callable[[Exception], str]) -> Iterator[None]:
    """Let whatever is wrong with a file be an error of this kind, in a sentence for people."""
    try:
        yield
    except NewerFileError as error:
        raise kind(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        raise kind(say(error)) from error


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


def _version(db: sqlite3.Connection) -> int:
    """Return how many steps of the schema a file has taken."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _migrate(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> None:
    """Take the steps that are missing, all or nothing."""
    with whole(db):
        version = _version(db)  # another process may have been quicker
        if version > len(steps):
            raise NewerFileError(
                f"{path} was written by a newer Wondertable. Update this one, or name another file."
            )
        for step in steps[version:]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(steps)}")
