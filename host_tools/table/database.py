"""What all SQLite files of Wondertable share: how they open, their schema, writes that are one."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Final, NamedTuple

from host_tools.link.private_file import private, private_folder, tighten

Step = str | Callable[[sqlite3.Connection], None]
"""What brings a schema from one version to the next: statements, or a function."""

log = logging.getLogger(__name__)


class FileKind(NamedTuple):
    """A kind of file: its application id, what people call it, a table that only it has."""

    id: int
    called: str
    table: str


JOURNAL: Final = FileKind(0x57546A6E, "a journal of games", "entries")
HISTORY: Final = FileKind(0x57546869, "a history of results", "seats")
BOOK: Final = FileKind(0x5754626B, "the book of a venue", "by_hand")
OUTBOX: Final = FileKind(0x57546F62, "an outbox for a broker", "told")
STRANGE: Final = FileKind(-1, "a file of another program", "")
BESIDE: Final = ("-wal", "-shm", "-journal", "-head")
KINDS: Final = (JOURNAL, HISTORY, BOOK, OUTBOX)


class WrongFileError(Exception):
    """A file is of another kind or of a newer version; the text says what to do."""


def opened(
    path: Path, kind: FileKind, steps: Sequence[Step], timeout: float, **pragmas: str
) -> sqlite3.Connection:
    """Open a file, a new one too, and bring its schema up to date; `timeout` is for its lock.

    A file of another kind or of a newer version stays as it is. One thread at a time may use the
    connection, whichever has opened it.
    """
    _require_no_head(path, kind)
    private_folder(path.parent)
    _make_private(path)
    db = sqlite3.connect(path, isolation_level=None, timeout=timeout, check_same_thread=False)
    try:
        if mode := pragmas.pop("locking_mode", ""):
            db.execute(f"PRAGMA locking_mode = {mode}")
        _require(db, path, kind, len(steps))
        for name, value in pragmas.items():
            db.execute(f"PRAGMA {name} = {value}")
        if version_of(db) != len(steps):
            _keep_copy(db, path)
            _migrate(db, kind, steps)
        elif not _pragma(db, "application_id"):
            db.execute(f"PRAGMA application_id = {kind.id}")
    except BaseException:
        db.close()
        raise
    return db


def _make_private(path: Path) -> None:
    """Make a file, and let nobody else read it or what lies beside it: SQLite's own files have the
    mode of the database. What cannot be opened is explained when SQLite tries.
    """
    # Only a new one is opened: to close a file drops all locks that this process has on it.
    with suppress(OSError):
        os.close(private(path, os.O_RDWR | os.O_CREAT | os.O_EXCL))
    for file in (*(path.with_name(path.name + more) for more in ("", *BESIDE)), *copies(path)):
        tighten(file)


def copies(path: Path) -> list[Path]:
    """Return the copies of a file that were kept when its schema was brought up to date."""
    return sorted(path.parent.glob(f"{escape(path.name)}.v[0-9]*"))


def loaded(
    path: Path, kind: FileKind, steps: Sequence[Step], timeout: float, called: Path | None = None
) -> sqlite3.Connection:
    """Return what is in a file, up to date, as a database in memory; the file stays as it is.

    What is not there is empty. People know the file by the path `called`, if it is a copy.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if path.exists():
        _require_no_head(path, kind)
        uri = f"{path.absolute().as_uri()}?mode=rw"  # never a new file
        with closing(sqlite3.connect(uri, uri=True, timeout=timeout)) as db:
            _require(db, called or path, kind, len(steps))
            db.backup(memory)
    if version_of(memory) != len(steps):
        _migrate(memory, kind, steps)
    return memory


def _require_no_head(path: Path, kind: FileKind) -> None:
    """Raise WrongFileError for a journal where none is wanted: to close it would change its log."""
    if kind != JOURNAL and path.with_name(f"{path.name}-head").exists():
        raise WrongFileError(_other(path, JOURNAL, kind))


def _other(path: Path, other: FileKind, kind: FileKind) -> str:
    return f"{path} is {other.called}, not {kind.called}. Name another file."


def _require(db: sqlite3.Connection, path: Path, kind: FileKind, newest: int) -> None:
    """Raise WrongFileError unless a file is new, or of this kind and of a known version."""
    other = _kind_of(db) or kind
    if other != kind:
        raise WrongFileError(_other(path, other, kind))
    if version_of(db) > newest:
        raise WrongFileError(
            f"{path} was written by a newer Wondertable. Update this one, or name another file."
        )


def _migrate(db: sqlite3.Connection, kind: FileKind, steps: Sequence[Step]) -> None:
    """Take the steps that are missing, all or nothing."""
    with whole(db):
        for step in steps[version_of(db) :]:  # another process may have been quicker
            if isinstance(step, str):
                for statement in step.split(";"):
                    db.execute(statement)
            else:
                step(db)
        db.execute(f"PRAGMA user_version = {len(steps)}")
        db.execute(f"PRAGMA application_id = {kind.id}")


def scrub(db: sqlite3.Connection) -> None:
    """Leave nothing in a file of what was deleted or replaced: no free page, no log."""
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def in_use(path: Path) -> bool:
    """Return whether another process keeps a file to itself; asking changes nothing."""
    uri = f"{path.absolute().as_uri()}?mode=ro&readonly_shm=1"
    with closing(sqlite3.connect(uri, uri=True, timeout=0)) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master")
        except sqlite3.Error as error:
            return "locked" in str(error)
    return False


@contextmanager
def explained(kind: type[Exception], say: Callable[[Exception], str]) -> Iterator[None]:
    """Let whatever is wrong with a file be an error of this kind, in a sentence for people."""
    try:
        yield
    except WrongFileError as error:
        raise kind(str(error)) from error
    except (sqlite3.Error, OSError, ValueError, OverflowError) as error:
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


def version_of(db: sqlite3.Connection) -> int:
    """Return how many steps of the schema a file has taken."""
    return _pragma(db, "user_version")


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _kind_of(db: sqlite3.Connection) -> FileKind | None:
    """Return the kind of a file; None for an empty one. Files of before have no application id."""
    number = _pragma(db, "application_id")
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not number and not tables:
        return None
    for kind in KINDS:
        if number == kind.id or (not number and kind.table in tables):
            return kind
    return STRANGE


def _keep_copy(db: sqlite3.Connection, path: Path) -> None:
    """Keep a file as it is before its schema is brought up to date."""
    if version := version_of(db):
        copy = path.with_name(f"{path.name}.v{version}")
        while copy.exists():
            copy = copy.with_name(f"{copy.name}-again")
        new = copy.with_name(f"{copy.name}.new")
        os.close(private(new, os.O_RDWR | os.O_CREAT))
        with closing(sqlite3.connect(new)) as target:
            db.backup(target)
        new.rename(copy)
        log.warning("%s is brought up to date; the old version is kept as %s.", path, copy)
